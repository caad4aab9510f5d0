/* Options of compact differences: defaults and checks. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/options_size.h"
#include "base/threads.h"
#include "solvers/compact/device.h"
#include "solvers/device_choice.h"

static spate_compact_options defaults(void)
{
    spate_compact_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.size[0] = o.size[1] = o.size[2] = 1;
    o.spacing = 1;
    o.precision = 64;
    o.backend = "auto";
    return o;
}

void spate_compact_options_default_sized(spate_compact_options *o, size_t size)
{
    const spate_compact_options all = defaults();
    options_give(o, size, &all, sizeof all);
}

static spate_status check_options(spate_context *ctx, const spate_compact_options *o)
{
    if (o->direction < 0 || o->direction > 2)
        return fail_argument(ctx, "direction is %d; it must be 0, 1 or 2 for x, y or z",
                             o->direction);
    if (!(o->spacing > 0 && o->spacing - o->spacing == 0))
        return fail_argument(ctx, "spacing is %g; it must be a finite number above 0", o->spacing);
    if (o->precision != 32 && o->precision != 64)
        return fail_argument(ctx, "precision is %d; it must be 32 or 64", o->precision);
    if (o->threads < 0)
        return fail_argument(ctx, "threads is %d; it must be 0 (all) or more", o->threads);
    if (!o->backend)
        return fail_argument(ctx, "backend is NULL; \"auto\" is the default");
    return device_check(ctx, "compact differences", o->backend, o->memory);
}

static spate_status fill(spate_compact *c, const spate_compact_options *o)
{
    SPATE_TRY(check_options(c->ctx, o));
    if (o->scheme && !spate_compact_find(o->scheme, &c->scheme))
        return fail_argument(c->ctx, "no scheme \"%s\"; see spate_compact_schemes", o->scheme);
    c->has_scheme = o->scheme != NULL;
    c->options = *o;
    c->options.scheme = c->options.backend = NULL; /* the strings belong to the caller */
    c->threads = threads_for(o->threads);
    c->kernels = compact_kernels_cpu(o->precision, "auto");
    return device_wanted(o->backend, o->memory) ? compact_device_create(c, o) : SPATE_OK;
}

spate_status spate_compact_create(spate_context *ctx, const spate_compact_options *options,
                                  spate_compact **c)
{
    if (c)
        *c = NULL;
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!options || !c)
        return fail_argument(ctx, "%s is NULL", options ? "the handle" : "options");
    spate_compact_options o = defaults();
    SPATE_TRY(options_take(ctx, "spate_compact_options", options, &o, sizeof o));
    spate_compact *made = calloc(1, sizeof *made);
    if (!made)
        return fail_memory(ctx, "no memory for compact differences");
    made->ctx = ctx;
    const spate_status status = fill(made, &o);
    if (status != SPATE_OK) {
        spate_compact_destroy(made);
        return status;
    }
    *c = made;
    return SPATE_OK;
}

void spate_compact_destroy(spate_compact *c)
{
    if (!c)
        return;
    compact_device_destroy(c);
    spate_tridiag_destroy(c->matrix);
    memory_free(c->scratch);
    free(c->scheme_name);
    free(c);
}

spate_status compact_copy_scheme(spate_context *ctx, const spate_compact_scheme *scheme,
                                 spate_compact_scheme *copy, char **name)
{
    const size_t size = strlen(scheme->name ? scheme->name : "") + 1;
    char *own = malloc(size);
    if (!own)
        return fail_memory(ctx, "no memory for the name of a scheme");
    memcpy(own, scheme->name ? scheme->name : "", size);
    free(*name);
    *name = own;
    *copy = *scheme;
    copy->name = scheme->name ? own : NULL;
    return SPATE_OK;
}

spate_status spate_compact_set_scheme(spate_compact *c, const spate_compact_scheme *scheme)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(spate_compact_check(c->ctx, scheme, NULL));
    SPATE_TRY(compact_copy_scheme(c->ctx, scheme, &c->scheme, &c->scheme_name));
    c->has_scheme = 1;
    c->ready = 0;
    return SPATE_OK;
}

void spate_compact_get_stats(const spate_compact *c, spate_compact_stats *stats)
{
    if (!stats)
        return;
    *stats = (spate_compact_stats){0};
    if (!c)
        return;
    const compact_shift shift = compact_shift_of(c->scheme.points);
    const compact_layout *l = &c->layout;
    *stats = (spate_compact_stats){
        .scheme = c->scheme.name,
        .backend = c->device ? "cuda" : "cpu",
        .threads = c->device ? 1 : c->threads,
        .orders = c->orders,
        .reach = {shift.left + c->scheme.pairs - 1, shift.right + c->scheme.pairs - 1},
        .results = l->n,
        .lines = l->lines,
        .floor_bytes =
            (double)(l->inputs + l->n) * (double)l->lines * (double)compact_value_bytes(c),
        .applied = c->applied,
    };
}
