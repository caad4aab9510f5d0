/* What the page is told about a run. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "plane_kinds.h"
#include "planes.h"
#include "results/folder/folder_lock.h"
#include "run_view_open.h"

enum { MOST_TIMES = 4096, LARGEST_SERIES = 64 << 20 };

typedef struct json_text_buffer {
    char *text;
    size_t size;
    FILE *out;
    json_writer j;
} json_text_buffer;

static int begin(json_text_buffer *b)
{
    *b = (json_text_buffer){.text = NULL};
    b->out = open_memstream(&b->text, &b->size);
    if (b->out)
        b->j = json_begin(b->out);
    return b->out != NULL;
}

static char *finish(json_text_buffer *b)
{
    const int ok = json_end(&b->j) == 0;
    if (fclose(b->out) == 0 && ok)
        return b->text;
    free(b->text);
    return NULL;
}

/* ---- what does not change ---- */

static void put_grid(json_writer *j, const run_view *v)
{
    const raster_grid *g = &v->grid;
    json_open_object(j, "grid");
    json_real(j, "x0", g->x0);
    json_real(j, "y0", g->y0);
    json_real(j, "dx", g->dx);
    json_real(j, "dy", g->dy);
    json_integer(j, "nx", g->nx);
    json_integer(j, "ny", g->ny);
    json_text(j, "crs", g->crs);
    json_integer(j, "levels", plane_levels(g->nx, g->ny));
    json_integer(j, "tile", TILE_SIDE);
    json_close(j);
}

static void put_kinds(json_writer *j)
{
    json_open_array(j, "kinds");
    for (int n = 0; plane_kind_name(n); ++n) {
        plane_kind k;
        if (!plane_kind_find(plane_kind_name(n), &k))
            continue;
        json_open_object(j, NULL);
        json_text(j, "name", plane_kind_name(n));
        json_text(j, "caption", k.about->caption);
        json_text(j, "unit", k.about->unit);
        json_boolean(j, "time", plane_kind_over_time(&k));
        json_boolean(j, "classes", plane_kind_classes(&k));
        json_close(j);
    }
    json_close(j);
}

/* The place of the entry of the case with this name; -1: none (a name from a file). */
static int entry_of(const run_view *v, const char *list, const char *name)
{
    for (int n = 0;; ++n) {
        char key[96];
        snprintf(key, sizeof key, "case.%s[%d].name", list, n);
        const char *found = run_folder_text(&v->folder, key);
        if (found && strcmp(found, name) == 0)
            return n;
        snprintf(key, sizeof key, "case.%s[%d].file", list, n);
        if (!found && !run_folder_text(&v->folder, key))
            return -1;
    }
}

/* Numbers KEY[0], KEY[1] as a pair; 0: they are not there. */
static int put_pair(json_writer *j, const run_view *v, const char *name, const char *key)
{
    char part[160];
    double at[2];
    for (int k = 0; k < 2; ++k) {
        snprintf(part, sizeof part, "%s[%d]", key, k);
        at[k] = run_folder_number(&v->folder, part, UNIT_NONE, NAN);
        if (isnan(at[k]))
            return 0;
    }
    json_open_array(j, name);
    json_real(j, NULL, at[0]);
    json_real(j, NULL, at[1]);
    json_close(j);
    return 1;
}

static void put_line(json_writer *j, const run_view *v, const char *list, int entry)
{
    char key[128];
    json_open_array(j, "line");
    for (int n = 0;; ++n) {
        snprintf(key, sizeof key, "case.%s[%d].line[%d]", list, entry, n);
        if (!put_pair(j, v, NULL, key))
            break;
    }
    json_close(j);
}

static void put_places(json_writer *j, const run_view *v, const char *list, const name_list *names,
                       int lines)
{
    json_open_array(j, list);
    for (int n = 0; n < names->count; ++n) {
        const int entry = entry_of(v, list, names->names[n]);
        char key[96];
        json_open_object(j, NULL);
        json_text(j, "name", names->names[n]);
        snprintf(key, sizeof key, "case.%s[%d].at", list, entry);
        if (entry >= 0 && lines)
            put_line(j, v, list, entry);
        else if (entry >= 0)
            put_pair(j, v, "at", key);
        json_close(j);
    }
    json_close(j);
}

char *run_view_meta(run_view *v)
{
    json_text_buffer b;
    if (!begin(&b))
        return NULL;
    json_open_object(&b.j, NULL);
    json_text(&b.j, "title", v->title);
    json_text(&b.j, "folder", v->folder.name);
    json_text(&b.j, "started", v->started);
    json_real(&b.j, "start", v->start);
    json_real(&b.j, "end", v->end);
    json_real(&b.j, "wet_depth", v->wet_depth);
    put_grid(&b.j, v);
    json_open_object(&b.j, "bed");
    json_real(&b.j, "low", v->bed_low);
    json_real(&b.j, "high", v->bed_high);
    json_real(&b.j, "stretch", v->stretch);
    json_close(&b.j);
    put_kinds(&b.j);
    put_places(&b.j, v, "gauges", &v->gauges, 0);
    put_places(&b.j, v, "sections", &v->sections, 1);
    json_close(&b.j);
    return finish(&b);
}

/* ---- what changes ---- */

/* Whether the files have what a kind needs. */
static int has_kind(const run_view *v, const plane_kind *k)
{
    const int64_t last = frames_count(v->maps) - 1;
    if (k->from == PLANE_BED)
        return 1;
    if (k->from == PLANE_FILE)
        return frames_have(v->maps, k->about->variable, FRAME_OF_MAXIMA);
    if (last < 0)
        return 0;
    const int deep = frames_have(v->maps, "depth", last) || frames_have(v->maps, "level", last);
    return deep &&
           (k->from == PLANE_DEPTH || k->from == PLANE_LEVEL || frames_have(v->maps, "u", last));
}

static void put_available(json_writer *j, const run_view *v)
{
    json_open_array(j, "kinds");
    for (int n = 0; plane_kind_name(n); ++n) {
        plane_kind k;
        if (plane_kind_find(plane_kind_name(n), &k) && has_kind(v, &k))
            json_text(j, NULL, plane_kind_name(n));
    }
    json_close(j);
}

static void put_times(json_writer *j, const run_view *v, int64_t from)
{
    double *times = malloc(MOST_TIMES * sizeof *times);
    const int64_t count = times ? frames_times(v->maps, from, times, MOST_TIMES) : 0;
    json_integer(j, "frames", frames_count(v->maps));
    json_integer(j, "edition", frames_edition(v->maps));
    json_integer(j, "from", from);
    json_open_array(j, "times");
    for (int64_t k = 0; k < count; ++k)
        json_real(j, NULL, times[k]);
    json_close(j);
    free(times);
}

/* s since the file was written; NaN: there is none. */
static double age_of(const char *file)
{
    struct stat about;
    struct timespec now;
    if (stat(file, &about) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0)
        return NAN;
    return (double)(now.tv_sec - about.st_mtim.tv_sec) +
           1e-9 * (double)(now.tv_nsec - about.st_mtim.tv_nsec);
}

typedef struct run_news {
    json_flat progress; /* empty where there is none */
    double age;
    const char *status;
} run_news;

static double number_of(const json_flat *f, const char *key)
{
    const char *text = json_flat_get(f, key);
    return text && strcmp(text, "null") != 0 ? strtod(text, NULL) : (double)NAN;
}

/* A run that says it runs is one only while its process lives. */
static const char *status_of(const run_view *v, const run_folder *now, const json_flat *progress)
{
    const char *status = run_folder_text(now, "status");
    const char *paused = json_flat_get(progress, "paused");
    if (!status)
        return "waiting";
    if (strcmp(status, "running") != 0)
        return status;
    if (folder_writer_of(v->folder.name) == WRITER_NONE)
        return "killed";
    return paused && strcmp(paused, "true") == 0 ? "paused" : "running";
}

static void read_news(run_view *v, const run_folder *now, run_news *n)
{
    char file[4096];
    size_t length = 0;
    *n = (run_news){.age = NAN};
    run_folder_file(&v->folder, PROGRESS_NAME, file, sizeof file);
    char *text = text_file_read(file, 1 << 16, &length);
    if (text && json_flatten(text, length, &n->progress))
        n->age = age_of(file);
    free(text);
    n->status = status_of(v, now, &n->progress);
    atomic_store(&v->running, strcmp(n->status, "running") == 0);
}

static void put_news(json_writer *j, const run_view *v, const run_folder *now, const run_news *n)
{
    const int live = n->progress.count > 0;
    json_text(j, "status", n->status);
    json_real(j, "t",
              live ? number_of(&n->progress, "t")
                   : run_folder_number(now, "statistics.t", UNIT_TIME, NAN));
    json_real(j, "end", live ? number_of(&n->progress, "end") : v->end);
    json_real(j, "dt",
              live ? number_of(&n->progress, "dt")
                   : run_folder_number(now, "statistics.dt", UNIT_TIME, NAN));
    json_real(j, "steps",
              live ? number_of(&n->progress, "steps")
                   : run_folder_number(now, "statistics.steps", UNIT_NONE, NAN));
    json_real(j, "rate", live ? number_of(&n->progress, "rate") : (double)NAN);
    json_real(j, "left", live ? number_of(&n->progress, "left") : (double)NAN);
    json_real(j, "age", n->age);
    json_real(j, "wall", run_folder_number(now, "seconds.wall", UNIT_NONE, NAN));
    json_text(j, "gaps", run_folder_text(now, "gaps"));
}

char *run_view_state(run_view *v, int64_t frame, int *replaced)
{
    spate_context *ctx;
    run_folder now = {0};
    json_text_buffer b;
    run_news news;
    if (spate_context_create(&ctx) != SPATE_OK)
        return NULL;
    run_folder_open(ctx, v->folder.name, &now); /* without run.json it says "waiting" */
    spate_context_destroy(ctx);
    const char *started = run_folder_text(&now, "started");
    *replaced = started && strcmp(started, v->started) != 0;
    frames_refresh(v->maps);
    read_news(v, &now, &news);
    char *text = NULL;
    if (begin(&b)) {
        json_open_object(&b.j, NULL);
        put_news(&b.j, v, &now, &news);
        put_available(&b.j, v);
        put_times(&b.j, v, frame);
        json_close(&b.j);
        text = finish(&b);
    }
    json_flat_free(&news.progress);
    run_folder_close(&now);
    return text;
}

/* ---- places ---- */

static float depth_at(run_view *v, int64_t i, int64_t j, int64_t frame, tile_scratch *scratch,
                      float *tile)
{
    const tiling *t = frames_tiling(v->maps);
    const int64_t x = i / t->tile_x, y = j / t->tile_y;
    const int deep = frames_have(v->maps, "depth", frame);
    const size_t at = (size_t)((j - y * t->tile_y) * t->tile_x + (i - x * t->tile_x));
    if (!frames_tile(v->maps, deep ? "depth" : "level", frame, x, y, scratch, tile) ||
        tile[at] == TILE_FILL)
        return NAN;
    return deep ? tile[at] : tile[at] - v->bed[j * v->grid.nx + i];
}

static void put_depths(json_writer *j, run_view *v, int64_t x, int64_t y, int64_t frame,
                       int64_t count, tile_scratch *scratch, float *tile)
{
    json_real(j, "bed", (double)v->bed[y * v->grid.nx + x]);
    json_integer(j, "from", frame);
    json_open_array(j, "depth");
    for (int64_t k = frame; k < frame + count && k < frames_count(v->maps); ++k)
        json_real(j, NULL, (double)depth_at(v, x, y, k, scratch, tile));
    json_close(j);
}

char *run_view_point(run_view *v, int64_t i, int64_t j, int64_t frame, int64_t count)
{
    tile_scratch scratch;
    json_text_buffer b;
    if (i >= v->grid.nx || j >= v->grid.ny)
        return NULL;
    float *tile = malloc(tiling_values(frames_tiling(v->maps)) * sizeof *tile);
    char *text = NULL;
    if (tile_scratch_make(&scratch, frames_tiling(v->maps)) && tile && begin(&b)) {
        json_open_object(&b.j, NULL);
        put_depths(&b.j, v, i, j, frame, count, &scratch, tile);
        json_close(&b.j);
        text = finish(&b);
    }
    tile_scratch_free(&scratch);
    free(tile);
    return text;
}

char *run_view_series(run_view *v, series_kind kind, int64_t n, size_t *bytes)
{
    char name[512] = "mass.csv", file[4096];
    const name_list *l = kind == SERIES_GAUGE ? &v->gauges : &v->sections;
    if (kind != SERIES_BALANCE) {
        if (n >= l->count)
            return NULL;
        snprintf(name, sizeof name, "%s/%s.csv", kind == SERIES_GAUGE ? "gauges" : "sections",
                 l->names[n]);
    }
    run_folder_file(&v->folder, name, file, sizeof file);
    char *text = text_file_read(file, LARGEST_SERIES, bytes);
    if (text && *bytes > LARGEST_SERIES)
        *bytes = LARGEST_SERIES;
    return text;
}

spate_status run_view_control(run_view *v, spate_context *ctx, run_control wish)
{
    if (folder_writer_of(v->folder.name) == WRITER_NONE)
        return fail_argument(ctx, "the run has ended");
    return control_write(ctx, v->folder.name, wish);
}
