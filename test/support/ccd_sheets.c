/* Queries as simulations of sheets make them: see ccd_cases.h. */
#include "ccd_case_parts.h"

typedef struct sheet {
    hem_vec3 origin;
    float wave, length, phase_x, phase_y, noise;
} sheet;

static sheet any_sheet(test_random *random, float height)
{
    sheet made = {{ccd_range(random, CCD_CELL), ccd_range(random, CCD_CELL), height},
                  random_float(random, 0.0f, 0.003f),
                  random_float(random, 2.5f, 10.0f) * CCD_CELL,
                  ccd_range(random, 3.2f),
                  ccd_range(random, 3.2f),
                  random_float(random, 0.0f, 0.0005f)};
    return made;
}

static hem_vec3 sheet_point(const sheet *s, test_random *random, int i, int j)
{
    float x = s->origin.x + CCD_CELL * (float)i, y = s->origin.y + CCD_CELL * (float)j;
    float turns = 6.2831853f / s->length;
    float z = s->wave * (sinf(turns * x + s->phase_x) + sinf(turns * y + s->phase_y));
    hem_vec3 point = {x, y, s->origin.z + z};
    return hem_add(point, ccd_point(random, s->noise));
}

/* Corners of one of the two triangles of a cell, and ends of one of the edges. */
static const int triangle_cells[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {1, 1}, {0, 1}}};
static const int edge_cells[3][2][2] = {{{0, 0}, {1, 0}}, {{0, 0}, {0, 1}}, {{1, 0}, {0, 1}}};

/* Features of sheet a around the origin, of sheet b up to `spread` cells beside. Where they are one
 * sheet, features that share no vertex. */
static void sheet_features(test_random *random, hem_ccd_pair pair, const sheet *a, const sheet *b,
                           int spread, hem_vec3 point[4])
{
    int i = (int)random_below(random, (uint32_t)(2 * spread + 2)) - spread;
    int j = (int)random_below(random, (uint32_t)(2 * spread + 2)) - spread;
    if (a == b && i >= -1 && i <= 1 && j >= -1 && j <= 1) {
        i = random_below(random, 2) == 0 ? 2 : -2;
    }
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        const int(*cell)[2] = triangle_cells[random_below(random, 2)];
        point[0] = sheet_point(b, random, i, j);
        for (int k = 0; k < 3; k++) {
            point[1 + k] = sheet_point(a, random, cell[k][0], cell[k][1]);
        }
    } else {
        const int(*first)[2] = edge_cells[random_below(random, 3)];
        const int(*second)[2] = edge_cells[random_below(random, 3)];
        for (int k = 0; k < 2; k++) {
            point[k] = sheet_point(b, random, i + first[k][0], j + first[k][1]);
            point[2 + k] = sheet_point(a, random, second[k][0], second[k][1]);
        }
    }
}

static bool swept_boxes_overlap(const hem_ccd_in *in, hem_ccd_pair pair)
{
    hem_vec3 low[2], high[2];
    bool begun[2] = {false, false};
    for (int i = 0; i < 4; i++) {
        int side = ccd_is_first(pair, i) ? 0 : 1;
        hem_vec3 least = hem_vec3_min(in->start[i], in->end[i]);
        hem_vec3 most = hem_vec3_max(in->start[i], in->end[i]);
        low[side] = begun[side] ? hem_vec3_min(low[side], least) : least;
        high[side] = begun[side] ? hem_vec3_max(high[side], most) : most;
        begun[side] = true;
    }
    return low[0].x <= high[1].x && low[1].x <= high[0].x && low[0].y <= high[1].y &&
           low[1].y <= high[0].y && low[0].z <= high[1].z && low[1].z <= high[0].z;
}

void ccd_cloth(test_random *random, hem_ccd_pair pair, float motion, hem_ccd_in *in)
{
    for (int tries = 0; tries < 200; tries++) {
        sheet a = any_sheet(random, 0.0f);
        sheet b = any_sheet(random, random_float(random, 0.0005f, 0.004f));
        bool itself = random_below(random, 3) == 0;
        sheet_features(random, pair, &a, itself ? &a : &b, 2, in->start);
        hem_vec3 together = {ccd_range(random, 0.003f), ccd_range(random, 0.003f),
                             random_float(random, -0.01f, 0.0f)};
        hem_vec3 first = {ccd_range(random, 0.001f), ccd_range(random, 0.001f),
                          random_float(random, -0.002f, 0.0005f)};
        if (itself) {
            first = (hem_vec3){0.0f, 0.0f, 0.0f};
        }
        ccd_move(random, pair, hem_scale(motion, together), hem_scale(motion, first),
                 motion * 0.0003f, in);
        if (swept_boxes_overlap(in, pair)) {
            return;
        }
    }
}

static hem_vec3 ball_point(float polar, float around)
{
    const float radius = 0.15f;
    return (hem_vec3){radius * sinf(polar) * cosf(around), radius * sinf(polar) * sinf(around),
                      radius * cosf(polar)};
}

/* A vertex or edge of a sheet that lies over a ball, against a triangle or edge of the ball. */
void ccd_ball(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    const float step = 0.12f;
    for (int tries = 0; tries < 200; tries++) {
        float polar = random_float(random, 0.1f, 1.2f), around = ccd_range(random, 3.1f);
        hem_vec3 corner[3] = {ball_point(polar, around), ball_point(polar + step, around),
                              ball_point(polar, around + step / sinf(polar))};
        float beside_polar = polar + ccd_range(random, step),
              away = random_float(random, 0.0f, 0.003f);
        hem_vec3 over = ball_point(beside_polar, around + ccd_range(random, step / sinf(polar)));
        over = hem_scale(1.0f + away / 0.15f, over);
        in->start[0] = over;
        for (int k = 0; k < 3; k++) {
            in->start[1 + k] = corner[k];
        }
        if (pair == HEM_CCD_PAIR_EDGE_EDGE) {
            hem_vec3 along = hem_cross(over, ccd_direction(random));
            along = hem_scale(CCD_CELL / (hem_length(along) + 1e-6f), along);
            uint32_t side = random_below(random, 3);
            in->start[1] = hem_add(over, along);
            in->start[2] = corner[side];
            in->start[3] = corner[(side + 1) % 3];
        }
        hem_vec3 still = {0.0f, 0.0f, 0.0f};
        hem_vec3 falls = {ccd_range(random, 0.002f), ccd_range(random, 0.002f),
                          random_float(random, -0.006f, 0.0f)};
        ccd_move(random, pair, still, falls, 0.0005f, in);
        /* The ball does not change its shape. */
        for (int k = 0; k < 4; k++) {
            if (!ccd_is_first(pair, k)) {
                in->end[k] = in->start[k];
            }
        }
        if (swept_boxes_overlap(in, pair)) {
            return;
        }
    }
}

void ccd_through(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    sheet a = any_sheet(random, 0.0f);
    sheet b = any_sheet(random, random_float(random, 0.008f, 0.02f));
    sheet_features(random, pair, &a, &b, 0, in->start);
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        /* Over the face, or nearly. */
        float s = random_float(random, 0.0f, 1.0f), t = random_float(random, 0.0f, 1.0f);
        if (s + t > 1.0f && random_below(random, 8) != 0) {
            s = 1.0f - s;
            t = 1.0f - t;
        }
        hem_vec3 on = hem_add_scaled(in->start[1], s, hem_sub(in->start[2], in->start[1]));
        on = hem_add_scaled(on, t, hem_sub(in->start[3], in->start[1]));
        in->start[0].x = on.x;
        in->start[0].y = on.y;
    } else {
        /* Across each other. */
        float s = random_float(random, 0.1f, 0.9f), t = random_float(random, 0.1f, 0.9f);
        hem_vec3 on = hem_add_scaled(in->start[2], t, hem_sub(in->start[3], in->start[2]));
        hem_vec3 along = hem_sub(in->start[1], in->start[0]);
        in->start[0] = (hem_vec3){on.x - s * along.x, on.y - s * along.y, in->start[0].z};
        in->start[1] = hem_add(in->start[0], along);
    }
    hem_vec3 together = ccd_point(random, 0.01f);
    hem_vec3 first = {ccd_range(random, 0.001f), ccd_range(random, 0.001f),
                      random_float(random, -0.05f, -0.03f)};
    ccd_move(random, pair, together, first, 0.0005f, in);
}
