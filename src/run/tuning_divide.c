/* The division of rows among devices: at the start, and when they move. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/tuning_kept.h"

int tuning_tile_rows(const spate_sim *sim)
{
    return (int)((sim->grid.ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
}

int tuning_tile_columns(const spate_sim *sim)
{
    return (int)((sim->grid.nx + SPATE_TILE_X - 1) / SPATE_TILE_X);
}

static const char *const mode_words[] = {[SPATE_TUNE_OFF] = "off",
                                         [SPATE_TUNE_START] = "start",
                                         [SPATE_TUNE_DYNAMIC] = "dynamic",
                                         [SPATE_TUNE_AUTO] = "auto"};

int spate_tuning_mode_of(const char *word, spate_tuning_mode *mode)
{
    for (int n = 0; word && mode && n <= SPATE_TUNE_AUTO; ++n)
        if (strcmp(word, mode_words[n]) == 0) {
            *mode = (spate_tuning_mode)n;
            return 1;
        }
    return 0;
}

const char *spate_tuning_word(spate_tuning_mode mode)
{
    return (unsigned)mode <= SPATE_TUNE_AUTO ? mode_words[mode] : "unknown";
}

/* ---- the division at the start ---- */

spate_status tuning_check(spate_context *ctx, const spate_options *opt)
{
    if ((int)opt->tune < SPATE_TUNE_OFF || opt->tune > SPATE_TUNE_AUTO)
        return fail_argument(ctx, "tune is %d: use SPATE_TUNE_OFF, _START, _DYNAMIC or _AUTO",
                             (int)opt->tune);
    if ((int)opt->move < SPATE_MOVE_ROWS || opt->move > SPATE_MOVE_ALL)
        return fail_argument(ctx, "move is %d: use SPATE_MOVE_ROWS or SPATE_MOVE_ALL",
                             (int)opt->move);
    if (opt->tune_every < 0)
        return fail_argument(ctx, "tune_every is %lld: it must be at least 1, or 0 to be chosen",
                             (long long)opt->tune_every);
    return SPATE_OK;
}

spate_tuning_mode tuning_mode_of(const spate_sim *sim)
{
    const spate_options *o = &sim->options;
    const int divided = o->parts_x || o->parts_y || (o->part_weights && *o->part_weights);
    const int devices = o->devices && *o->devices ? sim->device_set.count : 1;
    if (o->tune != SPATE_TUNE_AUTO)
        return o->tune;
    if (devices < 2 || comm_size(sim->ctx->comm) > 1 || divided ||
        (int64_t)devices * SPATE_TILE_Y > o->ny)
        return SPATE_TUNE_OFF;
    return sim->ops->about->can.rows_move && o->exchange_every <= 1 ? SPATE_TUNE_DYNAMIC
                                                                    : SPATE_TUNE_START;
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

balance_limits tuning_limits(const spate_sim *sim)
{
    const int rows = tuning_tile_rows(sim), width = sim->ops->about->halo_width;
    const int last = (int)(sim->grid.ny - (int64_t)(rows - 1) * SPATE_TILE_Y);
    balance_limits l = {.rows = rows, .least = (width + SPATE_TILE_Y - 1) / SPATE_TILE_Y};
    l.least_last = last < width ? l.least + 1 : l.least;
    for (int d = 0; d < sim->device_set.count; ++d)
        l.end[d] = rows;
    return l;
}

row_range tuning_rows_of_cut(const spate_sim *sim, const balance_cuts *c, int d)
{
    const int64_t ny = sim->grid.ny, begin = (int64_t)c->cut[d] * SPATE_TILE_Y,
                  end = (int64_t)c->cut[d + 1] * SPATE_TILE_Y;
    return (row_range){begin < ny ? begin : ny, end < ny ? end : ny};
}

spate_status tuning_make_partition(spate_sim *sim, const row_range *rows, partition *next)
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
    const balance_limits limits = tuning_limits(sim);
    balance_cuts cuts;
    row_range rows[MOST_DEVICES];
    partition next;
    if (!isfinite(balance_best_cuts(&limits, sim->device_set.count, (balance_speeds){.rate = rates},
                                    NULL, NULL, &cuts)))
        return SPATE_OK; /* too few tiles: parts stay equal */
    for (int d = 0; d < sim->device_set.count; ++d)
        rows[d] = tuning_rows_of_cut(sim, &cuts, d);
    SPATE_TRY(tuning_make_partition(sim, rows, &next));
    partition_free(&sim->partition);
    sim->partition = next;
    return SPATE_OK;
}

/* ---- begin and end ---- */

static spate_status choose_by_trials(spate_sim *sim)
{
    kept_choices kept;
    spate_tuning *report = &sim->tuning->report;
    kept_read(sim, &kept);
    SPATE_TRY(tuning_choose_threads(sim, &kept));
    for (int d = 0; d < report->devices; ++d)
        SPATE_TRY(kept_rate_of(sim, &kept, d, sim->options.threads, &report->rate[d]));
    SPATE_TRY(tuning_choose_every(sim, &kept));
    tuning_measure_sharing(sim, &kept);
    kept_write(sim, &kept);
    report->remembered = kept.tried == 0;
    return SPATE_OK;
}

spate_status tuning_divide(spate_sim *sim)
{
    const spate_options *o = &sim->options;
    const char *why = obstacle(sim);
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
    SPATE_TRY(choose_by_trials(sim));
    report->trial = tuning_now(o) - begun;
    return divide_by_rates(sim, report->rate);
}

static void note_shares(spate_sim *sim)
{
    sim_tuning *t = sim->tuning;
    for (int d = 0; d < t->report.devices; ++d) {
        const row_range r = tuning_rows_of_cut(sim, &t->cuts, d);
        t->report.share[d] = (double)(r.end - r.begin) / (double)sim->grid.ny;
    }
}

void tuning_note_rows(spate_sim *sim, const row_range *rows)
{
    balance_cuts *c = &sim->tuning->cuts;
    c->devices = sim->device_set.count;
    c->cut[c->devices] = tuning_tile_rows(sim);
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
    balance_limits limits = tuning_limits(sim);
    for (int d = 0; d < t->report.devices; ++d) {
        const box b = partition_box(&sim->partition, &sim->grid, d);
        const row_range window = sim->ops->window(sim->scheme, d);
        rows[d] = (row_range){b.j0, b.j0 + b.ny};
        limits.first[d] = (int)(window.begin / SPATE_TILE_Y);
        limits.end[d] = (int)((window.end + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
    }
    t->row_work = calloc((size_t)tuning_tile_rows(sim), sizeof *t->row_work);
    if (!t->row_work)
        return fail_memory(sim->ctx, "no memory for tuning");
    t->every = 1;
    balance_begin(&t->balance, &options, &limits, t->report.devices);
    memcpy(t->balance.rate, t->report.rate, sizeof t->report.rate);
    balance_expect_rest(&t->balance, t->sharing);
    tuning_note_rows(sim, rows);
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
    SPATE_TRY(tuning_make_partition(sim, to, &next));
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
    tuning_note_rows(sim, to);
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
