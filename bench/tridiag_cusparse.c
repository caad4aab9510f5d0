/* cuSPARSE by the C interface in its documentation; no header of CUDA is needed to build this. */
#include "bench/tridiag_cusparse.h"

#include <dlfcn.h>
#include <string.h>

typedef void *cusparse_handle;
typedef int strided_bytes_fn(cusparse_handle handle, int m, const void *dl, const void *d,
                             const void *du, const void *x, int batch, int stride, size_t *bytes);
typedef int strided_fn(cusparse_handle handle, int m, const void *dl, const void *d, const void *du,
                       void *x, int batch, int stride, void *buffer);
typedef int interleaved_bytes_fn(cusparse_handle handle, int algorithm, int m, const void *dl,
                                 const void *d, const void *du, const void *x, int batch,
                                 size_t *bytes);
typedef int interleaved_fn(cusparse_handle handle, int algorithm, int m, void *dl, void *d,
                           void *du, void *x, int batch, void *buffer);

enum { THOMAS = 0 }; /* of gtsvInterleavedBatch; the others pivot */

/* Of f32 and f64. */
static struct {
    cusparse_handle handle;
    strided_bytes_fn *strided_bytes[2];
    strided_fn *strided[2];
    interleaved_bytes_fn *interleaved_bytes[2];
    interleaved_fn *interleaved[2];
    int (*set_stream)(cusparse_handle handle, void *stream);
    int (*synchronize)(void);
} cusparse;

static void *open_any(const char *const *names)
{
    void *library = NULL;
    for (; *names && !library; ++names)
        library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* C knows no cast from an object to a function. */
static int find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

static int find_routines(void *library)
{
    return find(library, "cusparseSgtsv2StridedBatch_bufferSizeExt", &cusparse.strided_bytes[0],
                sizeof(void *)) &&
           find(library, "cusparseDgtsv2StridedBatch_bufferSizeExt", &cusparse.strided_bytes[1],
                sizeof(void *)) &&
           find(library, "cusparseSgtsv2StridedBatch", &cusparse.strided[0], sizeof(void *)) &&
           find(library, "cusparseDgtsv2StridedBatch", &cusparse.strided[1], sizeof(void *)) &&
           find(library, "cusparseSgtsvInterleavedBatch_bufferSizeExt",
                &cusparse.interleaved_bytes[0], sizeof(void *)) &&
           find(library, "cusparseDgtsvInterleavedBatch_bufferSizeExt",
                &cusparse.interleaved_bytes[1], sizeof(void *)) &&
           find(library, "cusparseSgtsvInterleavedBatch", &cusparse.interleaved[0],
                sizeof(void *)) &&
           find(library, "cusparseDgtsvInterleavedBatch", &cusparse.interleaved[1],
                sizeof(void *)) &&
           find(library, "cusparseSetStream", &cusparse.set_stream, sizeof(void *));
}

int cusparse_load(const char **why)
{
    static const char *const names[] = {"libcusparse.so.12", "libcusparse.so",
                                        "/usr/local/cuda/lib64/libcusparse.so.12",
                                        "/usr/local/cuda/lib64/libcusparse.so", NULL};
    static const char *const drivers[] = {"libcuda.so.1", NULL};
    int (*create)(cusparse_handle *) = NULL;
    void *library = open_any(names), *driver = open_any(drivers);
    *why = NULL;
    if (cusparse.handle)
        return 1;
    if (!driver)
        *why = "no peers: there is no NVIDIA driver for cuSPARSE";
    else if (!library)
        *why = "no peers: cuSPARSE (libcusparse.so.12) is not installed";
    else if (!find(library, "cusparseCreate", &create, sizeof(void *)) || !find_routines(library) ||
             !find(driver, "cuCtxSynchronize", &cusparse.synchronize, sizeof(void *)))
        *why = "no peers: this cuSPARSE has other routines than gtsv2StridedBatch and "
               "gtsvInterleavedBatch";
    else if (create(&cusparse.handle) != 0)
        *why = "no peers: cuSPARSE does not start";
    return *why == NULL;
}

int cusparse_suits(const tridiag_setup *s)
{
    return s->matrix == SPATE_TRIDIAG_GENERAL && s->n >= CUSPARSE_LEAST_ROWS;
}

cusparse_lines cusparse_lines_of(const tridiag_setup *s)
{
    return (cusparse_lines){.precision = s->precision,
                            .interleaved = s->layout != TRIDIAG_CONTIGUOUS,
                            .n = (int)s->n,
                            .lines = (int)s->lines,
                            .stride = (int)s->n};
}

size_t cusparse_buffer_bytes(cusparse_lines l, void *const at[4])
{
    const int twin = l.precision == 64;
    size_t bytes = 0;
    if (l.interleaved)
        cusparse.interleaved_bytes[twin](cusparse.handle, THOMAS, l.n, at[0], at[1], at[2], at[3],
                                         l.lines, &bytes);
    else
        cusparse.strided_bytes[twin](cusparse.handle, l.n, at[0], at[1], at[2], at[3], l.lines,
                                     l.stride, &bytes);
    return bytes;
}

int cusparse_solve(cusparse_lines l, void *const at[4], void *buffer)
{
    const int twin = l.precision == 64;
    if (l.interleaved)
        return cusparse.interleaved[twin](cusparse.handle, THOMAS, l.n, at[0], at[1], at[2], at[3],
                                          l.lines, buffer) == 0;
    return cusparse.strided[twin](cusparse.handle, l.n, at[0], at[1], at[2], at[3], l.lines,
                                  l.stride, buffer) == 0;
}

int cusparse_use_stream(void *stream)
{
    return cusparse.set_stream(cusparse.handle, stream) == 0;
}

int cusparse_wait(void)
{
    return cusparse.synchronize() == 0;
}
