/* Claim: compact differences on a GPU accept device pointers and streams; NaN and infinite values
 * are reported with line and point, and all other lines are correct; wrong options are refused.
 *
 *   gpu_compact_ways [--backend cuda]
 *
 * Exits with 77 if there is no such backend. */
#include <math.h>
#include <stdlib.h>

#include "backend/cuda_load.h"
#include "backend/tridiag/device.h"
#include "backend_args.h"
#include "check.h"
#include "spate/compact.h"

static spate_context *ctx;
static const char *backend;
static const tri_device *device;

enum { X = 40, Y = 12, Z = 5, ALL = X * Y * Z, BYTES = ALL * (int)sizeof(double) };

static spate_compact_options options_of(int direction)
{
    spate_compact_options o;
    spate_compact_options_default(&o);
    o.scheme = "first-6";
    o.size[0] = X;
    o.size[1] = Y;
    o.size[2] = direction == 2 ? Z * 3 : Z;
    o.direction = direction;
    o.backend = backend;
    return o;
}

static spate_compact *create(const spate_compact_options *o)
{
    spate_compact *c = NULL;
    if (!CHECK(spate_compact_create(ctx, o, &c) == SPATE_OK && spate_compact_setup(c) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return c;
}

static double f[ALL * 3], g[ALL * 3], wanted[ALL * 3];

static void draw_f(void)
{
    for (int k = 0; k < ALL * 3; ++k)
        f[k] = draw_between(-1, 1);
}

static size_t bytes_of(const spate_compact_options *o)
{
    return (size_t)(o->size[0] * o->size[1] * o->size[2]) * sizeof(double);
}

static void copy(void *to, const void *from, size_t bytes)
{
    device->copy(to, bytes, from, bytes, bytes, 1, NULL);
}

static void device_pointers_have_the_bits_of_host_pointers(void)
{
    for (int direction = 0; direction < 3; ++direction) {
        spate_compact_options o = options_of(direction);
        const size_t bytes = bytes_of(&o);
        void *there = device->allocate(bytes), *results = device->allocate(bytes);
        draw_f();
        spate_compact *c = create(&o);
        CHECK(spate_compact_apply(c, f, wanted) == SPATE_OK);
        spate_compact_destroy(c);
        o.memory = SPATE_MEMORY_DEVICE;
        c = create(&o);
        CHECK(spate_compact_set_stream(c, NULL) == SPATE_OK);
        copy(there, f, bytes);
        CHECK(spate_compact_apply(c, there, results) == SPATE_OK);
        CHECK(spate_compact_apply(c, there, there) == SPATE_OK); /* queued after it */
        CHECK(spate_compact_wait(c) == SPATE_OK);
        copy(g, results, bytes);
        CHECK(memcmp(g, wanted, bytes) == 0);
        copy(g, there, bytes);
        CHECK(memcmp(g, wanted, bytes) == 0);
        spate_compact_stats stats;
        spate_compact_get_stats(c, &stats);
        CHECK(strcmp(stats.backend, "cuda") == 0 && stats.applied == 2);
        spate_compact_destroy(c);
        device->release(there);
        device->release(results);
    }
}

/* Number of values of g that differ, except those of the lines that failed. */
static int differing(const spate_compact_options *o, int64_t line_a, int64_t line_b)
{
    const int64_t nx = o->size[0], ny = o->size[1];
    int wrong = 0;
    for (int64_t k = 0; k < nx * ny * o->size[2]; ++k) {
        const int64_t at[3] = {k % nx, k / nx % ny, k / nx / ny};
        const int64_t line = o->direction == 0   ? at[1] + ny * at[2]
                             : o->direction == 1 ? at[0] + nx * at[2]
                                                 : at[0] + nx * at[1];
        wrong += line != line_a && line != line_b && memcmp(&g[k], &wanted[k], sizeof *g) != 0;
    }
    return wrong;
}

static int64_t place_in(const spate_compact_options *o, int64_t line, int64_t i)
{
    const int64_t nx = o->size[0], ny = o->size[1];
    if (o->direction == 0)
        return line * nx + i;
    return o->direction == 1 ? line % nx + nx * (i + ny * (line / nx)) : line + nx * ny * i;
}

static void nan_is_reported_with_line_and_point(void)
{
    static const double values[] = {NAN, INFINITY, -INFINITY};
    for (int direction = 0; direction < 3; ++direction)
        for (int k = 0; k < 4; ++k) {
            const spate_compact_options o = options_of(direction);
            const int in_place = k == 3;
            spate_compact *c = create(&o);
            draw_f();
            CHECK(spate_compact_apply(c, f, wanted) == SPATE_OK);
            f[place_in(&o, 23, 4)] = values[k % 3];
            f[place_in(&o, 31, 0)] = values[(k + 1) % 3];
            memcpy(g, f, sizeof g);
            CHECK(spate_compact_apply(c, in_place ? g : f, g) == SPATE_ERROR_NUMERICAL);
            CHECK_CONTAINS(spate_message(ctx), "line 23, point 4: f is not a finite number");
            CHECK(differing(&o, 23, 31) == 0);
            memcpy(g, f, sizeof g);
            CHECK(differing(&o, 23, 31) > 0); /* f is no result: the check above can fail */
            spate_compact_destroy(c);
        }
}

static void results_that_overflow_are_reported(void)
{
    const spate_compact_options o = options_of(1);
    spate_compact *c = create(&o);
    draw_f();
    f[place_in(&o, 7, 5)] = 1.7e308;
    f[place_in(&o, 7, 7)] = -1.7e308;
    CHECK(spate_compact_apply(c, f, g) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 7: the result overflows");
    spate_compact_destroy(c);
}

static void a_wait_reports_earlier_failures(void)
{
    spate_compact_options o = options_of(0);
    o.memory = SPATE_MEMORY_DEVICE;
    const size_t bytes = bytes_of(&o);
    void *bad = device->allocate(bytes), *good = device->allocate(bytes),
         *to = device->allocate(bytes);
    spate_compact *c = create(&o);
    draw_f();
    copy(good, f, bytes);
    f[place_in(&o, 9, 3)] = NAN;
    copy(bad, f, bytes);
    CHECK(spate_compact_apply(c, bad, to) == SPATE_OK);
    CHECK(spate_compact_wait(c) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 9, point 3");
    CHECK(spate_compact_apply(c, bad, to) == SPATE_OK);
    CHECK(spate_compact_apply(c, good, to) == SPATE_OK);
    CHECK(spate_compact_wait(c) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 9 of one of the applies");
    CHECK(spate_compact_apply(c, good, to) == SPATE_OK);
    CHECK(spate_compact_wait(c) == SPATE_OK); /* reported once */
    CHECK(spate_compact_wait(c) == SPATE_OK);
    spate_compact_destroy(c);
    device->release(bad);
    device->release(good);
    device->release(to);
}

static void refused(const spate_compact_options *o, spate_status wanted_status, const char *part)
{
    spate_compact *c = NULL;
    CHECK(spate_compact_create(ctx, o, &c) == wanted_status && !c);
    CHECK_CONTAINS(spate_message(ctx), part);
}

static void wrong_options_are_refused(void)
{
    spate_compact_options o = options_of(0);
    spate_compact *c = NULL;
    o.backend = "cpu";
    o.memory = SPATE_MEMORY_DEVICE;
    refused(&o, SPATE_ERROR_ARGUMENT, "cannot access");
    o.memory = (spate_memory)7;
    refused(&o, SPATE_ERROR_ARGUMENT, "memory is 7");
    o.memory = SPATE_MEMORY_HOST;
    o.backend = "cuda:0,1";
    refused(&o, SPATE_ERROR_BACKEND, "cuda:N");
    o.backend = "cuda:99";
    refused(&o, SPATE_ERROR_BACKEND, "99");
    o.backend = "cpu";
    CHECK(spate_compact_create(ctx, &o, &c) == SPATE_OK);
    CHECK(spate_compact_set_stream(c, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "no streams");
    CHECK(spate_compact_wait(c) == SPATE_OK);
    spate_compact_destroy(c);
    CHECK(spate_compact_wait(NULL) == SPATE_ERROR_ARGUMENT);
}

int main(int argc, char **argv)
{
    const spate_backend *on;
    device_list list = {.count = 0};
    backend = argument(argc, argv, "--backend", "cuda");
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_tridiag(ctx, backend);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    cuda_named(backend, &list);
    if (cuda_backend_on(ctx, &list, (machine_share){0, 1}, &on) != SPATE_OK)
        return 1;
    device = on->tridiag();
    RUN(device_pointers_have_the_bits_of_host_pointers);
    RUN(nan_is_reported_with_line_and_point);
    RUN(results_that_overflow_are_reported);
    RUN(a_wait_reports_earlier_failures);
    RUN(wrong_options_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
