/* spate doctor: what the machine offers, what this build uses of it, and the remedy for what is
 * missing. It never fails: a missing thing is a line of the report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/cuda_load.h"
#include "base/cores.h"
#include "base/cpu_model.h"
#include "commands.h"
#include "io/gdal_plugin.h"
#include "parallel/comm.h"
#include "program/options.h"
#include "run/tuning_cache.h"
#include "spate_config.h"

/* First line of a small file without its newline; "" if there is none. */
static const char *first_line(const char *place, char *line, int size)
{
    *line = '\0';
    FILE *file = fopen(place, "r");
    if (!file)
        return line;
    if (!fgets(line, size, file))
        *line = '\0';
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static void print_cpu_model(void)
{
    char model[256];
    printf("CPU           %s, %ld online\n", cpu_model(model, sizeof model),
           sysconf(_SC_NPROCESSORS_ONLN));
}

static void print_cpu_features(void)
{
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    printf("features      ");
#define FEATURE(name) printf("%s%s  ", __builtin_cpu_supports(name) ? "" : "no ", name)
    FEATURE("avx2");
    FEATURE("fma");
    FEATURE("avx512f");
    FEATURE("avx512dq");
    FEATURE("avx512bw");
    FEATURE("avx512vl");
#undef FEATURE
    printf("\n");
#else
    printf("features      not an x86-64 processor: base kernels\n");
#endif
}

static void print_caches(void)
{
    printf("caches        ");
    for (int k = 0;; ++k) {
        char place[128], level[16], type[32], size[32];
        snprintf(place, sizeof place, "/sys/devices/system/cpu/cpu0/cache/index%d/level", k);
        if (*first_line(place, level, sizeof level) == '\0') {
            printf("%s\n", k == 0 ? "not known" : "");
            return;
        }
        snprintf(place, sizeof place, "/sys/devices/system/cpu/cpu0/cache/index%d/type", k);
        first_line(place, type, sizeof type);
        snprintf(place, sizeof place, "/sys/devices/system/cpu/cpu0/cache/index%d/size", k);
        first_line(place, size, sizeof size);
        if (strcmp(type, "Instruction") != 0)
            printf("L%s %s  ", level, size);
    }
}

static void print_memory(void)
{
    char line[128];
    const double page = (double)sysconf(_SC_PAGESIZE);
    printf("memory        %.1f GB, free %.1f GB\n", 1e-9 * page * (double)sysconf(_SC_PHYS_PAGES),
           1e-9 * page * (double)sysconf(_SC_AVPHYS_PAGES));
    first_line("/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line);
    const char *verdict = "not known";
    if (strstr(line, "[always]") || strstr(line, "[madvise]"))
        verdict = "used";
    else if (strstr(line, "[never]"))
        verdict = "off; as root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled";
    printf("huge pages    %s (%s)\n", verdict, *line ? line : "no such setting");
}

/* From the library itself, with a simulation of a few cells on the CPU. */
static int kernels_of(const spate_tool *tool, const char *isa, int precision, spate_stats *stats)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = opt.ny = 64 * tool->ranks; /* room for one part per rank */
    opt.dx = opt.dy = 1;
    opt.backend = "cpu";
    opt.isa = isa;
    opt.precision = precision;
    spate_sim *sim = NULL;
    spate_status status = spate_sim_create(tool->ctx, &opt, &sim);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, stats);
    spate_sim_destroy(sim);
    return status == SPATE_OK;
}

static void print_kernels(const spate_tool *tool)
{
    static const char *const names[] = {"base", "avx2", "avx512"};
    spate_stats f32 = {.isa = "none"}, f64 = {.isa = "none"};
    const int ok = kernels_of(tool, "auto", 32, &f32) && kernels_of(tool, "auto", 64, &f64);
    char reasons[1024] = "";
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        spate_stats stats;
        if (kernels_of(tool, names[k], 64, &stats))
            continue;
        const size_t used = strlen(reasons);
        snprintf(reasons + used, sizeof reasons - used, "              no %s: %s\n", names[k],
                 spate_message(tool->ctx));
    }
    if (tool->rank != 0)
        return;
    if (ok)
        printf("kernels       %s (f32), %s (f64) would be chosen; threads %d\n", f32.isa, f64.isa,
               f64.threads);
    else
        printf("kernels       none: %s\n", spate_message(tool->ctx));
    fputs(reasons, stdout);
}

static void print_openmp(void)
{
#ifdef _OPENMP
    const char *asked = getenv("OMP_NUM_THREADS");
    const char *wait = getenv("OMP_WAIT_POLICY"), *spin = getenv("GOMP_SPINCOUNT");
    printf(
        "OpenMP        threads %d of %d usable CPUs (OMP_NUM_THREADS %s); threads that wait %s\n",
        cores_default_threads(), cores_usable(), asked ? asked : "not set",
        wait || spin ? "do so as the environment says" : "soon sleep");
#else
    printf("OpenMP        not built in: one thread; build with a compiler that has OpenMP\n");
#endif
}

static void print_mpi(const spate_tool *tool)
{
    const char *library = comm_library();
    if (!library)
        printf(
            "MPI           not built in: apt-get install libopenmpi-dev openmpi-bin, then make\n");
    else if (comm_under_mpirun())
        printf("MPI           %s; started by mpirun, ranks %d\n", library, tool->ranks);
    else
        printf("MPI           %s; one process here, mpirun -n 2 spate ... starts two\n", library);
}

/* without: what does not work where the library is missing. */
static void print_library(const char *name, int built_in, const char *without, const char *package)
{
    if (built_in)
        printf("%-13s built in\n", name);
    else
        printf("%-13s not built in, %s: apt-get install %s, then make\n", name, without, package);
}

/* The plug-in is loaded here as a run would load it: it may be missing although it was built. */
static void print_gdal(void)
{
    static const char without[] = "rasters only as .asc (output.rasters: asc), no vector files";
    const char *why;
    const gdal_plugin *gdal = gdal_plugin_get(&why);
    if (gdal)
        printf("GDAL          %s, by the plug-in " GDAL_PLUGIN_FILE "\n", gdal->version());
    else if (SPATE_HAVE_GDAL)
        printf("GDAL          the plug-in does not load, %s: %s\n", without, why);
    else
        print_library("GDAL", 0, without, "libgdal-dev");
}

static void print_libraries(void)
{
    print_library("libyaml", SPATE_HAVE_YAML, "no case files", "libyaml-dev");
    print_library("NetCDF", SPATE_HAVE_NETCDF, "no maps.nc, max.nc and state.nc", "libnetcdf-dev");
    print_gdal();
    print_library("cairo", SPATE_HAVE_CAIRO, "no spate plot", "libcairo2-dev");
    print_library("libmicrohttpd", SPATE_HAVE_MICROHTTPD, "no spate view", "libmicrohttpd-dev");
    print_library("libpng", SPATE_HAVE_PNG, "no pictures of built-in cases", "libpng-dev");
}

static void print_cuda_device(const spate_cuda_plugin *cuda, int device)
{
    cuda_device_info info;
    if (cuda->device_info(device, &info))
        printf("              cuda:%d  %s, compute %d.%d, %d multiprocessors, memory %.1f GB, free "
               "%.1f GB\n",
               device, info.name, info.major, info.minor, info.processors, 1e-9 * info.bytes,
               1e-9 * info.bytes_free);
    else
        printf("              cuda:%d  does not answer; nvidia-smi may say why\n", device);
}

/* Plug-in, driver and devices: what `--backend cuda` needs, in the order in which a run
 * needs it. */
static void print_cuda(void)
{
    const char *why;
    char text[512] = "";
    const spate_cuda_plugin *cuda = cuda_plugin_get(&why);
    if (!cuda) {
        printf("CUDA          no plug-in, no GPU: %s\n", why);
        printf("              the NVIDIA driver is %s\n",
               cuda_driver_present() ? "there" : "not there (no libcuda.so.1)");
        return;
    }
    const int count = cuda->device_count(text, sizeof text);
    if (count > 0)
        printf("CUDA          by the plug-in " CUDA_PLUGIN_FILE ", devices %d\n", count);
    else
        printf("CUDA          the plug-in " CUDA_PLUGIN_FILE " is there, no GPU: %s\n", text);
    for (int device = 0; device < count; ++device)
        print_cuda_device(cuda, device);
}

/* What solver.tune remembers of the devices of this machine. */
static void print_tuning(void)
{
    char kept_in[512];
    int broken = 0;
    kept_rate kept[MOST_KEPT_RATES];
    if (!tuning_cache_path(kept_in, sizeof kept_in)) {
        printf("tuning        nothing is kept: neither XDG_CACHE_HOME nor HOME is a folder\n");
        return;
    }
    const int count = tuning_cache_read(kept_in, kept, MOST_KEPT_RATES, &broken);
    printf("tuning        %s%s\n", kept_in,
           broken      ? ": cannot be read, will be replaced"
           : count > 0 ? ""
                       : ": no rates of devices are kept yet");
    for (int n = 0; n < count; ++n) {
        const kept_rate *k = &kept[n];
        printf("              %s, f%d, %s, %d threads: ", k->scheme, k->precision, k->device,
               k->threads);
        if (k->every > 0)
            printf("states are exchanged every %d steps\n", k->every);
        else if (k->sharing > 0)
            printf("a shared step takes %.3g ms more\n", 1e3 * k->sharing);
        else
            printf("%.4g million tiles per second\n", 1e-6 * k->rate);
    }
}

int command_doctor(spate_tool *tool, int argc, char **argv)
{
    const option none = {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0};
    const option_set set = {
        .usage = "doctor",
        .about =
            "What this machine offers, what this build uses, and how to get what is missing.\n",
        .list = &none};
    const int code = options_parse(tool, &set, argc, argv, NULL);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->rank == 0) {
        printf("spate         %s, %s, %s\n", spate_version(), SPATE_BUILD_TYPE, SPATE_COMPILER);
        print_cpu_model();
        print_cpu_features();
        print_caches();
        print_memory();
        print_openmp();
    }
    print_kernels(tool);
    if (tool->rank == 0) {
        print_mpi(tool);
        print_libraries();
        print_cuda();
        print_tuning();
    }
    return 0;
}
