/* What the competitors that keep one hierarchy a body share: update all, then each with itself and
 * each two whose boxes overlap, as the scene asks.
 *
 * A tree is made from (scene, body) and has
 *     void refit(const hem_vec3 *positions);
 *     peer_box box() const;                          of everything, inflated like the leaves
 *     void self(const peer_sink &sink);              all pairs of its own triangles
 *     void cross(Tree &other, const peer_sink &sink); all pairs with those of another tree */
#ifndef HEM_BENCH_PEER_TREES_H
#define HEM_BENCH_PEER_TREES_H

#include "bench/peers/peer_narrow.h"

#include <memory>
#include <vector>

struct peer_box {
    float low[3], high[3];
};

inline bool peer_boxes_overlap(const peer_box &a, const peer_box &b)
{
    return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] &&
           b.low[1] <= a.high[1] && a.low[2] <= b.high[2] && b.low[2] <= a.high[2];
}

/* Half of epsilon, and enough more for the rounding of the boxes. */
inline float peer_margin(const peer_scene *scene)
{
    return 0.5002f * scene->epsilon;
}

inline peer_box peer_triangle_box(const hem_vec3 *positions, const uint32_t *triangle, float margin)
{
    const hem_vec3 &a = positions[triangle[0]], &b = positions[triangle[1]],
                   &c = positions[triangle[2]];
    auto least = [](float x, float y, float z) {
        float xy = x < y ? x : y;
        return xy < z ? xy : z;
    };
    auto most = [](float x, float y, float z) {
        float xy = x > y ? x : y;
        return xy > z ? xy : z;
    };
    return {
        {least(a.x, b.x, c.x) - margin, least(a.y, b.y, c.y) - margin,
         least(a.z, b.z, c.z) - margin},
        {most(a.x, b.x, c.x) + margin, most(a.y, b.y, c.y) + margin, most(a.z, b.z, c.z) + margin}};
}

template <class Tree> struct peer_forest {
    const peer_scene *scene;
    const hem_vec3 *positions;
    std::vector<std::unique_ptr<Tree>> trees;
    std::vector<peer_box> boxes;

    explicit peer_forest(const peer_scene *of) : scene(of), positions(of->rest)
    {
        for (uint32_t i = 0; i < scene->body_count; i++) {
            trees.emplace_back(new Tree(scene, scene->bodies[i]));
        }
        boxes.resize(trees.size());
    }

    static void *create(const peer_scene *scene)
    {
        return new peer_forest(scene);
    }

    static void destroy(void *self)
    {
        delete static_cast<peer_forest *>(self);
    }

    static void update(void *self, const hem_vec3 *positions)
    {
        peer_forest *forest = static_cast<peer_forest *>(self);
        forest->positions = positions;
        for (auto &tree : forest->trees) {
            tree->refit(positions);
        }
    }

    static void query(void *self, peer_pairs *out)
    {
        peer_forest *forest = static_cast<peer_forest *>(self);
        peer_sink sink(forest->scene, forest->positions, out);
        auto &trees = forest->trees;
        if (forest->scene->within) {
            for (auto &tree : trees) {
                tree->self(sink);
            }
        }
        if (!forest->scene->between) {
            return;
        }
        for (size_t i = 0; i < trees.size(); i++) {
            forest->boxes[i] = trees[i]->box();
        }
        for (size_t i = 0; i < trees.size(); i++) {
            for (size_t j = i + 1; j < trees.size(); j++) {
                if (peer_boxes_overlap(forest->boxes[i], forest->boxes[j])) {
                    trees[i]->cross(*trees[j], sink);
                }
            }
        }
    }

    static peer as_peer(const char *name)
    {
        return {name, nullptr, create, update, query, nullptr, destroy};
    }
};

#endif
