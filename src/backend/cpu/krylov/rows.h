/* Rows of the vector that is multiplied with the matrix, made where they are needed: a direction, z, or
 * p as it is. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_ROWS_H
#define SPATE_BACKEND_CPU_KRYLOV_ROWS_H

#include "backend/cpu/krylov/krylov.h"

/* Room before the first column of a buffered row, which keeps it aligned. */
enum { LEAD = 16, ROW = KRY_STRIP + 2 * LEAD };

typedef enum { MAKE_DIRECTION, MAKE_Z, READ_P } row_maker;

/* What is made of a row of the product, once it is known. */
typedef enum { KEEP_DIRECTION, KEEP_PRODUCT, KEEP_RESIDUAL, KEEP_SIZES } row_user;

typedef struct pass {
    const kry_part *part;
    row_maker maker;
    row_user user;
    const calc *old; /* p of the iteration before; or the vector itself for READ_P */
    calc *made;      /* where rows are stored; NULL: nowhere */
    calc beta, back; /* back: 1 / scale */
    int given;       /* q has the product already */
} pass;

/* Three rows of a strip: column i of the part is at [LEAD + i - i0]. */
typedef struct strip_rows {
    calc row[3][ROW];
    double lanes[3][KRY_STRIP];
} strip_rows;

static inline void fill_row(const pass *w, ptrdiff_t at, ptrdiff_t at_matrix, int count,
                            calc *restrict to)
{
    const kry_part *part = w->part;
    const calc *restrict old = w->old + at, beta = w->beta, back = w->back;
    const calc *restrict r = (const calc *)part->r + at;
    const calc *restrict centre = (const calc *)part->matrix.centre + at_matrix;
    const real *restrict z = (const real *)part->z + at;
    const int from = w->maker == READ_P ? -1 : (int)part->source;
    if (from < 0)
        for (int i = 0; i < count; ++i)
            to[i] = old[i];
    else if (w->maker == MAKE_Z && from == KRY_FROM_Z)
        for (int i = 0; i < count; ++i)
            to[i] = (calc)z[i] * back;
    else if (w->maker == MAKE_Z && from == KRY_FROM_R)
        for (int i = 0; i < count; ++i)
            to[i] = r[i];
    else if (w->maker == MAKE_Z)
        for (int i = 0; i < count; ++i)
            to[i] = r[i] / centre[i];
    else if (from == KRY_FROM_Z)
        for (int i = 0; i < count; ++i)
            to[i] = (calc)z[i] * back + beta * old[i];
    else if (from == KRY_FROM_R)
        for (int i = 0; i < count; ++i)
            to[i] = r[i] + beta * old[i];
    else
        for (int i = 0; i < count; ++i)
            to[i] = r[i] / centre[i] + beta * old[i];
}

/* Row j of columns [i0 - 1, i1 + 1); 0 outside the grid. */
static inline void make_row(const pass *w, int j, int i0, int i1, calc *buffer)
{
    const kry_shape *s = &w->part->shape;
    const int from = i0 == 0 && !s->linked[0] ? 0 : i0 - 1;
    const int to = i1 == s->nx && !s->linked[1] ? s->nx : i1 + 1;
    calc *row = buffer + LEAD - i0;
    row[i0 - 1] = row[i1] = C(0);
    if ((j < 0 && !s->linked[2]) || (j == s->ny && !s->linked[3]))
        memset(row + i0 - 1, 0, sizeof *row * (size_t)(i1 - i0 + 2));
    else
        fill_row(w, j * s->pitch + from, j * w->part->matrix.pitch + from, to - from, row + from);
}

/* Stores a row with the ghosts that the strip touches. */
static inline void store_row(const pass *w, int j, int i0, int i1, const calc *buffer)
{
    const kry_shape *s = &w->part->shape;
    const int from = i0 == 0 ? -1 : i0, to = i1 == s->nx ? i1 + 1 : i1;
    if (w->made)
        memcpy(w->made + j * s->pitch + from, buffer + LEAD + from - i0,
               sizeof *buffer * (size_t)(to - from));
}

#endif
