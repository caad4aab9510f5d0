/* Opening, asking and closing a case. */
#include <stdlib.h>
#include <string.h>

#include "api/case.h"
#include "base/cores.h"
#include "base/need.h"
#include "base/options_size.h"
#include "io/gdal_plugin.h"
#include "parallel/comm.h"

void spate_case_options_default_sized(spate_case_options *o, size_t size)
{
    const spate_case_options all = {.struct_size = sizeof all, .results = SPATE_RESULTS_NEW};
    options_give(o, size, &all, sizeof all);
}

static spate_status check_options(spate_context *ctx, const spate_case_options *o)
{
    if (o->set_count < 0 || (o->set_count > 0 && !o->set))
        return fail_argument(ctx, "%s", o->set_count < 0 ? "set_count is negative" : "set is NULL");
    for (int n = 0; n < o->set_count; ++n)
        if (!o->set[n])
            return fail_argument(ctx, "set[%d] is NULL", n);
    if ((unsigned)o->results > SPATE_RESULTS_NONE)
        return fail_argument(ctx, "results is %d: use a value of spate_case_results",
                             (int)o->results);
    return SPATE_OK;
}

/* ---- opening ---- */

/* Where a case is read from: a file, or text. */
typedef struct case_source {
    const char *name, *text;
} case_source;

static spate_status read_case(spate_case *c, const case_source *from, casefile **file)
{
    const spate_case_options *o = &c->options;
    if (from->text)
        return casefile_parse(c->ctx, from->name, from->text, strlen(from->text), o->set,
                              o->set_count, file);
    return casefile_read(c->ctx, from->name, o->set, o->set_count, file);
}

static spate_status build(spate_case *c, const case_source *from)
{
    casefile *file = NULL;
    if (c->options.folder) {
        c->folder = strdup(c->options.folder);
        if (!c->folder)
            return fail_memory(c->ctx, "no memory for a case");
    }
    SPATE_TRY(gdal_plugin_allow_network(c->ctx, c->options.network));
    SPATE_TRY(read_case(c, from, &file));
    const spate_status status = model_build(c->ctx, file, &c->m);
    if (status != SPATE_OK)
        casefile_free(file);
    return status;
}

static spate_status open_case(spate_context *ctx, const case_source *from,
                              const spate_case_options *options, spate_case **out)
{
    CORES_ENTER(0);
    spate_case *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return fail_memory(ctx, "no memory for a case");
    phases_begin(&ctx->phases);
    c->ctx = ctx;
    spate_case_options_default(&c->options);
    spate_status status = SPATE_OK;
    if (options)
        status = options_take(ctx, "spate_case_options", options, &c->options, sizeof c->options);
    if (status == SPATE_OK)
        status = check_options(ctx, &c->options);
    status = comm_agree(ctx, status);
    if (status == SPATE_OK)
        status = build(c, from);
    c->options.set = NULL; /* they belong to the caller, and are applied */
    c->options.folder = c->folder;
    if (status == SPATE_OK)
        *out = c;
    else
        spate_case_close(c);
    return status;
}

spate_status spate_case_open(spate_context *ctx, const char *file, const spate_case_options *o,
                             spate_case **c)
{
    SPATE_NEED_HANDLE(ctx);
    SPATE_NEED(ctx, file && c, "path or the place for the case is NULL");
    return open_case(ctx, &(case_source){.name = file}, o, c);
}

spate_status spate_case_open_text(spate_context *ctx, const char *name, const char *text,
                                  const spate_case_options *o, spate_case **c)
{
    SPATE_NEED_HANDLE(ctx);
    SPATE_NEED(ctx, name && text && c, "name, text or the place for the case is NULL");
    return open_case(ctx, &(case_source){.name = name, .text = text}, o, c);
}

void spate_case_close(spate_case *c)
{
    if (!c)
        return;
    CORES_ENTER(sim_loop_threads(c->m ? c->m->sim : NULL));
    char message[sizeof c->ctx->message]; /* of the failure that the caller may ask for */
    memcpy(message, c->ctx->message, sizeof message);
    if (results_close(c->r, 0) == SPATE_OK)
        memcpy(c->ctx->message, message, sizeof message);
    model_plan_free(&c->plan);
    model_free(c->m);
    free(c->folder);
    free(c->resolved);
    free(c);
}

/* ---- questions ---- */

spate_sim *spate_case_sim(spate_case *c)
{
    return c ? c->m->sim : NULL;
}

double spate_case_duration(const spate_case *c)
{
    return c ? c->m->duration : 0;
}

static const char *folder_of(const spate_case *c)
{
    if (c->options.results == SPATE_RESULTS_NONE)
        return "";
    return c->folder ? c->folder : casefile_folder(c->m->file);
}

spate_status spate_case_get_info(const spate_case *c, spate_case_info *info)
{
    SPATE_NEED_HANDLE(c);
    SPATE_NEED(c->ctx, info, "info is NULL");
    const model *m = c->m;
    *info = (spate_case_info){.nx = m->options.nx,
                              .ny = m->options.ny,
                              .dx = m->options.dx,
                              .dy = m->options.dy,
                              .x0 = m->options.x0,
                              .y0 = m->options.y0,
                              .start = m->start,
                              .duration = m->duration,
                              .crs = m->grid.crs ? m->grid.crs : "",
                              .folder = folder_of(c),
                              .scheme = m->options.scheme,
                              .gauges = m->gauge_count,
                              .sections = m->section_count,
                              .boundaries = m->boundary_count,
                              .inflows = m->inflow_count};
    return SPATE_OK;
}

spate_status spate_case_get_gauge(const spate_case *c, int n, spate_case_gauge *gauge)
{
    SPATE_NEED_HANDLE(c);
    SPATE_NEED(c->ctx, gauge, "gauge is NULL");
    if (n < 0 || n >= c->m->gauge_count)
        return fail_argument(c->ctx, "gauge %d does not exist: the case has %d", n,
                             c->m->gauge_count);
    const model_gauge *g = &c->m->gauges[n];
    *gauge = (spate_case_gauge){.name = g->name,
                                .x = g->x,
                                .y = g->y,
                                .cell = {g->i, g->j},
                                .observed = g->observed ? g->observed : ""};
    return SPATE_OK;
}

const char *spate_case_section_name(const spate_case *c, int n)
{
    return c && n >= 0 && n < c->m->section_count ? c->m->sections[n].name : NULL;
}

const char *spate_case_boundary_name(const spate_case *c, int n)
{
    return c && n >= 0 && n < c->m->boundary_count ? c->m->boundaries[n].name : NULL;
}

const char *spate_case_inflow_name(const spate_case *c, int n)
{
    return c && n >= 0 && n < c->m->inflow_count ? c->m->inflow_names[n] : NULL;
}

const char *spate_case_resolved(spate_case *c)
{
    if (c && !c->resolved)
        c->resolved = casefile_resolved_yaml(c->m->file);
    return c ? c->resolved : NULL;
}
