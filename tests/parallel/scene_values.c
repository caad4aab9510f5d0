/* What is kept of a scene for comparison, and how its values are called. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "scene_stage.h"
#include "tape.h"

static const struct {
    spate_field_name field;
    const char *name;
    int only_with; /* 0: always; 1: maxima; 2: sources */
} fields[] = {
    {SPATE_DEPTH, "depth", 0},         {SPATE_MOMENTUM_X, "hu", 0},
    {SPATE_MOMENTUM_Y, "hv", 0},       {SPATE_MAX_DEPTH, "largest depth", 1},
    {SPATE_MAX_LEVEL, "top level", 1}, {SPATE_MAX_SPEED, "top speed", 1},
    {SPATE_MAX_HAZARD, "hazard", 1},   {SPATE_ARRIVAL, "arrival", 1},
    {SPATE_DURATION, "duration", 1},   {SPATE_INFILTRATED, "infiltrated", 2},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static int has_field(const scene *s, int f)
{
    const int with = fields[f].only_with;
    return with == 0 || (with == 1 && s->maxima) || (with == 2 && s->sources);
}

/* Single cells that are read, as gauges are. */
enum { SCENE_CELLS = 5 };

enum {
    NUMBER_T = SCENE_VOLUMES,
    NUMBER_DT,
    NUMBER_STEPS,
    NUMBER_REDONE,
    NUMBER_VOLUME,
    NUMBER_ENTERED,
    NUMBER_LEFT,
    NUMBER_RAIN,
    NUMBER_INFILTRATED,
    NUMBER_LIMITING_I,
    NUMBER_LIMITING_J,
    NUMBER_FASTEST,
    NUMBER_CELLS,                                  /* bed, level, depth, u, v of each */
    NUMBER_SAVED = NUMBER_CELLS + 5 * SCENE_CELLS, /* two halves of a checksum */
    NUMBER_COUNT = NUMBER_SAVED + 2
};

static spate_status get_volumes(const stage *g, const scene *s, double *volumes)
{
    spate_status status = SPATE_OK;
    if (g->has_section)
        status = spate_get_section(g->sim, 0, &volumes[0]);
    for (int b = 0; b < SCENE_BOUNDARY_COUNT && s->boundaries && status == SPATE_OK; ++b) {
        spate_boundary_stats stats = {0};
        if (g->boundary[b] >= 0)
            status = spate_get_boundary(g->sim, g->boundary[b], &stats);
        const double all[4] = {stats.entered, stats.left, stats.shortfall, stats.flow};
        memcpy(volumes + 1 + 4 * b, all, sizeof all);
    }
    for (int n = 0; n < SCENE_INFLOW_COUNT && s->sources && status == SPATE_OK; ++n) {
        spate_inflow_stats stats;
        status = spate_get_inflow(g->sim, n, &stats);
        volumes[1 + 4 * SCENE_BOUNDARY_COUNT + 2 * n] = stats.entered;
        volumes[2 + 4 * SCENE_BOUNDARY_COUNT + 2 * n] = stats.shortfall;
    }
    return status;
}

static spate_status get_cells(const stage *g, const scene *s, double (*values)[5])
{
    const int64_t nx = s->options.nx, ny = s->options.ny;
    const int64_t cells[SCENE_CELLS][2] = {
        {0, 0}, {nx - 1, ny - 1}, {nx / 2, ny / 2}, {nx / 3, ny / 4}, {(2 * nx) / 3, (4 * ny) / 5}};
    return spate_get_cells(g->sim, SCENE_CELLS, cells, values);
}

static spate_status get_numbers(const stage *g, const scene *s, double *numbers, spate_stats *stats)
{
    int64_t i, j;
    tape t = {0};
    spate_status status = get_volumes(g, s, numbers);
    if (status == SPATE_OK)
        status = spate_get_stats(g->sim, stats);
    if (status == SPATE_OK)
        status = spate_get_limiting_cell(g->sim, &i, &j);
    if (status == SPATE_OK)
        status = get_cells(g, s, (double(*)[5])(numbers + NUMBER_CELLS));
    if (status == SPATE_OK)
        status = spate_save(g->sim, tape_write, &t);
    if (status == SPATE_OK) {
        const uint64_t saved = hash_of(t.bytes, t.size);
        numbers[NUMBER_T] = stats->t;
        numbers[NUMBER_DT] = stats->dt;
        numbers[NUMBER_STEPS] = (double)stats->steps;
        numbers[NUMBER_REDONE] = (double)stats->redone;
        numbers[NUMBER_VOLUME] = stats->volume;
        numbers[NUMBER_ENTERED] = stats->entered;
        numbers[NUMBER_LEFT] = stats->left;
        numbers[NUMBER_RAIN] = stats->rain;
        numbers[NUMBER_INFILTRATED] = stats->infiltrated;
        numbers[NUMBER_LIMITING_I] = (double)i;
        numbers[NUMBER_LIMITING_J] = (double)j;
        numbers[NUMBER_FASTEST] = stats->max_speed;
        numbers[NUMBER_SAVED] = (double)(saved >> 32);
        numbers[NUMBER_SAVED + 1] = (double)(saved & UINT32_MAX);
    }
    free(t.bytes);
    return status;
}

static size_t field_count(const scene *s)
{
    size_t count = 0;
    for (int f = 0; f < FIELDS; ++f)
        count += (size_t)has_field(s, f);
    return count;
}

size_t scene_values(const scene *s)
{
    return field_count(s) * (size_t)(s->options.nx * s->options.ny) + NUMBER_COUNT;
}

spate_status scene_gather(const stage *g, const scene *s, double *values, spate_stats *stats)
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    double numbers[NUMBER_COUNT] = {0};
    double *at = values;
    spate_status status = SPATE_OK;
    for (int f = 0; f < FIELDS && status == SPATE_OK; ++f)
        if (has_field(s, f)) {
            status = spate_get_field(g->sim, fields[f].field, at);
            at = at ? at + cells : NULL;
        }
    if (status == SPATE_OK)
        status = get_numbers(g, s, numbers, stats);
    if (at)
        memcpy(at, numbers, sizeof numbers);
    return status;
}

const double *scene_field(const scene *s, const double *values, spate_field_name field)
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    for (int f = 0; f < FIELDS; ++f) {
        if (!has_field(s, f))
            continue;
        if (fields[f].field == field)
            return values;
        values += cells;
    }
    return NULL;
}

static const char *number_name(size_t n, char *text, size_t room)
{
    static const char *const gauge[5] = {"bed", "level", "depth", "u", "v"};
    static const char *const accounts[4] = {"entered", "left", "shortfall", "flow"};
    static const char *const clock[] = {
        "time", "time step", "steps",       "steps redone", "volume",     "entered",
        "left", "rain",      "infiltrated", "limiting i",   "limiting j", "largest speed",
    };
    const size_t inflows = 1 + 4 * SCENE_BOUNDARY_COUNT;
    if (n == 0)
        snprintf(text, room, "volume of the section");
    else if (n < inflows)
        snprintf(text, room, "%s of boundary %zu", accounts[(n - 1) % 4], (n - 1) / 4);
    else if (n < SCENE_VOLUMES)
        snprintf(text, room, "%s of inflow %zu", (n - inflows) % 2 ? "shortfall" : "entered",
                 (n - inflows) / 2);
    else if (n < NUMBER_CELLS)
        snprintf(text, room, "%s", clock[n - SCENE_VOLUMES]);
    else if (n < NUMBER_SAVED)
        snprintf(text, room, "%s of gauge %zu", gauge[(n - NUMBER_CELLS) % 5],
                 (n - NUMBER_CELLS) / 5);
    else
        snprintf(text, room, "checksum of the saved state");
    return text;
}

const char *scene_value_name(const scene *s, size_t n, char *text, size_t room)
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny), nx = (size_t)s->options.nx;
    if (n >= field_count(s) * cells)
        return number_name(n - field_count(s) * cells, text, room);
    size_t left = n / cells;
    int f = 0;
    while (!has_field(s, f) || left-- > 0)
        ++f;
    snprintf(text, room, "%s of cell (%zu, %zu)", fields[f].name, n % cells % nx, n % cells / nx);
    return text;
}

size_t scene_differences(const scene *s, const double *a, const double *b, size_t *first)
{
    const size_t count = scene_values(s);
    size_t different = 0;
    for (size_t n = 0; n < count; ++n) {
        if (memcmp(&a[n], &b[n], sizeof *a) == 0 || (isnan(a[n]) && isnan(b[n])))
            continue;
        if (different++ == 0)
            *first = n;
    }
    return different;
}

uint64_t scene_hash(const scene *s, const double *values)
{
    return hash_of(values, scene_values(s) * sizeof *values);
}
