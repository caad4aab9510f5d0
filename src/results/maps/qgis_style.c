/* Tables of classes, and the XML around them. Colours are those of spate plot. */
#include "results/maps/qgis_style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/folder/files.h"

enum { MOST_CLASSES = 8 };

typedef struct style_class {
    double up_to; /* values of the class are at most this; the last class has no end */
    const char *colour, *label;
} style_class;

typedef struct style {
    const char *variable;
    double from; /* smaller values are transparent */
    int count;
    style_class classes[MOST_CLASSES];
} style;

static const style styles[] = {
    {"max_depth",
     0.05,
     8,
     {{0.15, "#a1ebfa", "0.05 to 0.15 m"},
      {0.3, "#7ad1f5", "0.15 to 0.3 m"},
      {0.5, "#58b8ea", "0.3 to 0.5 m"},
      {1, "#3a9fdc", "0.5 to 1 m"},
      {2, "#1f86cb", "1 to 2 m"},
      {4, "#0a6cb5", "2 to 4 m"},
      {8, "#05468c", "4 to 8 m"},
      {0, "#0b1d61", "deeper than 8 m"}}},
    {"max_speed",
     0.01,
     6,
     {{0.25, "#f7eaa6", "up to 0.25 m/s"},
      {0.5, "#f9c763", "0.25 to 0.5 m/s"},
      {1, "#f59a4e", "0.5 to 1 m/s"},
      {2, "#dd5c5a", "1 to 2 m/s"},
      {4, "#a32a6c", "2 to 4 m/s"},
      {0, "#4a1468", "faster than 4 m/s"}}},
    {"max_hazard",
     0.001,
     5,
     {{0.3, "#f7eaa6", "up to 0.3 m2/s"},
      {0.6, "#f9c763", "0.3 to 0.6 m2/s"},
      {1, "#f08a50", "0.6 to 1 m2/s"},
      {4, "#c43f63", "1 to 4 m2/s"},
      {0, "#4a1468", "more than 4 m2/s"}}},
    {"arrival",
     0,
     8,
     {{900, "#3b1a5c", "within 15 min"},
      {1800, "#3f3585", "15 to 30 min"},
      {3600, "#30559f", "30 to 60 min"},
      {7200, "#1f7aa4", "1 to 2 h"},
      {10800, "#2b9d92", "2 to 3 h"},
      {21600, "#5cbc6f", "3 to 6 h"},
      {43200, "#a6d34d", "6 to 12 h"},
      {0, "#f1e44d", "later than 12 h"}}},
    {"duration",
     1,
     6,
     {{3600, "#e3f2d3", "up to 1 h"},
      {10800, "#b4dcc5", "1 to 3 h"},
      {21600, "#7fbfbb", "3 to 6 h"},
      {43200, "#4a9bb0", "6 to 12 h"},
      {86400, "#2f6f9b", "12 to 24 h"},
      {0, "#22356f", "longer than a day"}}},
    {"hazard_arr",
     0.5,
     6,
     {{1.5, "#f7eaa6", "H1 generally safe"},
      {2.5, "#f9cd69", "H2 unsafe for small vehicles"},
      {3.5, "#f5a04f", "H3 unsafe for vehicles, children and the elderly"},
      {4.5, "#dd5c5a", "H4 unsafe for people and vehicles"},
      {5.5, "#a32a6c", "H5 unsafe; buildings need special design"},
      {0, "#4a1468", "H6 unsafe; all buildings may fail"}}},
    {"hazard_uk",
     0.5,
     4,
     {{1.5, "#f7eaa6", "low: caution"},
      {2.5, "#f59a4e", "moderate: danger for some"},
      {3.5, "#c43f63", "significant: danger for most"},
      {0, "#4a1468", "extreme: danger for all"}}},
};

static const style *find(const char *variable)
{
    for (size_t n = 0; n < sizeof styles / sizeof *styles; ++n)
        if (strcmp(styles[n].variable, variable) == 0)
            return &styles[n];
    return NULL;
}

static void add_item(text_buffer *out, double up_to, int alpha, const char *colour,
                     const char *label)
{
    char value[32] = "inf";
    if (up_to > 0)
        snprintf(value, sizeof value, "%.10g", up_to);
    text_add(out, "          <item value=\"%s\" alpha=\"%d\" color=\"%s\" label=\"%s\"/>\n", value,
             alpha, colour, label);
}

/* "Discrete": a class holds what is greater than the value before and at most its own. */
static void add_style(text_buffer *out, const style *s)
{
    text_add(out,
             "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"
             "<qgis version=\"3.22\" styleCategories=\"Symbology\">\n"
             "  <pipe>\n"
             "    <rasterrenderer type=\"singlebandpseudocolor\" band=\"1\" opacity=\"0.85\" "
             "alphaBand=\"-1\" classificationMin=\"%.10g\" classificationMax=\"inf\">\n"
             "      <rastershader>\n"
             "        <colorrampshader colorRampType=\"DISCRETE\" classificationMode=\"1\" "
             "clip=\"0\">\n",
             s->from);
    if (s->from > 0)
        add_item(out, s->from, 0, "#ffffff", "");
    for (int n = 0; n < s->count; ++n)
        add_item(out, s->classes[n].up_to, 255, s->classes[n].colour, s->classes[n].label);
    text_add(out, "        </colorrampshader>\n"
                  "      </rastershader>\n"
                  "    </rasterrenderer>\n"
                  "  </pipe>\n"
                  "</qgis>\n");
}

spate_status qgis_style_write(spate_context *ctx, const char *raster, const char *variable)
{
    const style *s = find(variable);
    const size_t length = strlen(raster);
    if (!s || length < 4 || strcmp(raster + length - 4, ".tif") != 0)
        return SPATE_OK;
    text_buffer text = {0};
    char *file = strdup(raster);
    add_style(&text, s);
    spate_status status = SPATE_OK;
    if (!file || text.failed) {
        status = fail_memory(ctx, "no memory for the style of %s", raster);
    } else {
        memcpy(file + length - 3, "qml", 3);
        status = file_write_whole(ctx, file, text.data, text.length);
    }
    text_free(&text);
    free(file);
    return status;
}
