/* The balance of devices while a run goes on. */
#include "run/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "parallel/comm.h"

/* Steps that are measured before a look, and looks that are kept. */
enum { MEASURED_STEPS = 32, LOOKS = 512 };

struct sim_tuning {
    balance balance;
    balance_cuts cuts;
    double *row_work; /* by tile row of the grid */
    double step_seconds[MOST_DEVICES];
    int measuring;
    int64_t measure_at, look_at, measured_from; /* steps of the run */
    double begun, looked_at;                    /* by the clock: first step, the look before */
    int64_t looked_steps;
    double mark;         /* wall time when measuring began */
    double spent, moved; /* s of the look before */
    spate_tuning report;
    char names[MOST_DEVICES][48];
    spate_tuning_look look[LOOKS];
    int64_t every, seen; /* of the looks, every so many-th is kept */
};

static int tile_rows(const spate_sim *sim)
{
    return (int)((sim->grid.ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
}

static int tile_columns(const spate_sim *sim)
{
    return (int)((sim->grid.nx + SPATE_TILE_X - 1) / SPATE_TILE_X);
}

static const char *const mode_words[] = {
    [SPATE_TUNE_OFF] = "off", [SPATE_TUNE_START] = "start", [SPATE_TUNE_DYNAMIC] = "dynamic"};

int spate_tuning_mode_of(const char *word, spate_tuning_mode *mode)
{
    for (int n = 0; word && mode && n <= SPATE_TUNE_DYNAMIC; ++n)
        if (strcmp(word, mode_words[n]) == 0) {
            *mode = (spate_tuning_mode)n;
            return 1;
        }
    return 0;
}

const char *spate_tuning_word(spate_tuning_mode mode)
{
    return (unsigned)mode <= SPATE_TUNE_DYNAMIC ? mode_words[mode] : "unknown";
}

/* ---- the division at the start ---- */

spate_status tuning_check(spate_context *ctx, const spate_options *opt)
{
    if ((int)opt->tune < SPATE_TUNE_OFF || opt->tune > SPATE_TUNE_DYNAMIC)
        return fail_argument(ctx, "tune is %d: use SPATE_TUNE_OFF, _START or _DYNAMIC",
                             (int)opt->tune);
    if ((int)opt->move < SPATE_MOVE_ROWS || opt->move > SPATE_MOVE_ALL)
        return fail_argument(ctx, "move is %d: use SPATE_MOVE_ROWS or SPATE_MOVE_ALL",
                             (int)opt->move);
    if (opt->tune_every < 0)
        return fail_argument(ctx, "tune_every is %lld: it must be at least 1, or 0 to be chosen",
                             (long long)opt->tune_every);
    return SPATE_OK;
}

/* Why the rows of this run cannot be divided by tuning; NULL: they can. */
static const char *obstacle(const spate_sim *sim)
{
    const spate_options *o = &sim->options;
    if (!o->devices || !*o->devices || sim->device_set.count < 2)
        return "options.devices does not name several devices";
    if (comm_size(sim->ctx->comm) > 1)
        return "it divides rows among the devices of one process, and there are several ranks";
    if (sim->partition.px != 1 || sim->partition.py != sim->device_set.count)
        return "it needs one column of parts, one for each device";
    return NULL;
}

static balance_limits limits_of(const spate_sim *sim)
{
    const int rows = tile_rows(sim), width = sim->ops->about->halo_width;
    const int last = (int)(sim->grid.ny - (int64_t)(rows - 1) * SPATE_TILE_Y);
    balance_limits l = {.rows = rows, .least = (width + SPATE_TILE_Y - 1) / SPATE_TILE_Y};
    l.least_last = last < width ? l.least + 1 : l.least;
    for (int d = 0; d < sim->device_set.count; ++d)
        l.end[d] = rows;
    return l;
}

static row_range rows_of_cut(const spate_sim *sim, const balance_cuts *c, int d)
{
    const int64_t ny = sim->grid.ny, begin = (int64_t)c->cut[d] * SPATE_TILE_Y,
                  end = (int64_t)c->cut[d + 1] * SPATE_TILE_Y;
    return (row_range){begin < ny ? begin : ny, end < ny ? end : ny};
}

/* The partition of the devices that have rows, from the south. */
static spate_status make_partition(spate_sim *sim, const row_range *rows, partition *next)
{
    *next = (partition){.px = 1, .ranks = sim->partition.ranks};
    next->cuts_y = calloc((size_t)sim->device_set.count + 1, sizeof *next->cuts_y);
    next->cuts_x = calloc(2, sizeof *next->cuts_x);
    if (!next->cuts_y || !next->cuts_x) {
        partition_free(next);
        return fail_memory(sim->ctx, "no memory for the cuts of the grid");
    }
    next->cuts_x[1] = sim->grid.nx;
    for (int d = 0; d < sim->device_set.count; ++d)
        if (rows[d].end > rows[d].begin) {
            next->cuts_y[next->py++] = rows[d].begin;
            next->cuts_y[next->py] = rows[d].end;
        }
    return SPATE_OK;
}

static spate_status divide_by_rates(spate_sim *sim, const double *rates)
{
    const balance_limits limits = limits_of(sim);
    balance_cuts cuts;
    row_range rows[MOST_DEVICES];
    partition next;
    if (!isfinite(balance_best_cuts(&limits, sim->device_set.count, rates, NULL, NULL, &cuts)))
        return SPATE_OK; /* too few tiles: parts stay equal */
    for (int d = 0; d < sim->device_set.count; ++d)
        rows[d] = rows_of_cut(sim, &cuts, d);
    SPATE_TRY(make_partition(sim, rows, &next));
    partition_free(&sim->partition);
    sim->partition = next;
    return SPATE_OK;
}

/* ---- begin and end ---- */

spate_status tuning_divide(spate_sim *sim)
{
    const spate_options *o = &sim->options;
    const char *why = obstacle(sim);
    double rates[MOST_DEVICES] = {0};
    if (o->tune == SPATE_TUNE_OFF)
        return SPATE_OK;
    if (why) {
        spate_log(sim->ctx, SPATE_LOG_WARNING, "tune is off: %s", why);
        return SPATE_OK;
    }
    sim->tuning = calloc(1, sizeof *sim->tuning);
    if (!sim->tuning)
        return fail_memory(sim->ctx, "no memory for tuning");
    spate_tuning *report = &sim->tuning->report;
    report->mode = o->tune;
    if (o->tune == SPATE_TUNE_DYNAMIC && !sim->ops->about->can.rows_move) {
        report->mode = SPATE_TUNE_START;
        spate_log(sim->ctx, SPATE_LOG_INFO,
                  "rows of scheme \"%s\" do not move between devices while it runs: they are "
                  "divided once, at the start",
                  o->scheme);
    }
    report->devices = sim->device_set.count;
    for (int d = 0; d < report->devices; ++d) {
        tuning_device_name(o->devices, d, sim->tuning->names[d], sizeof sim->tuning->names[d]);
        report->device[d] = sim->tuning->names[d];
    }
    if (o->part_weights && *o->part_weights)
        return SPATE_OK; /* the choice of the user */
    const double begun = tuning_now(o);
    SPATE_TRY(tuning_rates(sim, rates, &report->remembered));
    report->trial = tuning_now(o) - begun;
    memcpy(report->rate, rates, sizeof rates);
    return divide_by_rates(sim, rates);
}

static void note_shares(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    for (int d = 0; d < t->report.devices; ++d) {
        const row_range r = rows_of_cut(sim, &t->cuts, d);
        t->report.share[d] = (double)(r.end - r.begin) / (double)sim->grid.ny;
    }
}

static void note_cuts(spate_sim *sim, const row_range *rows)
{
    balance_cuts *c = &sim->tuning->cuts;
    c->devices = sim->device_set.count;
    c->cut[c->devices] = tile_rows(sim);
    for (int d = c->devices; d-- > 0;)
        c->cut[d] =
            rows[d].end > rows[d].begin ? (int)(rows[d].begin / SPATE_TILE_Y) : c->cut[d + 1];
    note_shares(sim);
}

spate_status tuning_begin(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    if (!t)
        return SPATE_OK;
    row_range rows[MOST_DEVICES];
    balance_options options = balance_defaults();
    balance_limits limits = limits_of(sim);
    for (int d = 0; d < t->report.devices; ++d) {
        const box b = partition_box(&sim->partition, &sim->grid, d);
        const row_range window = sim->ops->window(sim->scheme, d);
        rows[d] = (row_range){b.j0, b.j0 + b.ny};
        limits.first[d] = (int)(window.begin / SPATE_TILE_Y);
        limits.end[d] = (int)((window.end + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
    }
    t->row_work = calloc((size_t)tile_rows(sim), sizeof *t->row_work);
    if (!t->row_work)
        return fail_memory(sim->ctx, "no memory for tuning");
    t->every = 1;
    balance_begin(&t->balance, &options, &limits, t->report.devices);
    memcpy(t->balance.rate, t->report.rate, sizeof t->report.rate);
    note_cuts(sim, rows);
    t->look_at = -1; /* set with the first step */
    return SPATE_OK;
}

void tuning_end(spate_sim *sim)
{
    if (sim->tuning)
        free(sim->tuning->row_work);
    free(sim->tuning);
    sim->tuning = NULL;
}

/* ---- moving ---- */

spate_status tuning_move(spate_sim *sim, const row_range *to, repartition_count *done)
{
    partition next;
    SPATE_TRY(make_partition(sim, to, &next));
    const repartition_method method =
        sim->options.move == SPATE_MOVE_ALL ? REPARTITION_ALL : REPARTITION_ROWS;
    const spate_status status = sim->ops->move_rows(sim->scheme, &next, to, method, done);
    if (status != SPATE_OK) {
        partition_free(&next);
        return status;
    }
    partition_free(&sim->partition);
    sim->partition = next;
    sim->part_count = next.py;
    sim->tuning->report.rows += done->rows;
    sim->tuning->report.bytes += done->bytes;
    ++sim->tuning->report.moves;
    note_cuts(sim, to);
    return SPATE_OK;
}

spate_status spate_repartition(spate_sim *sim, const int64_t *cuts)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, cuts, "cuts is NULL");
    if (!sim->tuning || sim->tuning->report.mode != SPATE_TUNE_DYNAMIC)
        return fail_argument(sim->ctx, "rows cannot move: create the simulation with several "
                                       "devices and tune SPATE_TUNE_DYNAMIC");
    const int devices = sim->device_set.count;
    row_range to[MOST_DEVICES];
    repartition_count done;
    for (int d = 0; d < devices; ++d) {
        to[d] = (row_range){cuts[d], cuts[d + 1]};
        const row_range w = sim->ops->window(sim->scheme, d);
        const int first = cuts[d] == 0, empty = cuts[d + 1] == cuts[d];
        const int64_t width = sim->ops->about->halo_width;
        if (cuts[d + 1] < cuts[d] || (d == 0 && !first) ||
            (d + 1 == devices && cuts[devices] != sim->grid.ny) ||
            (cuts[d] % SPATE_TILE_Y && cuts[d] != sim->grid.ny) ||
            (!empty && (cuts[d + 1] - cuts[d] < width || cuts[d] < w.begin || cuts[d + 1] > w.end)))
            return fail_argument(
                sim->ctx,
                "device %d gets rows %lld to %lld: cuts must rise from 0 to %lld in steps of %d "
                "rows, leave a device none or at least %lld rows, and keep this one within its "
                "memory, rows %lld to %lld",
                d + 1, (long long)cuts[d], (long long)cuts[d + 1], (long long)sim->grid.ny,
                SPATE_TILE_Y, (long long)width, (long long)w.begin, (long long)w.end);
    }
    SPATE_TRY(sim_start(sim));
    return tuning_move(sim, to, &done);
}

/* ---- looking ---- */

int tuning_is_dynamic(const spate_sim *sim)
{
    return sim->tuning && sim->tuning->report.mode == SPATE_TUNE_DYNAMIC;
}

static void plan_look(spate_sim *sim, int64_t steps, int64_t interval)
{
    sim_tuning *t = sim->tuning;
    const int64_t n = sim->options.tune_every ? sim->options.tune_every : interval;
    t->look_at = steps < INT64_MAX - n ? steps + n : INT64_MAX;
    t->measure_at = n > MEASURED_STEPS ? t->look_at - MEASURED_STEPS : steps;
    t->report.interval = n;
}

int64_t tuning_steps_left(const spate_sim *sim)
{
    if (!tuning_is_dynamic(sim))
        return INT64_MAX;
    const sim_tuning *t = sim->tuning;
    const int64_t steps = sim->ops->progress(sim->scheme).steps;
    if (t->look_at < 0)
        return 1;
    const int64_t next = t->measuring ? t->look_at : t->measure_at;
    return next > steps ? next - steps : 1;
}

static void begin_measuring(spate_sim *sim, int64_t steps)
{
    sim_tuning *t = sim->tuning;
    t->measuring = 1;
    t->measured_from = steps;
    sim->ops->measure(sim->scheme, 1);
    t->mark = timers_now();
}

/* What the devices have done in the steps that were measured. Returns 0 where a device has
 * failed. */
static int take_measure(spate_sim *sim, int64_t steps, balance_measure *m)
{
    sim_tuning *t = sim->tuning;
    const spate_tuning_clock *clock = sim->options.tuning_clock;
    const double idle = t->balance.options.idle, columns = tile_columns(sim);
    const double measured = timers_now() - t->mark;
    const int rows = tile_rows(sim);
    sim->ops->measure(sim->scheme, 0);
    *m = (balance_measure){.steps = steps - t->measured_from,
                           .wall = measured,
                           .row_work = t->row_work,
                           .spent = t->spent,
                           .moved = t->moved};
    for (int d = 0; d < t->report.devices; ++d) {
        const scheme_work w = sim->ops->measured(sim->scheme, d);
        const double tiles = columns * (t->cuts.cut[d + 1] - t->cuts.cut[d]) * (double)m->steps;
        m->seconds[d] =
            clock && clock->spent ? clock->spent(clock->user, d, w.tiles, w.seconds) : w.seconds;
        m->work[d] = w.tiles > 0 ? w.tiles + idle * fmax(0, tiles - w.tiles) : 0;
        t->step_seconds[d] = m->steps > 0 ? m->seconds[d] / (double)m->steps : 0;
    }
    if (clock && clock->wall)
        m->wall = clock->wall(clock->user, m->seconds, t->report.devices, measured);
    memset(t->row_work, 0, (size_t)rows * sizeof *t->row_work);
    if (!sim->ops->awake_rows(sim->scheme, t->row_work))
        return 0;
    for (int row = 0; row < rows; ++row)
        t->row_work[row] += idle * (columns - t->row_work[row]);
    return 1;
}

/* Keeps a look; when there is no more room, every second one of those before. */
static void keep_look(sim_tuning *t, const spate_tuning_look *look)
{
    if (t->seen++ % t->every != 0)
        return;
    if (t->report.look_count == LOOKS) {
        for (int n = 0; n < LOOKS / 2; ++n)
            t->look[n] = t->look[2 * n];
        t->report.look_count = LOOKS / 2;
        t->every *= 2;
    }
    t->look[t->report.look_count++] = *look;
}

static spate_status carry_out(spate_sim *sim, const balance_decision *decision,
                              repartition_count *done)
{
    row_range to[MOST_DEVICES];
    *done = (repartition_count){0};
    if (decision->action == BALANCE_KEEP)
        return SPATE_OK;
    for (int d = 0; d < sim->device_set.count; ++d)
        to[d] = rows_of_cut(sim, &decision->cuts, d);
    return tuning_move(sim, to, done);
}

static void report_look(spate_sim *sim, const scheme_progress *p, const balance_decision *decision,
                        const double marks[4], int64_t rows)
{
    sim_tuning *t = sim->tuning;
    spate_tuning *r = &t->report;
    const double cells = (double)sim->grid.nx * (double)sim->grid.ny;
    const double seconds = marks[0] - t->looked_at;
    spate_tuning_look look = {.t = p->t,
                              .steps = p->steps,
                              .wall = marks[0] - t->begun,
                              .rate = seconds > 0
                                          ? cells * (double)(p->steps - t->looked_steps) / seconds
                                          : 0,
                              .imbalance = decision->imbalance,
                              .next = r->interval,
                              .measure = marks[1] - marks[0],
                              .decide = marks[2] - marks[1],
                              .move = decision->action == BALANCE_KEEP ? 0 : marks[3] - marks[2],
                              .rows = rows,
                              .action = (int)decision->action,
                              .device = decision->device};
    memcpy(look.share, r->share, sizeof look.share);
    memcpy(look.seconds, t->step_seconds, sizeof t->step_seconds);
    keep_look(t, &look);
    memcpy(r->rate, t->balance.rate, sizeof t->balance.rate);
    r->measure += look.measure;
    r->decide += look.decide;
    r->move += look.move;
    ++r->looks;
    t->spent = marks[3] - marks[0];
    t->moved = look.move;
    t->looked_at = marks[3];
    t->looked_steps = p->steps;
}

static spate_status look_at_balance(spate_sim *sim, const scheme_progress *p)
{
    sim_tuning *t = sim->tuning;
    balance_measure m;
    repartition_count done;
    double marks[4] = {tuning_now(&sim->options)};
    t->measuring = 0;
    if (!take_measure(sim, p->steps, &m))
        return spate_fail(sim->ctx, SPATE_ERROR_BACKEND, "a device failed while it was measured");
    marks[1] = tuning_now(&sim->options);
    const balance_decision decision = balance_decide(&t->balance, &m, &t->cuts);
    marks[2] = tuning_now(&sim->options);
    SPATE_TRY(carry_out(sim, &decision, &done));
    marks[3] = tuning_now(&sim->options);
    plan_look(sim, p->steps, decision.steps);
    report_look(sim, p, &decision, marks, done.rows);
    return SPATE_OK;
}

spate_status tuning_look(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    if (!tuning_is_dynamic(sim))
        return SPATE_OK;
    const scheme_progress p = sim->ops->progress(sim->scheme);
    if (t->look_at < 0) { /* the first step is warming up */
        t->begun = t->looked_at = tuning_now(&sim->options);
        t->looked_steps = p.steps;
        plan_look(sim, p.steps, t->balance.interval);
    }
    if (t->measuring && p.steps >= t->look_at)
        SPATE_TRY(look_at_balance(sim, &p));
    if (!t->measuring && p.steps >= t->measure_at)
        begin_measuring(sim, p.steps);
    return SPATE_OK;
}

spate_status spate_get_tuning(spate_sim *sim, spate_tuning *tuning)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, tuning, "tuning is NULL");
    *tuning = (spate_tuning){.mode = SPATE_TUNE_OFF};
    if (!sim->tuning)
        return SPATE_OK;
    note_shares(sim);
    *tuning = sim->tuning->report;
    tuning->look = sim->tuning->look;
    return SPATE_OK;
}
