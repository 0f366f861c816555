/* A picture from meshes to text: see picture.h. */
#include "picture_parts.h"

#include <string.h>

static picture_face faces[PICTURE_FACES];
static uint32_t order[PICTURE_FACES];

/* ------------------------------------------------------------------------------------- the camera
 */

/* Nearer to the eye nothing is seen. */
#define CLOSEST 0.01f

typedef struct camera {
    hem_vec3 eye, right, down, forward;
    float scale;
} camera;

static camera camera_of(const picture_in *in)
{
    hem_vec3 forward = picture_unit(picture_add(in->look_at, -1.0f, in->eye));
    hem_vec3 right = picture_unit(picture_cross(forward, (hem_vec3){0.0f, 0.0f, 1.0f}));
    return (camera){in->eye, right, picture_cross(forward, right), forward,
                    (float)PICTURE_HEIGHT / in->field};
}

/* False where the point is not in front of the eye. */
static bool project(const camera *from, hem_vec3 point, float *x, float *y, float *nearness)
{
    hem_vec3 p = picture_add(point, -1.0f, from->eye);
    float distance = picture_dot(p, from->forward);
    if (!(distance > CLOSEST)) {
        return false;
    }
    *nearness = 1.0f / distance;
    *x = 0.5f * (float)PICTURE_WIDTH + from->scale * picture_dot(p, from->right) * *nearness;
    *y = 0.5f * (float)PICTURE_HEIGHT + from->scale * picture_dot(p, from->down) * *nearness;
    return true;
}

/* ------------------------------------------------------------------------------------- polygons */

/* A triangle or a quad, cut at no more than nine lines. */
enum { MOST_CORNERS = 13 };
typedef struct polygon {
    float x[MOST_CORNERS], y[MOST_CORNERS];
    uint32_t count;
} polygon;

/* Keeps what lies where a x + b y <= c. */
static polygon cut(const polygon *in, float a, float b, float c)
{
    polygon out = {.count = 0};
    for (uint32_t k = 0; k < in->count; k++) {
        uint32_t next = (k + 1u) % in->count;
        float here = a * in->x[k] + b * in->y[k] - c;
        float there = a * in->x[next] + b * in->y[next] - c;
        if (here <= 0.0f) {
            out.x[out.count] = in->x[k];
            out.y[out.count++] = in->y[k];
        }
        if ((here < 0.0f && there > 0.0f) || (here > 0.0f && there < 0.0f)) {
            float share = here / (here - there);
            out.x[out.count] = in->x[k] + share * (in->x[next] - in->x[k]);
            out.y[out.count++] = in->y[k] + share * (in->y[next] - in->y[k]);
        }
    }
    return out;
}

static polygon cut_to(polygon shape, float left, float top, float right, float bottom)
{
    shape = cut(&shape, -1.0f, 0.0f, -left);
    shape = cut(&shape, 0.0f, -1.0f, -top);
    shape = cut(&shape, 1.0f, 0.0f, right);
    return cut(&shape, 0.0f, 1.0f, bottom);
}

/* ----------------------------------------------------------------------------------------- text */

typedef struct writer {
    picture_put *put;
    void *to;
    uint32_t bytes;
} writer;

static void write_text(writer *out, const char *text)
{
    size_t length = strlen(text);
    out->put(out->to, text, length);
    out->bytes += (uint32_t)length;
}

/* A number of tenths, as short as it goes; a sign or a blank keeps it apart from the last one. */
static void write_tenths(writer *out, int32_t tenths, bool apart)
{
    char text[16], *at = text + sizeof text - 1;
    uint32_t size = (uint32_t)(tenths < 0 ? -tenths : tenths);
    *at = '\0';
    if (size % 10u != 0) {
        *--at = (char)('0' + size % 10u);
        *--at = '.';
    }
    if (size < 10u && size % 10u == 0) {
        *--at = '0';
    }
    for (uint32_t whole = size / 10u; whole > 0; whole /= 10u) {
        *--at = (char)('0' + whole % 10u);
    }
    if (tenths < 0) {
        *--at = '-';
    } else if (apart) {
        *--at = ' ';
    }
    write_text(out, at);
}

static void write_colour(writer *out, uint32_t colour)
{
    char text[8] = "#";
    for (uint32_t k = 0; k < 6u; k++) {
        text[1u + k] = "0123456789abcdef"[colour >> (20u - 4u * k) & 15u];
    }
    write_text(out, text);
}

static int32_t tenths_of(float value)
{
    return (int32_t)(value * 10.0f + 0.5f);
}

/* One closed outline within the picture, always the same way round, so that the outlines of one
 * path never cancel each other. False, and nothing written, if nothing is left of it. */
static bool write_outline(writer *out, const polygon *shape)
{
    polygon kept = cut_to(*shape, 0.0f, 0.0f, (float)PICTURE_WIDTH, (float)PICTURE_HEIGHT);
    int32_t x[MOST_CORNERS], y[MOST_CORNERS];
    int64_t area = 0;
    for (uint32_t k = 0; k < kept.count; k++) {
        x[k] = tenths_of(kept.x[k]);
        y[k] = tenths_of(kept.y[k]);
    }
    for (uint32_t k = 0; k < kept.count; k++) {
        uint32_t next = (k + 1u) % kept.count;
        area += (int64_t)x[k] * y[next] - (int64_t)x[next] * y[k];
    }
    if (kept.count < 3u || area == 0) {
        return false;
    }
    for (uint32_t k = 0; k < kept.count; k++) {
        uint32_t at = area > 0 ? k : kept.count - 1u - k;
        uint32_t before = area > 0 ? k - 1u : kept.count - k;
        write_text(out, k == 0 ? "M" : k == 1u ? "l" : "");
        write_tenths(out, x[at] - (k == 0 ? 0 : x[before]), k > 1u);
        write_tenths(out, y[at] - (k == 0 ? 0 : y[before]), true);
    }
    write_text(out, "z");
    return true;
}

/* --------------------------------------------------------------------------------------- painting
 */

static void write_head(writer *out, const picture_in *in)
{
    write_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    write_tenths(out, 10 * PICTURE_WIDTH, false);
    write_tenths(out, 10 * PICTURE_HEIGHT, true);
    write_text(out, "\">\n<title>");
    write_text(out, in->title);
    write_text(out, "</title>\n<defs><linearGradient id=\"sky\" x2=\"0\" y2=\"1\">"
                    "<stop stop-color=\"#f8f9fb\"/><stop offset=\"1\" stop-color=\"#dfe4ea\"/>"
                    "</linearGradient></defs>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"url(#sky)\"/>\n");
}

/* Where the ground lies, and how far it reaches. */
typedef struct ground {
    float low_x, low_y, high_x, high_y, z;
} ground;

static ground ground_of(const picture_body *body)
{
    hem_vec3 p = picture_corner(body, 0, 0);
    ground flat = {p.x, p.y, p.x, p.y, p.z};
    for (uint32_t k = 0; k < 3u * body->triangle_count; k++) {
        p = picture_corner(body, k / 3u, k % 3u);
        flat.low_x = fminf(flat.low_x, p.x);
        flat.low_y = fminf(flat.low_y, p.y);
        flat.high_x = fmaxf(flat.high_x, p.x);
        flat.high_y = fmaxf(flat.high_y, p.y);
    }
    return flat;
}

/* A shape on the ground, given by its places there. */
static bool write_on_ground(writer *out, const camera *from, const ground *flat, polygon shape)
{
    float nearness;
    hem_vec3 f = from->forward;
    float ahead = picture_dot(f, from->eye) + 2.0f * CLOSEST - f.z * flat->z;
    shape = cut_to(shape, flat->low_x, flat->low_y, flat->high_x, flat->high_y);
    shape = cut(&shape, -f.x, -f.y, -ahead);
    for (uint32_t k = 0; k < shape.count; k++) {
        if (!project(from, (hem_vec3){shape.x[k], shape.y[k], flat->z}, &shape.x[k], &shape.y[k],
                     &nearness)) {
            return false;
        }
    }
    return write_outline(out, &shape);
}

static uint32_t write_shadow(writer *out, const camera *from, const ground *flat,
                             const picture_body *body)
{
    uint32_t written = 0;
    hem_vec3 light = picture_to_light();
    for (uint32_t t = 0; t < body->triangle_count; t++) {
        polygon shape = {.count = 3};
        bool above = true;
        for (uint32_t k = 0; k < 3u; k++) {
            hem_vec3 p = picture_corner(body, t, k);
            float way = (p.z - flat->z) / light.z;
            above = above && way >= 0.0f;
            shape.x[k] = p.x - way * light.x;
            shape.y[k] = p.y - way * light.y;
        }
        written += above && write_on_ground(out, from, flat, shape);
    }
    return written;
}

static void write_ground(writer *out, const camera *from, const picture_in *in, uint32_t number,
                         picture_out *counts)
{
    ground flat = ground_of(&in->bodies[number]);
    polygon all = {{flat.low_x, flat.high_x, flat.high_x, flat.low_x},
                   {flat.low_y, flat.low_y, flat.high_y, flat.high_y},
                   4};
    write_text(out, "<path fill=\"#e9e5de\" d=\"");
    write_on_ground(out, from, &flat, all);
    write_text(out, "\"/>\n<path fill=\"#3c4250\" fill-opacity=\".24\" d=\"");
    for (uint32_t b = 0; b < in->body_count; b++) {
        if (!in->bodies[b].ground) {
            counts->shadows += write_shadow(out, from, &flat, &in->bodies[b]);
        }
    }
    write_text(out, "\"/>\n");
}

/* The faces that lie in front of the eye and, of a closed body, face it. */
static uint32_t find_faces(const picture_in *in, const camera *from)
{
    uint32_t count = 0, first = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        const picture_body *body = &in->bodies[b];
        for (uint32_t t = 0; t < body->triangle_count && !body->ground; t++) {
            picture_face *face = &faces[count];
            bool ahead = true;
            for (uint32_t k = 0; k < 3u; k++) {
                ahead = project(from, picture_corner(body, t, k), &face->x[k], &face->y[k],
                                &face->nearness[k]) &&
                        ahead;
            }
            /* Down is positive, so that an outside runs clockwise as numbers go. */
            float turn = (face->x[1] - face->x[0]) * (face->y[2] - face->y[0]) -
                         (face->x[2] - face->x[0]) * (face->y[1] - face->y[0]);
            face->body = b;
            face->triangle = t;
            face->first_vertex = first;
            count += ahead && !(body->closed && turn >= 0.0f);
        }
        first += body->vertex_count;
    }
    return count;
}

static uint32_t darker(uint32_t colour)
{
    return (colour >> 16 & 255u) * 7u / 10u << 16 | (colour >> 8 & 255u) * 7u / 10u << 8 |
           (colour & 255u) * 7u / 10u;
}

/* Outlines of one colour that follow each other share a path. They are stroked in their own colour,
 * or thin gaps would show between them. */
typedef struct painter {
    writer *out;
    uint32_t colour; /* of the path that is open, or HEM_NONE */
    bool edges;
} painter;

static bool paint(painter *brush, const polygon *shape, uint32_t colour)
{
    writer *out = brush->out;
    if (colour != brush->colour) {
        write_text(out, brush->colour == HEM_NONE ? "<path fill=\"" : "\"/>\n<path fill=\"");
        write_colour(out, colour);
        write_text(out, "\" stroke=\"");
        write_colour(out, brush->edges ? darker(colour) : colour);
        write_text(out, "\" d=\"");
        brush->colour = colour;
    }
    return write_outline(out, shape);
}

/* Into how many parts to cut each side, so that light can change within the face. */
static uint32_t cuts_of(const picture_in *in, const picture_face *face)
{
    float longest = 0.0f;
    int32_t least[3] = {255, 255, 255}, most[3] = {0, 0, 0}, change = 0;
    for (uint32_t k = 0; k < 3u; k++) {
        uint32_t next = (k + 1u) % 3u;
        picture_point corner = {{0.1f, 0.1f, 0.1f}};
        corner.share[k] = 0.8f;
        uint32_t colour = picture_colour(in, face, corner);
        for (uint32_t c = 0; c < 3u; c++) {
            int32_t value = (int32_t)(colour >> 8u * c & 255u);
            least[c] = value < least[c] ? value : least[c];
            most[c] = value > most[c] ? value : most[c];
            change = most[c] - least[c] > change ? most[c] - least[c] : change;
        }
        longest = fmaxf(longest, hypotf(face->x[next] - face->x[k], face->y[next] - face->y[k]));
    }
    uint32_t wanted = (uint32_t)(fminf(longest, 1000.0f) / 9.0f);
    return change < 6 || wanted < 2u ? 1u : wanted < 4u ? wanted : 4u;
}

/* Piece `index` of the cuts x cuts that a triangle falls into: strips along the third corner, in
 * which pieces stand on their base and on their tip by turns. */
static picture_point piece_corner(uint32_t cuts, uint32_t strip, uint32_t index, uint32_t corner)
{
    static const uint32_t base[3][2] = {{0, 0}, {1, 0}, {0, 1}},
                          tip[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    const uint32_t *step = index % 2u == 0 ? base[corner] : tip[corner];
    float u = (float)(index / 2u + step[0]) / (float)cuts;
    float v = (float)(strip + step[1]) / (float)cuts;
    return (picture_point){{1.0f - u - v, u, v}};
}

static bool paint_piece(painter *brush, const picture_in *in, const picture_face *face,
                        const picture_point corners[3])
{
    polygon shape = {.count = 3};
    picture_point middle = {{0}};
    for (uint32_t c = 0; c < 3u; c++) {
        for (uint32_t k = 0; k < 3u; k++) {
            /* Straight on the picture, so that the pieces fill the face exactly. */
            shape.x[c] += corners[c].share[k] * face->x[k];
            shape.y[c] += corners[c].share[k] * face->y[k];
            middle.share[k] += corners[c].share[k] / 3.0f;
        }
    }
    return paint(brush, &shape, picture_colour(in, face, middle));
}

static uint32_t paint_face(painter *brush, const picture_in *in, const picture_face *face)
{
    uint32_t cuts = cuts_of(in, face), painted = 0;
    for (uint32_t strip = 0; strip < cuts; strip++) {
        for (uint32_t index = 0; index < 2u * (cuts - strip) - 1u; index++) {
            picture_point corners[3];
            for (uint32_t c = 0; c < 3u; c++) {
                corners[c] = piece_corner(cuts, strip, index, c);
            }
            painted += paint_piece(brush, in, face, corners);
        }
    }
    return painted;
}

static void write_faces(writer *out, const picture_in *in, uint32_t count, picture_out *counts)
{
    painter brush = {.out = out, .colour = HEM_NONE, .edges = in->edges};
    write_text(out, "<g stroke-width=\".6\" stroke-linejoin=\"round\">\n");
    for (uint32_t k = 0; k < count; k++) {
        uint32_t pieces = paint_face(&brush, in, &faces[order[k]]);
        counts->pieces += pieces;
        counts->drawn += pieces > 0;
    }
    write_text(out, brush.colour == HEM_NONE ? "</g>\n" : "\"/>\n</g>\n");
}

bool picture_draw(const picture_in *in, picture_put *put, void *to, picture_out *out)
{
    writer text = {.put = put, .to = to};
    camera from = camera_of(in);
    *out = (picture_out){0};
    uint32_t vertices = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        out->faces += in->bodies[b].ground ? 0 : in->bodies[b].triangle_count;
        vertices += in->bodies[b].vertex_count;
    }
    if (out->faces > PICTURE_FACES || vertices > PICTURE_VERTICES ||
        !(picture_dot(from.right, from.right) > 0.5f) || !(in->field > 0.0f)) {
        return false;
    }
    picture_shine(in);
    uint32_t seen = picture_order(faces, find_faces(in, &from), order, &out->cycles);
    write_head(&text, in);
    for (uint32_t b = 0; b < in->body_count; b++) {
        if (in->bodies[b].ground && in->bodies[b].triangle_count > 0) {
            write_ground(&text, &from, in, b, out);
        }
    }
    write_faces(&text, in, seen, out);
    write_text(&text, "</svg>\n");
    out->bytes = text.bytes;
    return true;
}
