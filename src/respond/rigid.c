/* A zone that moves as one body, its own or the one that the vertices of infinite mass in it are
 * part of: see hem_zones_rigid in inc/hem/respond.h. */
#include "respond/zone.h"

#include "respond/mass_points.h"

/* Rounds that bring momentum to what it was; and how near is near enough. */
#define ROUNDS  16u
#define NEARLY  (1.0f / 2097152.0f)
#define TURNING 1048576.0f /* half turns by dt that no motion of a body has */

/* The longest turn in a step, as the tangent of half its angle: 53 degrees. The momentum of chords
 * is largest at 90, and near there hardly any turn has the one that is asked for. */
#define HALF_MOST 0.5f

/* A body's motion over the step: a place turns about the centre, which moves along. */
typedef struct body {
    hem_vec3 centre;   /* at the start */
    hem_vec3 velocity; /* of the centre */
    hem_vec3 turn;
} body;

static hem_vec3 velocity_of(const body *moving, float dt, hem_vec3 start)
{
    hem_vec3 place = hem_sub(start, moving->centre);
    return hem_add(moving->velocity, hem_turned_velocity(moving->turn, dt, place));
}

/* -------------------------------------------------------------------- carried by infinite mass */

typedef struct zone_view {
    const hem_zones_in *in;
    const hem_zone *zone;
} zone_view;

/* The vertex of infinite mass at the c-th corner of the zone's impacts, or HEM_NONE. */
static uint32_t heavy_at(const zone_view *view, uint32_t c)
{
    const hem_zones *zones = view->in->zones;
    uint32_t at = 4u * view->zone->first_impact + c;
    return zones->corners[at] == HEM_NONE
               ? view->in->respond.impacts[zones->impacts[at / 4u]].vertex[at % 4u]
               : HEM_NONE;
}

/* How far a vertex is from the first chosen one, or from the line through the first two. */
static float distance_from(const zone_view *view, const uint32_t *chosen, uint32_t count,
                           uint32_t vertex)
{
    const hem_vec3 *start = view->in->respond.motion.start;
    hem_vec3 way = hem_sub(start[vertex], start[chosen[0]]);
    if (count == 1) {
        return hem_length(way);
    }
    hem_vec3 line = hem_sub(start[chosen[1]], start[chosen[0]]);
    return hem_length(hem_cross(way, line));
}

/* Chooses up to three vertices of infinite mass that are far apart: the first, the one farthest
 * from it, and the one farthest from the line through both. */
static uint32_t choose_heavy(const zone_view *view, uint32_t chosen[3])
{
    uint32_t corners = 4u * view->zone->impact_count, count = 0;
    for (uint32_t c = 0; c < corners && count == 0; c++) {
        chosen[0] = heavy_at(view, c);
        count = chosen[0] != HEM_NONE;
    }
    for (uint32_t more = 1; more < 3 && count == more; more++) {
        float farthest = 0.0f;
        for (uint32_t c = 0; c < corners; c++) {
            uint32_t vertex = heavy_at(view, c);
            float distance = vertex == HEM_NONE ? 0.0f : distance_from(view, chosen, count, vertex);
            if (distance > farthest) {
                farthest = distance;
                chosen[more] = vertex;
            }
        }
        count += farthest > 0.0f;
    }
    return count;
}

/* The motion of up to three vertices, if they are of one body. Halfway through the step, velocities
 * are turn x place exactly, so the turn is that of their momenta there. */
static body body_of(const hem_motion *motion, const uint32_t *vertices, uint32_t count)
{
    float mass[3] = {1.0f, 1.0f, 1.0f}, lane[3];
    hem_vec3 place[3], velocity[3];
    hem_mass_points points = {.mass = mass,
                              .place = place,
                              .velocity = velocity,
                              .lane = lane,
                              .count = count,
                              .total = (float)count};
    hem_vec3 start = motion->start[vertices[0]], common = motion->velocity[vertices[0]];
    for (uint32_t i = 0; i < count; i++) {
        place[i] = hem_sub(motion->start[vertices[i]], start);
        velocity[i] = hem_sub(motion->velocity[vertices[i]], common);
    }
    hem_vec3 mean_place = hem_scale(1.0f / points.total, hem_mass_points_sum(&points, place));
    hem_vec3 mean_velocity = hem_scale(1.0f / points.total, hem_mass_points_sum(&points, velocity));
    for (uint32_t i = 0; i < count; i++) {
        velocity[i] = hem_sub(velocity[i], mean_velocity);
        place[i] = hem_add_scaled(hem_sub(place[i], mean_place), 0.5f * motion->dt, velocity[i]);
    }
    hem_axes axes = hem_mass_points_axes(&points);
    return (body){
        .centre = hem_add(start, mean_place),
        .velocity = hem_add(common, mean_velocity),
        .turn = hem_axes_turn(&axes, hem_mass_points_spin(&points), 0.0f),
    };
}

/* Do all vertices of infinite mass end where the body takes them? */
static bool moves_all(const zone_view *view, const body *moving)
{
    const hem_motion *motion = &view->in->respond.motion;
    float half = 0.5f * motion->dt;
    if (!(hem_length(hem_scale(half, moving->turn)) < TURNING)) {
        return false;
    }
    for (uint32_t c = 0; c < 4u * view->zone->impact_count; c++) {
        uint32_t vertex = heavy_at(view, c);
        if (vertex != HEM_NONE) {
            hem_vec3 expected = velocity_of(moving, motion->dt, motion->start[vertex]);
            float off = hem_length(hem_sub(motion->velocity[vertex], expected)) * motion->dt;
            if (!(off <= view->in->def.rigid_tolerance)) {
                return false;
            }
        }
    }
    return true;
}

static hem_zone_state carry(const zone_view *view, const uint32_t *heavy, uint32_t count)
{
    const hem_motion *motion = &view->in->respond.motion;
    body moving = body_of(motion, heavy, count);
    if (!moves_all(view, &moving)) {
        return HEM_ZONE_PINCHED;
    }
    for (uint32_t v = 0; v < view->zone->vertex_count; v++) {
        uint32_t vertex = view->in->zones->vertices[view->zone->first_vertex + v];
        motion->velocity[vertex] = velocity_of(&moving, motion->dt, motion->start[vertex]);
    }
    return HEM_ZONE_CARRIED;
}

/* ------------------------------------------------------------------------- by its own momentum */

/* Shortens a turn to HALF_MOST, and tells whether it had to. */
static bool limit_turn(hem_vec3 *turn, float dt)
{
    hem_vec3 half = hem_scale(0.5f * dt, *turn);
    float largest = hem_max(hem_max(hem_abs(half.x), hem_abs(half.y)), hem_abs(half.z));
    float shrink = largest > 1.0f ? 1.0f / largest : 1.0f; /* so that no square overflows */
    float length = hem_length(hem_scale(shrink, half));
    if (!(length > HALF_MOST * shrink)) {
        return false;
    }
    *turn = hem_scale(HALF_MOST * shrink / length, *turn);
    return true;
}

/* The turn whose chords have the momentum that `turn` has at an instant, exactly so about a
 * principal axis: chords are shorter by 1 + h^2, with h the length of turn dt / 2. */
static hem_vec3 turn_of_chords(hem_vec3 turn, float dt)
{
    float angle = hem_length(turn) * dt;
    float rest = hem_max(1.0f - angle * angle, 0.0f);
    return hem_scale(2.0f / (1.0f + hem_sqrt(rest)), turn);
}

/* How much a turn must change for its chords to gain the momentum that `change` has at an instant:
 * more than that, most of all along its own axis, since longer turns have shorter chords. */
static hem_vec3 chord_correction(hem_vec3 turn, hem_vec3 change, float dt)
{
    float square = hem_dot(turn, turn), half = 0.25f * dt * dt * square;
    if (!(square >= FLT_MIN)) {
        return change;
    }
    float along = hem_dot(turn, change) / square;
    float across = 1.0f + half, steep = across * across / hem_max(1.0f - half, 0.125f);
    hem_vec3 own = hem_scale(along, turn);
    return hem_add_scaled(hem_scale(across, hem_sub(change, own)), steep, own);
}

/* Velocities of the points as parts of a body, into points->velocity. */
static void move_points(hem_mass_points *points, hem_vec3 velocity, hem_vec3 turn, float dt)
{
    for (uint32_t i = 0; i < points->count; i++) {
        points->velocity[i] = hem_add(velocity, hem_turned_velocity(turn, dt, points->place[i]));
    }
}

/* Replaces the points' velocities by those of one body with the same momenta. The first guess is
 * right for turns about a principal axis; others, and rounding, are seen in the momenta of the
 * velocities themselves and corrected. */
static bool become_body(hem_mass_points *points, float dt)
{
    hem_axes axes = hem_mass_points_axes(points);
    hem_vec3 spin = hem_mass_points_spin(points), velocity = {0.0f, 0.0f, 0.0f};
    float noise = NEARLY * hem_mass_points_spin_size(points);
    hem_vec3 turn = turn_of_chords(hem_axes_turn(&axes, spin, noise), dt);
    bool limited = limit_turn(&turn, dt);
    move_points(points, velocity, turn, dt);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        hem_vec3 drift = hem_mass_points_sum(points, points->velocity);
        hem_vec3 missing = hem_sub(spin, hem_mass_points_spin(points));
        velocity = hem_add_scaled(velocity, -1.0f / points->total, drift);
        if (!limited && hem_length(missing) > noise) {
            hem_vec3 change = hem_axes_turn(&axes, missing, noise);
            turn = hem_add(turn, chord_correction(turn, change, dt));
            limited = limit_turn(&turn, dt);
        } else if (round > 0) {
            break;
        }
        move_points(points, velocity, turn, dt);
    }
    return limited;
}

static hem_zone_state move_by_itself(const zone_view *view)
{
    const hem_motion *motion = &view->in->respond.motion;
    const uint32_t *vertices = view->in->zones->vertices + view->zone->first_vertex;
    hem_mass_points points = hem_mass_points_take(view->in->scratch, view->zone->vertex_count);
    hem_mass_points_load(&points, motion, vertices);
    bool limited = become_body(&points, motion->dt);
    for (uint32_t i = 0; i < points.count; i++) {
        motion->velocity[vertices[i]] = hem_add(points.common, points.velocity[i]);
    }
    return limited ? HEM_ZONE_TURN_LIMITED : HEM_ZONE_RIGID;
}

void hem_zone_rigid(const hem_zones_in *in, uint32_t index)
{
    uint32_t mark = hem_arena_mark(in->scratch), heavy[3] = {HEM_NONE, HEM_NONE, HEM_NONE};
    zone_view view = {in, &in->zones->zones[index]};
    uint32_t count = choose_heavy(&view, heavy);
    in->zones->zones[index].state = count > 0 ? carry(&view, heavy, count) : move_by_itself(&view);
    hem_arena_release(in->scratch, mark);
}
