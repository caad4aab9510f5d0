/* Defaults and checks of the options. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_size.h"
#include "run/scheme_limits.h"
#include "run/tuning.h"

static spate_options defaults(void)
{
    spate_options o = {
        .struct_size = sizeof o,
        .scheme = scheme_about(NULL)->name,
        .backend = "auto",
        .isa = "auto",
        .precision = 64,
        .bed_model = SPATE_BED_CELLS,
        .friction = SPATE_FRICTION_NONE,
        .gravity = 9.81,
        .skip_still = 1,
        .exchange_every = 1,
    };
    scheme_options_default(&o);
    return o;
}

void spate_options_default_sized(spate_options *opt, size_t size)
{
    const spate_options all = defaults();
    options_give(opt, size, &all, sizeof all);
}

/* ---- a copy that does not depend on the caller's memory ---- */

static const char **option_texts(spate_options *o, int k)
{
    const char **texts[] = {&o->scheme,         &o->backend,    &o->isa,
                            &o->part_weights,   &o->devices,    &o->lines,
                            &o->preconditioner, &o->tile_delays};
    return k < (int)(sizeof texts / sizeof *texts) ? texts[k] : NULL;
}

spate_status options_copy(spate_context *ctx, const spate_options *options, spate_options *copy,
                          char **texts)
{
    *copy = defaults();
    SPATE_TRY(options_take(ctx, "spate_options", options, copy, sizeof *copy));
    size_t size = 0;
    for (int k = 0; option_texts(copy, k); ++k)
        size += *option_texts(copy, k) ? strlen(*option_texts(copy, k)) + 1 : 0;
    char *next = *texts = malloc(size + 1);
    if (!next)
        return fail_memory(ctx, "no memory for a simulation");
    for (int k = 0; option_texts(copy, k); ++k) {
        const char **text = option_texts(copy, k);
        if (!*text)
            continue;
        const size_t length = strlen(*text) + 1;
        *text = memcpy(next, *text, length);
        next += length;
    }
    return SPATE_OK;
}

/* ---- checks ---- */

/* One line for each value with a range, so that none is forgotten. NaN is outside every range. */
static spate_status check_ranges(spate_context *ctx, const spate_options *opt)
{
    const struct {
        const char *name;
        double value, low, high;
        const char *advice;
    } ranges[] = {
        {"nx", (double)opt->nx, 1, 2147480000, "give the number of cells along x, at least 1"},
        {"ny", (double)opt->ny, 1, 2147480000, "give the number of cells along y, at least 1"},
        {"dx", opt->dx, 1e-9, 1e9, "give the size of a cell in metres, above 0"},
        {"dy", opt->dy, 1e-9, 1e9, "give the size of a cell in metres, above 0"},
        {"x0", opt->x0, -1e12, 1e12, "give metres"},
        {"y0", opt->y0, -1e12, 1e12, "give metres"},
        {"gravity", opt->gravity, 1e-6, 1e6, "it must be above 0 m/s2"},
        {"dt_max", opt->dt_max, 0, 1e9, "it must be at least 0 s (0: no limit)"},
        {"rain", opt->rain, 0, 1, "it is in m/s: 20 mm/h is 5.56e-6"},
        {"coriolis", opt->coriolis, -1, 1, "it is 2 omega sin(latitude) in 1/s, at most 1.46e-4"},
        {"coriolis_beta", opt->coriolis_beta, -1, 1,
         "it is 2 omega cos(latitude) / earth radius in 1/(m s), at most 2.29e-11"},
        {"coriolis_y", opt->coriolis_y, -1e12, 1e12, "give metres"},
        {"threads", opt->threads, 0, 4096, "it must be at least 0 (0: all)"},
        {"exchange_every", opt->exchange_every, 0, 64,
         "it must be from 1 to 64 steps, or 0 to be chosen"},
        {"exchange_delay", opt->exchange_delay, 0, 10, "it must be from 0 to 10 s"},
    };
    for (size_t n = 0; n < sizeof ranges / sizeof *ranges; ++n)
        if (!(ranges[n].value >= ranges[n].low && ranges[n].value <= ranges[n].high))
            return fail_argument(ctx, "%s is %g: %s", ranges[n].name, ranges[n].value,
                                 ranges[n].advice);
    return SPATE_OK;
}

static spate_status unknown_scheme(spate_context *ctx, const char *name)
{
    char known[256] = "";
    for (const scheme_ops *const *s = scheme_list(); *s; ++s)
        snprintf(known + strlen(known), sizeof known - strlen(known), " \"%s\"", (*s)->about->name);
    return fail_argument(ctx, "scheme is \"%s\": this build has%s", name ? name : "(null)", known);
}

static int is_mixed(const spate_options *opt)
{
    return opt->precision == 32 && opt->line_precision == 64;
}

int spate_options_set_precision(spate_options *opt, const char *name)
{
    static const struct {
        const char *name;
        int precision, lines;
    } known[] = {{"f32", 32, 0}, {"f64", 64, 0}, {"mixed", 32, 64}};
    for (size_t k = 0; opt && name && k < sizeof known / sizeof *known; ++k)
        if (strcmp(name, known[k].name) == 0) {
            opt->precision = known[k].precision;
            opt->line_precision = known[k].lines;
            return 1;
        }
    return 0;
}

const char *spate_options_precision(const spate_options *opt)
{
    if (!opt)
        return "";
    return is_mixed(opt) ? "mixed" : opt->precision == 32 ? "f32" : "f64";
}

static spate_status check_choices(spate_context *ctx, const spate_options *opt)
{
    if (!scheme_find(opt->scheme))
        return unknown_scheme(ctx, opt->scheme);
    if (opt->precision != 32 && opt->precision != 64)
        return fail_argument(ctx, "precision is %d: use 32 or 64", opt->precision);
    if (opt->line_precision != 0 && opt->line_precision != opt->precision && !is_mixed(opt))
        return fail_argument(
            ctx, "line_precision is %d: use 0 for that of the state, or 64 with a state of 32 bits",
            opt->line_precision);
    if (!opt->isa)
        return fail_argument(ctx, "isa is NULL: use \"auto\"");
    if ((unsigned)opt->bed_model > SPATE_BED_BILINEAR ||
        (unsigned)opt->friction > SPATE_FRICTION_CHEZY ||
        (unsigned)opt->skip > SPATE_SKIP_BOUNDING_BOX)
        return fail_argument(ctx, "bed_model, friction or skip is not one of its named values");
    for (int e = 0; e < 4; ++e)
        if ((unsigned)opt->edges[e] > SPATE_PERIODIC)
            return fail_argument(ctx,
                                 "edges[%d] is %d: use SPATE_WALL, SPATE_OPEN or SPATE_PERIODIC", e,
                                 (int)opt->edges[e]);
    if (opt->coriolis_beta != 0 && opt->edges[SPATE_SOUTH] == SPATE_PERIODIC)
        return fail_argument(ctx,
                             "coriolis_beta is %g: f would jump where the south-north edges are "
                             "joined; make them walls, or set coriolis_beta to 0",
                             opt->coriolis_beta);
    for (int e = 0; e < 4; e += 2)
        if ((opt->edges[e] == SPATE_PERIODIC) != (opt->edges[e + 1] == SPATE_PERIODIC))
            return fail_argument(ctx,
                                 "edges: %s is periodic on one side only; both or neither must be",
                                 e == SPATE_WEST ? "west-east" : "south-north");
    return SPATE_OK;
}

spate_status options_check(spate_context *ctx, const spate_options *opt)
{
    SPATE_TRY(check_ranges(ctx, opt));
    SPATE_TRY(check_choices(ctx, opt));
    SPATE_TRY(scheme_limits_check_options(ctx, opt));
    SPATE_TRY(scheme_limits_check(ctx, opt));
    SPATE_TRY(tuning_check(ctx, opt));
    if (opt->friction != SPATE_FRICTION_NONE &&
        !(opt->friction_coefficient >= 0 && opt->friction_coefficient <= SPATE_LARGEST_INPUT))
        return fail_argument(ctx,
                             "friction_coefficient is %g: it must be at least 0, and at most %g",
                             opt->friction_coefficient, SPATE_LARGEST_INPUT);
    if (opt->friction == SPATE_FRICTION_CHEZY && !(opt->friction_coefficient > 0))
        return fail_argument(ctx, "friction_coefficient is %g: a Chezy coefficient must be above 0",
                             opt->friction_coefficient);
    return SPATE_OK;
}
