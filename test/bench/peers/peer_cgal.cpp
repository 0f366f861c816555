// CGAL: intersecting boxes, found by its sweep over segment trees, which keeps nothing from frame
// to frame; then the exact predicates of its own kernel for intersections ("CGAL exact"), or the
// common test ("CGAL boxes").
#include "bench/peers/peer_trees.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

struct box_traits_box {
    peer_box box;
    uint32_t triangle;
};

struct box_traits {
    using Box_parameter = const box_traits_box *;
    using NT = float;
    using ID = uint32_t;
    static int dimension()
    {
        return 3;
    }
    static ID id(Box_parameter b)
    {
        return b->triangle;
    }
    static NT min_coord(Box_parameter b, int dim)
    {
        return b->box.low[dim];
    }
    static NT max_coord(Box_parameter b, int dim)
    {
        return b->box.high[dim];
    }
};

template <bool own_test> struct cgal_boxes {
    const peer_scene *scene;
    peer_body body;
    float margin;
    std::vector<box_traits_box> boxes;
    std::vector<const box_traits_box *> order, order_again;
    peer_box all;

    cgal_boxes(const peer_scene *of, const peer_body &range)
        : scene(of), body(range), margin(peer_margin(of)), boxes(range.triangle_count)
    {
        refit(of->rest);
    }

    void refit(const hem_vec3 *positions)
    {
        const float far = 3e38f;
        all = {{far, far, far}, {-far, -far, -far}};
        for (uint32_t i = 0; i < body.triangle_count; i++) {
            uint32_t triangle = body.first_triangle + i;
            boxes[i].triangle = triangle;
            boxes[i].box = peer_triangle_box(
                positions, scene->triangles + 3u * static_cast<size_t>(triangle), margin);
            for (int k = 0; k < 3; k++) {
                all.low[k] = std::min(all.low[k], boxes[i].box.low[k]);
                all.high[k] = std::max(all.high[k], boxes[i].box.high[k]);
            }
        }
    }

    peer_box box() const
    {
        return all;
    }

    // Those that reach a box; the sweep is then over fewer.
    static void gather(const cgal_boxes &from, const peer_box &within,
                       std::vector<const box_traits_box *> &into)
    {
        into.clear();
        for (const box_traits_box &b : from.boxes) {
            if (peer_boxes_overlap(b.box, within)) {
                into.push_back(&b);
            }
        }
    }

    // Under so many boxes it scans instead of splitting. CGAL's default of 10 takes about three
    // times as long here.
    static std::ptrdiff_t cutoff(size_t boxes)
    {
        return std::max<std::ptrdiff_t>(100, static_cast<std::ptrdiff_t>(boxes / 20));
    }

    static kernel::Triangle_3 triangle_of(const peer_sink &sink, uint32_t triangle)
    {
        const uint32_t *t = sink.scene->triangles + 3u * static_cast<size_t>(triangle);
        auto at = [&](int k) {
            const hem_vec3 &p = sink.positions[t[k]];
            return kernel::Point_3(p.x, p.y, p.z);
        };
        return {at(0), at(1), at(2)};
    }

    static void decide(const peer_sink &sink, uint32_t a, uint32_t b)
    {
        if (!own_test || sink.epsilon > 0.0) {
            sink.candidate(a, b);
            return;
        }
        if (peer_sink::share_vertex(sink.scene->triangles + 3u * static_cast<size_t>(a),
                                    sink.scene->triangles + 3u * static_cast<size_t>(b))) {
            return;
        }
        sink.out->candidates++;
        if (CGAL::do_intersect(triangle_of(sink, a), triangle_of(sink, b))) {
            sink.found(a, b);
        }
    }

    void cross(cgal_boxes &other, const peer_sink &sink)
    {
        gather(*this, other.all, order);
        gather(other, all, order_again);
        CGAL::box_intersection_d(
            order.begin(), order.end(), order_again.begin(), order_again.end(),
            [&](const box_traits_box *a, const box_traits_box *b) {
                decide(sink, a->triangle, b->triangle);
            },
            box_traits(), cutoff(order.size()), CGAL::Box_intersection_d::CLOSED,
            CGAL::Box_intersection_d::BIPARTITE);
    }

    void self(const peer_sink &sink)
    {
        gather(*this, all, order);
        CGAL::box_self_intersection_d(
            order.begin(), order.end(),
            [&](const box_traits_box *a, const box_traits_box *b) {
                decide(sink, a->triangle, b->triangle);
            },
            box_traits(), cutoff(order.size()), CGAL::Box_intersection_d::CLOSED);
    }
};

} // namespace

extern const peer peer_cgal_exact, peer_cgal_boxes;
const peer peer_cgal_exact = peer_forest<cgal_boxes<true>>::as_peer("CGAL exact");
const peer peer_cgal_boxes = peer_forest<cgal_boxes<false>>::as_peer("CGAL boxes");
