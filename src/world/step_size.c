/* What HEM_STEP_SCRATCH_BYTES counts on, checked when compiling: records that a step takes from
 * scratch are no larger than it says, on any machine. */
#include "cloth/stand.h"
#include "detect/body_contacts.h"
#include "detect/body_sweep.h"
#include "detect/contact_queue.h"
#include "detect/earliest.h"
#include "detect/hit_queue.h"
#include "tree/marks.h"
#include "tree/traverse.h"
#include "world/step.h"

_Static_assert(sizeof(hem_moving_body) <= 24, "a body of a step");
_Static_assert(sizeof(hem_box) == 24 && sizeof(hem_pair) == 8, "the sweep over bodies");
_Static_assert(HEM_MOVING_VIEWS == 16, "leaves that a pass keeps");
_Static_assert(sizeof(hem_patch_view) <= 1128, "a leaf, at one end of the step");
_Static_assert(sizeof(hem_feature_view) <= 880, "a leaf's features");
_Static_assert(sizeof(hem_feature_boxes) <= 672, "and where they end");
_Static_assert(sizeof(hem_traverse_entry) <= 12, "an entry of the stack");
_Static_assert(sizeof(hem_contact_queue) <= 5408, "feature pairs that wait");
_Static_assert(sizeof(hem_hit_queue) + sizeof(hem_earliest) + sizeof(hem_body_sweep) +
                       8u * sizeof(void *) + sizeof(hem_arena) + HEM_ALIGN <=
                   5648,
               "the record of a conversation: these, eight arrays, an arena and three words");
_Static_assert(sizeof(hem_cloth_body) <= 56, "a body of cloth");
_Static_assert(sizeof(hem_lean) == 8 && sizeof(hem_membrane_now) == 192 && sizeof(hem_block3) == 24,
               "contacts count as two impacts in a solve");
_Static_assert(sizeof(hem_surface) == 12, "how a body touches");
_Static_assert(sizeof(hem_air_now) == 96, "air at four vertices");
_Static_assert(sizeof(hem_whole) == 80, "a body as a whole");
_Static_assert(sizeof(hem_cloth_guide) == 44 && sizeof(hem_stand) == 20, "a vertex on solids");
_Static_assert(sizeof(hem_hit_key) == 24, "the earliest hit of a vertex");
_Static_assert(sizeof(hem_marks) <= 16, "marks of a body");
_Static_assert(sizeof(hem_tangled_first) == 8, "where a body's faces and edges begin");
_Static_assert(sizeof(hem_touch) == 8 && sizeof(hem_zone) == 24, "zones");

/* The answer to contacts takes a touch and four bytes for each. */
_Static_assert(HEM_ARENA_BYTES(1000u, sizeof(hem_touch)) + HEM_REPEL_BYTES(1000u) <=
                   2u * HEM_ARENA_BYTES(1000u, 8u),
               "the answer to contacts");
