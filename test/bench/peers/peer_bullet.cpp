// Bullet 3: btDbvt with a triangle a leaf and a bottom-up refit in one backward pass; and the box
// tree of GImpact.
#include "bench/peers/peer_trees.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/Gimpact/btGImpactBvh.h>

namespace
{

inline btDbvtVolume volume_of(const peer_box &box)
{
    return btDbvtVolume::FromMM(btVector3(box.low[0], box.low[1], box.low[2]),
                                btVector3(box.high[0], box.high[1], box.high[2]));
}

struct dbvt_tree {
    const peer_scene *scene;
    peer_body body;
    float margin;
    btDbvt tree;
    std::vector<btDbvtNode> nodes; // depth first: parents before children

    dbvt_tree(const peer_scene *of, const peer_body &range)
        : scene(of), body(range), margin(peer_margin(of))
    {
        for (uint32_t i = 0; i < body.triangle_count; i++) {
            size_t triangle = body.first_triangle + i;
            peer_box box = peer_triangle_box(of->rest, of->triangles + 3u * triangle, margin);
            tree.insert(volume_of(box), nullptr)->dataAsInt = static_cast<int>(triangle);
        }
        tree.optimizeTopDown();
        nodes.reserve(2u * body.triangle_count);
        adopt(tree.m_root, nullptr);
        tree.clear();
        tree.m_root = nodes.data();
    }

    ~dbvt_tree()
    {
        tree.m_root = nullptr; // the nodes are not the tree's own
    }

    // Puts the nodes in the order in which refit and queries visit them, which makes both much
    // faster than on scattered ones.
    btDbvtNode *adopt(const btDbvtNode *from, btDbvtNode *parent)
    {
        nodes.push_back(*from);
        btDbvtNode *node = &nodes.back();
        node->parent = parent;
        if (from->isinternal()) {
            node->childs[0] = adopt(from->childs[0], node);
            node->childs[1] = adopt(from->childs[1], node);
        }
        return node;
    }

    void refit(const hem_vec3 *positions)
    {
        for (size_t i = nodes.size(); i-- > 0;) {
            btDbvtNode &node = nodes[i];
            if (node.isinternal()) {
                Merge(node.childs[0]->volume, node.childs[1]->volume, node.volume);
                continue;
            }
            size_t triangle = static_cast<size_t>(node.dataAsInt);
            node.volume =
                volume_of(peer_triangle_box(positions, scene->triangles + 3u * triangle, margin));
        }
    }

    peer_box box() const
    {
        const btVector3 &low = tree.m_root->volume.Mins(), &high = tree.m_root->volume.Maxs();
        return {{low.x(), low.y(), low.z()}, {high.x(), high.y(), high.z()}};
    }

    struct collide : btDbvt::ICollide {
        const peer_sink *sink;

        void Process(const btDbvtNode *a, const btDbvtNode *b)
        {
            sink->candidate(static_cast<uint32_t>(a->dataAsInt),
                            static_cast<uint32_t>(b->dataAsInt));
        }
    };

    void cross(dbvt_tree &other, const peer_sink &sink)
    {
        collide policy;
        policy.sink = &sink;
        tree.collideTTpersistentStack(tree.m_root, other.tree.m_root, policy);
    }

    void self(const peer_sink &sink)
    {
        cross(*this, sink);
    }
};

struct gimpact_tree : btPrimitiveManagerBase {
    const peer_scene *scene;
    peer_body body;
    float margin;
    const hem_vec3 *positions;
    btGImpactBvh tree;
    btPairSet pairs;

    gimpact_tree(const peer_scene *of, const peer_body &range)
        : scene(of), body(range), margin(peer_margin(of)), positions(of->rest)
    {
        tree.setPrimitiveManager(this);
        tree.buildSet();
    }

    bool is_trimesh() const override
    {
        return true;
    }

    int get_primitive_count() const override
    {
        return static_cast<int>(body.triangle_count);
    }

    void get_primitive_box(int index, btAABB &out) const override
    {
        size_t triangle = body.first_triangle + static_cast<size_t>(index);
        peer_box box = peer_triangle_box(positions, scene->triangles + 3u * triangle, margin);
        out.m_min = btVector3(box.low[0], box.low[1], box.low[2]);
        out.m_max = btVector3(box.high[0], box.high[1], box.high[2]);
    }

    void get_primitive_triangle(int, btPrimitiveTriangle &) const override
    {
    }

    void refit(const hem_vec3 *at)
    {
        positions = at;
        tree.update();
    }

    peer_box box() const
    {
        btAABB all = const_cast<btGImpactBvh &>(tree).getGlobalBox();
        return {{all.m_min.x(), all.m_min.y(), all.m_min.z()},
                {all.m_max.x(), all.m_max.y(), all.m_max.z()}};
    }

    void cross(gimpact_tree &other, const peer_sink &sink)
    {
        collide(other, sink, false);
    }

    // A tree against itself gives every pair both ways.
    void self(const peer_sink &sink)
    {
        collide(*this, sink, true);
    }

    void collide(gimpact_tree &other, const peer_sink &sink, bool same)
    {
        btTransform still = btTransform::getIdentity();
        pairs.resizeNoInitialize(0);
        btGImpactBvh::find_collision(&tree, still, &other.tree, still, pairs);
        for (int i = 0; i < pairs.size(); i++) {
            uint32_t a = static_cast<uint32_t>(pairs[i].m_index1);
            uint32_t b = static_cast<uint32_t>(pairs[i].m_index2);
            if (!same || a < b) {
                sink.candidate(body.first_triangle + a, other.body.first_triangle + b);
            }
        }
    }
};

} // namespace

extern const peer peer_bullet, peer_gimpact;
const peer peer_bullet = peer_forest<dbvt_tree>::as_peer("Bullet btDbvt");
const peer peer_gimpact = peer_forest<gimpact_tree>::as_peer("Bullet GImpact");
