/* The balance of devices while a run goes on. */
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "run/tuning_own.h"

/* The first step computes all tiles, the second those beside what has moved, and in the third launches
 * become graphs. The next ones tell what devices need. */
enum { WARMING_UP = 3, FIRST_MEASURED = 2 };

int tuning_is_dynamic(const spate_sim *sim)
{
    return sim->tuning && sim->tuning->report.mode == SPATE_TUNE_DYNAMIC;
}

static void plan_look(spate_sim *sim, int64_t steps, int64_t interval)
{
    sim_tuning *t = sim->tuning;
    const int64_t n = sim->options.tune_every ? sim->options.tune_every : interval;
    t->look_at = steps < INT64_MAX - n ? steps + n : INT64_MAX;
    /* After a move launches become graphs anew, which tells nothing of the steps that follow. A device
     * that is alone makes many steps at once: it is measured all the time. */
    const int64_t settled = n > 2 * WARMING_UP ? WARMING_UP : 0;
    const int64_t measured = n - settled < MEASURED_STEPS ? n - settled : MEASURED_STEPS;
    t->measure_at = sim->part_count > 1 ? t->look_at - measured : steps;
    t->report.interval = n;
}

int64_t tuning_steps_left(const spate_sim *sim)
{
    if (!tuning_is_dynamic(sim))
        return INT64_MAX;
    const sim_tuning *t = sim->tuning;
    const int64_t steps = sim->ops->progress(sim->scheme).steps;
    if (t->look_at < 0)
        return t->warm_at > steps ? t->warm_at - steps : 1;
    const int64_t next = t->measuring ? t->look_at : t->measure_at;
    return next > steps ? next - steps : 1;
}

/* What the host does beside its own rows, s since the begin: it launches what devices compute, brings ghost
 * cells on their way, takes those of devices and ends the step. Devices of one kind have nobody else
 * who could do more of the work. */
static double host_beside_rows(const spate_sim *sim, int *host)
{
    scheme_work unused[MOST_DEVICES];
    int mirrored = 0;
    *host = -1;
    for (int d = sim->device_set.count; d-- > 0;)
        if (sim->device_set.device[d].backend->mirrored)
            mirrored = 1;
        else
            *host = d;
    if (!mirrored || *host < 0 || sim->options.tuning_clock)
        return 0;
    const scheme_split s = sim->ops->split(sim->scheme, unused);
    return s.launch + s.exchange + s.rows + s.end;
}

/* ---- the time of steps ---- */

void tuning_enter_steps(spate_sim *sim)
{
    if (tuning_is_dynamic(sim))
        sim->tuning->entered = tuning_now(&sim->options);
}

void tuning_leave_steps(spate_sim *sim)
{
    if (tuning_is_dynamic(sim))
        sim->tuning->stepped += tuning_now(&sim->options) - sim->tuning->entered;
}

/* One that is made again takes its time, too. */
static int64_t attempts(const spate_sim *sim)
{
    const scheme_progress p = sim->ops->progress(sim->scheme);
    return p.steps + p.redone;
}

static void begin_measuring(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    t->measuring = 1;
    t->attempted_from = attempts(sim);
    int host;
    sim->ops->measure(sim->scheme, 1);
    t->beside_rows = host_beside_rows(sim, &host);
    t->mark = t->stepped;
}

/* The work of each tile row in the last step. Returns 0 where a device has failed. */
static int note_work(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    const double idle = t->balance.options.idle, columns = tuning_tile_columns(sim);
    const int rows = tuning_tile_rows(sim);
    memset(t->row_work, 0, (size_t)rows * sizeof *t->row_work);
    if (!sim->ops->awake_rows(sim->scheme, t->row_work))
        return 0;
    for (int row = 0; row < rows; ++row)
        t->row_work[row] += idle * (columns - t->row_work[row]);
    return 1;
}

/* What the devices have done in the steps that were measured. Returns 0 where a device has
 * failed. */
static int take_measure(spate_sim *sim, balance_measure *m)
{
    sim_tuning *t = sim->tuning;
    const spate_tuning_clock *clock = sim->options.tuning_clock;
    const double idle = t->balance.options.idle, columns = tuning_tile_columns(sim);
    const double measured = t->stepped - t->mark;
    sim->ops->measure(sim->scheme, 0);
    *m = (balance_measure){.steps = attempts(sim) - t->attempted_from,
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
    int host;
    const double beside = host_beside_rows(sim, &host) - t->beside_rows;
    if (host >= 0 && sim->part_count > 1)
        m->extra[host] = beside;
    if (clock && clock->wall)
        m->wall = clock->wall(clock->user, m->seconds, t->report.devices, measured);
    return note_work(sim);
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
        to[d] = tuning_rows_of_cut(sim, &decision->cuts, d);
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

static spate_status device_failed(const spate_sim *sim)
{
    return spate_fail(sim->ctx, SPATE_ERROR_BACKEND, "a device failed while it was measured");
}

static spate_status look_at_balance(spate_sim *sim, const scheme_progress *p)
{
    sim_tuning *t = sim->tuning;
    balance_measure m;
    repartition_count done;
    double marks[4] = {tuning_now(&sim->options)};
    t->measuring = 0;
    if (!take_measure(sim, &m))
        return device_failed(sim);
    marks[1] = tuning_now(&sim->options);
    const balance_decision decision = balance_decide(&t->balance, &m, &t->cuts);
    marks[2] = tuning_now(&sim->options);
    SPATE_TRY(carry_out(sim, &decision, &done));
    marks[3] = tuning_now(&sim->options);
    plan_look(sim, p->steps, decision.steps);
    report_look(sim, p, &decision, marks, done.rows);
    return SPATE_OK;
}

/* ---- the first steps ---- */

/* Of the first steps: tiles with water. Without any, something else will move. */
static void expect_work(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    const double columns = tuning_tile_columns(sim);
    const int rows = tuning_tile_rows(sim);
    double wet = 0;
    memset(t->row_work, 0, (size_t)rows * sizeof *t->row_work);
    sim->ops->wet_rows(sim->scheme, t->row_work);
    for (int row = 0; row < rows; ++row)
        wet += t->row_work[row];
    for (int row = 0; row < rows; ++row)
        t->row_work[row] =
            wet > 0 ? t->row_work[row] + t->balance.options.idle * (columns - t->row_work[row])
                    : columns;
}

/* A device that promises nothing gets no rows before it has cost anything. Whoever is alone then has
 * nothing to learn from the first steps. */
spate_status tuning_start(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    repartition_count done;
    if (!tuning_is_dynamic(sim) || t->divided)
        return SPATE_OK;
    t->divided = 1;
    const double begun = tuning_now(&sim->options);
    expect_work(sim);
    const balance_decision decision = balance_first(&t->balance, NULL, t->row_work, &t->cuts);
    SPATE_TRY(carry_out(sim, &decision, &done));
    if (sim->part_count == 1)
        plan_look(sim, sim->ops->progress(sim->scheme).steps, decision.steps);
    t->report.trial += tuning_now(&sim->options) - begun;
    return SPATE_OK;
}

void tuning_run(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    if (!tuning_is_dynamic(sim) || t->running)
        return;
    t->running = 1;
    t->begun = t->looked_at = tuning_now(&sim->options);
    t->looked_steps = sim->ops->progress(sim->scheme).steps;
    t->warm_at = t->looked_steps + WARMING_UP;
    if (t->look_at >= 0)
        begin_measuring(sim);
}

/* Until now rows were divided by where water was, and by the rates of the trial. */
static spate_status divide_by_work(spate_sim *sim, const scheme_progress *p)
{
    sim_tuning *t = sim->tuning;
    balance_measure m;
    repartition_count done;
    double marks[4] = {tuning_now(&sim->options)};
    t->measuring = 0;
    if (!take_measure(sim, &m))
        return device_failed(sim);
    marks[1] = tuning_now(&sim->options);
    const balance_decision decision = balance_first(&t->balance, &m, t->row_work, &t->cuts);
    marks[2] = tuning_now(&sim->options);
    SPATE_TRY(carry_out(sim, &decision, &done));
    marks[3] = tuning_now(&sim->options);
    plan_look(sim, p->steps, decision.steps);
    if (decision.action != BALANCE_KEEP)
        report_look(sim, p, &decision, marks, done.rows);
    return SPATE_OK;
}

spate_status tuning_look(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    if (!tuning_is_dynamic(sim))
        return SPATE_OK;
    const scheme_progress p = sim->ops->progress(sim->scheme);
    if (t->look_at < 0) {
        if (p.steps < t->warm_at)
            return SPATE_OK;
        if (!t->measuring) {
            t->warm_at = p.steps + FIRST_MEASURED;
            begin_measuring(sim);
            return SPATE_OK;
        }
        SPATE_TRY(divide_by_work(sim, &p));
    }
    if (t->measuring && p.steps >= t->look_at)
        SPATE_TRY(look_at_balance(sim, &p));
    if (!t->measuring && p.steps >= t->measure_at)
        begin_measuring(sim);
    return SPATE_OK;
}

spate_status spate_get_tuning(spate_sim *sim, spate_tuning *tuning)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, tuning, "tuning is NULL");
    *tuning = (spate_tuning){.mode = SPATE_TUNE_OFF};
    if (!sim->tuning)
        return SPATE_OK;
    *tuning = sim->tuning->report;
    tuning->look = sim->tuning->look;
    return SPATE_OK;
}
