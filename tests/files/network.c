/* Claims about names on the network: unless it is allowed, no connection is made, wherever the name
 * occurs. A server on this machine counts connections; nothing outside of it is needed. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "check.h"
#include "io/gdal_plugin.h"
#include "io/raster.h"
#include "io/vector.h"
#include "scratch.h"

static int server = -1, port;

static int serve(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    server = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0 || bind(server, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(server, 64) != 0 || getsockname(server, (struct sockaddr *)&at, &size) != 0)
        return 0;
    port = ntohs(at.sin_port);
    return fcntl(server, F_SETFL, O_NONBLOCK) == 0;
}

/* How many have connected since the last call. */
static int connections(void)
{
    int count = 0;
    for (int one; (one = accept(server, NULL, NULL)) >= 0; ++count)
        close(one);
    return count;
}

/* Names of files and their contents; PORT stands for the number of the port. */
static const char *filled(const char *text, char *out, size_t size)
{
    out[0] = '\0';
    for (const char *at; (at = strstr(text, "PORT")) != NULL; text = at + 4) {
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%.*s%d", (int)(at - text), text, port);
    }
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
    return out;
}

#define BAND(source)                                                                               \
    "<VRTDataset rasterXSize=\"4\" rasterYSize=\"4\"><GeoTransform>0, 1, 0, 4, 0, -1"              \
    "</GeoTransform><VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource>"                 \
    "<SourceFilename relativeToVRT=\"1\">" source "</SourceFilename></SimpleSource>"               \
    "</VRTRasterBand></VRTDataset>"
#define LAYER(source)                                                                              \
    "<OGRVRTDataSource><OGRVRTLayer name=\"a\"><SrcDataSource>" source                             \
    "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"
#define WMS                                                                                        \
    "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1:PORT/${z}/${x}/${y}.png"          \
    "</ServerUrl></Service><DataWindow><UpperLeftX>0</UpperLeftX><UpperLeftY>4</UpperLeftY>"       \
    "<LowerRightX>4</LowerRightX><LowerRightY>0</LowerRightY><TileLevel>1</TileLevel>"             \
    "<TileCountX>1</TileCountX><TileCountY>1</TileCountY></DataWindow><BandsCount>1</BandsCount>"  \
    "</GDAL_WMS>"

static const struct {
    const char *name; /* of a file in the folder where there is text */
    const char *text;
} cases[] = {
    {"/vsicurl/http://127.0.0.1:PORT/dem.tif", NULL},
    {"/vsicurl_streaming/http://127.0.0.1:PORT/dem.tif", NULL},
    {"/vsizip//vsicurl/http://127.0.0.1:PORT/dem.zip/dem.tif", NULL},
    {"/vsisubfile/0_9,/vsicurl/http://127.0.0.1:PORT/dem.tif", NULL},
    {"http://127.0.0.1:PORT/lines.geojson", NULL},
    {"HTTP://127.0.0.1:PORT/dem.tif", NULL},
    {"WMS:http://127.0.0.1:PORT/?SERVICE=WMS", NULL},
    {"WFS:http://127.0.0.1:PORT/", NULL},
    {"PG:host=127.0.0.1 port=PORT dbname=a", NULL},
    {"NETCDF:\"http://127.0.0.1:PORT/a.nc\":depth", NULL},
    {"curl.vrt", BAND("/vsicurl/http://127.0.0.1:PORT/dem.tif")},
    {"http.vrt", BAND("http://127.0.0.1:PORT/dem.tif")},
    {"hidden.vrt", BAND("&#104;ttp://127.0.0.1:PORT/dem.tif")},
    {"twice.vrt", BAND("curl.vrt")},
    {"other_name.tif", BAND("twice.vrt")},
    {"wms.xml", WMS},
    {"wms.vrt", BAND("wms.xml")},
    {"inline.vrt", BAND("&lt;GDAL_WMS&gt;&lt;/GDAL_WMS&gt;")},
    {"lines.vrt", LAYER("http://127.0.0.1:PORT/lines.geojson")},
    {"service.vrt", LAYER("WFS:http://127.0.0.1:PORT/")},
    {"behind.vrt", "junk><a></a>" LAYER("http://127.0.0.1:PORT/lines.geojson")},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Tries a name as a raster and as a layer of features; returns whether either could be opened. */
static int try_name(spate_context *ctx, const char *file)
{
    raster *r = NULL;
    vector_layer *v = NULL;
    const int opened = raster_open(ctx, file, 0, &r) == SPATE_OK;
    double value;
    if (opened)
        raster_read(r, &(raster_grid){0, 0, 1, 1, 1, 1, ""}, RESAMPLE_NEAREST, &value);
    raster_close(opened ? r : NULL);
    const int read = vector_read(ctx, file, NULL, "", &v) == SPATE_OK;
    vector_free(read ? v : NULL);
    return opened || read;
}

static const char *name_of(int k, char *out, size_t size)
{
    return cases[k].text ? scratch(cases[k].name) : filled(cases[k].name, out, size);
}

static void nothing_is_connected_to(void)
{
    spate_context *ctx = scratch_context();
    int reached = 0;
    for (int k = 0; k < CASES; ++k) {
        char name[512];
        const char *file = name_of(k, name, sizeof name);
        CHECK(!try_name(ctx, file));
        const int refused = strstr(spate_message(ctx), "on the network, which is off") &&
                            strstr(spate_message(ctx), "--network");
        const int now = connections();
        if (!CHECK(refused) || !CHECK(now == 0))
            printf("  %s: %d connections: %s\n", file, now, spate_message(ctx));
        reached += now;
    }
    CHECK_AT_MOST("connections", reached, 0);
    spate_context_destroy(ctx);
}

/* Formats that are not searched may name the network too: GDAL's file systems refuse them. */
static void names_hidden_in_other_formats_are_refused(void)
{
    char text[1024];
    static const char cached[] =
        "<MRF_META><CachedSource><Source>/vsicurl/http://127.0.0.1:PORT/dem.tif</Source>"
        "</CachedSource><Raster><Size x=\"4\" y=\"4\" c=\"1\"/><PageSize x=\"4\" y=\"4\" c=\"1\"/>"
        "<DataType>Float32</DataType><Compression>NONE</Compression></Raster><GeoTags>"
        "<BoundingBox minx=\"0\" miny=\"0\" maxx=\"4\" maxy=\"4\"/></GeoTags></MRF_META>";
    spate_context *ctx = scratch_context();
    try_name(ctx, scratch_file("cached.mrf", filled(cached, text, sizeof text)));
    CHECK_CONTAINS(spate_message(ctx), "cached.mrf: ");
    CHECK_AT_MOST("connections", connections(), 0);
    spate_context_destroy(ctx);
}

static void files_of_this_machine_are_still_read(void)
{
    spate_context *ctx = scratch_context();
    scratch_file("dem.asc", "ncols 4\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
                            "1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n");
    scratch_file("outer.vrt", BAND("inner.vrt"));
    raster *r = NULL;
    double value = 0;
    if (CHECK(raster_open(ctx, scratch_file("inner.vrt", BAND("dem.asc")), 0, &r) == SPATE_OK))
        raster_close(r);
    if (!CHECK(raster_open(ctx, scratch("outer.vrt"), 0, &r) == SPATE_OK))
        return;
    CHECK(raster_read(r, &(raster_grid){2, 0, 1, 1, 1, 1, ""}, RESAMPLE_NEAREST, &value) ==
          SPATE_OK);
    CHECK(value == 3);
    raster_close(r);
    /* A VRT that names itself, by any path, ends in a message, not in a loop. */
    const char *const selves[] = {scratch_file("self.vrt", BAND("self.vrt")),
                                  scratch_file("other.vrt", BAND("././other.vrt"))};
    for (int k = 0; k < 2; ++k) {
        CHECK(raster_open(ctx, selves[k], 0, &r) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "VRTs inside VRTs without end");
    }
    spate_context_destroy(ctx);
}

/* If the network is allowed, each of the same names does connect: the claim above is not empty. */
static void allowed_names_are_connected_to(void)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char name[512];
        const char *why;
        gdal_plugin_get(&why)->network(1); /* before the first file: drivers are not there yet */
        setenv("GDAL_HTTP_TIMEOUT", "5", 1);
        setenv("GDAL_HTTP_MAX_RETRY", "0", 1);
        try_name(scratch_context(), filled(cases[0].name, name, sizeof name));
        _exit(0);
    }
    struct pollfd wait = {.fd = server, .events = POLLIN};
    CHECK(poll(&wait, 1, 60000) == 1); /* the child connects or ends */
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    CHECK(connections() >= 1);
}

int main(void)
{
    char text[2048];
    if (!serve()) {
        printf("skipped: no sockets\n");
        return 77;
    }
    for (int k = 0; k < CASES; ++k)
        if (cases[k].text)
            scratch_file(cases[k].name, filled(cases[k].text, text, sizeof text));
    if (scratch_lacks_gdal())
        return SCRATCH_SKIPPED;
    RUN(allowed_names_are_connected_to); /* first: a process can set this only once */
    RUN(nothing_is_connected_to);
    RUN(names_hidden_in_other_formats_are_refused);
    RUN(files_of_this_machine_are_still_read);
    return check_done();
}
