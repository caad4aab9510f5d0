/* SSOR by colours and Chebyshev steps. */
#include "backend/cpu/krylov/simple.h"

KRY_SIMPLE(row_ratio);
KRY_SIMPLE(relax);
KRY_SIMPLE(chebyshev_first);
KRY_SIMPLE(chebyshev_step);

static inline double size(real v)
{
    return (double)abs_r(v);
}

static double ratio_of_row(const kry_rows *r, int count)
{
    double most = 0;
    for (int i = 0; i < count; ++i) {
        double sum =
            (size(r->east[i - 1]) + size(r->east[i])) + (size(r->south[i]) + size(r->north[i]));
        if (r->ne)
            sum += (size(r->sw[i - 1]) + size(r->ne[i])) + (size(r->se[i + 1]) + size(r->nw[i]));
        const double ratio = sum / (double)r->centre[i];
        most = ratio > most ? ratio : most;
    }
    return most;
}

double KRY_SYMBOL(kry_row_ratio)(const kry_part *part, const kry_matrix *m)
{
    const kry_shape *s = &part->shape;
    double most = 0;
#pragma omp parallel for num_threads(part->threads) schedule(static) reduction(max : most)
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, part->z, j);
        const double here = ratio_of_row(&r, s->nx);
        most = here > most ? here : most;
    }
    return most;
}

/* ---- SSOR ---- */

static void first_row(const kry_part *part, const kry_rows *r, int j, int colours)
{
    const kry_shape *s = &part->shape;
    const real *restrict in = (const real *)part->in + j * s->pitch;
    real *restrict z = (real *)part->z + j * s->pitch;
    const int odd = colours == 2 ? j & 1 : 0, empty = colours == 4 && (j & 1);
    for (int i = 0; i < s->nx; ++i)
        z[i] = empty || (i & 1) != odd ? (real)0 : in[i] / r->centre[i];
}

static void relax_row(const kry_part *part, const kry_rows *r, int j, int first, real omega)
{
    const kry_shape *s = &part->shape;
    const real *in = (const real *)part->in + j * s->pitch;
    real *z = (real *)part->z + j * s->pitch;
    /* Neighbours have other colours: no value is both read and written. */
    if (r->ne)
#pragma omp simd
        for (int i = first; i < s->nx; i += 2)
            z[i] = kry_relaxed(in[i], omega, kry_neighbours_9(r, i), r->centre[i]);
    else
#pragma omp simd
        for (int i = first; i < s->nx; i += 2)
            z[i] = kry_relaxed(in[i], omega, kry_neighbours_5(r, i), r->centre[i]);
}

void KRY_SYMBOL(kry_relax)(const kry_part *part, const kry_matrix *m, double omega, int colour,
                           int first)
{
    const kry_shape *s = &part->shape;
    const int colours = m->north_east ? 4 : 2;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, part->z, j);
        if (first)
            first_row(part, &r, j, colours);
        else if (colours == 2)
            relax_row(part, &r, j, (j + colour) & 1, (real)omega);
        else if ((j & 1) == colour / 2)
            relax_row(part, &r, j, colour & 1, (real)omega);
    }
}

/* ---- Chebyshev ---- */

void KRY_SYMBOL(kry_chebyshev_first)(const kry_part *part, const kry_matrix *m, double weight,
                                     void *d, void *out)
{
    const kry_shape *s = &part->shape;
    const real w = (real)weight;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int j = 0; j < s->ny; ++j) {
        const real *restrict in = (const real *)part->in + j * s->pitch;
        const real *restrict centre = (const real *)m->centre + j * m->pitch;
        real *restrict to_d = (real *)d + j * s->pitch, *restrict to = (real *)out + j * s->pitch;
        for (int i = 0; i < s->nx; ++i)
            to[i] = to_d[i] = w * (in[i] / centre[i]);
    }
}

static void chebyshev_row(const kry_rows *r, int count, const real *restrict in, real *restrict d,
                          real *restrict out, real keep, real weight)
{
    if (r->ne)
        for (int i = 0; i < count; ++i) {
            const real product = r->centre[i] * r->v[i] + kry_neighbours_9(r, i);
            d[i] = kry_chebyshev_increment(keep, d[i], weight, in[i], product, r->centre[i]);
            out[i] = r->v[i] + d[i];
        }
    else
        for (int i = 0; i < count; ++i) {
            const real product = r->centre[i] * r->v[i] + kry_neighbours_5(r, i);
            d[i] = kry_chebyshev_increment(keep, d[i], weight, in[i], product, r->centre[i]);
            out[i] = r->v[i] + d[i];
        }
}

void KRY_SYMBOL(kry_chebyshev_step)(const kry_part *part, const kry_matrix *m,
                                    kry_chebyshev_step step, const void *z, void *d, void *out)
{
    const kry_shape *s = &part->shape;
    if (part->scalars->state != KRY_RUNNING)
        return;
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int j = 0; j < s->ny; ++j) {
        const kry_rows r = kry_rows_at(part, m, z, j);
        const ptrdiff_t o = j * s->pitch;
        chebyshev_row(&r, s->nx, (const real *)part->in + o, (real *)d + o, (real *)out + o,
                      (real)step.keep, (real)step.weight);
    }
}
