/* spate plot: pictures of results. This file reads the command line. */
#include "plot.h"
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dates.h"
#include "base/suggest.h"
#include "io/gdal_plugin.h"
#include "program/options.h"

static const struct {
    const char *what;
    int (*draw)(const spate_tool *tool, const plot_request *q, plot_source *s);
} others[] = {
    {"frames", plot_frames},     {"animation", plot_animation}, {"gauges", plot_gauges},
    {"sections", plot_sections}, {"balance", plot_balance},     {"profile", plot_profile},
    {"tuning", plot_tuning},
};
enum { OTHERS = sizeof others / sizeof *others };

static const char about[] =
    "Draws results. FILE is the folder of a run (CASE.out), a NetCDF file or a raster.\n"
    "\n"
    "Maps, over a hillshade of the bed:\n"
    "  max-depth                 largest depth of the run (this is drawn where WHAT is not given)\n"
    "  max-level, max-speed      largest level and speed\n"
    "  arrival                   when the water came, in bands of h:min\n"
    "  hazard (or hazard-arr)    classes H1 to H6 by depth, speed and their product (Australian\n"
    "                            Rainfall and Runoff 2019)\n"
    "  hazard-uk                 low, moderate, significant, extreme: the British hazard rating\n"
    "  max-product               largest product of depth and speed\n"
    "  duration                  how long it was flooded\n"
    "  depth, level, speed,\n"
    "  vorticity                 at --time or --frame; the last frame by itself\n"
    "  bed                       the bed as the model has it\n"
    "Maps of an ensemble (CASE.ensemble):\n"
    "  probability               share of the scenarios in which it is flooded\n"
    "  mean-max-depth,\n"
    "  largest-max-depth         mean and largest of their maximum depths\n"
    "Series:\n"
    "  frames                    every frame as a PNG in a folder, one colour bar for all\n"
    "  animation                 the same as a film (needs ffmpeg)\n"
    "Charts:\n"
    "  gauges                    level against time, with observations where the case names them\n"
    "  sections                  discharge through the cross-sections\n"
    "  profile                   bed and levels along a line (--along), at --time and the highest\n"
    "  balance                   where the water came from and went, and the error\n"
    "  tuning                    shares of devices, rate, and what their balance has cost\n"
    "\n"
    "spate plot wavenumber needs no FILE: what compact schemes make of waves.\n";

static int unknown_what(const spate_tool *tool, const char *what)
{
    suggestion s = suggest_begin(what);
    for (int n = 0; kind_at(n); ++n)
        suggest_offer(&s, kind_at(n)->what);
    for (int n = 0; n < OTHERS; ++n)
        suggest_offer(&s, others[n].what);
    char text[64];
    return tool_error(tool, SPATE_ERROR_ARGUMENT,
                      "'%s' is nothing that can be drawn%s (spate plot --help)", what,
                      suggest_text(&s, "", text, sizeof text));
}

static int draw_difference(const spate_tool *tool, const plot_request *q, plot_source *source)
{
    plot_source other;
    const spate_status status = source_open(tool->ctx, q->minus, &other);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    const int code = plot_difference(tool, q, source, &other);
    source_close(&other);
    return code;
}

static int draw(const spate_tool *tool, const plot_request *q)
{
    int (*picture)(const spate_tool *, const plot_request *, plot_source *) = NULL;
    for (int n = 0; q->what && n < OTHERS; ++n)
        if (strcmp(q->what, others[n].what) == 0)
            picture = others[n].draw;
    if (q->what && !picture && !kind_find(q->what))
        return unknown_what(tool, q->what);
    plot_source source;
    const spate_status status = source_open(tool->ctx, q->file, &source);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (!isnan(q->wet))
        source.wet_depth = q->wet;
    source.overlay_known = q->plain;
    if (q->title)
        snprintf(source.title, sizeof source.title, "%s", q->title);
    int code;
    if (q->minus && picture)
        code = tool_error(tool, SPATE_ERROR_ARGUMENT, "--minus is for maps, not for %s", q->what);
    else if (q->minus)
        code = draw_difference(tool, q, &source);
    else
        code = (picture ? picture : plot_map)(tool, q, &source);
    source_close(&source);
    return code;
}

/* "+02:00" is 7200 s; returns 0 where it is no offset. */
static int zone_seconds(const char *offset, double *seconds)
{
    char date[64];
    if ((*offset != '+' && *offset != '-') || strlen(offset) > 6)
        return 0;
    snprintf(date, sizeof date, "1970-01-01T00:00%s", offset);
    if (date_parse(date, seconds) != DATE_OK)
        return 0;
    *seconds = -*seconds;
    return 1;
}

int command_plot(spate_tool *tool, int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "wavenumber") == 0)
        return plot_wavenumber(tool, argc - 1, argv + 1);
    plot_request q = {
        .frame = -1, .of = "depth", .show = {.low = NAN, .high = NAN}, .wet = NAN, .rate = 10};
    const char *zone = NULL;
    const option list[] = {
        {"output", OPTION_TEXT, &q.output, "FILE",
         "(or -o) .png, .svg or .pdf; beside the results by itself", 0, 0},
        {"time", OPTION_TEXT, &q.time, "T",
         "the frame nearest to it: \"90 min\", 2024-01-02T06:00Z", 0, 0},
        {"frame", OPTION_INTEGER, &q.frame, "N", "the frame by its number, from 0", 0, 1e9},
        {"of", OPTION_CHOICE, &q.of, "depth|level|speed|vorticity",
         "what frames and animation show", 0, 0},
        {"rate", OPTION_REAL, &q.rate, "N", "frames per second of an animation (10)", 0.1, 120},
        {"low", OPTION_REAL, &q.show.low, "X", "lower end of the colour bar", -1e9, 1e9},
        {"high", OPTION_REAL, &q.show.high, "X", "upper end of the colour bar", -1e9, 1e9},
        {"sea-level", OPTION_REAL, &q.show.sea_level, "X",
         "m; bed below it has the colours of sea (0); lower for polders", -1e9, 1e9},
        {"feet", OPTION_FLAG, &q.show.feet, NULL, "depths, levels, speeds and discharges in feet",
         0, 0},
        {"wet", OPTION_REAL, &q.wet, "DEPTH",
         "m; shallower water is not drawn (as in the case, or 0.05)", 0, 1e3},
        {"zone", OPTION_TEXT, &zone, "OFFSET", "of the clock of dates, \"+02:00\"; UTC by itself",
         0, 0},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {"background", OPTION_TEXT, &q.background, "FILE",
         "a raster with a map or a photograph, below the values in place of the relief", 0, 0},
        {"along", OPTION_TEXT, &q.along, "LINE",
         "the line of a profile: \"x,y x,y ...\", or a file with a line", 0, 0},
        {"minus", OPTION_TEXT, &q.minus, "B",
         "a map of FILE less the same map of B, whose grid may be another", 0, 0},
        {"plain", OPTION_FLAG, &q.plain, NULL,
         "maps without gauges, sections, walls, boundaries and outlines", 0, 0},
        {"title", OPTION_TEXT, &q.title, "TEXT", "instead of the title of the case", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "plot FILE [WHAT] [-o FILE.png|.svg|.pdf] [options]",
                            .about = about,
                            .list = list,
                            .max_words = 2};
    for (int n = 1; n < argc; ++n)
        if (strcmp(argv[n], "-o") == 0)
            argv[n] = "--output";
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "name what to draw, such as spate plot CASE.out (spate plot --help)");
    if (!isnan(q.show.low) && !isnan(q.show.high) && !(q.show.low < q.show.high))
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "--low %g is not below --high %g", q.show.low,
                          q.show.high);
    if (zone && !zone_seconds(zone, &q.zone))
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "--zone must be what the clock is ahead of UTC (\"+02:00\"), not '%s'",
                          zone);
    q.file = argv[1];
    q.what = words > 1 ? argv[2] : NULL;
    return tool->rank == 0 ? draw(tool, &q) : 0;
}
