/* Which systems the benchmark of the Krylov library solves. */
#include <math.h>
#include <string.h>

#include "bench/krylov.h"

static const int64_t host_sizes[] = {128, 256, 512, 1024}, quick_sizes[] = {128, 256};
static const int64_t device_sizes[] = {512, 1024, 2048, 4096, 8192};
static const double USUAL_RATIO = 20;

typedef struct plan {
    const bench *b;
    const krylov_bench *wishes;
    krylov_setup *setups;
    int count, room;
} plan;

static void add(plan *p, krylov_setup s)
{
    for (int k = 0; k < p->count; ++k) {
        const krylov_setup *o = &p->setups[k];
        if (o->n == s.n && o->ratio == s.ratio && o->precision == s.precision &&
            o->threads == s.threads)
            return;
    }
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* One thread, then all; or as many as the user wants. */
static void add_threads(plan *p, krylov_setup s, int on_device)
{
    s.threads = on_device ? p->b->max_threads : p->b->threads > 0 ? p->b->threads : 1;
    add(p, s);
    if (p->b->threads == 0 && !on_device) {
        s.threads = p->b->max_threads;
        add(p, s);
    }
}

static int wants(const krylov_bench *w, int precision)
{
    return !w->precision || strcmp(w->precision, "all") == 0 ||
           strcmp(w->precision, krylov_real(precision)) == 0;
}

/* Ratios of one size in f64, then sizes with one ratio, then precisions. What the user fixes
 * stays fixed. */
int krylov_plan(const bench *b, void *setups, int room)
{
    const krylov_bench *w = b->kind->user;
    static const int precisions[] = {64, 32, SPATE_KRYLOV_MIXED};
    const int on_device = arrays_device(b) != NULL;
    const int64_t *sizes = on_device ? device_sizes : b->quick ? quick_sizes : host_sizes;
    const int size_count = on_device ? 5 : b->quick ? 2 : 4;
    const int64_t middle = w->n > 0 ? w->n : sizes[size_count - 2];
    plan p = {b, w, setups, 0, room};
    krylov_setup s = {.precision = 64,
                      .bed = w->bed && strcmp(w->bed, "flat") == 0 ? KRYLOV_FLAT : KRYLOV_ISLAND,
                      .rhs = w->rhs && strcmp(w->rhs, "drop") == 0 ? KRYLOV_DROP : KRYLOV_NOISE};
    for (int r = 0; r < 3; ++r)
        for (int k = 0; k < w->ratio_count && wants(w, precisions[r]); ++k) {
            s.n = middle;
            s.ratio = w->ratios[k];
            s.precision = precisions[r];
            if (w->precision || precisions[r] == 64 || s.ratio == USUAL_RATIO)
                add_threads(&p, s, on_device);
        }
    for (int k = 0; k < size_count && w->n == 0; ++k) {
        s.n = sizes[k];
        s.ratio = w->ratio_count == 1 ? w->ratios[0] : USUAL_RATIO;
        for (int r = 0; r < 3; ++r) {
            s.precision = precisions[r];
            if (wants(w, s.precision))
                add_threads(&p, s, on_device);
        }
    }
    return p.count;
}
