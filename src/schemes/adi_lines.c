/* Passes the matrix rows of the ADI kernels to the solver of cut lines. */
#include "schemes/adi_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "parallel/comm.h"
#include "schemes/adi_own.h"
#include "schemes/flow_solver.h"

/* Padded: each thread has its own cache lines. */
typedef struct adi_thread {
    _Alignas(64) adi_found found;
    _Alignas(64) char room[ADI_ROOM];
} adi_thread;

/* The part's share of the lines along x (axis 0) or y. Faces are unknowns: one more than cells,
 * unless lines end where they begin. */
static spate_line_part share_of_part(const scheme_setup *s, const grid_part *p, int part, int axis)
{
    const box b = partition_box(s->partition, s->grid, part);
    const int px = s->partition->px;
    const int64_t cells = axis == 0 ? b.nx : b.ny, all = axis == 0 ? s->grid->nx : s->grid->ny;
    const int64_t first = axis == 0 ? b.i0 : b.j0;
    const int ring = axis == 0 ? s->grid->periodic_x : s->grid->periodic_y;
    const int closing = !ring && first + cells == all;
    return (spate_line_part){.bundle = axis == 0 ? part / px : part % px,
                             .first = first,
                             .lines = {.n = cells + closing,
                                       .stride = axis == 0 ? 1 : p->shape.pitch,
                                       .count = {axis == 0 ? b.ny : b.nx, 1},
                                       .step = {axis == 0 ? p->shape.pitch : 1, 0}}};
}

static spate_status create_solver(adi_lines *l, int axis)
{
    const scheme_setup *s = l->setup;
    const int ring = axis == 0 ? s->grid->periodic_x : s->grid->periodic_y;
    const int64_t cells = axis == 0 ? s->grid->nx : s->grid->ny;
    char name[32];
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed_options_default(&o);
    o.n = ring ? cells : cells + 1;
    o.precision = adi_precision(s->options) == 32 ? 32 : 64;
    o.periodic = ring;
    o.chunk = ADI_CHUNK_BYTES / (o.precision / 8);
    o.threads = s->threads;
    o.backend = flow_solver_backend(s, name, sizeof name);
    o.memory = s->backend->mirrored ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    spate_line_part *parts = malloc(sizeof *parts * (size_t)(s->part_count ? s->part_count : 1));
    if (!parts)
        return fail_memory(s->ctx, "no memory for %d parts", s->part_count);
    for (int n = 0; n < s->part_count; ++n)
        parts[n] = share_of_part(s, &l->parts[n], s->first_part + n, axis);
    spate_status status =
        spate_tridiag_distributed_create(s->ctx, &o, parts, s->part_count, &l->solver[axis]);
    free(parts);
    if (status == SPATE_OK && s->backend->mirrored)
        status = spate_tridiag_distributed_set_stream(l->solver[axis], l->stream);
    return status == SPATE_OK ? spate_tridiag_distributed_setup(l->solver[axis]) : status;
}

spate_status adi_lines_create(adi_lines *l, const scheme_setup *setup, grid_part *parts)
{
    l->setup = setup;
    l->parts = parts;
    for (int n = 0; n < ADI_LINE_ARRAYS; ++n)
        l->rows[n] = calloc((size_t)setup->part_count + 1, sizeof *l->rows[n]);
    if (!l->rows[0] || !l->rows[1] || !l->rows[2] || !l->rows[3])
        return fail_memory(setup->ctx, "no memory for %d parts", setup->part_count);
    if (setup->backend->mirrored)
        l->stream = adi_kernels_of(&parts[0])->stream(&parts[0]);
    l->threads = threads_for(setup->threads);
    l->of_thread = aligned_alloc(_Alignof(adi_thread), sizeof *l->of_thread * (size_t)l->threads);
    if (!l->of_thread)
        return fail_memory(setup->ctx, "no memory for %d threads", l->threads);
    memset(l->of_thread, 0, sizeof *l->of_thread * (size_t)l->threads);
    SPATE_TRY(create_solver(l, 0));
    return create_solver(l, 1);
}

void adi_lines_destroy(adi_lines *l)
{
    spate_tridiag_distributed_destroy(l->solver[0]);
    spate_tridiag_distributed_destroy(l->solver[1]);
    for (int n = 0; n < ADI_LINE_ARRAYS; ++n)
        free(l->rows[n]);
    free(l->of_thread);
}

/* Index of a face along its line, counted from the first one of a part. */
static int index_in_part(const adi_lines *l, int part, int64_t row)
{
    const scheme_setup *s = l->setup;
    const box where = partition_box(s->partition, s->grid, s->first_part + part);
    return (int)(row - (l->stage == 0 ? where.i0 : where.j0));
}

static void fill(void *user, const spate_line_panel *of, void *a, void *b, void *c, void *d)
{
    const adi_lines *l = user;
    const grid_part *p = &l->parts[of->part];
    const adi_panel panel = {.line = of->line,
                             .lanes = of->lanes,
                             .first = index_in_part(l, of->part, of->first),
                             .rows = of->rows,
                             .a = a,
                             .b = b,
                             .c = c,
                             .d = d,
                             .room = l->of_thread[thread_number()].room,
                             .solve = l->solves};
    adi_kernels_of(p)->rows(p, l->stage, &panel);
}

/* Whether a row of the whole line lies beyond the last one of a part. */
static int ends_part(const adi_lines *l, int part, int64_t row)
{
    const scheme_setup *s = l->setup;
    const spate_line_part share =
        share_of_part(s, &l->parts[part], s->first_part + part, l->stage != 0);
    return row >= share.first + share.lines.n;
}

/* Whether the last face of the last cells belongs to another part, or is the first one again. */
static int goes_on(const adi_lines *l, int part, int axis)
{
    const scheme_setup *s = l->setup;
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    const int ring = axis == 0 ? s->grid->periodic_x : s->grid->periodic_y;
    return ring || (axis == 0 ? b.i0 + b.nx < s->grid->nx : b.j0 + b.ny < s->grid->ny);
}

static void store_fluxes(void *user, const spate_line_panel *of, const void *x, int pitch)
{
    const adi_lines *l = user;
    const grid_part *p = &l->parts[of->part];
    adi_thread *const mine = &l->of_thread[thread_number()];
    const adi_answers answers = {.line = of->line,
                                 .lanes = of->lanes,
                                 .pitch = pitch,
                                 .first = index_in_part(l, of->part, of->first),
                                 .rows = of->rows,
                                 .goes_on = !ends_part(l, of->part, of->first + of->rows),
                                 .room = mine->room,
                                 .solve = l->solves,
                                 .fluxes = x};
    adi_kernels_of(p)->store_fluxes(p, l->stage, &answers, &mine->found);
}

/* ---- rows in arrays of a device; they are solved in place of their right-hand sides ---- */

static spate_status make_rows(adi_lines *l, int stage)
{
    for (int n = 0; n < l->setup->part_count; ++n) {
        void *rows[ADI_LINE_ARRAYS];
        if (!adi_kernels_of(&l->parts[n])->make_rows(&l->parts[n], stage, rows))
            return fail_memory(l->setup->ctx, "the device has no memory for the rows of lines; use "
                                              "a smaller grid, f32, or more devices");
        for (int a = 0; a < ADI_LINE_ARRAYS; ++a)
            l->rows[a][n] = rows[a];
    }
    return SPATE_OK;
}

spate_status adi_lines_queue(adi_lines *l, int stage)
{
    return spate_tridiag_distributed_solve(l->solver[stage != 0], (const void *const *)l->rows[0],
                                           (const void *const *)l->rows[1],
                                           (const void *const *)l->rows[2],
                                           (const void *const *)l->rows[3], l->rows[3]);
}

static spate_status solve_on_device(adi_lines *l, int stage)
{
    SPATE_TRY(comm_agree(l->setup->ctx, make_rows(l, stage)));
    SPATE_TRY(adi_lines_queue(l, stage));
    for (int n = 0; n < l->setup->part_count; ++n)
        adi_kernels_of(&l->parts[n])->store_solved_fluxes(&l->parts[n], stage);
    return spate_tridiag_distributed_wait(l->solver[stage != 0]);
}

spate_status adi_lines_solve(adi_lines *l, int stage)
{
    if (l->setup->backend->mirrored)
        return solve_on_device(l, stage);
    l->stage = stage;
    for (int n = 0; n < l->threads; ++n)
        l->of_thread[n].found = (adi_found){.wrong = 0};
    ++l->solves;
    return spate_tridiag_distributed_solve_rows(l->solver[stage != 0], fill, store_fluxes, l, NULL);
}

adi_found adi_lines_end(adi_lines *l, int stage)
{
    adi_found all = {.wrong = 0};
    for (int n = 0; n < l->setup->part_count; ++n)
        adi_kernels_of(&l->parts[n])
            ->end_sweep(&l->parts[n], stage, goes_on(l, n, stage), &l->of_thread[0].found);
    for (int n = 0; n < l->threads; ++n) {
        const adi_found *f = &l->of_thread[n].found;
        all.wrong += f->wrong;
        all.deepest = f->deepest > all.deepest ? f->deepest : all.deepest;
        all.swiftest = f->swiftest > all.swiftest ? f->swiftest : all.swiftest;
    }
    return all;
}
