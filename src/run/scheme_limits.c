/* Refuses what a scheme cannot do and names alternatives. Knows no scheme by name. */
#include "run/scheme_limits.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

static spate_status check_number(spate_context *ctx, const spate_options *opt,
                                 const scheme_option *o)
{
    /* An integer is stored relative to its lowest value; the caller sees the stored value. */
    const double zero = o->type == SCHEME_INTEGER ? o->low : 0, low = o->low - zero;
    const double value = scheme_option_number(o, opt) - zero;
    const double most = o->most ? o->most(opt) : o->high - zero;
    if ((value >= low && value <= most) || (!o->fallback && value == 0))
        return SPATE_OK;
    const char *unit = unit_si(o->unit);
    return fail_argument(ctx, "%s is %g: it must be from %g to %.3g%s%s%s%s", o->member, value, low,
                         most, *unit ? " " : "", unit, o->fallback ? "" : ", or 0 for ",
                         o->fallback ? "" : o->otherwise);
}

/* Checks the options of all schemes, because a wrong value is a mistake even where it has no
 * effect. NaN is outside every range. */
spate_status scheme_limits_check_options(spate_context *ctx, const spate_options *opt)
{
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o)) {
        char word[32];
        if (scheme_option_is_number(o))
            SPATE_TRY(check_number(ctx, opt, o));
        else if (!*scheme_option_word(o, opt, word, sizeof word))
            return fail_argument(ctx, "%s is not set to one of %s", o->member, o->choices);
    }
    return SPATE_OK;
}

/* Refuses options that must have an effect, where the scheme does not have them. */
static spate_status check_lacking(spate_context *ctx, const spate_options *opt,
                                  const scheme_ops *ops)
{
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o)) {
        char names[128];
        if (!o->must_be_obeyed || scheme_option_of(ops->about, o->key) ||
            scheme_option_number(o, opt) == o->usual)
            continue;
        return fail_argument(ctx, "%s is %g: scheme \"%s\" has none; use %s, or scheme %s",
                             o->member, scheme_option_number(o, opt), ops->about->name, o->fallback,
                             scheme_names_with(0, o->key, names, sizeof names));
    }
    return SPATE_OK;
}

static spate_status check_rings(spate_context *ctx, const spate_options *opt, const scheme_ops *ops)
{
    for (int axis = 0; axis < 2; ++axis) {
        const int64_t cells = axis == 0 ? opt->nx : opt->ny;
        const int ring = opt->edges[axis == 0 ? SPATE_WEST : SPATE_SOUTH] == SPATE_PERIODIC;
        if (ring && ops->about->can.least_ring == SCHEME_NO_RING)
            return fail_argument(ctx,
                                 "edges are periodic along %c: scheme \"%s\" has no periodic "
                                 "edges; use another scheme",
                                 axis == 0 ? 'x' : 'y', ops->about->name);
        if (ring && cells < ops->about->can.least_ring)
            return fail_argument(
                ctx, "%s is %lld: scheme \"%s\" needs at least %d cells between periodic edges",
                axis == 0 ? "nx" : "ny", (long long)cells, ops->about->name,
                ops->about->can.least_ring);
    }
    return SPATE_OK;
}

/* Precision of the state. scheme_limits_check_lines checks mixed precision. */
static spate_status check_precision(spate_context *ctx, const spate_options *opt,
                                    const scheme_ops *ops)
{
    const unsigned has = ops->about->can.has;
    const int f32 = opt->precision == 32;
    if (opt->line_precision > opt->precision || has & (f32 ? SCHEME_F32 : SCHEME_F64))
        return SPATE_OK;
    return fail_argument(ctx, "precision is %d: scheme \"%s\" does not have it; use %d",
                         opt->precision, ops->about->name, f32 ? 64 : 32);
}

spate_status scheme_limits_check_ability(spate_context *ctx, const scheme_ops *ops,
                                         unsigned ability, const char *what)
{
    char names[128];
    return ops->about->can.has & ability
               ? SPATE_OK
               : spate_fail(ctx, SPATE_ERROR_ARGUMENT, "%s: scheme \"%s\" has none; use scheme %s",
                            what, ops->about->name,
                            scheme_names_with(ability, NULL, names, sizeof names));
}

static spate_status check_forcing(spate_context *ctx, const spate_options *opt,
                                  const scheme_ops *ops)
{
    if (opt->rain > 0)
        SPATE_TRY(scheme_limits_check_ability(ctx, ops, SCHEME_SOURCES, "rain"));
    if (opt->friction != SPATE_FRICTION_NONE)
        SPATE_TRY(scheme_limits_check_ability(ctx, ops, SCHEME_FORCES, "friction"));
    if (opt->coriolis != 0)
        SPATE_TRY(scheme_limits_check_ability(ctx, ops, SCHEME_ROTATION, "coriolis"));
    if (opt->coriolis_beta != 0)
        SPATE_TRY(scheme_limits_check_ability(ctx, ops, SCHEME_ROTATION, "coriolis_beta"));
    for (int e = SPATE_WEST; e <= SPATE_NORTH; ++e)
        if (opt->edges[e] == SPATE_OPEN && !(ops->about->can.face_kinds >> FACE_OPEN & 1u))
            return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                              "edges[%d] is open: scheme \"%s\" has walls and periodic edges only",
                              e, ops->about->name);
    return SPATE_OK;
}

/* Ghost zones do not continue beyond periodic edges, and their cuts do not move. */
static spate_status check_zones(spate_context *ctx, const spate_options *opt, const scheme_ops *ops)
{
    char names[128];
    if (opt->exchange_every <= 1)
        return SPATE_OK;
    if (!(ops->about->can.has & SCHEME_ZONES))
        return fail_argument(
            ctx, "exchange_every is %d: scheme \"%s\" exchanges in every step; use 1, or scheme %s",
            opt->exchange_every, ops->about->name,
            scheme_names_with(SCHEME_ZONES, NULL, names, sizeof names));
    if (opt->edges[SPATE_WEST] == SPATE_PERIODIC || opt->edges[SPATE_SOUTH] == SPATE_PERIODIC)
        return fail_argument(
            ctx, "exchange_every is %d: runs with periodic edges exchange in every step; use 1",
            opt->exchange_every);
    if (opt->tune == SPATE_TUNE_DYNAMIC)
        return fail_argument(
            ctx,
            "exchange_every is %d: parts whose rows move (tune is dynamic) exchange "
            "in every step; use 1, or another tune",
            opt->exchange_every);
    return SPATE_OK;
}

spate_status scheme_limits_check(spate_context *ctx, const spate_options *opt)
{
    const scheme_ops *ops = scheme_find(opt->scheme);
    SPATE_TRY(check_precision(ctx, opt, ops));
    if (!(ops->about->can.bed_models >> opt->bed_model & 1u))
        return fail_argument(ctx, "scheme \"%s\" has no %s bed: use the bed of %s",
                             ops->about->name,
                             opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "flat",
                             opt->bed_model == SPATE_BED_BILINEAR ? "cells" : "corners, bilinear");
    SPATE_TRY(check_lacking(ctx, opt, ops));
    SPATE_TRY(check_forcing(ctx, opt, ops));
    SPATE_TRY(check_zones(ctx, opt, ops));
    return check_rings(ctx, opt, ops);
}

static int is_among(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        ++names;
    return *names != NULL;
}

/* Grid lines solved with more bits than the state has. */
static spate_status check_line_precision(spate_context *ctx, const spate_options *opt,
                                         const scheme_ops *ops, const spate_backend *backend)
{
    if (opt->line_precision == 0 || opt->line_precision == opt->precision)
        return SPATE_OK;
    char names[128];
    if (!(ops->about->can.has & SCHEME_MIXED))
        return fail_argument(
            ctx, "precision is mixed: scheme \"%s\" solves no lines; use f32 or f64, or scheme %s",
            ops->about->name, scheme_names_with(SCHEME_MIXED, NULL, names, sizeof names));
    return ops->mixes(backend)
               ? SPATE_OK
               : spate_fail(ctx, SPATE_ERROR_BACKEND,
                            "precision is mixed: the %s backend has no such kernels of scheme "
                            "\"%s\"; use f32 or f64, or backend \"cpu\"",
                            backend->name, ops->about->name);
}

spate_status scheme_limits_check_lines(spate_context *ctx, const spate_options *opt,
                                       const spate_backend *backend)
{
    const scheme_ops *ops = scheme_find(opt->scheme);
    char known[256] = "", near[64];
    SPATE_TRY(check_line_precision(ctx, opt, ops, backend));
    if (!ops->line_methods || is_among(ops->line_methods(backend), opt->lines))
        return SPATE_OK;
    const int elsewhere = is_among(ops->line_methods(NULL), opt->lines);
    suggestion nearest = suggest_begin(opt->lines);
    for (const char *const *n = ops->line_methods(elsewhere ? backend : NULL); *n; ++n) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", *n);
        suggest_offer(&nearest, *n);
    }
    if (elsewhere)
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "lines is \"%s\": that is no method of the %s backend, which has %s",
                          opt->lines, backend->name, known);
    return fail_argument(ctx, "lines is \"%s\": scheme \"%s\" has %s%s", opt->lines,
                         ops->about->name, known, suggest_text(&nearest, "", near, sizeof near));
}

static const char *kind_name(face_kind kind)
{
    static const char *const names[] = {"open",         "level",   "wave",  "discharge",
                                        "normal depth", "outfall", "crest", "probe"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "other";
}

spate_status scheme_limits_check_faces(const spate_sim *sim, face_kind kind, const char *name)
{
    if (sim->ops->about->can.face_kinds >> kind & 1u)
        return SPATE_OK;
    char has[128] = "";
    size_t used = 0;
    for (int k = FACE_OPEN; k <= FACE_OUTFALL; ++k)
        if (sim->ops->about->can.face_kinds >> k & 1u)
            used += (size_t)snprintf(has + used, sizeof has - used, "%s%s", used ? ", " : "",
                                     kind_name((face_kind)k));
    return fail_argument(sim->ctx, "%s: scheme \"%s\" has no faces of kind %s; it has %s%swalls",
                         name, sim->ops->about->name, kind_name(kind), has, used ? " and " : "");
}
