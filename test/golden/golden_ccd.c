/* Golden phases of the continuous tests: the sure one without and with a separation, the cubic, and
 * the proofs in lanes. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/ccd.h"
#include "narrow/ccd_clear.h"

#define QUERIES 6000u

/* A counter's bits, well mixed. */
static uint32_t mixed(uint32_t i)
{
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, i);
    return (uint32_t)(hash ^ (hash >> 32));
}

static float signed_unit(uint32_t i)
{
    return (float)(int32_t)(mixed(i) >> 8) / 8388608.0f - 1.0f;
}

static hem_vec3 signed_vector(uint32_t i, float size)
{
    return (hem_vec3){size * signed_unit(3 * i), size * signed_unit(3 * i + 1),
                      size * signed_unit(3 * i + 2)};
}

/* Every kind in turn: a coarse lattice, where most is degenerate; a centimetre of cloth 3 m away
 * that moves a bit; the same that passes through; slivers; one plane; anything anywhere; hardly any
 * motion; touching at the start. */
static hem_ccd_in query_of(uint32_t i)
{
    hem_ccd_in in = {.separation = 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t at = 64 * i + 8 * k, bits = mixed(at);
        hem_vec3 start = signed_vector(at, 0.01f), step = signed_vector(at + 1, 0.002f);
        hem_vec3 first = k == 0 ? (hem_vec3){0.0f, 0.0f, -0.02f} : (hem_vec3){0.0f, 0.0f, 0.0f};
        switch (i % 8) {
        case 0:
            start =
                (hem_vec3){(float)(bits & 3u), (float)(bits >> 2 & 3u), (float)(bits >> 4 & 3u)};
            step = (hem_vec3){(float)(bits >> 6 & 3u), (float)(bits >> 8 & 3u), 0.0f};
            break;
        case 1:
            start = hem_add(start, (hem_vec3){3.0f, -1.0f, 0.5f});
            break;
        case 2:
            start.z = (k == 0 ? 0.01f : 0.0f) + 0.1f * start.z;
            step = hem_add(step, first);
            break;
        case 3:
            start.y *= 0.001f;
            start.z = k == 0 ? 0.001f : 0.0f;
            step = (hem_vec3){0.0f, 0.0f, k == 0 ? -0.003f : 0.0f};
            break;
        case 4:
            start.z = step.z = 0.0f;
            step = hem_scale(5.0f, step);
            break;
        case 5:
            start = signed_vector(at, 2000.0f);
            step = signed_vector(at + 1, 2000.0f);
            break;
        case 6:
            step = hem_scale(1e-6f, step);
            break;
        default:
            start = k == 0 ? (hem_vec3){0.25f, 0.25f, 0.0f}
                           : (hem_vec3){(float)(k == 2), (float)(k == 3), 0.0f};
            step = hem_scale(k == 0 ? 1.0f : 0.01f, step);
            break;
        }
        in.start[k] = hem_vec3_snap(start);
        in.end[k] = hem_vec3_snap(hem_add(start, step));
    }
    return in;
}

static uint64_t hash_out(uint64_t hash, const hem_ccd_out *out)
{
    hash = hem_hash_u32(hash, (uint32_t)out->state);
    hash = golden_float(hash, out->time);
    hash = golden_float(hash, out->separation);
    for (uint32_t k = 0; k < 4; k++) {
        hash = golden_float(hash, out->weight[k]);
    }
    hash = golden_vec3(hash, out->normal);
    return hem_hash_u32(hash, out->iterations);
}

static uint64_t hash_sure(float separation)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < QUERIES; i++) {
        hem_ccd_in in = query_of(i);
        hem_ccd_out out;
        in.separation = separation;
        hem_ccd_vertex_face(&in, &out);
        hash = hash_out(hash, &out);
        hem_ccd_edge_edge(&in, &out);
        hash = hash_out(hash, &out);
    }
    return hash;
}

static uint64_t hash_cubic(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < QUERIES; i++) {
        hem_ccd_in in = query_of(i);
        hem_ccd_out out;
        in.separation = 1e-4f;
        hem_ccd_cubic_vertex_face(&in, &out);
        hash = hash_out(hash, &out);
        hem_ccd_cubic_edge_edge(&in, &out);
        hash = hash_out(hash, &out);
    }
    return hash;
}

static uint64_t hash_lanes(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < QUERIES; i += 4) {
        hem_points_4 start, end;
        for (uint32_t lane = 0; lane < 4; lane++) {
            hem_ccd_in in = query_of(i + 5 * lane);
            hem_points_4_set(&start, lane, in.start);
            hem_points_4_set(&end, lane, in.end);
        }
        float separation = i % 8 == 0 ? 0.0f : 0.0005f;
        hash = hem_hash_u32(hash, hem_ccd_clear_vertex_face_4(&start, &end, separation));
        hash = hem_hash_u32(hash, hem_ccd_clear_edge_edge_4(&start, &end, separation));
    }
    return hash;
}

void golden_ccd(golden_emit_fn emit)
{
    emit("ccd", "sure", hash_sure(0.0f));
    emit("ccd", "apart", hash_sure(0.0005f));
    emit("ccd", "cubic", hash_cubic());
    emit("ccd", "lanes", hash_lanes());
}
