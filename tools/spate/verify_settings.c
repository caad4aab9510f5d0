/* See verify_settings.h. */
#include "verify_settings.h"

#include <stdlib.h>
#include <string.h>

#include "schemes/description.h"

/* The option with the name before the = of a setting; *value: the text after it. */
static const scheme_option *option_of(const char *setting, const char **value)
{
    const char *equals = strchr(setting, '=');
    const size_t length = equals ? (size_t)(equals - setting) : 0;
    *value = equals ? equals + 1 : "";
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o))
        if (strlen(o->flag) == length && strncmp(o->flag, setting, length) == 0)
            return o;
    return NULL;
}

static int is_valid(const scheme_option *o, const char *value)
{
    char *end = NULL;
    if (!scheme_option_is_number(o))
        return options_one_of(o->choices, value);
    const double number = strtod(value, &end);
    return end != value && *end == '\0' && number >= o->low && number <= o->high;
}

int verify_settings_check(const spate_tool *tool, const option_list *settings)
{
    for (int n = 0; n < settings->count; ++n) {
        const char *value;
        const scheme_option *o = option_of(settings->items[n], &value);
        if (!o)
            return tool_error(tool, SPATE_ERROR_ARGUMENT,
                              "--set %s: give the option of a scheme, as in --set advection=energy "
                              "(spate run --case NAME --help lists them)",
                              settings->items[n]);
        if (!is_valid(o, value) && !scheme_option_is_number(o))
            return tool_error(tool, SPATE_ERROR_ARGUMENT, "--set %s: use one of %s",
                              settings->items[n], o->choices);
        if (!is_valid(o, value))
            return tool_error(tool, SPATE_ERROR_ARGUMENT, "--set %s: use a number from %g to %g",
                              settings->items[n], o->low, o->high);
    }
    return 0;
}

void verify_settings_apply(spate_options *opt, void *settings)
{
    const option_list *list = settings;
    for (int n = 0; n < list->count; ++n) {
        const char *value;
        const scheme_option *o = option_of(list->items[n], &value);
        if (scheme_option_is_number(o))
            scheme_option_set_number(o, opt, strtod(value, NULL));
        else
            scheme_option_set_word(o, opt, value);
    }
}
