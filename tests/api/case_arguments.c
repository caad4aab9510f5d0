/* Claim: every function of case.h refuses NULL where it needs something. tests/cli/null_arguments.sh
 * checks that none is missing here. */
#include <unistd.h>

#include "api_fixture.h"

static spate_case *c;

#define NO_HANDLE(call) CHECK((call) == SPATE_ERROR_ARGUMENT)
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        CHECK((call) == SPATE_ERROR_ARGUMENT);                                                     \
        CHECK(*spate_message(ctx) != '\0');                                                        \
    } while (0)

static char terrain[] = "/tmp/spate_api_XXXXXX.asc", text[256];

/* A case that is right. */
static int write_case(void)
{
    const int file = mkstemps(terrain, 4);
    static const char rows[] = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n0 0\n0 0\n";
    const int whole = file >= 0 && write(file, rows, sizeof rows - 1) == sizeof rows - 1;
    if (file >= 0)
        close(file);
    snprintf(text, sizeof text, "spate: 1\ntime: {end: 1 s}\nterrain: {file: %s}\n", terrain);
    return whole;
}

static void opening(void)
{
    spate_case_options o;
    const char *nothing[1] = {NULL};
    spate_case_options_default(NULL);
    spate_case_options_default_sized(NULL, sizeof o);
    spate_case_options_default(&o);
    o.results = SPATE_RESULTS_NONE;
    NO_HANDLE(spate_case_open(NULL, "a.yaml", &o, &c));
    REFUSED(spate_case_open(ctx, NULL, &o, &c));
    REFUSED(spate_case_open(ctx, "a.yaml", &o, NULL));
    NO_HANDLE(spate_case_open_text(NULL, "a.yaml", text, &o, &c));
    REFUSED(spate_case_open_text(ctx, NULL, text, &o, &c));
    REFUSED(spate_case_open_text(ctx, "a.yaml", NULL, &o, &c));
    REFUSED(spate_case_open_text(ctx, "a.yaml", text, &o, NULL));
    o.set_count = 1;
    REFUSED(spate_case_open_text(ctx, "a.yaml", text, &o, &c));
    o.set = nothing;
    REFUSED(spate_case_open_text(ctx, "a.yaml", text, &o, &c));
    o.set_count = -1;
    REFUSED(spate_case_open_text(ctx, "a.yaml", text, &o, &c));
    o.set_count = 0;
    o.results = (spate_case_results)9;
    REFUSED(spate_case_open_text(ctx, "a.yaml", text, &o, &c));
    o.results = SPATE_RESULTS_NONE;
    CHECK(!c);
    OK(spate_case_open_text(ctx, "a.yaml", text, &o, &c));
}

static void calls(void)
{
    spate_case_info info;
    spate_case_gauge gauge;
    NO_HANDLE(spate_case_advance(NULL, 1));
    REFUSED(spate_case_advance(c, NAN));
    NO_HANDLE(spate_case_save(NULL));
    NO_HANDLE(spate_case_finish(NULL));
    NO_HANDLE(spate_case_run(NULL));
    NO_HANDLE(spate_case_get_info(NULL, &info));
    REFUSED(spate_case_get_info(c, NULL));
    NO_HANDLE(spate_case_get_gauge(NULL, 0, &gauge));
    REFUSED(spate_case_get_gauge(c, 0, NULL));
    REFUSED(spate_case_get_gauge(c, -1, &gauge));
    CHECK(!spate_case_sim(NULL) && spate_case_time(NULL) == 0 && spate_case_duration(NULL) == 0);
    CHECK(!spate_case_section_name(NULL, 0) && !spate_case_section_name(c, -1));
    CHECK(!spate_case_boundary_name(NULL, 0) && !spate_case_boundary_name(c, 0));
    CHECK(!spate_case_inflow_name(NULL, 0) && !spate_case_inflow_name(c, 0));
    CHECK(!spate_case_resolved(NULL));
    spate_case_close(NULL);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    if (!write_case())
        return 1;
    RUN(opening);
    if (c)
        RUN(calls);
    spate_case_close(c);
    spate_context_destroy(ctx);
    unlink(terrain);
    return check_done();
}
