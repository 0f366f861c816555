/* Symmetric 3 x 3 blocks of the diagonal: adding to them, and solving by L D L^T, whose pivots are
 * kept above the mass that they cannot be below. */
#ifndef HEM_CLOTH_BLOCK_H
#define HEM_CLOTH_BLOCK_H

#include "base/vec3.h"
#include "cloth/system.h"

/* block += plain I + along n n^T */
static inline void hem_block_add(hem_block3 *block, float plain, float along, hem_vec3 n)
{
    float x = along * n.x, y = along * n.y, z = along * n.z;
    block->xx = block->xx + (plain + x * n.x);
    block->yy = block->yy + (plain + y * n.y);
    block->zz = block->zz + (plain + z * n.z);
    block->xy = block->xy + x * n.y;
    block->xz = block->xz + x * n.z;
    block->yz = block->yz + y * n.z;
}

/* block += other */
static inline void hem_block_join(hem_block3 *block, const hem_block3 *other)
{
    block->xx = block->xx + other->xx;
    block->yy = block->yy + other->yy;
    block->zz = block->zz + other->zz;
    block->xy = block->xy + other->xy;
    block->xz = block->xz + other->xz;
    block->yz = block->yz + other->yz;
}

/* What air adds to the mass of a vertex. */
static inline hem_block3 hem_air_block(const hem_cloth_system *system, uint32_t vertex)
{
    const hem_air_now *air = &system->air[vertex / 4u];
    uint32_t lane = vertex % 4u;
    return (hem_block3){air->xx[lane], air->yy[lane], air->zz[lane],
                        air->xy[lane], air->xz[lane], air->yz[lane]};
}

/* The factors of a block with so much mass in it: the diagonal becomes that of D, inverted, the
 * rest L. Without mass all become 0, and so will what is solved. */
static inline void hem_block_factor(hem_block3 *block, float mass)
{
    if (!(mass > 0.0f)) {
        *block = (hem_block3){0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
        return;
    }
    float dx = 1.0f / hem_max(block->xx, mass);
    float ly = block->xy * dx, lz = block->xz * dx;
    float dy = 1.0f / hem_max(block->yy - ly * block->xy, mass);
    float below = block->yz - ly * block->xz;
    float lyz = below * dy;
    float dz = 1.0f / hem_max((block->zz - lz * block->xz) - lyz * below, mass);
    *block = (hem_block3){dx, dy, dz, ly, lz, lyz};
}

static inline hem_row hem_block_solve(const hem_block3 *factors, hem_row right)
{
    float y = right.y - factors->xy * right.x;
    float z = ((right.z - factors->xz * right.x) - factors->yz * y) * factors->zz;
    y = y * factors->yy - factors->yz * z;
    float x = (right.x * factors->xx - factors->xy * y) - factors->xz * z;
    return (hem_row){x, y, z, 0.0f};
}

#endif
