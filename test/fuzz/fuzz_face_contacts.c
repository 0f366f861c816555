/* Fuzzes hem_face_contacts: any pairs of triangles, of two bodies or of one, as triangles or as
 * halves of quads, with any velocities and times. Contacts come in order, each pair once, with the
 * distances that hem_closest_faces gives. */
#include "fuzz/fuzz_pairs.h"
#include "hem/narrow.h"
#include "hem/near_faces.h"

#include <math.h>

enum { MOST = 40 };

static void take_velocities(fuzz_bytes *bytes, fuzz_body *to, uint32_t count)
{
    *to = (fuzz_body){.vertex_count = count};
    fuzz_body_move(to, bytes, fuzz_some_places(bytes));
}

static bool is_before(const hem_face_contact *a, const hem_face_contact *b)
{
    if (a->predicted != b->predicted) {
        return a->predicted < b->predicted;
    }
    return a->faces.first != b->faces.first ? a->faces.first < b->faces.first
                                            : a->faces.second < b->faces.second;
}

static void check_distance(const fuzz_body *a, const fuzz_body *b, const hem_face_contact *contact)
{
    hem_closest_faces_in in = {.a = {.count = 3}, .b = {.count = 3}};
    hem_closest_faces_out out;
    for (uint32_t k = 0; k < 3; k++) {
        in.a.point[k] = a->positions[a->triangles[3u * contact->faces.first + k]];
        in.b.point[k] = b->positions[b->triangles[3u * contact->faces.second + k]];
    }
    FUZZ_CHECK(hem_closest_faces(&in, &out) >= HEM_NARROW_APART);
    FUZZ_CHECK(out.distance == contact->distance);
}

static void check(const hem_face_contacts_in *in, const hem_face_contacts_out *out,
                  const fuzz_body *a, const fuzz_body *b)
{
    FUZZ_CHECK(out->count <= in->pair_count);
    FUZZ_CHECK(out->kept == (out->count < in->room ? out->count : in->room));
    for (uint32_t i = 0; i < out->kept; i++) {
        const hem_face_contact *contact = &in->contacts[i];
        FUZZ_CHECK(isfinite(contact->distance) && isfinite(contact->predicted));
        FUZZ_CHECK(i == 0 || is_before(contact - 1, contact));
        if (!in->quads_a && !in->quads_b) {
            check_distance(a, b, contact);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_places places = fuzz_legal_places(&bytes);
    bool same = fuzz_one_in(&bytes, 2);
    fuzz_body first = fuzz_body_take_faces(&bytes, places),
              second = fuzz_body_take_faces(&bytes, places);
    fuzz_body *a = &first, *b = same ? &first : &second, of_a, of_b;
    take_velocities(&bytes, &of_a, a->vertex_count);
    take_velocities(&bytes, &of_b, b->vertex_count);
    hem_pair pairs[MOST];
    uint32_t count = fuzz_below(&bytes, MOST + 1u), room = fuzz_below(&bytes, MOST + 1u);
    bool bad = fuzz_one_in(&bytes, 8);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t i_a = fuzz_below(&bytes, a->triangle_count + (bad ? 2u : 0u));
        uint32_t i_b = fuzz_below(&bytes, b->triangle_count + (bad ? 2u : 0u));
        bool in_range = i_a < a->triangle_count && i_b < b->triangle_count;
        /* Within one body, pairs that share a vertex are refused: mostly there are none. */
        if (!bad && same && in_range && fuzz_share_vertex(a, i_a, i_b)) {
            count = i;
            break;
        }
        pairs[i] = (hem_pair){i_a, i_b};
    }
    fuzz_block scratch = fuzz_block_take((uint32_t)HEM_FACE_CONTACTS_BYTES(count) + 1u);
    fuzz_block contacts = fuzz_block_take(room * (uint32_t)sizeof(hem_face_contact));
    hem_arena arena = fuzz_block_arena(&scratch);
    bool moving = fuzz_one_in(&bytes, 2);
    hem_face_contacts_in in = {.a = {.mesh = a->mesh,
                                     .positions = a->positions,
                                     .velocities = moving ? of_a.positions : NULL},
                               .b = {.mesh = b->mesh,
                                     .positions = b->positions,
                                     .velocities = moving && same ? of_a.positions
                                                   : moving       ? of_b.positions
                                                                  : NULL},
                               .pairs = pairs,
                               .pair_count = count,
                               .quads_a = fuzz_one_in(&bytes, 2),
                               .dt = fuzz_one_in(&bytes, 2) ? fuzz_float(&bytes) : 0.01f,
                               .contacts = (hem_face_contact *)(void *)contacts.memory,
                               .room = room,
                               .scratch = &arena};
    in.quads_b = same ? in.quads_a : fuzz_one_in(&bytes, 2);
    hem_face_contacts_out out;
    hem_status status = hem_face_contacts(&in, &out);
    FUZZ_CHECK(arena.used == 0);
    if (status >= HEM_OK) {
        FUZZ_CHECK(isfinite(in.dt) && in.dt >= 0.0f);
        check(&in, &out, a, b);
    } else {
        FUZZ_CHECK(status == HEM_BAD_COUNT || status == HEM_BAD_INDEX ||
                   status == HEM_BAD_TRIANGLE || status == HEM_NOT_FINITE ||
                   status == HEM_OUT_OF_RANGE);
        FUZZ_CHECK(status != HEM_BAD_INDEX || bad);
    }
    fuzz_block_free(&scratch);
    fuzz_block_free(&contacts);
    free(of_a.positions);
    free(of_b.positions);
    fuzz_body_free(&first);
    fuzz_body_free(&second);
    return 0;
}
