/* One rectangle through one stage: rows of fluxes, potential vorticity, weights and kinetic
 * energy roll through scratch memory of a few rows, so that fields are read once and written
 * once. A leapfrog step with lumped mass reads h, u, v of two times and the bed, and writes h,
 * u, v: 10 words per cell. A first Runge-Kutta stage reads h, u, v, bed: 7 words; the other two
 * read two states. What lies around a rectangle is computed again by each of its neighbours. */
#include "backend/cpu/vector_invariant/sweep.h"

#include "backend/cpu/vector_invariant/sweep_scratch.h"

#define VI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

size_t VI_SYMBOL(vi_scratch_bytes)(void)
{
    return sizeof(calc) * (size_t)ROW * ROW_COUNT;
}

/* ---- rows ahead ---- */

static SWEEP_NOINLINE void fluxes_x(const sweep *s, int j)
{
    const calc *h = at(s, s->v.in.h, j);
    row_flux(h - 1, h, at(s, s->v.in.u, j), ring(s, ROWS_QX, j), s->width);
}

static SWEEP_NOINLINE void fluxes_y(const sweep *s, int j)
{
    row_flux(at(s, s->v.in.h, j - 1), at(s, s->v.in.h, j), at(s, s->v.in.v, j), ring(s, ROWS_QY, j),
             s->width);
}

static SWEEP_NOINLINE void potential(const sweep *s, int j)
{
    const corner_rows a = {.h = at(s, s->v.in.h, j),
                           .h_south = at(s, s->v.in.h, j - 1),
                           .u = at(s, s->v.in.u, j),
                           .u_south = at(s, s->v.in.u, j - 1),
                           .v = at(s, s->v.in.v, j),
                           .codes = s->v.codes + origin(s, j),
                           .codes_south = s->v.codes + origin(s, j - 1),
                           .f = vi_coriolis(s->part, j)};
    calc *q = ring(s, ROWS_POTENTIAL, j);
    if (s->r->edged)
        row_potential_edged(a, q, s->width, s->v.metric);
    else
        row_potential(a, q, s->width, s->v.metric);
}

static SWEEP_NOINLINE void kinetic(const sweep *s, int j)
{
    const calc *u = at(s, s->v.in.u, j), *v = at(s, s->v.in.v, j);
    const calc *north = at(s, s->v.in.v, j + 1);
    calc *to = ring(s, ROWS_KINETIC, j);
    if (s->v.form == VI_PAPER)
        row_kinetic(u, v, north, to, s->width, VI_PAPER);
    else
        row_kinetic(u, v, north, to, s->width, VI_ENERGY);
}

static SWEEP_NOINLINE void weights(const sweep *s, int j)
{
    const weight_rows to = {ring(s, ROWS_RISE, j), ring(s, ROWS_FALL, j), ring(s, ROWS_ALONG_X, j),
                            ring(s, ROWS_ALONG_Y, j)};
    row_weights(ring(s, ROWS_POTENTIAL, j), ring(s, ROWS_POTENTIAL, j + 1), to, s->width);
}

/* What the faces of row j of cells need that those of row j - 1 did not. */
static void rows_ahead(const sweep *s, int j)
{
    fluxes_x(s, j);
    fluxes_y(s, j + 1);
    potential(s, j + 1);
    kinetic(s, j);
    if (s->v.form == VI_ENSTROPHY)
        weights(s, j);
}

/* ---- results ---- */

static step_rows steps_of(const sweep *s, int j, const real *base, const real *in, real *to)
{
    const step_rows a = {.base = at(s, base, j),
                         .in = at(s, in, j),
                         .to = (calc *)to + origin(s, j),
                         .dt = s->v.dt,
                         .weight = s->v.weight};
    return a;
}

static SWEEP_NOINLINE int depths(const sweep *s, int j)
{
    const step_rows a = steps_of(s, j, s->v.base.h, s->v.in.h, s->v.out.h);
    const calc *qx = ring(s, ROWS_QX, j), *south = ring(s, ROWS_QY, j);
    const calc *north = ring(s, ROWS_QY, j + 1);
    calc *deepest = row(s, ROW_DEEPEST);
    return s->v.blends
               ? row_depths(a, qx, south, north, deepest, s->h_dry, s->width, 1, s->v.metric)
               : row_depths(a, qx, south, north, deepest, s->h_dry, s->width, 0, s->v.metric);
}

/* Inactive cells have no water and are not dry. */
static int depths_edged(const sweep *s, int j)
{
    const uint8_t *codes = s->v.codes + origin(s, j);
    const calc *h = at(s, s->v.out.h, j);
    int dry = 0;
    depths(s, j);
    for (int i = 0; i < s->width; ++i)
        dry |= !(codes[i] & CELL_INACTIVE) && !(h[i] > s->h_dry);
    return dry;
}

static cell_rows cells_of(const sweep *s, int j, int along, int flux)
{
    const cell_rows a = {.h = at(s, s->v.in.h, j),
                         .bed = at(s, s->v.bed, j),
                         .kinetic = ring(s, ROWS_KINETIC, j),
                         .rise = ring(s, ROWS_RISE, j),
                         .fall = ring(s, ROWS_FALL, j),
                         .along = ring(s, along, j),
                         .flux = ring(s, flux, j)};
    return a;
}

/* One loop for each form, with and without blending, of velocities or forces. */
#define ROW_OF(name, rows_type, row_fn, form)                                                      \
    static SWEEP_NOINLINE void name(const rows_type *a, const step_rows *to, calc *swiftest,       \
                                    const sweep *s)                                                \
    {                                                                                              \
        if (!s->lumped)                                                                            \
            row_fn(*a, *to, swiftest, s->width, form, 0, 0, s->v.metric);                          \
        else if (s->v.blends)                                                                      \
            row_fn(*a, *to, swiftest, s->width, form, 1, 1, s->v.metric);                          \
        else                                                                                       \
            row_fn(*a, *to, swiftest, s->width, form, 0, 1, s->v.metric);                          \
    }
ROW_OF(u_enstrophy, u_rows, row_u, VI_ENSTROPHY)
ROW_OF(u_energy, u_rows, row_u, VI_ENERGY)
ROW_OF(u_paper, u_rows, row_u, VI_PAPER)
ROW_OF(v_enstrophy, v_rows, row_v, VI_ENSTROPHY)
ROW_OF(v_energy, v_rows, row_v, VI_ENERGY)
ROW_OF(v_paper, v_rows, row_v, VI_PAPER)

/* Closed faces stand still. */
static void close_faces(const sweep *s, int y, int j, calc *to)
{
    const uint8_t *codes = s->v.codes + origin(s, j);
    for (int i = 0; i < s->width; ++i)
        if (vi_is_closed(codes, y, i))
            to[i] = C(0);
}

static void row_of_u(const sweep *s, int j)
{
    const u_rows a = {.cells = cells_of(s, j, ROWS_ALONG_X, ROWS_QY),
                      .north = ring(s, ROWS_QY, j + 1),
                      .q = ring(s, ROWS_POTENTIAL, j),
                      .q_north = ring(s, ROWS_POTENTIAL, j + 1),
                      .along_flux = ring(s, ROWS_QX, j)};
    const step_rows to =
        steps_of(s, j, s->v.base.u, s->v.in.u, s->lumped ? s->v.out.u : s->v.force_x);
    calc *swiftest = row(s, ROW_SWIFTEST_U);
    switch (s->v.form) {
    case VI_ENSTROPHY: u_enstrophy(&a, &to, swiftest, s); break;
    case VI_ENERGY: u_energy(&a, &to, swiftest, s); break;
    default: u_paper(&a, &to, swiftest, s);
    }
    if (s->r->edged)
        close_faces(s, 0, j, to.to);
}

static void row_of_v(const sweep *s, int j)
{
    const v_rows a = {.back = cells_of(s, j - 1, ROWS_ALONG_Y, ROWS_QX),
                      .front = cells_of(s, j, ROWS_ALONG_Y, ROWS_QX),
                      .q = ring(s, ROWS_POTENTIAL, j),
                      .along_back = ring(s, ROWS_QY, j - 1),
                      .along_front = ring(s, ROWS_QY, j + 1)};
    const step_rows to =
        steps_of(s, j, s->v.base.v, s->v.in.v, s->lumped ? s->v.out.v : s->v.force_y);
    calc *swiftest = row(s, ROW_SWIFTEST_V);
    switch (s->v.form) {
    case VI_ENSTROPHY: v_enstrophy(&a, &to, swiftest, s); break;
    case VI_ENERGY: v_energy(&a, &to, swiftest, s); break;
    default: v_paper(&a, &to, swiftest, s);
    }
    if (s->r->edged)
        close_faces(s, 1, j, to.to);
}

void VI_SYMBOL(vi_sweep)(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    (void)stage; /* that of the view */
    sweep s = {.part = part,
               .r = r,
               .scratch = scratch,
               .width = r->x1 - r->x0,
               .lumped = vi_of(part)->lumped,
               .v = vi_view_of(part),
               .pacing = vi_pacing_of_part(part),
               .h_dry = (calc)part->params.dry_depth};
    clear_maxima(&s);
    fluxes_y(&s, r->y0 - 1);
    potential(&s, r->y0 - 1);
    rows_ahead(&s, r->y0 - 1); /* q of row y0, and more */
    for (int j = r->y0; j < r->y1; ++j) {
        rows_ahead(&s, j);
        s.dry |= r->edged ? depths_edged(&s, j) : depths(&s, j);
        row_of_u(&s, j);
        row_of_v(&s, j);
        if ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == r->y1)
            report_tiles(&s, j);
    }
}
