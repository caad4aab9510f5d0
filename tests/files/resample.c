/* Claims about resampling a raster, in memory, to the cells of a grid. */
#include "io/resample.h"

#include "check.h"
#include "scratch.h"

static spate_context *ctx;

typedef struct memory_raster {
    pixel_source source;
    double values[64 * 64];
} memory_raster;

static spate_status memory_window(void *user, long long i0, long long j0, long long nx,
                                  long long ny, double *values, long long stride)
{
    const memory_raster *m = user;
    CHECK(i0 >= 0 && j0 >= 0 && i0 + nx <= m->source.nx && j0 + ny <= m->source.ny);
    for (long long j = 0; j < ny; ++j)
        for (long long i = 0; i < nx; ++i)
            values[j * stride + i] = m->values[(j0 + j) * m->source.nx + i0 + i];
    return SPATE_OK;
}

static void memory_draw(memory_raster *m, double holes)
{
    m->source = (pixel_source){draw_between(3e5, 4e5),
                               draw_between(5e6, 6e6),
                               draw_between(1, 3),
                               draw_between(1, 3),
                               1 + draw_below(64),
                               1 + draw_below(64),
                               memory_window,
                               NULL,
                               m};
    for (long long n = 0; n < m->source.nx * m->source.ny; ++n)
        m->values[n] = draw_unit() < holes ? NAN : draw_between(-1, 1);
}

static double shared(double a0, double a1, double b0, double b1)
{
    return fmax(0, fmin(a1, b1) - fmax(a0, b0));
}

/* Positions are rounded to 2^-21 of a pixel, four sides, cells of at least a pixel, at least half
 * of which counts: 4 * 2^-21 / (1/2) of the range of values, which is 2. */
static const double AREA_TOLERANCE = 16 * 0x1p-21;

static void coarser_cells_are_area_weighted_means(void)
{
    static memory_raster m;
    static double out[80 * 80];
    double worst = 0;
    long undecided = 0, differ = 0, none = 0;
    for (int trial = 0; trial < 60; ++trial) {
        memory_draw(&m, trial % 3 ? 0.4 : 0);
        const pixel_source *s = &m.source;
        const double dx = s->dx * draw_between(1, 7), dy = s->dy * draw_between(1, 7);
        const raster_grid g = {s->x0 - draw_between(0, 2 * dx),
                               s->y0 - draw_between(0, 2 * dy),
                               dx,
                               dy,
                               2 + (long long)((double)s->nx * s->dx / dx),
                               2 + (long long)((double)s->ny * s->dy / dy),
                               ""};
        CHECK(resample_aligned(ctx, s, &g, RESAMPLE_SURFACE, out) == SPATE_OK);
        for (long long n = 0; n < g.nx * g.ny; ++n) {
            const double x = g.x0 + (double)(n % g.nx) * dx, y = g.y0 + (double)(n / g.nx) * dy;
            double sum = 0, area = 0;
            for (long long k = 0; k < s->nx * s->ny; ++k) {
                const double px = s->x0 + (double)(k % s->nx) * s->dx;
                const double py = s->y0 + (double)(k / s->nx) * s->dy;
                const double a =
                    shared(x, x + dx, px, px + s->dx) * shared(y, y + dy, py, py + s->dy);
                if (isnan(m.values[k]))
                    continue;
                sum += a * m.values[k];
                area += a;
            }
            const double part = area / (dx * dy);
            undecided += fabs(part - 0.5) < 1e-5;
            none += part < 0.5 - 1e-5;
            if (part > 0.5 + 1e-5)
                worst = fmax(worst, isnan(out[n]) ? 9 : fabs(out[n] - sum / area));
            differ += part < 0.5 - 1e-5 && !isnan(out[n]);
        }
    }
    CHECK(none > 100 && undecided < 20);
    CHECK_AT_MOST("largest difference from sums over all pixels", worst, AREA_TOLERANCE);
    CHECK_AT_MOST("cells that should have no data", differ, 0);
}

static void coarsening_keeps_the_mean_and_level_surfaces(void)
{
    static memory_raster m;
    static double out[64 * 64];
    for (int trial = 0; trial < 20; ++trial) {
        memory_draw(&m, 0);
        pixel_source *s = &m.source;
        s->nx = s->ny = 60;
        for (int n = 0; n < 3600; ++n)
            m.values[n] = draw_between(-1, 1);
        const long long cells = 7 + draw_below(40); /* 60 pixels onto so many cells */
        const raster_grid g = {
            s->x0, s->y0, s->dx * 60 / (double)cells, s->dy * 60 / (double)cells, cells, cells, ""};
        double mean = 0, coarse = 0;
        CHECK(resample_aligned(ctx, s, &g, RESAMPLE_SURFACE, out) == SPATE_OK);
        for (int n = 0; n < 3600; ++n)
            mean += m.values[n] / 3600;
        for (long long n = 0; n < cells * cells; ++n)
            coarse += out[n] / (double)(cells * cells);
        CHECK_NEAR(coarse, mean, AREA_TOLERANCE);
        for (int n = 0; n < 3600; ++n)
            m.values[n] = 0.1;
        CHECK(resample_aligned(ctx, s, &g, RESAMPLE_SURFACE, out) == SPATE_OK);
        for (long long n = 0; n < cells * cells; ++n)
            CHECK(out[n] == 0.1);
    }
}

static void finer_cells_are_bilinear_and_nearest_at_the_edge_of_data(void)
{
    static memory_raster m;
    static double out[200 * 200];
    m.source = (pixel_source){0, 0, 10, 10, 20, 20, memory_window, NULL, &m};
    for (int n = 0; n < 400; ++n)
        m.values[n] = 3 * (n % 20 * 10 + 5) - 2 * (n / 20 * 10 + 5) + 7;
    m.values[5 * 20 + 5] = NAN; /* x 50-60, y 50-60 */
    const raster_grid g = {0, 0, 1, 1, 200, 200, ""};
    CHECK(resample_aligned(ctx, &m.source, &g, RESAMPLE_SURFACE, out) == SPATE_OK);
    double worst = 0;
    for (int n = 0; n < 40000; ++n) {
        const double x = n % 200 + 0.5, y = n / 200 + 0.5;
        const int under = (int)(y / 10) * 20 + (int)(x / 10);
        const int by_hole = x > 45 && x < 65 && y > 45 && y < 65;
        const int by_edge = x < 5 || y < 5 || x > 195 || y > 195;
        if (under == 105)
            CHECK(isnan(out[n]));
        else if (by_hole || by_edge)
            CHECK(out[n] == m.values[under]);
        else
            worst = fmax(worst, fabs(out[n] - (3 * x - 2 * y + 7)));
    }
    /* Positions are rounded to 2^-21 of 10 m, slopes are 3 and 2. */
    CHECK_AT_MOST("error of a plane", worst, 0x1p-21 * 10 * (3 + 2));
}

static void classes_are_those_under_the_centre(void)
{
    static memory_raster m;
    static double out[64 * 64];
    memory_draw(&m, 0.2);
    const pixel_source *s = &m.source;
    const raster_grid g = {s->x0 - 7.3, s->y0 + 2.1, 2.7, 3.3, 50, 40, ""};
    CHECK(resample_aligned(ctx, s, &g, RESAMPLE_NEAREST, out) == SPATE_OK);
    for (long long n = 0; n < 2000; ++n) {
        const double x = floor((g.x0 + ((double)(n % 50) + 0.5) * 2.7 - s->x0) / s->dx);
        const double y = floor((g.y0 + ((double)(n / 50) + 0.5) * 3.3 - s->y0) / s->dy);
        const int in = x >= 0 && y >= 0 && x < (double)s->nx && y < (double)s->ny;
        const double expected = in ? m.values[(long long)y * s->nx + (long long)x] : NAN;
        CHECK(isnan(expected) ? isnan(out[n]) : out[n] == expected);
    }
}

int main(void)
{
    ctx = scratch_context();
    RUN(coarser_cells_are_area_weighted_means);
    RUN(coarsening_keeps_the_mean_and_level_surfaces);
    RUN(finer_cells_are_bilinear_and_nearest_at_the_edge_of_data);
    RUN(classes_are_those_under_the_centre);
    spate_context_destroy(ctx);
    return check_done();
}
