/* How a surface is numbered is of no account for the continuous pass: the same hits up to the
 * numbers, but for some that are none, and about the same times. */
#include "unity.h"

#include "base/vec3.h"
#include "hit_check.h"
#include "hit_oracle.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t compared, other_times, only_once;

void setUp(void)
{
    hit_check_start();
    compared = other_times = only_once = 0;
}

void tearDown(void)
{
    hit_check_end();
}

/* A surface with other numbers: vertex v of the first is vertex[v] of this, and so on. */
typedef struct renumbered {
    moving_body moving;
    uint32_t *vertex, *vertex_back, *triangle_back;
} renumbered;

static uint32_t *some_order(test_random *random, uint32_t count)
{
    uint32_t *order = malloc((count + 1u) * sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = random_below(random, i + 1u);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

/* Vertices, triangles and corners in another order; corners also the other way around. */
static renumbered renumber(const moving_body *from, test_random *random)
{
    const tree_body *of = &from->body;
    renumbered to = {.vertex = some_order(random, of->vertex_count),
                     .triangle_back = some_order(random, of->triangle_count),
                     .vertex_back = malloc((of->vertex_count + 1u) * sizeof(uint32_t))};
    tree_body body = tree_body_start(of->vertex_count, of->triangle_count);
    for (uint32_t v = 0; v < of->vertex_count; v++) {
        to.vertex_back[to.vertex[v]] = v;
        body.positions[to.vertex[v]] = of->positions[v];
    }
    for (uint32_t f = 0; f < of->triangle_count; f++) {
        const uint32_t *corner = of->triangles + 3u * (size_t)to.triangle_back[f];
        uint32_t turn = random_below(random, 3), step = 1 + random_below(random, 2);
        for (uint32_t k = 0; k < 3; k++) {
            body.triangles[3u * (size_t)f + k] = to.vertex[corner[(turn + step * k) % 3u]];
        }
    }
    feature_body_finish(&body);
    to.moving = moving_body_take(body);
    for (uint32_t v = 0; v < of->vertex_count; v++) {
        to.moving.ends[to.vertex[v]] = from->ends[v];
    }
    moving_body_fit(&to.moving);
    return to;
}

static void renumbered_free(renumbered *what)
{
    moving_body_free(&what->moving);
    free(what->vertex);
    free(what->vertex_back);
    free(what->triangle_back);
}

/* What a hit is about, in the numbers of the first surface: a vertex and a face, or two edges by
 * their ends, the smaller first. */
typedef struct named_hit {
    uint32_t key[5];
    hem_hit hit;
    float weight[4]; /* by the smaller ends first; of a face, in the order of its vertices */
} named_hit;

static hem_pair edge_back(const hem_mesh *mesh, uint32_t edge, const renumbered *to)
{
    hem_pair ends = hem_mesh_edges(mesh)[edge];
    return to == NULL ? ends
                      : (hem_pair){to->vertex_back[ends.first], to->vertex_back[ends.second]};
}

static named_hit name_edges(const hem_mesh *mesh, const hem_hit *hit, const renumbered *to)
{
    hem_pair ends[2] = {edge_back(mesh, hit->first, to), edge_back(mesh, hit->second, to)};
    float weight[4] = {hit->weight[0], hit->weight[1], hit->weight[2], hit->weight[3]};
    for (uint32_t i = 0; i < 2; i++) {
        if (ends[i].second < ends[i].first) {
            ends[i] = (hem_pair){ends[i].second, ends[i].first};
            float swap = weight[2 * i];
            weight[2 * i] = weight[2 * i + 1];
            weight[2 * i + 1] = swap;
        }
    }
    uint32_t i = ends[1].first < ends[0].first ||
                         (ends[1].first == ends[0].first && ends[1].second < ends[0].second)
                     ? 1u
                     : 0u;
    named_hit named = {
        {hit->kind, ends[i].first, ends[i].second, ends[1 - i].first, ends[1 - i].second},
        *hit,
        {weight[2 * i], weight[2 * i + 1], weight[2 - 2 * i], weight[3 - 2 * i]}};
    if (i == 1) {
        named.hit.normal = hem_scale(-1.0f, hit->normal);
    }
    return named;
}

static named_hit name_face(const hem_mesh *mesh, const hem_hit *hit, const renumbered *to)
{
    uint32_t vertex = to == NULL ? hit->first : to->vertex_back[hit->first];
    uint32_t face = to == NULL ? hit->second : to->triangle_back[hit->second];
    named_hit named = {{hit->kind, vertex, face, 0, 0}, *hit, {hit->weight[0]}};
    const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)hit->second;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t own = to == NULL ? corner[k] : to->vertex_back[corner[k]], place = 1;
        for (uint32_t l = 0; l < 3; l++) {
            place += (to == NULL ? corner[l] : to->vertex_back[corner[l]]) < own;
        }
        named.weight[place] = hit->weight[1 + k];
    }
    return named;
}

static int compare_names(const void *a, const void *b)
{
    const named_hit *first = a, *second = b;
    for (uint32_t k = 0; k < 5; k++) {
        if (first->key[k] != second->key[k]) {
            return first->key[k] < second->key[k] ? -1 : 1;
        }
    }
    return 0;
}

/* Runs a pass over one body and names what it finds; to be freed. */
static named_hit *run(const moving_body *moving, const renumbered *to, float separation,
                      hem_continuous_in *in, uint32_t *count)
{
    hem_side side = moving_body_side(moving, 0);
    *in = hit_check_input(&side, &side, separation);
    *count = hit_check_run(in, "numbers");
    named_hit *hits = malloc((*count + 1u) * sizeof *hits);
    for (uint32_t i = 0; i < *count; i++) {
        hits[i] = hit_found[i].kind == HEM_CONTACT_EDGE_EDGE
                      ? name_edges(side.mesh, &hit_found[i], to)
                      : name_face(side.mesh, &hit_found[i], to);
    }
    qsort(hits, *count, sizeof *hits, compare_names);
    return hits;
}

static void check_only_one(const hem_continuous_in *in, const named_hit *hit)
{
    TEST_ASSERT_FALSE_MESSAGE(hit_oracle_is_true(in, &hit->hit), "a true hit is missing");
    only_once++;
}

static void compare(const moving_body *moving, test_random *random, float separation)
{
    renumbered other = renumber(moving, random);
    hem_continuous_in in[2];
    uint32_t count[2], i = 0, j = 0;
    named_hit *first = run(moving, NULL, separation, &in[0], &count[0]);
    named_hit *second = run(&other.moving, &other, separation, &in[1], &count[1]);
    while (i < count[0] || j < count[1]) {
        int order = i == count[0] ? 1 : j == count[1] ? -1 : compare_names(&first[i], &second[j]);
        if (order != 0) {
            check_only_one(order < 0 ? &in[0] : &in[1], order < 0 ? &first[i] : &second[j]);
            i += order < 0;
            j += order > 0;
            continue;
        }
        compared++;
        other_times += fabsf(first[i].hit.time - second[j].hit.time) > 0.001f;
        i++;
        j++;
    }
    free(first);
    free(second);
    renumbered_free(&other);
}

void test_sheets_with_other_numbers(void)
{
    test_random random = {191};
    for (uint32_t round = 0; round < hem_test_count(150); round++) {
        static const float places[] = {0.0f, 10.0f, 100.0f, 4000.0f};
        tree_body sheet = tree_body_grid(10, 10, 0.01f);
        float place = places[round % 4];
        feature_body_finish(&sheet);
        feature_body_shake(&sheet, &random, 0.006f, (hem_vec3){place, place, -place});
        moving_body moving = moving_body_take(sheet);
        moving_body_go(&moving, &random, 0.02f, (hem_vec3){0.0f, 0.0f, 0.0f});
        compare(&moving, &random, round % 2 == 0 ? 0.0f : 0.001f);
        moving_body_free(&moving);
    }
    TEST_ASSERT_TRUE(1000u * other_times <= compared && 1000u * only_once <= compared);
}

void test_soups_with_other_numbers(void)
{
    test_random random = {192};
    for (uint32_t round = 0; round < hem_test_count(600); round++) {
        uint32_t vertices = 4 + random_below(&random, 40), count = 1 + random_below(&random, 50);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        feature_body_finish(&soup);
        moving_body moving = moving_body_take(soup);
        static const float sizes[] = {1e-4f, 0.1f, 3.0f};
        moving_body_go(&moving, &random, sizes[round % 3], (hem_vec3){0.0f, 0.0f, 0.0f});
        compare(&moving, &random, round % 2 == 0 ? 0.0f : 0.02f);
        moving_body_free(&moving);
    }
    /* On a lattice, much touches at the start and leaves in a direction that is not tried. */
    TEST_ASSERT_TRUE(100u * other_times <= compared && 10u * only_once <= compared);
}
