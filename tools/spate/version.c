/* spate version: what this program is and how it was built. */
#include <stdio.h>

#include "base/json_writer.h"
#include "commands.h"
#include "io/gdal_plugin.h"
#include "program/options.h"
#include "spate_config.h"

#if SPATE_HAVE_PNG
#include <png.h>
#define PNG_TEXT PNG_LIBPNG_VER_STRING
#else
#define PNG_TEXT NULL
#endif

#ifdef _OPENMP
#define OPENMP_DATE _OPENMP
#else
#define OPENMP_DATE 0
#endif

/* Of the plug-in that loads here; NULL where none does (spate doctor reports why). */
static const char *gdal_version(void)
{
    const char *why;
    const gdal_plugin *gdal = gdal_plugin_get(&why);
    return gdal ? gdal->version() : NULL;
}

static void print_json(void)
{
    json_writer j = json_begin(stdout);
    json_open_object(&j, NULL);
    json_text(&j, "version", spate_version());
    json_text(&j, "commit", SPATE_GIT_COMMIT);
    json_text(&j, "build_type", SPATE_BUILD_TYPE);
    json_text(&j, "compiler", SPATE_COMPILER);
    json_open_array(&j, "precisions");
    json_text(&j, NULL, "f32");
    json_text(&j, NULL, "f64");
    json_close(&j);
    json_integer(&j, "openmp", OPENMP_DATE);
    json_boolean(&j, "mpi", SPATE_HAVE_MPI);
    json_boolean(&j, "libyaml", SPATE_HAVE_YAML);
    json_boolean(&j, "netcdf", SPATE_HAVE_NETCDF);
    json_text(&j, "gdal", gdal_version());
    json_boolean(&j, "cairo", SPATE_HAVE_CAIRO);
    json_text(&j, "libpng", PNG_TEXT);
    json_boolean(&j, "cuda", SPATE_HAVE_CUDA);
    json_close(&j);
}

static void print_text(void)
{
    const char *png = PNG_TEXT, *gdal = gdal_version();
    printf("spate %s (%s)\n", spate_version(), SPATE_GIT_COMMIT);
    printf("built      %s, %s\n", SPATE_BUILD_TYPE, SPATE_COMPILER);
    printf("precision  f32 and f64\n");
    printf("OpenMP     %s\n", OPENMP_DATE ? "yes" : "no");
    printf("MPI        %s\n", SPATE_HAVE_MPI ? "yes" : "no");
    printf("libyaml    %s\n", SPATE_HAVE_YAML ? "yes" : "no");
    printf("NetCDF     %s\n", SPATE_HAVE_NETCDF ? "yes" : "no");
    printf("GDAL       %s\n", gdal ? gdal : "no");
    printf("cairo      %s\n", SPATE_HAVE_CAIRO ? "yes" : "no");
    printf("libpng     %s\n", png ? png : "no");
    printf("CUDA       %s\n", SPATE_HAVE_CUDA ? "yes" : "no");
}

int command_version(spate_tool *tool, int argc, char **argv)
{
    int as_json = 0;
    const option list[] = {
        {"json", OPTION_FLAG, &as_json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "version [--json]",
                            .about = "Version and build of this program.\n",
                            .list = list};
    const int code = options_parse(tool, &set, argc, argv, NULL);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->rank == 0)
        (as_json ? print_json : print_text)();
    return 0;
}
