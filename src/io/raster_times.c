/* Times of bands, from text of the plug-in. */
#include "io/raster_times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/dates.h"
#include "base/units.h"
#include "io/gdal_plugin.h"

/* "2024-1-1 0:0:0.0", "2024-01-01T00:00:00Z", "2024-01-01 00:00 UTC", with +01:00 or without. */
static double reference_date(const char *text)
{
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, read = 0, clock = 0;
    double second = 0, found = 0;
    char zone[8] = "", whole[96];
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &read) != 3)
        return NAN;
    text += read + strspn(text + read, " Tt");
    if (sscanf(text, "%2d:%2d%n", &hour, &minute, &clock) == 2) {
        text += clock;
        if (sscanf(text, ":%12lf%n", &second, &clock) == 1)
            text += clock;
    }
    text += strspn(text, " ");
    if (strcasecmp(text, "UTC") != 0 && *text) /* without a zone it is UTC */
        snprintf(zone, sizeof zone, "%s", text);
    snprintf(whole, sizeof whole, "%04d-%02d-%02dT%02d:%02d%s", year, month, day, hour, minute,
             *zone ? zone : "Z");
    return date_parse(whole, &found) == DATE_OK && second >= 0 && second < 60 ? found + second
                                                                              : NAN;
}

static double seconds_of(const char *unit, size_t length)
{
    static const struct {
        const char *names;
        double seconds;
    } units[] = {{"|s|sec|secs|second|seconds|", 1},
                 {"|min|mins|minute|minutes|", 60},
                 {"|h|hr|hrs|hour|hours|", 3600},
                 {"|d|day|days|", 86400},
                 {"|ms|msec|millisecond|milliseconds|", 1e-3}};
    char word[32];
    snprintf(word, sizeof word, "|%.*s|", (int)(length < 28 ? length : 28), unit);
    for (size_t k = 0; k < sizeof units / sizeof *units; ++k)
        if (strcasestr(units[k].names, word))
            return units[k].seconds;
    return NAN; /* months and years have no length */
}

double raster_time_parse(double number, const char *text)
{
    const char *since = strstr(text, " since ");
    double date;
    if (!since)
        return date_parse(text, &date) == DATE_OK ? date : (double)NAN;
    return reference_date(since + 7 + strspn(since + 7, " ")) +
           number * seconds_of(text, (size_t)(since - text));
}

static int is_ascii_grid(const char *file)
{
    const size_t length = strlen(file);
    return length >= 4 && strcasecmp(file + length - 4, ".asc") == 0;
}

static spate_status no_memory(spate_context *ctx, const char *file)
{
    return fail_memory(ctx, "%s: no memory for its times", file);
}

spate_status raster_times_read(spate_context *ctx, const char *file, raster_times *out)
{
    *out = (raster_times){.count = 1};
    gdal_band_time *times = NULL;
    if (!is_ascii_grid(file)) {
        const gdal_plugin *gdal;
        gdal_why why = {""};
        SPATE_TRY(gdal_plugin_need(ctx, file, &gdal));
        times = gdal->raster_times(file, &out->count, &why);
        if (!times)
            return fail_data(ctx, "%s: %s", file, why.text);
    }
    out->unix_seconds = calloc((size_t)out->count + 1, sizeof *out->unix_seconds);
    for (int k = 0; out->unix_seconds && k < out->count; ++k)
        out->unix_seconds[k] =
            times ? raster_time_parse(times[k].number, times[k].text) : (double)NAN;
    free(times);
    return out->unix_seconds ? SPATE_OK : no_memory(ctx, file);
}

void raster_times_free(raster_times *t)
{
    free(t->unix_seconds);
    *t = (raster_times){0};
}
