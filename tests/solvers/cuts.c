/* Parts of lines in memory, and a solve of them. */
#include "cuts.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MARGIN = 16 };
static const double MARK = -12345.0; /* exact in both precisions */

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static int has_cut(const cut_variant *variant, int count, int64_t row)
{
    for (int k = 1; k < count; ++k)
        if (variant->cut[k] == row)
            return 1;
    return 0;
}

void cuts_at_random(cut_variant *variant, int64_t n, int parts)
{
    variant->parts = parts < n ? parts : (int)n;
    variant->cut[0] = 0;
    for (int k = 1; k < variant->parts; ++k)
        do
            variant->cut[k] = 1 + (int64_t)(draw_unit() * (double)(n - 1));
        while (has_cut(variant, k, variant->cut[k]));
    qsort(variant->cut, (size_t)variant->parts, sizeof *variant->cut, by_size);
}

void cuts_at_chunks(cut_variant *variant, int64_t n, int parts)
{
    const int64_t chunks = (n + variant->chunk - 1) / variant->chunk;
    variant->parts = parts < chunks ? parts : (int)chunks;
    for (int k = 0; k < variant->parts; ++k)
        variant->cut[k] = chunks * k / variant->parts * variant->chunk;
}

/* ---- a part in memory ---- */

typedef struct part_memory {
    spate_lines lines;
    int64_t first;
    int precision;
    int64_t values;
    void *arrays[5], *before[4]; /* a, b, c, d, x; copies */
} part_memory;

static void set(const part_memory *m, void *array, int64_t k, double v)
{
    if (m->precision == 32)
        ((float *)array)[k] = (float)v;
    else
        ((double *)array)[k] = v;
}

static double get(const part_memory *m, const void *array, int64_t k)
{
    return m->precision == 32 ? (double)((const float *)array)[k] : ((const double *)array)[k];
}

static int64_t place(const spate_lines *l, int64_t line, int64_t i)
{
    return MARGIN + i * l->stride + line % l->count[0] * l->step[0] +
           line / l->count[0] * l->step[1];
}

static void *new_array(const part_memory *m, const systems *s, const double *from)
{
    void *array = malloc((size_t)(m->values * m->precision / 8));
    if (!array)
        abort();
    for (int64_t k = 0; k < m->values; ++k)
        set(m, array, k, MARK);
    for (int64_t line = 0; from && line < s->lines; ++line)
        for (int64_t i = 0; i < m->lines.n; ++i)
            set(m, array, place(&m->lines, line, i), from[line * s->n + m->first + i]);
    return array;
}

static layout_kind layout_of(const cut_variant *variant, int part)
{
    static const layout_kind flat[] = {LAYOUT_CONTIGUOUS,  LAYOUT_ROWS, LAYOUT_Y,
                                       LAYOUT_INTERLEAVED, LAYOUT_ODD,  LAYOUT_FAR};
    if (!variant->mixed)
        return variant->layout;
    if (variant->layout == LAYOUT_Y3 || variant->layout == LAYOUT_Z3)
        return part % 2 ? LAYOUT_Y3 : LAYOUT_Z3;
    return flat[part % 6];
}

static part_memory make_part(const cut_variant *variant, const systems *s, int part)
{
    const int64_t end = part + 1 < variant->parts ? variant->cut[part + 1] : s->n;
    const double *values[4] = {s->a, s->b, s->c, s->d};
    part_memory m = {.first = variant->cut[part], .precision = variant->precision};
    m.lines = layout_lines(layout_of(variant, part), end - m.first, s->lines);
    m.values = layout_extent(&m.lines) + 2 * MARGIN;
    for (int k = 0; k < 4; ++k) {
        m.arrays[k] = new_array(&m, s, values[k]);
        m.before[k] = new_array(&m, s, values[k]);
    }
    m.arrays[4] = variant->in_place ? m.arrays[3] : new_array(&m, s, NULL);
    return m;
}

/* Reads x back; 0 if anything besides the unknowns has changed. */
static int end_part(const cut_variant *variant, part_memory *m, systems *s)
{
    int kept = 1;
    void *x = m->arrays[4];
    for (int64_t line = 0; line < s->lines; ++line)
        for (int64_t i = 0; i < m->lines.n; ++i) {
            const int64_t at = place(&m->lines, line, i);
            s->x[line * s->n + m->first + i] = get(m, x, at);
            set(m, x, at, MARK);
        }
    for (int64_t k = 0; k < m->values; ++k)
        kept = kept && get(m, x, k) == MARK;
    for (int k = 0; k < 4; ++k) {
        if (!(variant->in_place && k == 3))
            kept = kept &&
                   memcmp(m->arrays[k], m->before[k], (size_t)(m->values * m->precision / 8)) == 0;
        free(m->arrays[k]);
        free(m->before[k]);
    }
    if (!variant->in_place)
        free(x);
    return kept;
}

/* ---- a solve ---- */

/* Data of the callbacks that supply rows and receive answers. */
typedef struct maker {
    const systems *s;
    int precision;
    const part_memory *parts;
    int disorder; /* a row was received that does not precede the earlier ones */
} maker;

static spate_status set_up(spate_tridiag_distributed *t, const cut_variant *variant,
                           const systems *s)
{
    spate_status status = SPATE_OK;
    if (variant->matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_distributed_set_matrix(t, s->a, s->b, s->c);
    if (variant->matrix == SPATE_TRIDIAG_TOEPLITZ) {
        const spate_toeplitz m = systems_toeplitz(s);
        status = spate_tridiag_distributed_set_toeplitz(t, &m);
    }
    return status == SPATE_OK ? spate_tridiag_distributed_setup(t) : status;
}

static void supply_rows(void *user, const spate_line_panel *p, void *a, void *b, void *c, void *d)
{
    const systems *s = ((const maker *)user)->s;
    const part_memory m = {.precision = ((const maker *)user)->precision};
    const double *const from[4] = {s->a, s->b, s->c, s->d};
    void *const to[4] = {a, b, c, d};
    for (int k = 0; k < 4; ++k)
        for (int64_t r = 0; to[k] && r < p->rows; ++r)
            for (int l = 0; l < p->lanes; ++l)
                set(&m, to[k], r * p->lanes + l, from[k][p->line[l] * s->n + p->first + r]);
}

static void receive_answers(void *user, const spate_line_panel *p, const void *x, int pitch)
{
    maker *u = user;
    const part_memory *m = &u->parts[p->part];
    const int64_t from = p->first - m->first;
    const int ends = from + p->rows == m->lines.n;
    int disorder = 0;
    for (int l = 0; l < p->lanes; ++l) {
        const int64_t behind = place(&m->lines, p->line[l], from + p->rows);
        for (int r = 0; r < p->rows; ++r)
            set(m, m->arrays[4], place(&m->lines, p->line[l], from + r),
                get(m, x, (int64_t)r * pitch + l));
        disorder |=
            !ends && get(m, x, (int64_t)p->rows * pitch + l) != get(m, m->arrays[4], behind);
    }
    if (disorder) {
#pragma omp atomic write
        u->disorder = 1;
    }
}

/* Copies the arrays of a part to the device, or back; x that is d stays so. */
static void move_part(const cut_variant *variant, const part_memory *host, part_memory *there,
                      int back)
{
    const size_t bytes = (size_t)(host->values * host->precision / 8);
    for (int k = 0; k < 5; ++k) {
        if (k == 4 && variant->in_place) {
            there->arrays[4] = there->arrays[3];
            continue;
        }
        if (!back && !CHECK((there->arrays[k] = variant->device->allocate(bytes)) != NULL))
            abort();
        variant->device->copy(back ? host->arrays[k] : there->arrays[k], bytes,
                              back ? there->arrays[k] : host->arrays[k], bytes, bytes, 1, NULL);
        if (back)
            variant->device->release(there->arrays[k]);
    }
}

static spate_status solve(spate_tridiag_distributed *t, const cut_variant *variant,
                          const systems *s, const part_memory *parts, int count)
{
    maker user = {s, variant->precision, parts, 0};
    const void *in[4][CUTS_MOST];
    void *x[CUTS_MOST];
    const int64_t margin = MARGIN * variant->precision / 8;
    for (int p = 0; p < count; ++p) {
        for (int k = 0; k < 4; ++k)
            in[k][p] = (const char *)parts[p].arrays[k] + margin;
        x[p] = (char *)parts[p].arrays[4] + margin;
    }
    if (variant->supplied) {
        const spate_status status =
            spate_tridiag_distributed_solve_rows(t, supply_rows,
                                                 variant->received ? receive_answers : NULL, &user,
                                                 variant->received ? NULL : x);
        CHECK(status != SPATE_OK || !user.disorder);
        return status;
    }
    if (variant->matrix == SPATE_TRIDIAG_GENERAL)
        return spate_tridiag_distributed_solve(t, in[0], in[1], in[2], in[3], x);
    return spate_tridiag_distributed_solve_many(t, in[3], x);
}

static spate_status run(spate_tridiag_distributed *t, const cut_variant *variant, const systems *s,
                        const part_memory *parts, int count)
{
    part_memory there[CUTS_MOST] = {{.first = 0}};
    if (!variant->device)
        return solve(t, variant, s, parts, count);
    for (int p = 0; p < count; ++p)
        move_part(variant, &parts[p], &there[p], 0);
    spate_status status = solve(t, variant, s, there, count);
    if (status == SPATE_OK)
        status = spate_tridiag_distributed_wait(t);
    for (int p = 0; p < count; ++p)
        move_part(variant, &parts[p], &there[p], 1);
    return status;
}

static int owner_of(spate_context *ctx, const cut_variant *variant, cut_owners owners, int part)
{
    return owners == OWNERS_IN_TURN ? part % spate_rank_count(ctx)
                                    : part * spate_rank_count(ctx) / variant->parts;
}

spate_status cuts_solve(spate_context *ctx, const cut_variant *variant, cut_owners owners,
                        systems *s, int *kept, spate_tridiag_distributed_stats *stats)
{
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed *t = NULL;
    part_memory memory[CUTS_MOST];
    spate_line_part parts[CUTS_MOST];
    int count = 0;
    for (int p = 0; p < variant->parts; ++p) {
        if (owner_of(ctx, variant, owners, p) != spate_rank(ctx))
            continue;
        memory[count] = make_part(variant, s, p);
        parts[count] = (spate_line_part){7, memory[count].first, memory[count].lines};
        ++count;
    }
    spate_tridiag_distributed_options_default(&o);
    o.matrix = variant->matrix;
    o.n = s->n;
    o.precision = variant->precision;
    o.periodic = s->periodic;
    o.chunk = variant->chunk;
    o.reduced = variant->reduced ? variant->reduced : "auto";
    o.tolerance = variant->tolerance;
    o.threads = variant->threads;
    o.backend = variant->backend ? variant->backend : "auto";
    o.memory = variant->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    o.scratch = variant->scratch;
    spate_status status = spate_tridiag_distributed_create(ctx, &o, parts, count, &t);
    if (status == SPATE_OK)
        status = set_up(t, variant, s);
    if (status == SPATE_OK)
        status = run(t, variant, s, memory, count);
    if (t && stats)
        spate_tridiag_distributed_get_stats(t, stats);
    spate_tridiag_distributed_destroy(t);
    *kept = 1;
    for (int p = 0; p < count; ++p)
        *kept = end_part(variant, &memory[p], s) && *kept;
    return status;
}
