/* What public calls of the layer are given, checked: see the statuses in inc/hem/cloth.h. */
#ifndef HEM_CLOTH_CLOTH_CHECK_H
#define HEM_CLOTH_CLOTH_CHECK_H

#include "hem/cloth.h"

#define HEM_CLOTH_COOKIE      0x48454D43u
#define HEM_CLOTH_STEP_COOKIE 0x48454D63u

/* All but areas; `detail` is the caller's, and only looked at for where it lies. */
hem_status hem_cloth_def_check(const hem_arena *arena, const hem_cloth_def *def,
                               const hem_cloth **out, const hem_detail *detail, hem_detail *found);

/* HEM_OK, HEM_BAD_STIFFNESS or HEM_OPEN_MESH. */
hem_status hem_cloth_material_check(const hem_cloth_material *material, const hem_cloth *cloth);

/* HEM_OK, HEM_NOT_FINITE or HEM_OUT_OF_RANGE: gravity and wind. */
hem_status hem_cloth_weather_check(hem_vec3 gravity, hem_vec3 wind);

/* All of a step but scratch. */
hem_status hem_cloth_step_check(const hem_cloth_step_in *in, hem_detail *detail);

/* Does anything that a step is given lie in the free part of the arena? */
bool hem_cloth_step_in_free_part(const hem_cloth_step_in *in, const hem_arena *arena);

/* The bytes of scratch that a step takes. */
uint64_t hem_cloth_step_bytes(const hem_cloth_step_in *in);

#endif
