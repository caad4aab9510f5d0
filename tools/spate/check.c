/* spate check CASE.yaml: reads the case and all its data, says what was understood, runs nothing. */
#include <stdio.h>

#include "case_open.h"
#include "check_facts.h"
#include "io/gdal_plugin.h"

typedef struct check_settings {
    case_changes changes;
    int json, verbose;
} check_settings;

static int parse(const spate_tool *tool, check_settings *s, int argc, char **argv)
{
    case_changes *c = &s->changes;
    const option list[] = {
        {"set", OPTION_LIST, &c->sets, "KEY=VALUE", "changes a key of the case; may be repeated", 0,
         0},
        {"end", OPTION_TEXT, &c->end, "TIME", "a duration such as 2 h, or a date", 0, 0},
        {"threads", OPTION_INTEGER, &c->threads, "N", "of this process; all by default", 1, 4096},
        {"parts", OPTION_PAIR, c->parts, "PXxPY", "cut the grid into parts; one per rank", 1, 4096},
        {"part-weights", OPTION_TEXT, &c->part_weights, "W,W,...",
         "sizes of the parts relative to one another; equal", 0, 0},
        {"backend", OPTION_TEXT, &c->backend, "NAME",
         "auto, cpu, reference, cuda, cuda:N or cuda:N,M", 0, 0},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {"verbose", OPTION_FLAG, &s->verbose, NULL, "say what the set-up did", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "as JSON", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "check CASE.yaml [options]",
        .about =
            "Reads a case file and its data and says what was understood: grid, boundaries with\n"
            "their faces, water, sources, gauges, sections, memory, run time, output. Writes\n"
            "nothing; the exit code is that of the first mistake.\n",
        .list = list,
        .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code == OPTIONS_GO_ON && words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "a case file is needed (spate new NAME writes one)");
    return code;
}

static int check_model(const spate_tool *tool, const check_settings *s, model *m)
{
    check_facts facts;
    const spate_status status = check_facts_gather(m, &facts);
    if (status == SPATE_OK && tool->rank == 0)
        (s->json ? check_print_json : check_print)(&facts, stdout);
    check_facts_free(&facts);
    return status == SPATE_OK ? 0 : tool_failed(tool, status);
}

int command_check(spate_tool *tool, int argc, char **argv)
{
    check_settings s = {0};
    if (!case_changes_begin(&s.changes, argc))
        return tool_error(tool, SPATE_ERROR_MEMORY, "no memory for the options");
    int code = parse(tool, &s, argc, argv);
    case_log log = {.verbose = s.verbose};
    if (code == OPTIONS_GO_ON) {
        case_log_begin(tool, &log);
        model *m = case_open(tool, argv[1], &s.changes, &code);
        if (m)
            code = check_model(tool, &s, m);
        model_free(m);
    }
    spate_set_log(tool->ctx, NULL, NULL);
    case_changes_end(&s.changes);
    return code;
}
