/* What the files that time kernels and parts of a step of the vector-invariant schemes share. */
#ifndef SPATE_BENCH_VECTOR_INVARIANT_TIME_H
#define SPATE_BENCH_VECTOR_INVARIANT_TIME_H

#include "bench/vector_invariant.h"
#include "schemes/vector_invariant_newton.h"

/* A run with one part, of which something is timed. */
typedef struct vi_timed {
    spate_sim *sim;
    flow *k; /* its scheme */
    const void *which;
} vi_timed;

/* A run of the ripple with Courant number 0.1, two steps on. The caller destroys t->sim. */
spate_status vi_time_begin(const bench *b, const char *scheme, spate_options *o, vi_timed *t);
/* r->best: seconds of one run. r->user is t. */
spate_status vi_time(const bench *b, vi_timed *t,
                     spate_status (*run)(bench_runner *r, int64_t count), bench_runner *r);
void vi_time_describe(const bench *b, const vi_bench_setup *s, const char *what, bench_row *row);
/* Milliseconds of the paper, which belong to its size. 0, NULL: none. */
void vi_time_put_paper(const vi_bench_setup *s, double ms, const char *what, bench_row *row);

#endif
