/* The mass matrix: rows of lines for the solver of cut lines, products for conjugate gradients, and
 * velocities from their solutions. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_MASS_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_MASS_CUH

#include "backend/cuda/vector_invariant/launch.cuh"
#include "backend/cuda/vector_invariant/lines.cuh"

/* a, b, c, which depend on closed faces alone. */
static __global__ void mass_rows_kernel(const __grid_constant__ vi_device c, int y, real *low,
                                        real *centre, real *high)
{
    const ptrdiff_t step = y ? c.p.shape.pitch : 1;
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) {
        const vi_mass_row r = vi_mass_row_at(c.p.codes, y, step, o, C(0));
        low[o] = (real)r.a;
        centre[o] = (real)r.b;
        high[o] = (real)r.c;
    });
}

/* 2 words, and codes. */
static __global__ void mass_product_kernel(const __grid_constant__ vi_device c, int y,
                                           const calc *p, calc *product, ptrdiff_t pitch)
{
    const ptrdiff_t step = y ? pitch : 1;
    for_cells(c.p.shape, [&](ptrdiff_t o, int i, int j) {
        product[j * pitch + i] = vi_mass_product_at(c.p.codes + (o - i), y, i, p + j * pitch, step);
    });
}

namespace
{

int allocate_rows(vi_work *w, int y)
{
    const part_shape &s = w->c.p.shape;
    const size_t values = part_rows(&s) * (size_t)s.pitch;
    int ok = 1;
    for (real *&row : w->rows[y]) {
        row = row ? row : (real *)cuda_allocate(sizeof(real) * values);
        ok = ok && row;
    }
    return ok;
}

/* Forces are stored as right-hand sides (vi_frame.force_scale). */
int line_arrays(grid_part *part, int y, int general, void *arrays[4])
{
    vi_work *w = work_of(part);
    if (general && !allocate_rows(w, y))
        return 0;
    if (general)
        cuda_launch(mass_rows_kernel, over_cells(w), REPORT_THREADS, cuda_stream(),
                    "launching the rows of lines", w->c, y, w->rows[y][0], w->rows[y][1],
                    w->rows[y][2]);
    for (int n = 0; n < 3; ++n)
        arrays[n] = general ? w->rows[y][n] : NULL;
    arrays[3] = w->c.p.field[y ? VI_FORCE_Y : VI_FORCE_X][0];
    return 1;
}

void *stream(const grid_part *part)
{
    common_of(part);
    return cuda_stream();
}

vi_destination destination_of(const vi_work *w, int y)
{
    return {&(w->c.frames + w->stage)->v, y};
}

tri_cut_receiver line_receiver(const grid_part *part, int y)
{
    vi_work *w = work_of(part);
    w->destination[y] = destination_of(w, y);
    return {SPATE_NAME(vi_solve_whole_lines), &w->destination[y], 0};
}

void accelerate_all(const grid_part *part, int y, const void *x)
{
    const vi_work *w = work_of(part);
    SPATE_NAME(vi_accelerate_cells)
    (destination_of(w, y), w->c.p.shape, (const real *)x, over_cells(w), REPORT_THREADS);
}

void mass_product(const grid_part *part, int y, const void *p, void *product, ptrdiff_t pitch,
                  void *stream)
{
    const vi_work *w = work_of(part);
    cuda_launch(mass_product_kernel, over_cells(w), REPORT_THREADS, (cudaStream_t)stream,
                "launching a product with the mass matrix", w->c, y, (const calc *)p,
                (calc *)product, pitch);
}

void set_mass(vi_kernels *t)
{
    t->line_arrays = line_arrays;
    t->stream = stream;
    t->line_receiver = line_receiver;
    t->accelerate_all = accelerate_all;
    t->mass_product = mass_product;
}

} // namespace

#endif
