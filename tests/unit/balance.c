/* Claims of the balance of devices, by numbers alone: cuts are the best there are; the balance is
 * found, and again within five decisions after a device slows to half; small changes move nothing;
 * a slow device whose speed is uncertain has time to spare; a device that only slows the run is
 * dropped, and tried again less and less often; the first cuts follow the work of the rows and leave
 * out a device that promises nothing. */
#include "parallel/balance.h"

#include "check.h"

enum { ROWS = 64, MOST_ROWS = 512 };

/* ---- a machine made of numbers ---- */

typedef struct machine {
    int devices, rows;
    double rate[BALANCE_DEVICES];  /* work per second */
    double extra[BALANCE_DEVICES]; /* s of a shared step beside the work */
    double wait;                   /* s of a step of several devices beyond the slowest one */
    double row_work[MOST_ROWS];
    balance_cuts cuts;
} machine;

static machine make_machine(int devices, int rows)
{
    machine m = {.devices = devices, .rows = rows, .cuts.devices = devices};
    for (int row = 0; row < rows; ++row)
        m.row_work[row] = 100;
    for (int d = 0; d <= devices; ++d)
        m.cuts.cut[d] = rows * d / devices;
    return m;
}

static balance_limits limits_of(const machine *m)
{
    balance_limits l = {.rows = m->rows, .least = 1, .least_last = 1};
    for (int d = 0; d < m->devices; ++d)
        l.end[d] = m->rows;
    return l;
}

static balance_speeds speeds(const machine *m)
{
    return (balance_speeds){m->rate, m->extra};
}

static int at_work(const machine *m)
{
    int count = 0;
    for (int d = 0; d < m->devices; ++d)
        count += m->cuts.cut[d + 1] > m->cuts.cut[d];
    return count;
}

static double step_of(const machine *m)
{
    return balance_time(&m->cuts, speeds(m), m->row_work) + (at_work(m) > 1 ? m->wait : 0);
}

/* No cuts are faster than this. */
static double ideal_of(const machine *m)
{
    double work = 0, rate = 0;
    for (int row = 0; row < m->rows; ++row)
        work += m->row_work[row];
    for (int d = 0; d < m->devices; ++d)
        rate += m->rate[d];
    return work / rate + m->wait;
}

/* Makes the steps of an interval and a decision; noise: of the times of device 0. */
static balance_decision decide(machine *m, balance *b, double noise)
{
    balance_measure now = {.steps = b->interval, .row_work = m->row_work, .spent = 1e-4};
    for (int d = 0; d < m->devices; ++d) {
        for (int row = m->cuts.cut[d]; row < m->cuts.cut[d + 1]; ++row)
            now.work[d] += m->row_work[row] * (double)now.steps;
        now.seconds[d] = now.work[d] / m->rate[d] * (d == 0 ? 1 + noise : 1);
        now.extra[d] = at_work(m) > 1 ? m->extra[d] * (double)now.steps : 0;
    }
    now.wall = step_of(m) * (double)now.steps;
    const balance_decision out = balance_decide(b, &now, &m->cuts);
    m->cuts = out.cuts;
    return out;
}

static balance begin(const machine *m)
{
    const balance_options o = balance_defaults();
    const balance_limits l = limits_of(m);
    balance b;
    balance_begin(&b, &o, &l, m->devices);
    return b;
}

/* ---- cuts ---- */

/* The best of all cuts of three devices that satisfy the limits. */
static double search(const machine *m, const balance_limits *l)
{
    double best = INFINITY;
    for (int a = l->least; a <= l->rows; ++a)
        for (int c = a + l->least; c <= l->rows - l->least_last; ++c) {
            const balance_cuts cuts = {.devices = 3, .cut = {0, a, c, l->rows}};
            int allowed = 1;
            for (int d = 0; d < 3; ++d)
                allowed &= cuts.cut[d] >= l->first[d] && cuts.cut[d + 1] <= l->end[d];
            if (allowed)
                best = fmin(best, balance_time(&cuts, speeds(m), m->row_work));
        }
    return best;
}

static void cuts_are_the_best(void)
{
    double worst = 0;
    for (int n = 0; n < 300; ++n) {
        machine m = make_machine(3, 12);
        balance_limits l = limits_of(&m);
        balance_cuts found;
        for (int row = 0; row < m.rows; ++row) /* many rows are dry */
            m.row_work[row] = draw_unit() < 0.4 ? 0.01 : draw_unit();
        for (int d = 0; d < 3; ++d)
            m.rate[d] = 0.1 + draw_unit();
        l.least_last = 1 + n % 2;
        if (n % 3 == 0) { /* memory for some rows only */
            l.end[0] = 7;
            l.first[2] = 5;
        }
        const double time = balance_best_cuts(&l, 3, speeds(&m), m.row_work, NULL, &found);
        const double best = search(&m, &l);
        worst = fmax(worst, time / best - 1);
    }
    /* The search ends within 1e-9 of the shortest time. */
    CHECK_AT_MOST("time over that of the best cuts, less 1", worst, 1e-8);
}

static void cuts_move_no_more_than_needed(void)
{
    machine m = make_machine(2, ROWS);
    const balance_limits l = limits_of(&m);
    const balance_cuts now = {.devices = 2, .cut = {0, 40, ROWS}};
    balance_cuts found;
    m.rate[0] = m.rate[1] = 1;
    for (int row = 20; row < 50; ++row) /* dry in the middle: any cut there is as good */
        m.row_work[row] = 0;
    m.row_work[60] = m.row_work[0] * 7;
    balance_best_cuts(&l, 2, speeds(&m), m.row_work, &now, &found);
    printf("cut at row %d of a dry stretch from 20 to 50, before at 40\n", found.cut[1]);
    CHECK(found.cut[1] == 40);
}

/* ---- balance ---- */

static void balance_is_found_and_kept(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e6;
    m.rate[1] = 3e6;
    m.wait = 1e-5;
    balance b = begin(&m);
    int decisions = 0;
    /* A cut is at most half a row from the ideal one, here of 16 rows of the slower device. */
    const double close = 1 + 0.5 / 16 + balance_defaults().gain;
    for (; decisions < 10 && step_of(&m) > close * ideal_of(&m); ++decisions)
        decide(&m, &b, 0);
    printf("1:3 from equal halves: balanced after %d decisions\n", decisions);
    CHECK(decisions <= 2);
    int moves = 0;
    for (int n = 0; n < 200; ++n)
        moves += decide(&m, &b, n % 2 ? 0.015 : -0.015).action != BALANCE_KEEP;
    printf("200 decisions with noise of 1.5 %%: %d moves, interval %lld\n", moves,
           (long long)b.interval);
    CHECK(moves == 0);
    m.rate[1] /= 2;
    for (decisions = 0; decisions < 10 && step_of(&m) > close * ideal_of(&m); ++decisions)
        decide(&m, &b, 0);
    printf("a device slows to half: balanced again after %d decisions\n", decisions);
    CHECK(decisions <= 2); /* the second one believes what it sees for the second time */
}

/* A look at a device that another program has disturbed counts half, and the next mends that. */
static void one_disturbed_look_is_forgotten(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e6;
    m.rate[1] = 3e6;
    balance b = begin(&m);
    for (int n = 0; n < 20; ++n)
        decide(&m, &b, n % 2 ? 0.015 : -0.015);
    const double before = 1 / b.rate[0];
    decide(&m, &b, 1);
    const double after = 1 / b.rate[0];
    CHECK_NEAR(after / before, 1.5, 0.02);
    decide(&m, &b, 0);
    CHECK_AT_MOST("of an error that is not seen again", fabs(1 / b.rate[0] / before - 1), 0.03);
}

/* 16 cores and an H200 that is held back to five times their speed, 4096 x 4096, as measured: alone
 * 9.36 and 2.06 ms a step; the host launches and sends 0.21 ms, and 0.10 ms are lost. Sharing takes
 * 8 % off the step of the GPU alone. */
/* A step with these cuts, in which device 0 takes longer than it should. */
static double step_with(const machine *m, const balance_cuts *cuts, double noise)
{
    machine disturbed = *m;
    disturbed.rate[0] = m->rate[0] / (1 + noise);
    return balance_time(cuts, speeds(&disturbed), m->row_work);
}

/* Of all steps together, where one device has a sixth of the speed and its times are wrong by up to 30 %. */
enum { LOOKS = 400, FIRST = 20 };
static double steps_with_care(double care, const double *noise, double *rows)
{
    machine m = make_machine(2, MOST_ROWS);
    balance b = begin(&m);
    double seconds = 0;
    m.rate[0] = 1e5;
    m.rate[1] = 5e5;
    b.options.care = care;
    *rows = 0;
    for (int n = 0; n < LOOKS; ++n) {
        if (n >= FIRST) {
            seconds += step_with(&m, &m.cuts, noise[n]);
            *rows += m.cuts.cut[1] / (double)(LOOKS - FIRST);
        }
        decide(&m, &b, noise[n]);
    }
    return seconds;
}

static void an_uncertain_device_has_time_to_spare(void)
{
    double noise[LOOKS], rows[2];
    for (int n = 0; n < LOOKS; ++n)
        noise[n] = draw_between(-0.3, 0.3);
    const double without = steps_with_care(0, noise, &rows[0]),
                 with = steps_with_care(1, noise, &rows[1]);
    printf("rows of the uncertain device %.1f and %.1f of %d, steps %.2f %% shorter\n", rows[0],
           rows[1], MOST_ROWS, 100 * (1 - with / without));
    CHECK(with < without);
    CHECK(rows[1] < rows[0]);
}

static void a_twelfth_is_gained(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 100 * ROWS / 9.36e-3;
    m.rate[1] = 100 * ROWS / 2.06e-3;
    m.extra[0] = 0.21e-3;
    m.wait = 0.10e-3;
    balance b = begin(&m);
    for (int n = 0; n < 20; ++n) {
        m.wait = n % 3 == 2 ? 1.25e-3 : 0.10e-3; /* the host was busy with something else */
        CHECK(decide(&m, &b, n % 2 ? 0.05 : -0.05).action != BALANCE_DROP);
    }
    m.wait = 0.10e-3;
    printf("step of both %.3f ms, of the faster one alone 2.06 ms\n", 1e3 * step_of(&m));
    CHECK(at_work(&m) == 2 && step_of(&m) < 2.06e-3 / 1.08);
}

static void rows_follow_the_water(void)
{
    machine m = make_machine(3, ROWS);
    balance b = begin(&m);
    double worst = 0;
    for (int d = 0; d < 3; ++d)
        m.rate[d] = 1e6 * (d + 1);
    for (int n = 0; n < 40; ++n) { /* a flood that travels north, a row in each interval */
        for (int row = 0; row < ROWS; ++row)
            m.row_work[row] = row >= n && row < n + 24 ? 100 : 1;
        decide(&m, &b, 0);
        if (n > 5)
            worst = fmax(worst, step_of(&m) / ideal_of(&m));
    }
    printf("a flood that moves: a step is at most %.2f of the ideal one\n", worst);
    /* The slowest device has 4 of 24 wet rows: one row more is a quarter. */
    CHECK(worst < 1.25 + balance_defaults().gain);
}

/* The first device launches what the second one does, 20 ms of a step of some 60: it gets so many rows
 * fewer that both are ready at the same time. Of 6400 tiles (1e5 - 20e-3 of a second each) the step takes
 * (6400 / 5e4 + 20e-3) / 2. */
static void what_sharing_costs_one_device_is_balanced(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = m.rate[1] = 5e4;
    m.extra[0] = 20e-3;
    balance b = begin(&m);
    for (int n = 0; n < 3; ++n)
        decide(&m, &b, 0);
    const double right = 0.5 * (6400 / 5e4 + 20e-3), row = 100 / 5e4;
    printf("cut at row %d, where half of the rows are %d\n", m.cuts.cut[1], ROWS / 2);
    CHECK_NEAR(step_of(&m), right, row);
    CHECK_NEAR(b.extra[0], 20e-3, 1e-9);
    CHECK(b.rest < 1e-9 && m.cuts.cut[1] == 27); /* 27 rows and 20 ms, or 37 rows: 74 ms */
}

/* ---- dropping ---- */

static void a_useless_device_is_dropped(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e4;
    m.rate[1] = 1e6; /* alone 6.4 ms; both 6.34 ms and the wait */
    m.wait = 1e-3;
    balance b = begin(&m);
    int tries = 0, last = 0, gap = 0, shrank = 0;
    for (int n = 1; n <= 300; ++n) {
        const balance_decision d = decide(&m, &b, 0);
        if (d.action != BALANCE_RETRY)
            continue;
        shrank += tries > 1 && n - last < gap;
        gap = n - last;
        last = n;
        ++tries;
    }
    printf("a device of 1 %%: %d at work, tried again %d times in 300 decisions\n", at_work(&m),
           tries);
    CHECK(at_work(&m) == 1 && m.cuts.cut[1] == 0);
    CHECK(tries >= 2 && tries <= 6 && !shrank);
    m.rate[0] = 1e6; /* another program has ended */
    int until = 0;
    for (; until < 400 && step_of(&m) > 0.6 * 6.4e-3 + m.wait; ++until)
        decide(&m, &b, 0);
    printf("it becomes as fast as the other: at work again after %d decisions\n", until);
    CHECK(until < 400);
}

/* Cuts by rates as if all rows were equal, then by their work. */
static balance_decision first(machine *m, balance *b)
{
    m->cuts = balance_start(b, m->rate, NULL);
    const balance_decision out = balance_first(b, NULL, m->row_work, &m->cuts);
    m->cuts = out.cuts;
    return out;
}

static void the_first_cuts_follow_the_water(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e4;
    m.rate[1] = 3e4;
    balance b = begin(&m);
    CHECK(first(&m, &b).action == BALANCE_KEEP); /* all rows are equal */
    for (int row = ROWS / 4; row < ROWS; ++row)
        m.row_work[row] = 1; /* at rest */
    b = begin(&m);
    CHECK(first(&m, &b).action == BALANCE_MOVE);
    const double row = 100 / m.rate[0]; /* the cut lies between two rows */
    CHECK_AT_MOST("step beyond the ideal one", step_of(&m), ideal_of(&m) + row);
    CHECK(at_work(&m) == 2);
}

/* 1 of 41 parts of the rate is less than is asked for, 1 of 9 is more, unless what it costs to share
 * takes it: 80 ms alone, 71.1 ms both, and 3 % are asked for, so that 6.5 ms may be lost. */
static void a_device_that_promises_nothing_begins_without_rows(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e4;
    m.rate[1] = 40e4;
    balance b = begin(&m);
    const balance_decision out = first(&m, &b);
    CHECK(out.action == BALANCE_DROP && out.device == 0);
    CHECK(m.cuts.cut[1] == 0 && b.dropped[0] == b.patience[0]);
    m.wait = 1e-4; /* what it costs to have both */
    for (int n = 1; n < b.options.retry; ++n)
        CHECK(decide(&m, &b, 0).action == BALANCE_KEEP);
    CHECK(decide(&m, &b, 0).action == BALANCE_RETRY);
    m = make_machine(2, ROWS);
    m.rate[0] = 1e4;
    m.rate[1] = 8e4;
    b = begin(&m);
    first(&m, &b);
    CHECK(at_work(&m) == 2 && !b.dropped[0]);
    for (int costs = 6; costs <= 7; ++costs) {
        b = begin(&m);
        balance_expect_rest(&b, 1e-3 * costs);
        first(&m, &b);
        printf("sharing costs %d ms: %d at work\n", costs, at_work(&m));
        CHECK(at_work(&m) == (costs == 6 ? 2 : 1));
    }
}

/* What two steps show. */
static balance_measure first_steps(const machine *m)
{
    balance_measure now = {.steps = 2, .row_work = m->row_work, .wall = 2 * step_of(m)};
    for (int d = 0; d < 2; ++d) {
        now.work[d] = 2 * 100 * (m->cuts.cut[d + 1] - m->cuts.cut[d]);
        now.seconds[d] = now.work[d] / m->rate[d];
    }
    return now;
}

/* The trial was wrong by a factor of four: what the first steps have shown replaces it at once. */
static void the_first_steps_replace_the_trial(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 4e4;
    m.rate[1] = 3e4;
    balance b = begin(&m);
    first(&m, &b);
    m.rate[0] = 1e4;
    const balance_measure now = first_steps(&m);
    const balance_decision out = balance_first(&b, &now, m.row_work, &m.cuts);
    m.cuts = out.cuts;
    CHECK_NEAR(b.rate[0], 1e4, 1e-6);
    CHECK(out.action == BALANCE_MOVE);
    CHECK_AT_MOST("step over the ideal one", step_of(&m) / ideal_of(&m), 1 + 0.5 / 16);
}

/* The first steps show that sharing costs more than it gains: 72.1 ms and 20 ms, alone 80 ms. What is
 * left out then is confirmed by the next look. */
static void the_first_steps_leave_out_what_only_costs(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e4;
    m.rate[1] = 8e4;
    m.wait = 20e-3;
    balance b = begin(&m);
    first(&m, &b);
    CHECK(at_work(&m) == 2);
    const balance_measure now = first_steps(&m);
    balance disturbed = b; /* the trial has shown far less */
    balance_expect_rest(&disturbed, 1e-3);
    CHECK(balance_first(&disturbed, &now, m.row_work, &m.cuts).action == BALANCE_KEEP);
    CHECK_NEAR(disturbed.rest, 1e-3, 1e-9);
    const balance_decision out = balance_first(&b, &now, m.row_work, &m.cuts);
    m.cuts = out.cuts;
    CHECK(out.action == BALANCE_DROP && out.device == 0 && at_work(&m) == 1 && b.testing == 0);
    CHECK(decide(&m, &b, 0).action == BALANCE_KEEP && b.testing < 0 && at_work(&m) == 1);
}

/* A look at a device that is alone costs at most what tuning may take, also if it takes longer than
 * was assumed. */
static void a_device_alone_is_seldom_looked_at(void)
{
    machine m = make_machine(2, ROWS);
    m.rate[0] = 1e6;
    m.rate[1] = 40e6; /* 0.16 ms */
    balance b = begin(&m);
    const balance_decision out = first(&m, &b);
    const double allowed = 1.01 * b.options.overhead;
    CHECK(at_work(&m) == 1 && out.steps == b.interval);
    CHECK_AT_MOST("first look over the steps before it",
                  b.options.look / (step_of(&m) * (double)out.steps), allowed);
    const double assumed = b.options.look;
    for (int row = 0; row < ROWS; ++row)
        m.row_work[row] = 20; /* steps of 0.032 ms */
    CHECK(decide(&m, &b, 0).action == BALANCE_KEEP);
    const double cost = assumed + b.options.smoothing * (1e-4 - assumed); /* as decide() has it */
    CHECK_AT_MOST("second one", cost / (step_of(&m) * (double)b.interval), allowed);
}

static void the_first_decision_needs_rates(void)
{
    machine m = make_machine(2, ROWS);
    balance b = begin(&m);
    m.row_work[0] = 1000;
    CHECK(balance_first(&b, NULL, m.row_work, &m.cuts).action == BALANCE_KEEP);
}

static void a_pinned_run_drops_nothing(void)
{
    machine m = make_machine(2, ROWS);
    balance b = begin(&m);
    b.limits.pinned = 1;
    m.rate[0] = 1e4;
    m.rate[1] = 1e6;
    m.wait = 1;
    for (int n = 0; n < 50; ++n)
        decide(&m, &b, 0);
    CHECK(at_work(&m) == 2);
}

/* ---- the interval ---- */

static void interval_costs_least(void)
{
    const balance_options o = balance_defaults();
    const double step = 1e-3, cost = 1e-3, drift = 1e-6;
    const int64_t n = balance_interval(&o, step, drift, cost);
    /* s per step lost by drift and spent on tuning */
    const double at = step * drift * (double)n / 2 + cost / (double)n;
    const double shorter = step * drift * (double)n / 4 + 2 * cost / (double)n,
                 longer = step * drift * (double)n + cost / (2 * (double)n);
    printf("interval %lld: %.2e s of a step lost; half %.2e, twice %.2e\n", (long long)n, at,
           shorter, longer);
    CHECK(at < shorter && at < longer);
    CHECK(cost / (step * (double)balance_interval(&o, step, 1, cost)) <= 1.01 * o.overhead);
    CHECK(balance_interval(&o, step, 0, cost) == o.interval_most);
}

int main(void)
{
    RUN(cuts_are_the_best);
    RUN(cuts_move_no_more_than_needed);
    RUN(balance_is_found_and_kept);
    RUN(one_disturbed_look_is_forgotten);
    RUN(an_uncertain_device_has_time_to_spare);
    RUN(a_twelfth_is_gained);
    RUN(rows_follow_the_water);
    RUN(what_sharing_costs_one_device_is_balanced);
    RUN(a_useless_device_is_dropped);
    RUN(the_first_cuts_follow_the_water);
    RUN(a_device_that_promises_nothing_begins_without_rows);
    RUN(the_first_steps_replace_the_trial);
    RUN(the_first_steps_leave_out_what_only_costs);
    RUN(a_device_alone_is_seldom_looked_at);
    RUN(the_first_decision_needs_rates);
    RUN(a_pinned_run_drops_nothing);
    RUN(interval_costs_least);
    return check_done();
}
