/* A case file through the public interface: a run in pieces leaves what `spate run` leaves. */
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api_fixture.h"

enum { NX = 30, NY = 20 };

static char folder[64];

static const char *in(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(in(name), "w");
    if (CHECK(f)) {
        fputs(text, f);
        fclose(f);
    }
}

static const char text[] =
    "spate: 1\ntime: {start: 2024-01-02T00:00Z, end: 40 s}\nterrain: {file: bowl.asc}\n"
    "manning: 0.03\ninitial:\n  - {depth: 1 m, within: [[0, 0], [60, 0], [60, 100], [0, 100]]}\n"
    "boundaries:\n  - {name: out, edge: east, open: yes}\n"
    "gauges:\n  - {name: g, at: [100, 50]}\n"
    "sections:\n  - {name: s, line: [[80, 100], [80, 0]]}\n"
    "output: {maps: {every: 20 s}, series: {every: 10 s}}\n";

static void write_case(void)
{
    FILE *f = fopen(in("bowl.asc"), "w");
    if (!CHECK(f))
        return;
    fprintf(f, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 5\n", NX, NY);
    for (int j = NY - 1; j >= 0; --j)
        for (int i = 0; i < NX; ++i)
            fprintf(f, "%g%c", 0.01 * i + 0.002 * j * j, i == NX - 1 ? '\n' : ' ');
    fclose(f);
    write_file("case.yaml", text);
}

static spate_case_options options(spate_case_results results, const char *out)
{
    spate_case_options o;
    spate_case_options_default(&o);
    o.results = results;
    o.folder = out;
    return o;
}

static spate_case *open_case(const spate_case_options *o)
{
    spate_case *c = NULL;
    OK(spate_case_open(ctx, in("case.yaml"), o, &c));
    return c;
}

static void depth_of(spate_case *c, double *depth)
{
    const spate_array a = {.values = depth, .precision = 64};
    OK(spate_get_array(spate_case_sim(c), SPATE_DEPTH, &a));
}

static int same_file(const char *a, const char *b)
{
    FILE *f = fopen(a, "r"), *g = fopen(b, "r");
    int x = 0, y = 0;
    while (f && g && x == y && x != EOF)
        x = fgetc(f), y = fgetc(g);
    const int same = f && g && x == y;
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    return same;
}

static void a_run_in_pieces_is_the_run_at_once(void)
{
    static double whole[NX * NY], pieces[NX * NY];
    spate_case_options o = options(SPATE_RESULTS_NEW, in("once.out"));
    spate_case *c = open_case(&o);
    OK(spate_case_run(c));
    depth_of(c, whole);
    CHECK(spate_case_advance(c, 40) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "once.out are complete");
    spate_case_close(c);
    o = options(SPATE_RESULTS_NEW, in("parts.out"));
    c = open_case(&o);
    CHECK(spate_case_time(c) == 0 && spate_case_duration(c) == 40);
    for (int t = 10; t <= 40; t += 10) { /* times of output, so that no step is cut otherwise */
        OK(spate_case_advance(c, t));
        CHECK(spate_case_time(c) == t);
    }
    CHECK(spate_case_advance(c, 41) == SPATE_ERROR_ARGUMENT);
    OK(spate_case_finish(c));
    OK(spate_case_finish(c));
    depth_of(c, pieces);
    spate_case_close(c);
    CHECK(memcmp(whole, pieces, sizeof whole) == 0);
    CHECK(same_file(in("once.out/gauges/g.csv"), in("parts.out/gauges/g.csv")));
    CHECK(same_file(in("once.out/mass.csv"), in("parts.out/mass.csv")));
    CHECK(access(in("parts.out/run.json"), R_OK) == 0);
}

static void what_a_case_has_can_be_asked(void)
{
    const char *set[] = {"manning=0.05", "time.end=20 s"};
    spate_case_options o = options(SPATE_RESULTS_NONE, NULL);
    spate_case_info info;
    spate_case_gauge gauge;
    double at[1][5];
    o.set = set, o.set_count = 2;
    spate_case *c = open_case(&o);
    OK(spate_case_get_info(c, &info));
    CHECK(info.nx == NX && info.ny == NY && info.dx == 5 && info.dy == 5);
    CHECK(info.start == 1704153600 && info.duration == 20);
    CHECK(info.gauges == 1 && info.sections == 1 && info.boundaries == 1 && info.inflows == 0);
    CHECK(strcmp(info.crs, "") == 0 && strcmp(info.folder, "") == 0);
    CHECK(strcmp(spate_case_boundary_name(c, 0), "out") == 0 && !spate_case_boundary_name(c, 1));
    CHECK(strcmp(spate_case_section_name(c, 0), "s") == 0 && !spate_case_inflow_name(c, 0));
    CHECK_CONTAINS(spate_case_resolved(c), "manning: 0.05");
    OK(spate_case_get_gauge(c, 0, &gauge));
    CHECK(strcmp(gauge.name, "g") == 0 && gauge.x == 100 && gauge.cell[0] == 20);
    CHECK(spate_case_get_gauge(c, 1, &gauge) == SPATE_ERROR_ARGUMENT);
    OK(spate_case_advance(c, 15));
    OK(spate_get_cells(spate_case_sim(c), 1, &gauge.cell, at));
    CHECK(at[0][2] >= 0);
    CHECK(spate_case_save(c) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_case_finish(c) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "15 s of 20 s");
    spate_case_close(c);
    CHECK(access(in("case.out"), F_OK) != 0); /* nothing was written */
}

/* ---- progress, stops, resumed runs ---- */

typedef struct watch {
    int asked, stop_at;
    double last;
} watch;

static int on_progress(const spate_case_progress *now, void *user)
{
    watch *w = user;
    CHECK(now->t >= w->last && now->duration == 40);
    w->last = now->t;
    return ++w->asked == w->stop_at;
}

static void a_stopped_run_resumes_to_the_same_end(void)
{
    static double whole[NX * NY], resumed[NX * NY];
    watch w = {.stop_at = 1};
    char out[256];
    snprintf(out, sizeof out, "%s", in("stop.out"));
    spate_case_options o = options(SPATE_RESULTS_NONE, NULL);
    spate_case *c = open_case(&o);
    OK(spate_case_advance(c, 20)); /* times of output of the others */
    OK(spate_case_run(c));
    OK(spate_case_run(c)); /* nothing to do */
    depth_of(c, whole);
    spate_case_close(c);
    o = options(SPATE_RESULTS_NEW, out);
    o.progress = on_progress, o.user = &w;
    c = open_case(&o);
    CHECK(spate_case_run(c) == SPATE_STOPPED && w.asked == 1);
    CHECK_CONTAINS(spate_message(ctx), "with a checkpoint");
    CHECK(spate_case_time(c) > 0 && spate_case_time(c) < 40);
    spate_case_close(c);
    CHECK_CONTAINS(spate_message(ctx), "with a checkpoint"); /* closing keeps the message */
    w.stop_at = 0;
    c = open_case(&o);
    CHECK(spate_case_run(c) == SPATE_ERROR_OUTPUT); /* the folder is there */
    CHECK(spate_case_run(c) == SPATE_ERROR_OUTPUT);
    spate_case_close(c);
    o.results = SPATE_RESULTS_RESUME;
    w.last = 0;
    c = open_case(&o);
    OK(spate_case_run(c));
    depth_of(c, resumed);
    spate_case_close(c);
    CHECK(access(in("stop.out/run.json"), R_OK) == 0);
    o = options(SPATE_RESULTS_NEW, in("straight.out"));
    c = open_case(&o);
    OK(spate_case_run(c));
    depth_of(c, whole);
    spate_case_close(c);
    CHECK(memcmp(whole, resumed, sizeof whole) == 0);
    CHECK(same_file(in("stop.out/gauges/g.csv"), in("straight.out/gauges/g.csv")));
    o = options(SPATE_RESULTS_RESUME, out);
    c = open_case(&o);
    OK(spate_case_run(c)); /* finished before */
    spate_case_close(c);
}

static void a_stopped_run_may_go_on(void)
{
    watch w = {.stop_at = 1};
    spate_case_options o = options(SPATE_RESULTS_NONE, NULL);
    o.progress = on_progress, o.user = &w;
    spate_case *c = open_case(&o);
    CHECK(spate_case_advance(c, 40) == SPATE_STOPPED);
    const double t = spate_case_time(c);
    CHECK(t > 0 && t < 40);
    OK(spate_case_advance(c, 40));
    CHECK(spate_case_time(c) == 40);
    spate_case_close(c);
}

static void mistakes_have_their_place(void)
{
    spate_case_options o = options(SPATE_RESULTS_NONE, NULL);
    spate_case *c = NULL;
    const char *set[] = {"maning=0.05"};
    CHECK(spate_case_open(ctx, in("missing.yaml"), &o, &c) != SPATE_OK && !c);
    o.set = set, o.set_count = 1;
    CHECK(spate_case_open(ctx, in("case.yaml"), &o, &c) == SPATE_ERROR_ARGUMENT && !c);
    CHECK_CONTAINS(spate_message(ctx), "did you mean manning?");
    o.set_count = 0;
    CHECK(spate_case_open_text(ctx, in("here.yaml"), "spate: 1\nterain: {}\n", &o, &c) ==
          SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "here.yaml:2:1");
    OK(spate_case_open_text(ctx, in("here.yaml"), text, &o, &c));
    CHECK(spate_case_open(NULL, "x", &o, &c) == SPATE_ERROR_ARGUMENT);
    spate_case_close(c);
    spate_case_close(NULL);
    CHECK(!spate_case_sim(NULL) && spate_case_time(NULL) == 0);
}

static int remove_entry(const char *name, const struct stat *s, int flag, struct FTW *f)
{
    (void)s, (void)flag, (void)f;
    return remove(name);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/spate_api_XXXXXX");
    if (!mkdtemp(folder) || spate_context_create(&ctx) != SPATE_OK)
        return 1;
    write_case();
    RUN(a_run_in_pieces_is_the_run_at_once);
    RUN(what_a_case_has_can_be_asked);
    RUN(a_stopped_run_resumes_to_the_same_end);
    RUN(a_stopped_run_may_go_on);
    RUN(mistakes_have_their_place);
    spate_context_destroy(ctx);
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return check_done();
}
