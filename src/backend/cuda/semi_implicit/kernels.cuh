/* Kernels of the semi-implicit scheme: loops that call backend/semi_implicit/face.h, cell.h and
 * edges.h. faces: numbers of faces along each axis (semi_part). */
#ifndef SPATE_BACKEND_CUDA_SEMI_IMPLICIT_KERNELS_CUH
#define SPATE_BACKEND_CUDA_SEMI_IMPLICIT_KERNELS_CUH

#include "backend/cuda/semi_implicit/device.cuh"

typedef struct semi_counts {
    int faces[2];
} semi_counts;

/* ---- the beginning of a step ---- */

/* Faces around the part whose fluxes its own faces need, as on the CPU. */
enum { SEMI_RING = 2 };

static __global__ void semi_flux_kernel(const semi_device d)
{
    semi_for_cells(d, -SEMI_RING, -SEMI_RING, d.p.shape.nx + 2 * SEMI_RING,
                   d.p.shape.ny + 2 * SEMI_RING, [&](ptrdiff_t o) {
                       d.v.amount[0][o] = (real)semi_flux_at(&d.v, 0, o);
                       d.v.amount[1][o] = (real)semi_flux_at(&d.v, 1, o);
                   });
}

static __global__ void semi_explicit_share_kernel(const semi_device d)
{
    semi_for_cells(d, -1, -1, d.p.shape.nx + 2, d.p.shape.ny + 2,
                   [&](ptrdiff_t o) { d.v.share[o] = (real)semi_explicit_share(&d.v, o); });
}

/* ---- transport ---- */

typedef struct semi_velocities {
    const real *from[2];
    real *to[2];
} semi_velocities;

static __global__ void semi_transport_kernel(const semi_device d, semi_counts c, semi_velocities w,
                                             stag_axis k, int y, int advection)
{
    semi_for_faces(d, y, c.faces, [&](ptrdiff_t o) {
        w.to[y][o] = (real)semi_transported_at(&d.v, w.from, y, o, &k, advection);
    });
}

static __global__ void semi_follow_kernel(const semi_device d, semi_counts c, semi_velocities w,
                                          int y, double fraction)
{
    semi_for_faces(d, y, c.faces, [&](ptrdiff_t o) {
        w.to[y][o] = (real)semi_followed_at(&d.v, w.from, y, o, fraction);
    });
}

static __global__ void semi_turn_kernel(const semi_device d, semi_counts c, semi_velocities w,
                                        int y, semi_turn everywhere, double dt)
{
    const coriolis_rows &f = d.p.params.coriolis;
    semi_for_faces(d, y, c.faces, [&](ptrdiff_t o) {
        const semi_turn turn =
            f.beta == 0 ? everywhere
                        : semi_turn_of(&f, y, part_row_of(d.v.step[1], d.p.shape.halo, o), dt);
        w.to[y][o] = (real)semi_turned_at(&d.v, w.from, y, o, turn);
    });
}

/* ---- faces ---- */

/* Reads and writes as semi_faces of the CPU: 17 words a cell for both axes. */
static __global__ void semi_face_kernel(const semi_device d, semi_counts c, const real *transported,
                                        int y)
{
    semi_for_faces(d, y, c.faces, [&](ptrdiff_t o) {
        const semi_face f = semi_face_at(&d.v, transported, y, o);
        semi_store_face(&d.v, y, o, &f);
    });
}

enum { SEMI_PASS, SEMI_DRAIN, SEMI_SETTLE };

static __global__ void semi_finish_faces_kernel(const semi_device d, semi_counts c, int y, int what,
                                                const real *after)
{
    semi_for_faces(d, y, c.faces, [&](ptrdiff_t o) {
        if (what == SEMI_PASS)
            semi_pass_face(&d.v, y, o);
        else if (what == SEMI_DRAIN)
            semi_drain_face(&d.v, y, o);
        else
            semi_settle_face(&d.v, after, y, o);
    });
}

enum { SEMI_STORE_EDGES, SEMI_LIMIT_EDGES, SEMI_PASS_EDGES, SEMI_NOTE_EDGES, SEMI_BEGIN_EDGES };

static __global__ void semi_edge_kernel(const semi_device d, int what)
{
    semi_for_listed(d, [&](boundary_face *f, int y) {
        if (what == SEMI_STORE_EDGES)
            semi_store_edge(&d.p, &d.v, f, y);
        else if (what == SEMI_LIMIT_EDGES && semi_limit_edge(&d.v, f, y))
            atomicAdd(&d.found->limited, 1ull);
        else if (what == SEMI_PASS_EDGES)
            semi_pass_edge(&d.v, f, y);
        else if (what == SEMI_NOTE_EDGES)
            semi_note_face(&d.p, &d.v, f, y);
        else if (what == SEMI_BEGIN_EDGES)
            semi_begin_edge(&d.p, f, y);
    });
}

/* ---- cells ---- */

static __global__ void semi_rows_kernel(const semi_device d, int first, real *change)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        semi_sum_row(&d.v, o, first || d.v.wet[o]);
        if (first)
            change[o] = (real)0;
    });
}

static __global__ void semi_newton_kernel(const semi_device d)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        semi_raise(&d.found->largest, (double)abs_r((calc)d.v.change[o]));
        semi_raise(&d.found->flipped, (double)semi_next_row(&d.v, o));
    });
}

static __global__ void semi_depth_kernel(const semi_device d, int shared, real *to)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        if (shared ? semi_shared_depth(&d.v, o, &to[o]) : semi_new_depth(&d.v, o, &to[o]))
            atomicAdd(&d.found->wrong, 1ull);
    });
}

enum { SEMI_FIRST_SHARES, SEMI_ALL_SHARES, SEMI_NEXT_SHARES };

static __global__ void semi_share_kernel(const semi_device d, int which, real *to)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        to[o] =
            (real)(which == SEMI_NEXT_SHARES ? semi_next_share(&d.v, o)
                                             : semi_first_share(&d.v, o, which == SEMI_ALL_SHARES));
    });
}

/* ---- sources and rates ---- */

static __global__ void semi_water_kernel(const semi_device d, int water)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny,
                   [&](ptrdiff_t o) { part_water_cell(&d.p, water, o); });
}

static __global__ void semi_rate_kernel(const semi_device d, int slot)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        semi_raise(&d.found->rate, (double)semi_rate_at(&d.p, slot, o));
    });
}

static __global__ void semi_flow_kernel(const semi_device d, int slot)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        if (!(d.p.codes[o] & CELL_INACTIVE))
            semi_raise(&d.found->flow, (double)semi_flow_at(&d.p, slot, o));
    });
}

/* A cell may have several inflows, consecutive in the list: the thread of the first one applies
 * all. */
static __global__ void semi_inflow_kernel(const semi_device d)
{
    const inflow_list &l = d.p.sources.inflow_cells;
    const int first = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (first >= l.count)
        return;
    const inflow_cell cell = l.cells[first];
    if (first > 0 && l.cells[first - 1].i == cell.i && l.cells[first - 1].j == cell.j)
        return;
    for (int n = first; n < l.count && l.cells[n].i == cell.i && l.cells[n].j == cell.j; ++n)
        semi_raise(&d.found->rate, (double)semi_inflow_cell(&d.p, n));
}

/* ---- momentum at cells ---- */

enum { SEMI_TO_CELLS, SEMI_COMPARE, SEMI_TO_FACES };

static __global__ void semi_centre_kernel(const semi_device d, int what)
{
    semi_for_cells(d, 0, 0, d.p.shape.nx, d.p.shape.ny, [&](ptrdiff_t o) {
        for (int axis = 0; axis < 2; ++axis) {
            real *const cell = (real *)d.p.field[FIELD_MOMENTUM_X + axis][0] + o;
            if (what == SEMI_TO_CELLS)
                *cell = (real)semi_centred(&d.p, axis, o);
            else if (what == SEMI_TO_FACES)
                semi_face_from_cells(&d.p, axis, o);
            else if (*cell != (real)semi_centred(&d.p, axis, o))
                d.found->changed = 1;
        }
    });
}

/* ---- the clock: one block ---- */

static __global__ void semi_begin_kernel(semi_device d)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    if (team.rank == 0)
        semi_clock_choose(&d.p);
    team_wait(&team);
    part_faces_begin(&d.p, &team);
    team_wait(&team);
    if (team.rank == 0)
        sources_begin(&d.p.sources, d.p.clock, d.p.params.rain, clock_end(d.p.clock));
}

static __device__ inline void semi_account(const grid_part *p, const boundary_list *list,
                                           double length, const face_team *team)
{
    for (int n = team->rank; n < list->count; n += team->size)
        face_account(&list->faces[n], p->boundaries, p->params.stages, p->clock->dt, length);
}

/* As semi_clock_finish, by the threads of a block. The rates are those of all parts. */
static __global__ void semi_finish_kernel(semi_device d)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    const inflow_list &l = d.p.sources.inflow_cells;
    spate_clock *const clock = d.p.clock;
    if (team.rank == 0) {
        semi_judge_length(&d.p);
        d.found->accepted = clock_judge(clock);
    }
    team_wait(&team);
    if (!d.found->accepted)
        return;
    semi_account(&d.p, &d.p.boundary_x, d.p.params.dy, &team);
    semi_account(&d.p, &d.p.boundary_y, d.p.params.dx, &team);
    for (int n = team.rank; n < l.count; n += team.size) {
        l.kept[n][INFLOW_CARRY] = l.attempt[n][INFLOW_CARRY];
        l.kept[n][INFLOW_ENTERED] += l.attempt[n][INFLOW_ENTERED];
        l.kept[n][INFLOW_SHORTFALL] += l.attempt[n][INFLOW_SHORTFALL];
    }
    team_wait(&team); /* all have read dt */
    if (team.rank != 0)
        return;
    clock->rain_depth += clock->rain_amount;
    clock->rain_map_depth += clock->dt * d.p.sources.rain_map_sum;
    clock_move(clock);
}

#endif
