/* Listed faces and inflow cells of ghost zones. All ranks get those of all parts near cuts and keep
 * what lies in their zones. Accounts stay with the parts; a zone needs only what the next step
 * depends on. */
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "schemes/flow_sources.h"
#include "schemes/flow_zones.h"
#include "schemes/inflow_cells.h"

/* A listed face, or a cell of an inflow. */
typedef struct near_item {
    int64_t i, j;       /* in the grid */
    int axis;           /* of a face; INFLOW: a cell */
    int number;         /* of the boundary or inflow */
    double value;       /* what steps change: memory of the face, water that the cell carries */
    boundary_face face; /* not of a cell */
} near_item;
enum { INFLOW = 2 };

typedef struct item_list {
    near_item *items;
    size_t count, room;
    int failed; /* no memory */
} item_list;

static void add_item(item_list *l, near_item item)
{
    if (l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        near_item *more = realloc(l->items, room * sizeof *more);
        if (!more) {
            l->failed = 1;
            return;
        }
        l->items = more;
        l->room = room;
    }
    l->items[l->count++] = item;
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

static int remembers(const grid_part *p, const boundary_face *f)
{
    return f->kind == FACE_LEVEL && f->owner >= 0 && p->boundaries[f->owner].absorbing > 0;
}

/* Those of a part. changing: only what steps change. */
static void collect(const flow *k, int n, zone_width w, int changing, item_list *list)
{
    const grid_part *p = &k->parts[n];
    const box b = flow_box(k, n);
    const boundary_face *f;
    int axis;
    for (int m = 0; (f = part_listed_face(p, m, &axis)) != NULL; ++m)
        if (is_counted(&p->shape, f) && is_near(&p->shape, w, f->i, f->j) &&
            (!changing || remembers(p, f)))
            add_item(list, (near_item){b.i0 + f->i, b.j0 + f->j, axis, f->owner, f->memory, *f});
    const inflow_list *l = &p->sources.inflow_cells;
    for (int m = 0; m < l->count; ++m)
        if (is_near(&p->shape, w, l->cells[m].i, l->cells[m].j))
            add_item(list, (near_item){.i = b.i0 + l->cells[m].i,
                                       .j = b.j0 + l->cells[m].j,
                                       .axis = INFLOW,
                                       .number = l->cells[m].inflow,
                                       .value = l->kept[m][INFLOW_CARRY]});
}

static int by_item(const void *a, const void *b)
{
    const near_item *f = a, *g = b;
    if (f->axis != g->axis)
        return f->axis < g->axis ? -1 : 1;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    if (f->i != g->i)
        return f->i < g->i ? -1 : 1;
    return (f->number > g->number) - (f->number < g->number);
}

/* Those of all parts of all ranks, sorted. Collective. */
static spate_status gather(flow *k, zone_width w, int changing, item_list *list)
{
    spate_context *ctx = k->setup.ctx;
    size_t bytes = 0;
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    for (int n = 0; n < k->setup.part_count; ++n)
        collect(k, n, w, changing, list);
    SPATE_TRY(comm_agree(ctx, list->failed
                                  ? fail_memory(ctx, "no memory for the lists of ghost zones")
                                  : SPATE_OK));
    near_item *all = comm_gather_all(ctx->comm, list->items, list->count * sizeof *all, &bytes);
    if (!all)
        return fail_memory(ctx, "no memory for the lists of ghost zones");
    free(list->items);
    *list = (item_list){.items = all, .count = bytes / sizeof *all};
    if (list->count)
        qsort(all, list->count, sizeof *all, by_item);
    return SPATE_OK;
}

/* ---- lists as a whole ---- */

/* The rule by which the face of a cut belongs to one of two parts (run/outer_faces.c); a crest
 * concerns both. */
static int takes_face(const flow *k, const part_shape *s, const near_item *f, int i, int j)
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

static int make_face_list(const flow *k, int n, int axis, const item_list *all, boundary_list *list)
{
    const part_shape *s = &k->parts[n].shape;
    const box b = flow_box(k, n);
    faces_release(list);
    list->row_start = calloc((size_t)s->ny + 2, sizeof *list->row_start);
    boundary_face *taken = malloc((all->count + 1) * sizeof *taken);
    int count = 0, ok = list->row_start && taken;
    for (size_t m = 0; m < all->count && ok; ++m) {
        const near_item *f = &all->items[m];
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

static int make_inflow_cells(const flow *k, int n, const item_list *all, inflow_list *list)
{
    const part_shape *s = &k->parts[n].shape;
    const box b = flow_box(k, n);
    inflow_place *places = malloc((all->count + 1) * sizeof *places);
    int count = 0;
    for (size_t m = 0; m < all->count && places; ++m) {
        const near_item *f = &all->items[m];
        const int64_t i = f->i - b.i0, j = f->j - b.j0;
        if (f->axis == INFLOW && i >= 0 && i < s->nx && j >= 0 && j < s->ny)
            places[count++] = (inflow_place){{(int)i, (int)j, f->number}, f->value};
    }
    const int ok = places && inflow_cells_make(list, places, count, s->ny);
    free(places);
    return ok;
}

/* Sources are those of the part beside the zone, but for what is of its own cells. */
static int make_sources(flow *k, int n, const item_list *all)
{
    grid_part *zone = &k->parts[n];
    const part_sources *from = &k->parts[flow_zone_owner(k, n)].sources;
    part_sources *s = &zone->sources;
    part_inflow *own = realloc(s->inflows, sizeof *own * (size_t)(from->inflow_count + 1));
    uint8_t *forced = s->tile_forced;
    inflow_cells_free(&s->inflow_cells);
    if (!own)
        return 0;
    if (from->inflow_count)
        memcpy(own, from->inflows, sizeof *own * (size_t)from->inflow_count);
    *s = *from;
    s->inflows = own;
    s->tile_forced = forced;
    s->inflow_cells = (inflow_list){0};
    if (from->inflow_count && !make_inflow_cells(k, n, all, &s->inflow_cells))
        return 0;
    if (from->tile_forced && flow_make_forced(zone))
        flow_mark_forced(zone);
    return !from->tile_forced || s->tile_forced;
}

static int make_lists(flow *k, int n, const item_list *all)
{
    grid_part *zone = &k->parts[n];
    flow_use_image(k, zone, PART_GROUND | PART_SOURCES);
    memset(zone->tile_forced, 0, tile_count(&zone->shape));
    if (!make_face_list(k, n, 0, all, &zone->boundary_x) ||
        !make_face_list(k, n, 1, all, &zone->boundary_y))
        return 0;
    faces_classify(zone->codes, &zone->shape, zone->tile_edged);
    faces_mark_tiles(&zone->boundary_x, &zone->shape, 0, zone->tile_edged, zone->tile_forced);
    faces_mark_tiles(&zone->boundary_y, &zone->shape, 1, zone->tile_edged, zone->tile_forced);
    zone->newer_here |= PART_GROUND | PART_LISTS | PART_SOURCES;
    return make_sources(k, n, all);
}

spate_status flow_zone_lists(flow *k, zone_width width)
{
    item_list all = {0};
    spate_status status = gather(k, width, 0, &all);
    int ok = 1;
    for (int n = k->part_total; n < k->part_end && status == SPATE_OK; ++n)
        ok = make_lists(k, n, &all) && ok;
    free(all.items);
    if (status == SPATE_OK && !ok)
        status = fail_memory(k->setup.ctx, "no memory for the lists of ghost zones");
    return comm_agree(k->setup.ctx, status);
}

/* ---- what steps change ---- */

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

/* Replaces a value by that of the owner. */
static void update(const item_list *all, near_item key, double *value)
{
    const near_item *found =
        all->count ? bsearch(&key, all->items, all->count, sizeof key, by_item) : NULL;
    if (found)
        *value = found->value;
}

static void update_zone(flow *k, int n, const item_list *all)
{
    grid_part *zone = &k->parts[n];
    const box b = flow_box(k, n);
    boundary_face *f;
    int axis;
    for (int m = 0; (f = part_listed_face(zone, m, &axis)) != NULL; ++m)
        if (remembers(zone, f))
            update(all, (near_item){b.i0 + f->i, b.j0 + f->j, axis, f->owner, 0, *f}, &f->memory);
    const inflow_list *l = &zone->sources.inflow_cells;
    for (int m = 0; m < l->count; ++m)
        update(all,
               (near_item){.i = b.i0 + l->cells[m].i,
                           .j = b.j0 + l->cells[m].j,
                           .axis = INFLOW,
                           .number = l->cells[m].inflow},
               &l->kept[m][INFLOW_CARRY]);
}

spate_status flow_zone_lists_refresh(flow *k, zone_width width)
{
    item_list all = {0};
    const spate_status status = gather(k, width, 1, &all);
    for (int n = k->part_total; n < k->part_end && status == SPATE_OK; ++n) {
        flow_use_image(k, &k->parts[n], PART_LISTS | PART_SOURCES);
        update_zone(k, n, &all);
        k->parts[n].newer_here |= PART_LISTS | PART_SOURCES;
    }
    free(all.items);
    return status == SPATE_OK ? flow_push_images(k) : status;
}
