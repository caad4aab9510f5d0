/* The runner stops at output times, saves a checkpoint on signals, and reaches the same end after a
 * resume. */
#include <signal.h>

#include "model/output/plan.h"
#include "model/runner.h"
#include "model_fixture.h"

enum { NX = 64, NY = 40 };

static double bowl(int i, int j)
{
    const double x = i - 0.5 * NX, y = j - 0.5 * NY;
    return 0.002 * (x * x + y * y);
}

static const char bowl_case[] =
    "spate: 1\ntime: {end: 60 s}\nterrain: {file: bowl.asc}\n"
    "initial:\n  - {depth: 1 m, within: [[0, 0], [100, 0], [100, 200], [0, 200]]}\n"
    "boundaries:\n  - {name: out, edge: east, open: yes}\n"
    "gauges:\n  - {name: g, at: [200, 100]}\n"
    "sections:\n  - {name: s, line: [[160, 200], [160, 0]]}\n"
    "output: {maps: {every: 20 s}, series: {every: 7 s}}\n";

/* What the test does at a step. */
typedef struct script {
    int64_t at;
    int signal;
    int64_t steps;
    double last, dt; /* of the step before */
    int cut;         /* steps that were shortened to end at an output time */
} script;

/* Output of bowl_case: maps every 20 s, series every 7 s. */
static int is_moment(double t)
{
    return fmod(t, 20) == 0 || fmod(t, 7) == 0;
}

static void on_step(double t, double dt, int64_t step, void *user)
{
    script *s = user;
    if (is_moment(t) && s->steps > 0 && !is_moment(s->last)) {
        CHECK(dt == s->dt); /* not the shortened step */
        s->cut += t - s->last < 0.9 * dt;
    }
    ++s->steps;
    s->last = t;
    s->dt = dt;
    if (step == s->at && s->signal)
        for (int k = 0; k < 3; ++k) /* timeout, for one, sends its signal twice */
            raise(s->signal);
}

/* Runs to the end or to a signal. The field of depths goes to *depth. */
static spate_status run(results_mode mode, const char *out, script *s, double **depth,
                        int64_t *checkpoints)
{
    model *m = build(bowl_case);
    model_plan plan = {0};
    results *r = NULL;
    int resumed = 0;
    char place[512];
    *depth = NULL;
    if (!m)
        return SPATE_ERROR_INTERNAL;
    snprintf(place, sizeof place, "%s", in_folder(out));
    spate_status status = model_plan_make(m, place, mode, &plan);
    if (status == SPATE_OK)
        status = results_open(ctx, m->sim, &plan.results, &r, &resumed);
    if (CHECK(status == SPATE_OK)) {
        runner_hooks hooks = {.resumed = resumed, .step = on_step, .user = s};
        CHECK(resumed == (mode == RESULTS_RESUME));
        status = runner_run(m, r, &hooks);
        *checkpoints = hooks.checkpoints;
        CHECK(results_close(r, status == SPATE_OK) == SPATE_OK);
        *depth = field_of(m, SPATE_DEPTH);
    } else
        printf("  %s\n", spate_message(ctx));
    model_plan_free(&plan);
    model_free(m);
    return status;
}

static int same_file(const char *a, const char *b)
{
    char names[2][512];
    snprintf(names[0], sizeof names[0], "%s", in_folder(a));
    snprintf(names[1], sizeof names[1], "%s", in_folder(b));
    FILE *f = fopen(names[0], "rb"), *g = fopen(names[1], "rb");
    int same = f && g, c = 0;
    while (same && c != EOF) {
        c = fgetc(f);
        same = c == fgetc(g);
    }
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    return same;
}

static double *whole; /* depths of the undisturbed run */

static void a_run_reaches_its_end_through_every_moment(void)
{
    script s = {0};
    int64_t saved = -1;
    CHECK(run(RESULTS_NEW, "whole.out", &s, &whole, &saved) == SPATE_OK);
    CHECK(s.last == 60 && s.steps > 60 / 7 && saved == 0);
    CHECK(s.cut > 0); /* else nothing was shown by that */
}

static void check_stopped(int signal, const char *name_of_signal, const char *out,
                          spate_status wanted, int exit_code)
{
    char name[64];
    script s = {.at = 40, .signal = signal};
    double *depth;
    int64_t saved = 0;
    const spate_status status = run(RESULTS_NEW, out, &s, &depth, &saved);
    CHECK(status == wanted && spate_exit_code(status) == exit_code);
    CHECK_CONTAINS(spate_message(ctx), "--resume");
    CHECK_CONTAINS(spate_message(ctx), name_of_signal);
    CHECK(saved == 1 && s.last < 60);
    free(depth);
    s = (script){0};
    CHECK(run(RESULTS_RESUME, out, &s, &depth, &saved) == SPATE_OK && s.last == 60);
    CHECK(depth && whole && memcmp(depth, whole, NX * NY * sizeof *depth) == 0);
    free(depth);
    static const char *const files[] = {"gauges/g.csv", "sections/s.csv", "mass.csv"};
    for (int k = 0; k < 3; ++k) {
        char reference[64];
        snprintf(name, sizeof name, "%s/%s", out, files[k]);
        snprintf(reference, sizeof reference, "whole.out/%s", files[k]);
        CHECK(same_file(name, reference));
    }
}

static void sigint_saves_and_stops(void)
{
    check_stopped(SIGINT, "interrupted", "int.out", SPATE_STOPPED, 130);
}

static void signals_of_batch_systems_save_and_stop(void)
{
    static const struct {
        int number;
        const char *name, *out;
    } batch[] = {{SIGTERM, "SIGTERM", "term.out"},
                 {SIGHUP, "SIGHUP", "hup.out"},
                 {SIGXCPU, "SIGXCPU", "xcpu.out"},
                 {SIGUSR1, "SIGUSR1", "usr1.out"},
                 {SIGUSR2, "SIGUSR2", "usr2.out"}};
    for (int k = 0; k < 5; ++k)
        check_stopped(batch[k].number, batch[k].name, batch[k].out, SPATE_STOPPED_SAVED, 75);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    write_asc("bowl.asc", NX, NY, 0, 0, 5, bowl);
    RUN(a_run_reaches_its_end_through_every_moment);
    RUN(sigint_saves_and_stops);
    RUN(signals_of_batch_systems_save_and_stop);
    free(whole);
    return fixture_close();
}
