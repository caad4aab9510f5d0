/* Values to differentiate, made without a table of random numbers; and how well results fit the
 * scheme. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "bench/compact.h"
#include "solvers/common.h"

enum { ROOM = 16 }; /* for one more result on every line: rows begin at cache lines still */

static int64_t sizes_of(const compact_setup *s, int64_t out[3])
{
    for (int d = 0; d < 3; ++d)
        out[d] = s->size[d] + (d == s->direction ? ROOM : 0);
    return s->size[0] * s->size[1] * s->size[2];
}

double compact_bytes(const compact_setup *s)
{
    int64_t out[3];
    const double values = (double)sizes_of(s, out);
    return (values + (double)out[0] * (double)out[1] * (double)out[2]) * s->precision / 8;
}

/* First touch by the threads that will work on it. */
static void fill(const compact_setup *s, void *array, int64_t values, int zero)
{
    const size_t bytes = (size_t)s->precision / 8;
#pragma omp parallel for schedule(static) num_threads(s->threads)
    for (int64_t k = 0; k < values; ++k)
        if (zero)
            memset((char *)array + (size_t)k * bytes, 0, bytes);
        else
            array_set(array, s->precision, k, array_noise((uint64_t)k));
}

static void describe(const compact_setup *s, compact_data *data)
{
    spate_compact_options *o = &data->options;
    spate_compact_options_default(o);
    o->scheme = s->scheme;
    o->direction = s->direction;
    o->precision = s->precision;
    o->periodic = s->periodic;
    o->threads = s->threads;
    int64_t step = 1, out_step = 1;
    for (int d = 0; d < 3; ++d) {
        const int64_t along = d == s->direction
                                  ? spate_compact_results(&data->scheme, s->size[d], s->periodic)
                                  : s->size[d];
        o->size[d] = s->size[d];
        o->stride[d] = data->stride[d] = step;
        o->out_stride[d] = data->out_stride[d] = out_step;
        step *= s->size[d];
        out_step *= along;
    }
    data->values = step;
    data->places = out_step;
    data->results = step / s->size[s->direction] *
                    spate_compact_results(&data->scheme, s->size[s->direction], s->periodic);
}

int compact_data_describe(const compact_setup *s, compact_data *data)
{
    *data = (compact_data){0};
    if (!spate_compact_find(s->scheme, &data->scheme))
        return 0;
    describe(s, data);
    return 1;
}

int compact_data_make(const compact_setup *s, compact_data *data)
{
    if (!compact_data_describe(s, data))
        return 0;
    data->f = memory_alloc((size_t)data->values * (size_t)s->precision / 8);
    data->g = memory_alloc((size_t)data->places * (size_t)s->precision / 8);
    if (!data->f || !data->g)
        return 0;
    fill(s, data->f, data->values, 0);
    fill(s, data->g, data->places, 1);
    return 1;
}

void compact_data_free(compact_data *data)
{
    memory_free(data->f);
    memory_free(data->g);
}

/* ---- residual ---- */

typedef struct line {
    const compact_setup *s;
    const compact_data *data;
    int64_t f, g, n, results; /* first places, and how many */
} line;

typedef struct balance {
    double sum, size;
} balance;

/* Indices of periodic lines go round. */
static void add_f(const line *l, balance *b, int64_t i, double factor)
{
    const int64_t at = l->f + (i + l->n) % l->n * l->data->stride[l->s->direction];
    const double term = factor * solver_value(l->s->precision, l->data->f, at);
    b->sum -= term;
    b->size += fabs(term);
}

static void add_g(const line *l, balance *b, int64_t i, double factor)
{
    const int64_t at = l->g + (i + l->results) % l->results * l->data->out_stride[l->s->direction];
    const double term = factor * solver_value(l->s->precision, l->data->g, at);
    b->sum += term;
    b->size += fabs(term);
}

static balance interior(const line *l, int64_t i)
{
    const spate_compact_scheme *c = &l->data->scheme;
    const int left = c->points == SPATE_COMPACT_TO_HALF ? 0 : 1;
    const int right = c->points == SPATE_COMPACT_FROM_HALF ? 0 : 1;
    balance b = {0, 0};
    add_g(l, &b, i - 1, c->alpha);
    add_g(l, &b, i, 1);
    add_g(l, &b, i + 1, c->alpha);
    add_f(l, &b, i, c->centre);
    for (int k = 0; k < c->pairs; ++k) {
        add_f(l, &b, i + right + k, c->pair[k]);
        add_f(l, &b, i - left - k, c->odd ? -c->pair[k] : c->pair[k]);
    }
    return b;
}

/* r rows from an end; at: 0 or 1, the last. */
static balance closure(const line *l, int r, int at)
{
    const spate_compact_scheme *c = &l->data->scheme;
    const spate_compact_closure *e = &c->closure[r];
    const int64_t row = at ? l->results - 1 - r : r, in = at ? -1 : 1, end = at ? l->n - 1 : 0;
    balance b = {0, 0};
    if (r > 0)
        add_g(l, &b, row - in, e->before);
    add_g(l, &b, row, 1);
    add_g(l, &b, row + in, e->after);
    for (int k = 0; k < e->width; ++k)
        add_f(l, &b, end + k * in, at && c->odd ? -e->value[k] : e->value[k]);
    return b;
}

double compact_residual(const compact_setup *s, const compact_data *data)
{
    const int d = s->direction, u = d == 0 ? 1 : 0, v = d == 2 ? 1 : 2;
    const int64_t lines = s->size[u] * s->size[v], jump = lines > 64 ? lines / 64 : 1;
    const int closures = s->periodic ? 0 : data->scheme.closures;
    double worst = 0;
    for (int64_t k = 0; k < lines; k += jump) {
        const int64_t j = k % s->size[u], m = k / s->size[u];
        line l = {s,
                  data,
                  j * data->stride[u] + m * data->stride[v],
                  j * data->out_stride[u] + m * data->out_stride[v],
                  s->size[d],
                  0};
        l.results = spate_compact_results(&data->scheme, l.n, s->periodic);
        for (int64_t i = 0; i < l.results; ++i) {
            const balance b = i < closures                ? closure(&l, (int)i, 0)
                              : i >= l.results - closures ? closure(&l, (int)(l.results - 1 - i), 1)
                                                          : interior(&l, i);
            const double r = b.size > 0 ? fabs(b.sum) / b.size : 0;
            worst = r <= worst ? worst : r; /* keeps NaN */
        }
    }
    return worst;
}
