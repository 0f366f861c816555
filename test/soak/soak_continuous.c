/* Soak of hem_continuous: bodies with themselves and with each other, trees of every setting, with
 * and without a separation. Bit for bit what asking about every pair of features gives, but for
 * hits that exact arithmetic says are none; and with marks, those of it with a marked vertex. */
#include "soak/soak_near.h"
#include "soak/soak_pairs.h"

#include "hit_oracle.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 4 };

/* What asking about every pair finds. */
typedef struct hits {
    hem_hit *list;
    uint32_t count;
} hits;

typedef struct scene {
    const soak_body *a, *b;
    float separation;
    bool turned;
} scene;

static uint32_t room_for(const scene *of)
{
    const hem_mesh *a = of->a->mesh.mesh, *b = of->b->mesh.mesh;
    return a->vertex_count * b->triangle_count + a->triangle_count * b->vertex_count +
           a->edge_count * b->edge_count;
}

static hem_continuous_in input(const scene *of)
{
    soak_sides sides = soak_sides_of(of->a, of->b, of->turned);
    sides.a.ends = of->a->end;
    sides.b.ends = of->b->end;
    return (hem_continuous_in){
        .a = sides.a, .b = sides.b, .separation = of->separation, .room = room_for(of)};
}

static hits brute_force(const scene *of)
{
    hem_continuous_in in = input(of);
    hits found = {.list = malloc((in.room + 1u) * sizeof *found.list)};
    found.count = hit_oracle_find(&in, found.list, in.room);
    return found;
}

static hits run(hem_continuous_in *in, const char *name)
{
    hem_continuous_out out;
    in->hits = malloc((in->room + 1u) * sizeof *in->hits);
    soak_scratch scratch =
        soak_scratch_take(hem_continuous_bytes(in->a.tree, in->b.tree, in->room));
    in->scratch = &scratch.arena;
    hem_status status = hem_continuous(in, &out);
    bool all = out.count[0] + out.count[1] + out.count[2] == out.kept;
    TEST_ASSERT_EQUAL_MESSAGE(all ? HEM_OK : HEM_LIMITED, status, name);
    soak_scratch_free(&scratch);
    return (hits){in->hits, out.kept};
}

/* Both in the order of the pass. */
static void compare(const hem_continuous_in *in, const hits *expected, const hits *found,
                    const char *name, soak_tally *tally)
{
    uint32_t j = 0;
    for (uint32_t i = 0; i < expected->count; i++) {
        const hem_hit *wanted = &expected->list[i];
        if (j < found->count && memcmp(wanted, &found->list[j], sizeof *wanted) == 0) {
            j++;
        } else if (hit_oracle_is_true(in, wanted)) {
            soak_found(tally, SOAK_MISS, name, wanted->first, wanted->second);
        }
    }
    if (j < found->count) {
        soak_found(tally, SOAK_EXTRA, name, found->list[j].first, found->list[j].second);
    }
}

/* Bits for so many vertices, one in some. */
static uint32_t *some_marks(test_random *random, uint32_t count)
{
    uint32_t *marks = calloc(count / 32u + 1u, sizeof *marks);
    uint32_t one_in = 1u + random_below(random, 20);
    for (uint32_t v = 0; v < count; v++) {
        marks[v / 32u] |= (uint32_t)(random_below(random, one_in) == 0) << v % 32u;
    }
    return marks;
}

/* With marks, what a full pass has of it; with less room, the first of that. */
static void check_marked(const scene *of, const hits *all, test_random *random, soak_tally *tally)
{
    hem_continuous_in in = input(of);
    uint32_t *of_a = some_marks(random, of->a->vertex_count);
    uint32_t *of_b = of->a == of->b ? of_a : some_marks(random, of->b->vertex_count);
    in.marked_a = of_a;
    in.marked_b = of_b;
    in.room = random_below(random, all->count + 2u);
    hits found = run(&in, of->a->name);
    uint32_t j = 0;
    for (uint32_t i = 0; i < all->count && j < in.room; i++) {
        if (hit_oracle_is_marked(&in, &all->list[i])) {
            if (j >= found.count || memcmp(&all->list[i], &found.list[j], sizeof(hem_hit)) != 0) {
                soak_found(tally, SOAK_MISS, "with marks", all->list[i].first, all->list[i].second);
                break;
            }
            j++;
        }
    }
    if (j < found.count) {
        soak_found(tally, SOAK_EXTRA, "with marks", found.list[j].first, found.list[j].second);
    }
    free(found.list);
    free(of_a);
    if (of_b != of_a) {
        free(of_b);
    }
}

static void check(const scene *of, const hits *expected, test_random *random, soak_tally *tally)
{
    hem_continuous_in in = input(of);
    in.room = expected->count + 1u;
    hits found = run(&in, of->a->name);
    compare(&in, expected, &found, of->a->name, tally);
    check_marked(of, &found, random, tally);
    tally->cases++;
    tally->pairs += of->a == of->b ? room_for(of) / 2u : room_for(of);
    free(found.list);
}

static void fit(const soak_body *body)
{
    TEST_ASSERT_EQUAL_MESSAGE(
        HEM_OK, hem_tree_refit(body->tree, body->start, body->end, body->vertex_count), body->name);
}

void soak_continuous(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    scene within = {.a = &a, .b = &a, .separation = soak_some_epsilon(random)};
    scene between = within;
    between.b = &b;
    between.turned = random_below(random, 2) == 0;
    hits own = {.list = NULL}, common = {.list = NULL};
    for (uint32_t i = 0; i < SETTINGS; i++) {
        soak_build_two(&a, &b, random);
        fit(&a);
        fit(&b);
        if (i == 0) {
            own = brute_force(&within);
            common = brute_force(&between);
        }
        check(&within, &own, random, tally);
        check(&between, &common, random, tally);
    }
    free(own.list);
    free(common.list);
    soak_body_free(&a);
    soak_body_free(&b);
}
