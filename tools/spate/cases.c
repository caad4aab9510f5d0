/* spate cases: the built-in cases, one line each; and finding one by name. */
#include "cases.h"
#include "commands.h"

#include <stdio.h>

#include "base/suggest.h"
#include "program/options.h"

const builtin_case *cases_find(const spate_tool *tool, const char *name, int *code)
{
    const builtin_case *found = name ? builtin_case_find(name) : NULL;
    if (found)
        return found;
    char text[64] = "";
    suggestion s = suggest_begin(name ? name : "");
    for (const builtin_case *const *c = builtin_cases(); *c; ++c)
        suggest_offer(&s, (*c)->name);
    *code = name ? tool_error(tool, SPATE_ERROR_ARGUMENT, "unknown case '%s'%s (spate cases)", name,
                              suggest_text(&s, "", text, sizeof text))
                 : tool_error(tool, SPATE_ERROR_ARGUMENT, "--case NAME is needed (spate cases)");
    return NULL;
}

int command_cases(spate_tool *tool, int argc, char **argv)
{
    const option none = {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0};
    const option_set set = {.usage = "cases",
                            .about = "Lists the built-in cases for spate run and spate verify.\n",
                            .list = &none};
    const int code = options_parse(tool, &set, argc, argv, NULL);
    if (code != OPTIONS_GO_ON)
        return code;
    for (const builtin_case *const *c = builtin_cases(); *c && tool->rank == 0; ++c)
        printf("%-28s%s\n", (*c)->name, (*c)->title);
    return 0;
}
