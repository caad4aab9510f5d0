/* What Skevik (2014) measured: seconds on an i7-2600K (4 cores, 8 threads) and a GTX 480, f32. */
#include <math.h>

#include "bench/devices.h"

typedef struct paper_time {
    char letter;
    int gpu;
    devices_mode mode;
    devices_skip skip;
    int64_t n;
    double seconds;
} paper_time;

#define B(n, cpu, gpu, cpu_exit, gpu_exit)                                                         \
    {'B', 0, DEVICES_SINGLE, DEVICES_NO_SKIP, n, cpu},                                             \
        {'B', 1, DEVICES_SINGLE, DEVICES_NO_SKIP, n, gpu},                                         \
        {'B', 0, DEVICES_SINGLE, DEVICES_EARLY_EXIT, n, cpu_exit},                                 \
    {                                                                                              \
        'B', 1, DEVICES_SINGLE, DEVICES_EARLY_EXIT, n, gpu_exit                                    \
    }
#define C(n, early, box)                                                                           \
    {'C', 0, DEVICES_SINGLE, DEVICES_EARLY_EXIT, n, early},                                        \
    {                                                                                              \
        'C', 0, DEVICES_SINGLE, DEVICES_BOX, n, box                                                \
    }
#define D(n, none, early)                                                                          \
    {'D', 1, DEVICES_SINGLE, DEVICES_NO_SKIP, n, none},                                            \
    {                                                                                              \
        'D', 1, DEVICES_SINGLE, DEVICES_EARLY_EXIT, n, early                                       \
    }

/* Tables 3.4, 3.5 (B), 4.1 (C), 4.2 (D), and 4.3 (E and F, tuned). */
static const paper_time times[] = {
    B(64, .034, .026, .056, .030),
    B(128, .24, .079, .33, .090),
    B(256, 2.0, .32, 2.0, .34),
    B(512, 17, 1.9, 14, 1.6),
    B(1024, 140, 14, 100, 9.5),
    B(2048, 1200, 100, 920, 64),
    B(4096, 9800, 820, 7000, 470),
    C(512, 1.4, .39),
    C(1024, 16, 5.0),
    C(2048, 130, 51),
    C(4096, 1000, 350),
    D(512, 15, 18),
    D(1024, 120, 140),
    D(2048, 1000, 1100),
    D(4096, 8900, 10000),
    {'E', 1, DEVICES_DYNAMIC, DEVICES_EARLY_EXIT, 1000, 46},
    {'F', 1, DEVICES_DYNAMIC, DEVICES_EARLY_EXIT, 0, 75},
};

double devices_paper_seconds(const devices_setup *s, int gpu)
{
    for (size_t k = 0; k < sizeof times / sizeof *times; ++k) {
        const paper_time *t = &times[k];
        /* A run of this program skips tiles where the thesis has its early exit. */
        const int same_skip =
            t->skip == s->skip || (s->skip == DEVICES_TILES && t->skip == DEVICES_EARLY_EXIT);
        if (t->letter == s->of->letter && t->gpu == gpu && t->mode == s->mode && same_skip &&
            t->n == s->n)
            return t->seconds;
    }
    return (double)NAN;
}

double devices_paper_tuning(const devices_setup *s)
{
    if (s->mode != DEVICES_DYNAMIC || s->skip == DEVICES_NO_SKIP)
        return (double)NAN;
    return s->of->letter == 'E' ? 0.030 : s->of->letter == 'F' ? 0.011 : (double)NAN;
}
