/* See verify_courants.h. */
#include "verify_courants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schemes/description.h"

enum { COURANTS_MOST = 16 };

typedef struct courant_list {
    int count;
    double values[COURANTS_MOST];
} courant_list;

static int courants_parse(const spate_tool *tool, const char *text, courant_list *list)
{
    const char *at = text;
    for (list->count = 0; list->count < COURANTS_MOST; ++at) {
        char *end;
        const double c = strtod(at, &end);
        if (end == at || !(c > 0 && c <= 100) || (*end != ',' && *end != '\0'))
            return tool_error(tool, SPATE_ERROR_ARGUMENT,
                              "--courants %s: numbers above 0 and at most 100 with commas between "
                              "them are needed, as in 1,2,5",
                              text);
        list->values[list->count++] = c;
        if (*end == '\0')
            return 0;
        at = end;
    }
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "--courants %s: there are more than %d numbers",
                      text, COURANTS_MOST);
}

static void print_head(const courant_list *list)
{
    printf("| case | grid |");
    for (int k = 0; k < list->count; ++k)
        printf(" %g |", list->values[k]);
    printf("\n|---|---|");
    for (int k = 0; k < list->count; ++k)
        printf("---|");
    printf("\n");
}

/* One row of the table. Returns an exit code. */
static int print_case(const spate_tool *tool, const builtin_case *c, const courant_list *list,
                      verify_options options)
{
    int sound = 1;
    for (int k = 0; k < list->count; ++k) {
        verify_report report = {.row_count = 0};
        options.courant = list->values[k];
        const spate_status status = verify_case(tool->ctx, c, &options, &report);
        if (status != SPATE_OK)
            return tool_error(tool, status, "%s: %s", c->name, spate_message(tool->ctx));
        const verify_row *finest = &report.rows[report.row_count - 1];
        sound = sound && finest->sound && fabs(finest->mass_error) <= finest->mass_bound;
        if (tool->rank == 0 && k == 0)
            printf("| `%s` | %lldx%lld |", c->name, (long long)finest->nx, (long long)finest->ny);
        if (tool->rank == 0)
            printf(" %.2e |", finest->l1_h);
    }
    if (tool->rank == 0)
        printf("%s\n", sound ? "" : " the water balance does not close |");
    fflush(stdout);
    return tool->rank == 0 && !sound ? spate_exit_code(SPATE_ERROR_COMPARISON) : 0;
}

int courants_table(const spate_tool *tool, const builtin_case *const *cases, const char *list,
                   const verify_options *options)
{
    courant_list courants;
    const scheme_description *scheme = scheme_about(options->scheme);
    char names[64];
    if (!scheme || !scheme_option_of(scheme, "solver.courant"))
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "--courants needs --scheme %s",
                          scheme_names_with(0, "solver.courant", names, sizeof names));
    int worst = courants_parse(tool, list, &courants);
    if (worst != 0)
        return worst;
    if (tool->rank == 0)
        print_head(&courants);
    for (const builtin_case *const *c = cases; *c; ++c) {
        const int code =
            (*c)->judgement == CASE_ORDER ? print_case(tool, *c, &courants, *options) : 0;
        worst = code > worst ? code : worst;
    }
    return tool_agree(tool, worst);
}
