/* spate verify: runs built-in cases and prints how they compare with their exact solutions. */
#include "cases/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "cases.h"
#include "commands.h"
#include "program/options.h"
#include "scheme_flags.h"
#include "verify_courants.h"
#include "verify_document.h"
#include "verify_settings.h"

typedef struct settings {
    const char *precision, *scheme, *backend, *isa, *report, *courants;
    int64_t threads;
    int parts[2];
    double courant;
    int quick, json;
    option_list set; /* options of schemes */
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv, int *words)
{
    char schemes[128];
    const option list[] = {
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|mixed|both",
         "of the stored state; mixed: f32, implicit lines in f64", 0, 0},
        {"scheme", OPTION_TEXT, &s->scheme, scheme_flags_names(schemes, sizeof schemes),
         "numerical scheme", 0, 0},
        {"courant", OPTION_REAL, &s->courant, "C", "of implicit schemes; 1", 1e-3, 100},
        {"courants", OPTION_TEXT, &s->courants, "C,...",
         "a table instead: errors of the finest grids by Courant number", 0, 0},
        {"set", OPTION_LIST, &s->set, "NAME=VALUE",
         "an option of the scheme, such as advection=energy; may be repeated", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME",
         "auto, cpu, reference, cuda, cuda:N or cuda:N,M", 0, 0},
        {"isa", OPTION_TEXT, &s->isa, "NAME",
         "kernels: auto; cpu: base, avx2, avx512; cuda: fast, strict", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "of this process; all by default", 1, 4096},
        {"parts", OPTION_PAIR, s->parts, "PXxPY", "cut the grid into parts", 1, 4096},
        {"quick", OPTION_FLAG, &s->quick, NULL, "leave the finest grids out", 0, 0},
        {"report", OPTION_TEXT, &s->report, "FOLDER", "write validation.md there, with pictures", 0,
         0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "verify [CASE...] [options]",
        .about =
            "Runs the named cases, or all, on their sequence of grids. Errors are relative: L1 of\n"
            "h to the mean depth, of hu to the momentum of a wave of that depth. Ends with exit\n"
            "code 7 if a case fails. spate cases lists the cases.\n"
            "--report writes FOLDER/validation.md and FOLDER/images/validation/*.png; sections in\n"
            "FOLDER/validation/ that scripts printed (malpasset.md, monai.md) become part of it.\n",
        .list = list,
        .max_words = 256};
    return options_parse(tool, &set, argc, argv, words);
}

static void print_header(void)
{
    printf("%-24s %-4s %11s %9s %9s %9s %9s %6s %10s  %s\n", "case", "real", "grid", "L1 h",
           "Linf h", "L1 hu", "Linf hu", "order", "mass error", "verdict");
}

/* A number, or a dash where there is none. */
static void print_cell(int width, const char *format, double value)
{
    char text[32] = "-";
    if (!isnan(value))
        snprintf(text, sizeof text, format, value);
    printf(" %*s", width, text);
}

static void print_report(const verify_report *report)
{
    for (int k = 0; k < report->row_count; ++k) {
        const verify_row *r = &report->rows[k];
        char grid[48];
        snprintf(grid, sizeof grid, "%lldx%lld", (long long)r->nx, (long long)r->ny);
        printf("%-24s %-4s %11s", k == 0 ? r->name : "", r->real, grid);
        print_cell(9, "%.2e", r->l1_h);
        print_cell(9, "%.2e", r->linf_h);
        print_cell(9, "%.2e", r->l1_hu);
        print_cell(9, "%.2e", r->linf_hu);
        print_cell(6, "%.2f", r->order);
        print_cell(10, "%.1e", r->mass_error);
        if (k + 1 == report->row_count)
            printf("  %s", report->pass ? "pass" : "FAIL");
        printf("\n");
    }
    if (!report->pass)
        printf("  %s\n", report->reason);
    fflush(stdout);
}

static void print_report_json(json_writer *j, const verify_report *report)
{
    for (int k = 0; k < report->row_count; ++k) {
        const verify_row *r = &report->rows[k];
        json_open_object(j, NULL);
        json_text(j, "case", r->name);
        json_text(j, "scheme", r->scheme);
        json_text(j, "backend", r->backend);
        json_text(j, "precision", r->real);
        json_integer(j, "nx", r->nx);
        json_integer(j, "ny", r->ny);
        json_real(j, "l1_h", r->l1_h);
        json_real(j, "linf_h", r->linf_h);
        json_real(j, "l1_hu", r->l1_hu);
        json_real(j, "linf_hu", r->linf_hu);
        json_real(j, "order", r->order);
        json_real(j, "mass_error", r->mass_error);
        json_boolean(j, "pass", r->pass);
        json_close(j);
    }
}

/* The named cases, or where none is named all that the scheme is judged by; ended by NULL. Returns
 * an exit code. */
static int choose_cases(const spate_tool *tool, const char *scheme, char **names, int count,
                        const builtin_case **chosen, int room)
{
    int n = 0, code = 0;
    for (int k = 0; k < count && n < room; ++k, ++n) {
        chosen[n] = cases_find(tool, names[k], &code);
        if (!chosen[n])
            return code;
    }
    for (const builtin_case *const *c = builtin_cases(); count == 0 && *c && n < room; ++c)
        if (builtin_case_judges(*c, scheme))
            chosen[n++] = *c;
    chosen[n] = NULL;
    return 0;
}

/* One case in one precision. Returns an exit code. */
static int verify_one(const spate_tool *tool, const builtin_case *c, verify_options *opt,
                      json_writer *j, verify_document *doc)
{
    verify_report report = {.row_count = 0};
    document_entry *entry = doc ? document_add(doc, c, opt) : NULL;
    const spate_status status = verify_case(tool->ctx, c, opt, &report);
    if (entry)
        entry->result = report;
    if (status != SPATE_OK && report.row_count == 0)
        return tool_error(tool, status, "%s: %s", c->name, spate_message(tool->ctx));
    int code = 0;
    if (tool->rank == 0) {
        if (j)
            print_report_json(j, &report);
        else
            print_report(&report);
        code = report.pass ? 0 : spate_exit_code(SPATE_ERROR_COMPARISON);
    }
    return tool_agree(tool, code);
}

static verify_options options_of(settings *s)
{
    return (verify_options){.scheme = s->scheme,
                            .courant = s->courant,
                            .backend = s->backend,
                            .isa = s->isa,
                            .threads = (int)s->threads,
                            .parts_x = s->parts[0],
                            .parts_y = s->parts[1],
                            .quick = s->quick,
                            .adjust = verify_settings_apply,
                            .adjust_user = &s->set};
}

/* All chosen cases; a failure does not end it. */
static int verify_all(const spate_tool *tool, const builtin_case **chosen, settings *s,
                      json_writer *j, verify_document *doc)
{
    verify_options opt = options_of(s);
    const int both = s->precision && strcmp(s->precision, "both") == 0;
    spate_options only = {.precision = 0};
    if (s->precision)
        spate_options_set_precision(&only, s->precision);
    int worst = 0, failed = 0, count = 0;
    for (const builtin_case **c = chosen; *c; ++c) {
        for (int pass = 0; pass <= both; ++pass, ++count) {
            opt.precision = both ? 32 * (pass + 1) : only.precision;
            opt.line_precision = only.line_precision;
            const int code = verify_one(tool, *c, &opt, j, doc);
            failed += code != 0;
            worst = code > worst ? code : worst;
        }
    }
    if (tool->rank == 0)
        fprintf(stderr, "%d of %d passed\n", count - failed, count);
    return worst;
}

/* The command as it was typed, before the parser moves its words; what a shell would split or
 * change stands in quotes. */
static void keep_command(int argc, char **argv, char *text, size_t size)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=+,:@%";
    size_t used = (size_t)snprintf(text, size, "spate");
    for (int n = 0; n < argc && used < size; ++n) {
        const int bare = argv[n][0] != '\0' && argv[n][strspn(argv[n], plain)] == '\0';
        used += (size_t)snprintf(text + used, size - used, bare ? " %s" : " '%s'", argv[n]);
    }
}

static int verify_and_print(const spate_tool *tool, const builtin_case **chosen, settings *s,
                            verify_document *doc)
{
    json_writer j = json_begin(stdout);
    const int as_json = s->json && tool->rank == 0;
    if (as_json)
        json_open_array(&j, NULL);
    else if (tool->rank == 0)
        print_header();
    const int code = verify_all(tool, chosen, s, s->json ? &j : NULL, doc);
    if (as_json)
        json_close(&j);
    return code;
}

/* Rank 0 keeps and writes the report; the others only run. */
static int verify_with_report(const spate_tool *tool, const builtin_case **chosen, settings *s,
                              verify_document *doc, int room)
{
    int code = tool->rank == 0 ? document_begin(tool, doc, s->report, room) : 0;
    code = tool_agree(tool, code);
    if (code == 0) {
        code = verify_and_print(tool, chosen, s, tool->rank == 0 ? doc : NULL);
        const int written = tool->rank == 0 ? document_write(tool, doc) : 0;
        code = tool_agree(tool, written != 0 ? written : code);
    }
    document_free(doc);
    return code;
}

static int run_verify(const spate_tool *tool, settings *s, int argc, char **argv)
{
    enum { ROOM = 256 };
    const builtin_case *chosen[ROOM + 1];
    verify_document doc = {.folder = NULL};
    int words = 0;
    keep_command(argc, argv, doc.command, sizeof doc.command);
    int code = parse(tool, s, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    code = choose_cases(tool, s->scheme, argv + 1, words, chosen, ROOM);
    if (code == 0)
        code = verify_settings_check(tool, &s->set);
    if (code != 0)
        return code;
    const verify_options opt = options_of(s);
    if (s->courants)
        return courants_table(tool, chosen, s->courants, &opt);
    return s->report ? verify_with_report(tool, chosen, s, &doc, 2 * ROOM)
                     : verify_and_print(tool, chosen, s, NULL);
}

int command_verify(spate_tool *tool, int argc, char **argv)
{
    settings s = {.set = {.items = calloc((size_t)argc + 1, sizeof(char *))}};
    const int code = s.set.items ? run_verify(tool, &s, argc, argv)
                                 : tool_error(tool, SPATE_ERROR_MEMORY, "no memory for arguments");
    free(s.set.items);
    return code;
}
