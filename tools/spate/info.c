/* spate info: finds the kind of a file and calls the function for that kind. */
#include "info.h"
#include "commands.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/dates.h"
#include "field.h"
#include "io/gdal_plugin.h"
#include "program/options.h"

/* ---- facts ---- */

enum { KEY_WIDTH = 16 };

static void put_key(const info_out *o, const char *key)
{
    int used = 0;
    for (; *key; ++key, ++used)
        fputc(*key == '_' ? ' ' : *key, o->out);
    fprintf(o->out, "%*s", used < KEY_WIDTH ? KEY_WIDTH - used : 1, "");
}

void info_text(info_out *o, const char *key, const char *value)
{
    if (o->as_json)
        json_text(&o->j, key, value);
    else if (value) {
        put_key(o, key);
        fprintf(o->out, "%s\n", value);
    }
}

void info_integer(info_out *o, const char *key, int64_t value)
{
    if (o->as_json) {
        json_integer(&o->j, key, value);
        return;
    }
    put_key(o, key);
    fprintf(o->out, "%lld\n", (long long)value);
}

void info_real(info_out *o, const char *key, double value, const char *unit)
{
    if (o->as_json) {
        json_real(&o->j, key, value);
        return;
    }
    if (!isfinite(value))
        return;
    put_key(o, key);
    fprintf(o->out, "%.10g%s%s\n", value, *unit ? " " : "", unit);
}

void info_date(info_out *o, const char *key, double unix_seconds)
{
    char text[64];
    info_text(o, key, isfinite(unix_seconds) ? date_format(unix_seconds, text, sizeof text) : NULL);
}

void info_open(info_out *o, const char *key)
{
    if (o->as_json)
        json_open_array(&o->j, key);
    else
        fprintf(o->out, "%s\n", key);
}

void info_item(info_out *o, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (o->as_json)
        json_text(&o->j, NULL, text);
    else
        fprintf(o->out, "  %s\n", text);
}

void info_close(info_out *o)
{
    if (o->as_json)
        json_close(&o->j);
}

/* ---- the kind of a file ---- */

typedef spate_status (*info_fn)(spate_context *ctx, const char *file, info_out *o);

/* Files of this program are known by their first bytes, whatever their names end in. */
static info_fn by_content(const char *file)
{
    unsigned char head[16] = {0};
    FILE *in = fopen(file, "rb");
    const size_t got = in ? fread(head, 1, sizeof head, in) : 0;
    if (in)
        fclose(in);
    static const struct {
        const char *bytes;
        size_t count;
        info_fn describe;
    } known[] = {
        {"SPATECP", 7, info_checkpoint}, {"\x89HDF\r\n", 6, info_maps},
        {"CDF\x01", 4, info_maps},       {"CDF\x02", 4, info_maps},
        {"CDF\x05", 4, info_maps},       {"SQLite format 3", 15, info_vector},
        {"II*\0", 4, info_raster},       {"MM\0*", 4, info_raster},
        {"II+\0", 4, info_raster},
    };
    for (size_t n = 0; n < sizeof known / sizeof *known; ++n)
        if (got >= known[n].count && memcmp(head, known[n].bytes, known[n].count) == 0)
            return known[n].describe;
    return NULL;
}

static info_fn by_name(const char *file)
{
    static const struct {
        const char *ending;
        info_fn describe;
    } known[] = {
        {".yaml", info_case},      {".yml", info_case},       {".csv", info_series},
        {".txt", info_series},     {".asc", info_raster},     {".tif", info_raster},
        {".tiff", info_raster},    {".vrt", info_raster},     {".nc", info_maps},
        {".geojson", info_vector}, {".shp", info_vector},     {".gpkg", info_vector},
        {".kml", info_vector},     {".spc", info_checkpoint},
    };
    for (size_t n = 0; n < sizeof known / sizeof *known; ++n)
        if (file_has_ending(file, known[n].ending))
            return known[n].describe;
    return NULL;
}

static spate_status describe(spate_context *ctx, const char *file, info_out *o)
{
    const file_kind kind = file_kind_of(file);
    if (kind == FILE_MISSING)
        return fail_data(ctx, "%s does not exist", file);
    info_fn found = kind == FILE_FOLDER ? info_folder : by_content(file);
    if (!found)
        found = by_name(file);
    if (found)
        return found(ctx, file, o);
    return fail_data(ctx,
                     "%s is none of the files that Spate reads or writes: case (.yaml), raster "
                     "(.tif, .asc), NetCDF (.nc), series (.csv), vectors (.gpkg, .geojson, .shp), "
                     "checkpoint (.spc) or the folder of a run (.out)",
                     file);
}

int command_info(spate_tool *tool, int argc, char **argv)
{
    info_out o = {0};
    const option list[] = {
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {"json", OPTION_FLAG, &o.as_json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "info FILE [--json]",
        .about = "What a file is and what it holds. FILE is anything that Spate reads or writes:\n"
                 "a case (.yaml), a raster (.tif, .asc and what GDAL knows), maps (.nc), a series\n"
                 "(.csv), vectors (.gpkg, .geojson, .shp), a checkpoint (.spc) or the folder of a\n"
                 "run (.out).\n",
        .list = list,
        .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "name a file (spate info --help)");
    if (tool->rank != 0)
        return 0;
    /* Facts are printed once all are known: a failure prints none. */
    char *collected = NULL;
    size_t size = 0;
    o.out = open_memstream(&collected, &size);
    if (!o.out)
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory");
    o.j = json_begin(o.out);
    if (o.as_json)
        json_open_object(&o.j, NULL);
    info_text(&o, "file", argv[1]);
    const spate_status status = describe(tool->ctx, argv[1], &o);
    if (o.as_json)
        json_close(&o.j);
    fclose(o.out);
    if (status == SPATE_OK)
        fwrite(collected, 1, size, stdout);
    free(collected);
    return status == SPATE_OK ? 0 : tool_failed(tool, status);
}
