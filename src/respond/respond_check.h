/* What public calls of the layer are given, checked: see the statuses in inc/hem/respond.h. */
#ifndef HEM_RESPOND_RESPOND_CHECK_H
#define HEM_RESPOND_RESPOND_CHECK_H

#include "hem/respond.h"

#define HEM_REPEL_COOKIE 0x48454D52u
#define HEM_ZONE_COOKIE  0x48454D5Au

/* Motion and impacts, and the touches if they are used. */
hem_status hem_respond_check(const hem_respond_in *in, bool with_touch, hem_detail *detail);

hem_status hem_repel_def_check(const hem_repel_def *def);
hem_status hem_zone_def_check(const hem_zone_def *def);

/* Does something that is given lie in the part of the arena that is not taken yet? */
bool hem_respond_in_free_part(const hem_respond_in *in, const hem_arena *arena);

/* Do the zones name what the list and the motion have? */
bool hem_zones_fit(const hem_zones_in *in);

#endif
