/* Writes layers into a GeoPackage, which gets its name when it is complete. */
#include "support.h"
#include "vector_shape.h"

/* A column holds numbers if all its values are numbers. */
static int is_number_column(const vector_layer *v, int column)
{
    int numbers = 0;
    for (int n = 0; n < v->count; ++n) {
        const char *text = v->features[n].values[column];
        if (!*text)
            continue;
        if (CPLGetValueType(text) == CPL_VALUE_STRING)
            return 0;
        ++numbers;
    }
    return numbers > 0;
}

/* Whether every feature has a single geometry, so that a GIS offers the simple type. */
static int all_single(const vector_layer *v)
{
    for (int n = 0; n < v->count; ++n) {
        const shape *s = &v->features[n].shape;
        if (s->kind == SHAPE_POLYGON || s->count != 1 ||
            (s->kind == SHAPE_POINT && s->paths[0].count != 1))
            return 0;
    }
    return 1;
}

static OGRwkbGeometryType layer_type(const vector_layer *v, int single)
{
    static const OGRwkbGeometryType types[][2] = {[SHAPE_POINT] = {wkbMultiPoint, wkbPoint},
                                                  [SHAPE_LINE] = {wkbMultiLineString,
                                                                  wkbLineString},
                                                  [SHAPE_POLYGON] = {wkbMultiPolygon, wkbPolygon}};
    for (int n = 1; n < v->count; ++n)
        if (v->features[n].shape.kind != v->features[0].shape.kind)
            return wkbUnknown;
    return v->count ? types[v->features[0].shape.kind][single] : wkbUnknown;
}

static int has_column(const vector_layer *v, const char *name)
{
    for (int c = 0; c < v->columns; ++c)
        if (EQUAL(v->column_names[c], name))
            return 1;
    return 0;
}

static OGRLayerH create_layer(GDALDatasetH data, OGRSpatialReferenceH srs,
                              const vector_output *what, int single)
{
    const vector_layer *v = what->features;
    /* The columns of the format must not have the name of a column of the layer. */
    char **options = NULL;
    options = CSLSetNameValue(options, "FID", has_column(v, "fid") ? "feature_id" : "fid");
    options =
        CSLSetNameValue(options, "GEOMETRY_NAME", has_column(v, "geom") ? "geometry" : "geom");
    OGRLayerH layer =
        GDALDatasetCreateLayer(data, what->layer, srs, layer_type(v, single), options);
    CSLDestroy(options);
    for (int c = 0; layer && c < v->columns; ++c) {
        OGRFieldDefnH field =
            OGR_Fld_Create(v->column_names[c], is_number_column(v, c) ? OFTReal : OFTString);
        if (OGR_L_CreateField(layer, field, FALSE) != OGRERR_NONE)
            layer = NULL;
        OGR_Fld_Destroy(field);
    }
    return layer;
}

static int write_feature(OGRLayerH layer, const vector_layer *v, int n, int single)
{
    OGRFeatureH f = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    for (int c = 0; c < v->columns; ++c)
        if (*v->features[n].values[c])
            OGR_F_SetFieldString(f, c, v->features[n].values[c]);
    OGRGeometryH g = shape_geometry(&v->features[n].shape);
    if (single) {
        OGR_F_SetGeometry(f, OGR_G_GetGeometryRef(g, 0));
        OGR_G_DestroyGeometry(g);
    } else {
        OGR_F_SetGeometryDirectly(f, g);
    }
    const int ok = OGR_L_CreateFeature(layer, f) == OGRERR_NONE;
    OGR_F_Destroy(f);
    return ok;
}

static int write_layer(GDALDatasetH data, OGRSpatialReferenceH srs, const vector_output *what)
{
    const int single = all_single(what->features);
    OGRLayerH layer = create_layer(data, srs, what, single);
    if (!layer || GDALDatasetStartTransaction(data, FALSE) != OGRERR_NONE)
        return 0;
    for (int n = 0; n < what->features->count; ++n)
        if (!write_feature(layer, what->features, n, single))
            return 0;
    return GDALDatasetCommitTransaction(data) == OGRERR_NONE;
}

typedef struct vector_job {
    const char *crs;
    const vector_output *layers;
    int count;
} vector_job;

static int write_file(const char *part, const void *work, gdal_why *why)
{
    const vector_job *job = work;
    /* Without a system GDAL would mark the coordinates as degrees. */
    OGRSpatialReferenceH srs =
        job->crs && *job->crs ? srs_from_text(job->crs, why) : srs_of_plane();
    if (!srs)
        return say_if_silent(why, "no memory");
    GDALDriverH driver = GDALGetDriverByName("GPKG");
    GDALDatasetH data = driver ? GDALCreate(driver, part, 0, 0, 0, GDT_Unknown, NULL) : NULL;
    int ok = data != NULL;
    if (!driver)
        say(why, "this GDAL has no GeoPackage");
    for (int n = 0; ok && n < job->count; ++n)
        ok = write_layer(data, srs, &job->layers[n]);
    if (data)
        GDALClose(data); /* the caller checks for failures to write */
    OSRDestroySpatialReference(srs);
    return ok;
}

int plugin_vector_write(const char *file, const char *crs, const vector_output *layers, int count,
                        gdal_why *why)
{
    const vector_job job = {.crs = crs, .layers = layers, .count = count};
    return write_whole(file, ".part.gpkg", write_file, &job, why);
}
