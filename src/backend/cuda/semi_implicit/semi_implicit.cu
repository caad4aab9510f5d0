/* The semi-implicit kernels of the CUDA backend: the entries of the kernel table. The scheme makes
 * every step; the host looks at counts and rates between kernels. Compiled once per precision and
 * arithmetic (fast, strict). */
#include "backend/cuda/common/build.cuh"
#include "backend/cuda/semi_implicit/work.cuh"

namespace
{

/* ---- the clock ---- */

void settle_clock(grid_part *part)
{
    semi_work *w = work_of(part);
    copy(&w->clock, common_of(part)->twin.clock, sizeof w->clock, "copying the clock");
    wait("waiting for the clock");
    if (!cuda_trouble())
        *part->clock = w->clock;
}

void begin(grid_part *part)
{
    const grid_part &twin = common_of(part)->twin;
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water) /* summed by the scheme over all parts */
            copy(&twin.boundaries[n].conveyance, &part->boundaries[n].conveyance,
                 2 * sizeof(double), "copying a conveyance");
    push_clock(part);
    cuda_launch(semi_begin_kernel, 1, SEMI_TEAM, cuda_stream(), "launching the begin of a step",
                device_of(part));
    settle_clock(part);
}

void finish(grid_part *part)
{
    push_clock(part);
    cuda_launch(semi_finish_kernel, 1, SEMI_TEAM, cuda_stream(), "launching the end of a step",
                device_of(part));
    settle_clock(part);
    part->newer_there |= changed_by_step(part);
}

/* ---- transport ---- */

double flow(grid_part *part)
{
    semi_work *w = work_of(part);
    clear(w);
    over_cells(part, semi_flow_kernel, device_of(part), (int)part->clock->now);
    return number(found(w).flow);
}

void fluxes(grid_part *part)
{
    const semi_device d = device_of(part);
    over_cells(part, semi_flux_kernel, d);
    if (d.v.axis[0].theta < C(1))
        over_cells(part, semi_explicit_share_kernel, d);
}

semi_velocities velocities_of(const grid_part *part, int from, int to)
{
    void *const(*f)[PART_SLOTS] = common_of(part)->twin.field;
    return {{(const real *)f[SEMI_U][from], (const real *)f[SEMI_V][from]},
            {(real *)f[SEMI_U][to], (real *)f[SEMI_V][to]}};
}

void transport(grid_part *part, int from, int to, double fraction, int advected)
{
    const semi_device d = device_of(part);
    for (int y = 0; y < 2; ++y)
        over_cells(part, semi_transport_kernel, d, counts_of(part), velocities_of(part, from, to),
                   semi_axis_at(part, y, fraction).k, y,
                   advected ? d.v.advection : (int)STAG_LINEAR);
}

void follow(grid_part *part, int from, int to, double fraction)
{
    for (int y = 0; y < 2; ++y)
        over_cells(part, semi_follow_kernel, device_of(part), counts_of(part),
                   velocities_of(part, from, to), y, fraction);
}

void turn(grid_part *part, int from, int to)
{
    for (int y = 0; y < 2; ++y)
        over_cells(part, semi_turn_kernel, device_of(part), counts_of(part),
                   velocities_of(part, from, to), y,
                   semi_turn_of(&part->params.coriolis, y, 0, part->clock->dt), part->clock->dt);
}

void use_moved(grid_part *part)
{
    grid_part &twin = common_of(part)->twin;
    for (int field = SEMI_U; field <= SEMI_V; ++field)
        semi_swap(&twin.field[field][1 - part->clock->now], &twin.field[field][SEMI_MOVED]);
}

/* ---- faces ---- */

void faces(grid_part *part, int from)
{
    const semi_device d = device_of(part);
    for (int y = 0; y < 2; ++y)
        over_cells(part, semi_face_kernel, d, counts_of(part),
                   velocities_of(part, from, from).from[y], y);
    over_edges(part, d, SEMI_STORE_EDGES);
}

void finish_faces(grid_part *part, const semi_device &d, int what)
{
    const real *after =
        (const real *)common_of(part)->twin.field[FIELD_DEPTH][1 - part->clock->now];
    for (int y = 0; y < 2; ++y)
        over_cells(part, semi_finish_faces_kernel, d, counts_of(part), y, what, after);
}

void pass(grid_part *part)
{
    const semi_device d = device_of(part);
    finish_faces(part, d, SEMI_PASS);
    over_edges(part, d, SEMI_PASS_EDGES);
}

void drain(grid_part *part)
{
    finish_faces(part, device_of(part), SEMI_DRAIN);
}

void settle(grid_part *part)
{
    const semi_device d = device_of(part);
    finish_faces(part, d, SEMI_SETTLE);
    over_edges(part, d, SEMI_NOTE_EDGES);
}

/* ---- cells ---- */

void cells(grid_part *part, int first)
{
    over_cells(part, semi_rows_kernel, device_of(part), first,
               (real *)common_of(part)->twin.field[SEMI_CHANGE][0]);
}

semi_newton newton(grid_part *part)
{
    semi_work *w = work_of(part);
    clear(w);
    over_cells(part, semi_newton_kernel, device_of(part));
    const semi_found &f = found(w);
    return {number(f.largest), number(f.flipped)};
}

int64_t limit_edges(grid_part *part)
{
    semi_work *w = work_of(part);
    clear(w);
    over_edges(part, device_of(part), SEMI_LIMIT_EDGES);
    return (int64_t)found(w).limited;
}

int64_t depths(grid_part *part, int shared)
{
    semi_work *w = work_of(part);
    clear(w);
    over_cells(part, semi_depth_kernel, device_of(part), shared,
               (real *)common_of(part)->twin.field[FIELD_DEPTH][1 - part->clock->now]);
    return (int64_t)found(w).wrong;
}

void begin_shares(grid_part *part, int all)
{
    over_cells(part, semi_share_kernel, device_of(part),
               all ? (int)SEMI_ALL_SHARES : (int)SEMI_FIRST_SHARES,
               (real *)common_of(part)->twin.field[SEMI_SHARES][0]);
}

void improve_shares(grid_part *part)
{
    grid_part &twin = common_of(part)->twin;
    over_cells(part, semi_share_kernel, device_of(part), (int)SEMI_NEXT_SHARES,
               (real *)twin.field[SEMI_SHARES][1]);
    semi_swap(&twin.field[SEMI_SHARES][0], &twin.field[SEMI_SHARES][1]);
}

/* ---- sources and rates ---- */

void sources(grid_part *part)
{
    semi_work *w = work_of(part);
    const semi_device d = device_of(part);
    const int water = part_water_kind(part), inflows = part->sources.inflow_cells.count;
    clear(w);
    if (water != WATER_KEPT)
        over_cells(part, semi_water_kernel, d, water);
    over_cells(part, semi_rate_kernel, d, 1 - part->clock->now);
    if (inflows)
        cuda_launch(semi_inflow_kernel, blocks_for(inflows, SEMI_THREADS), SEMI_THREADS,
                    cuda_stream(), "launching a kernel of inflows", d);
    part->clock->next_rate = number(found(w).rate);
}

void scan(grid_part *part)
{
    semi_work *w = work_of(part);
    push_clock(part);
    clear(w);
    over_cells(part, semi_rate_kernel, device_of(part), (int)part->clock->now);
    part->clock->rate = number(found(w).rate);
    push_clock(part);
}

/* On the image. */
double limiting(const grid_part *part, int *at_i, int *at_j)
{
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const calc rate =
                semi_rate_at(part, part->clock->now, (ptrdiff_t)j * part->shape.pitch + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

/* ---- momentum at cells ---- */

/* Before the first push the image is all there is. */
void show(grid_part *part)
{
    if (part->newer_here & PART_STATE) {
        for (int axis = 0; axis < 2; ++axis)
            for (int j = 0; j < part->shape.ny; ++j)
                for (int i = 0; i < part->shape.nx; ++i) {
                    const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
                    ((real *)part->field[FIELD_MOMENTUM_X + axis][0])[o] =
                        (real)semi_centred(part, axis, o);
                }
        return;
    }
    push_clock(part);
    over_cells(part, semi_centre_kernel, device_of(part), (int)SEMI_TO_CELLS);
    part->newer_there |= PART_SHOWN;
}

int centre_changed(grid_part *part)
{
    semi_work *w = work_of(part);
    clear(w);
    push_clock(part);
    over_cells(part, semi_centre_kernel, device_of(part), (int)SEMI_COMPARE);
    return found(w).changed != 0;
}

void to_faces(grid_part *part)
{
    push_clock(part);
    over_cells(part, semi_centre_kernel, device_of(part), (int)SEMI_TO_FACES);
    part->newer_there |= PART_STATE;
}

void to_outer_faces(grid_part *part)
{
    push_clock(part);
    over_edges(part, device_of(part), SEMI_BEGIN_EDGES);
    part->newer_there |= PART_STATE;
}

semi_kernels make_table(void)
{
    semi_kernels t = {};
    t.base.isa = CUDA_ISA;
    t.base.prepare = prepare;
    t.base.dispose = dispose;
    t.base.scan = scan;
    t.base.limiting = limiting;
    t.base.show = show;
    t.begin = begin;
    t.finish = finish;
    t.flow = flow;
    t.fluxes = fluxes;
    t.transport = transport;
    t.follow = follow;
    t.turn = turn;
    t.use_moved = use_moved;
    t.faces = faces;
    t.cells = cells;
    t.newton = newton;
    t.limit_edges = limit_edges;
    t.pass = pass;
    t.depths = depths;
    t.begin_shares = begin_shares;
    t.improve_shares = improve_shares;
    t.drain = drain;
    t.settle = settle;
    t.sources = sources;
    t.centre_changed = centre_changed;
    t.to_faces = to_faces;
    t.to_outer_faces = to_outer_faces;
    return t;
}

} // namespace

CUDA_KERNEL_TABLE(semi_kernels, semi_kernels_cuda)
