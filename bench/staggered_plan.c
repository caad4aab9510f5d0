/* Which runs the benchmark of the staggered scheme makes: sizes of the thesis, both orders, both
 * sets of terms, precisions and threads. And what the thesis measured. */
#include <math.h>

#include "bench/staggered.h"

const char *const staggered_term_names[2] = {"gravity", "whole"};
const char *const staggered_ordering_names[2] = {"hansen", "sielecki"};

/* Table 9.1: seconds of 1000 steps by cells along a side. The thesis counts four ghost cells more. */
enum { THESIS_SIZES = 8, SMALLEST = 96 };
static const double thesis_hansen[THESIS_SIZES] = {.0188,  .01927, .03419, .10853,
                                                   .38058, 1.4497, 5.757,  24.589};
static const double thesis_sielecki[THESIS_SIZES] = {.02232, .02369, .04211, .13113,
                                                     .47666, 1.8125, 7.2415, 30.543};
static const double thesis_cpu[THESIS_SIZES] = {.1025, .2656, .8759,  3.995,
                                                17.12, 68.13, 264.36, 0};

static double thesis_time(const double *seconds, int64_t n)
{
    for (int k = 0; k < THESIS_SIZES; ++k)
        if (n == (int64_t)SMALLEST << k && seconds[k] > 0)
            return seconds[k];
    return (double)NAN;
}

double staggered_thesis_gpu(int64_t n, spate_ordering ordering)
{
    return thesis_time(ordering == SPATE_HANSEN ? thesis_hansen : thesis_sielecki, n);
}

double staggered_thesis_cpu(int64_t n)
{
    return thesis_time(thesis_cpu, n);
}

/* ---- the plan ---- */

typedef struct plan {
    const bench *b;
    const staggered_bench *wishes;
    staggered_setup *setups;
    int count, room;
} plan;

static void add(plan *p, staggered_setup s)
{
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* The strip that was asked for, or many. */
static void add_strips(plan *p, staggered_setup s)
{
    static const int rows[] = {0, 64, 128, 192, 256, 320, 512};
    s.strip = p->wishes->strip;
    add(p, s);
    for (s.strip.threads = 128; p->wishes->sweeps && s.strip.threads >= 32; s.strip.threads /= 2)
        for (int k = 0; k < (int)(sizeof rows / sizeof *rows); ++k) {
            s.strip.rows = rows[k];
            add(p, s);
        }
}

/* The peer first, then both orders. */
static void add_orders(plan *p, staggered_setup s)
{
    s.is_peer = 1;
    add(p, s);
    s.is_peer = 0;
    for (int order = 0; order < 2; ++order)
        if (p->wishes->ordering < 0 || p->wishes->ordering == order) {
            s.ordering = (spate_ordering)order;
            add_strips(p, s);
        }
}

/* 1, 2, 4 ... and all; or as many as the user wants. */
static void add_threads(plan *p, staggered_setup s)
{
    const int all = p->b->backend->mirrored ? 1 : p->b->max_threads;
    if (p->b->threads > 0) {
        s.threads = p->b->threads;
        add_orders(p, s);
        return;
    }
    for (s.threads = 1; s.threads < all; s.threads *= 2)
        add_orders(p, s);
    s.threads = all;
    add_orders(p, s);
}

static void add_size(plan *p, int64_t n)
{
    const staggered_bench *w = p->wishes;
    for (int terms = 0; terms < 2; ++terms)
        for (int bits = 32; bits <= 64; bits += 32)
            if ((w->terms < 0 || w->terms == terms) && (w->precision == 0 || w->precision == bits))
                add_threads(p, (staggered_setup){.n = n,
                                                 .terms = (staggered_terms)terms,
                                                 .precision = bits});
}

int staggered_plan(const bench *b, void *setups, int room)
{
    const staggered_bench *w = b->kind->user;
    const int64_t most = b->quick ? 384 : b->backend->mirrored ? 12288 : 3072;
    plan p = {b, w, setups, 0, room};
    if (w->n > 0)
        add_size(&p, w->n);
    for (int64_t n = SMALLEST; n <= most && w->n == 0; n *= 2)
        add_size(&p, n);
    return p.count;
}
