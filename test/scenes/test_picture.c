/* Pictures: well formed, within their frame, without what is hidden, and painted from back to
 * front, against a count of every pixel. */
#include "unity.h"

#include "picture_parts.h"
#include "player_picture.h"
#include "random.h"
#include "test_scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PLAYER_MEMORY(memory, PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);
static scene_player player;

enum { TEXT = 2 << 20 };
static char text[TEXT + 1];
static size_t length;
static picture_out out;

void setUp(void)
{
    length = 0;
}

void tearDown(void)
{
}

static void keep(void *to, const char *piece, size_t count)
{
    TEST_ASSERT_EQUAL_PTR(&player, to);
    TEST_ASSERT_TRUE(length + count <= TEXT);
    memcpy(text + length, piece, count);
    length += count;
    text[length] = '\0';
}

static bool draw(const picture_in *in)
{
    length = 0;
    text[0] = '\0';
    return picture_draw(in, keep, &player, &out);
}

static uint32_t count_of(const char *what)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        count++;
    }
    return count;
}

/* Every tag closed in its order, every quote closed. */
static void expect_well_formed(void)
{
    static char open[16][16];
    uint32_t depth = 0;
    for (const char *at = strchr(text, '<'); at != NULL; at = strchr(at, '<')) {
        const char *end = strchr(at, '>');
        char name[16] = "";
        TEST_ASSERT_NOT_NULL(end);
        sscanf(at[1] == '/' ? at + 2 : at + 1, "%15[a-zA-Z]", name);
        uint32_t quotes = 0;
        for (const char *c = at; c < end; c++) {
            quotes += *c == '"';
            TEST_ASSERT_TRUE(c == at || *c != '<');
        }
        TEST_ASSERT_EQUAL_UINT32(0, quotes % 2);
        if (at[1] == '/') {
            TEST_ASSERT_TRUE(depth > 0);
            TEST_ASSERT_EQUAL_STRING(open[--depth], name);
        } else if (end[-1] != '/') {
            TEST_ASSERT_TRUE(depth < 16);
            strcpy(open[depth++], name);
        }
        at = end;
    }
    TEST_ASSERT_EQUAL_UINT32(0, depth);
    TEST_ASSERT_EQUAL_UINT32(length, out.bytes);
}

/* Walks along every outline; returns how many there are. */
static uint32_t expect_outlines_in_frame(void)
{
    uint32_t outlines = 0;
    for (char *at = strstr(text, " d=\""); at != NULL; at = strstr(at, " d=\"")) {
        double x = 0, y = 0;
        bool from_zero = false;
        for (at += 4; *at != '"';) {
            if (*at == 'M' || *at == 'l' || *at == 'z') {
                from_zero = *at == 'M';
                outlines += *at++ == 'z';
                continue;
            }
            double dx = strtod(at, &at), dy = strtod(at, &at);
            x = from_zero ? dx : x + dx;
            y = from_zero ? dy : y + dy;
            TEST_ASSERT_TRUE(x > -1e-6 && x < PICTURE_WIDTH + 1e-6);
            TEST_ASSERT_TRUE(y > -1e-6 && y < PICTURE_HEIGHT + 1e-6);
        }
    }
    return outlines;
}

static void expect_sound(uint32_t grounds)
{
    expect_well_formed();
    TEST_ASSERT_EQUAL_UINT32(out.pieces + out.shadows + grounds, expect_outlines_in_frame());
    TEST_ASSERT_TRUE(out.drawn <= out.faces && out.drawn <= out.pieces);
}

static void draw_play(int id, int size, uint32_t steps)
{
    uint32_t grounds = 0;
    TEST_ASSERT_TRUE(player_start(&player, (play_id)id, (scene_size)size, &memory));
    for (uint32_t k = 0; k < steps; k++) {
        player_step_candidates(&player);
        player_accept(&player, memory.candidates, NULL);
    }
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        grounds += player.bodies[b].what.shape.triangle_count == 2;
    }
    length = 0;
    TEST_ASSERT_TRUE(player_draw(&player, keep, &player, &out));
    expect_sound(grounds);
    TEST_ASSERT_NOT_NULL(strstr(text, player.info.title));
    /* Walkers are finer than anything else. */
    bool walks = id == PLAY_PANTS || id == PLAY_SLACKS || id == PLAY_FINE;
    TEST_ASSERT_TRUE_MESSAGE(out.bytes < (walks ? 3000000u : 1000000u), player.info.name);
}

void test_first_frames_of_full_plays_are_sound_and_of_bounded_size(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        draw_play(id, SCENE_FULL, 0);
        TEST_ASSERT_TRUE_MESSAGE(out.drawn > (id == PLAY_TABLE ? 100u : 400u), player.info.name);
        /* But for limbs at joints nothing intersects, so covering goes round nowhere. */
        TEST_ASSERT_TRUE_MESSAGE(out.cycles <= (id < PLAY_PANTS ? 0u : 300u), player.info.name);
    }
}

void test_later_frames_of_small_plays_are_sound(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        draw_play(id, SCENE_SMALL, 30);
    }
}

void test_drawing_twice_gives_the_same_text(void)
{
    draw_play(PLAY_TUBE, SCENE_SMALL, 10);
    char *first = malloc(length);
    size_t first_length = length;
    memcpy(first, text, length);
    draw_play(PLAY_TUBE, SCENE_SMALL, 10);
    TEST_ASSERT_EQUAL_size_t(first_length, length);
    TEST_ASSERT_EQUAL_MEMORY(first, text, length);
    free(first);
}

/* ------------------------------------------------------------------------------ by hand */

/* A square of two triangles at a height, and one below it. */
static hem_vec3 corners[8] = {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1},
                              {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static const uint32_t upper[6] = {0, 1, 2, 0, 2, 3};
static picture_body squares[2];

static picture_in two_squares(void)
{
    squares[0] = (picture_body){
        .positions = corners + 4, .triangles = upper, .vertex_count = 4, .triangle_count = 2};
    squares[1] = (picture_body){.positions = corners,
                                .triangles = upper,
                                .vertex_count = 4,
                                .triangle_count = 2,
                                .colour = 1};
    return (picture_in){.title = "two squares",
                        .eye = {0.1f, -0.2f, 8.0f},
                        .look_at = {0.0f, 0.0f, 0.0f},
                        .field = 0.7f,
                        .bodies = squares,
                        .body_count = 2};
}

void test_what_is_hidden_is_not_drawn(void)
{
    picture_in in = two_squares();
    TEST_ASSERT_TRUE(draw(&in));
    expect_sound(0);
    /* The lower square is only seen in part, and as wide as the upper one: both triangles show at
     * the border if at all. */
    TEST_ASSERT_TRUE(out.drawn >= 2);
    for (int k = 4; k < 8; k++) {
        corners[k].x *= 0.5f;
        corners[k].y *= 0.5f;
    }
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(2, out.drawn);
    for (int k = 4; k < 8; k++) {
        corners[k].x *= 2.0f;
        corners[k].y *= 2.0f;
    }
}

void test_the_inside_of_a_closed_body_is_not_drawn(void)
{
    picture_in in = two_squares();
    in.body_count = 1;
    squares[0].closed = true;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(2, out.drawn);
    in.eye.z = -8.0f;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(0, out.drawn);
    expect_sound(0);
    squares[0].closed = false;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(2, out.drawn);
}

void test_a_cloth_throws_a_shadow_on_the_ground(void)
{
    picture_in in = two_squares();
    in.eye = (hem_vec3){1.0f, -6.0f, 4.0f};
    squares[0].ground = true;
    TEST_ASSERT_TRUE(draw(&in));
    expect_sound(1);
    TEST_ASSERT_EQUAL_UINT32(2, out.shadows);
    TEST_ASSERT_EQUAL_UINT32(2, out.faces);
    /* Below the ground there is no shadow. */
    squares[1].positions = corners + 4;
    squares[0].positions = corners;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(0, out.shadows);
}

void test_the_ground_is_seen_from_over_its_middle(void)
{
    picture_in in = two_squares();
    squares[0].ground = true;
    in.eye = (hem_vec3){0.0f, -0.3f, 0.2f};
    in.look_at = (hem_vec3){0.0f, 0.4f, 0.0f};
    in.body_count = 1;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(1, expect_outlines_in_frame());
}

void test_edges_are_drawn_darker_when_asked_for(void)
{
    picture_in in = two_squares();
    TEST_ASSERT_TRUE(draw(&in));
    char fill[8], stroke[8];
    TEST_ASSERT_EQUAL(2, sscanf(strstr(text, "<path"), "<path fill=\"%7[^\"]\" stroke=\"%7[^\"]\"",
                                fill, stroke));
    TEST_ASSERT_EQUAL_STRING(fill, stroke);
    in.edges = true;
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL(2, sscanf(strstr(text, "<path"), "<path fill=\"%7[^\"]\" stroke=\"%7[^\"]\"",
                                fill, stroke));
    TEST_ASSERT_TRUE(strtol(stroke + 1, NULL, 16) < strtol(fill + 1, NULL, 16));
}

void test_an_empty_picture_is_a_picture(void)
{
    picture_in in = two_squares();
    in.body_count = 0;
    TEST_ASSERT_TRUE(draw(&in));
    expect_sound(0);
    TEST_ASSERT_EQUAL_UINT32(0, out.drawn);
    TEST_ASSERT_EQUAL_UINT32(1, count_of("<rect"));
}

void test_what_lies_behind_the_eye_is_not_drawn(void)
{
    picture_in in = two_squares();
    in.look_at = (hem_vec3){0.0f, -0.2f, 16.0f};
    TEST_ASSERT_TRUE(draw(&in));
    TEST_ASSERT_EQUAL_UINT32(0, out.drawn);
    expect_sound(0);
}

void test_pictures_that_cannot_be_are_refused(void)
{
    picture_in in = two_squares();
    in.look_at = in.eye;
    TEST_ASSERT_FALSE(draw(&in));
    in = two_squares();
    in.eye = (hem_vec3){0.0f, 0.0f, 8.0f}; /* straight down */
    TEST_ASSERT_FALSE(draw(&in));
    in = two_squares();
    in.field = 0.0f;
    TEST_ASSERT_FALSE(draw(&in));
    in = two_squares();
    squares[0].triangle_count = PICTURE_FACES;
    TEST_ASSERT_FALSE(draw(&in));
    in = two_squares();
    squares[0].vertex_count = PICTURE_VERTICES;
    TEST_ASSERT_FALSE(draw(&in));
    TEST_ASSERT_EQUAL_size_t(0, length);
}

/* -------------------------------------------------------------------------- the order */

enum { LAYERS = 400 };
static picture_face layers[LAYERS];
static uint32_t order[LAYERS], place[LAYERS];

/* Triangles parallel to the picture, each at a distance of its own. */
static void make_layers(test_random *random, float size)
{
    for (uint32_t f = 0; f < LAYERS; f++) {
        float x = random_float(random, -100.0f, PICTURE_WIDTH + 100.0f);
        float y = random_float(random, -100.0f, PICTURE_HEIGHT + 100.0f);
        float nearness = random_float(random, 0.1f, 2.0f);
        for (uint32_t k = 0; k < 3; k++) {
            layers[f].x[k] = x + random_float(random, -size, size);
            layers[f].y[k] = y + random_float(random, -size, size);
            layers[f].nearness[k] = nearness;
        }
    }
}

static double turn(const picture_face *face, uint32_t a, uint32_t b, double x, double y)
{
    return ((double)face->x[a] - x) * ((double)face->y[b] - y) -
           ((double)face->x[b] - x) * ((double)face->y[a] - y);
}

/* Inside by more than rounding could change; or out by as much; or neither. */
static bool surely(const picture_face *face, double x, double y, bool inside)
{
    double s[3] = {turn(face, 0, 1, x, y), turn(face, 1, 2, x, y), turn(face, 2, 0, x, y)};
    const double edge = 0.5;
    bool all_up = s[0] > -edge && s[1] > -edge && s[2] > -edge;
    bool all_down = s[0] < edge && s[1] < edge && s[2] < edge;
    bool in_up = s[0] > edge && s[1] > edge && s[2] > edge;
    bool in_down = s[0] < -edge && s[1] < -edge && s[2] < -edge;
    return inside ? in_up || in_down : !all_up && !all_down;
}

/* At a pixel, the last face painted there must be the nearest one. */
static void check_pixel(uint32_t seen, uint32_t column, uint32_t row)
{
    uint32_t nearest = HEM_NONE, last = HEM_NONE;
    double x = column + 0.5, y = row + 0.5;
    for (uint32_t f = 0; f < LAYERS; f++) {
        bool inside = surely(&layers[f], x, y, true);
        if (!inside && !surely(&layers[f], x, y, false)) {
            return;
        }
        if (inside &&
            (nearest == HEM_NONE || layers[f].nearness[0] > layers[nearest].nearness[0])) {
            nearest = f;
        }
        if (inside && place[f] < seen && (last == HEM_NONE || place[f] > place[last])) {
            last = f;
        }
    }
    TEST_ASSERT_EQUAL_UINT32(nearest, last);
}

void test_the_last_painted_face_of_a_pixel_is_the_nearest(void)
{
    test_random random = {11};
    for (uint32_t round = 0; round < hem_test_count(20); round++) {
        uint32_t cycles;
        make_layers(&random, 20.0f + 30.0f * (float)(round % 8));
        uint32_t seen = picture_order(layers, LAYERS, order, &cycles);
        TEST_ASSERT_TRUE(seen > 0 && seen <= LAYERS);
        TEST_ASSERT_EQUAL_UINT32(0, cycles);
        memset(place, 0xFF, sizeof place);
        for (uint32_t k = 0; k < seen; k++) {
            TEST_ASSERT_EQUAL_UINT32(HEM_NONE, place[order[k]]);
            place[order[k]] = k;
        }
        for (uint32_t k = 0; k < 2000; k++) {
            check_pixel(seen, random_below(&random, PICTURE_WIDTH),
                        random_below(&random, PICTURE_HEIGHT));
        }
    }
}

/* Three bars, each over the next: nobody can be painted first, all are painted once. */
void test_faces_that_cover_each_other_in_a_circle_are_painted_all_the_same(void)
{
    static const float ends[3][4] = {
        {300, 200, 660, 230}, {640, 180, 480, 520}, {500, 540, 320, 160}};
    uint32_t cycles;
    for (uint32_t f = 0; f < 3; f++) {
        const float *e = ends[f];
        layers[f] = (picture_face){.x = {e[0], e[2], e[2] + 30},
                                   .y = {e[1], e[3], e[3] + 30},
                                   .nearness = {1.0f, 2.0f, 2.0f}};
    }
    TEST_ASSERT_EQUAL_UINT32(3, picture_order(layers, 3, order, &cycles));
    TEST_ASSERT_TRUE(cycles >= 1);
    TEST_ASSERT_EQUAL_UINT32(3, order[0] + order[1] + order[2]);
    TEST_ASSERT_TRUE(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
}
