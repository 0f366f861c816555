/* What guides give to vertices: see cloth.h and guide.h. */
#include "cloth/guide.h"

#include "base/vec3.h"

hem_vec3 hem_guide_free(const hem_cloth_guide *guide, hem_vec3 vector)
{
    float part = hem_dot(guide->direction, vector);
    switch (guide->given) {
    case 0:
        return vector;
    case 1:
        return hem_add_scaled(vector, -part, guide->direction);
    case 2:
        return hem_scale(part, guide->direction);
    default:
        return hem_vec3_make(0.0f, 0.0f, 0.0f);
    }
}

void hem_guides_filter(const hem_cloth_system *system, hem_row *rows)
{
    for (uint32_t i = 0; i < system->guide_count; i++) {
        hem_row *row = &rows[system->guides[i].vertex];
        hem_vec3 left = hem_guide_free(&system->guides[i], hem_vec3_make(row->x, row->y, row->z));
        *row = (hem_row){left.x, left.y, left.z, 0.0f};
    }
}

bool hem_guides_change(const hem_cloth_system *system, hem_row *rows)
{
    float still = system->in->still;
    bool any = false;
    for (uint32_t i = 0; i < system->guide_count; i++) {
        const hem_cloth_guide *guide = &system->guides[i];
        const hem_row *change = &system->change[guide->vertex];
        hem_vec3 left = hem_sub(guide->change, hem_vec3_make(change->x, change->y, change->z));
        hem_vec3 given = hem_sub(left, hem_guide_free(guide, left));
        if (system->mass[guide->vertex] > 0.0f && hem_dot(given, given) > still * still) {
            rows[guide->vertex] = (hem_row){given.x, given.y, given.z, 0.0f};
            any = true;
        }
    }
    return any;
}
