/* From the tables of options in schemes/description.h to options of the command line. */
#include "scheme_flags.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "schemes/scheme.h"

static option entry(scheme_flags *f, int n, const scheme_option *o)
{
    char names[64];
    const char *end = strstr(o->help, ". ");
    const size_t length = end ? (size_t)(end - o->help) : strlen(o->help) - 1;
    snprintf(f->help[n], sizeof f->help[n], "%.*s (scheme %s)", (int)length, o->help,
             scheme_names_with(0, o->key, names, sizeof names));
    option e = {.name = o->flag, .help = f->help[n], .least = o->low, .most = o->high};
    f->numbers[n] = NAN;
    f->integers[n] = INT64_MIN;
    f->words[n] = NULL;
    switch (o->type) {
    case SCHEME_NUMBER: e.kind = OPTION_REAL, e.value = &f->numbers[n], e.argument = "X"; break;
    case SCHEME_INTEGER:
        e.kind = OPTION_INTEGER, e.value = &f->integers[n], e.argument = "N";
        break;
    case SCHEME_CHOICE:
        e.kind = OPTION_CHOICE, e.value = &f->words[n], e.argument = o->choices;
        break;
    case SCHEME_WORD: e.kind = OPTION_TEXT, e.value = &f->words[n], e.argument = o->choices; break;
    }
    return e;
}

void scheme_flags_list(scheme_flags *f, option *list, int room)
{
    int at = 0, n = 0;
    while (list[at].name)
        ++at;
    for (const scheme_option *o = scheme_option_next(NULL); o && n < SCHEME_FLAGS && at + 1 < room;
         o = scheme_option_next(o))
        list[at++] = entry(f, n++, o);
    list[at] = (option){.name = NULL};
}

void scheme_flags_apply(const spate_tool *tool, const scheme_flags *f, spate_options *opt)
{
    const scheme_description *scheme = scheme_about(opt->scheme);
    int n = 0;
    for (const scheme_option *o = scheme_option_next(NULL); o && n < SCHEME_FLAGS;
         o = scheme_option_next(o), ++n) {
        if (f->words[n])
            scheme_option_set_word(o, opt, f->words[n]);
        else if (f->integers[n] != INT64_MIN)
            scheme_option_set_number(o, opt, (double)f->integers[n]);
        else if (!isnan(f->numbers[n]))
            scheme_option_set_number(o, opt, f->numbers[n]);
        else
            continue;
        if (tool->rank == 0 && scheme && !o->must_be_obeyed && !scheme_option_of(scheme, o->key))
            fprintf(stderr, "warning: --%s has no effect on scheme %s\n", o->flag, opt->scheme);
    }
}

const char *scheme_flags_names(char *text, size_t size)
{
    size_t used = 0;
    for (const scheme_ops *const *s = scheme_list(); *s && used < size; ++s)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", used ? "|" : "", (*s)->about->name);
    return text;
}
