/* Which runs the work-precision benchmark makes: every combination that the schemes allow. */
#include <math.h>
#include <string.h>

#include "bench/work_precision.h"

/* Schemes with long steps call it courant, c dt / dx. Others have cfl, of both directions
 * together. */
const scheme_option *work_courant_option(const scheme_description *scheme)
{
    const scheme_option *courant = scheme_option_of(scheme, "solver.courant");
    return courant ? courant : scheme_option_of(scheme, "solver.cfl");
}

void work_adjust(spate_options *options, void *user)
{
    const work_setup *setup = user;
    const work_scheme *s = setup->scheme;
    const scheme_option *courant = work_courant_option(s->ops->about);
    if (courant)
        scheme_option_set_number(courant, options,
                                 isnan(setup->courant) ? courant->usual : setup->courant);
    for (int n = 0; n < s->pairs; ++n)
        if (scheme_option_is_number(s->option[n]))
            scheme_option_set_number(s->option[n], options, s->number[n]);
        else
            scheme_option_set_word(s->option[n], options, s->word[n]);
}

/* ---- what a scheme allows ---- */

static int has_precision(const scheme_description *scheme, const char *real)
{
    const unsigned bit = strcmp(real, "f32") == 0   ? SCHEME_F32
                         : strcmp(real, "f64") == 0 ? SCHEME_F64
                                                    : SCHEME_MIXED;
    return (scheme->can.has & bit) != 0;
}

/* The largest may depend on other options. */
static int allows_courant(const work_setup *setup)
{
    const scheme_option *o = work_courant_option(setup->scheme->ops->about);
    if (isnan(setup->courant))
        return 1;
    if (!o)
        return 0;
    work_setup copy = *setup;
    spate_options options;
    spate_options_default(&options);
    work_adjust(&options, &copy);
    return setup->courant >= o->low && setup->courant <= (o->most ? o->most(&options) : o->high);
}

/* Whether `usual` means a number that is in the list, too. */
static int is_repeated(const work_bench *w, const work_setup *setup)
{
    const scheme_option *o = work_courant_option(setup->scheme->ops->about);
    for (int k = 0; k < w->courants && o && isnan(setup->courant); ++k)
        if (w->courant[k] == o->usual)
            return 1;
    return 0;
}

/* Why the case cannot be run with the scheme; NULL: it can. */
static const char *obstacle(const bench *b, const work_bench *w, const scheme_ops *scheme)
{
    if (w->c->force && !scheme->about->can.forced_on)
        return "it cannot be forced to a chosen flow";
    if (!w->c->force && !scheme->runs_on(b->backend))
        return "the backend does not have it";
    return NULL;
}

/* ---- the plan ---- */

typedef struct plan {
    work_setup *setups;
    int count, room;
} plan;

static void add_sizes(plan *p, const work_bench *w, work_setup s)
{
    for (int n = 0; n < w->sizes && p->count < p->room; ++n) {
        s.size = w->size[n];
        p->setups[p->count++] = s;
    }
}

static void add_scheme(const bench *b, plan *p, const work_bench *w, const work_scheme *scheme)
{
    const char *why = obstacle(b, w, scheme->ops);
    const int before = p->count;
    for (int r = 0; r < w->precisions && !why; ++r)
        for (int k = 0; k < w->courants; ++k) {
            const work_setup s = {.scheme = scheme,
                                  .real = w->precision[r],
                                  .courant = w->courant[k]};
            if (has_precision(scheme->ops->about, s.real) && allows_courant(&s) &&
                !is_repeated(w, &s))
                add_sizes(p, w, s);
        }
    if (p->count == before)
        bench_note(b, "skipped: %s: %s", scheme->text,
                   why ? why : "it has none of these precisions and Courant numbers");
}

int work_plan(const bench *b, void *setups, int room)
{
    const work_bench *w = b->kind->user;
    plan p = {.setups = setups, .room = room < WORK_RESULTS ? room : WORK_RESULTS};
    for (int n = 0; n < w->schemes; ++n)
        add_scheme(b, &p, w, &w->scheme[n]);
    return p.count;
}
