// Embree 3: every body a scene of one user geometry, refitted or rebuilt, and rtcCollide.
#include "bench/peers/peer_trees.h"

#include <embree3/rtcore.h>

#include <cstdio>
#include <cstdlib>

namespace
{

// A device of one thread that counts the bytes it holds.
struct counted_device {
    RTCDevice handle;
    size_t bytes = 0;

    counted_device()
    {
        handle = rtcNewDevice("threads=1,user_threads=1,start_threads=0,set_affinity=0");
        rtcSetDeviceMemoryMonitorFunction(
            handle,
            [](void *self, ssize_t more, bool) {
                static_cast<counted_device *>(self)->bytes += static_cast<size_t>(more);
                return true;
            },
            this);
        rtcSetDeviceErrorFunction(
            handle,
            [](void *, RTCError, const char *text) {
                std::fprintf(stderr, "embree: %s\n", text);
                std::abort();
            },
            nullptr);
    }
};

template <RTCBuildQuality quality> struct embree_tree {
    const peer_scene *scene;
    peer_body body;
    float margin;
    const hem_vec3 *positions;
    RTCGeometry geometry;
    RTCScene accel;

    embree_tree(const peer_scene *of, const peer_body &range)
        : scene(of), body(range), margin(peer_margin(of)), positions(of->rest)
    {
        accel = rtcNewScene(device().handle);
        rtcSetSceneFlags(accel, RTC_SCENE_FLAG_DYNAMIC); // without it a commit builds anew
        rtcSetSceneBuildQuality(accel, RTC_BUILD_QUALITY_LOW);
        geometry = rtcNewGeometry(device().handle, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryBuildQuality(geometry, quality);
        rtcSetGeometryUserPrimitiveCount(geometry, body.triangle_count);
        rtcSetGeometryUserData(geometry, this);
        rtcSetGeometryBoundsFunction(geometry, bounds, this);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(accel, geometry);
        rtcCommitScene(accel);
    }

    ~embree_tree()
    {
        rtcReleaseGeometry(geometry);
        rtcReleaseScene(accel);
    }

    static counted_device &device()
    {
        static counted_device made;
        return made;
    }

    static size_t used_bytes(const void *)
    {
        return device().bytes;
    }

    static void bounds(const RTCBoundsFunctionArguments *args)
    {
        const embree_tree *self = static_cast<const embree_tree *>(args->geometryUserPtr);
        size_t triangle = self->body.first_triangle + args->primID;
        peer_box box = peer_triangle_box(self->positions, self->scene->triangles + 3u * triangle,
                                         self->margin);
        RTCBounds *out = args->bounds_o;
        out->lower_x = box.low[0], out->lower_y = box.low[1], out->lower_z = box.low[2];
        out->upper_x = box.high[0], out->upper_y = box.high[1], out->upper_z = box.high[2];
    }

    void refit(const hem_vec3 *at)
    {
        positions = at;
        rtcCommitGeometry(geometry);
        rtcCommitScene(accel);
    }

    peer_box box() const
    {
        RTCBounds b;
        rtcGetSceneBounds(accel, &b);
        return {{b.lower_x, b.lower_y, b.lower_z}, {b.upper_x, b.upper_y, b.upper_z}};
    }

    struct request {
        const peer_sink *sink;
        uint32_t first_a, first_b;
        float margin;

        // A leaf of a refitted tree holds several triangles, of which only the common box has been
        // compared.
        void candidate(uint32_t a, uint32_t b) const
        {
            const uint32_t *triangles = sink->scene->triangles;
            size_t ta = first_a + a, tb = first_b + b;
            if (peer_boxes_overlap(
                    peer_triangle_box(sink->positions, triangles + 3u * ta, margin),
                    peer_triangle_box(sink->positions, triangles + 3u * tb, margin))) {
                sink->candidate(first_a + a, first_b + b);
            }
        }
    };

    // A scene against itself gives every pair both ways, and every triangle with itself.
    void self(const peer_sink &sink)
    {
        request ask = {&sink, body.first_triangle, body.first_triangle, margin};
        rtcCollide(
            accel, accel,
            [](void *user, RTCCollision *pairs, unsigned count) {
                const request *to = static_cast<const request *>(user);
                for (unsigned i = 0; i < count; i++) {
                    if (pairs[i].primID0 < pairs[i].primID1) {
                        to->candidate(pairs[i].primID0, pairs[i].primID1);
                    }
                }
            },
            &ask);
    }

    void cross(embree_tree &other, const peer_sink &sink)
    {
        request ask = {&sink, body.first_triangle, other.body.first_triangle, margin};
        rtcCollide(
            accel, other.accel,
            [](void *user, RTCCollision *pairs, unsigned count) {
                const request *to = static_cast<const request *>(user);
                for (unsigned i = 0; i < count; i++) {
                    to->candidate(pairs[i].primID0, pairs[i].primID1);
                }
            },
            &ask);
    }
};

template <RTCBuildQuality quality> peer made(const char *name)
{
    peer out = peer_forest<embree_tree<quality>>::as_peer(name);
    out.used_bytes = embree_tree<quality>::used_bytes;
    return out;
}

} // namespace

extern const peer peer_embree, peer_embree_low;
const peer peer_embree = made<RTC_BUILD_QUALITY_REFIT>("Embree refit");
const peer peer_embree_low = made<RTC_BUILD_QUALITY_LOW>("Embree rebuild");
