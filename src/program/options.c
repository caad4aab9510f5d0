/* The option parser: tables in, values or one clear sentence out. */
#include "program/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

/* Column where the help text of an option begins. */
enum { HELP_COLUMN = 28 };

static void print_help(const option_set *set)
{
    printf("Usage: spate %s\n\n%s", set->usage, set->about);
    if (set->list->name)
        printf("\n");
    for (const option *o = set->list; o->name; ++o) {
        const int used =
            printf("  --%s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
        if (used >= HELP_COLUMN)
            printf("\n%*s", HELP_COLUMN, "");
        else
            printf("%*s", HELP_COLUMN - used, "");
        printf("%s\n", o->help);
    }
    printf("  %-*s%s\n", HELP_COLUMN - 2, "--help", "this text");
}

int options_one_of(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    for (const char *c = choices; c; c = strchr(c, '|')) {
        c += *c == '|';
        if (length > 0 && strncmp(c, word, length) == 0 && (c[length] == '|' || c[length] == '\0'))
            return 1;
    }
    return 0;
}

/* Strict: a number from the first character to the last; no blanks, no hexadecimal, no "nan". */
static int read_integer(const char *text, int64_t *value)
{
    if (text[strspn(text, "+-0123456789")] != '\0')
        return 0;
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    *value = number;
    return end != text && *end == '\0' && errno == 0;
}

static int read_real(const char *text, double *value)
{
    if (text[strspn(text, "+-.eE0123456789")] != '\0')
        return 0;
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

static int read_pair(const char *text, int64_t pair[2])
{
    char left[32];
    const char *cross = strchr(text, 'x');
    if (!cross || (size_t)(cross - text) >= sizeof left)
        return 0;
    memcpy(left, text, (size_t)(cross - text));
    left[cross - text] = '\0';
    return read_integer(left, &pair[0]) && read_integer(cross + 1, &pair[1]);
}

static int malformed(const spate_tool *tool, const option *o, const char *text, const char *wanted)
{
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "--%s must be %s, not '%s'", o->name, wanted,
                      text);
}

static int out_of_range(const spate_tool *tool, const option *o, const char *text)
{
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "--%s %s is out of range: %.10g to %.10g",
                      o->name, text, o->least, o->most);
}

static int within(const option *o, double value)
{
    return value >= o->least && value <= o->most;
}

static int store(const spate_tool *tool, const option *o, const char *text)
{
    int64_t integers[2] = {0, 0};
    double real = 0;
    switch (o->kind) {
    case OPTION_INTEGER:
        if (!read_integer(text, &integers[0]))
            return malformed(tool, o, text, "a whole number");
        if (!within(o, (double)integers[0]))
            return out_of_range(tool, o, text);
        *(int64_t *)o->value = integers[0];
        break;
    case OPTION_REAL:
        if (!read_real(text, &real))
            return malformed(tool, o, text, "a number");
        if (!within(o, real))
            return out_of_range(tool, o, text);
        *(double *)o->value = real;
        break;
    case OPTION_PAIR:
        if (!read_pair(text, integers))
            return malformed(tool, o, text, "two whole numbers such as 2x3");
        if (!within(o, (double)integers[0]) || !within(o, (double)integers[1]))
            return out_of_range(tool, o, text);
        ((int *)o->value)[0] = (int)integers[0];
        ((int *)o->value)[1] = (int)integers[1];
        break;
    case OPTION_CHOICE:
        if (!options_one_of(o->argument, text))
            return malformed(tool, o, text, o->argument);
        *(const char **)o->value = text;
        break;
    case OPTION_LIST: {
        option_list *list = o->value;
        list->items[list->count++] = text;
        break;
    }
    default: *(const char **)o->value = text;
    }
    return OPTIONS_GO_ON;
}

static int unknown_option(const spate_tool *tool, const option_set *set, const char *typed)
{
    suggestion s = suggest_begin(typed);
    for (const option *o = set->list; o->name; ++o)
        suggest_offer(&s, o->name);
    char text[64];
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "unknown option '--%s'%s (spate %s --help)",
                      typed, suggest_text(&s, "--", text, sizeof text), tool->command);
}

/* One option, argv[*at], and its value. */
static int parse_option(const spate_tool *tool, const option_set *set, int argc, char **argv,
                        int *at)
{
    char name[64];
    const char *typed = argv[*at] + 2, *equals = strchr(typed, '=');
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - typed) : (int)sizeof name - 1,
             typed);
    const option *o = set->list;
    while (o->name && strcmp(o->name, name) != 0)
        ++o;
    if (!o->name)
        return unknown_option(tool, set, name);
    if (o->kind == OPTION_FLAG) {
        if (equals)
            return tool_error(tool, SPATE_ERROR_ARGUMENT, "--%s does not accept a value", name);
        *(int *)o->value = 1;
        return OPTIONS_GO_ON;
    }
    if (equals)
        return store(tool, o, equals + 1);
    if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "--%s needs a value: %s", name, o->argument);
    return store(tool, o, argv[++*at]);
}

int options_parse(const spate_tool *tool, const option_set *set, int argc, char **argv, int *words)
{
    int found = 0;
    if (tool->listener) {
        tool->listener->hear(tool->listener->user, tool->command, set);
        return 0;
    }
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            if (tool->rank == 0)
                print_help(set);
            return 0;
        }
        if (strncmp(argv[i], "--", 2) == 0) {
            const int code = parse_option(tool, set, argc, argv, &i);
            if (code != OPTIONS_GO_ON)
                return code;
        } else if (found < set->max_words && argv[i][0] != '-') {
            argv[++found] = argv[i];
        } else {
            return tool_error(tool, SPATE_ERROR_ARGUMENT,
                              "'%s' is not expected here (spate %s --help)", argv[i],
                              tool->command);
        }
    }
    if (words)
        *words = found;
    return OPTIONS_GO_ON;
}
