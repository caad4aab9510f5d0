/* The factorised sparse approximate inverse: its rows, and products with G and its transpose. */
#include "backend/krylov/factor.h"

#include "backend/cpu/krylov/simple.h"

KRY_SIMPLE(make_factor);
KRY_SIMPLE(factor_apply);
KRY_SIMPLE(factor_apply_transposed);

/* Row (i, j) of G. 5 points: the unknowns to the west and the south do not couple with each other.
 * Unknowns of a local matrix in their order: 9 points south-west, south, south-east, west, own; 5
 * points south, west, own. Those outside the grid have centre 1 and no couplings. */
static int factor_row_5(const kry_rows *r, const real *centre_south, int i, int has_west,
                        int has_south, real g[KRY_G_COUNT])
{
    real a[5][5] = {{0}}, x[5] = {0};
    a[0][0] = has_south ? centre_south[i] : (real)1;
    a[1][1] = has_west ? r->centre[i - 1] : (real)1;
    a[2][0] = has_south ? r->south[i] : (real)0;
    a[2][1] = has_west ? r->east[i - 1] : (real)0;
    a[2][2] = r->centre[i];
    if (!kry_solve_unit(a, 3, x))
        return 0;
    const real root = (real)sqrt_r(x[2]);
    g[KRY_G_OWN] = root;
    g[KRY_G_WEST] = x[1] / root;
    g[KRY_G_SOUTH] = x[0] / root;
    return 1;
}

static int factor_row_9(const kry_part *part, const kry_matrix *m, int i, int j,
                        real g[KRY_G_COUNT])
{
    const kry_shape *s = &part->shape;
    const ptrdiff_t o = j * m->pitch + i, b = o - m->pitch;
    const real *centre = m->centre, *east = m->east, *north = m->north, *ne = m->north_east,
               *nw = m->north_west;
    const int w = i > 0 || s->linked[0], e = i + 1 < s->nx || s->linked[1],
              below = j > 0 || s->linked[2];
    const int has[5] = {w && below, below, e && below, w, 1};
    real a[5][5] = {{0}}, x[5] = {0};
    const ptrdiff_t at[5] = {b - 1, b, b + 1, o - 1, o};
    for (int k = 0; k < 5; ++k)
        a[k][k] = has[k] ? centre[at[k]] : (real)1;
    a[1][0] = has[0] ? east[b - 1] : (real)0;     /* south with south-west */
    a[2][1] = has[2] ? east[b] : (real)0;         /* south-east with south */
    a[3][0] = has[0] ? north[b - 1] : (real)0;    /* west with south-west */
    a[3][1] = has[1] && has[3] ? nw[b] : (real)0; /* west with south */
    a[4][0] = has[0] ? ne[b - 1] : (real)0;
    a[4][1] = has[1] ? north[b] : (real)0;
    a[4][2] = has[2] ? nw[b + 1] : (real)0;
    a[4][3] = has[3] ? east[o - 1] : (real)0;
    if (!kry_solve_unit(a, 5, x))
        return 0;
    const real root = (real)sqrt_r(x[4]);
    g[KRY_G_OWN] = root;
    g[KRY_G_WEST] = x[3] / root;
    g[KRY_G_SOUTH] = x[1] / root;
    g[KRY_G_SOUTH_WEST] = x[0] / root;
    g[KRY_G_SOUTH_EAST] = x[2] / root;
    return 1;
}

int64_t KRY_SYMBOL(kry_make_factor)(const kry_part *part, const kry_matrix *m, const kry_factor *f)
{
    const kry_shape *s = &part->shape;
    const int count = m->north_east ? KRY_G_COUNT : KRY_G_SOUTH_WEST;
    int64_t failed = 0;
#pragma omp parallel for num_threads(part->threads) schedule(static) reduction(+ : failed)
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, part->z, j);
        const real *below = (const real *)m->centre + (j - 1) * m->pitch;
        for (int i = 0; i < s->nx; ++i) {
            real g[KRY_G_COUNT] = {0};
            const int good = m->north_east ? factor_row_9(part, m, i, j, g)
                                           : factor_row_5(&r, below, i, i > 0 || s->linked[0],
                                                          j > 0 || s->linked[2], g);
            failed += !good;
            for (int k = 0; k < count; ++k)
                ((real *)f->g[k])[j * s->pitch + i] = g[k];
        }
    }
    return failed;
}

void KRY_SYMBOL(kry_factor_apply)(const kry_part *part, const kry_factor *f, void *out)
{
    const kry_shape *s = &part->shape;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int j = 0; j < s->ny; ++j) {
        const ptrdiff_t o = j * s->pitch;
        const real *restrict own = (const real *)f->g[KRY_G_OWN] + o;
        const real *restrict west = (const real *)f->g[KRY_G_WEST] + o;
        const real *restrict south = (const real *)f->g[KRY_G_SOUTH] + o;
        const real *restrict v = (const real *)part->in + o, *restrict vs = v - s->pitch;
        real *restrict y = (real *)out + o;
        for (int i = 0; i < s->nx; ++i)
            y[i] = own[i] * v[i] + (west[i] * v[i - 1] + south[i] * vs[i]);
        if (!f->g[KRY_G_SOUTH_WEST])
            continue;
        const real *restrict sw = (const real *)f->g[KRY_G_SOUTH_WEST] + o;
        const real *restrict se = (const real *)f->g[KRY_G_SOUTH_EAST] + o;
        for (int i = 0; i < s->nx; ++i)
            y[i] += sw[i] * vs[i - 1] + se[i] * vs[i + 1];
    }
}

void KRY_SYMBOL(kry_factor_apply_transposed)(const kry_part *part, const kry_factor *f,
                                             const void *y)
{
    const kry_shape *s = &part->shape;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int j = 0; j < s->ny; ++j) {
        const ptrdiff_t o = j * s->pitch, above = o + s->pitch;
        const real *restrict own = (const real *)f->g[KRY_G_OWN] + o;
        const real *restrict west = (const real *)f->g[KRY_G_WEST] + o;
        const real *restrict south = (const real *)f->g[KRY_G_SOUTH] + above;
        const real *restrict v = (const real *)y + o, *restrict vn = (const real *)y + above;
        real *restrict z = (real *)part->z + o;
        for (int i = 0; i < s->nx; ++i)
            z[i] = own[i] * v[i] + (west[i + 1] * v[i + 1] + south[i] * vn[i]);
        if (!f->g[KRY_G_SOUTH_WEST])
            continue;
        const real *restrict sw = (const real *)f->g[KRY_G_SOUTH_WEST] + above;
        const real *restrict se = (const real *)f->g[KRY_G_SOUTH_EAST] + above;
        for (int i = 0; i < s->nx; ++i)
            z[i] += sw[i + 1] * vn[i + 1] + se[i - 1] * vn[i - 1];
    }
}
