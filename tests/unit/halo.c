/* Halo exchange between the parts of one process: every ghost holds the value of the cell it
 * stands for. Several fields, both value sizes, widths 1 and 2, corners, periodic or not. Other
 * ranks: see the partition tests. */
#include "parallel/halo.h"

#include <string.h>

#include "base/memory.h"
#include "check.h"

enum { HALO = 2, MOST_PARTS = 16, FIELDS = 3, UNTOUCHED = -1 };

typedef struct scene {
    grid g;
    partition p;
    int parts, bytes, fields, width;
    part_shape shapes[MOST_PARTS];
    char *blocks[MOST_PARTS * FIELDS];
    void *values[MOST_PARTS * FIELDS]; /* cell (0, 0) */
    grid_part grid_parts[MOST_PARTS];
} scene;

static const field_info table[FIELDS] = {{.name = "a", .slots = 1, .storage = STORED_REAL},
                                         {.name = "b", .slots = 1, .storage = STORED_REAL},
                                         {.name = "c", .slots = 1, .storage = STORED_REAL}};
static const common_kernels nothing;
static const part_device host = {.backend = &spate_backend_cpu, .isa = "auto"};
static const halo_field all[FIELDS] = {{0, 0}, {1, 0}, {2, 0}};

static double get(const scene *s, int part, int field, int i, int j)
{
    const ptrdiff_t o = (ptrdiff_t)j * s->shapes[part].pitch + i;
    const void *v = s->values[part * s->fields + field];
    return s->bytes == 4 ? (double)((const float *)v)[o] : ((const double *)v)[o];
}

static void put(scene *s, int part, int field, int i, int j, double value)
{
    const ptrdiff_t o = (ptrdiff_t)j * s->shapes[part].pitch + i;
    void *v = s->values[part * s->fields + field];
    if (s->bytes == 4)
        ((float *)v)[o] = (float)value;
    else
        ((double *)v)[o] = value;
}

/* The number of a cell of the grid in a field, or UNTOUCHED outside; exact in f32. */
static double number(const scene *s, int part, int field, int i, int j)
{
    const box b = partition_box(&s->p, &s->g, part);
    int64_t gi = b.i0 + i, gj = b.j0 + j;
    return grid_inside(&s->g, &gi, &gj) ? (double)((field * s->g.ny + gj) * s->g.nx + gi)
                                        : UNTOUCHED;
}

static int inside(const part_shape *s, int i, int j)
{
    return i >= 0 && i < s->nx && j >= 0 && j < s->ny;
}

static int scene_make(scene *s, spate_context *ctx, int nx, int ny, int px, int py, int period)
{
    s->g = (grid){
        .nx = nx, .ny = ny, .dx = 1, .dy = 1, .periodic_x = period & 1, .periodic_y = period >> 1};
    if (partition_create(ctx, &s->g, px, py, 1, HALO, &s->p) != SPATE_OK)
        return 0;
    s->parts = px * py;
    for (int n = 0; n < s->parts; ++n) {
        s->shapes[n] = part_shape_of(&s->p, &s->g, n, HALO, s->bytes);
        s->grid_parts[n] = (grid_part){.shape = s->shapes[n],
                                       .fields = table,
                                       .field_count = FIELDS,
                                       .common = &nothing,
                                       .device = &host};
        for (int f = 0; f < s->fields; ++f) {
            char *block = memory_alloc((size_t)s->shapes[n].pitch * part_rows(&s->shapes[n]) *
                                       (size_t)s->bytes);
            if (!block)
                return 0;
            s->blocks[n * s->fields + f] = block;
            s->values[n * s->fields + f] = block + part_origin(&s->shapes[n]) * s->bytes;
            s->grid_parts[n].field[f][0] = s->values[n * s->fields + f];
            for (int j = -HALO; j < s->shapes[n].ny + HALO; ++j)
                for (int i = -HALO; i < s->shapes[n].nx + HALO; ++i)
                    put(s, n, f, i, j,
                        inside(&s->shapes[n], i, j) ? number(s, n, f, i, j) : UNTOUCHED);
        }
    }
    return 1;
}

/* Interiors are as before; ghosts within the width have their cell's number, others are
 * untouched. */
static int check_ghosts(const scene *s)
{
    int filled = 0;
    for (int n = 0; n < s->parts; ++n) {
        const part_shape *h = &s->shapes[n];
        for (int f = 0; f < s->fields; ++f)
            for (int j = -HALO; j < h->ny + HALO; ++j)
                for (int i = -HALO; i < h->nx + HALO; ++i) {
                    const int within = i >= -s->width && i < h->nx + s->width && j >= -s->width &&
                                       j < h->ny + s->width;
                    const double expected = within ? number(s, n, f, i, j) : UNTOUCHED;
                    CHECK(get(s, n, f, i, j) == expected);
                    filled += !inside(h, i, j) && expected >= 0;
                }
    }
    return filled;
}

static int exchange(int nx, int ny, int px, int py, int period, int width, int bytes, int fields)
{
    spate_context *ctx = NULL;
    halo *h = NULL;
    scene s = {.bytes = bytes, .fields = fields, .width = width};
    int filled = 0;
    if (CHECK(spate_context_create(&ctx) == SPATE_OK) &&
        CHECK(scene_make(&s, ctx, nx, ny, px, py, period)) &&
        CHECK(halo_create(ctx, &s.g, &s.p, s.grid_parts, FIELDS, HALO, &h) == SPATE_OK)) {
        CHECK(!halo_is_remote(h));
        halo_start(h, all, fields, width);
        halo_finish(h);
        filled = check_ghosts(&s);
        const halo_counts c = halo_counted(h);
        CHECK(c.exchanges == 1 && c.fields == fields && c.messages == 0 && c.sent_bytes == 0);
        /* At walls the last faces are sent, too, although no cell belongs to them. */
        CHECK(period == 3 ? c.copied_bytes == (int64_t)filled * bytes
                          : c.copied_bytes >= (int64_t)filled * bytes);
    }
    halo_destroy(h);
    for (int n = 0; n < MOST_PARTS * FIELDS; ++n)
        memory_free(s.blocks[n]);
    spate_context_destroy(ctx);
    return filled;
}

static void every_ghost_holds_the_value_of_its_cell(void)
{
    static const int sizes[][4] = {/* nx, ny, px, py */
                                   {61, 47, 1, 1}, {61, 47, 2, 1},  {61, 47, 1, 3},  {64, 16, 2, 2},
                                   {34, 10, 2, 2}, {100, 40, 3, 4}, {130, 33, 4, 4}, {2, 2, 1, 1}};
    int filled = 0;
    for (int n = 0; n < 8; ++n)
        for (int period = 0; period < 4; ++period)
            for (int width = 1; width <= HALO; ++width)
                filled += exchange(sizes[n][0], sizes[n][1], sizes[n][2], sizes[n][3], period,
                                   width, 4 + 4 * (width % 2), 1 + (n + period) % FIELDS);
    printf("  %d ghosts filled and checked\n", filled);
    CHECK(filled > 10000);
}

/* By hand: 64 x 16 cells in 2 x 2 parts. Without periods a part has ghosts on two sides and one
 * corner, with both all around. */
static void the_number_of_ghosts_is_right(void)
{
    CHECK(exchange(64, 16, 2, 2, 0, 2, 8, 1) == 4 * (2 * (32 + 8) + 4));
    CHECK(exchange(64, 16, 2, 2, 3, 2, 8, 1) == 4 * (4 * (32 + 8) + 16));
    CHECK(exchange(64, 16, 2, 2, 3, 1, 4, 3) == 3 * 4 * (2 * (32 + 8) + 4));
    CHECK(exchange(64, 16, 2, 2, 1, 1, 4, 2) == 2 * 4 * (2 * 8 + 32 + 2));
    CHECK(exchange(64, 16, 1, 1, 0, 2, 8, 1) == 0);
}

/* ---- host and device ---- */

/* A device whose copies are as late as allowed. */
typedef struct late_copy {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, row_bytes, rows;
} late_copy;

enum { MOST_LATE = 256, DEVICE = 7 };
static late_copy late[MOST_LATE];
static int late_count, direct_count; /* direct: with memory of the host that is not pinned */
static const scene *staged;
static char *messages[64];
static size_t message_bytes[64];
static int message_count;

static int lies_in(const char *at, const char *block, size_t bytes)
{
    return block && at >= block && at < block + bytes;
}

static int device_can_reach(const char *at)
{
    for (int n = 0; n < message_count; ++n)
        if (lies_in(at, messages[n], message_bytes[n]))
            return 1;
    for (int n = 1; n < staged->parts; n += 2)
        for (int f = 0; f < staged->fields; ++f)
            if (lies_in(at, staged->blocks[n * staged->fields + f],
                        (size_t)staged->shapes[n].pitch * part_rows(&staged->shapes[n]) *
                            (size_t)staged->bytes))
                return 1;
    return 0;
}

static void depart_late(const struct spate_backend *backend)
{
    (void)backend;
}

static void copy_late(int to_device, void *to, size_t to_pitch, int from_device, const void *from,
                      size_t from_pitch, size_t row_bytes, size_t rows)
{
    CHECK(to_device == DEVICE && from_device == DEVICE && late_count < MOST_LATE);
    direct_count += !device_can_reach(to) || !device_can_reach(from);
    late[late_count++] = (late_copy){to, from, to_pitch, from_pitch, row_bytes, rows};
}

static void copy_now(const struct spate_backend *backend)
{
    (void)backend;
    for (int n = 0; n < late_count; ++n)
        for (size_t row = 0; row < late[n].rows; ++row)
            memcpy(late[n].to + row * late[n].to_pitch, late[n].from + row * late[n].from_pitch,
                   late[n].row_bytes);
    late_count = 0;
}

static void *pin(int device, size_t bytes, int on_device)
{
    CHECK(device == DEVICE && !on_device && message_count < 64);
    messages[message_count] = memory_alloc(bytes);
    message_bytes[message_count] = bytes;
    return messages[message_count++];
}

static void unpin(void *message, int on_device)
{
    CHECK(!on_device);
    for (int n = 0; n < message_count; ++n)
        if (messages[n] == message)
            message_bytes[n] = 0;
    memory_free(message);
}

static const spate_transfers late_transfers = {.depart = depart_late,
                                               .copy = copy_late,
                                               .settle = copy_now,
                                               .arrive = copy_now,
                                               .message_alloc = pin,
                                               .message_free = unpin};

/* Parts on the host and on the device in turn. */
static void exchange_with_device(int nx, int ny, int px, int py, int period, int early)
{
    static const int number_of_device[] = {DEVICE};
    const spate_backend backend = {.name = "late",
                                   .copy_box = spate_backend_cpu.copy_box,
                                   .devices = number_of_device,
                                   .device_count = 1,
                                   .transfers = &late_transfers};
    const part_device device = {.backend = &backend, .isa = "auto", .device_number = DEVICE};
    spate_context *ctx = NULL;
    halo *h = NULL;
    scene s = {.bytes = 4, .fields = 2, .width = HALO};
    staged = &s;
    direct_count = message_count = 0;
    if (!CHECK(spate_context_create(&ctx) == SPATE_OK) ||
        !CHECK(scene_make(&s, ctx, nx, ny, px, py, period)))
        return;
    for (int n = 1; n < s.parts; n += 2)
        s.grid_parts[n].device = &device;
    CHECK(halo_create(ctx, &s.g, &s.p, s.grid_parts, FIELDS, HALO, &h) == SPATE_OK);
    for (int n = 0; h && n < 2; ++n) { /* links that are made anew keep their memory */
        halo_start(h, all, s.fields, HALO);
        CHECK(halo_is_remote(h) && late_count > 0);
        CHECK(!early || (halo_arrive_early(h) && late_count == 0));
        halo_finish(h);
        CHECK(check_ghosts(&s) > 0 && late_count == 0);
        const int before = message_count;
        halo_relink(h, &s.p, s.parts);
        CHECK(message_count == before);
    }
    CHECK(direct_count == 0 && message_count > 0);
    halo_destroy(h);
    for (int n = 0; n < message_count; ++n)
        CHECK(message_bytes[n] == 0);
    for (int n = 0; n < MOST_PARTS * FIELDS; ++n)
        memory_free(s.blocks[n]);
    spate_context_destroy(ctx);
}

static void a_device_reads_pinned_memory_of_the_host_alone(void)
{
    for (int early = 0; early < 2; ++early)
        for (int period = 0; period < 4; ++period) {
            exchange_with_device(61, 47, 1, 3, period, early);
            exchange_with_device(64, 16, 2, 2, period, early);
        }
}

int main(void)
{
    RUN(every_ghost_holds_the_value_of_its_cell);
    RUN(the_number_of_ghosts_is_right);
    RUN(a_device_reads_pinned_memory_of_the_host_alone);
    return check_done();
}
