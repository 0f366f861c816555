/* The gallery: every play simulated by Hem, its first, middle and last frame as pictures, and all
 * of them on one sheet, index.svg.
 *
 *     gallery [folder for pictures] [most steps of each play] [one play] */
#include "player_crossings.h"
#include "player_picture.h"
#include "step_player.h"

#include <hem/hem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sheets in a pile have many contacts for each vertex. */
enum {
    VERTICES = PLAY_FULL_VERTICES,
    TRIANGLES = PLAY_FULL_TRIANGLES,
    CONTACTS = 3 * VERTICES,
    FRAMES = 3,
};

/* The sheet, in pixels: plays side by side, and what a picture of one takes. */
enum { ACROSS = 2, TILE = 450, TILE_HEIGHT = TILE * PICTURE_HEIGHT / PICTURE_WIDTH, LINE = 30 };

HEM_BLOCK(block, HEM_CLOTH_WORLD_BYTES(PLAY_MOST_BODIES, VERTICES, TRIANGLES,
                                       HEM_EDGES(VERTICES, TRIANGLES), CONTACTS));
HEM_BLOCK(judge_memory, PLAYER_CROSSINGS_BYTES(PLAY_MOST_BODIES, TRIANGLES));
PLAYER_MEMORY(memory, VERTICES, TRIANGLES);
static scene_player player;
static step_player hem;
static player_crossings judge;

/* Where the whole play would take long, what there is to see is seen before its end. */
static uint32_t steps_of(const play_info *info, play_id id, uint32_t most)
{
    static const uint16_t enough[PLAY_COUNT] = {
        [PLAY_TORUS] = 140, [PLAY_PASSING] = 20, [PLAY_DRAPES] = 100, [PLAY_BALL] = 30,
        [PLAY_TUBE] = 160,  [PLAY_GARMENT] = 60, [PLAY_LARGE] = 40,   [PLAY_TAPE] = 110,
        [PLAY_PANTS] = 250, [PLAY_SLACKS] = 250, [PLAY_FINE] = 60,
    };
    uint32_t steps = enough[id] > 0 ? enough[id] : info->steps;
    return steps < most ? steps : most;
}

static bool refused(const char *what, hem_status status)
{
    if (status < HEM_OK) {
        printf("%s: %s refused: %s\n", player.info.name, what, hem_status_text(status));
    }
    return status < HEM_OK;
}

static bool start(play_id id)
{
    if (!player_start(&player, id, SCENE_FULL, &memory)) {
        return false;
    }
    uint32_t contacts = 10u * player.info.vertex_count;
    contacts = contacts < CONTACTS ? contacts : CONTACTS;
    return !refused("the world",
                    step_player_start(&hem, &player, block, (uint32_t)sizeof block, contacts)) &&
           !refused("the judge", player_crossings_start(&judge, &hem, &player, judge_memory,
                                                        (uint32_t)sizeof judge_memory));
}

/* The place of a play on the sheet, with its title; pictures are beside the sheet. */
static void hang_title(FILE *sheet, uint32_t place)
{
    uint32_t x = place % ACROSS * (FRAMES * TILE + LINE) + LINE;
    uint32_t y = place / ACROSS * (TILE_HEIGHT + 2u * LINE) + LINE;
    fprintf(sheet, "<text x=\"%u\" y=\"%u\">%s: %s</text>\n", (unsigned)x, (unsigned)y,
            player.info.name, player.info.title);
}

static void hang_picture(FILE *sheet, uint32_t place, uint32_t frame)
{
    uint32_t x = place % ACROSS * (FRAMES * TILE + LINE) + LINE + frame * TILE;
    uint32_t y = place / ACROSS * (TILE_HEIGHT + 2u * LINE) + LINE + LINE / 2u;
    fprintf(sheet, "<image x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" href=\"%s_%03u.svg\"/>\n",
            (unsigned)x, (unsigned)y, TILE - 4u, (unsigned)TILE_HEIGHT, player.info.name,
            (unsigned)player.step);
}

static bool show(FILE *sheet, const char *folder, uint32_t place, uint32_t frame, uint32_t *found)
{
    player_path path;
    if (refused("the search for crossings", player_crossings_count(&judge, &hem, &player))) {
        return false;
    }
    *found += judge.self + judge.deformable + judge.still + judge.moving;
    if (!player_draw_to(&player, folder, path)) {
        printf("cannot write %s\n", path);
        return false;
    }
    hang_picture(sheet, place, frame);
    return true;
}

static double now(void)
{
    return (double)hem_ticks() / (double)hem_ticks_per_second();
}

static bool play(FILE *sheet, const char *folder, play_id id, uint32_t most, uint32_t place)
{
    uint32_t frame = 0, found = 0, held = 0;
    if (!start(id)) {
        return false;
    }
    uint32_t steps = steps_of(&player.info, id, most);
    double began = now();
    hang_title(sheet, place);
    for (uint32_t step = 0; step <= steps; step++) {
        hem_report report = {.held_vertices = 0};
        if (step > 0 && refused("a step", step_player_step(&hem, &player, &report))) {
            return false;
        }
        held += report.held_vertices > 0;
        bool shown = step == 0 || step == steps / 2u || step == steps;
        if (shown && !show(sheet, folder, place, frame++, &found)) {
            return false;
        }
    }
    printf("%-10s %8u %8u %8u %8u %8.1f\n", player.info.name, (unsigned)player.info.vertex_count,
           (unsigned)steps, (unsigned)held, (unsigned)found, now() - began);
    fflush(stdout);
    return true;
}

static FILE *open_sheet(const char *folder, uint32_t plays)
{
    char path[512];
    uint32_t rows = (plays + ACROSS - 1u) / ACROSS;
    snprintf(path, sizeof path, "%s/index.svg", folder);
    FILE *sheet = fopen(path, "w");
    if (sheet == NULL) {
        printf("cannot write %s\n", path);
        return NULL;
    }
    fprintf(sheet,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "font-family=\"sans-serif\" font-size=\"20\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            ACROSS * (FRAMES * TILE + LINE) + LINE,
            (unsigned)(rows * (TILE_HEIGHT + 2u * LINE) + LINE));
    return sheet;
}

int main(int count, char **words)
{
    const char *folder = count > 1 ? words[1] : ".";
    const char *only = count > 3 ? words[3] : NULL;
    uint32_t most = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 0u, place = 0;
    most = most > 0 ? most : UINT32_MAX;
    FILE *sheet = open_sheet(folder, only == NULL ? PLAY_COUNT : 1u);
    bool good = sheet != NULL;
    printf("%-10s %8s %8s %8s %8s %8s\n", "play", "vertices", "steps", "held", "crossed",
           "seconds");
    for (int id = 0; id < PLAY_COUNT && good; id++) {
        play_info info;
        play_describe((play_id)id, SCENE_FULL, &info);
        if (only == NULL || strcmp(only, info.name) == 0) {
            good = play(sheet, folder, (play_id)id, most, place++);
        }
    }
    if (sheet != NULL) {
        fputs("</svg>\n", sheet);
        good = fclose(sheet) == 0 && good;
    }
    printf("Held: steps that put vertices back. Crossed: edges through faces in the pictures.\n"
           "All pictures are on %s/index.svg.\n",
           folder);
    return good ? 0 : 1;
}
