/* Splitting from the root down: the order of nodes, and what limits them. See split.h. */
#include "tree/split.h"

#include "base/hem_assert.h"

/* What stands in child[] until the node is made: 0 is the root's and 1 is passed by then. */
#define WAITS          0u
#define WAITS_BY_COUNT 1u

/* The children of one node, as runs that follow each other. */
typedef struct children {
    uint32_t count;
    hem_run run[16];
} children;

typedef struct builder {
    hem_splitter split;
    hem_tree *tree;
    const hem_tree_parts *parts;
    uint32_t node_capacity, node_count;
    uint32_t reserved; /* nodes that the runs that wait take when they are split by count */
    uint32_t level;
} builder;

/* The largest power of the degree that is less than n: so many triangles go to one child. */
static uint32_t part_by_count(uint32_t n, uint32_t degree)
{
    uint32_t part = 1;
    while ((uint64_t)part * degree < n) {
        part *= degree;
    }
    return part;
}

uint32_t hem_nodes_by_count(uint32_t n, uint32_t degree)
{
    uint32_t nodes = 0;
    while (n > 1u) {
        uint32_t part = part_by_count(n, degree);
        nodes += 1u + n / part * ((part - 1u) / (degree - 1u));
        n %= part;
    }
    return nodes;
}

/* How many levels of volumes n triangles need below their node when they are split by count. */
static uint32_t levels_by_count(uint32_t n, uint32_t degree)
{
    uint32_t levels = 0;
    for (uint64_t reached = 1; reached < n; reached *= degree) {
        levels++;
    }
    return levels;
}

static children split_by_count(hem_run run, uint32_t degree)
{
    uint32_t part = part_by_count(run.count, degree);
    children result = {.count = 0};
    for (uint32_t done = 0; done < run.count; done += part) {
        uint32_t left = run.count - done;
        result.run[result.count++] = (hem_run){run.begin + done, left < part ? left : part};
    }
    return result;
}

static uint32_t cut(builder *build, hem_run run, const hem_cut_planes *planes, uint32_t round)
{
    hem_splitter *split = &build->split;
    switch (split->builder) {
    case HEM_BUILD_LONGEST_SIDE:
        return hem_cut_longest_side(split, run);
    case HEM_BUILD_CONNECTED:
        return hem_cut_connected(split, run);
    default:
        break;
    }
    if (round < 3u) {
        return hem_cut_at_plane(split, run, planes->axis[round], planes->at[round]);
    }
    /* Sixteen children: each eighth once more, where it is longest. */
    hem_cut_planes own = hem_choose_planes(split, run);
    return hem_cut_at_plane(split, run, own.axis[0], own.at[0]);
}

/* Cuts every part of a node once; with `always`, parts that no cut divides are halved. */
static void cut_round(builder *build, children *parts, const hem_cut_planes *planes, uint32_t round)
{
    children next = {.count = 0};
    bool always = build->split.builder == HEM_BUILD_LONGEST_SIDE;
    for (uint32_t i = 0; i < parts->count; i++) {
        hem_run run = parts->run[i];
        uint32_t first = run.count > 1u ? cut(build, run, planes, round) : 0;
        bool divided = first > 0 && first < run.count;
        if (!divided && always && run.count > 1u) {
            first = run.count / 2u;
            divided = true;
        }
        if (divided) {
            next.run[next.count++] = (hem_run){run.begin, first};
            next.run[next.count++] = (hem_run){run.begin + first, run.count - first};
        } else {
            next.run[next.count++] = run;
        }
    }
    *parts = next;
}

static children split_by_builder(builder *build, hem_run run)
{
    children parts = {.count = 1, .run = {run}};
    hem_cut_planes planes = {.axis = {0}};
    if (build->split.builder == HEM_BUILD_BOX_CENTRE || build->split.builder == HEM_BUILD_MEAN) {
        planes = hem_choose_planes(&build->split, run);
    }
    uint32_t round = 0;
    for (uint32_t reached = 1; reached < build->split.degree; reached *= 2u) {
        cut_round(build, &parts, &planes, round++);
    }
    /* Triangles whose centres are one point. */
    return parts.count > 1u ? parts : split_by_count(run, build->split.degree);
}

/* Is there room for such children, if all below them is split by count? */
static bool has_room(const builder *build, const children *parts)
{
    uint64_t nodes = (uint64_t)build->node_count + build->reserved;
    for (uint32_t i = 0; i < parts->count; i++) {
        uint32_t n = parts->run[i].count;
        nodes += hem_nodes_by_count(n, build->split.degree);
        if (build->level + 1u + levels_by_count(n, build->split.degree) > HEM_TREE_DEPTH) {
            return false;
        }
    }
    return nodes <= build->node_capacity;
}

/* Makes the next node; its children wait. */
static void make_node(builder *build, hem_run run, bool by_count)
{
    uint32_t degree = build->split.degree;
    hem_tree *tree = build->tree;
    build->node_count++;
    children parts;
    if (run.count == 1u) {
        parts = (children){.count = 1, .run = {run}};
    } else {
        build->reserved -= hem_nodes_by_count(run.count, degree);
        if (!by_count) {
            parts = split_by_builder(build, run);
            by_count = !has_room(build, &parts);
            tree->split_by_count += by_count;
        }
        if (by_count) {
            parts = split_by_count(run, degree);
        }
    }
    size_t lane = 4u * (size_t)tree->group_count;
    tree->group_count += tree->groups_per_node;
    HEM_ASSERT(tree->group_count <= tree->group_capacity);
    for (uint32_t i = 0; i < 4u * tree->groups_per_node; i++, lane++) {
        hem_run child = i < parts.count ? parts.run[i] : (hem_run){run.begin + run.count, 0};
        build->parts->first_leaf[lane] = child.begin;
        build->parts->end_leaf[lane] = child.begin + child.count;
        if (child.count < 2u) {
            build->parts->child[lane] = child.count == 0 ? HEM_NONE : child.begin | HEM_IS_LEAF;
        } else {
            build->parts->child[lane] = by_count ? WAITS_BY_COUNT : WAITS;
            build->reserved += hem_nodes_by_count(child.count, degree);
        }
        tree->volume_count += child.count > 0;
    }
}

/* Level by level: the lanes themselves are the queue. */
static void make_nodes(builder *build)
{
    hem_tree *tree = build->tree;
    uint32_t f = tree->triangle_count;
    build->reserved = hem_nodes_by_count(f, build->split.degree);
    tree->volume_count = 1;
    tree->level_begin[0] = 0;
    make_node(build, (hem_run){0, f}, false);
    uint32_t group = 0;
    while (group < tree->group_count) {
        build->level++;
        uint32_t level_end = tree->group_count;
        tree->level_begin[build->level] = level_end;
        for (; group < level_end; group++) {
            for (uint32_t i = 0; i < 4; i++) {
                size_t lane = 4u * (size_t)group + i;
                uint32_t waits = build->parts->child[lane];
                if ((waits & HEM_IS_LEAF) == 0) {
                    uint32_t begin = build->parts->first_leaf[lane];
                    build->parts->child[lane] = tree->group_count;
                    make_node(build, (hem_run){begin, build->parts->end_leaf[lane] - begin},
                              waits == WAITS_BY_COUNT);
                }
            }
        }
    }
    tree->depth = build->level;
}

void hem_tree_split(hem_tree *tree, const hem_tree_parts *parts, const hem_tree_def *def,
                    uint32_t node_capacity, uint32_t *scratch)
{
    size_t f = tree->triangle_count;
    builder build = {.tree = tree, .parts = parts, .node_capacity = node_capacity};
    build.split = (hem_splitter){
        .mesh = def->mesh,
        .reference = def->reference,
        .builder = tree->builder,
        .axis_count = tree->axis_count,
        .degree = tree->degree,
        .order = parts->order,
        .spare = scratch,
        .centres = (hem_vec3 *)(void *)(scratch + f),
        .next_mark = 1,
        .marks = scratch + f,
        .queue = scratch + 2 * f,
        .edge_marks = scratch + 3 * f,
        .pieces = (hem_pair *)(void *)(scratch + 6 * f),
        .sizes = scratch + 8 * f,
    };
    for (uint32_t t = 0; t < f; t++) {
        parts->order[t] = t;
    }
    if (tree->builder == HEM_BUILD_CONNECTED) {
        for (size_t i = 0; i < f; i++) {
            build.split.marks[i] = 0;
        }
        for (size_t i = 0; i < def->mesh->edge_count; i++) {
            build.split.edge_marks[i] = 0;
        }
    } else {
        hem_find_triangle_centres(&build.split);
    }
    make_nodes(&build);
}
