/* Incomplete Cholesky L D L^T with the pattern of the matrix, rows in their natural order, couplings
 * to other parts left out. One thread: each row needs the one before. */
#include "backend/cpu/krylov/simple.h"

KRY_SIMPLE(make_cholesky);
KRY_SIMPLE(solve_cholesky);

enum { WEST, SOUTH, SOUTH_WEST, SOUTH_EAST };

/* The last pivot of a singular matrix is 0 up to rounding: then the unknown keeps its centre. */
static int accept(real *pivot, real centre)
{
    const real rounding = 8 * SPATE_CALC_EPSILON * centre;
    if (*pivot <= rounding && *pivot >= -rounding)
        *pivot = centre;
    return *pivot > 0;
}

static int64_t factor_5(const kry_part *part, const kry_matrix *m, real *pivots)
{
    const kry_shape *s = &part->shape;
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, pivots, j);
        real *own = pivots + j * s->pitch;
        for (int i = 0; i < s->nx; ++i) {
            const real w = i > 0 ? r.east[i - 1] * (r.east[i - 1] * own[i - 1]) : (real)0;
            const real b = j > 0 ? r.south[i] * (r.south[i] * own[i - s->pitch]) : (real)0;
            real pivot = r.centre[i] - (w + b);
            if (!accept(&pivot, r.centre[i]))
                return i + (int64_t)j * s->nx;
            own[i] = (real)1 / pivot;
        }
    }
    return -1;
}

/* The couplings of a row of the factor: those of the matrix less what eliminating earlier unknowns
 * leaves within the pattern. */
static int64_t factor_9(const kry_part *part, const kry_matrix *m, real *pivots, real *const l[4])
{
    const kry_shape *s = &part->shape;
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, pivots, j);
        for (int i = 0; i < s->nx; ++i) {
            const ptrdiff_t o = j * s->pitch + i, b = o - s->pitch;
            const int w = i > 0, e = i + 1 < s->nx, below = j > 0;
            const real sw = w && below ? r.sw[i - 1] : (real)0;
            real south = below ? r.south[i] : (real)0;
            real se = e && below ? r.se[i + 1] : (real)0;
            real west = w ? r.east[i - 1] : (real)0;
            if (w && below)
                south -= l[WEST][b] * (sw * pivots[b - 1]);
            if (e && below)
                se -= l[WEST][b + 1] * (south * pivots[b]);
            if (w && below)
                west -= l[SOUTH][o - 1] * (sw * pivots[b - 1]) +
                        l[SOUTH_EAST][o - 1] * (south * pivots[b]);
            real pivot = r.centre[i];
            pivot -= w && below ? sw * (sw * pivots[b - 1]) : (real)0;
            pivot -= below ? south * (south * pivots[b]) : (real)0;
            pivot -= e && below ? se * (se * pivots[b + 1]) : (real)0;
            pivot -= w ? west * (west * pivots[o - 1]) : (real)0;
            if (!accept(&pivot, r.centre[i]))
                return i + (int64_t)j * s->nx;
            pivots[o] = (real)1 / pivot;
            l[WEST][o] = west;
            l[SOUTH][o] = south;
            l[SOUTH_WEST][o] = sw;
            l[SOUTH_EAST][o] = se;
        }
    }
    return -1;
}

int64_t KRY_SYMBOL(kry_make_cholesky)(const kry_part *part, const kry_matrix *m, void *pivots,
                                      void *const l[4])
{
    real *const lower[4] = {l[0], l[1], l[2], l[3]};
    return m->north_east ? factor_9(part, m, pivots, lower) : factor_5(part, m, pivots);
}

static void solve_5(const kry_part *part, const kry_matrix *m, const real *pivots)
{
    const kry_shape *s = &part->shape;
    real *z = part->z;
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, z, j);
        const real *in = (const real *)part->in + j * s->pitch;
        for (int i = 0; i < s->nx; ++i) {
            const ptrdiff_t o = j * s->pitch + i;
            const real w = i > 0 ? r.east[i - 1] * (pivots[o - 1] * z[o - 1]) : (real)0;
            const real b = j > 0 ? r.south[i] * (pivots[o - s->pitch] * z[o - s->pitch]) : (real)0;
            z[o] = in[i] - (w + b);
        }
    }
    for (int j = s->ny - 1; j >= 0; --j) {
        const kry_rows r = kry_rows_at(part, m, z, j);
        for (int i = s->nx - 1; i >= 0; --i) {
            const ptrdiff_t o = j * s->pitch + i;
            const real e = i + 1 < s->nx ? r.east[i] * z[o + 1] : (real)0;
            const real n = j + 1 < s->ny ? r.north[i] * z[o + s->pitch] : (real)0;
            z[o] = (z[o] - (e + n)) * pivots[o];
        }
    }
}

static void solve_9(const kry_part *part, const real *pivots, const real *const l[4])
{
    const kry_shape *s = &part->shape;
    const real *in = part->in;
    real *z = part->z;
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const ptrdiff_t o = j * s->pitch + i, b = o - s->pitch;
            real y = in[o];
            y -= i > 0 && j > 0 ? l[SOUTH_WEST][o] * (pivots[b - 1] * z[b - 1]) : (real)0;
            y -= j > 0 ? l[SOUTH][o] * (pivots[b] * z[b]) : (real)0;
            y -= i + 1 < s->nx && j > 0 ? l[SOUTH_EAST][o] * (pivots[b + 1] * z[b + 1]) : (real)0;
            z[o] = i > 0 ? y - l[WEST][o] * (pivots[o - 1] * z[o - 1]) : y;
        }
    for (int j = s->ny - 1; j >= 0; --j)
        for (int i = s->nx - 1; i >= 0; --i) {
            const ptrdiff_t o = j * s->pitch + i, a = o + s->pitch;
            const int w = i > 0, e = i + 1 < s->nx, above = j + 1 < s->ny;
            real y = z[o];
            y -= e && above ? l[SOUTH_WEST][a + 1] * z[a + 1] : (real)0;
            y -= above ? l[SOUTH][a] * z[a] : (real)0;
            y -= w && above ? l[SOUTH_EAST][a - 1] * z[a - 1] : (real)0;
            y -= e ? l[WEST][o + 1] * z[o + 1] : (real)0;
            z[o] = y * pivots[o];
        }
}

void KRY_SYMBOL(kry_solve_cholesky)(const kry_part *part, const kry_matrix *m, const void *pivots,
                                    void *const l[4])
{
    const real *const lower[4] = {l[0], l[1], l[2], l[3]};
    if (part->scalars->state != KRY_RUNNING)
        return;
    if (m->north_east)
        solve_9(part, pivots, lower);
    else
        solve_5(part, m, pivots);
}
