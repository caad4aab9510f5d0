/* Which runs the benchmark of several devices makes. Single devices come before what is compared
 * with them. */
#include <string.h>

#include "bench/devices.h"

const char *const devices_mode_names[3] = {"single", "static", "dynamic"};
const char *const devices_skip_names[4] = {"off", "tiles", "early exit", "box"};
const char *const devices_experiment_names[DEVICES_EXPERIMENTS] = {"modes",    "skips",
                                                                   "threads",  "shares",
                                                                   "overlap",  "arithmetic",
                                                                   "held-back"};

typedef struct plan {
    const bench *b;
    const devices_bench *wishes;
    devices_setup *setups;
    int count, room;
} plan;

static void add(plan *p, devices_setup s)
{
    if (p->wishes->mode >= 0 && (devices_mode)p->wishes->mode != s.mode)
        return;
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

int devices_is_gpu(const char *name)
{
    return strncmp(name, "cuda", 4) == 0;
}

static int some_gpu(const devices_bench *w)
{
    int found = 0;
    for (int d = 0; d < w->count; ++d)
        found |= devices_is_gpu(w->names[d]);
    return found;
}

/* which: -1 for the one of our own. */
static devices_setup of_case(const plan *p, devices_experiment experiment, int which)
{
    const devices_case *c = which < 0 ? &devices_own_case : &devices_cases[which];
    const int64_t usual = (some_gpu(p->wishes) ? c->gpu_n : c->n) / (p->b->quick ? 4 : 1);
    return (devices_setup){.experiment = experiment,
                           .of = c,
                           .n = p->wishes->n > 0 ? p->wishes->n : usual,
                           .around = 0.1,
                           .skip = DEVICES_TILES,
                           .threads = p->b->threads,
                           .parts = 1,
                           .every = 1};
}

static int is_wanted(const plan *p, int which)
{
    const char *letters = p->wishes->case_letters;
    return !letters || strchr(letters, devices_cases[which].letter) != NULL;
}

/* Each device alone, then all of them: rows divided once, and again and again. */
static void add_modes(plan *p, devices_setup s)
{
    for (s.device = 0; s.device < p->wishes->count; ++s.device)
        add(p, s);
    s.device = 0;
    s.mode = DEVICES_STATIC;
    add(p, s);
    s.mode = DEVICES_DYNAMIC;
    add(p, s);
}

static void plan_modes(plan *p)
{
    for (int which = 0; which < DEVICES_CASES; ++which) {
        devices_setup s = of_case(p, DEVICES_MODES, which);
        /* Malpasset has the water of its case file. */
        for (int wet = which == DEVICES_MALPASSET; wet < 2 && is_wanted(p, which); ++wet) {
            if (p->wishes->around >= 0 && p->wishes->around != wet)
                continue;
            s.around = wet ? 0.1 : 0;
            for (int skip = DEVICES_NO_SKIP; skip <= DEVICES_TILES; ++skip) {
                s.skip = (devices_skip)skip;
                add_modes(p, s);
            }
        }
    }
}

/* Cases C and D, as in the thesis, with dry land around. */
static void plan_skips(plan *p)
{
    for (int which = 2; which <= 3; ++which) {
        devices_setup s = of_case(p, DEVICES_SKIPS, which);
        s.around = 0;
        for (s.device = 0; s.device < p->wishes->count && is_wanted(p, which); ++s.device)
            for (int skip = DEVICES_NO_SKIP; skip <= DEVICES_BOX; ++skip) {
                s.skip = (devices_skip)skip;
                add(p, s);
            }
    }
}

/* Case A on the first device that is no GPU. */
static void plan_threads(plan *p)
{
    devices_setup s = of_case(p, DEVICES_THREADS, 0);
    s.skip = DEVICES_NO_SKIP;
    while (s.device < p->wishes->count && devices_is_gpu(p->wishes->names[s.device]))
        ++s.device;
    if (s.device == p->wishes->count)
        return;
    for (s.threads = 1; s.threads < p->b->max_threads; s.threads *= 2)
        add(p, s);
    s.threads = p->b->max_threads;
    add(p, s);
}

static void plan_shares(plan *p)
{
    static const double shares[] = {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9};
    devices_setup s = of_case(p, DEVICES_SHARES, 1);
    s.skip = DEVICES_NO_SKIP;
    for (s.device = 0; s.device < p->wishes->count; ++s.device)
        add(p, s);
    s.device = 0;
    s.mode = DEVICES_STATIC;
    for (size_t k = 0; k < sizeof shares / sizeof *shares; ++k) {
        s.share = shares[k];
        add(p, s);
    }
}

/* The first device with two parts, or several ranks, with and without a delay of every exchange. */
static void plan_overlap(plan *p)
{
    devices_setup s = of_case(p, DEVICES_OVERLAP, 1);
    s.skip = DEVICES_NO_SKIP;
    s.parts = 2;
    for (int delayed = 0; delayed < 2; ++delayed)
        for (s.every = 1; s.every <= (p->b->quick ? 4 : 32); s.every *= 2) {
            s.delay = delayed ? 1e-3 * p->wishes->delay_ms : 0;
            add(p, s);
        }
}

static void plan_arithmetic(plan *p)
{
    static const char *const kinds[2] = {"cuda:0:fast", "cuda:0:strict"};
    for (int which = 0; which < DEVICES_MALPASSET; ++which) {
        devices_setup s = of_case(p, DEVICES_ARITHMETIC, which);
        for (int k = 0; k < 2 && is_wanted(p, which); ++k) {
            s.name = kinds[k];
            add(p, s);
        }
    }
}

static void add_held(void *p, devices_setup s)
{
    add(p, s);
}

/* A case of its own, or those that are asked for. */
static void plan_held_back(plan *p)
{
    if (p->wishes->count != 2) {
        bench_note(p->b, "not measured: devices that are held back: give two --devices");
        return;
    }
    for (int which = 0; which < DEVICES_MALPASSET; ++which) {
        devices_setup s = of_case(p, DEVICES_HELD_BACK, p->wishes->case_letters ? which : -1);
        s.around = p->wishes->around == 1 ? 0.1 : 0;
        if (is_wanted(p, which))
            devices_held_plan(p->b, s, add_held, p);
        if (!p->wishes->case_letters)
            return;
    }
}

int devices_plan(const bench *b, void *setups, int room)
{
    static void (*const plans[DEVICES_EXPERIMENTS])(
        plan * p) = {plan_modes,   plan_skips,      plan_threads,  plan_shares,
                     plan_overlap, plan_arithmetic, plan_held_back};
    const devices_bench *w = b->kind->user;
    const int wanted =
        bench_index(w->experiment_name, devices_experiment_names, DEVICES_EXPERIMENTS);
    plan p = {b, w, setups, 0, room};
    for (int k = 0; k < DEVICES_EXPERIMENTS; ++k) {
        if ((w->experiment_name && strcmp(w->experiment_name, "all") != 0 && k != wanted) ||
            (b->tool->ranks > 1 && k != DEVICES_OVERLAP))
            continue;
        if (k == DEVICES_ARITHMETIC && !some_gpu(w))
            bench_note(b, "not measured: fast against strict arithmetic, for no device is a GPU");
        else
            plans[k](&p);
    }
    return p.count;
}
