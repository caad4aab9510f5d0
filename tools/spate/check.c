/* spate check CASE.yaml: reads the case and all its data and reports what it understood. It runs
 * nothing. */
#include <stdio.h>
#include <string.h>

#include "case_open.h"
#include "check_facts.h"
#include "commands.h"

typedef struct check_settings {
    case_changes changes;
    int json, verbose;
} check_settings;

static int parse(const spate_tool *tool, check_settings *s, int argc, char **argv)
{
    const option own[] = {
        {"verbose", OPTION_FLAG, &s->verbose, NULL, "report what the set-up did", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "as JSON", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    option list[CASE_OPTIONS + sizeof own / sizeof *own];
    memcpy(list + case_options(&s->changes, list), own, sizeof own);
    const option_set set = {
        .usage = "check CASE.yaml [options]",
        .about =
            "Reads a case file and its data and reports what was understood: grid, boundaries with\n"
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
