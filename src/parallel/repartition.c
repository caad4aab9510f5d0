/* Copies rows between parts. */
#include "parallel/repartition.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads.h"
#include "parallel/repartition_own.h"

/* ---- which rows ---- */

static int is_empty(row_range r)
{
    return r.end <= r.begin;
}

/* With ghosts, the row of corners and the one beyond. */
static row_range with_ghosts(const grid_part *p, row_range r)
{
    const int64_t halo = p->shape.halo;
    return is_empty(r) ? r : (row_range){r.begin - halo, r.end + halo + 2};
}

/* The part that has had a row; ghosts beyond the grid belong to the outermost parts. */
static int owner_of(const repartition *r, int64_t row)
{
    const int64_t inside = row < 0 ? 0 : row >= r->grid->ny ? r->grid->ny - 1 : row;
    for (int n = 0; n < r->count; ++n)
        if (r->from[n].begin <= inside && inside < r->from[n].end)
            return n;
    return -1;
}

/* The last row plus 1 of those from `row` on that part n has had. */
static int64_t end_of_owner(const repartition *r, int n, int64_t row, int64_t end)
{
    const int64_t own = r->from[n].end >= r->grid->ny ? end : r->from[n].end;
    return row < own && own < end ? own : end;
}

typedef void copy_fn(void *user, int to, int from, int64_t row, int64_t rows);

/* Calls `copy` for rows [begin, end) that part `to` lacks, by their owners. */
static void each_owner(const repartition *r, int to, int64_t begin, int64_t end, copy_fn *copy,
                       void *user)
{
    for (int64_t row = begin; row < end;) {
        const int from = owner_of(r, row);
        const int64_t stop = end_of_owner(r, from, row, end);
        copy(user, to, from, row, stop - row);
        row = stop;
    }
}

/* Its ghosts are copied, too: those of the ground are not exchanged, and those of the state may be
 * old. */
static void each_missing(const repartition *r, copy_fn *copy, void *user)
{
    for (int n = 0; n < r->count; ++n) {
        const row_range need = with_ghosts(r->parts[n], r->to[n]);
        const row_range had = r->from[n];
        if (is_empty(need))
            continue;
        if (is_empty(had) || had.begin >= need.end || had.end <= need.begin) {
            each_owner(r, n, need.begin, need.end, copy, user);
            continue;
        }
        each_owner(r, n, need.begin, had.begin, copy, user);
        each_owner(r, n, had.end, need.end, copy, user);
    }
}

/* ---- blocks between the host and a device ---- */

/* Copied when all are known, by many threads at once: pageable memory goes through pinned buffers of
 * its device, and one row after another, or one field, would wait for each. */
typedef struct block {
    const spate_transfers *transfers;
    int device, to_device;
    char *there, *here;
    size_t bytes;
} block;

typedef struct block_list {
    block *all;
    int count, room;
} block_list;

/* A thread's turn; no more of them are needed for the memory and the bus. */
enum { BLOCK_BYTES = 2 << 20, MOVERS = 8 };

/* Returns 0 without memory. */
static int add_block(block_list *l, block b)
{
    const int more = 1 + (int)(b.bytes / BLOCK_BYTES);
    if (l->count + more > l->room) {
        const int room = 2 * (l->room + more);
        block *all = realloc(l->all, (size_t)room * sizeof *all);
        if (!all)
            return 0;
        l->all = all;
        l->room = room;
    }
    for (size_t done = 0; done < b.bytes; done += BLOCK_BYTES) {
        const size_t left = b.bytes - done;
        block *next = &l->all[l->count++];
        *next = b;
        next->there = b.there + done;
        next->here = b.here + done;
        next->bytes = left < BLOCK_BYTES ? left : BLOCK_BYTES;
    }
    return 1;
}

static void move_blocks(block_list *l)
{
    atomic_int next = 0;
#pragma omp parallel if (l->count > 1)
    for (int n; thread_number() < MOVERS && (n = atomic_fetch_add(&next, 1)) < l->count;) {
        const block *b = &l->all[n];
        b->transfers->move(b->device, b->there, b->here, b->bytes, b->to_device);
    }
    free(l->all);
}

/* ---- copies ---- */

/* A slot of a field, in the memory of kernels or in the images. */
typedef struct copied_slot {
    const repartition *r;
    int field, slot, image;
    char *whole; /* of the naive method: all rows of the grid with ghosts */
    int64_t *bytes;
    block_list *blocks;
} copied_slot;

static size_t row_bytes(const copied_slot *c, const grid_part *p)
{
    const size_t values = (size_t)p->shape.nx + 2 * (size_t)p->shape.halo + 1;
    return values * (size_t)field_value_bytes(&p->fields[c->field], p->shape.real_bytes);
}

/* The westernmost ghost of a row of the grid. */
static char *row_of(const copied_slot *c, int part, int64_t row)
{
    const grid_part *p = c->r->parts[part];
    char *field = p->common->device_field && !c->image
                      ? p->common->device_field(p, c->field, c->slot)
                      : p->field[c->field][c->slot];
    const ptrdiff_t value = field_value_bytes(&p->fields[c->field], p->shape.real_bytes);
    return field + (row - c->r->from[part].begin) * (ptrdiff_t)field_pitch_bytes(p, c->field) -
           p->shape.halo * value;
}

/* Within the host, large copies need several threads. */
static void copy_on_host(const copied_slot *c, const grid_part *p, char *to, const char *from,
                         int64_t rows)
{
    const size_t pitch = field_pitch_bytes(p, c->field), bytes = row_bytes(c, p);
#pragma omp parallel for schedule(static) if (rows > 16)
    for (int64_t row = 0; row < rows; ++row)
        memcpy(to + (size_t)row * pitch, from + (size_t)row * pitch, bytes);
}

/* Rows of a part on a device and of one on the host, which have the same pitch. Returns 0 where that
 * is not what they are. */
static int copy_in_blocks(const copied_slot *c, int a, char *to, int b, const char *from,
                          int64_t rows)
{
    const grid_part *p = c->r->parts[a];
    const part_device *at = p->device, *of = c->r->parts[b]->device;
    const spate_transfers *there = at->backend->transfers, *here = of->backend->transfers;
    const spate_transfers *t = there ? there : here;
    if (c->whole || (there && here) || !t->move)
        return 0;
    return add_block(c->blocks,
                     (block){.transfers = t,
                             .device = there ? at->device_number : of->device_number,
                             .to_device = there != NULL,
                             .there = there ? to : (char *)(uintptr_t)from,
                             .here = there ? (char *)(uintptr_t)from : to,
                             .bytes = (size_t)(rows - 1) * field_pitch_bytes(p, c->field) +
                                      row_bytes(c, p)});
}

/* Between parts a and b, whose devices choose the path; one of them is that of the buffer. */
static void copy_rows(const copied_slot *c, int a, char *to, int b, const char *from, int64_t rows)
{
    const grid_part *p = c->r->parts[a], *q = c->r->parts[b];
    const part_device *at = p->device, *of = q->device;
    const spate_transfers *t =
        at->backend->transfers ? at->backend->transfers : of->backend->transfers;
    *c->bytes += rows * (int64_t)row_bytes(c, p);
    if (c->image || !t) {
        copy_on_host(c, p, to, from, rows);
        return;
    }
    if (copy_in_blocks(c, a, to, b, from, rows))
        return;
    const size_t pitch = field_pitch_bytes(p, c->field);
    t->copy(at->backend->transfers ? at->device_number : of->device_number, to, pitch,
            of->backend->transfers ? of->device_number : at->device_number, from, pitch,
            row_bytes(c, p), (size_t)rows);
}

static void from_owner(void *user, int to, int from, int64_t row, int64_t rows)
{
    const copied_slot *c = user;
    copy_rows(c, to, row_of(c, to, row), from, row_of(c, from, row), rows);
}

static char *row_of_whole(const copied_slot *c, int part, int64_t row)
{
    const grid_part *p = c->r->parts[part];
    return c->whole + (row + p->shape.halo) * (ptrdiff_t)field_pitch_bytes(p, c->field);
}

static void into_whole(void *user, int to, int from, int64_t row, int64_t rows)
{
    const copied_slot *c = user;
    (void)to;
    copy_rows(c, from, row_of_whole(c, from, row), from, row_of(c, from, row), rows);
}

/* ---- devices ---- */

static void each_backend(const repartition *r, int settle)
{
    for (int n = 0; n < r->count; ++n) {
        const spate_backend *b = r->parts[n]->device->backend;
        int met = 0;
        for (int m = 0; m < n; ++m)
            met |= r->parts[m]->device->backend == b;
        if (b->transfers && !met)
            (settle ? b->transfers->settle : b->transfers->depart)(b);
    }
}

static void move_slot(const repartition *r, copied_slot *c)
{
    if (!c->whole) {
        each_missing(r, from_owner, c);
        return;
    }
    const int halo = part_at_work(r)->shape.halo;
    each_owner(r, 0, -halo, r->grid->ny + halo + 2, into_whole, c);
    each_backend(r, 1);
    for (int n = 0; n < r->count; ++n) {
        const row_range need = with_ghosts(r->parts[n], r->to[n]);
        if (!is_empty(need))
            copy_rows(c, n, row_of(c, n, need.begin), n, row_of_whole(c, n, need.begin),
                      need.end - need.begin);
    }
    each_backend(r, 1);
}

/* ---- fields ---- */

static int some_part_has_an_image(const repartition *r)
{
    int mirrored = 0;
    for (int n = 0; n < r->count; ++n)
        mirrored |= r->parts[n]->device->backend->mirrored;
    return mirrored;
}

/* Whether a slot is copied: Q^n, the step before where it is kept, all slots of maps. */
static int slot_moves(const grid_part *p, int field, int slot)
{
    const field_info *f = &p->fields[field];
    const int now = f->slots > 1 ? p->clock->now : 0;
    if (f->role == ROLE_SCRATCH || f->role == ROLE_SHOWN || slot >= part_slots(p, field))
        return 0;
    if (f->role == ROLE_FORCING)
        return 1;
    return slot == now || ((f->flags & FIELD_KEPT_BEFORE) && slot == 1 - now);
}

/* Ground and maps are the same in images and on devices, and both move. */
static void move_field(const repartition *r, int field, char *whole, int64_t *bytes,
                       block_list *blocks)
{
    const grid_part *p = part_at_work(r);
    const field_role role = (field_role)p->fields[field].role;
    const int images = role == ROLE_GROUND || role == ROLE_FORCING;
    for (int slot = 0; slot < PART_SLOTS; ++slot) {
        copied_slot c = {
            .r = r, .field = field, .slot = slot, .whole = whole, .bytes = bytes, .blocks = blocks};
        if (!slot_moves(p, field, slot))
            continue;
        move_slot(r, &c);
        c.image = 1;
        if (images && some_part_has_an_image(r))
            move_slot(r, &c);
    }
    for (int n = 0; n < r->count && !images; ++n)
        if (r->parts[n]->device->backend->mirrored)
            r->parts[n]->newer_there |= 1u << role;
}

/* Memory of the naive method for the widest field. */
static char *make_whole(const repartition *r)
{
    const grid_part *p = part_at_work(r);
    const size_t rows = (size_t)r->grid->ny + 2 * (size_t)p->shape.halo + 2;
    return memory_alloc(rows * (size_t)p->shape.pitch * sizeof(double));
}

spate_status repartition_fields(const repartition *r, repartition_count *done)
{
    const grid_part *p = part_at_work(r);
    repartition_tiles *tiles = repartition_tiles_make(r);
    char *whole = r->method == REPARTITION_ALL && tiles ? make_whole(r) : NULL;
    block_list blocks = {0};
    *done = (repartition_count){0};
    if (!tiles || (r->method == REPARTITION_ALL && !whole)) {
        repartition_tiles_free(tiles);
        return fail_memory(r->ctx, "no memory to move rows between devices");
    }
    each_backend(r, 0);
    for (int f = 0; f < p->field_count; ++f)
        if (p->fields[f].name && p->field[f][0])
            move_field(r, f, whole, &done->bytes, &blocks);
    move_blocks(&blocks);
    each_backend(r, 1);
    for (int n = 0; n < r->count; ++n) {
        done->rows += repartition_rows_arriving(r, n);
        repartition_reshape(r, n, tiles);
    }
    memory_free(whole);
    repartition_tiles_free(tiles);
    return SPATE_OK;
}
