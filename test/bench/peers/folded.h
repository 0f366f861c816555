/* A folded sheet: one cloth in twenty layers a millimetre apart, so wavy that neighbouring layers
 * touch and pass through each other in places. For self-detection at its densest. */
#ifndef HEM_BENCH_FOLDED_H
#define HEM_BENCH_FOLDED_H

#include "scenes/scene_mesh.h"

typedef struct folded_sheet {
    uint32_t across; /* vertices along a fold */
    uint32_t layers;
    uint32_t rows;  /* of vertices in a layer */
    float cell;     /* distance of vertices, metres */
    float gap;      /* of layers, metres */
    float waves;    /* height of the waves, metres; half the gap and more makes layers meet */
    float waviness; /* waves a cell, roughly; small is smooth */
    uint32_t seed;
} folded_sheet;

/* 100 x 400 vertices, 79,002 triangles, 20 layers 1 mm apart. */
folded_sheet folded_default(void);

#define FOLDED_VERTICES(sheet)  ((sheet).across * (sheet).layers * (sheet).rows)
#define FOLDED_TRIANGLES(sheet) (2u * ((sheet).across - 1u) * ((sheet).layers * (sheet).rows - 1u))

/* Appends the sheet as it is at a time; its waves move with it, by about their height in a unit of
 * time. The triangles never depend on the time. Linear. */
void folded_make(scene_mesh *mesh, folded_sheet sheet, float time);

#endif
