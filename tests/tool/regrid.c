/* Claim: a field on another grid keeps its means: finer cells are averaged by area, coarser ones
 * copied, and what lies outside has no value. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "regrid.h"

static spate_context *ctx;

/* A plane, whose mean over a cell is its value at the centre. */
static double plane(double x, double y)
{
    return 3 + 0.25 * x - 0.125 * y;
}

static field plane_on(double x0, double y0, double size, long long nx, long long ny)
{
    field f = {.grid = {.x0 = x0, .y0 = y0, .dx = size, .dy = size, .nx = nx, .ny = ny, .crs = ""}};
    f.values = malloc((size_t)(nx * ny) * sizeof *f.values);
    for (long long j = 0; f.values && j < ny; ++j)
        for (long long i = 0; i < nx; ++i)
            f.values[j * nx + i] =
                plane(x0 + ((double)i + 0.5) * size, y0 + ((double)j + 0.5) * size);
    return f;
}

/* Cells of 3 on cells of 1: nine whole cells each. Rounding of nine products and sums. */
static void finer_cells_are_averaged(void)
{
    field fine = plane_on(0, 0, 1, 12, 9), out;
    const raster_grid to = {.dx = 3, .dy = 3, .nx = 4, .ny = 3, .crs = ""};
    CHECK(field_regrid(ctx, "fine", &fine, &to, &out) == SPATE_OK);
    double worst = 0;
    for (long long k = 0; k < 12; ++k)
        worst = fmax(worst, fabs(out.values[k] -
                                 plane(1.5 + 3 * (double)(k % 4), 1.5 + 3 * (double)(k / 4))));
    CHECK_AT_MOST("difference to the plane", worst, 20 * 2.3e-16 * 8);
    field_free(&fine);
    field_free(&out);
}

/* Cells of 1.5 on cells of 1 are cut: weights 1 and 1/2. The total volume stays. */
static void cut_cells_keep_the_volume(void)
{
    field fine = plane_on(0, 0, 1, 12, 9), out;
    const raster_grid to = {.dx = 1.5, .dy = 1.5, .nx = 8, .ny = 6, .crs = ""};
    CHECK(field_regrid(ctx, "fine", &fine, &to, &out) == SPATE_OK);
    double before = 0, after = 0;
    for (int k = 0; k < 108; ++k)
        before += fine.values[k];
    for (int k = 0; k < 48; ++k)
        after += 2.25 * out.values[k];
    CHECK_AT_MOST("change of the volume", fabs(after / before - 1), 108 * 2.3e-16);
    CHECK_NEAR(out.values[0],
               (plane(0.5, 0.5) + 0.5 * plane(1.5, 0.5) + 0.5 * plane(0.5, 1.5) +
                0.25 * plane(1.5, 1.5)) /
                   2.25,
               1e-14);
    field_free(&fine);
    field_free(&out);
}

static void coarser_cells_are_copied(void)
{
    field coarse = plane_on(0, 0, 4, 3, 2), out;
    const raster_grid to = {.dx = 1, .dy = 1, .nx = 12, .ny = 8, .crs = ""};
    CHECK(field_regrid(ctx, "coarse", &coarse, &to, &out) == SPATE_OK);
    int same = 0;
    for (long long k = 0; k < 96; ++k)
        same += out.values[k] == coarse.values[k / 12 / 4 * 3 + k % 12 / 4];
    CHECK(same == 96);
    field_free(&coarse);
    field_free(&out);
}

/* A cell of 2 of which a quarter, half and all is known. */
static void half_a_cell_must_be_known(void)
{
    field fine = plane_on(0, 0, 1, 6, 2), out;
    const raster_grid to = {.dx = 2, .dy = 2, .nx = 3, .ny = 1, .crs = ""};
    fine.values[0] = fine.values[1] = fine.values[6] = NAN;
    fine.values[2] = fine.values[3] = NAN;
    CHECK(field_regrid(ctx, "fine", &fine, &to, &out) == SPATE_OK);
    CHECK(isnan(out.values[0]));
    CHECK_NEAR(out.values[1], plane(3, 1.5), 1e-14);
    CHECK_NEAR(out.values[2], plane(5, 1), 1e-14);
    field_free(&out);
    const raster_grid beyond = {.x0 = 6, .dx = 2, .dy = 2, .nx = 1, .ny = 1, .crs = ""};
    CHECK(field_regrid(ctx, "fine", &fine, &beyond, &out) == SPATE_OK);
    CHECK(isnan(out.values[0]));
    field_free(&fine);
    field_free(&out);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(finer_cells_are_averaged);
    RUN(cut_cells_keep_the_volume);
    RUN(coarser_cells_are_copied);
    RUN(half_a_cell_must_be_known);
    spate_context_destroy(ctx);
    return check_done();
}
