/* The host's side of a part of the semi-implicit scheme on a device: arguments of kernels, launches,
 * and what kernels have found. */
#ifndef SPATE_BACKEND_CUDA_SEMI_IMPLICIT_WORK_CUH
#define SPATE_BACKEND_CUDA_SEMI_IMPLICIT_WORK_CUH

#include <cstring>

#include "backend/cuda/semi_implicit/kernels.cuh"

namespace
{

/* Of part->scheme_work. */
struct semi_work {
    semi_part *own; /* in device memory */
    semi_found *found;
    semi_found report;
    spate_clock clock; /* as copied back */
};

semi_work *work_of(const grid_part *part)
{
    common_of(part); /* its device */
    return (semi_work *)part->scheme_work;
}

void copy(void *to, const void *from, size_t bytes, const char *doing)
{
    cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, cuda_stream()), doing);
}

void wait(const char *doing)
{
    cuda_ok(cudaStreamSynchronize(cuda_stream()), doing);
}

/* ---- arguments ---- */

semi_device device_of(const grid_part *part)
{
    const semi_work *w = work_of(part);
    semi_device d = {};
    d.p = common_of(part)->twin;
    grid_part seen = d.p; /* from the host */
    seen.clock = part->clock;
    seen.own = part->own;
    d.v = semi_view_of(&seen);
    d.p.own = w->own;
    d.found = w->found;
    return d;
}

semi_counts counts_of(const grid_part *part)
{
    return {{semi_of(part)->faces[0], semi_of(part)->faces[1]}};
}

/* Blocks for all cells and ghost cells. */
unsigned blocks_of(const grid_part *part)
{
    const long long width = part->shape.nx + 2 * SEMI_HALO, rows = part->shape.ny + 2 * SEMI_HALO;
    const long long blocks = (width + SEMI_THREADS - 1) / SEMI_THREADS * rows;
    return (unsigned)(blocks < 1 << 20 ? blocks : 1 << 20);
}

template <typename... Taken, typename... Given>
void over_cells(const grid_part *part, void (*kernel)(Taken...), const Given &...given)
{
    cuda_launch(kernel, blocks_of(part), SEMI_THREADS, cuda_stream(),
                "launching a kernel of the semi-implicit scheme", given...);
}

void over_edges(const grid_part *part, const semi_device &d, int what)
{
    const int count = part->boundary_x.count + part->boundary_y.count;
    if (count)
        cuda_launch(semi_edge_kernel, blocks_for(count, SEMI_THREADS), SEMI_THREADS, cuda_stream(),
                    "launching a kernel of boundary faces", d, what);
}

/* Clears what kernels find; then, after them, copies it. */
void clear(const semi_work *w)
{
    cuda_ok(cudaMemsetAsync(w->found, 0, sizeof *w->found, cuda_stream()), "clearing counts");
}

const semi_found &found(semi_work *w)
{
    copy(&w->report, w->found, sizeof w->report, "copying counts");
    wait("waiting for counts");
    return w->report;
}

double number(unsigned long long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    semi_work *w = work_of(part);
    if (!w)
        return;
    cuda_free(w->own);
    cuda_free(w->found);
    delete w;
    part->scheme_work = NULL;
}

int prepare(grid_part *part, int threads)
{
    (void)threads;
    semi_work *w = new semi_work();
    part->scheme_work = w;
    common_of(part);
    w->own = (semi_part *)cuda_allocate(sizeof *w->own);
    w->found = (semi_found *)cuda_allocate(sizeof *w->found);
    if (!w->own || !w->found) {
        dispose(part);
        return 0;
    }
    copy(w->own, part->own, sizeof *w->own, "copying a part");
    wait("copying a part");
    return 1;
}

} // namespace

#endif
