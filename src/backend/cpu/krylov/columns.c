/* Block Jacobi: the columns of a tile, 8 unknowns along y, are tridiagonal systems. Lanes are
 * columns. Reads in, north, pivots; writes z: 4 values per unknown. */
#include "backend/cpu/krylov/simple.h"

KRY_SIMPLE(make_columns);
KRY_SIMPLE(solve_columns);

/* Pivots of a row from those of the row below in the same tile, or none. */
static int64_t pivot_row(int count, const real *restrict centre, const real *restrict south,
                         const real *restrict below, real *restrict pivots)
{
    int64_t bad = 0;
    for (int i = 0; i < count; ++i) {
        const real pivot = below ? kry_column_pivot(centre[i], south[i], below[i]) : centre[i];
        bad += !(pivot > 0);
        pivots[i] = (real)1 / pivot;
    }
    return bad;
}

int64_t KRY_SYMBOL(kry_make_columns)(const kry_part *part, const kry_matrix *m, void *pivots)
{
    const kry_shape *s = &part->shape;
    int64_t bad = 0;
#pragma omp parallel for num_threads(part->threads) schedule(static) reduction(+ : bad)
    for (int tile_row = 0; tile_row < kry_tiles_y(s); ++tile_row) {
        const int j0 = tile_row * kry_tile_y(s), j1 = kry_least(j0 + kry_tile_y(s), s->ny);
        for (int j = j0; j < j1; ++j) {
            real *own = (real *)pivots + j * s->pitch;
            bad += pivot_row(s->nx, (const real *)m->centre + j * m->pitch,
                             (const real *)m->north + (j - 1) * m->pitch,
                             j > j0 ? own - s->pitch : NULL, own);
        }
    }
    return bad;
}

/* y = in - south y' / pivot', upward. */
static void forward_row(int count, const real *restrict in, const real *restrict south,
                        const real *restrict pivots_below, const real *restrict below,
                        real *restrict y)
{
    for (int i = 0; i < count; ++i)
        y[i] = kry_column_forward(in[i], south[i], pivots_below[i], below[i]);
}

/* z = (y - north z') / pivot, downward. */
static void backward_row(int count, const real *restrict north, const real *restrict pivots,
                         const real *restrict above, real *restrict z)
{
    for (int i = 0; i < count; ++i)
        z[i] = kry_column_backward(z[i], north[i], above[i], pivots[i]);
}

static void top_row(int count, const real *restrict pivots, real *restrict z)
{
    for (int i = 0; i < count; ++i)
        z[i] *= pivots[i];
}

static void dot_row(int count, const real *restrict a, const real *restrict b,
                    double *restrict lanes)
{
    for (int i = 0; i < count; ++i)
        lanes[i] += (double)a[i] * (double)b[i];
}

static void solve_tiles(const kry_part *part, const kry_matrix *m, const real *pivots, int tile_row,
                        int i0, int count)
{
    const kry_shape *s = &part->shape;
    const int j0 = tile_row * kry_tile_y(s), j1 = kry_least(j0 + kry_tile_y(s), s->ny);
    const real *in = (const real *)part->in + i0, *north = (const real *)m->north + i0;
    real *z = (real *)part->z + i0;
    double lanes[KRY_STRIP] = {0};
    pivots += i0;
    memcpy(z + j0 * s->pitch, in + j0 * s->pitch, sizeof *z * (size_t)count);
    for (int j = j0 + 1; j < j1; ++j) {
        const ptrdiff_t o = j * s->pitch;
        forward_row(count, in + o, north + (j - 1) * m->pitch, pivots + o - s->pitch,
                    z + o - s->pitch, z + o);
    }
    top_row(count, pivots + (j1 - 1) * s->pitch, z + (j1 - 1) * s->pitch);
    for (int j = j1 - 2; j >= j0; --j) {
        const ptrdiff_t o = j * s->pitch;
        backward_row(count, north + j * m->pitch, pivots + o, z + o + s->pitch, z + o);
    }
    for (int j = j0; j < j1; ++j)
        dot_row(count, in + j * s->pitch, z + j * s->pitch, lanes);
    kry_close_tiles(part, KRY_RZ, tile_row, i0, count, lanes);
}

void KRY_SYMBOL(kry_solve_columns)(const kry_part *part, const kry_matrix *m, const void *pivots)
{
    const kry_shape *s = &part->shape;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int tile_row = 0; tile_row < kry_tiles_y(s); ++tile_row)
        for (int i0 = 0; i0 < s->nx; i0 += KRY_STRIP)
            solve_tiles(part, m, pivots, tile_row, i0, kry_least(KRY_STRIP, s->nx - i0));
}
