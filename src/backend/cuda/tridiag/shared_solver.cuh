/* Host side of lines with a shared matrix: kernel, tiles and factors. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVER_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVER_CUH

#include <algorithm>
#include <cstdio>
#include <type_traits>

#include "backend/cuda/tridiag/shared_solve.cuh"

/* Cluster size that every device with clusters supports. */
enum { SHARED_MAX_SHARE = 8 };

template <typename real, typename Maker> struct shared_solver {
    enum { ROWS = shared_chunk<real>::rows };
    typedef void kernel_fn(const tri_job<real>, const shared_tile, const tri_shared_factors<real>,
                           const Maker);
    shared_shape shape;
    shared_tile tile;
    kernel_fn *kernel;
    size_t shared, factor_bytes;
    long long resident; /* blocks, or clusters */
    real *block;
    tri_shared_plan plan;
    tri_shared_factors<real> factors;

    ~shared_solver()
    {
        cuda_free(block);
    }

    /* Returns 0 if a line does not fit in a block. */
    int fit(const shared_shape &wanted, const tri_device_spec &matrix)
    {
        shape = wanted;
        if (shape.n > (long long)SHARED_MAX_CHUNKS * ROWS)
            return 0;
        /* half a unit roundoff: the effect of dropped couplings is below one rounding */
        const long double negligible = sizeof(real) == 4 ? 0x1p-25L : 0x1p-54L;
        plan = tri_shared_plan_make(matrix, ROWS, shared_chunk<real>::factors, negligible);
        shape.level_values = (long long)plan.level_values.size();
        shape.chunk_values = shared_chunk<real>::factors;
        shape.ahead = Maker::ahead ? shared_chunk<real>::slot : 0;
        shape.max_share = SHARED_MAX_SHARE;
        if (!shared_tile_make(shape, tri_shared_limit(), &tile))
            return 0;
        choose_kernel();
        if (resident == 0) { /* the device has no clusters */
            shape.max_share = 1;
            if (!shared_tile_make(shape, tri_shared_limit(), &tile))
                return 0;
            choose_kernel();
        }
        return 1;
    }

    void choose_kernel()
    {
        typedef
            typename std::conditional<Maker::ahead, adjacent_slot<real>, adjacent_chunk<real>>::type
                Ahead;
        typedef block_exchange<real> Block;
        typedef cluster_exchange<real> Cluster;
        kernel = !tile.adjacent   ? staged_kernel<real, Maker>
                 : tile.ahead     ? adjacent_kernel<real, Maker, Ahead, Block>
                 : tile.share > 1 ? adjacent_kernel<real, Maker, adjacent_chunk<real>, Cluster>
                                  : adjacent_kernel<real, Maker, adjacent_chunk<real>, Block>;
        shared = shared_tile_bytes(tile, shape.precision);
        resident = tile.share > 1 ? tri_resident_clusters(kernel, tile.share, tile.threads, shared)
                                  : tri_resident(kernel, tile.threads, shared);
        resident = std::min(resident, tile.tiles);
    }

    /* Call after fit. Returns 0 without memory. */
    int upload()
    {
        std::vector<real> all;
        for (const std::vector<long double> *part : {&plan.rows, &plan.level_values, &plan.both})
            for (const long double v : *part)
                all.push_back((real)v);
        factor_bytes = all.size() * sizeof(real);
        block = (real *)cuda_allocate(factor_bytes);
        if (!block)
            return 0;
        cuda_ok(cudaMemcpyAsync(block, all.data(), factor_bytes, cudaMemcpyHostToDevice,
                                cuda_stream()),
                "copying factors");
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying factors");
        factors = {block,
                   block + plan.rows.size(),
                   block + plan.rows.size() + plan.level_values.size(),
                   plan.levels,
                   plan.periodic,
                   (real)plan.border[0],
                   (real)plan.border[1],
                   (real)plan.border[2]};
        plan = {};
        return 1;
    }

    void queue(const tri_job<real> &job, const Maker &maker, cudaStream_t stream)
    {
        tile.in.wide = shared_wide(shape, tile, tile.in, job.d);
        tile.out.wide = shared_wide(shape, tile, tile.out, job.x);
        if (tile.share > 1)
            tri_launch_clusters(kernel, tile.share, resident, tile.threads, shared, stream, job,
                                tile, factors, maker);
        else
            tri_launch(kernel, resident, tile.threads, shared, stream, job, tile, factors, maker);
    }
};

#endif
