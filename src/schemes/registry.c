/* All schemes, and questions about any of them. A new scheme is one line here. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "schemes/scheme.h"
#include "solvers/krylov/parts.h"

extern const scheme_ops scheme_kurganov, scheme_adi, scheme_staggered, scheme_semi_implicit,
    scheme_vi_leapfrog, scheme_vi_rk3, scheme_vi_semi_implicit;

enum { MOST_SCHEMES = 16 };

static const scheme_ops *schemes[MOST_SCHEMES + 1] = {
    &scheme_kurganov,    &scheme_adi,    &scheme_staggered,        &scheme_semi_implicit,
    &scheme_vi_leapfrog, &scheme_vi_rk3, &scheme_vi_semi_implicit,
};

const scheme_ops *const *scheme_list(void)
{
    return schemes;
}

const scheme_ops *scheme_find(const char *name)
{
    for (const scheme_ops *const *s = schemes; *s && name; ++s)
        if (strcmp((*s)->about->name, name) == 0)
            return *s;
    return NULL;
}

int scheme_register(const scheme_ops *scheme)
{
    int count = 0;
    while (schemes[count])
        ++count;
    if (count == MOST_SCHEMES || scheme_find(scheme->about->name))
        return 0;
    schemes[count] = scheme;
    return 1;
}

const char *scheme_names_with(unsigned ability, const char *key, char *text, size_t size)
{
    size_t used = 0;
    *text = 0;
    for (const scheme_ops *const *s = schemes; *s && used < size; ++s) {
        const scheme_description *about = (*s)->about;
        if ((about->can.has & ability) == ability && (!key || scheme_option_of(about, key)))
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", used ? " or " : "",
                                     about->name);
    }
    return text;
}

const scheme_description *scheme_that_can_be_forced(void)
{
    const scheme_ops *const *s = schemes;
    while (*s && !(*s)->about->can.forced_on)
        ++s;
    return *s ? (*s)->about : NULL;
}

const scheme_description *scheme_about(const char *name)
{
    const scheme_ops *scheme = name ? scheme_find(name) : schemes[0];
    return scheme ? scheme->about : NULL;
}

int scheme_stages(const spate_options *options)
{
    const scheme_description *scheme = scheme_about(options->scheme);
    return scheme->stages ? scheme->stages(options) : 1;
}

double scheme_words(const spate_options *options, const scheme_iterations *of_a_step)
{
    static const scheme_iterations one = {.solves = 1};
    enum { OF_A_STAGE = 7 };
    const scheme_description *scheme = scheme_about(options->scheme);
    return scheme->words ? scheme->words(options, of_a_step ? of_a_step : &one)
                         : OF_A_STAGE * scheme_stages(options);
}

double scheme_solver_words(const char *preconditioner, double iterations)
{
    const kry_words of_one = kry_iteration_words(preconditioner);
    return iterations * (of_one.gradients + of_one.preconditioner);
}

spate_bed_model scheme_bed_model(const scheme_description *scheme, spate_bed_model model)
{
    const unsigned known = scheme ? scheme->can.bed_models : 1u << model;
    if (known >> model & 1u)
        return model;
    return known >> SPATE_BED_CELLS & 1u ? SPATE_BED_CELLS : SPATE_BED_BILINEAR;
}
