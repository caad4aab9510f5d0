/* Compact differences of lines that do not fit in a block: a kernel for the right-hand sides,
 * then long lines of a shared matrix. Traffic: 2 words per point and 3 of the solver. If g is f
 * the right-hand sides go to scratch. */
#include "backend/cuda/compact/compact.cuh"

/* Lines of f and of right-hand sides. */
struct long_lines {
    long long n, inputs, lines, count0, stride, step0, step1, out_stride, out_step0, out_step1;
    int periodic, adjacent;
};

template <typename real>
static __device__ real right_hand_side(const compact_rows<real> &rows, const long_lines &l,
                                       const real *f, long long i)
{
    real sum = 0;
    const long long from_last = l.n - 1 - i;
    if (i < rows.closures || from_last < rows.closures) {
        const bool at_last = i >= rows.closures;
        const int r = (int)(at_last ? from_last : i);
        for (int j = 0; j < rows.width; ++j)
            sum = tri_fnma(sum, -rows.end_value(at_last, r, j),
                           f[(at_last ? l.inputs - 1 - j : j) * l.stride]);
        return sum;
    }
    if (rows.centred)
        sum = rows.centre * f[i * l.stride];
    for (int k = 0; k < rows.pairs; ++k) {
        long long ahead = i + rows.right + k, behind = i - rows.left - k;
        if (l.periodic) {
            ahead = ahead < l.inputs ? ahead : ahead - l.inputs;
            behind = behind >= 0 ? behind : behind + l.inputs;
        }
        sum = tri_fnma(sum, -rows.pair[k],
                       tri_fnma(f[ahead * l.stride], rows.other, f[behind * l.stride]));
    }
    return sum;
}

enum { ROWS_BLOCK = 256, MAX_BLOCKS = 1 << 20 };

/* Adjacent threads have adjacent values of g. */
template <typename real>
static __global__ void rows_kernel(const compact_rows<real> rows, const long_lines l, const real *f,
                                   real *to)
{
    const long long all = l.n * l.lines;
    for (long long k = (long long)blockIdx.x * ROWS_BLOCK + threadIdx.x; k < all;
         k += (long long)gridDim.x * ROWS_BLOCK) {
        const long long line = l.adjacent ? k % l.lines : k / l.n;
        const long long i = l.adjacent ? k / l.lines : k % l.n;
        const long long j = line % l.count0, m = line / l.count0;
        to[j * l.out_step0 + m * l.out_step1 + i * l.out_stride] =
            right_hand_side(rows, l, f + j * l.step0 + m * l.step1, i);
    }
}

template <typename real> struct rows_solver : compact_gpu_solver {
    compact_device_spec spec;
    compact_rows<real> rows;
    tri_gpu_solver *solver = NULL;
    real *scratch = NULL; /* right-hand sides, in the layout of g */

    ~rows_solver() override
    {
        delete solver;
        cuda_free(scratch);
    }

    double workspace() const override
    {
        return solver->workspace() + (scratch ? (double)spec.out_extent * sizeof(real) : 0);
    }

    int apply(const void *f, void *g, tri_failures *failures, cudaStream_t stream) override
    {
        const compact_device_spec &s = spec;
        const long_lines lines = {s.n,           s.inputs,      s.lines,    s.count0,
                                  s.stride,      s.step[0],     s.step[1],  s.out_stride,
                                  s.out_step[0], s.out_step[1], s.periodic, s.adjacent};
        const long long blocks = (s.n * s.lines + ROWS_BLOCK - 1) / ROWS_BLOCK;
        if (f == g && !scratch)
            scratch = (real *)cuda_allocate((size_t)s.out_extent * sizeof(real));
        if (f == g && !scratch)
            return 0;
        real *to = f == g ? scratch : (real *)g;
        tri_launch(rows_kernel<real>, min(blocks, (long long)MAX_BLOCKS), (int)ROWS_BLOCK,
                   (size_t)0, stream, rows, lines, (const real *)f, to);
        solver->solve({NULL, NULL, NULL, to, g}, failures, NULL, stream);
        return 1;
    }
};

template <typename real>
static compact_gpu_solver *make(const compact_device_spec &s, char *why, size_t room)
{
    rows_solver<real> *made = new rows_solver<real>();
    made->spec = s;
    made->rows = compact_rows_of<real>(*s.stencil);
    made->solver = tri_make_long(compact_matrix_of(s), why, room);
    if (made->solver)
        return made;
    delete made;
    return NULL;
}

compact_gpu_solver *compact_make_long(const compact_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
