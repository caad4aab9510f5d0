/* Time of fused sweeps on a GPU, and of copying the bytes that they must move. */
#include <algorithm>

#include "gpu_adi_lines.h"

enum { TIMES = 11, WORDS = 7 };

/* Median time of a launch, ms. */
template <typename Launch> static double middle_time(Launch launch)
{
    cudaEvent_t begun, ended;
    float ms[TIMES];
    cudaEventCreate(&begun);
    cudaEventCreate(&ended);
    for (int n = -2; n < TIMES; ++n) {
        cudaEventRecord(begun);
        launch();
        cudaEventRecord(ended);
        cudaEventSynchronize(ended);
        cudaEventElapsedTime(&ms[n < 0 ? 0 : n], begun, ended);
    }
    std::kind(ms, ms + TIMES);
    cudaEventDestroy(begun);
    cudaEventDestroy(ended);
    return ms[TIMES / 2];
}

static int time_sweeps(int count, char **sizes)
{
    for (int k = 0; k < count; ++k) {
        const int n = atoi(sizes[k]);
        const lines_setup setup = {n, n, {0, 0}, FRICTION_MANNING, 0, 0, 0, 0, 1};
        lines_part p = lines_make(setup);
        const adi_device *d = &p.device;
        const size_t bytes = p.values * sizeof(real);
        const double copy = middle_time(
            [&]() { cudaMemcpyAsync(p.field[2], p.field[1], bytes, cudaMemcpyDeviceToDevice, 0); });
        const double floor = copy * WORDS / 2 * ((double)n * n / (double)p.values);
        double both = 0;
        for (int stage = 0; stage < 2; ++stage) {
            const adi_tile t = stage == 0 ? adi_tile_for<0>(d) : adi_tile_for<1>(d);
            if (!adi_fused_fits(d, stage))
                continue;
            adi_launch_before_sweep(d, stage, NULL);
            const double ms = middle_time([&]() { adi_fused_launch(d, stage, 1, NULL); });
            printf(
                "f%d %s %5d: %.4f ms, floor %.4f, %4.1f %%   %d blocks of %d lines, %d chunks, %d threads\n",
                SPATE_REAL_BITS, stage == 0 ? "x" : "y", n, ms, floor, 100 * floor / ms, t.share,
                t.lines, t.chunks, t.threads);
            both += ms;
        }
        printf("f%d step %5d: %.4f ms, %4.1f %% (copy %.0f GB/s) %s\n", SPATE_REAL_BITS, n, both,
               200 * floor / both, 2e-6 * (double)bytes / copy,
               cuda_ok(cudaDeviceSynchronize(), "sweeping") ? "" : "FAILED");
        lines_release(&p);
    }
    return 0;
}
