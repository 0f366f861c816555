/* Zones made from a list of impacts: the part of the list that fits, its movable vertices numbered
 * in ascending order, and a forest over them whose roots are the smallest. See zone.h. */
#include "respond/zone.h"

#include "base/hash.h"
#include "base/real.h"
#include "base/sort.h"

#include <string.h>

typedef struct maker {
    const hem_respond_in *in;
    hem_zones *zones;
    uint32_t taken;   /* impacts at the beginning of the list that are looked at */
    hem_pair *pairs;  /* four for each of them: (vertex, corner), or (hash, impact) */
    uint32_t *corner; /* four for each: the number of its vertex, or HEM_NONE */
    uint32_t *zone_of_impact;
    uint32_t *zone_of_vertex; /* a forest first */
    uint32_t *place;          /* of a vertex: its number zone after zone */
} maker;

static bool is_movable(const maker *make, uint32_t vertex)
{
    return make->in->motion.inverse_mass[vertex] > 0.0f;
}

/* Lists the movable corners of the impacts taken, by vertex and then by impact. */
static uint32_t list_corners(const maker *make)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < 4u * make->taken; c++) {
        uint32_t vertex = make->in->impacts[c / 4u].vertex[c % 4u];
        if (is_movable(make, vertex)) {
            make->pairs[count++] = (hem_pair){vertex, c};
        }
    }
    hem_sort(make->pairs, count);
    return count;
}

/* The longest beginning of the list that has no more vertices than there is room for: `first` gets
 * for each impact how many vertices it is the first to name. */
static uint32_t longest_beginning(const maker *make, uint32_t corners, uint32_t room,
                                  uint32_t *first)
{
    memset(first, 0, (size_t)make->taken * sizeof *first);
    for (uint32_t i = 0; i < corners; i++) {
        if (i == 0 || make->pairs[i].first != make->pairs[i - 1u].first) {
            first[make->pairs[i].second / 4u]++;
        }
    }
    uint32_t length = 0, vertices = 0;
    while (length < make->taken && vertices + first[length] <= room) {
        vertices += first[length++];
    }
    return length;
}

/* Numbers the vertices in ascending order; their names go to hem_zones.vertices. */
static void number_vertices(maker *make, uint32_t corners)
{
    hem_zones *zones = make->zones;
    for (uint32_t c = 0; c < 4u * make->taken; c++) {
        make->corner[c] = HEM_NONE;
    }
    for (uint32_t i = 0; i < corners; i++) {
        hem_pair pair = make->pairs[i];
        if (i == 0 || pair.first != make->pairs[i - 1u].first) {
            zones->vertices[zones->vertex_count++] = pair.first;
        }
        make->corner[pair.second] = zones->vertex_count - 1u;
    }
}

/* Joins two trees of a forest in which no parent is larger than its child, so that its roots are
 * the smallest of their trees. Both ways to the root are walked at once and shortened. */
static void join(uint32_t *parent, uint32_t a, uint32_t b)
{
    while (parent[a] != parent[b]) {
        uint32_t higher = parent[a] > parent[b] ? a : b;
        uint32_t lower = parent[a] > parent[b] ? b : a;
        uint32_t next = parent[higher];
        parent[higher] = parent[lower];
        if (next == higher) {
            return;
        }
        a = next;
        b = lower;
    }
}

/* Connects vertices by impacts and replaces the forest by zones, in the order of their smallest
 * vertices. */
static void number_zones(const maker *make)
{
    hem_zones *zones = make->zones;
    uint32_t *parent = make->zone_of_vertex;
    for (uint32_t v = 0; v < zones->vertex_count; v++) {
        parent[v] = v;
    }
    for (uint32_t i = 0; i < make->taken; i++) {
        uint32_t last = HEM_NONE;
        for (uint32_t c = 4u * i; c < 4u * i + 4u; c++) {
            if (make->corner[c] != HEM_NONE && last != HEM_NONE) {
                join(parent, last, make->corner[c]);
            }
            last = make->corner[c] != HEM_NONE ? make->corner[c] : last;
        }
        make->zone_of_impact[i] = last;
    }
    for (uint32_t v = 0; v < zones->vertex_count; v++) {
        if (parent[v] == v) {
            zones->zones[zones->zone_count] = (hem_zone){.state = HEM_ZONE_MADE};
            parent[v] = zones->zone_count++;
        } else {
            parent[v] = parent[parent[v]]; /* a number already */
        }
    }
    for (uint32_t i = 0; i < make->taken; i++) {
        uint32_t vertex = make->zone_of_impact[i];
        make->zone_of_impact[i] = vertex == HEM_NONE ? HEM_NONE : parent[vertex];
        zones->immovable += vertex == HEM_NONE;
    }
}

static uint32_t hash_of(const hem_impact *impact)
{
    uint64_t hash = hem_hash_u32_array(HEM_HASH_SEED, impact->vertex, 4);
    for (uint32_t k = 0; k < 4; k++) {
        hash = hem_hash_float(hash, impact->weight[k]);
    }
    hash = hem_hash_vec3(hash, impact->normal);
    hash = hem_hash_float(hem_hash_float(hash, impact->distance), impact->time);
    hash = hem_hash_u32(hash, impact->kind);
    return (uint32_t)(hash >> 32) ^ (uint32_t)hash;
}

/* Takes out impacts that repeat an earlier one in every bit (001-19). Only the last one of the same
 * hash is compared, so the time is that of sorting. */
static void drop_copies(const maker *make)
{
    const hem_impact *impacts = make->in->impacts;
    for (uint32_t i = 0; i < make->taken; i++) {
        make->pairs[i] = (hem_pair){hash_of(&impacts[i]), i};
    }
    hem_sort(make->pairs, make->taken);
    uint32_t kept = 0;
    for (uint32_t i = 1; i < make->taken; i++) {
        uint32_t now = make->pairs[i].second;
        bool same =
            make->pairs[i].first == make->pairs[kept].first &&
            memcmp(&impacts[now], &impacts[make->pairs[kept].second], sizeof impacts[now]) == 0;
        if (!same) {
            kept = i;
        } else if (make->zone_of_impact[now] != HEM_NONE) {
            make->zone_of_impact[now] = HEM_NONE;
            make->zones->copies++;
        }
    }
}

/* Where each zone's vertices and impacts begin; counts go back to zero, to be counted again. */
static void lay_out(const maker *make)
{
    hem_zones *zones = make->zones;
    for (uint32_t v = 0; v < zones->vertex_count; v++) {
        zones->zones[make->zone_of_vertex[v]].vertex_count++;
    }
    for (uint32_t i = 0; i < make->taken; i++) {
        if (make->zone_of_impact[i] != HEM_NONE) {
            zones->zones[make->zone_of_impact[i]].impact_count++;
        }
    }
    uint32_t vertices = 0, impacts = 0;
    for (uint32_t z = 0; z < zones->zone_count; z++) {
        hem_zone *zone = &zones->zones[z];
        zone->first_vertex = vertices;
        zone->first_impact = impacts;
        vertices += zone->vertex_count;
        impacts += zone->impact_count;
        zones->most_vertices =
            zone->vertex_count > zones->most_vertices ? zone->vertex_count : zones->most_vertices;
        zones->most_impacts =
            zone->impact_count > zones->most_impacts ? zone->impact_count : zones->most_impacts;
        zone->vertex_count = zone->impact_count = 0;
    }
    zones->impact_count = impacts;
}

/* Vertices and impacts zone after zone, each in the order that they had. */
static void fill(const maker *make)
{
    hem_zones *zones = make->zones;
    uint32_t *names = (uint32_t *)(void *)make->pairs; /* by number; the pairs are done with */
    memcpy(names, zones->vertices, (size_t)zones->vertex_count * sizeof *names);
    for (uint32_t v = 0; v < zones->vertex_count; v++) {
        hem_zone *zone = &zones->zones[make->zone_of_vertex[v]];
        make->place[v] = zone->first_vertex + zone->vertex_count++;
        zones->vertices[make->place[v]] = names[v];
    }
    for (uint32_t i = 0; i < make->taken; i++) {
        if (make->zone_of_impact[i] == HEM_NONE) {
            continue;
        }
        hem_zone *zone = &zones->zones[make->zone_of_impact[i]];
        uint32_t at = zone->first_impact + zone->impact_count++;
        zones->impacts[at] = i;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t vertex = make->corner[4u * i + k];
            zones->corners[4u * at + k] = vertex == HEM_NONE ? HEM_NONE : make->place[vertex];
        }
    }
}

void hem_zone_make(const hem_respond_in *in, const hem_zone_def *def, hem_arena *arena,
                   hem_zones *zones)
{
    *zones = (hem_zones){.detail = {.index = HEM_NONE}};
    zones->zones = hem_arena_take(arena, def->vertex_room, sizeof *zones->zones);
    zones->vertices = hem_arena_take(arena, def->vertex_room, sizeof *zones->vertices);
    zones->impacts = hem_arena_take(arena, def->impact_room, sizeof *zones->impacts);
    zones->corners = hem_arena_take(arena, def->impact_room, 4u * sizeof *zones->corners);
    uint32_t mark = hem_arena_mark(arena);
    maker make = {.in = in, .zones = zones};
    make.pairs = hem_arena_take(arena, def->impact_room, 4u * sizeof *make.pairs);
    make.corner = hem_arena_take(arena, def->impact_room, 4u * sizeof *make.corner);
    make.zone_of_impact = hem_arena_take(arena, def->impact_room, sizeof *make.zone_of_impact);
    make.zone_of_vertex = hem_arena_take(arena, def->vertex_room, sizeof *make.zone_of_vertex);
    make.place = hem_arena_take(arena, def->vertex_room, sizeof *make.place);

    make.taken = in->count < def->impact_room ? in->count : def->impact_room;
    uint32_t corners = list_corners(&make);
    uint32_t length = longest_beginning(&make, corners, def->vertex_room, make.zone_of_impact);
    if (length < make.taken) {
        make.taken = length;
        corners = list_corners(&make);
    }
    zones->left_out = in->count - make.taken;
    number_vertices(&make, corners);
    number_zones(&make);
    drop_copies(&make);
    lay_out(&make);
    fill(&make);
    hem_arena_release(arena, mark);
}
