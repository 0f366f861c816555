/* Fuzzes worlds: any capacities, blocks of exactly the size and of one byte less, any bodies that
 * come, go and move. What is refused leaves the block as it was; what is done leaves a valid one.
 */
#include "fuzz/fuzz_body.h"
#include "hem/world.h"

static uint32_t some_capacity(fuzz_bytes *bytes, uint32_t most)
{
    uint32_t kind = fuzz_below(bytes, 16);
    if (kind == 0) {
        return fuzz_below(bytes, 2);
    }
    return kind == 1 ? fuzz_u32(bytes) : 1u + fuzz_below(bytes, most);
}

static hem_caps some_caps(fuzz_bytes *bytes)
{
    uint32_t bodies = some_capacity(bytes, 4), vertices = some_capacity(bytes, 200);
    uint32_t triangles = some_capacity(bytes, 250), edges = some_capacity(bytes, 250);
    hem_caps caps = hem_default_caps(bodies, vertices, triangles, edges, fuzz_byte(bytes));
    if (fuzz_one_in(bytes, 4)) {
        caps.orphans = some_capacity(bytes, 200);
    }
    if (fuzz_one_in(bytes, 64)) {
        caps.cookie ^= 1u << fuzz_below(bytes, 32);
    }
    return caps;
}

/* Everything but scratch, which nothing survives in. */
static uint64_t hash_of(const hem_world *world)
{
    return fuzz_hash(world, world->offset.scratch);
}

/* Bodies that were given, those that are gone included. */
#define FUZZ_HANDLES 16u

typedef struct fuzz_handles {
    hem_body body[FUZZ_HANDLES];
    uint32_t count;
} fuzz_handles;

static hem_body some_body(fuzz_bytes *bytes, const fuzz_handles *handles)
{
    if (handles->count == 0 || fuzz_one_in(bytes, 16)) {
        return (hem_body){fuzz_byte(bytes), fuzz_byte(bytes)};
    }
    return handles->body[fuzz_below(bytes, handles->count)];
}

static void spoil(fuzz_bytes *bytes, hem_body_def *def, fuzz_body *shape)
{
    switch (fuzz_below(bytes, 32)) {
    case 0:
        def->cookie ^= 1u << fuzz_below(bytes, 32);
        break;
    case 1:
        def->positions = NULL;
        break;
    case 2:
        def->triangles = NULL;
        break;
    case 3:
        def->vertex_count = fuzz_below(bytes, shape->vertex_count);
        break;
    case 4:
        def->triangle_count = 0;
        break;
    case 5:
        shape->triangles[fuzz_below(bytes, 3u * shape->triangle_count)] = fuzz_u32(bytes);
        break;
    case 6:
        def->group_limit = fuzz_byte(bytes);
        break;
    case 7:
        def->triangle_count = UINT32_MAX - fuzz_byte(bytes);
        break;
    default:
        break;
    }
}

static void check_body(const hem_world *world, hem_body body, const hem_body_def *def)
{
    const hem_mesh *mesh = hem_body_mesh(world, body);
    const hem_vec3 *positions = hem_body_positions(world, body);
    FUZZ_CHECK(mesh != NULL && positions != NULL);
    FUZZ_CHECK(mesh->vertex_count == def->vertex_count &&
               mesh->triangle_count == def->triangle_count);
    FUZZ_CHECK(memcmp(hem_mesh_triangles(mesh), def->triangles,
                      3u * (size_t)def->triangle_count * sizeof *def->triangles) == 0);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        float moved = positions[v].x - def->positions[v].x;
        FUZZ_CHECK(moved < HEM_GRID && -moved < HEM_GRID);
    }
}

/* Adds a body, or puts it in the place of one. */
static void add_body(fuzz_bytes *bytes, hem_world *world, fuzz_handles *handles)
{
    fuzz_places places = fuzz_one_in(bytes, 4) ? FUZZ_ANY : fuzz_legal_places(bytes);
    fuzz_body shape = fuzz_body_shape(bytes, places);
    hem_body_def def = hem_default_body_def();
    def.kind = fuzz_below(bytes, HEM_STATIC + 2u);
    def.positions = shape.positions;
    def.vertex_count = shape.vertex_count;
    def.triangles = shape.triangles;
    def.triangle_count = shape.triangle_count;
    spoil(bytes, &def, &shape);
    def.thickness = fuzz_one_in(bytes, 8) ? fuzz_float(bytes) : 0.001f;
    def.density = fuzz_one_in(bytes, 8) ? fuzz_float(bytes) : 0.2f;
    hem_body body = {77, 77};
    hem_body_report report, *told = fuzz_one_in(bytes, 2) ? NULL : &report;
    uint64_t before = hash_of(world), contents = hem_world_hash(world);
    bool anew = handles->count == FUZZ_HANDLES || fuzz_one_in(bytes, 4);
    hem_body old = some_body(bytes, handles);
    hem_status status =
        anew ? hem_replace_body(world, old, &def, told) : hem_add_body(world, &def, &body, told);
    FUZZ_CHECK(status <= HEM_OK);
    if (status == HEM_OK) {
        check_body(world, anew ? old : body, &def);
        FUZZ_CHECK(anew || hem_world_hash(world) != contents);
    } else {
        FUZZ_CHECK(before == hash_of(world) && contents == hem_world_hash(world));
        FUZZ_CHECK(body.slot == 77 && body.generation == 77);
    }
    if (status == HEM_OK && !anew) {
        handles->body[handles->count++] = body;
    }
    fuzz_body_free(&shape);
}

/* Tells a body something, in good or bad words. */
static void tell_body(fuzz_bytes *bytes, hem_world *world, const fuzz_handles *handles)
{
    hem_body body = some_body(bytes, handles);
    const hem_mesh *mesh = hem_body_mesh(world, body);
    uint32_t count = mesh == NULL ? 3u : mesh->vertex_count;
    uint64_t before = hash_of(world);
    hem_status status;
    if (fuzz_one_in(bytes, 4)) {
        status = hem_set_pin(world, body, fuzz_below(bytes, count + 1u), fuzz_one_in(bytes, 2));
    } else if (fuzz_one_in(bytes, 4)) {
        status = hem_set_material(world, body, fuzz_float(bytes), fuzz_float(bytes));
    } else {
        fuzz_block places = fuzz_block_take(count * (uint32_t)sizeof(hem_vec3));
        hem_vec3 *place = (hem_vec3 *)(void *)places.memory;
        fuzz_places where = fuzz_one_in(bytes, 8) ? FUZZ_ANY : fuzz_legal_places(bytes);
        for (uint32_t v = 0; v < count; v++) {
            place[v] = fuzz_position(bytes, where);
        }
        uint32_t which = fuzz_below(bytes, 3);
        hem_detail detail;
        hem_status points = hem_check_points(world, body, place, count, &detail);
        FUZZ_CHECK(detail.index == HEM_NONE || (detail.index < count && points < HEM_OK));
        status = which == 0   ? hem_set_candidate(world, body, place, count)
                 : which == 1 ? hem_set_kinematic(world, body, place, count)
                              : hem_teleport(world, body, place, count);
        FUZZ_CHECK(status == points || status == HEM_WRONG_KIND);
        fuzz_block_free(&places);
    }
    FUZZ_CHECK(status <= HEM_OK && (mesh != NULL || status == HEM_BAD_BODY));
    FUZZ_CHECK(status == HEM_OK || before == hash_of(world));
}

static void take_step(fuzz_bytes *bytes, hem_world *world)
{
    hem_step_in in = hem_default_step_in(fuzz_one_in(bytes, 4) ? fuzz_float(bytes) : 0.01f);
    in.limits = (hem_limits){.repel_sweeps = fuzz_below(bytes, 3),
                             .impact_passes = fuzz_below(bytes, 4),
                             .impact_sweeps = fuzz_below(bytes, 3),
                             .zone_passes = fuzz_below(bytes, 3),
                             .zone_sweeps = fuzz_below(bytes, 3),
                             .hold_passes = fuzz_below(bytes, 3)};
    hem_report report;
    uint64_t before = hash_of(world);
    hem_status status = hem_resolve(world, &in, &report);
    FUZZ_CHECK(status >= HEM_OK || before == hash_of(world));
    FUZZ_CHECK(status < HEM_OK || report.scratch.left_out == 0);
}

/* Bodies come, go, are told things and move. */
static void use_bodies(fuzz_bytes *bytes, hem_world *world)
{
    fuzz_handles handles = {.count = 0};
    for (uint32_t i = fuzz_below(bytes, 12); i > 0; i--) {
        uint32_t what = fuzz_below(bytes, 8);
        if (what < 3 || handles.count == 0) {
            add_body(bytes, world, &handles);
        } else if (what == 3) {
            hem_body body = some_body(bytes, &handles);
            bool there = hem_body_mesh(world, body) != NULL;
            FUZZ_CHECK(hem_remove_body(world, body) == (there ? HEM_OK : HEM_BAD_BODY));
        } else if (what < 7) {
            tell_body(bytes, world, &handles);
        } else {
            take_step(bytes, world);
        }
        FUZZ_CHECK(hem_world_validate(world, NULL) == HEM_OK);
    }
}

static void check_regions(const hem_world *world)
{
    uint64_t sum = 0;
    hem_memory_region region;
    for (uint32_t i = 0; hem_world_region(world, i, &region); i++) {
        FUZZ_CHECK(region.used <= region.bytes);
        sum += region.bytes;
    }
    FUZZ_CHECK(sum == world->bytes);
}

/* At one byte less the block stays as it is; at the size itself there is a world. */
static void use_world(fuzz_bytes *bytes, const hem_caps *caps, uint32_t needed)
{
    fuzz_block less = fuzz_block_take(needed - 1u);
    uint64_t before = fuzz_hash(less.memory, less.bytes);
    hem_world *world = NULL;
    FUZZ_CHECK(hem_world_init(less.memory, less.bytes, caps, &world) == HEM_BLOCK_TOO_SMALL);
    FUZZ_CHECK(world == NULL && before == fuzz_hash(less.memory, less.bytes));
    fuzz_block_free(&less);
    fuzz_block block = fuzz_block_take(needed);
    FUZZ_CHECK(hem_world_init(block.memory, block.bytes, caps, &world) == HEM_OK);
    use_bodies(bytes, world);
    check_regions(world);
    hem_body nobody = {fuzz_u32(bytes), fuzz_u32(bytes)};
    FUZZ_CHECK(nobody.slot < world->caps.bodies || hem_body_mesh(world, nobody) == NULL);
    fuzz_block copy = fuzz_block_take(needed);
    memcpy(copy.memory, block.memory, needed);
    FUZZ_CHECK(hem_world_hash((hem_world *)(void *)copy.memory) == hem_world_hash(world));
    fuzz_block_free(&copy);
    fuzz_block_free(&block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    hem_caps caps = some_caps(&bytes);
    uint32_t needed = hem_world_bytes(&caps);
    if (needed > 0 && needed < 1u << 24) {
        use_world(&bytes, &caps, needed);
    } else {
        fuzz_block block = fuzz_block_take(256);
        uint64_t before = fuzz_hash(block.memory, block.bytes);
        hem_world *world = NULL;
        hem_status status = hem_world_init(block.memory, block.bytes, &caps, &world);
        FUZZ_CHECK(status == (needed > 0 ? HEM_BLOCK_TOO_SMALL : status) && status < HEM_OK);
        FUZZ_CHECK(world == NULL && before == fuzz_hash(block.memory, block.bytes));
        fuzz_block_free(&block);
    }
    return 0;
}
