/* The last pass of a preconditioner on the nodes E and O: rows of z, and tile sums of r.z where r has
 * the precision of z. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_SCHUR_ROWS_H
#define SPATE_BACKEND_CPU_KRYLOV_SCHUR_ROWS_H

#include "backend/cpu/krylov/krylov.h"
#include "backend/cpu/krylov/level_rows.h"

/* z of E (which may be stored already) and of O in row J, columns [i0, i1). */
typedef void schur_z_row(const kry_part *part, const level_part *l, const level_part *next, int J,
                         int i0, int i1);

static inline void schur_add_dots(int count, const real *restrict r, const real *restrict z,
                                  double *restrict lanes)
{
#pragma omp simd
    for (int i = 0; i < count; ++i)
        lanes[i] += (double)r[i] * (double)z[i];
}

static inline __attribute__((always_inline)) void schur_backward_rows(const kry_part *part,
                                                                      const level_part *l,
                                                                      const level_part *next,
                                                                      schur_z_row *make)
{
    const kry_shape *s = &part->shape;
    const int sums = part->in == part->r, tile_y = kry_tile_y(s);
#pragma omp parallel for schedule(static) num_threads(part->threads)
    for (int tile_row = 0; tile_row < kry_tiles_y(s); ++tile_row)
        for (int i0 = 0; i0 < s->nx; i0 += KRY_STRIP) {
            const int i1 = kry_least(i0 + KRY_STRIP, s->nx), J0 = tile_row * tile_y;
            double lanes[2 * KRY_STRIP];
            memset(lanes, 0, sizeof lanes);
            for (int J = J0; J < kry_least(J0 + tile_y, s->ny); ++J) {
                make(part, l, next, J, i0, i1);
                for (int plane = 0; sums && plane < 2; ++plane) {
                    const ptrdiff_t at = plane * s->plane + J * s->pitch + i0;
                    schur_add_dots(i1 - i0, (const real *)part->in + at, (const real *)part->z + at,
                                   lanes + plane * KRY_STRIP);
                }
            }
            if (sums)
                kry_close_tiles(part, KRY_RZ, tile_row, i0, i1 - i0, lanes);
        }
}

#endif
