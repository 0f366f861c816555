// FCL: BVHModel with boxes and with 18-DOPs, replaced and refitted bottom-up, walked by FCL's own
// recursion. For nearness the volumes are compared with a gap of epsilon.
#include "bench/peers/peer_trees.h"

#include <fcl/math/bv/utility.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/math/bv/kDOP.h>
#include <fcl/narrowphase/detail/traversal/collision/bvh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>

namespace
{

template <class S> bool apart(const fcl::AABB<S> &a, const fcl::AABB<S> &b, S gap)
{
    return (a.min_.array() > b.max_.array() + gap).any() ||
           (b.min_.array() > a.max_.array() + gap).any();
}

// The directions are x, y, z, then six sums and differences of two, which are longer by the root
// of two.
template <class S> bool apart(const fcl::KDOP<S, 18> &a, const fcl::KDOP<S, 18> &b, S gap)
{
    for (size_t i = 0; i < 9; i++) {
        S room = i < 3 ? gap : gap * static_cast<S>(1.4142136);
        if (a.dist(i) > b.dist(i + 9) + room || b.dist(i) > a.dist(i + 9) + room) {
            return true;
        }
    }
    return false;
}

template <class Volume> struct fcl_tree {
    using S = typename Volume::S;
    const peer_scene *scene;
    peer_body body;
    fcl::BVHModel<Volume> model;
    std::vector<fcl::Vector3<S>> points;

    fcl_tree(const peer_scene *of, const peer_body &range) : scene(of), body(range)
    {
        points.resize(body.vertex_count);
        load(of->rest);
        std::vector<fcl::Triangle> triangles;
        for (uint32_t i = 0; i < body.triangle_count; i++) {
            const uint32_t *t = of->triangles + 3u * static_cast<size_t>(body.first_triangle + i);
            triangles.emplace_back(t[0] - body.first_vertex, t[1] - body.first_vertex,
                                   t[2] - body.first_vertex);
        }
        model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
        model.addSubModel(points, triangles);
        model.endModel();
    }

    void load(const hem_vec3 *positions)
    {
        for (uint32_t i = 0; i < body.vertex_count; i++) {
            const hem_vec3 &p = positions[body.first_vertex + i];
            points[i] = fcl::Vector3<S>(p.x, p.y, p.z);
        }
    }

    void refit(const hem_vec3 *positions)
    {
        load(positions);
        model.beginReplaceModel();
        model.replaceSubModel(points);
        model.endReplaceModel(true, true);
    }

    static void widen(peer_box &box, const fcl::AABB<S> &volume)
    {
        for (int k = 0; k < 3; k++) {
            box.low[k] = static_cast<float>(volume.min_[k]);
            box.high[k] = static_cast<float>(volume.max_[k]);
        }
    }

    static void widen(peer_box &box, const fcl::KDOP<S, 18> &volume)
    {
        for (size_t k = 0; k < 3; k++) {
            box.low[k] = static_cast<float>(volume.dist(k));
            box.high[k] = static_cast<float>(volume.dist(k + 9));
        }
    }

    peer_box box() const
    {
        peer_box out;
        widen(out, model.getBV(0).bv);
        for (int k = 0; k < 3; k++) {
            out.low[k] -= peer_margin(scene);
            out.high[k] += peer_margin(scene);
        }
        return out;
    }

    struct walk : fcl::detail::BVHCollisionTraversalNode<Volume> {
        const peer_sink *sink;
        uint32_t first_a, first_b;
        S gap;

        bool BVTesting(int a, int b) const override
        {
            if (gap > 0) {
                return apart(this->model1->getBV(a).bv, this->model2->getBV(b).bv, gap);
            }
            return !this->model1->getBV(a).bv.overlap(this->model2->getBV(b).bv);
        }

        void leafTesting(int a, int b) const override
        {
            sink->candidate(first_a + static_cast<uint32_t>(this->model1->getBV(a).primitiveId()),
                            first_b + static_cast<uint32_t>(this->model2->getBV(b).primitiveId()));
        }
    };

    walk start(fcl_tree &other, const peer_sink &sink)
    {
        walk node;
        node.model1 = &model;
        node.model2 = &other.model;
        node.sink = &sink;
        node.first_a = body.first_triangle;
        node.first_b = other.body.first_triangle;
        node.gap = 2 * static_cast<S>(peer_margin(scene));
        return node;
    }

    void cross(fcl_tree &other, const peer_sink &sink)
    {
        walk node = start(other, sink);
        fcl::detail::collisionRecurse<S>(&node, 0, 0, nullptr);
    }

    void self(const peer_sink &sink)
    {
        walk node = start(*this, sink);
        fcl::detail::selfCollisionRecurse<S>(&node, 0, nullptr);
    }
};

} // namespace

extern const peer peer_fcl_aabb, peer_fcl_kdop;
const peer peer_fcl_aabb = peer_forest<fcl_tree<fcl::AABB<float>>>::as_peer("FCL AABB");
const peer peer_fcl_kdop = peer_forest<fcl_tree<fcl::KDOP<float, 18>>>::as_peer("FCL KDOP18");
