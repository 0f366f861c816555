/* Texts for statuses: see inc/hem/types.h. */
#include "hem/types.h"

#define TEXT_COUNT 31

const char *hem_status_text(hem_status status)
{
    /* A constant table of arrays, not of pointers: nothing to relocate when the library loads. */
    static const char text[TEXT_COUNT][64] = {
        "done",
        "a pointer that must point somewhere is null",
        "two buffers that must be apart overlap",
        "the block does not start at a multiple of 16 bytes",
        "the block or arena is too small",
        "a capacity is zero, or all of them together pass 4 GiB",
        "the definition was not made by its hem_default_ function",
        "a count is zero or too large",
        "an index names a vertex that does not exist",
        "a triangle names one vertex twice",
        "the body was removed or never given",
        "a number is NaN or infinite",
        "a number, such as a coordinate, lies outside its range",
        "a rest triangle of cloth has no area",
        "the capacity for bodies is used up",
        "the capacity for vertices would be exceeded",
        "the capacity for triangles would be exceeded",
        "the capacity for edges would be exceeded",
        "the capacity for orphan pairs would be exceeded",
        "the scratch part of the block is too small",
        "built with fused multiply-add: use -ffp-contract=off",
        "denormal numbers are flushed to zero",
        "float expressions are evaluated in a wider format",
        "the rounding mode is not to nearest",
        "the block holds no world of this version",
        "a mass or density is not above zero, or not finite",
        "a stiffness, damping or pressure is negative or not finite",
        "pressure needs a closed surface that faces outwards",
        "caps.cloth_triangles would be exceeded",
        "the call is for bodies of another kind",
        "a kinematic body would go faster than its max_speed",
    };
    if (status > 0) {
        return "done, but limited: see the report";
    }
    if (status <= -TEXT_COUNT) {
        return "unknown status";
    }
    return text[-status];
}
