/* Cuts by connectivity (003-4): two triangles that are far apart on the mesh grow towards each
 * other, always the smaller side next, so that both sides stay connected by edges. What is in
 * pieces already is divided piece by piece. See split.h. */
#include "tree/split.h"

#include "base/sort.h"
#include "base/vec3.h"

/* Triangles reached so far, as a stretch of the queue. */
typedef struct front {
    uint32_t mark;        /* what its triangles are marked with */
    uint32_t read, write; /* places in the queue */
} front;

/* A search over the triangles that carry one mark. */
typedef struct search {
    uint32_t from;      /* that mark */
    uint32_t edge_mark; /* of edges that have nothing more to give */
    uint32_t most;      /* triangles to take across one edge at once, as a share of its triangles */
} search;

/* Gives triangles across an edge to a front. Each edge is done once a search, however many
 * triangles share it; false if there are more than may be taken at once. */
static bool reach_over_edge(const hem_splitter *split, const search *find, uint32_t edge, front *to,
                            uint32_t *queue)
{
    const uint32_t *begin = hem_mesh_edge_begin(split->mesh) + edge;
    uint32_t left = (begin[1] - begin[0]) / find->most + 1u;
    if (split->edge_marks[edge] == find->edge_mark) {
        return true;
    }
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        uint32_t other = hem_mesh_edge_triangles(split->mesh)[i];
        if (split->marks[other] == find->from) {
            if (left == 0) {
                return false;
            }
            left--;
            split->marks[other] = to->mark;
            queue[to->write++] = other;
        }
    }
    split->edge_marks[edge] = find->edge_mark;
    return true;
}

/* Goes across the edges of the front's next triangle, which stays the next while there is more. */
static void advance(const hem_splitter *split, const search *find, front *to, uint32_t *queue)
{
    const uint32_t *edges = hem_mesh_triangle_edges(split->mesh) + 3u * (size_t)queue[to->read];
    bool done = true;
    for (uint32_t k = 0; k < 3; k++) {
        done = reach_over_edge(split, find, edges[k], to, queue) && done;
    }
    to->read += done;
}

/* Reaches everything that carries `from` and hangs together with the seed, from queue place `place`
 * on. Returns where the queue ends; its last triangle is among the farthest. */
static uint32_t flood(hem_splitter *split, uint32_t seed, uint32_t from, uint32_t to,
                      uint32_t place)
{
    front wave = {to, place, place};
    search find = {from, split->next_mark++, 1u};
    split->marks[seed] = to;
    split->queue[wave.write++] = seed;
    while (wave.read < wave.write) {
        advance(split, &find, &wave, split->queue);
    }
    return wave.write;
}

/* Writes back a run as the two sides in the order they had. */
static uint32_t write_sides(const hem_splitter *split, hem_run run, uint32_t first_mark)
{
    uint32_t *order = split->order + run.begin;
    uint32_t first = 0, kept = 0;
    for (uint32_t i = 0; i < run.count; i++) {
        uint32_t triangle = order[i];
        if (split->marks[triangle] == first_mark) {
            order[first++] = triangle;
        } else {
            split->spare[kept++] = triangle;
        }
    }
    for (uint32_t i = 0; i < kept; i++) {
        order[first + i] = split->spare[i];
    }
    return first;
}

/* Two queues: the first side's from the front, in `queue`, the other's in `spare`. */
static uint32_t grow_two(hem_splitter *split, hem_run run, uint32_t from, uint32_t seed_a,
                         uint32_t seed_b)
{
    front side[2] = {{split->next_mark, 0, 0}, {split->next_mark + 1u, 0, 0}};
    uint32_t *queue[2] = {split->queue, split->spare};
    /* Where many share an edge, neither side may take them all at once. */
    search find = {from, split->next_mark + 2u, 16u};
    split->next_mark += 3u;
    const uint32_t seeds[2] = {seed_a, seed_b};
    for (uint32_t s = 0; s < 2; s++) {
        split->marks[seeds[s]] = side[s].mark;
        queue[s][side[s].write++] = seeds[s];
    }
    for (;;) {
        bool open[2] = {side[0].read < side[0].write, side[1].read < side[1].write};
        if (!open[0] && !open[1]) {
            break;
        }
        uint32_t s = side[1].write < side[0].write ? 1u : 0u;
        s = open[s] ? s : 1u - s;
        advance(split, &find, &side[s], queue[s]);
    }
    return write_sides(split, run, side[0].mark);
}

static uint32_t longest_axis(const hem_splitter *split, hem_run run)
{
    const uint32_t *triangles = hem_mesh_triangles(split->mesh);
    hem_vec3 low = split->reference[triangles[3u * (size_t)split->order[run.begin]]], high = low;
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 at = split->reference[triangles[3u * (size_t)split->order[i] + k]];
            low = hem_vec3_min(low, at);
            high = hem_vec3_max(high, at);
        }
    }
    hem_vec3 size = hem_sub(high, low);
    if (size.x >= size.y && size.x >= size.z) {
        return 0;
    }
    return size.y >= size.z ? 1 : 2;
}

/* Where a piece lies: the mean of its triangles' first corners on an axis. */
static float piece_place(const hem_splitter *split, uint32_t begin, uint32_t end, uint32_t axis)
{
    const float *reference = &split->reference->x;
    const uint32_t *triangles = hem_mesh_triangles(split->mesh);
    float sum = 0.0f;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t vertex = triangles[3u * (size_t)split->queue[i]];
        sum += reference[3u * (size_t)vertex + axis];
    }
    return sum / (float)(end - begin);
}

/* A run in several pieces: those that lie first on the longest axis, up to half of the triangles,
 * go to the first side. */
static uint32_t divide_pieces(hem_splitter *split, hem_run run, uint32_t from)
{
    uint32_t axis = longest_axis(split, run);
    uint32_t to = split->next_mark++;
    uint32_t piece_count = 0, reached = 0;
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        if (split->marks[split->order[i]] != from) {
            continue;
        }
        uint32_t end = flood(split, split->order[i], from, to, reached);
        float place = piece_place(split, reached, end, axis);
        split->sizes[reached] = end - reached;
        split->pieces[piece_count++] = (hem_pair){hem_float_key(place), reached};
        reached = end;
    }
    hem_sort(split->pieces, piece_count);
    uint32_t first = 0, written = 0;
    for (uint32_t p = 0; p < piece_count; p++) {
        uint32_t begin = split->pieces[p].second;
        uint32_t size = split->sizes[begin];
        for (uint32_t i = 0; i < size; i++) {
            split->order[run.begin + written++] = split->queue[begin + i];
        }
        /* The cut nearest to the middle, but not behind the last piece. */
        if (p + 1u < piece_count && (first == 0 || written <= run.count / 2u)) {
            first = written;
        }
    }
    return first;
}

uint32_t hem_cut_connected(hem_splitter *split, hem_run run)
{
    uint32_t members = split->next_mark++;
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        split->marks[split->order[i]] = members;
    }
    uint32_t once = split->next_mark++;
    uint32_t end = flood(split, split->order[run.begin], members, once, 0);
    if (end < run.count) {
        for (uint32_t i = 0; i < end; i++) {
            split->marks[split->queue[i]] = members;
        }
        return divide_pieces(split, run, members);
    }
    uint32_t far = split->queue[end - 1u];
    uint32_t twice = split->next_mark++;
    end = flood(split, far, once, twice, 0);
    return grow_two(split, run, twice, far, split->queue[end - 1u]);
}
