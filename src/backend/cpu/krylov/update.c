/* Kernels of the conjugate gradients that combine vectors unknown by unknown, and their sums. All
 * act on rows of all planes of a space, tile row by tile row. */
#include <math.h>

#include "backend/cpu/krylov/krylov.h"

#define DECLARE(name) extern __typeof__(*((kry_cg_kernels *)0)->name) KRY_SYMBOL(kry_##name)
DECLARE(start);
DECLARE(norm_b);
DECLARE(round_field);
DECLARE(clear);
DECLARE(load_x);
DECLARE(zero_x);
DECLARE(scale_input);
DECLARE(dot_pq);
DECLARE(update);
DECLARE(dot_rz);
DECLARE(update_both);
DECLARE(add_total);
DECLARE(largest);

/* A piece of a row: its vectors from the first column on, and the lanes of its sums. */
typedef struct row_piece {
    const kry_part *part;
    int count, turn, fresh_x;
    ptrdiff_t at, at_x, at_b, at_matrix;
    calc alpha, beta, scale, back;
    double *lanes[2];
} row_piece;

typedef void row_kernel(const row_piece *w);

/* Runs a kernel over all rows; sums: what its lanes are, or -1. */
static void run(const kry_part *part, row_kernel *kernel, int turn, int fresh_x, const int sums[2])
{
    const kry_shape *s = &part->shape;
    const kry_scalars *k = part->scalars;
    const row_piece common = {.part = part,
                              .turn = turn,
                              .fresh_x = fresh_x,
                              .alpha = (calc)k->alpha,
                              .beta = (calc)k->beta,
                              .scale = (calc)k->scale,
                              .back = (calc)(1 / k->scale)};
    const int tile_y = kry_tile_y(s);
#pragma omp parallel for num_threads(part->threads) schedule(static)
    for (int tile_row = 0; tile_row < kry_tiles_y(s); ++tile_row) {
        double lanes[2][2 * KRY_STRIP];
        memset(lanes, 0, sizeof lanes);
        for (int i0 = 0; i0 < s->nx; i0 += KRY_STRIP) {
            row_piece w = common;
            w.count = kry_least(KRY_STRIP, s->nx - i0);
            for (int n = 0; n < s->planes * tile_y; ++n) {
                const int plane = n / tile_y, j = tile_row * tile_y + n % tile_y;
                if (j >= s->ny)
                    continue;
                w.at = plane * s->plane + j * s->pitch + i0;
                w.at_x = plane * s->plane + j * part->x.pitch + i0;
                w.at_b = plane * s->plane + j * part->b.pitch + i0;
                w.at_matrix = j * part->matrix.pitch + i0;
                w.lanes[0] = lanes[0] + plane * KRY_STRIP;
                w.lanes[1] = lanes[1] + plane * KRY_STRIP;
                kernel(&w);
            }
            for (int k2 = 0; k2 < 2; ++k2)
                if (sums[k2] >= 0)
                    kry_close_tiles(part, sums[k2], tile_row, i0, w.count, lanes[k2]);
        }
    }
}

static const int no_sums[2] = {-1, -1};

/* ---- start ---- */

static void start_row(const row_piece *w)
{
    const calc *restrict b = (const calc *)w->part->b.first + w->at_b;
    calc *restrict r = (calc *)w->part->r + w->at;
    double *restrict lanes = w->lanes[0];
    for (int i = 0; i < w->count; ++i) {
        r[i] = b[i];
        lanes[i] += (double)b[i] * (double)b[i];
    }
}

void KRY_SYMBOL(kry_start)(const kry_part *part)
{
    run(part, start_row, 0, 0, (int[2]){KRY_RR, -1});
}

static void norm_row(const row_piece *w)
{
    const calc *restrict b = (const calc *)w->part->b.first + w->at_b;
    double *restrict lanes = w->lanes[0];
    for (int i = 0; i < w->count; ++i)
        lanes[i] += (double)b[i] * (double)b[i];
}

void KRY_SYMBOL(kry_norm_b)(const kry_part *part)
{
    run(part, norm_row, 0, 0, (int[2]){KRY_BB, -1});
}

void KRY_SYMBOL(kry_round_field)(const kry_shape *shape, const void *from, ptrdiff_t pitch,
                                 void *to)
{
    for (int j = -1; j <= shape->ny; ++j) {
        const calc *restrict in = (const calc *)from + j * pitch;
        real *restrict out = (real *)to + j * shape->pitch;
        for (int i = -1; i <= shape->nx; ++i)
            out[i] = (real)in[i];
    }
}

void KRY_SYMBOL(kry_clear)(const kry_part *part)
{
    const kry_shape *s = &part->shape;
    for (int k = 0; k < 2; ++k)
#pragma omp parallel for num_threads(part->threads) schedule(static)
        for (int j = -1; j <= s->ny; ++j)
            for (int plane = 0; plane < s->planes; ++plane)
                memset((calc *)part->p[k] + plane * s->plane + j * s->pitch - 1, 0,
                       sizeof(calc) * (size_t)(s->nx + 2));
}

static void load_x_row(const row_piece *w)
{
    memcpy((calc *)w->part->p[0] + w->at, (const calc *)w->part->x.first + w->at_x,
           sizeof(calc) * (size_t)w->count);
}

void KRY_SYMBOL(kry_load_x)(const kry_part *part)
{
    run(part, load_x_row, 0, 0, no_sums);
}

static void zero_x_row(const row_piece *w)
{
    memset((calc *)w->part->x.first + w->at_x, 0, sizeof(calc) * (size_t)w->count);
}

void KRY_SYMBOL(kry_zero_x)(const kry_part *part)
{
    run(part, zero_x_row, 0, 0, no_sums);
}

static void scale_row(const row_piece *w)
{
    const calc *restrict r = (const calc *)w->part->r + w->at;
    real *restrict in = (real *)w->part->in + w->at;
    for (int i = 0; i < w->count; ++i)
        in[i] = (real)(r[i] * w->scale);
}

/* Where precisions are the same, `in` is r. */
static int scales_input(const kry_part *part)
{
    return part->source == KRY_FROM_Z && part->in != part->r;
}

void KRY_SYMBOL(kry_scale_input)(const kry_part *part)
{
    if (scales_input(part))
        run(part, scale_row, 0, 0, no_sums);
}

/* ---- two reductions ---- */

static void dot_pq_row(const row_piece *w)
{
    const calc *restrict p = (const calc *)w->part->p[w->turn] + w->at;
    const calc *restrict q = (const calc *)w->part->q + w->at;
    double *restrict lanes = w->lanes[0];
    for (int i = 0; i < w->count; ++i)
        lanes[i] += (double)p[i] * (double)q[i];
}

void KRY_SYMBOL(kry_dot_pq)(const kry_part *part, int turn)
{
    if (part->scalars->state == KRY_RUNNING)
        run(part, dot_pq_row, turn, 0, (int[2]){KRY_PQ, -1});
}

static void step_x(const row_piece *w, const calc *restrict p)
{
    calc *restrict x = (calc *)w->part->x.first + w->at_x;
    const calc alpha = w->alpha;
    if (w->fresh_x)
        for (int i = 0; i < w->count; ++i)
            x[i] = C(0) + alpha * p[i];
    else
        for (int i = 0; i < w->count; ++i)
            x[i] += alpha * p[i];
}

static void step_r(const row_piece *w, const calc *restrict q)
{
    calc *restrict r = (calc *)w->part->r + w->at;
    double *restrict lanes = w->lanes[0];
    const calc alpha = w->alpha;
    for (int i = 0; i < w->count; ++i) {
        r[i] -= alpha * q[i];
        lanes[i] += (double)r[i] * (double)r[i];
    }
}

/* r.z where z is r, or r / centre. */
static void dot_own_row(const row_piece *w)
{
    const calc *restrict r = (const calc *)w->part->r + w->at;
    const calc *restrict centre = (const calc *)w->part->matrix.centre + w->at_matrix;
    double *restrict lanes = w->lanes[1];
    if (w->part->source == KRY_FROM_R)
        for (int i = 0; i < w->count; ++i)
            lanes[i] += (double)r[i] * (double)r[i];
    else
        for (int i = 0; i < w->count; ++i)
            lanes[i] += (double)r[i] * (double)(r[i] / centre[i]);
}

static void update_row(const row_piece *w)
{
    step_x(w, (const calc *)w->part->p[w->turn] + w->at);
    step_r(w, (const calc *)w->part->q + w->at);
    if (w->part->source != KRY_FROM_Z)
        dot_own_row(w);
    else if (scales_input(w->part))
        scale_row(w);
}

void KRY_SYMBOL(kry_update)(const kry_part *part, int turn, int fresh_x)
{
    if (part->scalars->state == KRY_RUNNING)
        run(part, update_row, turn, fresh_x,
            (int[2]){KRY_RR, part->source == KRY_FROM_Z ? -1 : KRY_RZ});
}

static void dot_rz_row(const row_piece *w)
{
    const calc *restrict r = (const calc *)w->part->r + w->at;
    const real *restrict z = (const real *)w->part->z + w->at;
    double *restrict lanes = w->lanes[1];
    if (w->part->source != KRY_FROM_Z)
        dot_own_row(w);
    else
        for (int i = 0; i < w->count; ++i)
            lanes[i] += (double)r[i] * (double)((calc)z[i] * w->back);
}

void KRY_SYMBOL(kry_dot_rz)(const kry_part *part)
{
    if (part->scalars->state == KRY_RUNNING)
        run(part, dot_rz_row, 0, 0, (int[2]){-1, KRY_RZ});
}

/* ---- one reduction ---- */

static void step_p(const row_piece *w, calc *restrict p)
{
    const calc *restrict r = (const calc *)w->part->r + w->at;
    const calc *restrict centre = (const calc *)w->part->matrix.centre + w->at_matrix;
    const real *restrict z = (const real *)w->part->z + w->at;
    const calc beta = w->beta;
    if (w->part->source == KRY_FROM_Z)
        for (int i = 0; i < w->count; ++i)
            p[i] = (calc)z[i] * w->back + beta * p[i];
    else if (w->part->source == KRY_FROM_R)
        for (int i = 0; i < w->count; ++i)
            p[i] = r[i] + beta * p[i];
    else
        for (int i = 0; i < w->count; ++i)
            p[i] = r[i] / centre[i] + beta * p[i];
}

static void step_product(const row_piece *w, const calc *restrict q, calc *restrict s)
{
    const calc beta = w->beta;
    for (int i = 0; i < w->count; ++i)
        s[i] = q[i] + beta * s[i];
}

static void update_both_row(const row_piece *w)
{
    calc *p = (calc *)w->part->p[0] + w->at, *s = (calc *)w->part->p[1] + w->at;
    step_p(w, p);
    step_product(w, (const calc *)w->part->q + w->at, s);
    step_x(w, p);
    step_r(w, s);
    if (scales_input(w->part))
        scale_row(w);
}

void KRY_SYMBOL(kry_update_both)(const kry_part *part, int fresh_x)
{
    if (part->scalars->state == KRY_RUNNING)
        run(part, update_both_row, 0, fresh_x, (int[2]){KRY_RR, -1});
}

/* ---- totals ---- */

void KRY_SYMBOL(kry_add_total)(const kry_part *part, int sum, int exponent, kry_total *total)
{
    const ptrdiff_t tiles = kry_tile_count(&part->shape);
    const double *tile_sums = part->tile_sums + sum * tiles;
    const double power = kry_power(exponent);
    for (ptrdiff_t t = 0; t < tiles; ++t)
        kry_total_add(total, tile_sums[t], power);
}

double KRY_SYMBOL(kry_largest)(const kry_part *part, int sum)
{
    const ptrdiff_t tiles = kry_tile_count(&part->shape);
    const double *tile_sums = part->tile_sums + sum * tiles;
    double most = 0;
    for (ptrdiff_t t = 0; t < tiles; ++t) {
        const double size = fabs(tile_sums[t]);
        most = size <= most ? most : size < INFINITY ? size : INFINITY; /* NaN counts as infinite */
    }
    return most;
}
