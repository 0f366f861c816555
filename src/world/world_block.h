/* Ways into the block that the files of the world layer share. */
#ifndef HEM_WORLD_WORLD_BLOCK_H
#define HEM_WORLD_WORLD_BLOCK_H

#include "base/ranges.h"
#include "detect/small_impact.h"
#include "hem/world.h"

#include <string.h>

/* A region of the block, by its offset. */
static inline const void *hem_world_part(const hem_world *world, uint32_t offset)
{
    return (const uint8_t *)world + offset;
}

static inline void *hem_world_part_to_change(hem_world *world, uint32_t offset)
{
    return (uint8_t *)world + offset;
}

/* hem_world_velocities(world) and so on: the region of that name. */
#define HEM_WORLD_ACCESSOR(name, type)                                      \
    static inline type *hem_world_##name(hem_world *world)                  \
    {                                                                       \
        return (type *)hem_world_part_to_change(world, world->offset.name); \
    }
HEM_WORLD_ACCESSOR(slots, hem_body_slot)
HEM_WORLD_ACCESSOR(bodies, hem_body_record)
HEM_WORLD_ACCESSOR(positions, hem_vec3)
HEM_WORLD_ACCESSOR(velocities, hem_vec3)
HEM_WORLD_ACCESSOR(ends, hem_vec3)
HEM_WORLD_ACCESSOR(inverse_masses, float)
HEM_WORLD_ACCESSOR(pinned, uint32_t)
HEM_WORLD_ACCESSOR(bend_scales, float)
#undef HEM_WORLD_ACCESSOR

static inline hem_small_impact *hem_world_contact_room(hem_world *world)
{
    return hem_world_part_to_change(world, world->offset.contacts);
}

/* Room that no contact uses is zero, as in every region: a step has its impacts there. */
static inline void hem_world_erase_contacts_from(hem_world *world, uint32_t first)
{
    hem_small_impact *room = hem_world_contact_room(world);
    world->contact_count = first;
    memset(room + first, 0, (size_t)(world->caps.contacts - first) * sizeof *room);
}

bool hem_world_is_valid(const hem_world *world);

/* Also: are size and offsets those of its capacities? */
bool hem_world_layout_is_good(const hem_world *world);

/* Does any of these bytes lie in the block? Not of null. */
static inline bool hem_world_holds(const hem_world *world, const void *bytes, uint64_t count)
{
    return bytes != NULL && hem_ranges_overlap(world, world->bytes, bytes, count);
}

/* HEM_OK, HEM_NOT_FINITE or HEM_OUT_OF_RANGE. */
hem_status hem_world_check_material(float thickness, float friction);
hem_status hem_world_check_max_speed(float speed);

/* Does a kinematic body go no further than it may in a step? HEM_OK, or HEM_TOO_FAST: the body, and
 * which vertex. Linear in their vertices. */
hem_status hem_world_check_speeds(hem_world *world, float dt, hem_body *body, hem_detail *detail);

/* Of a bend scale: HEM_OK, HEM_NOT_FINITE or HEM_OUT_OF_RANGE. */
hem_status hem_world_check_bend_scale(float scale);

static inline bool hem_kind_deforms(uint32_t kind)
{
    return kind == HEM_CLOTH || kind == HEM_SOFT;
}

/* The record of a body, or null when it does not exist. */
const hem_body_record *hem_world_body(const hem_world *world, hem_body body);

/* The place of a body that a caller names, among the bodies, or why there is none: HEM_NULL,
 * HEM_BAD_WORLD, HEM_BAD_BODY. */
hem_status hem_world_find(const hem_world *world, hem_body body, uint32_t *out);

/* A body's mesh and tree, by its place among the bodies. */
static inline const hem_mesh *hem_world_mesh(const hem_world *world, uint32_t body)
{
    return (const hem_mesh *)hem_world_part(world, world->offset.meshes) + body;
}

static inline hem_tree *hem_world_tree(hem_world *world, const hem_body_record *record)
{
    return (hem_tree *)hem_world_part_to_change(world, world->offset.trees + record->tree_begin);
}

/* The cloth of a body, or null where hem_step does not simulate it. */
static inline hem_body_cloth *hem_world_cloth(hem_world *world, const hem_body_record *record)
{
    return record->cloth_bytes == 0 ? NULL
                                    : (hem_body_cloth *)hem_world_part_to_change(
                                          world, world->offset.cloth + record->cloth_begin);
}

/* How much of every shared array is used: what a region's count is made of. */
typedef struct hem_world_counts {
    uint32_t bodies, vertices, triangles, edges, orphans, tree_bytes;
    uint32_t cloth_triangles, cloth_bytes;
} hem_world_counts;

/* What all bodies use. */
hem_world_counts hem_world_used(const hem_world *world);

/* Sets where the arrays of the mesh at a place begin, behind those of so many before it. */
hem_mesh *hem_world_place_mesh(hem_world *world, uint32_t body, const hem_world_counts *before);

/* As hem_add_body, for a body that takes the place of another, or HEM_NONE: what it crosses of that
 * one does not count. */
hem_status hem_world_add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                              hem_body_report *report, uint32_t instead_of);

/* Does hem_step simulate bodies of this kind in this world? */
static inline bool hem_world_simulates(const hem_world *world, uint32_t kind)
{
    return world->caps.cloth_triangles > 0 && hem_kind_deforms(kind);
}

/* How many of so many vertices have a bend scale: all, or none where nothing is simulated. */
static inline uint32_t hem_world_scaled(const hem_world *world, uint32_t vertices)
{
    return world->caps.cloth_triangles > 0 ? vertices : 0u;
}

/* The cloth of a body that is to be added, at the start of scratch, if it is simulated. Statuses as
 * hem_cloth_build, and those of its material. */
hem_status hem_world_make_cloth(hem_world *world, const hem_body_def *def, const hem_mesh *mesh,
                                hem_detail *detail);

/* Where the arrays of cloth with so many triangles stand behind its record, and all its bytes. */
typedef struct hem_cloth_layout {
    uint32_t membranes, hinges; /* bytes from the hem_cloth */
    uint64_t bytes;
} hem_cloth_layout;

hem_cloth_layout hem_world_lay_cloth(uint32_t triangles, uint32_t hinges);

/* Puts it behind the cloth of the bodies before, where there is room. Returns the bytes taken. */
uint32_t hem_world_place_cloth(hem_world *world, const hem_body_def *def);

/* How many edges go through faces or are in exact contact with them, of a body with itself, if it
 * deforms, and with all others but one, where either deforms. Linear in all positions, and a pass
 * for each body whose box overlaps; trees of these are fitted. */
typedef struct hem_world_crossings {
    uint32_t through, touching;
} hem_world_crossings;
hem_world_crossings hem_world_crossings_of(hem_world *world, uint32_t body, uint32_t but);

/* The scratch of the block, all of it. */
hem_arena hem_world_scratch(hem_world *world);

/* Notes how much of it a call has used, and how much all bodies do. */
void hem_world_note_scratch(hem_world *world, const hem_arena *scratch);
void hem_world_note_bodies(hem_world *world);

/* Notes that so much of a limit was enough, or, of one that has run out, that more must be. */
void hem_world_note_limit(uint32_t *enough, uint64_t used, const uint32_t *ran_out);

/* The use of every buffer and limit after a step, scratch's own apart; notes it. */
void hem_world_report_use(hem_world *world, hem_report *report);

#endif
