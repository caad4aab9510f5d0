/* What the benchmark of the vector-invariant schemes measures, and what Saunders (2014) published
 * beside it. */
#include <string.h>

#include "bench/vector_invariant.h"

/* ---- section 3.2: how exact solves with the mass matrix must be ---- */

#define LEAPFROG "vi-leapfrog:form=paper:mass-matrix="
#define RK3 "vi-rk3:form=paper:mass-matrix="

static const vi_trial leapfrog_trials[] = {
    {.label = "vi-leapfrog, cg 1e-1", .options = LEAPFROG "cg:tolerance=1e-1"},
    {.label = "vi-leapfrog, cg 1e-2", .options = LEAPFROG "cg:tolerance=1e-2"},
    {.label = "vi-leapfrog, cg 1e-4", .options = LEAPFROG "cg:tolerance=1e-4"},
    {.label = "vi-leapfrog, cg 1e-6", .options = LEAPFROG "cg:tolerance=1e-6"},
    {.label = "vi-leapfrog, cg 1e-8", .options = LEAPFROG "cg:tolerance=1e-8"},
    {.label = "vi-leapfrog, lines", .options = LEAPFROG "consistent"},
    {.label = "vi-leapfrog, lumped", .options = LEAPFROG "lumped"},
    {.label = NULL}};

static const vi_trial rk3_trials[] = {
    {.label = "vi-rk3, cg 1e-1", .options = RK3 "cg:tolerance=1e-1"},
    {.label = "vi-rk3, cg 1e-2", .options = RK3 "cg:tolerance=1e-2"},
    {.label = "vi-rk3, cg 1e-4", .options = RK3 "cg:tolerance=1e-4"},
    {.label = "vi-rk3, cg 1e-6", .options = RK3 "cg:tolerance=1e-6"},
    {.label = "vi-rk3, cg 1e-8", .options = RK3 "cg:tolerance=1e-8"},
    {.label = "vi-rk3, lines", .options = RK3 "consistent"},
    {.label = "vi-rk3, lumped", .options = RK3 "lumped"},
    {.label = NULL}};

/* ---- section 3.2 and 2.1.4: Newton's method ---- */

/* As published: M* = I, conjugate gradients without a preconditioner. */
#define IMPLICIT "vi-semi-implicit:form=paper:mass-matrix=consistent"
#define PUBLISHED IMPLICIT ":preconditioner=none"
#define FIXED(newton) PUBLISHED ":newton-iterations=" newton
/* Converged, by each of the approximations of the matrix. */
#define EXACT(mass) "vi-semi-implicit:form=paper:mass-matrix=" mass ":newton-tolerance=1e-8"

static const vi_trial newton_trials[] = {
    {.label = "Newton 1e-1", .options = PUBLISHED ":newton-tolerance=1e-1"},
    {.label = "Newton 1e-2", .options = PUBLISHED ":newton-tolerance=1e-2"},
    {.label = "Newton 1e-3", .options = PUBLISHED ":newton-tolerance=1e-3"},
    {.label = "Newton 1e-4", .options = PUBLISHED ":newton-tolerance=1e-4"},
    {.label = "Newton 1e-6", .options = PUBLISHED ":newton-tolerance=1e-6"},
    {.label = "Newton 1e-8", .options = PUBLISHED ":newton-tolerance=1e-8"},
    {.label = "2 iterations, CG 1e-1", .options = FIXED("2:tolerance=1e-1")},
    {.label = "2 iterations, CG 1e-2", .options = FIXED("2:tolerance=1e-2")},
    {.label = "4 iterations, CG 1e-1", .options = FIXED("4:tolerance=1e-1")},
    {.label = "4 iterations, CG 1e-2", .options = FIXED("4:tolerance=1e-2")},
    {.label = "4 iterations, CG 1e-4", .options = FIXED("4:tolerance=1e-4")},
    {.label = "4 iterations, CG 1e-8", .options = FIXED("4:tolerance=1e-8")},
    {.label = "2 iterations of 3 of CG", .options = FIXED("2:solve-iterations=3")},
    {.label = "4 iterations of 3 of CG", .options = FIXED("4:solve-iterations=3")},
    {.label = "4 iterations of 6 of CG", .options = FIXED("4:solve-iterations=6")},
    {.label = "1e-8, Phi* = Phi, M* = 1", .options = EXACT("consistent")},
    {.label = "1e-8, Phi* constant, M* = 1", .options = EXACT("consistent:newton-depth=constant")},
    {.label = "1e-8, Phi* = Phi, M* = M", .options = EXACT("consistent:newton-mass=consistent")},
    {.label = "1e-8, Phi* constant, M* = M",
     .options = EXACT("consistent:newton-mass=consistent:newton-depth=constant")},
    {.label = "1e-8, M* = 1, no line search", .options = EXACT("consistent:line-search=no")},
    {.label = "1e-8, lumped mass", .options = EXACT("lumped")},
    {.label = "1e-8, lumped, Phi* constant", .options = EXACT("lumped:newton-depth=constant")},
    {.label = NULL}};

/* ---- section 7: time against Courant number ---- */

#define CG_LEAPFROG LEAPFROG "cg:tolerance=1e-1"
#define CG_RK3 RK3 "cg:tolerance=1e-1"
#define IMPLICIT_TRIAL(c, s, in, cg, count)                                                        \
    {                                                                                              \
        .label = "vi-semi-implicit, as published", .courant = (c), .seconds = (s), .newton = (in), \
        .solve = (cg), .options = PUBLISHED ":newton-tolerance=1e-1:solve-iterations=" count       \
    }

static const vi_trial ripple_trials[] = {
    {"vi-leapfrog, as published", CG_LEAPFROG, .1, 33.83, 0, 3},
    {"vi-leapfrog, as published", CG_LEAPFROG, .2, 16.91, 0, 3},
    {"vi-rk3, as published", CG_RK3, .1, 133.44, 0, 3},
    {"vi-rk3, as published", CG_RK3, .2, 66.72, 0, 3},
    {"vi-rk3, as published", CG_RK3, .3, 44.51, 0, 3},
    {"vi-rk3, as published", CG_RK3, .4, 31.01, 0, 3},
    {.label = "vi-leapfrog, lines", .options = LEAPFROG "consistent", .courant = .1},
    {.label = "vi-leapfrog, lines", .options = LEAPFROG "consistent", .courant = .2},
    {.label = "vi-rk3, lines", .options = RK3 "consistent", .courant = .1},
    {.label = "vi-rk3, lines", .options = RK3 "consistent", .courant = .3},
    IMPLICIT_TRIAL(.1, 48.51, 3, 2, "2"),
    IMPLICIT_TRIAL(.2, 24.25, 3, 2, "2"),
    IMPLICIT_TRIAL(.3, 16.14, 3, 2, "2"),
    IMPLICIT_TRIAL(.4, 12.31, 4, 3, "3"),
    IMPLICIT_TRIAL(.6, 8.68, 5, 4, "4"),
    IMPLICIT_TRIAL(.8, 6.64, 5, 4, "4"),
    IMPLICIT_TRIAL(1.6, 3.80, 7, 6, "6"),
    {.label = "vi-leapfrog", .options = "vi-leapfrog:form=paper", .courant = .1},
    {.label = "vi-leapfrog", .options = "vi-leapfrog:form=paper", .courant = .2},
    {.label = "vi-leapfrog", .options = "vi-leapfrog:form=paper", .courant = .3},
    {.label = "vi-rk3", .options = "vi-rk3:form=paper", .courant = .1},
    {.label = "vi-rk3", .options = "vi-rk3:form=paper", .courant = .3},
    {.label = "vi-rk3", .options = "vi-rk3:form=paper", .courant = .5},
    {.label = "vi-semi-implicit", .options = "vi-semi-implicit:form=paper", .courant = .4},
    {.label = "vi-semi-implicit", .options = "vi-semi-implicit:form=paper", .courant = .8},
    {.label = "vi-semi-implicit", .options = "vi-semi-implicit:form=paper", .courant = 1.6},
    {.label = NULL}};

/* The paper has 512 cells for leapfrog (10240 steps), 256 for RK3, 512 for Newton's method, 5120 for
 * times. Courant numbers and end times are the same here. */
const vi_study vi_studies[] = {{.name = "mass",
                                .source = "figure 9",
                                .case_name = "vortex",
                                .n = 128,
                                .quick_n = 32,
                                .courant = 0.02,
                                .reference_courant = 0.04,
                                .t_end = 0.4,
                                .is_solved = 1,
                                .trials = leapfrog_trials},
                               {.name = "mass",
                                .source = "figure 10",
                                .case_name = "vortex",
                                .n = 128,
                                .quick_n = 32,
                                .courant = 0.1,
                                .reference_courant = 0.04,
                                .t_end = 0.4,
                                .is_solved = 1,
                                .trials = rk3_trials},
                               {.name = "newton",
                                .source = "figure 11",
                                .case_name = "ripple",
                                .n = 512,
                                .quick_n = 32,
                                .courant = 0.5,
                                .reference_courant = 0.05,
                                .steps = 10,
                                .trials = newton_trials},
                               {.name = "ripple",
                                .source = "section 7",
                                .case_name = "ripple",
                                .n = 1024,
                                .quick_n = 160,
                                .courant = 0.1,
                                .reference_courant = 0.05,
                                .t_end = 0.01,
                                .trials = ripple_trials},
                               {.name = NULL}};

/* ---- whole steps ---- */

static const vi_trial floor_trials[] = {
    {.label = "vi-leapfrog, lumped mass", .options = "vi-leapfrog:form=energy"},
    {.label = "vi-leapfrog, mass matrix",
     .options = "vi-leapfrog:form=energy:mass-matrix=consistent"},
    {.label = "vi-rk3, lumped mass", .options = "vi-rk3:form=energy"},
    {.label = "vi-rk3, mass matrix", .options = "vi-rk3:form=energy:mass-matrix=consistent"},
    {.label = NULL}};

/* Tables 12 to 14, one GPU. */
static const vi_trial hundred_trials[] = {
    {.label = "vi-leapfrog, as published", .options = CG_LEAPFROG, .seconds = 25.71},
    {.label = "vi-leapfrog, lines", .options = LEAPFROG "consistent", .seconds = 25.71},
    {.label = "vi-leapfrog, lumped mass", .options = LEAPFROG "lumped", .seconds = 25.71},
    {.label = "vi-rk3, as published", .options = CG_RK3, .seconds = 91.52},
    {.label = "vi-rk3, lines", .options = RK3 "consistent", .seconds = 91.52},
    {.label = "vi-rk3, lumped mass", .options = RK3 "lumped", .seconds = 91.52},
    {.label = "vi-semi-implicit, as published",
     .options = FIXED("2:solve-iterations=3"),
     .seconds = 52.34},
    {.label = NULL}};

const vi_study vi_whole_steps[] = {{.name = "floor",
                                    .case_name = "ripple",
                                    .n = 2048,
                                    .quick_n = 96,
                                    .device_n = 8192,
                                    .steps = 1,
                                    .trials = floor_trials},
                                   {.name = "hundred",
                                    .source = "tables 12 to 14, one GPU",
                                    .case_name = "ripple",
                                    .n = 5120,
                                    .quick_n = 96,
                                    .steps = 100,
                                    .trials = hundred_trials},
                                   {.name = NULL}};

/* ---- the plan ---- */

typedef struct plan {
    const bench *b;
    const vi_bench *w;
    vi_bench_setup *setups;
    int count, room;
} plan;

static int wants(const plan *p, const char *set)
{
    return !p->w->set || strcmp(p->w->set, "all") == 0 || strcmp(p->w->set, set) == 0;
}

static void add(plan *p, vi_bench_setup s, int usual, int quick)
{
    s.n = p->w->n > 0 ? (int)p->w->n : p->b->quick ? quick : usual;
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* What takes long is measured where it is asked for by its name. */
static void add_whole_steps(plan *p, const vi_study *s)
{
    const char *precision = p->w->precision;
    const int usual = p->b->backend->mirrored && s->device_n ? s->device_n : s->n;
    const int both = s->steps == 1;
    for (int bits = 64; bits >= (both ? 32 : 64); bits /= 2)
        for (const vi_trial *t = s->trials; t->label; ++t)
            if (!precision || !both || strcmp(precision, bits == 64 ? "f64" : "f32") == 0)
                add(p,
                    (vi_bench_setup){.kind = VI_WHOLE, .study = s, .trial = t, .precision = bits},
                    usual, s->quick_n);
}

int vi_bench_plan(const bench *b, void *setups, int room)
{
    enum { QUICK = 96 };
    plan p = {b, b->kind->user, setups, 0, room};
    if (wants(&p, "kernels"))
        add(&p, (vi_bench_setup){.kind = VI_KERNELS}, VI_PAPER_EDGE, QUICK);
    if (wants(&p, "step"))
        add(&p, (vi_bench_setup){.kind = VI_STEP}, VI_PAPER_EDGE, QUICK);
    for (const vi_study *s = vi_whole_steps; s->name; ++s)
        if (p.w->set && strcmp(p.w->set, s->name) == 0)
            add_whole_steps(&p, s);
    for (const vi_study *s = vi_studies; s->name; ++s)
        for (const vi_trial *t = s->trials; t->label && wants(&p, s->name); ++t)
            add(&p, (vi_bench_setup){.kind = VI_RUN, .study = s, .trial = t}, s->n, s->quick_n);
    return p.count;
}
