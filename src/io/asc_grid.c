/* Reads ESRI ASCII grids: keys in any case and order, registered by corner or centre, line breaks
 * anywhere. Files of any size are read through one buffer. */
#include "io/asc_grid.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/units.h"
#include "io/decimal.h"

enum { BUFFER = 1 << 18, TOKEN = 64 };
static const double MOST_CELLS = 0x1p31;

struct asc_grid {
    spate_context *ctx;
    char *name;
    raster_info info;
    FILE *file;
    const char *text; /* instead of a file */
    size_t length;    /* bytes of both */
    size_t fed;       /* bytes of the text copied so far */
    char *buffer;
    const char *at, *end; /* the unread part of the buffer */
    size_t passed;        /* bytes before `end` */
    long line;
    size_t data_offset; /* of the first value */
    long data_line;
};

/* ---- characters and tokens ---- */

static int refill(asc_grid *g)
{
    size_t got;
    if (g->file) {
        got = fread(g->buffer, 1, BUFFER, g->file);
    } else {
        got = g->length - g->fed < BUFFER ? g->length - g->fed : BUFFER;
        memcpy(g->buffer, g->text + g->fed, got);
        g->fed += got;
    }
    g->passed += got;
    g->at = g->buffer;
    g->end = g->buffer + got;
    return got > 0;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Length of the next token, cut at TOKEN - 1; 0 at the end. */
static int next_token(asc_grid *g, char *out)
{
    for (;; ++g->at) {
        if (g->at == g->end && !refill(g))
            return 0;
        if (!is_blank(*g->at))
            break;
        g->line += *g->at == '\n';
    }
    int length = 0;
    while ((g->at < g->end || refill(g)) && !is_blank(*g->at)) {
        if (length == TOKEN - 1)
            break;
        out[length++] = *g->at ? *g->at : '\1'; /* a NUL must not end the token */
        ++g->at;
    }
    out[length] = '\0';
    return length;
}

static spate_status not_a_number(asc_grid *g, const char *token)
{
    for (const char *c = token; *c; ++c) {
        if (*c < ' ' || *c > '~')
            return fail_data(g->ctx, "%s:%ld: this is not text; an .asc file is an ESRI ASCII grid",
                             g->name, g->line);
    }
    return fail_data(g->ctx, "%s:%ld: \"%.40s\" is not a number", g->name, g->line, token);
}

/* ---- header ---- */

enum { NCOLS, NROWS, XCORNER, YCORNER, XCENTER, YCENTER, CELLSIZE, DX, DY, NODATA, KEYS };
static const char *const key_names[KEYS] = {"ncols",     "nrows",       "xllcorner", "yllcorner",
                                            "xllcenter", "yllcenter",   "cellsize",  "dx",
                                            "dy",        "nodata_value"};

typedef struct header {
    double value[KEYS];
    int given[KEYS];
} header;

static spate_status header_key(asc_grid *g, header *h, const char *token)
{
    int key = 0;
    while (key < KEYS && strcasecmp(token, key_names[key]) != 0)
        ++key;
    if (key == KEYS) {
        if ((unsigned char)token[0] > '~')
            return not_a_number(g, token);
        return fail_data(g->ctx,
                         "%s:%ld: \"%.40s\" is not a key of an ESRI ASCII grid (ncols, nrows, "
                         "xllcorner, yllcorner, cellsize, nodata_value)",
                         g->name, g->line, token);
    }
    if (h->given[key])
        return fail_data(g->ctx, "%s:%ld: %s is given twice", g->name, g->line, key_names[key]);
    char text[TOKEN];
    if (!next_token(g, text))
        return fail_data(g->ctx, "%s:%ld: %s has no value", g->name, g->line, key_names[key]);
    h->given[key] = 1;
    if (key == NODATA && strcasecmp(text, "nan") == 0)
        h->value[key] = NAN;
    else if (!number_parse(text, &h->value[key]))
        return not_a_number(g, text);
    return SPATE_OK;
}

static spate_status header_sizes(asc_grid *g, const header *h)
{
    for (int key = NCOLS; key <= NROWS; ++key) {
        if (!h->given[key])
            return fail_data(g->ctx, "%s: %s is missing in the header of the grid", g->name,
                             key_names[key]);
        if (!(h->value[key] >= 1) || h->value[key] > MOST_CELLS ||
            floor(h->value[key]) < h->value[key])
            return fail_data(g->ctx, "%s: %s is %g; it must be a whole number, 1 or larger",
                             g->name, key_names[key], h->value[key]);
    }
    const double cells = h->value[NCOLS] * h->value[NROWS];
    if (cells > MOST_CELLS)
        return fail_data(g->ctx,
                         "%s: %.0f x %.0f values are more than an .asc may have here (2^31); "
                         "use GeoTIFF",
                         g->name, h->value[NCOLS], h->value[NROWS]);
    if (cells > (double)g->length / 2 + 1) /* a value and a blank take two bytes */
        return fail_data(g->ctx, "%s: too short for %.0f x %.0f values (%zu bytes)", g->name,
                         h->value[NCOLS], h->value[NROWS], g->length);
    return SPATE_OK;
}

static spate_status header_places(asc_grid *g, const header *h)
{
    const double dx = h->value[h->given[DX] ? DX : CELLSIZE];
    const double dy = h->value[h->given[DY] ? DY : CELLSIZE];
    if ((!h->given[CELLSIZE] && !(h->given[DX] && h->given[DY])))
        return fail_data(g->ctx, "%s: cellsize is missing in the header of the grid", g->name);
    if (!(dx > 0) || !(dy > 0))
        return fail_data(g->ctx, "%s: cellsize is %g; it must be above 0", g->name,
                         dx > 0 ? dy : dx);
    if (h->given[XCORNER] == h->given[XCENTER] || h->given[YCORNER] == h->given[YCENTER])
        return fail_data(g->ctx,
                         "%s: the header needs xllcorner and yllcorner, or xllcenter and yllcenter",
                         g->name);
    raster_info *i = &g->info;
    i->dx = dx;
    i->dy = dy;
    i->x0 = h->given[XCORNER] ? h->value[XCORNER] : h->value[XCENTER] - dx / 2;
    i->y0 = h->given[YCORNER] ? h->value[YCORNER] : h->value[YCENTER] - dy / 2;
    i->nx = (long long)h->value[NCOLS];
    i->ny = (long long)h->value[NROWS];
    i->metres = i->vertical_metres = 1;
    /* -9999 is the default of the format. */
    i->has_nodata = 1;
    i->nodata = h->given[NODATA] ? h->value[NODATA] : -9999;
    strcpy(i->type, "text");
    return SPATE_OK;
}

static int starts_number(const char *token)
{
    return strchr("+-.0123456789", token[0]) || strcasecmp(token, "nan") == 0;
}

static spate_status read_header(asc_grid *g)
{
    if (!refill(g))
        return fail_data(g->ctx, "%s: %s", g->name,
                         g->file && ferror(g->file) ? strerror(errno) : "the file is empty");
    g->at += text_bom_length(g->at, (size_t)(g->end - g->at));
    header h = {0};
    char token[TOKEN];
    for (;;) {
        const int length = next_token(g, token);
        if (!length || starts_number(token)) {
            g->data_offset = g->passed - (size_t)(g->end - g->at) - (size_t)length;
            g->data_line = g->line;
            break;
        }
        SPATE_TRY(header_key(g, &h, token));
    }
    SPATE_TRY(header_sizes(g, &h));
    return header_places(g, &h);
}

/* ---- values ---- */

static spate_status rewind_to_data(asc_grid *g)
{
    if (g->file && fseek(g->file, (long)g->data_offset, SEEK_SET) != 0)
        return fail_data(g->ctx, "%s: %s", g->name, strerror(errno));
    g->fed = g->passed = g->data_offset;
    g->at = g->end = g->buffer;
    g->line = g->data_line;
    return SPATE_OK;
}

static spate_status next_value(asc_grid *g, double *value, long long number)
{
    char token[TOKEN];
    const int length = next_token(g, token);
    if (!length)
        return fail_data(g->ctx, "%s:%ld: the file ends after %lld of %lld x %lld values", g->name,
                         g->line, number, g->info.nx, g->info.ny);
    if (decimal_fast(token, length, value) || number_parse(token, value))
        return SPATE_OK;
    if (strcasecmp(token, "nan") != 0)
        return not_a_number(g, token);
    *value = NAN;
    return SPATE_OK;
}

spate_status asc_window(asc_grid *g, long long i0, long long j0, long long nx, long long ny,
                        double *values, long long stride)
{
    SPATE_TRY(rewind_to_data(g));
    const double nodata = g->info.nodata;
    for (long long j = g->info.ny - 1; j >= 0; --j) {
        double *row = j >= j0 && j < j0 + ny ? values + (j - j0) * stride : NULL;
        for (long long i = 0; i < g->info.nx; ++i) {
            double v;
            SPATE_TRY(next_value(g, &v, (g->info.ny - 1 - j) * g->info.nx + i));
            if (row && i >= i0 && i < i0 + nx)
                row[i - i0] = v < nodata || v > nodata || isnan(nodata) ? v : NAN;
        }
    }
    char token[TOKEN];
    if (next_token(g, token))
        return fail_data(g->ctx,
                         "%s:%ld: there are more than %lld x %lld values (\"%.40s\" follows)",
                         g->name, g->line, g->info.nx, g->info.ny, token);
    if (g->file && ferror(g->file))
        return fail_data(g->ctx, "%s: reading failed", g->name);
    return SPATE_OK;
}

/* ---- opening and closing ---- */

static spate_status finish_open(spate_context *ctx, const char *name, asc_grid *g, asc_grid **out)
{
    g->ctx = ctx;
    g->line = 1;
    g->name = strdup(name);
    g->buffer = malloc(BUFFER);
    spate_status status =
        g->name && g->buffer ? read_header(g) : fail_memory(ctx, "%s: no memory", name);
    if (status != SPATE_OK) {
        asc_close(g);
        return status;
    }
    *out = g;
    return SPATE_OK;
}

spate_status asc_open(spate_context *ctx, const char *file, asc_grid **out)
{
    FILE *f = fopen(file, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) {
        const int error = errno;
        if (f)
            fclose(f);
        return fail_data(ctx, "%s: %s", file, strerror(error));
    }
    const long length = ftell(f);
    rewind(f);
    asc_grid *g = calloc(1, sizeof *g);
    if (!g) {
        fclose(f);
        return fail_memory(ctx, "%s: no memory", file);
    }
    g->file = f;
    g->length = length > 0 ? (size_t)length : 0;
    return finish_open(ctx, file, g, out);
}

spate_status asc_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                       asc_grid **out)
{
    asc_grid *g = calloc(1, sizeof *g);
    if (!g)
        return fail_memory(ctx, "%s: no memory", name);
    g->text = text;
    g->length = length;
    return finish_open(ctx, name, g, out);
}

const raster_info *asc_info(const asc_grid *g)
{
    return &g->info;
}

void asc_close(asc_grid *g)
{
    if (!g)
        return;
    if (g->file)
        fclose(g->file);
    free(g->buffer);
    free(g->name);
    free(g);
}
