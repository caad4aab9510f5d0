/* spate new NAME: a starter case that runs as it is, for a given terrain or a small synthetic
 * valley. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/timers.h"
#include "commands.h"
#include "io/gdal_plugin.h"
#include "io/raster.h"
#include "new_text.h"
#include "program/options.h"
#include "program/tool_file.h"
#include "schemes/description.h"

static const double wanted_seconds = 60; /* s: running time of the starter case */
static const double simulated = 3600;    /* s */

/* ---- a resolution that ends in about a minute ---- */

static double bump(double x, double y, void *user)
{
    (void)user;
    return 0.3 * sin(0.2 * x) * cos(0.3 * y);
}

static double level(double x, double y, void *user)
{
    (void)user;
    return 1 + 0.1 * sin(0.05 * (x + y));
}

/* Cell-stages per second of this machine, from a tenth of a second of waves; NaN if it fails. */
static double measured_rate(const spate_tool *tool)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = opt.ny = 400;
    opt.dx = opt.dy = 1;
    opt.precision = 32;
    spate_sim *sim = NULL;
    spate_stats stats;
    spate_status status = spate_sim_create(tool->ctx, &opt, &sim);
    if (status == SPATE_OK)
        status = spate_set_bed(sim, bump, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(sim, level, NULL);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, 2);
    const double begun = timers_now();
    for (int k = 0; k < 20 && status == SPATE_OK && timers_now() - begun < 0.1; ++k)
        status = spate_advance_steps(sim, 2);
    const double seconds = timers_now() - begun;
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    spate_sim_destroy(sim);
    if (status != SPATE_OK)
        return (double)NAN;
    return (double)scheme_stages(&opt) * 400 * 400 * (double)(stats.steps - 2) / seconds;
}

/* The next of 1, 2, 5, 10, ... that is not smaller. */
static double round_up(double value)
{
    const double power = pow(10, floor(log10(value)));
    const double steps[] = {1, 2, 5, 10};
    for (int k = 0; k < 4; ++k)
        if (steps[k] * power >= value * (1 - 1e-9))
            return steps[k] * power;
    return 10 * power;
}

/* Waves of 8 m/s at a Courant number of 0.24:
 * seconds = stages (area / dx^2) (simulated 8 / (0.24 dx)) / rate, solved for dx. */
static double affordable_cell(double area, double rate)
{
    spate_options opt;
    spate_options_default(&opt);
    return cbrt(scheme_stages(&opt) * area * simulated * 8 / (0.24 * wanted_seconds * rate));
}

/* ---- the terrain ---- */

static spate_status examine(const spate_tool *tool, raster *r, starter *s, char *crs, size_t size)
{
    const raster_info *info = raster_get_info(r);
    double metres = info->metres;
    if (info->has_crs && info->geographic) {
        crs_utm_for(info->x0 + 0.5 * (double)info->nx * info->dx,
                    info->y0 + 0.5 * (double)info->ny * info->dy, crs, size);
        s->write_crs = 1;
        metres = 1;
    } else {
        snprintf(crs, size, "%s", metres == 1 ? info->crs : ""); /* feet are brought to metres */
    }
    s->crs = *crs ? crs : NULL;
    SPATE_TRY(raster_bounds(r, s->write_crs ? crs : "", &s->around));
    bounds *b = &s->around;
    *b = (bounds){b->x0 * metres, b->y0 * metres, b->x1 * metres, b->y1 * metres};
    const double area = (b->x1 - b->x0) * (b->y1 - b->y0);
    const double pixel = sqrt(area / ((double)info->nx * (double)info->ny));
    const double rate = measured_rate(tool), affordable = affordable_cell(area, rate);
    s->resolution = affordable > pixel ? round_up(affordable) : pixel;
    if (s->write_crs && s->resolution == pixel)
        s->resolution = round_up(pixel);
    return SPATE_OK;
}

static int read_terrain(const spate_tool *tool, const char *file, starter *s, char *crs,
                        size_t size)
{
    raster *r = NULL;
    spate_status status = raster_open(tool->ctx, file, 0, &r);
    if (status == SPATE_OK)
        status = examine(tool, r, s, crs, size);
    raster_close(r);
    return status == SPATE_OK ? 0 : tool_failed(tool, status);
}

/* ---- files ---- */

static int write_whole(const spate_tool *tool, const char *file_path, const starter *s)
{
    char message[4352];
    if (access(file_path, F_OK) == 0)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "%s exists; choose another name", file_path);
    tool_file file = tool_file_open(file_path);
    if (file.out && s)
        new_case_print(s, file.out);
    else if (file.out)
        new_valley_print(file.out);
    if (tool_file_close(&file, 1, message, sizeof message) != 0)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    return 0;
}

/* The terrain as the case must name it: relative to the folder of the case, or absolute. */
static const char *name_terrain(const char *file, const char *slash, char *absolute)
{
    if (!slash || *file == '/')
        return file;
    return realpath(file, absolute) ? absolute : file;
}

static int write_starter(const spate_tool *tool, char *name, const char *terrain)
{
    enum { LONGEST = 3000 };
    char file_path[LONGEST + 32], valley[LONGEST + 32], crs[64] = "", absolute[4097];
    const size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".yaml") == 0)
        name[length - 5] = '\0';
    const char *slash = strrchr(name, '/');
    const char *why;
    starter s = {.name = slash ? slash + 1 : name,
                 .synthetic = !terrain,
                 .as_asc = !gdal_plugin_get(&why)};
    if (strlen(name) > LONGEST || *s.name == '\0' || strpbrk(s.name, "\"'\\\n#:"))
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "'%.60s' cannot be the name of a case; use letters, digits and _", name);
    snprintf(file_path, sizeof file_path, "%s.yaml", name);
    snprintf(valley, sizeof valley, "%s_terrain.asc", name);
    if (access(file_path, F_OK) == 0)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "%s exists; choose another name", file_path);
    int code = 0;
    if (terrain) {
        code = read_terrain(tool, terrain, &s, crs, sizeof crs);
        s.terrain = name_terrain(terrain, slash, absolute);
    } else {
        s.around = new_valley_bounds();
        s.resolution = 10;
        code = write_whole(tool, valley, NULL);
        s.terrain = strrchr(valley, '/') ? strrchr(valley, '/') + 1 : valley;
    }
    if (code == 0)
        code = write_whole(tool, file_path, &s);
    if (code == 0)
        fprintf(stderr, "wrote %s%s%s; next: spate run %s\n", file_path, terrain ? "" : " and ",
                terrain ? "" : valley, file_path);
    return code;
}

int command_new(spate_tool *tool, int argc, char **argv)
{
    const char *terrain = NULL;
    const option list[] = {
        {"terrain", OPTION_TEXT, &terrain, "FILE", "raster of heights; a small valley without it",
         0, 0},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "new NAME [--terrain FILE]",
        .about =
            "Writes NAME.yaml, a case with a comment on every section that runs as it is in about\n"
            "a minute: rain on the terrain, or on a small synthetic valley.\n",
        .list = list,
        .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "a name is needed: spate new NAME");
    if (tool->ranks > 1)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "one process is enough: without mpirun");
    return write_starter(tool, argv[1], terrain);
}
