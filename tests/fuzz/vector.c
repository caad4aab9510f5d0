/* No file of points, lines and polygons (GeoJSON, CSV with WKT, VRT) makes us crash, leak or hang;
 * coordinates that come out are finite, and what the model makes of shapes stays within the grid.
 * The first byte chooses the format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/vector.h"

enum { CELLS = 20 };

static spate_context *prepare(void)
{
    static spate_context *ctx;
    static const char *const kept[] = {"GeoJSON", "CSV", "OGR_VRT", "Memory", NULL};
    static const char lines[] = "WKT,crest\n\"LINESTRING Z (1 1 2,9 9 3)\",4\n";
    if (ctx)
        return ctx;
    setenv("GDAL_NUM_THREADS", "1", 1);
    if (spate_context_create(&ctx) != SPATE_OK)
        abort();
    fuzz_limit_formats(kept);
    fuzz_file("base.csv", (const uint8_t *)lines, sizeof lines - 1);
    return ctx;
}

/* Snapped as walls and sections are. */
static void use_line(const path *line)
{
    size_t count = 0;
    chain_face *chain = line_snap(line, 0, 0, 1, 1, CELLS, CELLS, &count);
    for (size_t k = 0; k < count; ++k) {
        const chain_face *f = &chain[k];
        if (f->i < 0 || f->j < 0 || f->i > CELLS || f->j > CELLS || isnan(f->along))
            abort();
        if (line->z && !isfinite(path_height(line, f->along)))
            abort();
    }
    free(chain);
}

/* Areas are tested point by point and by rows: the results must agree. */
static void use_polygon(const shape *s)
{
    prepared_polygon *p = polygon_prepare(&s, 1);
    double x[CELLS];
    uint8_t inside[CELLS];
    for (int i = 0; i < CELLS; ++i)
        x[i] = i + 0.5;
    for (int j = 0; p && j < CELLS; j += 3) {
        polygon_row(p, j + 0.5, CELLS, x, inside);
        for (int i = 0; i < CELLS; ++i)
            if (polygon_contains(p, x[i], j + 0.5) != inside[i] ||
                shape_contains(s, x[i], j + 0.5) != inside[i])
                abort();
    }
    polygon_free(p);
}

static void use_shape(const shape *s)
{
    if (s->count < 1)
        abort();
    for (int n = 0; n < s->count; ++n) {
        const path *line = &s->paths[n];
        for (int k = 0; k < line->count; ++k)
            if (!isfinite(line->points[k].x + line->points[k].y) ||
                (line->z && !isfinite(line->z[k])))
                abort();
        if (s->kind == SHAPE_LINE)
            use_line(line);
    }
    if (s->kind == SHAPE_POLYGON)
        use_polygon(s);
    shape copy = shape_copy(s);
    if (copy.count != s->count)
        abort();
    shape_free(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"x.geojson", "x.csv", "x.vrt"};
    if (size < 2)
        return 0;
    spate_context *ctx = prepare();
    vector_layer *v = NULL;
    const char *file = fuzz_file(names[(data[0] & 3) % 3], data + 1, size - 1);
    if (vector_read(ctx, file, NULL, data[0] & 4 ? "EPSG:32632" : "", &v) != SPATE_OK)
        return 0;
    if (v->count < 1)
        abort();
    for (int n = 0; n < v->count; ++n) {
        use_shape(&v->features[n].shape);
        for (int c = 0; c < v->columns; ++c)
            if (!v->features[n].values[c] || !v->column_names[c])
                abort();
    }
    vector_free(v);
    return 0;
}
