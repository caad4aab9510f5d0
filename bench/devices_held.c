/* The experiment "held-back": the second of two devices, held back in proportion to the tiles that
 * it computes, is 1, 2, 5 and 10 times as fast as the first one. So the balance of unlike devices is
 * exercised where one outruns the other by far, and on a machine without a GPU. */
#include <math.h>

#include "bench/devices.h"
#include "run/sim.h"

/* Two CPU devices take turns on one core, so that the first one is held back, too: by so much that
 * what the core computes hardly counts. */
enum { TURNS = 100, STEPS = 1000, HOST_STEPS = 160 };

static int some_gpu(const devices_bench *w)
{
    return devices_is_gpu(w->names[0]) || devices_is_gpu(w->names[1]);
}

/* ---- how long devices are held ---- */

/* What a step of a tile is to take, s. */
static double wanted(const devices_bench *w, const devices_setup *s, int device)
{
    const double first = w->held.free[0] * (some_gpu(w) ? 1 : TURNS);
    return device == 0 ? first : first / s->ratio;
}

const char *devices_delays(const devices_bench *w, const devices_setup *s, char *text, size_t room)
{
    const double *d = w->held.delay;
    if (!(s->ratio > 0))
        return NULL;
    if (s->mode == DEVICES_SINGLE)
        snprintf(text, room, "%.9g", d[s->device]);
    else
        snprintf(text, room, "%.9g,%.9g", d[0], d[1]);
    return text;
}

const char *devices_held_obstacle(devices_bench *w, const devices_setup *s)
{
    if (!(s->ratio > 0))
        return NULL;
    if (!(w->held.free[0] > 0 && w->held.free[1] > 0))
        return "the devices have not been measured alone";
    if (wanted(w, s, 1) < w->held.free[1])
        return "the second device is not so much faster than the first one";
    if (s->mode == DEVICES_SINGLE) {
        w->held.delay[s->device] = fmax(0, wanted(w, s, s->device) - w->held.free[s->device]);
        w->held.fastest_static = INFINITY;
    }
    return NULL;
}

int devices_held_tries(const devices_setup *s)
{
    return s->ratio > 0 && s->mode == DEVICES_SINGLE;
}

void devices_held_correct(devices_bench *w, const devices_setup *s, double tile_seconds)
{
    double *delay = &w->held.delay[s->device];
    const double right = *delay + wanted(w, s, s->device) - tile_seconds;
    *delay = fmin(fmax(right, 0.5 * *delay), 2 * *delay); /* the run may have been disturbed */
}

void devices_held_note(devices_bench *w, const devices_setup *s, double seconds,
                       double tile_seconds)
{
    if (s->experiment != DEVICES_HELD_BACK)
        return;
    if (s->mode == DEVICES_SINGLE)
        *(s->ratio > 0 ? &w->held.alone[s->device] : &w->held.free[s->device]) = tile_seconds;
    if (s->mode == DEVICES_STATIC)
        w->held.fastest_static = fmin(w->held.fastest_static, seconds);
}

/* ---- rows ---- */

void devices_held_put(const devices_bench *w, const devices_setup *s, double seconds,
                      const spate_tuning *t, bench_row *row)
{
    const double *alone = w->known.seconds;
    if (!(s->ratio > 0))
        return;
    bench_put_format(row, DEVICES_RATIO, "1:%g", s->ratio);
    if (s->mode == DEVICES_SINGLE)
        return;
    bench_remark(row, "speeds 1:%.2f", alone[0] / alone[1]);
    if (s->mode != DEVICES_DYNAMIC)
        return;
    bench_remark(row, "tuning, ms: measure %.3g, decide %.3g, move %.3g (%lld looks, %lld moves)",
                 1e3 * t->measure, 1e3 * t->decide, 1e3 * t->move, (long long)t->looks,
                 (long long)t->moves);
    bench_put_real(row, DEVICES_AGAINST,
                   seconds / fmin(w->held.fastest_static, fmin(alone[0], alone[1])) - 1);
}

/* ---- recovery ---- */

/* Whether the steps before a look were balanced: as far as cuts between rows of tiles allow, and
 * within twice the gain for which cuts move. */
static int is_balanced(const spate_sim *sim, const spate_tuning *t)
{
    const spate_tuning_look *look = &t->look[t->look_count - 1];
    const double tiles = (double)((sim->options.nx + SPATE_TILE_X - 1) / SPATE_TILE_X);
    const double row = tiles * fmax(1 / t->rate[0], 1 / t->rate[1]);
    const double mean = 0.5 * (look->seconds[0] + look->seconds[1]);
    return look->seconds[0] > 0 && look->seconds[1] > 0 && look->imbalance <= row / mean + 0.04;
}

spate_status devices_held_recover(const devices_bench *w, spate_sim *sim, int *intervals)
{
    enum { MOST = 6 };
    spate_tuning t;
    *intervals = 0;
    sim->ops->hold_back(sim->scheme, 1, w->held.delay[1] + w->held.alone[1]);
    SPATE_TRY(spate_get_tuning(sim, &t));
    for (int k = 1; k <= MOST && t.mode == SPATE_TUNE_DYNAMIC; ++k) {
        const int64_t before = t.looks;
        while (t.looks == before) {
            SPATE_TRY(spate_advance_steps(sim, t.interval < 64 ? 1 : t.interval / 8));
            SPATE_TRY(spate_get_tuning(sim, &t));
        }
        if (is_balanced(sim, &t)) {
            *intervals = k;
            return SPATE_OK;
        }
    }
    return SPATE_OK;
}

/* ---- the plan ---- */

/* Fractions of the rows that the first device gets: that of its speed, and so many tenths. Where
 * water is only in the middle, the fraction of the work is another one than that of the rows. */
static int shares_of(double ratio, double shares[6])
{
    const double fair = 1 / (1 + ratio);
    int count = 0;
    shares[count++] = fair;
    for (int tenth = 1; tenth <= 5; ++tenth)
        if (fabs(0.1 * tenth - fair) > 0.02)
            shares[count++] = 0.1 * tenth;
    return count;
}

/* The fraction of a circle of water that lies south of a fraction of the rows. */
static double water_below(const devices_case *c, double rows)
{
    const double half = 3.141592653589793 / 2;
    const double d = fmin(fmax((rows * c->side - c->y) / c->radius, -1), 1);
    return 0.5 + (asin(d) + d * sqrt(1 - d * d)) / (2 * half);
}

/* Of a quick run: the fraction that gives the first device its part of the water, and two beside it. */
static int few_shares(const devices_case *c, double ratio, double shares[6])
{
    double low = 0, high = 1;
    for (int n = 0; n < 40; ++n) {
        const double middle = 0.5 * (low + high);
        *(water_below(c, middle) < 1 / (1 + ratio) ? &low : &high) = middle;
    }
    for (int n = 0; n < 3; ++n)
        shares[n] = low + 0.03 * (n - 1);
    return 3;
}

static void add_ratio(devices_setup s, int quick, void (*add)(void *plan, devices_setup s),
                      void *plan)
{
    double shares[6];
    const int count = quick ? few_shares(s.of, s.ratio, shares) : shares_of(s.ratio, shares);
    s.device = 1;
    add(plan, s);
    s.device = 0;
    s.mode = DEVICES_STATIC;
    for (int k = 0; k < count; ++k) {
        s.share = shares[k];
        add(plan, s);
    }
    s.share = 0;
    s.mode = DEVICES_DYNAMIC;
    add(plan, s);
}

void devices_held_plan(const bench *b, devices_setup s, void (*add)(void *plan, devices_setup s),
                       void *plan)
{
    static const double ratios[] = {1, 2, 5, 10};
    const devices_bench *w = b->kind->user;
    s.steps = (some_gpu(w) ? STEPS : HOST_STEPS) / (b->quick ? 4 : 1);
    s.threads = some_gpu(w) || b->threads ? b->threads : 1;
    if (some_gpu(w) && w->n == 0) /* also in a quick run: a step takes far longer than its launch */
        s.n = s.of->gpu_n;
    for (s.device = 0; s.device < 2; ++s.device)
        add(plan, s);
    s.device = 0;
    s.ratio = 1;
    if (!some_gpu(w))
        add(plan, s);
    for (int k = 0; k < (w->ratio > 0 ? 1 : 4); ++k) {
        s.ratio = w->ratio > 0 ? w->ratio : ratios[k];
        add_ratio(s, b->quick, add, plan);
    }
}
