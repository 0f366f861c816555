// Who takes part, in the order of the table. The first is the reference for the set of pairs: its
// exact predicates are its own.
#include "bench/peers/peers.h"

extern "C" const peer peer_hem;

extern const peer peer_cgal_exact, peer_cgal_boxes, peer_embree, peer_embree_low, peer_bullet,
    peer_gimpact, peer_fcl_aabb, peer_fcl_kdop;

extern "C" const peer *const peer_list[] = {
    &peer_cgal_exact, &peer_hem,     &peer_cgal_boxes, &peer_embree,   &peer_embree_low,
    &peer_bullet,     &peer_gimpact, &peer_fcl_aabb,   &peer_fcl_kdop, nullptr,
};
