/* What is seen, and in which order to paint it: see picture.h.
 *
 * A depth buffer says which face is in front at every pixel. A face that is in front nowhere is not
 * drawn. Every other face has to be painted before those that are in front of it somewhere; of the
 * faces that nothing has to precede any more, the farthest is painted next. */
#include "picture_parts.h"

enum { PIXELS = PICTURE_WIDTH * PICTURE_HEIGHT, COVERS = 1 << 20, RECENT = 8 };

static float nearest[PIXELS];
static uint32_t front[PIXELS];  /* the face that is in front, or HEM_NONE */
static uint32_t covers[COVERS]; /* faces in front of a face, face after face */
static uint32_t cover_begin[PICTURE_FACES + 1];
static uint32_t waits_for[PICTURE_FACES]; /* faces that are painted before, still to come */
static bool seen[PICTURE_FACES], painted[PICTURE_FACES];
static uint32_t heap[PICTURE_FACES];

void picture_fill(const picture_face *face, uint32_t width, uint32_t height, picture_visit *visit,
                  void *context)
{
    const float *x = face->x, *y = face->y;
    float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    float low = fminf(y[0], fminf(y[1], y[2])), high = fmaxf(y[0], fmaxf(y[1], y[2]));
    float left = fminf(x[0], fminf(x[1], x[2])), right = fmaxf(x[0], fmaxf(x[1], x[2]));
    if (!(area != 0.0f) || high < 0.0f || right < 0.0f) {
        return;
    }
    uint32_t first_row = (uint32_t)fmaxf(low, 0.0f), first_column = (uint32_t)fmaxf(left, 0.0f);
    for (uint32_t row = first_row; row < height && (float)row <= high; row++) {
        for (uint32_t column = first_column; column < width && (float)column <= right; column++) {
            float px = (float)column + 0.5f, py = (float)row + 0.5f;
            float share[3], nearness = 0.0f;
            bool inside = true;
            for (uint32_t k = 0; k < 3u; k++) {
                uint32_t a = (k + 1u) % 3u, b = (k + 2u) % 3u;
                share[k] = ((x[a] - px) * (y[b] - py) - (x[b] - px) * (y[a] - py)) / area;
                inside = inside && share[k] >= 0.0f;
                nearness += share[k] * face->nearness[k];
            }
            if (inside) {
                visit(context, row * width + column, nearness);
            }
        }
    }
}

typedef struct looking {
    uint32_t face;
    uint32_t cover_count;
    uint32_t recent[RECENT]; /* covers that were just stored */
} looking;

static void remember_nearest(void *context, uint32_t pixel, float nearness)
{
    const looking *look = context;
    if (nearness > nearest[pixel]) {
        nearest[pixel] = nearness;
        front[pixel] = look->face;
    }
}

static void remember_cover(void *context, uint32_t pixel, float nearness)
{
    looking *look = context;
    uint32_t face = front[pixel];
    (void)nearness;
    if (face == look->face || look->recent[face % RECENT] == face || look->cover_count == COVERS) {
        return;
    }
    look->recent[face % RECENT] = face;
    covers[look->cover_count++] = face;
    waits_for[face]++;
}

/* A face too small to meet the middle of a pixel is seen unless it is clearly behind. */
static bool small_but_seen(const picture_face *face)
{
    float x = (face->x[0] + face->x[1] + face->x[2]) / 3.0f;
    float y = (face->y[0] + face->y[1] + face->y[2]) / 3.0f;
    float nearness = (face->nearness[0] + face->nearness[1] + face->nearness[2]) / 3.0f;
    if (!(x >= 0.0f && y >= 0.0f && x < (float)PICTURE_WIDTH && y < (float)PICTURE_HEIGHT)) {
        return false;
    }
    uint32_t pixel = (uint32_t)y * PICTURE_WIDTH + (uint32_t)x;
    return nearness > nearest[pixel] * 0.999f;
}

static void find_seen(const picture_face *faces, uint32_t count)
{
    for (uint32_t p = 0; p < PIXELS; p++) {
        nearest[p] = 0.0f;
        front[p] = HEM_NONE;
    }
    for (uint32_t f = 0; f < count; f++) {
        looking look = {.face = f};
        picture_fill(&faces[f], PICTURE_WIDTH, PICTURE_HEIGHT, remember_nearest, &look);
    }
    for (uint32_t f = 0; f < count; f++) {
        seen[f] = small_but_seen(&faces[f]);
    }
    for (uint32_t p = 0; p < PIXELS; p++) {
        if (front[p] != HEM_NONE) {
            seen[front[p]] = true;
        }
    }
}

static void find_covers(const picture_face *faces, uint32_t count)
{
    looking look = {0};
    for (uint32_t f = 0; f < count; f++) {
        waits_for[f] = 0;
    }
    for (uint32_t f = 0; f < count; f++) {
        cover_begin[f] = look.cover_count;
        look.face = f;
        for (uint32_t k = 0; k < RECENT; k++) {
            look.recent[k] = HEM_NONE;
        }
        if (seen[f]) {
            picture_fill(&faces[f], PICTURE_WIDTH, PICTURE_HEIGHT, remember_cover, &look);
        }
    }
    cover_begin[count] = look.cover_count;
}

/* Farther away; of two at the same distance, the one that was given first. */
static bool comes_before(const picture_face *faces, uint32_t a, uint32_t b)
{
    const float *p = faces[a].nearness, *q = faces[b].nearness;
    float near_a = p[0] + p[1] + p[2], near_b = q[0] + q[1] + q[2];
    return near_a != near_b ? near_a < near_b : a < b;
}

static void heap_put(const picture_face *faces, uint32_t count, uint32_t face)
{
    uint32_t at = count;
    while (at > 0 && comes_before(faces, face, heap[(at - 1u) / 2u])) {
        heap[at] = heap[(at - 1u) / 2u];
        at = (at - 1u) / 2u;
    }
    heap[at] = face;
}

/* Takes the first out; `count` is how many stay. */
static uint32_t heap_take(const picture_face *faces, uint32_t count)
{
    uint32_t first = heap[0], face = heap[count], at = 0;
    for (uint32_t child = 1; child < count; child = 2u * at + 1u) {
        child += child + 1u < count && comes_before(faces, heap[child + 1u], heap[child]);
        if (!comes_before(faces, heap[child], face)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = face;
    return first;
}

/* Where covering goes round in a circle, the farthest is painted all the same. */
static uint32_t farthest_waiting(const picture_face *faces, uint32_t count)
{
    uint32_t best = HEM_NONE;
    for (uint32_t f = 0; f < count; f++) {
        if (seen[f] && !painted[f] && (best == HEM_NONE || comes_before(faces, f, best))) {
            best = f;
        }
    }
    return best;
}

uint32_t picture_order(const picture_face *faces, uint32_t count, uint32_t *order, uint32_t *cycles)
{
    uint32_t seen_count = 0, ready = 0;
    find_seen(faces, count);
    find_covers(faces, count);
    for (uint32_t f = 0; f < count; f++) {
        painted[f] = false;
        seen_count += seen[f];
        if (seen[f] && waits_for[f] == 0) {
            heap_put(faces, ready++, f);
        }
    }
    *cycles = 0;
    for (uint32_t done = 0; done < seen_count; done++) {
        bool round = ready == 0;
        uint32_t face = round ? farthest_waiting(faces, count) : heap_take(faces, --ready);
        *cycles += round;
        painted[face] = true;
        order[done] = face;
        for (uint32_t c = cover_begin[face]; c < cover_begin[face + 1u]; c++) {
            waits_for[covers[c]]--;
            if (waits_for[covers[c]] == 0 && !painted[covers[c]]) {
                heap_put(faces, ready++, covers[c]);
            }
        }
    }
    return seen_count;
}
