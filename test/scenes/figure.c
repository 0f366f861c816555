/* The figure's skeleton and its capsules: see figure.h. */
#include "scenes/figure.h"

/* One capsule: its measures, and the rings it gets at each level of detail. The vertices around
 * are those of the level, twice as many where `wide`. */
typedef struct figure_bone {
    float radius, length;
    bool wide;
    uint8_t rings[3]; /* by figure_detail */
} figure_bone;

enum { PELVIS, CHEST, NECK, HEAD, SHOULDERS, THIGH, SHIN, FOOT, UPPER_ARM, FOREARM, HAND };

/* The sums of rings are such that the figures have exactly the sizes that figure.h states. */
static const figure_bone bones[11] = {
    [PELVIS] = {0.11f, 0.14f, true, {4, 30, 32}},
    [CHEST] = {0.12f, 0.33f, true, {4, 40, 44}},
    [NECK] = {0.05f, 0.13f, false, {4, 10, 15}},
    [HEAD] = {0.09f, 0.08f, false, {4, 30, 44}},
    [SHOULDERS] = {0.045f, 0.34f, false, {4, 16, 24}},
    [THIGH] = {0.08f, 0.42f, false, {4, 42, 56}},
    [SHIN] = {0.055f, 0.4f, false, {4, 36, 50}},
    [FOOT] = {0.04f, 0.15f, false, {4, 16, 20}},
    [UPPER_ARM] = {0.045f, 0.27f, false, {4, 28, 37}},
    [FOREARM] = {0.038f, 0.24f, false, {4, 25, 34}},
    [HAND] = {0.035f, 0.1f, false, {4, 12, 15}},
};

static const uint8_t bones_around[3] = {8, 28, 40};

/* Capsule of a bone that hangs from the frame's origin along -z. Rings are spread over caps and
 * side by their lengths. */
static void build_bone(scene_mesh *mesh, figure_detail detail, uint32_t bone, scene_frame joint)
{
    const figure_bone *b = &bones[bone];
    uint32_t rings = b->rings[detail];
    float cap = 1.5707963f * b->radius;
    uint32_t cap_rings = (uint32_t)((float)rings * cap / (2.0f * cap + b->length));
    cap_rings = cap_rings == 0 ? 1u : cap_rings;
    uint32_t around = bones_around[detail];
    if (b->wide && detail != FIGURE_SMALL) {
        around *= 2u;
    }
    shape_capsule capsule = {around, cap_rings, rings - 2u * cap_rings, b->radius, b->length};
    uint32_t first = mesh->vertex_count;
    shape_closed_capsule(mesh, capsule);
    scene_mesh_place(mesh, first, scene_frame_in(joint, scene_frame_at(0.0f, 0.0f, -b->length)));
}

/* The joint at the far end of a bone. */
static scene_frame bone_end(scene_frame joint, uint32_t bone)
{
    return scene_frame_in(joint, scene_frame_at(0.0f, 0.0f, -bones[bone].length));
}

static const float shoulder_height = 1.44f;

static float side_sign(uint32_t side)
{
    return side == 0 ? 1.0f : -1.0f;
}

static scene_frame upper_body(const figure_pose *pose)
{
    scene_frame bent =
        scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.98f), scene_frame_turned_x(-pose->lean));
    return scene_frame_in(pose->root, scene_frame_in(bent, scene_frame_at(0.0f, 0.0f, -0.98f)));
}

static scene_frame limb_joint(scene_frame body, hem_vec3 at, float swing, float outward)
{
    scene_frame turned =
        scene_frame_in(scene_frame_turned_x(swing), scene_frame_turned_y(-outward));
    return scene_frame_in(body, scene_frame_in(scene_frame_at(at.x, at.y, at.z), turned));
}

static scene_frame hip_joint(const figure_pose *pose, uint32_t side)
{
    float sign = side_sign(side);
    return limb_joint(pose->root, hem_vec3_make(sign * 0.1f, 0.0f, 0.92f), pose->thigh_swing[side],
                      sign * pose->thigh_spread[side]);
}

static scene_frame shoulder_joint(const figure_pose *pose, uint32_t side)
{
    float sign = side_sign(side);
    return limb_joint(upper_body(pose), hem_vec3_make(sign * 0.19f, 0.0f, shoulder_height),
                      pose->arm_swing[side], sign * pose->arm_spread[side]);
}

scene_frame figure_part_frame(const figure_pose *pose, figure_part part)
{
    switch (part) {
    case FIGURE_CHEST:
        return upper_body(pose);
    case FIGURE_RIGHT_ARM:
    case FIGURE_LEFT_ARM:
        return shoulder_joint(pose, part == FIGURE_RIGHT_ARM ? 0 : 1);
    default:
        return pose->root;
    }
}

figure_pose figure_standing(void)
{
    return (figure_pose){.root = scene_frame_at(0.0f, 0.0f, 0.0f)};
}

static void build_leg(scene_mesh *mesh, figure_detail detail, const figure_pose *pose,
                      uint32_t side)
{
    scene_frame hip = hip_joint(pose, side);
    scene_frame knee =
        scene_frame_in(bone_end(hip, THIGH), scene_frame_turned_x(-pose->knee[side]));
    scene_frame ankle = scene_frame_in(bone_end(knee, SHIN), scene_frame_at(0.0f, -0.03f, -0.05f));
    build_bone(mesh, detail, THIGH, hip);
    build_bone(mesh, detail, SHIN, knee);
    build_bone(mesh, detail, FOOT, scene_frame_in(ankle, scene_frame_turned_x(0.25f)));
}

static void build_arm(scene_mesh *mesh, figure_detail detail, const figure_pose *pose,
                      uint32_t side)
{
    scene_frame shoulder = shoulder_joint(pose, side);
    scene_frame elbow =
        scene_frame_in(bone_end(shoulder, UPPER_ARM), scene_frame_turned_x(pose->elbow[side]));
    build_bone(mesh, detail, UPPER_ARM, shoulder);
    build_bone(mesh, detail, FOREARM, elbow);
    build_bone(mesh, detail, HAND, bone_end(elbow, FOREARM));
}

void figure_build(scene_mesh *mesh, figure_detail detail, const figure_pose *pose)
{
    scene_frame pelvis =
        scene_frame_in(scene_frame_at(0.07f, 0.0f, 0.95f), scene_frame_turned_y(0.25f));
    scene_frame shoulders =
        scene_frame_in(scene_frame_at(0.17f, 0.0f, shoulder_height), scene_frame_turned_y(0.25f));
    scene_frame upper = upper_body(pose);
    build_bone(mesh, detail, PELVIS, scene_frame_in(pose->root, pelvis));
    build_bone(mesh, detail, CHEST, scene_frame_in(upper, scene_frame_at(0.0f, 0.0f, 1.35f)));
    build_bone(mesh, detail, NECK, scene_frame_in(upper, scene_frame_at(0.0f, 0.0f, 1.55f)));
    build_bone(mesh, detail, HEAD, scene_frame_in(upper, scene_frame_at(0.0f, 0.0f, 1.68f)));
    build_bone(mesh, detail, SHOULDERS, scene_frame_in(upper, shoulders));
    for (uint32_t side = 0; side < 2u; side++) {
        build_leg(mesh, detail, pose, side);
        build_arm(mesh, detail, pose, side);
    }
}

void figure_dress_sweater(scene_mesh *mesh, figure_sweater sweater, const figure_pose *pose)
{
    shape_tube chest = {sweater.chest_around, sweater.chest_rows, 0.133f, 0.133f, 0.325f};
    shape_tube sleeve = {sweater.arm_around, sweater.arm_rows, 0.056f, 0.058f, 0.43f};
    uint32_t first = mesh->vertex_count;
    shape_open_tube(mesh, chest);
    scene_mesh_place(mesh, first,
                     scene_frame_in(upper_body(pose), scene_frame_at(0.0f, 0.0f, 1.055f)));
    for (uint32_t side = 0; side < 2u; side++) {
        first = mesh->vertex_count;
        shape_open_tube(mesh, sleeve);
        scene_mesh_place(mesh, first,
                         scene_frame_in(shoulder_joint(pose, side),
                                        scene_frame_at(0.0f, 0.0f, -0.06f - sleeve.height)));
    }
}

void figure_dress_skirt(scene_mesh *mesh, uint32_t around, uint32_t rows)
{
    shape_tube skirt = {around, rows, 0.35f, 0.175f, 0.52f};
    uint32_t first = mesh->vertex_count;
    shape_open_tube(mesh, skirt);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.5f));
}
