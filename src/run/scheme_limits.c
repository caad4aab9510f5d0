/* Refuses what a scheme cannot do, with what could be asked for instead. Knows no scheme by name. */
#include "run/scheme_limits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "parallel/comm.h"
#include "run/outer_faces.h"

static spate_status check_rings(spate_context *ctx, const spate_options *opt, const scheme_ops *ops)
{
    for (int axis = 0; axis < 2; ++axis) {
        const int64_t cells = axis == 0 ? opt->nx : opt->ny;
        if (opt->edges[axis == 0 ? SPATE_WEST : SPATE_SOUTH] == SPATE_PERIODIC &&
            cells < ops->can.least_ring)
            return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                              "%s is %lld: scheme \"%s\" needs at least %d cells between periodic "
                              "edges",
                              axis == 0 ? "nx" : "ny", (long long)cells, ops->name,
                              ops->can.least_ring);
    }
    return SPATE_OK;
}

spate_status scheme_limits_check(spate_context *ctx, const spate_options *opt)
{
    const scheme_ops *ops = scheme_find(opt->scheme);
    if (!(ops->can.bed_models >> opt->bed_model & 1u))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "scheme \"%s\" has no %s bed: use the bed of %s", ops->name,
                          opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "flat",
                          opt->bed_model == SPATE_BED_BILINEAR ? "cells" : "corners, bilinear");
    if (opt->viscosity > 0 && !ops->can.has_viscosity)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "viscosity is %g m2/s: scheme \"%s\" has none; use 0, or scheme \"adi\"",
                          opt->viscosity, ops->name);
    return check_rings(ctx, opt, ops);
}

static int is_among(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        ++names;
    return *names != NULL;
}

/* Lines of more bits than the state has. */
static spate_status check_line_precision(spate_context *ctx, const spate_options *opt,
                                         const scheme_ops *ops, const spate_backend *backend)
{
    if (opt->line_precision == 0 || opt->line_precision == opt->precision)
        return SPATE_OK;
    if (!ops->mixes)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "precision is mixed: scheme \"%s\" solves no lines; use f32 or f64, or "
                          "scheme \"adi\"",
                          ops->name);
    return ops->mixes(backend)
               ? SPATE_OK
               : spate_fail(ctx, SPATE_ERROR_BACKEND,
                            "precision is mixed: the %s backend has no such kernels of scheme "
                            "\"%s\"; use f32 or f64, or backend \"cpu\"",
                            backend->name, ops->name);
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
    return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "lines is \"%s\": scheme \"%s\" has %s%s",
                      opt->lines, ops->name, known, suggest_text(&nearest, "", near, sizeof near));
}

static const char *kind_name(face_kind kind)
{
    static const char *const names[] = {"open",         "level",   "wave", "discharge",
                                        "normal depth", "outfall", "crest"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "other";
}

spate_status scheme_limits_check_faces(const spate_sim *sim, face_kind kind, const char *name)
{
    if (sim->ops->can.face_kinds >> kind & 1u)
        return SPATE_OK;
    char has[128] = "";
    size_t used = 0;
    for (int k = FACE_OPEN; k <= FACE_OUTFALL; ++k)
        if (sim->ops->can.face_kinds >> k & 1u)
            used += (size_t)snprintf(has + used, sizeof has - used, "%s%s", used ? ", " : "",
                                     kind_name((face_kind)k));
    return spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                      "%s: scheme \"%s\" has no faces of kind %s; it has %s and walls", name,
                      sim->ops->name, kind_name(kind), has);
}

static void take_lowest(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    const int back = f->outward > 0;
    double *lowest = user;
    *lowest = fmin(*lowest,
                   bed_of_cell(sim, part, f->i - (back && axis == 0), f->j - (back && axis == 1)));
}

spate_status scheme_limits_check_level(spate_sim *sim, const spate_boundary *b, int number)
{
    double lowest = INFINITY, highest = -INFINITY;
    listed_faces_visit(sim, number, 0, take_lowest, &lowest);
    lowest = -lowest;
    comm_max(sim->ctx->comm, &lowest, 1);
    lowest = -lowest + sim->lattice.datum;
    for (int k = 0; k < b->series_count; ++k)
        for (int n = 0; n < b->series[k].count; ++n)
            highest = fmax(highest, b->series[k].value[n]);
    if (highest > lowest)
        return SPATE_OK;
    return spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                      "boundary %s lies on land: its level never rises above %g m, the ground "
                      "there is at %g m and higher; scheme \"%s\" needs water at a level",
                      b->name, highest, lowest, sim->ops->name);
}
