/* The factorised sparse approximate inverse: its rows, and products with G and its transpose. */
#include "backend/krylov/factor.h"

#include "backend/cpu/krylov/simple.h"

KRY_SIMPLE(make_factor);
KRY_SIMPLE(factor_apply);
KRY_SIMPLE(factor_apply_transposed);

int64_t KRY_SYMBOL(kry_make_factor)(const kry_part *part, const kry_matrix *m, const kry_factor *f)
{
    const kry_shape *s = &part->shape;
    const int count = m->north_east ? KRY_G_COUNT : KRY_G_SOUTH_WEST;
    int64_t failed = 0;
#pragma omp parallel for num_threads(part->threads) schedule(static) reduction(+ : failed)
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i) {
            real g[KRY_G_COUNT] = {0};
            failed += !kry_factor_row(s, m, i, j, g);
            for (int k = 0; k < count; ++k)
                ((real *)f->g[k])[j * s->pitch + i] = g[k];
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
            y[i] = KRY_FACTOR_3(own[i], v[i], west[i], v[i - 1], south[i], vs[i]);
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
            z[i] = KRY_FACTOR_3(own[i], v[i], west[i + 1], v[i + 1], south[i], vn[i]);
        if (!f->g[KRY_G_SOUTH_WEST])
            continue;
        const real *restrict sw = (const real *)f->g[KRY_G_SOUTH_WEST] + above;
        const real *restrict se = (const real *)f->g[KRY_G_SOUTH_EAST] + above;
        for (int i = 0; i < s->nx; ++i)
            z[i] += sw[i + 1] * vn[i + 1] + se[i - 1] * vn[i - 1];
    }
}
