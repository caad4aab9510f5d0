/* Lines in memory, with marks in every gap, and one solve through the public interface. */
#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { MARGIN = 16 /* values in front and behind */ };
static const double MARK = -12345.0; /* exact in both precisions */

const char *const layout_names[LAYOUTS] = {"contiguous", "rows",        "y",   "y of 3-D",
                                           "z of 3-D",   "interleaved", "odd", "far"};

/* The largest divisor whose square is at most n. */
static int64_t root_divisor(int64_t n)
{
    int64_t best = 1;
    for (int64_t k = 2; k * k <= n; ++k)
        if (n % k == 0)
            best = k;
    return best;
}

spate_lines layout_lines(layout_kind kind, int64_t n, int64_t lines)
{
    const int64_t outer = root_divisor(lines), inner = lines / outer, pitch = inner + 5;
    switch (kind) {
    case LAYOUT_ROWS: return (spate_lines){n, 1, {lines, 1}, {n + 7, 0}};
    case LAYOUT_Y: return (spate_lines){n, lines + 5, {lines, 1}, {1, 0}};
    case LAYOUT_Y3: return (spate_lines){n, pitch, {inner, outer}, {1, (n + 2) * pitch}};
    case LAYOUT_Z3: return (spate_lines){n, (outer + 1) * pitch, {inner, outer}, {1, pitch}};
    case LAYOUT_INTERLEAVED: return (spate_lines){n, lines, {lines, 1}, {1, 0}};
    case LAYOUT_ODD: return (spate_lines){n, 3, {lines, 1}, {3 * n + 5, 0}};
    case LAYOUT_FAR: return (spate_lines){n, 2 * lines + 1, {lines, 1}, {2, 0}};
    default: return (spate_lines){n, 1, {lines, 1}, {n, 0}};
    }
}

int64_t layout_extent(const spate_lines *l)
{
    return 1 + (l->n - 1) * l->stride + (l->count[0] - 1) * l->step[0] +
           (l->count[1] - 1) * l->step[1];
}

/* ---- arrays of either precision ---- */

typedef struct image {
    int precision;
    int64_t values; /* margins included */
    void *memory;
} image;

static double get(const image *m, int64_t k)
{
    return m->precision == 32 ? (double)((const float *)m->memory)[k]
                              : ((const double *)m->memory)[k];
}

static void set(image *m, int64_t k, double v)
{
    if (m->precision == 32)
        ((float *)m->memory)[k] = (float)v;
    else
        ((double *)m->memory)[k] = v;
}

static int64_t place(const spate_lines *l, int64_t line, int64_t i)
{
    return MARGIN + i * l->stride + line % l->count[0] * l->step[0] +
           line / l->count[0] * l->step[1];
}

/* Starts on a cache line: the layout determines which lines and rows do so too. */
static void *new_memory(int64_t bytes)
{
    void *memory = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
    if (!memory)
        abort();
    return memory;
}

/* from NULL: marks everywhere. */
static image image_make(const spate_lines *l, int precision, const double *from)
{
    image m = {precision, layout_extent(l) + 2 * MARGIN, NULL};
    m.memory = new_memory(m.values * precision / 8);
    for (int64_t k = 0; k < m.values; ++k)
        set(&m, k, MARK);
    for (int64_t line = 0; from && line < l->count[0] * l->count[1]; ++line)
        for (int64_t i = 0; i < l->n; ++i)
            set(&m, place(l, line, i), from[line * l->n + i]);
    return m;
}

static const void *first(const image *m)
{
    return (const char *)m->memory + MARGIN * m->precision / 8;
}

static void read_back(const image *m, const spate_lines *l, double *to)
{
    for (int64_t line = 0; line < l->count[0] * l->count[1]; ++line)
        for (int64_t i = 0; i < l->n; ++i)
            to[line * l->n + i] = get(m, place(l, line, i));
}

static int same_image(const image *m, const image *other)
{
    return memcmp(m->memory, other->memory, (size_t)(m->values * m->precision / 8)) == 0;
}

/* True if x has marks everywhere except at the unknowns. Overwrites the unknowns: read them back
 * before. */
static int gaps_kept(image *x, const spate_lines *l)
{
    for (int64_t line = 0; line < l->count[0] * l->count[1]; ++line)
        for (int64_t i = 0; i < l->n; ++i)
            set(x, place(l, line, i), MARK);
    for (int64_t k = 0; k < x->values; ++k)
        if (!(get(x, k) == MARK))
            return 0;
    return 1;
}

/* ---- a solve ---- */

static spate_status set_up(spate_tridiag *t, const solve_variant *variant, const systems *s)
{
    spate_status status = SPATE_OK;
    if (variant->matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_set_matrix(t, s->a, s->b, s->c);
    if (variant->matrix == SPATE_TRIDIAG_TOEPLITZ) {
        const spate_toeplitz m = systems_toeplitz(s);
        status = spate_tridiag_set_toeplitz(t, &m);
    }
    return status == SPATE_OK ? spate_tridiag_setup(t) : status;
}

/* in: a, b, c, d. */
static spate_status run(spate_tridiag *t, const solve_variant *variant, const image *in, image *x)
{
    void *out = (char *)x->memory + MARGIN * x->precision / 8;
    const void *d = variant->in_place ? out : first(&in[3]);
    if (variant->matrix == SPATE_TRIDIAG_GENERAL)
        return spate_tridiag_solve(t, first(&in[0]), first(&in[1]), first(&in[2]), d, out);
    return spate_tridiag_solve_many(t, d, out);
}

static image image_copy(const image *m)
{
    image copy = *m;
    const size_t bytes = (size_t)(m->values * m->precision / 8);
    copy.memory = new_memory((int64_t)bytes);
    memcpy(copy.memory, m->memory, bytes);
    return copy;
}

/* Only a general matrix has images of a, b and c. */
static spate_status solve_images(spate_tridiag *t, const solve_variant *variant, systems *s,
                                 const spate_lines *l, int *kept)
{
    const double *values[4] = {s->a, s->b, s->c, s->d};
    const int begin = variant->matrix == SPATE_TRIDIAG_GENERAL ? 0 : 3;
    image in[4], before[4];
    for (int k = begin; k < 4; ++k) {
        in[k] = image_make(l, variant->precision, values[k]);
        before[k] = image_copy(&in[k]);
    }
    image x = image_make(l, variant->precision, variant->in_place ? s->d : NULL);
    const spate_status status = run(t, variant, in, &x);
    read_back(&x, l, s->x);
    *kept = gaps_kept(&x, l);
    for (int k = begin; k < 4; ++k) {
        *kept = *kept && same_image(&in[k], &before[k]);
        free(in[k].memory);
        free(before[k].memory);
    }
    free(x.memory);
    return status;
}

spate_status lines_solve(spate_context *ctx, const solve_variant *variant, systems *s, int *kept,
                         spate_tridiag_stats *stats)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.matrix = variant->matrix;
    o.lines = layout_lines(variant->layout, s->n, s->lines);
    o.precision = variant->precision;
    o.periodic = s->periodic;
    o.algorithm = variant->algorithm;
    o.threads = variant->threads;
    o.check = variant->check;
    o.repair = variant->repair;
    if (variant->backend)
        o.backend = variant->backend;
    *kept = 1;
    spate_status status = spate_tridiag_create(ctx, &o, &t);
    if (status == SPATE_OK)
        status = set_up(t, variant, s);
    if (status == SPATE_OK)
        status = solve_images(t, variant, s, &o.lines, kept);
    if (t && stats)
        spate_tridiag_get_stats(t, stats);
    spate_tridiag_destroy(t);
    return status;
}

int lines_may_be_periodic(spate_context *ctx, spate_tridiag_class matrix, const char *algorithm)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.matrix = matrix;
    o.lines = layout_lines(LAYOUT_CONTIGUOUS, 8, 1);
    o.periodic = 1;
    o.algorithm = algorithm;
    const spate_status status = spate_tridiag_create(ctx, &o, &t);
    spate_tridiag_destroy(t);
    /* Other failures occur again in the solves and are reported there. */
    return !(status == SPATE_ERROR_ARGUMENT && strstr(spate_message(ctx), "periodic"));
}
