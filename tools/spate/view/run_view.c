/* Opens a run: its record, its bed, its frames. */
#include "run_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cores.h"
#include "field.h"
#include "hillshade.h"
#include "run_view_open.h"
#include "threads.h"

enum { RELIEF_SIDE = 800 };

static int bed_raster(const run_folder *f, char *file, size_t size)
{
    static const char *const names[] = {"bed.tif", "bed.asc"};
    for (size_t n = 0; n < sizeof names / sizeof *names; ++n)
        if (run_folder_has(f, names[n])) {
            run_folder_file(f, names[n], file, size);
            return 1;
        }
    return 0;
}

/* ---- the bed ---- */

static spate_status take_field(spate_context *ctx, run_view *v, field *f)
{
    const size_t cells = field_count(f);
    snprintf(v->crs, sizeof v->crs, "%s", f->crs);
    v->grid = f->grid;
    v->grid.crs = v->crs;
    v->bed = malloc(cells * sizeof *v->bed);
    for (size_t k = 0; v->bed && k < cells; ++k)
        v->bed[k] = (float)f->values[k];
    field_free(f);
    return v->bed ? SPATE_OK : fail_memory(ctx, "no memory for the bed of %s", v->folder.name);
}

/* Of a finished run: there is a grid in every file of maps. */
static spate_status grid_of_maps(spate_context *ctx, run_view *v, const char *name)
{
    char file[4096];
    maps_file *m;
    SPATE_TRY(maps_open(ctx, run_folder_file(&v->folder, name, file, sizeof file), &m));
    const maps_info *info = maps_get_info(m);
    snprintf(v->crs, sizeof v->crs, "%s", info->grid.crs);
    v->grid = info->grid;
    v->grid.crs = v->crs;
    maps_close(m);
    return SPATE_OK;
}

typedef struct bed_reading {
    run_view *v;
    atomic_int failed;
} bed_reading;

static void read_bed_tile(int64_t n, void *user)
{
    bed_reading *r = user;
    const tiling *t = frames_tiling(r->v->maps);
    const int64_t x = n % t->count_x, y = n / t->count_x;
    float *tile = malloc(tiling_values(t) * sizeof *tile);
    tile_scratch scratch;
    if (tile_scratch_make(&scratch, t) && tile &&
        frames_tile(r->v->maps, "bed", FRAME_OF_MAXIMA, x, y, &scratch, tile)) {
        for (size_t k = 0; k < tiling_values(t); ++k)
            tile[k] = tile[k] == TILE_FILL ? NAN : tile[k];
        tile_paste(t, x, y, tile, r->v->bed);
    } else {
        atomic_store(&r->failed, 1);
    }
    tile_scratch_free(&scratch);
    free(tile);
}

static spate_status bed_of_maps(spate_context *ctx, run_view *v, const char *name)
{
    bed_reading r = {.v = v};
    SPATE_TRY(grid_of_maps(ctx, v, name));
    SPATE_TRY(frames_open(ctx, v->folder.name, v->grid.nx, v->grid.ny, &v->maps));
    v->bed = malloc((size_t)(v->grid.nx * v->grid.ny) * sizeof *v->bed);
    if (!v->bed)
        return fail_memory(ctx, "no memory for the bed of %s", v->folder.name);
    const tiling *t = frames_tiling(v->maps);
    threads_loop(cores_usable(), t->count_x * t->count_y, read_bed_tile, &r);
    return atomic_load(&r.failed) ? fail_data(ctx, "%s/%s has no bed", v->folder.name, name)
                                  : SPATE_OK;
}

static spate_status read_bed(spate_context *ctx, run_view *v)
{
    char file[4096];
    field f;
    if (run_folder_has(&v->folder, "max.nc"))
        return bed_of_maps(ctx, v, "max.nc");
    if (run_folder_has(&v->folder, "maps.nc"))
        return bed_of_maps(ctx, v, "maps.nc");
    if (!bed_raster(&v->folder, file, sizeof file))
        return fail_data(ctx,
                         "%s has no bed.tif, bed.asc or maps.nc yet: is it the folder of a run?",
                         v->folder.name);
    SPATE_TRY(field_read_raster(ctx, file, &f));
    SPATE_TRY(take_field(ctx, v, &f));
    return frames_open(ctx, v->folder.name, v->grid.nx, v->grid.ny, &v->maps);
}

/* Heights at places a few cells apart are enough to judge the relief. */
static double relief_stretch(const run_view *v)
{
    const raster_grid *g = &v->grid;
    const long long most = g->nx > g->ny ? g->nx : g->ny;
    const long long step = (most + RELIEF_SIDE - 1) / RELIEF_SIDE;
    const int nx = (int)((g->nx + step - 1) / step), ny = (int)((g->ny + step - 1) / step);
    double *z = malloc((size_t)nx * (size_t)ny * sizeof *z);
    if (!z)
        return 0;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            z[(size_t)j * (size_t)nx + (size_t)i] =
                (double)v->bed[(long long)j * step * g->nx + (long long)i * step];
    const relief r = {
        .nx = nx, .ny = ny, .dx = g->dx * (double)step, .dy = g->dy * (double)step, .z = z};
    const double stretch = hillshade_stretch(&r);
    free(z);
    return stretch;
}

static void measure_bed(run_view *v)
{
    float low = INFINITY, high = -INFINITY;
    for (long long k = 0; k < v->grid.nx * v->grid.ny; ++k) {
        low = v->bed[k] < low ? v->bed[k] : low;
        high = v->bed[k] > high ? v->bed[k] : high;
    }
    v->bed_low = low <= high ? (double)low : 0;
    v->bed_high = low <= high ? (double)high : 0;
    v->stretch = relief_stretch(v);
}

/* ---- the run ---- */

static void nap(void)
{
    const struct timespec tenth = {.tv_nsec = 100000000};
    nanosleep(&tenth, NULL);
}

static int has_begun(const run_folder *f)
{
    char file[4096];
    return f->run.count > 0 && (run_folder_has(f, "max.nc") || run_folder_has(f, "maps.nc") ||
                                bed_raster(f, file, sizeof file));
}

static spate_status wait_for_folder(spate_context *ctx, const char *name, double patience,
                                    run_folder *out)
{
    for (int naps = 0;; ++naps) {
        const spate_status status = run_folder_open(ctx, name, out);
        if (status == SPATE_OK && has_begun(out))
            return SPATE_OK;
        if (0.1 * naps >= patience) {
            if (status == SPATE_OK && out->run.count == 0)
                return fail_data(ctx,
                                 "%s has no run.json: it is not the folder of a run (CASE.out)",
                                 name);
            return status;
        }
        if (status == SPATE_OK)
            run_folder_close(out);
        nap();
    }
}

static spate_status open_all(spate_context *ctx, run_view *v)
{
    const char *started = run_folder_text(&v->folder, "started");
    snprintf(v->started, sizeof v->started, "%s", started ? started : "");
    run_folder_title(&v->folder, v->title, sizeof v->title);
    v->start = run_folder_start(&v->folder);
    v->end = run_folder_end(&v->folder);
    v->wet_depth = run_folder_number(&v->folder, "case.output.wet_depth", UNIT_LENGTH, 0.05);
    SPATE_TRY(read_bed(ctx, v));
    measure_bed(v);
    SPATE_TRY(run_folder_list(ctx, &v->folder, "gauges", ".csv", &v->gauges));
    return run_folder_list(ctx, &v->folder, "sections", ".csv", &v->sections);
}

spate_status run_view_open(spate_context *ctx, const char *folder, double patience, run_view **out)
{
    run_view *v = calloc(1, sizeof *v);
    *out = NULL;
    if (!v)
        return fail_memory(ctx, "no memory to look at %s", folder);
    spate_status status = wait_for_folder(ctx, folder, patience, &v->folder);
    if (status == SPATE_OK)
        status = open_all(ctx, v);
    if (status == SPATE_OK)
        *out = v;
    else
        run_view_close(v);
    return status;
}

void run_view_close(run_view *v)
{
    if (!v)
        return;
    frames_close(v->maps);
    run_folder_close(&v->folder);
    name_list_free(&v->gauges);
    name_list_free(&v->sections);
    free(v->bed);
    free(v);
}

const raster_grid *run_view_grid(const run_view *v)
{
    return &v->grid;
}

const float *run_view_bed(const run_view *v)
{
    return v->bed;
}

frames *run_view_frames(const run_view *v)
{
    return v->maps;
}

double run_view_wet_depth(const run_view *v)
{
    return v->wet_depth;
}

int run_view_is_running(const run_view *v)
{
    return atomic_load(&v->running);
}
