/* spate bench work-precision: error against time to solution, of any schemes on one case. */
#include "bench/work_precision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static work_bench state;

static const option options[] = {
    {"case", OPTION_TEXT, &state.case_name, "NAME", "a built-in case (spate cases)", 0, 0},
    {"schemes", OPTION_TEXT, &state.schemes_text, "NAME,...",
     "usual: all; NAME:OPTION=VALUE sets an option of the scheme, as of spate run", 0, 0},
    {"precisions", OPTION_TEXT, &state.precisions_text, "P,...", "f32, f64, mixed; usual: f64", 0,
     0},
    {"courants", OPTION_TEXT, &state.courants_text, "C,...",
     "numbers, or the word usual; each scheme runs those that it allows", 0, 0},
    {"sizes", OPTION_TEXT, &state.sizes_text, "N,...", "cells along x (a strip along y: along y)",
     0, 0},
    {"rows", OPTION_INTEGER, &state.rows, "N", "cells across a strip; usual: 32", 1, 1e4},
    {"error", OPTION_CHOICE, &state.error_name, "l1_h|l2_h|max_h|l1_u|l2_u|max_u",
     "by which runs are compared and drawn; usual: l1_h", 0, 0},
    {"reference", OPTION_INTEGER, &state.reference_size, "N",
     "cells of a fine run instead of the solution", 4, 1e5},
    {"reference-scheme", OPTION_TEXT, &state.reference_scheme, "NAME", "of that run", 0, 0},
    {"plot", OPTION_TEXT, &state.plot, "FILE", "error against time: .png, .svg or .pdf", 0, 0},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(WORK_KERNEL, "kernel"),
    BENCH_JSON_ONLY(WORK_CASE, "case"),
    {WORK_SCHEME, "scheme", "scheme", -20, "%s", "scheme", "%s", 0},
    BENCH_JSON_ONLY(WORK_BACKEND, "backend"),
    BENCH_JSON_ONLY(WORK_ISA, "isa"),
    {WORK_REAL, "precision", "real", -5, "%s", "real", "%s", 0},
    {WORK_COURANT, "courant", "C", 5, "%s", "C", "%s", 0},
    {WORK_RATIO, "wave_courant", "c dt/dx", 7, "%.3g", "c dt/dx", "%.3g", 0},
    {WORK_GRID, NULL, "grid", 9, "%s", "grid", "%s", 0},
    BENCH_JSON_ONLY(WORK_NX, "nx"),
    BENCH_JSON_ONLY(WORK_NY, "ny"),
    BENCH_JSON_ONLY(WORK_THREADS, "threads"),
    {WORK_STEPS, "steps", "steps", 7, "%lld", "steps", "%lld", 0},
    {BENCH_BEST, "seconds_best", "time s", 8, "%.3g", "time s", "%.3g", 0},
    BENCH_JSON_ONLY(BENCH_MEDIAN, "seconds_median"),
    {WORK_L1_H, "l1_h", "L1 h", 8, "%.2e", "L1 h", "%.2e", 0},
    {WORK_L2_H, "l2_h", "L2 h", 8, "%.2e", "L2 h", "%.2e", 0},
    {WORK_MAX_H, "max_h", "max h", 8, "%.2e", "max h", "%.2e", 0},
    {WORK_L1_U, "l1_u", "L1 u", 8, "%.2e", "L1 u", "%.2e", 0},
    {WORK_L2_U, "l2_u", "L2 u", 8, "%.2e", "L2 u", "%.2e", 0},
    {WORK_MAX_U, "max_u", "max u", 8, "%.2e", "max u", "%.2e", 0},
    {WORK_MASS, "mass_error", "mass", 8, "%.1e", "mass", "%.1e", 0},
    {BENCH_RATE, "rate", "ns/cell", 8, "%.3g", "ns a cell and step", "%.3g", 0},
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_MEMORY_COLUMNS,
    BENCH_JSON_ONLY(WORK_IS_BEST, "best"),
    {WORK_BEST_MARK, NULL, "best", -4, "%s", "best", "%s", 0},
    BENCH_JSON_ONLY(BENCH_PEER, "peer"),
    BENCH_JSON_ONLY(BENCH_PEER_SECONDS, "peer_seconds"),
    BENCH_JSON_ONLY(BENCH_PEER_RATIO, "peer_ratio"),
    BENCH_JSON_ONLY(WORK_REFERENCE, "reference_size"),
    BENCH_JSON_ONLY(WORK_REFERENCE_DOUBT, "reference_doubt"),
    BENCH_JSON_ONLY(WORK_FAILURE, "failure"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

static int prepare(bench *b)
{
    spate_options any;
    spate_options_default(&any);
    any.backend = b->backend_name;
    int code = work_read_wishes(b, &state);
    if (code == 0 && state.plot)
        code = state.drawing->check(b->tool, state.plot);
    if (code == 0)
        code = bench_choose_backend(b, &any);
    if (code != 0)
        return code;
    state.results = calloc(WORK_RESULTS, sizeof *state.results);
    return state.results ? 0 : tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for the results");
}

static int nothing_planned(const bench *b)
{
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "no scheme can run case %s this way",
                      state.c->name);
}

/* ---- rows ---- */

static void describe(const work_result *r, bench_row *row)
{
    bench_put_text(row, WORK_KERNEL, "work-precision");
    bench_put_text(row, WORK_CASE, state.c->name);
    bench_put_text(row, WORK_SCHEME, r->setup.scheme->text);
    bench_put_text(row, WORK_REAL, r->setup.real);
    if (isnan(r->setup.courant))
        bench_put_text(row, WORK_COURANT, "usual");
    else
        bench_put_format(row, WORK_COURANT, "%g", r->setup.courant);
    bench_put_text(row, WORK_BACKEND, r->row.backend);
    bench_put_text(row, WORK_ISA, r->row.isa);
    bench_put_format(row, WORK_GRID, "%lldx%lld", (long long)r->row.nx, (long long)r->row.ny);
    bench_put_integer(row, WORK_NX, r->row.nx);
    bench_put_integer(row, WORK_NY, r->row.ny);
    if (state.reference.h) {
        bench_put_integer(row, WORK_REFERENCE, state.reference_size);
        bench_put_real(row, WORK_REFERENCE_DOUBT, state.reference_doubt);
    }
}

static void put_figures(const work_result *r, bench_row *row)
{
    const verify_row *v = &r->row;
    bench_put_real(row, WORK_RATIO, v->courant);
    bench_put_integer(row, WORK_THREADS, v->threads);
    bench_put_integer(row, WORK_STEPS, v->steps);
    bench_put_real(row, BENCH_BEST, r->best);
    bench_put_real(row, BENCH_MEDIAN, r->median);
    bench_put_real(row, WORK_L1_H, v->l1_h);
    bench_put_real(row, WORK_L2_H, v->l2_h);
    bench_put_real(row, WORK_MAX_H, v->linf_h);
    bench_put_real(row, WORK_L1_U, v->l1_u);
    bench_put_real(row, WORK_L2_U, v->l2_u);
    bench_put_real(row, WORK_MAX_U, v->linf_u);
    bench_put_real(row, WORK_MASS, v->mass_error);
    bench_put_real(row, BENCH_RATE, 1e9 * r->best / (double)(v->nx * v->ny * v->steps));
    bench_put_text(row, BENCH_RATE_UNIT, "ns/cell/step");
    bench_put_memory(row, r->bytes, r->copy_gbs);
    bench_put_boolean(row, WORK_IS_BEST, r->is_best);
    if (r->is_best)
        bench_put_text(row, WORK_BEST_MARK, "best");
}

static void add_row(bench *b, const work_result *r)
{
    bench_row row = {0};
    describe(r, &row);
    if (r->failure[0]) {
        bench_put_text(&row, WORK_FAILURE, r->failure);
        bench_remark(&row, "failed: %s", r->failure);
    } else {
        put_figures(r, &row);
        if (r->peer >= 0)
            bench_put_peer(&row, state.results[r->peer].setup.scheme->text,
                           state.results[r->peer].best);
    }
    bench_add(b, &row);
}

/* ---- the end ---- */

static int draw(const bench *b)
{
    static const struct {
        const char *name, *words;
    } errors[] = {{"l1_h", "L1 error of depth"},       {"l2_h", "L2 error of depth"},
                  {"max_h", "largest error of depth"}, {"l1_u", "L1 error of velocity"},
                  {"l2_u", "L2 error of velocity"},    {"max_u", "largest error of velocity"}};
    char subtitle[160];
    work_picture p = {.title = state.c->title,
                      .subtitle = subtitle,
                      .results = state.results,
                      .count = state.count};
    for (size_t k = 0; k < sizeof errors / sizeof *errors; ++k)
        if (strcmp(errors[k].name, state.error_name) == 0)
            p.error = errors[k].words;
    snprintf(subtitle, sizeof subtitle, "%s on %s, %d thread%s; names: scheme, precision, c dt/dx",
             state.c->name, b->backend->name, state.copy_threads,
             state.copy_threads == 1 ? "" : "s");
    const int code = state.drawing->draw(b->tool, &p, state.plot);
    if (code == 0)
        bench_note(b, "wrote %s", state.plot);
    return code;
}

static int finish(bench *b, int code)
{
    if (code == 0) {
        work_judge(state.results, state.count);
        for (int k = 0; k < state.count; ++k)
            add_row(b, &state.results[k]);
        if (state.flavour->conclude)
            state.flavour->conclude(b, &state);
        if (state.plot)
            code = draw(b);
    }
    verify_reference_free(&state.reference);
    free(state.results);
    state.results = NULL;
    return code;
}

int work_main(spate_tool *tool, int argc, char **argv, const work_drawing *drawing,
              const work_flavour *flavour)
{
    const bench_kind kind = {.name = flavour->name,
                             .title = flavour->title,
                             .about = flavour->about,
                             .reading = flavour->reading,
                             .backend = "cpu",
                             .backend_help = "cpu, reference, cuda or cuda:N",
                             .options = options,
                             .columns = columns,
                             .repeat = 3,
                             .quick_repeat = 1,
                             .setup_bytes = sizeof(work_setup),
                             .user = &state,
                             .prepare = prepare,
                             .plan = work_plan,
                             .nothing_planned = nothing_planned,
                             .measure = work_measure,
                             .finish = finish};
    state = (work_bench){.case_name = flavour->case_name,
                         .precisions_text = "f64",
                         .courants_text = flavour->courants_text,
                         .error_name = "l1_h",
                         .rows = 32,
                         .drawing = drawing,
                         .flavour = flavour};
    return bench_main(tool, &kind, argc, argv);
}

int bench_work_precision(spate_tool *tool, int argc, char **argv, const work_drawing *drawing)
{
    static const work_flavour flavour = {
        .name = "work-precision",
        .title = "Work and precision",
        .about = "Error against time to solution: runs schemes, precisions and Courant numbers on "
                 "one\nbuilt-in case and its sequence of grids. Usual: a tide in a channel, all "
                 "schemes, f64,\n--courants usual,1,2,10,20, sizes of spate verify.",
        .reading = WORK_READING,
        .case_name = "tidal_channel",
        .courants_text = "usual,1,2,10,20"};
    return work_main(tool, argc, argv, drawing, &flavour);
}
