/* The methods of the paper: memory for rows, a solver for each direction, and the kernels of a
 * sweep. */
#include "backend/cuda/adi/methods.cuh"

#include <algorithm>

#include "backend/cuda/adi/methods_kernels.cuh"

extern "C" {
#include "backend/tridiag/device.h"
const tri_device *tri_device_cuda(void);
}

/* The lines of one direction. */
struct adi_method_axis {
    adi_line_batch batch;
    adi_line_arrays arrays;
    tri_device_solver *solver; /* NULL: the external one */
};

struct adi_methods {
    adi_method_axis axis[2];
    adi_lent_solver lent; /* solve is NULL: none */
    void *memory;
};

static adi_lent_solver lent_solver;

void adi_methods_lend(const adi_lent_solver *solver)
{
    lent_solver = solver ? *solver : adi_lent_solver();
}

/* Pitch of lines, or of rows: whole memory sectors. */
static long long padded(long long values)
{
    return (values + 31) / 32 * 32;
}

/* Interleaved lines for the threads of S1, contiguous lines for the blocks of S2. */
static adi_method_axis lay_out(const adi_device *d, int axis, adi_line_method method)
{
    adi_method_axis m = {};
    const int faces = d->faces[axis], lines = axis == 0 ? d->ny : d->nx;
    const int each = method == ADI_S14 ? 2 : 1; /* unknowns of a face */
    const int n = each * faces - (each == 2 && !d->ring[axis]);
    const bool beside = method == ADI_S1 || method == ADI_S14;
    m.batch = {(int)sizeof(calc) * 8,
               n,
               lines,
               (ptrdiff_t)(beside ? padded(lines) : 1),
               (ptrdiff_t)(beside ? 1 : padded(n)),
               NULL,
               NULL,
               NULL,
               NULL};
    const long long along = each * m.batch.row_step;
    m.arrays.step_i = axis == 0 ? along : m.batch.line_step;
    m.arrays.step_j = axis == 0 ? m.batch.line_step : along;
    m.arrays.level = each == 2 ? m.batch.row_step : 0;
    m.arrays.columns = axis == 0 ? faces : lines;
    m.arrays.rows = axis == 0 ? lines : faces;
    return m;
}

static size_t values_of(const adi_method_axis &m)
{
    return m.batch.line_step == 1 ? (size_t)m.batch.n * (size_t)m.batch.row_step
                                  : (size_t)m.batch.lines * (size_t)m.batch.line_step;
}

/* Both directions use the same memory. */
static bool allocate_memory(adi_methods *m)
{
    const size_t values = std::max(values_of(m->axis[0]), values_of(m->axis[1]));
    const int count = m->lent.solve ? 4 : 5;
    m->memory = cuda_allocate((size_t)count * values * sizeof(calc));
    if (!m->memory)
        return false;
    for (adi_method_axis &axis : m->axis) {
        calc *at = (calc *)m->memory;
        adi_line_arrays &to = axis.arrays;
        to.a = at, to.b = at + values, to.c = at + 2 * values, to.d = at + 3 * values;
        to.x = m->lent.solve ? NULL : at + 4 * values;
        axis.batch.a = to.a, axis.batch.b = to.b, axis.batch.c = to.c, axis.batch.x = to.d;
    }
    return true;
}

static tri_device_spec spec_of(const adi_line_batch &batch, const char *algorithm, int ring)
{
    tri_device_spec s = {};
    s.algorithm = algorithm;
    s.precision = batch.precision;
    s.periodic = ring;
    s.adjacent = batch.line_step == 1;
    s.n = batch.n;
    s.lines = s.count0 = batch.lines;
    s.stride = batch.row_step;
    s.step[0] = batch.line_step;
    s.number[0] = 1;
    return s;
}

/* Lines that are too long for shared memory use the same reduction in global memory. */
static tri_device_solver *make_solver(const adi_line_batch &batch, adi_line_method method, int ring,
                                      char *why, size_t room)
{
    static const char *const names[][2] = {{"thomas", NULL},
                                           {"thomas", NULL},
                                           {"pcr", "pcr-global"},
                                           {"cr-pcr", "cr-global"}};
    const tri_device *table = tri_device_cuda();
    const char *const *name = names[(int)method - (int)ADI_S1];
    tri_device_spec spec = spec_of(batch, name[0], ring);
    tri_device_solver *solver = table->create(&spec, why, room);
    spec.algorithm = name[1];
    return solver || !spec.algorithm || ring ? solver : table->create(&spec, why, room);
}

adi_methods *adi_methods_make(const adi_device *d, adi_line_method method, char *why, size_t room)
{
    adi_methods *m = new adi_methods();
    m->lent = lent_solver;
    bool ok = true;
    for (int axis = 0; axis < 2; ++axis)
        m->axis[axis] = lay_out(d, axis, method);
    ok = allocate_memory(m);
    for (int axis = 0; axis < 2 && ok; ++axis) {
        adi_method_axis &a = m->axis[axis];
        if (m->lent.solve)
            ok = m->lent.prepare(m->lent.user, &a.batch, why, room);
        else
            ok = (a.solver = make_solver(a.batch, method, d->ring[axis], why, room)) != NULL;
    }
    if (ok)
        return m;
    adi_methods_drop(m);
    return NULL;
}

void adi_methods_drop(adi_methods *m)
{
    if (!m)
        return;
    for (adi_method_axis &axis : m->axis)
        tri_device_cuda()->destroy(axis.solver);
    cuda_free(m->memory);
    delete m;
}

bool adi_methods_in_graphs(const adi_methods *m)
{
    return !m->lent.solve;
}

void adi_methods_solve(adi_methods *m, const adi_device *d, int stage, cudaStream_t stream)
{
    adi_method_axis &axis = m->axis[stage == ADI_SWEEP_X ? 0 : 1];
    const adi_line_arrays &to = axis.arrays;
    const bool turned = to.step_i != 1;
    const size_t tile = sizeof(calc) * ADI_TILE * (ADI_TILE + 1);
    const long long tiles = adi_tiles(to.columns, to.rows);
    tri_launch(turned ? adi_method_turned_rows_kernel : adi_method_rows_kernel, tiles,
               ADI_TILE_THREADS, turned ? 4 * tile : 0, stream, *d, stage, to);
    const tri_device_arrays arrays = {to.a, to.b, to.c, to.d, to.x};
    if (axis.solver)
        tri_device_cuda()->solve(axis.solver, &arrays, stream);
    else
        m->lent.solve(m->lent.user, &axis.batch, stream);
    tri_launch(adi_method_fluxes_kernel, tiles, ADI_TILE_THREADS, turned ? tile : 0, stream, *d,
               stage, to);
}
