/* What went through boundaries and sections, and which faces they have. */
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/outer_faces.h"

void listed_faces_visit(spate_sim *sim, int owner, int probes, listed_face_fn *visit, void *user)
{
    for (int n = 0; n < sim->part_count; ++n)
        for (int axis = 0; axis < 2; ++axis) {
            boundary_list *list = sim->ops->faces(sim->scheme, n, axis);
            for (int k = 0; k < list->count; ++k)
                if (list->faces[k].owner == owner && (list->faces[k].kind == FACE_PROBE) == probes)
                    visit(sim, n, axis, &list->faces[k], user);
        }
}

typedef struct face_totals {
    exact_sum entered, left, shortfall, flow;
} face_totals;

static void add_totals(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    (void)sim;
    (void)part;
    (void)axis;
    face_totals *t = user;
    exact_sum_add(&t->entered, f->entered);
    exact_sum_add(&t->left, f->volume + f->entered);
    exact_sum_add(&t->shortfall, f->shortfall);
    exact_sum_add(&t->flow, -f->flow);
}

spate_status spate_get_boundary(spate_sim *sim, int boundary, spate_boundary_stats *stats)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, stats, "stats is NULL");
    if (boundary < 0 || boundary >= sim->boundary_count)
        return fail_argument(sim->ctx, "boundary is %d: there are %d", boundary,
                             sim->boundary_count);
    face_totals t = {0};
    listed_faces_visit(sim, boundary, 0, add_totals, &t);
    comm_sum_exact(sim->ctx->comm, &t.entered);
    comm_sum_exact(sim->ctx->comm, &t.left);
    comm_sum_exact(sim->ctx->comm, &t.shortfall);
    comm_sum_exact(sim->ctx->comm, &t.flow);
    *stats = (spate_boundary_stats){.faces = sim->boundaries[boundary].faces,
                                    .entered = exact_sum_value(&t.entered),
                                    .left = exact_sum_value(&t.left),
                                    .shortfall = exact_sum_value(&t.shortfall),
                                    .flow = exact_sum_value(&t.flow)};
    return SPATE_OK;
}

static void add_volume(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    (void)sim;
    (void)part;
    (void)axis;
    exact_sum_add(user, f->volume);
}

spate_status spate_get_section(spate_sim *sim, int section, double *volume)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, volume, "volume is NULL");
    if (section < 0 || section >= sim->section_count)
        return fail_argument(sim->ctx, "section is %d: there are %d", section, sim->section_count);
    exact_sum sum = {0};
    listed_faces_visit(sim, section, 1, add_volume, &sum);
    comm_sum_exact(sim->ctx->comm, &sum);
    *volume = exact_sum_value(&sum);
    return SPATE_OK;
}

/* ---- lists of faces for the user ---- */

typedef struct collecting {
    spate_face *items;
    int64_t count, room;
    int walls, boundary;
} collecting;

static int is_listed_for(spate_sim *sim, const outer_face *f, int boundary)
{
    const boundary_list *list = sim->ops->faces(sim->scheme, f->part, f->face.axis);
    for (int k = list->row_start[f->j]; k < list->row_start[f->j + 1]; ++k)
        if (list->faces[k].i == f->i && list->faces[k].outward)
            return list->faces[k].owner == boundary;
    return 0;
}

static int collect(spate_sim *sim, const outer_face *f, void *user)
{
    collecting *c = user;
    if (!f->owned || (c->walls ? f->taken : !is_listed_for(sim, f, c->boundary)))
        return 1;
    if (c->count == c->room) {
        const int64_t room = c->room ? 2 * c->room : 256;
        spate_face *more = realloc(c->items, sizeof *more * (size_t)room);
        if (!more)
            return 0;
        c->items = more;
        c->room = room;
    }
    c->items[c->count++] = f->face;
    return 1;
}

static spate_status collect_faces(spate_sim *sim, collecting c, spate_face *faces, int64_t most,
                                  int64_t *count)
{
    spate_status status = SPATE_OK;
    for (int n = 0; n < sim->part_count && status == SPATE_OK; ++n)
        if (!outer_faces_visit(sim, n, collect, &c))
            status = fail_memory(sim->ctx, "no memory for a list of faces");
    status = comm_agree(sim->ctx, status);
    size_t bytes = 0;
    spate_face *all = NULL;
    if (status == SPATE_OK) {
        all = comm_gather_all(sim->ctx->comm, c.items, sizeof *all * (size_t)c.count, &bytes);
        if (!all)
            status = fail_memory(sim->ctx, "no memory for a list of faces");
    }
    free(c.items);
    if (all) {
        *count = (int64_t)(bytes / sizeof *all);
        qsort(all, (size_t)*count, sizeof *all, spate_face_order);
        if (faces && comm_rank(sim->ctx->comm) == 0)
            memcpy(faces, all, sizeof *all * (size_t)(*count < most ? *count : most));
    }
    free(all);
    return status;
}

spate_status spate_get_boundary_faces(spate_sim *sim, int boundary, spate_face *faces, int64_t most)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, most >= 0, "most is negative");
    int64_t count = 0;
    if (boundary < 0 || boundary >= sim->boundary_count)
        return fail_argument(sim->ctx, "boundary is %d: there are %d", boundary,
                             sim->boundary_count);
    return collect_faces(sim, (collecting){.boundary = boundary}, faces, most, &count);
}

spate_status spate_get_wall_faces(spate_sim *sim, spate_face *faces, int64_t most, int64_t *count)
{
    int64_t unwanted;
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, most >= 0, "most is negative");
    return collect_faces(sim, (collecting){.walls = 1, .boundary = -1}, faces, most,
                         count ? count : &unwanted);
}
