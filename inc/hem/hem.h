/* Hem, all of it. Each header is the manual of one concept; include only what you use if you like.
 */
#ifndef HEM_HEM_H
#define HEM_HEM_H

#include "hem/arena.h"
#include "hem/broad.h"
#include "hem/ccd.h"
#include "hem/cloth.h"
#include "hem/coherence.h"
#include "hem/continuous.h"
#include "hem/crossings.h"
#include "hem/detect.h"
#include "hem/event.h"
#include "hem/impacts.h"
#include "hem/mesh.h"
#include "hem/narrow.h"
#include "hem/near_faces.h"
#include "hem/port.h"
#include "hem/proximity.h"
#include "hem/respond.h"
#include "hem/step_in.h"
#include "hem/step_report.h"
#include "hem/tree.h"
#include "hem/types.h"
#include "hem/world.h"

#endif
