/* Listed faces and inflow cells of ghost zones. All ranks get those of all parts near cuts and keep
 * what lies in their zones. Accounts stay with the parts; a zone needs only what the next step
 * depends on. */
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "schemes/flow_sources.h"
#include "schemes/flow_zones.h"
#include "schemes/inflow_cells.h"

typedef struct near_face {
    int64_t i, j; /* in the grid */
    int axis;
    boundary_face face;
} near_face;

typedef struct near_inflow {
    int64_t i, j;
    int inflow;
    double carry;
} near_inflow;

/* A growing array of one kind. */
typedef struct item_list {
    char *items;
    size_t count, room, size;
    int failed;
} item_list;

static void add_item(item_list *l, const void *item)
{
    if (l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        char *more = realloc(l->items, room * l->size);
        if (!more) {
            l->failed = 1;
            return;
        }
        l->items = more;
        l->room = room;
    }
    memcpy(l->items + l->count++ * l->size, item, l->size);
}

/* Whether a zone of another part, with one cell around it, may contain the cell. */
static int is_near(const part_shape *s, zone_width w, int i, int j)
{
    return (s->linked[0] && i <= w.x) || (s->linked[1] && i >= s->nx - w.x - 1) ||
           (s->linked[2] && j <= w.y) || (s->linked[3] && j >= s->ny - w.y - 1);
}

static int within(const part_shape *s, int i, int j)
{
    return i >= 0 && i < s->nx && j >= 0 && j < s->ny;
}

/* Both parts beside a crest list it; it counts for that of its east or north cell. */
static int is_counted(const part_shape *s, const boundary_face *f)
{
    return f->kind != FACE_PROBE && (f->kind != FACE_CREST || within(s, f->i, f->j));
}

static void collect(flow *k, zone_width w, item_list *faces, item_list *inflows)
{
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const grid_part *p = &k->parts[n];
        const box b = flow_box(k, n);
        const boundary_face *f;
        int axis;
        for (int m = 0; (f = part_listed_face(p, m, &axis)) != NULL; ++m)
            if (is_counted(&p->shape, f) && is_near(&p->shape, w, f->i, f->j))
                add_item(faces, &(near_face){b.i0 + f->i, b.j0 + f->j, axis, *f});
        const inflow_list *l = &p->sources.inflow_cells;
        for (int m = 0; m < l->count; ++m)
            if (is_near(&p->shape, w, l->cells[m].i, l->cells[m].j))
                add_item(inflows, &(near_inflow){b.i0 + l->cells[m].i, b.j0 + l->cells[m].j,
                                                 l->cells[m].inflow, l->kept[m][INFLOW_CARRY]});
    }
}

/* Replaces a list by those of all ranks. */
static spate_status gather(const flow *k, item_list *l)
{
    size_t bytes = 0;
    spate_context *ctx = k->setup.ctx;
    SPATE_TRY(comm_agree(ctx, l->failed ? fail_memory(ctx, "no memory for the lists of ghost zones")
                                        : SPATE_OK));
    char *all = comm_gather_all(ctx->comm, l->items, l->count * l->size, &bytes);
    if (!all)
        return fail_memory(ctx, "no memory for the lists of ghost zones");
    free(l->items);
    l->items = all;
    l->count = bytes / l->size;
    return SPATE_OK;
}

/* ---- lists as a whole ---- */

/* The rule by which the face of a cut belongs to one of two parts (run/outer_faces.c); a crest
 * concerns both. */
static int takes_face(const flow *k, const part_shape *s, const near_face *f, int i, int j)
{
    const grid *g = k->setup.grid;
    const int front = within(s, i, j), back = within(s, i - (f->axis == 0), j - (f->axis == 1));
    const int at_end = f->axis == 0 ? f->i == g->nx : f->j == g->ny;
    if (f->face.kind == FACE_CREST)
        return front || back;
    if (k->kind->about->can.front_keeps_face && !at_end)
        return front;
    return f->face.outward > 0 ? back : front;
}

static int make_face_list(const flow *k, int n, int axis, const item_list *faces,
                          boundary_list *list)
{
    const part_shape *s = &k->parts[n].shape;
    const box b = flow_box(k, n);
    faces_release(list);
    list->row_start = calloc((size_t)s->ny + 2, sizeof *list->row_start);
    boundary_face *taken = malloc((faces->count + 1) * sizeof *taken);
    int count = 0, ok = list->row_start && taken;
    for (size_t m = 0; m < faces->count && ok; ++m) {
        const near_face *f = (const near_face *)(const void *)faces->items + m;
        const int64_t i = f->i - b.i0, j = f->j - b.j0;
        if (f->axis != axis || i < 0 || i > s->nx || j < 0 || j > s->ny ||
            !takes_face(k, s, f, (int)i, (int)j))
            continue;
        taken[count] = f->face;
        taken[count].i = (int)i;
        taken[count++].j = (int)j;
    }
    ok = ok && faces_add(list, s, taken, count);
    free(taken);
    return ok;
}

static int make_inflows(flow *k, int n, const item_list *inflows)
{
    grid_part *zone = &k->parts[n];
    const part_sources *from = &k->parts[flow_zone_owner(k, n)].sources;
    const box b = flow_box(k, n);
    part_sources *s = &zone->sources;
    part_inflow *own = realloc(s->inflows, sizeof *own * (size_t)(from->inflow_count + 1));
    uint8_t *forced = s->tile_forced;
    inflow_list cells = s->inflow_cells;
    if (own && from->inflow_count)
        memcpy(own, from->inflows, sizeof *own * (size_t)from->inflow_count);
    *s = *from;
    s->inflows = own;
    s->tile_forced = forced;
    inflow_cells_free(&cells);
    s->inflow_cells = (inflow_list){0};
    if (!own)
        return 0;
    inflow_place *places = malloc((inflows->count + 1) * sizeof *places);
    int count = 0;
    for (size_t m = 0; m < inflows->count && places; ++m) {
        const near_inflow *f = (const near_inflow *)(const void *)inflows->items + m;
        const int64_t i = f->i - b.i0, j = f->j - b.j0;
        if (i >= 0 && i < zone->shape.nx && j >= 0 && j < zone->shape.ny)
            places[count++] = (inflow_place){{(int)i, (int)j, f->inflow}, f->carry};
    }
    const int ok = places && (from->inflow_cells.row_start == NULL ||
                              inflow_cells_make(&s->inflow_cells, places, count, zone->shape.ny));
    free(places);
    if (ok && from->tile_forced && flow_make_forced(zone))
        flow_mark_forced(zone);
    return ok && (!from->tile_forced || s->tile_forced);
}

static int make_lists(flow *k, int n, const item_list *faces, const item_list *inflows)
{
    grid_part *zone = &k->parts[n];
    flow_use_image(k, zone, PART_GROUND | PART_SOURCES);
    memset(zone->tile_forced, 0, tile_count(&zone->shape));
    if (!make_face_list(k, n, 0, faces, &zone->boundary_x) ||
        !make_face_list(k, n, 1, faces, &zone->boundary_y))
        return 0;
    faces_classify(zone->codes, &zone->shape, zone->tile_edged);
    faces_mark_tiles(&zone->boundary_x, &zone->shape, 0, zone->tile_edged, zone->tile_forced);
    faces_mark_tiles(&zone->boundary_y, &zone->shape, 1, zone->tile_edged, zone->tile_forced);
    zone->newer_here |= PART_GROUND | PART_LISTS | PART_SOURCES;
    return make_inflows(k, n, inflows);
}

spate_status flow_zone_lists(flow *k, zone_width width)
{
    item_list faces = {.size = sizeof(near_face)}, inflows = {.size = sizeof(near_inflow)};
    collect(k, width, &faces, &inflows);
    spate_status status = gather(k, &faces);
    if (status == SPATE_OK)
        status = gather(k, &inflows);
    int ok = 1;
    for (int n = k->part_total; n < k->part_end && status == SPATE_OK; ++n)
        ok = make_lists(k, n, &faces, &inflows) && ok;
    free(faces.items);
    free(inflows.items);
    if (status == SPATE_OK && !ok)
        status = fail_memory(k->setup.ctx, "no memory for the lists of ghost zones");
    return comm_agree(k->setup.ctx, status);
}

/* ---- what steps change ---- */

static int remembers(const grid_part *p, const boundary_face *f)
{
    return f->kind == FACE_LEVEL && f->owner >= 0 && p->boundaries[f->owner].absorbing > 0;
}

int flow_zone_lists_change(flow *k)
{
    double some = 0;
    for (int n = k->part_total; n < k->part_end; ++n) {
        const grid_part *p = &k->parts[n];
        const boundary_face *f;
        int axis;
        if (p->sources.inflow_cells.count)
            some = 1;
        for (int m = 0; (f = part_listed_face(p, m, &axis)) != NULL; ++m)
            if (remembers(p, f))
                some = 1;
    }
    comm_max(k->setup.ctx->comm, &some, 1);
    return some > 0;
}

static int by_face(const void *a, const void *b)
{
    const near_face *f = a, *g = b;
    if (f->axis != g->axis)
        return f->axis < g->axis ? -1 : 1;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    if (f->i != g->i)
        return f->i < g->i ? -1 : 1;
    return (f->face.owner > g->face.owner) - (f->face.owner < g->face.owner);
}

static int by_inflow(const void *a, const void *b)
{
    const near_inflow *f = a, *g = b;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    if (f->i != g->i)
        return f->i < g->i ? -1 : 1;
    return (f->inflow > g->inflow) - (f->inflow < g->inflow);
}

static void update_zone(flow *k, int n, const item_list *faces, const item_list *inflows)
{
    grid_part *zone = &k->parts[n];
    const box b = flow_box(k, n);
    boundary_face *f;
    int axis;
    for (int m = 0; (f = part_listed_face(zone, m, &axis)) != NULL; ++m) {
        const near_face key = {b.i0 + f->i, b.j0 + f->j, axis, *f};
        const near_face *found =
            remembers(zone, f) ? bsearch(&key, faces->items, faces->count, sizeof key, by_face)
                               : NULL;
        if (found)
            f->memory = found->face.memory;
    }
    const inflow_list *l = &zone->sources.inflow_cells;
    for (int m = 0; m < l->count; ++m) {
        const near_inflow key = {b.i0 + l->cells[m].i, b.j0 + l->cells[m].j, l->cells[m].inflow, 0};
        const near_inflow *found =
            bsearch(&key, inflows->items, inflows->count, sizeof key, by_inflow);
        if (found)
            l->kept[m][INFLOW_CARRY] = found->carry;
    }
}

static void keep_changing(const flow *k, item_list *faces)
{
    size_t kept = 0;
    near_face *f = (near_face *)(void *)faces->items;
    for (size_t m = 0; m < faces->count; ++m)
        if (remembers(&k->parts[0], &f[m].face))
            f[kept++] = f[m];
    faces->count = kept;
}

spate_status flow_zone_lists_refresh(flow *k, zone_width width)
{
    item_list faces = {.size = sizeof(near_face)}, inflows = {.size = sizeof(near_inflow)};
    collect(k, width, &faces, &inflows);
    keep_changing(k, &faces);
    spate_status status = gather(k, &faces);
    if (status == SPATE_OK)
        status = gather(k, &inflows);
    if (status == SPATE_OK && faces.count)
        qsort(faces.items, faces.count, faces.size, by_face);
    if (status == SPATE_OK && inflows.count)
        qsort(inflows.items, inflows.count, inflows.size, by_inflow);
    for (int n = k->part_total; n < k->part_end && status == SPATE_OK; ++n) {
        flow_use_image(k, &k->parts[n], PART_LISTS | PART_SOURCES);
        update_zone(k, n, &faces, &inflows);
        k->parts[n].newer_here |= PART_LISTS | PART_SOURCES;
    }
    free(faces.items);
    free(inflows.items);
    return status == SPATE_OK ? flow_push_images(k) : status;
}
