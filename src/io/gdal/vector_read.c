/* Reads a layer of features (points, lines, polygons, attributes as text) and transforms it to the
 * coordinate system of the run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

typedef struct reading {
    OGRLayerH layer;
    OGRCoordinateTransformationH transform; /* NULL: coordinates stay */
    double height_unit;                     /* m in one unit of heights */
    vector_layer *out;
    int room;
    gdal_why *why;
} reading;

/* ---- shapes ---- */

static void free_shape(shape *s)
{
    for (int n = 0; n < s->count; ++n) {
        free(s->paths[n].points);
        free(s->paths[n].z);
    }
    free(s->paths);
}

static int copy_points(path *to, OGRGeometryH g, gdal_why *why)
{
    for (int n = 0; n < to->count; ++n) {
        to->points[n] = (point){OGR_G_GetX(g, n), OGR_G_GetY(g, n)};
        if (to->z)
            to->z[n] = OGR_G_GetZ(g, n);
        if (!isfinite(to->points[n].x + to->points[n].y + (to->z ? to->z[n] : 0)))
            return say(why, "a coordinate is NaN or infinite");
    }
    return 1;
}

/* Heights are kept only for lines: they are the crests of walls. */
static int add_path(shape *s, OGRGeometryH g, gdal_why *why)
{
    const size_t count = (size_t)OGR_G_GetPointCount(g);
    const int has_heights = s->kind == SHAPE_LINE && OGR_G_Is3D(g);
    path *grown = realloc(s->paths, ((size_t)s->count + 1) * sizeof *grown);
    if (!grown)
        return say(why, "no memory");
    s->paths = grown;
    path *to = &s->paths[s->count++]; /* freed by the owner of the shape */
    *to = (path){.count = (int)count,
                 .points = malloc((count + 1) * sizeof *to->points),
                 .z = has_heights ? malloc((count + 1) * sizeof *to->z) : NULL};
    if (!to->points || (has_heights && !to->z))
        return say(why, "no memory");
    return copy_points(to, g, why);
}

/* All points of a feature are one path. */
static int add_point(shape *s, OGRGeometryH g, gdal_why *why)
{
    if (s->count == 0)
        return add_path(s, g, why);
    path *all = &s->paths[0];
    point *grown = realloc(all->points, ((size_t)all->count + 1) * sizeof *grown);
    if (!grown)
        return say(why, "no memory");
    all->points = grown;
    grown[all->count] = (point){OGR_G_GetX(g, 0), OGR_G_GetY(g, 0)};
    if (!isfinite(grown[all->count].x + grown[all->count].y))
        return say(why, "a coordinate is NaN or infinite");
    ++all->count;
    return 1;
}

/* Adds all parts of this kind of a geometry and of the geometries inside it. */
static int gather(shape *s, OGRGeometryH g, gdal_why *why)
{
    if (OGR_G_IsEmpty(g))
        return 1;
    switch (wkbFlatten(OGR_G_GetGeometryType(g))) {
    case wkbPoint: return s->kind != SHAPE_POINT || add_point(s, g, why);
    case wkbLineString: return s->kind != SHAPE_LINE || add_path(s, g, why);
    case wkbLinearRing: return add_path(s, g, why);
    case wkbPolygon:
    case wkbTriangle:
        if (s->kind != SHAPE_POLYGON)
            return 1;
        for (int n = 0; n < OGR_G_GetGeometryCount(g); ++n)
            if (!add_path(s, OGR_G_GetGeometryRef(g, n), why))
                return 0;
        return 1;
    default:
        for (int n = 0; n < OGR_G_GetGeometryCount(g); ++n)
            if (!gather(s, OGR_G_GetGeometryRef(g, n), why))
                return 0;
        return 1;
    }
}

/* ---- features ---- */

static int read_values(reading *r, OGRFeatureH from, feature *to)
{
    const size_t columns = (size_t)r->out->columns;
    to->values = calloc(columns ? columns : 1, sizeof *to->values);
    if (!to->values)
        return say(r->why, "no memory");
    for (int c = 0; c < r->out->columns; ++c) {
        const int set = OGR_F_IsFieldSetAndNotNull(from, c);
        to->values[c] = strdup(set ? OGR_F_GetFieldAsString(from, c) : "");
        if (!to->values[c])
            return say(r->why, "no memory");
    }
    return 1;
}

static void heights_to_metres(const shape *s, double unit)
{
    for (int n = 0; n < s->count; ++n)
        for (int k = 0; s->paths[n].z && k < s->paths[n].count; ++k)
            s->paths[n].z[k] *= unit;
}

/* Owns the shape from now on, also after a failure. */
static int add_feature(reading *r, OGRFeatureH from, shape s)
{
    vector_layer *out = r->out;
    if (out->count == r->room) {
        const int room = r->room ? 2 * r->room : 64;
        feature *grown = realloc(out->features, (size_t)room * sizeof *grown);
        if (!grown) {
            free_shape(&s);
            return say(r->why, "no memory");
        }
        out->features = grown;
        r->room = room;
    }
    heights_to_metres(&s, r->height_unit);
    feature *to = &out->features[out->count++];
    *to = (feature){.shape = s};
    return read_values(r, from, to);
}

/* A collection of several kinds becomes a feature of each. */
static int read_shapes(reading *r, OGRFeatureH from, OGRGeometryH g)
{
    int found = 0;
    for (int kind = SHAPE_POINT; kind <= SHAPE_POLYGON; ++kind) {
        shape s = {.kind = (shape_kind)kind};
        const int ok = gather(&s, g, r->why);
        if (!ok || !s.count) {
            free_shape(&s);
            if (!ok)
                return 0;
            continue;
        }
        found = 1;
        if (!add_feature(r, from, s))
            return 0;
    }
    return found ? 1
                 : say(r->why, "feature %lld has no geometry; delete it or draw it",
                       (long long)OGR_F_GetFID(from));
}

static int read_feature(reading *r, OGRFeatureH from)
{
    OGRGeometryH g = OGR_F_GetGeometryRef(from);
    if (!g || OGR_G_IsEmpty(g))
        return say(r->why, "feature %lld has no geometry; delete it or draw it",
                   (long long)OGR_F_GetFID(from));
    OGRGeometryH flat = OGR_G_GetLinearGeometry(g, 0, NULL);
    if (!flat)
        return say_if_silent(r->why, "a curve cannot be converted to lines");
    int ok = 1;
    if (r->transform && OGR_G_Transform(flat, r->transform) != OGRERR_NONE)
        ok = say(r->why, "feature %lld cannot be transformed to the coordinate system of the run",
                 (long long)OGR_F_GetFID(from));
    ok = ok && read_shapes(r, from, flat);
    OGR_G_DestroyGeometry(flat);
    return ok;
}

/* ---- layers ---- */

static int read_columns(reading *r)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(r->layer);
    const int columns = OGR_FD_GetFieldCount(definition);
    r->out->column_names = calloc((size_t)columns + 1, sizeof *r->out->column_names);
    if (!r->out->column_names)
        return say(r->why, "no memory");
    for (int c = 0; c < columns; ++c) {
        const char *name = OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, c));
        if (!(r->out->column_names[c] = strdup(name)))
            return say(r->why, "no memory");
        r->out->columns = c + 1;
    }
    return 1;
}

static int beyond_degrees(OGRLayerH layer)
{
    OGREnvelope e;
    return OGR_L_GetExtent(layer, &e, 1) == OGRERR_NONE &&
           fmax(fmax(fabs(e.MinX), fabs(e.MaxX)), fmax(fabs(e.MinY), fabs(e.MaxY))) > 360;
}

/* NULL with *ok: no transformation is needed. The standard of GeoJSON requires degrees, but many
 * files have projected coordinates. */
static OGRCoordinateTransformationH transformation_to_run(reading *r, GDALDatasetH data,
                                                          const char *crs, gdal_why *note, int *ok)
{
    OGRSpatialReferenceH own = srs_horizontal(OGR_L_GetSpatialRef(r->layer));
    *ok = 1;
    if (!own || !*crs) {
        OSRDestroySpatialReference(own);
        return NULL;
    }
    const char *driver = GDALGetDriverShortName(GDALGetDatasetDriver(data));
    OGRCoordinateTransformationH t = NULL;
    if (EQUAL(driver, "GeoJSON") && OSRIsGeographic(own) && beyond_degrees(r->layer)) {
        say(note,
            "its coordinates are not degrees; they are assumed to be in %.60s, that of the run",
            crs);
    } else {
        OGRSpatialReferenceH run = srs_from_text(crs, r->why), flat = srs_horizontal(run);
        if (flat && !OSRIsSame(own, flat))
            *ok = (t = OCTNewCoordinateTransformation(own, flat)) != NULL;
        *ok = *ok && run;
        OSRDestroySpatialReference(flat);
        OSRDestroySpatialReference(run);
    }
    OSRDestroySpatialReference(own);
    return t;
}

/* The unit of a vertical system, which may be feet; without such a system heights are metres. */
static double height_unit(OGRLayerH layer)
{
    OGRSpatialReferenceH whole = OGR_L_GetSpatialRef(layer);
    return whole && OSRIsCompound(whole) ? OSRGetTargetLinearUnits(whole, "VERT_CS", NULL) : 1;
}

static int read_layer(reading *r, GDALDatasetH data, const char *crs, gdal_why *note)
{
    int ok;
    r->height_unit = height_unit(r->layer);
    r->transform = transformation_to_run(r, data, crs, note, &ok);
    if (!ok)
        return say_if_silent(r->why,
                             "it cannot be transformed to the coordinate system of the run");
    ok = read_columns(r);
    OGR_L_ResetReading(r->layer);
    for (OGRFeatureH f; ok && (f = OGR_L_GetNextFeature(r->layer)) != NULL;) {
        ok = read_feature(r, f);
        OGR_F_Destroy(f);
    }
    if (r->transform)
        OCTDestroyCoordinateTransformation(r->transform);
    if (ok && !r->out->count)
        ok = say(r->why, "layer %.100s has no features", OGR_L_GetName(r->layer));
    return ok;
}

static OGRLayerH find_layer(GDALDatasetH data, const char *name, gdal_why *why)
{
    const int count = GDALDatasetGetLayerCount(data);
    if (!name || !*name) {
        if (!count)
            say(why, "it has no layers");
        return count ? GDALDatasetGetLayer(data, 0) : NULL;
    }
    OGRLayerH found = GDALDatasetGetLayerByName(data, name);
    if (found)
        return found;
    say(why, "there is no layer %.60s, only", name);
    for (int n = 0; n < count; ++n) {
        const size_t used = strlen(why->text);
        snprintf(why->text + used, sizeof why->text - used, "%s %.60s", n ? "," : "",
                 OGR_L_GetName(GDALDatasetGetLayer(data, n)));
    }
    return NULL;
}

int plugin_vector_read(const char *file, const char *layer, const char *crs, vector_layer *out,
                       gdal_why *note, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    int ok = 0;
    GDALDatasetH data =
        network_allows(file, why)
            ? GDALOpenEx(file, GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                         NULL, NULL)
            : NULL;
    if (data) {
        reading r = {.layer = find_layer(data, layer, why), .out = out, .why = why};
        ok = r.layer && read_layer(&r, data, crs, note);
        GDALClose(data);
    }
    if (!ok)
        say_if_silent(why, "GDAL cannot read it as points, lines or polygons");
    quiet_end(&q);
    return ok;
}
