/* The lines of the mass matrix, one matrix for all of them if no cell inside the grid is inactive. */
#include "schemes/vector_invariant_lines.h"

#include <stdlib.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/vector_invariant.h"
#include "schemes/flow_solver.h"
#include "solvers/tridiag/distributed_rhs.h"

static int on_device(const flow *k)
{
    return k->setup.backend->mirrored;
}

void vi_lines_forget(vi_lines *m)
{
    for (int y = 0; y < 2; ++y) {
        spate_tridiag_distributed_destroy(m->lines[y]);
        m->lines[y] = NULL;
        for (int a = 0; a < VI_LINE_ARRAYS; ++a) {
            free(m->rows[y][a]);
            m->rows[y][a] = NULL;
        }
    }
    free(m->receivers);
    m->receivers = NULL;
}

/* Whether a cell of some part of some rank is inactive. */
static int has_holes(const flow *k)
{
    double holes = 0;
    for (int n = 0; n < k->setup.part_count; ++n) {
        const grid_part *p = &k->parts[n];
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i)
                if (p->codes[(ptrdiff_t)j * p->shape.pitch + i] & CELL_INACTIVE)
                    holes = 1;
    }
    comm_max(k->setup.ctx->comm, &holes, 1);
    return holes > 0;
}

static spate_line_part share_of_part(const scheme_setup *s, const grid_part *p, int part, int y)
{
    const box b = partition_box(s->partition, s->grid, part);
    const int px = s->partition->px;
    return (spate_line_part){.bundle = y ? part % px : part / px,
                             .first = y ? b.j0 : b.i0,
                             .lines = {.n = y ? b.ny : b.nx,
                                       .stride = y ? p->shape.pitch : 1,
                                       .count = {y ? b.nx : b.ny, 1},
                                       .step = {y ? 1 : p->shape.pitch, 0}}};
}

/* One matrix for all lines. Between walls the first face is closed. */
static spate_status set_shared(spate_context *ctx, spate_tridiag_distributed *t, int64_t n,
                               int ring)
{
    double *rows = malloc(sizeof *rows * 3 * (size_t)n);
    if (!rows)
        return fail_memory(ctx, "no memory for a line of %lld faces", (long long)n);
    double *a = rows, *b = rows + n, *c = rows + 2 * n;
    for (int64_t i = 0; i < n; ++i) {
        const int closed = !ring && i == 0, first = !ring && i == 1;
        a[i] = closed || first ? 0 : VI_MASS_SIDE;
        b[i] = closed ? 1 : VI_MASS_CENTRE;
        c[i] = closed ? 0 : VI_MASS_SIDE;
    }
    const spate_status status = spate_tridiag_distributed_set_matrix(t, a, b, c);
    free(rows);
    return status;
}

/* Rows in the memory of the device. */
static spate_status make_rows(vi_lines *m, int y)
{
    flow *k = m->k;
    const int count = k->setup.part_count;
    for (int a = 0; a < VI_LINE_ARRAYS; ++a)
        if (!(m->rows[y][a] = calloc((size_t)count + 1, sizeof *m->rows[y][a])))
            return fail_memory(k->setup.ctx, "no memory for lines");
    if (!m->receivers && !(m->receivers = calloc((size_t)count + 1, sizeof *m->receivers)))
        return fail_memory(k->setup.ctx, "no memory for lines");
    for (int n = 0; n < count; ++n) {
        void *rows[VI_LINE_ARRAYS];
        if (!vi_kernels_of(&k->parts[n])->line_arrays(&k->parts[n], y, !m->shared, rows))
            return fail_memory(k->setup.ctx,
                               "the device has no memory for the rows of lines; use a "
                               "smaller grid, f32, or more devices");
        for (int a = 0; a < VI_LINE_ARRAYS; ++a)
            m->rows[y][a][n] = rows[a];
    }
    return SPATE_OK;
}

static spate_status create_solver(vi_lines *m, int y)
{
    const flow *k = m->k;
    const scheme_setup *s = &k->setup;
    char name[32];
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed_options_default(&o);
    o.matrix = m->shared ? SPATE_TRIDIAG_SHARED : SPATE_TRIDIAG_GENERAL;
    o.n = y ? s->grid->ny : s->grid->nx;
    o.precision = s->options->precision;
    o.periodic = y ? s->grid->periodic_y : s->grid->periodic_x;
    o.threads = s->threads;
    o.backend = flow_solver_backend(s, name, sizeof name);
    o.memory = on_device(k) ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    spate_line_part *parts = malloc(sizeof *parts * ((size_t)s->part_count + 1));
    SPATE_TRY(comm_agree(s->ctx, parts ? SPATE_OK : fail_memory(s->ctx, "no memory for lines")));
    for (int n = 0; n < s->part_count; ++n)
        parts[n] = share_of_part(s, &k->parts[n], s->first_part + n, y);
    spate_status status =
        spate_tridiag_distributed_create(s->ctx, &o, parts, s->part_count, &m->lines[y]);
    free(parts);
    if (status == SPATE_OK && m->shared)
        status = set_shared(s->ctx, m->lines[y], o.n, o.periodic);
    return status;
}

static spate_status create_lines(vi_lines *m, int y)
{
    const flow *k = m->k;
    SPATE_TRY(create_solver(m, y));
    if (on_device(k)) {
        SPATE_TRY(comm_agree(k->setup.ctx, make_rows(m, y)));
        SPATE_TRY(spate_tridiag_distributed_set_stream(
            m->lines[y], vi_kernels_of(&k->parts[0])->stream(&k->parts[0])));
    }
    return spate_tridiag_distributed_setup(m->lines[y]);
}

static vi_panel panel_of(const vi_lines *m, const spate_line_panel *of)
{
    const scheme_setup *s = &m->k->setup;
    const box b = partition_box(s->partition, s->grid, s->first_part + of->part);
    return (vi_panel){.y = m->y,
                      .line = of->line,
                      .lanes = of->lanes,
                      .rows = of->rows,
                      .first = (int)(of->first - (m->y ? b.j0 : b.i0))};
}

static void fill(void *user, const spate_line_panel *of, void *a, void *b, void *c, void *d)
{
    const vi_lines *m = user;
    const grid_part *p = &m->k->parts[of->part];
    const vi_panel panel = panel_of(m, of);
    vi_kernels_of(p)->mass_rows(p, &panel, a, b, c, d);
}

static void receive(void *user, const spate_line_panel *of, const void *x, int pitch)
{
    const vi_lines *m = user;
    const grid_part *p = &m->k->parts[of->part];
    const vi_panel panel = panel_of(m, of);
    vi_kernels_of(p)->accelerate(p, &panel, x, pitch);
}

/* Is queued. Lines that are whole in a part become velocities at once. Solutions of others take the
 * place of right-hand sides. */
static spate_status solve_on_device(vi_lines *m)
{
    const flow *k = m->k;
    void **const *rows = m->rows[m->y];
    const void *const *const in[4] = {(const void *const *)rows[0], (const void *const *)rows[1],
                                      (const void *const *)rows[2], (const void *const *)rows[3]};
    for (int n = 0; n < k->setup.part_count; ++n)
        m->receivers[n] = vi_kernels_of(&k->parts[n])->line_receiver(&k->parts[n], m->y);
    SPATE_TRY(dist_solve_into(m->lines[m->y], in, rows[3], m->receivers));
    for (int n = 0; n < k->setup.part_count; ++n)
        if (!m->receivers[n].takes)
            vi_kernels_of(&k->parts[n])->accelerate_all(&k->parts[n], m->y, rows[3][n]);
    return SPATE_OK;
}

static spate_status solve_axis(vi_lines *m, int y)
{
    m->y = y;
    return on_device(m->k)
               ? solve_on_device(m)
               : spate_tridiag_distributed_solve_rows(m->lines[y], fill, receive, m, NULL);
}

spate_status vi_lines_await(vi_lines *m)
{
    spate_status status = SPATE_OK;
    for (int y = 0; y < 2 && m->lines[y] && on_device(m->k); ++y) {
        const spate_status waited = spate_tridiag_distributed_wait(m->lines[y]);
        status = status == SPATE_OK ? waited : status;
    }
    return status;
}

spate_status vi_lines_start(vi_lines *m, const halo_field *fields, int count)
{
    flow *k = m->k;
    if (!m->lines[0]) {
        m->shared = !has_holes(k);
        SPATE_TRY(create_lines(m, 0));
        SPATE_TRY(create_lines(m, 1));
    }
    spate_status status = solve_axis(m, 0);
    if (count > 1)
        halo_start(k->halo, fields, count - 1, VI_HALO);
    if (status == SPATE_OK)
        status = solve_axis(m, 1);
    if (count > 1 && halo_is_remote(k->halo))
        halo_finish(k->halo);
    if (count > 0)
        flow_exchange(k, fields + count - 1, 1);
    return status;
}
