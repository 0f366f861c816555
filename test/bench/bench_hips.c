/* Hips that sway: see bench_hips.h. */
#include "bench_hips.h"

#include "base/vec3.h"
#include "scenes/turn.h"

#define FAR     0.015f /* how far out they go, metres */
#define TOP     0.25f  /* of the trousers, metres */
#define STRIDE  1.0f   /* seconds a turn */
#define STARTED 0.3f   /* after so many seconds they go all the way */

void bench_hips_sway(hem_vec3 *body, uint32_t count, float seconds)
{
    float x = scene_cos_turns(seconds / STRIDE), y = scene_sin_turns(seconds / STRIDE);
    float far = FAR * scene_ease(0.0f, STARTED, seconds);
    for (uint32_t v = 0; v < count; v++) {
        hem_vec3 *at = &body[v];
        float radius = hem_length((hem_vec3){at->x, at->y, 0.0f});
        if (radius > 1e-6f && at->z > 0.0f && at->z < TOP) {
            float height = scene_sin_turns(0.5f * at->z / TOP);
            float toward = 0.5f + 0.5f * (x * at->x + y * at->y) / radius;
            float out = far * height * height * toward * toward / radius;
            at->x += out * at->x;
            at->y += out * at->y;
        }
    }
}
