/* A total order of impacts that does not depend on how they were found. */
#ifndef HEM_RESPOND_IMPACT_ORDER_H
#define HEM_RESPOND_IMPACT_ORDER_H

#include "hem/respond.h"

/* By time, kind, vertices in ascending order, and then every other bit. */
bool hem_impact_before(const hem_impact *a, const hem_impact *b);

#endif
