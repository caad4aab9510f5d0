/* Conjugate gradients of cuSPARSE (products with CSR) and cuBLAS (everything else) as a peer on
 * a GPU: the usual way to write them, one call for each operation, scalars on the host. By the C
 * interfaces in the documentation; no header of CUDA is needed to build this. Loaded when a
 * benchmark wants it. */
#include "bench/krylov.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;
enum { INDEX_32 = 2, BASE_ZERO = 0, REAL_32 = 0, REAL_64 = 1, NOT_TRANSPOSED = 0, ALGORITHM = 0 };
enum { MOST_ITERATIONS = 20000 };

/* cuBLAS: of f32 and f64. */
static struct {
    handle sparse, blas;
    int (*create_csr)(handle *, int64_t, int64_t, int64_t, void *, void *, void *, int, int, int,
                      int);
    int (*create_vector)(handle *, int64_t, void *, int);
    int (*destroy_matrix)(handle), (*destroy_vector)(handle);
    int (*product_bytes)(handle, int, const void *, handle, handle, const void *, handle, int, int,
                         size_t *);
    int (*product)(handle, int, const void *, handle, handle, const void *, handle, int, int,
                   void *);
    int (*dot[2])(handle, int, const void *, int, const void *, int, void *);
    int (*axpy[2])(handle, int, const void *, const void *, int, void *, int);
    int (*scale[2])(handle, int, const void *, void *, int);
    int (*copy[2])(handle, int, const void *, int, void *, int);
    int (*synchronize)(void);
} lib;

/* ---- libraries ---- */

static void *open_any(const char *const *names)
{
    void *library = NULL;
    for (; *names && !library; ++names)
        library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* C knows no cast from an object to a function. */
static int find(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static int find_all(void *sparse, void *blas, void *driver)
{
    const struct {
        void *library;
        const char *name;
        void *function;
    } all[] = {{sparse, "cusparseCreateCsr", &lib.create_csr},
               {sparse, "cusparseCreateDnVec", &lib.create_vector},
               {sparse, "cusparseDestroySpMat", &lib.destroy_matrix},
               {sparse, "cusparseDestroyDnVec", &lib.destroy_vector},
               {sparse, "cusparseSpMV_bufferSize", &lib.product_bytes},
               {sparse, "cusparseSpMV", &lib.product},
               {blas, "cublasSdot_v2", &lib.dot[0]},
               {blas, "cublasDdot_v2", &lib.dot[1]},
               {blas, "cublasSaxpy_v2", &lib.axpy[0]},
               {blas, "cublasDaxpy_v2", &lib.axpy[1]},
               {blas, "cublasSscal_v2", &lib.scale[0]},
               {blas, "cublasDscal_v2", &lib.scale[1]},
               {blas, "cublasScopy_v2", &lib.copy[0]},
               {blas, "cublasDcopy_v2", &lib.copy[1]},
               {driver, "cuCtxSynchronize", &lib.synchronize}};
    int have = 1;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        have = find(all[k].library, all[k].name, all[k].function) && have;
    return have;
}

static int load(const char **why)
{
    static const char *const sparse_names[] = {"libcusparse.so.12", "libcusparse.so",
                                               "/usr/local/cuda/lib64/libcusparse.so.12",
                                               "/usr/local/cuda/lib64/libcusparse.so", NULL};
    static const char *const blas_names[] = {"libcublas.so.13",
                                             "libcublas.so.12",
                                             "libcublas.so",
                                             "/usr/local/cuda/lib64/libcublas.so.13",
                                             "/usr/local/cuda/lib64/libcublas.so.12",
                                             "/usr/local/cuda/lib64/libcublas.so",
                                             NULL};
    static const char *const driver_names[] = {"libcuda.so.1", NULL};
    int (*create_sparse)(handle *) = NULL, (*create_blas)(handle *) = NULL;
    void *sparse = open_any(sparse_names), *blas = open_any(blas_names);
    void *driver = open_any(driver_names);
    if (lib.blas)
        return 1;
    *why = NULL;
    if (!driver)
        *why = "no peers: there is no NVIDIA driver for cuSPARSE";
    else if (!sparse || !blas)
        *why = "no peers: cuSPARSE and cuBLAS (libcusparse.so, libcublas.so) are not installed";
    else if (!find(sparse, "cusparseCreate", &create_sparse) ||
             !find(blas, "cublasCreate_v2", &create_blas) || !find_all(sparse, blas, driver))
        *why = "no peers: this cuSPARSE or cuBLAS has other routines";
    else if (create_sparse(&lib.sparse) != 0 || create_blas(&lib.blas) != 0)
        *why = "no peers: cuSPARSE or cuBLAS does not start";
    return *why == NULL;
}

/* ---- a system on the device ---- */

enum { R, P, AP, VECTORS };

static struct {
    const krylov_data *d;
    int n, twin, type; /* unknowns; 1: f64 */
    int32_t *first, *column;
    void *value, *vector[VECTORS], *buffer;
    handle matrix, p, ap;
    double target; /* residual, absolute; relative to b until the solve */
    int count;
} sys;

static void add_entry(void *value, int32_t *column, int32_t *used, int32_t at, double x)
{
    column[*used] = at;
    array_set(value, sys.d->bits, (*used)++, x);
}

/* Columns ascend; couplings that are 0 are left out. Returns the number of entries. */
static int32_t fill_rows(const krylov_data *d, int32_t *first, int32_t *column, void *value)
{
    const int64_t n = d->setup->n;
    int32_t used = 0;
    for (int64_t k = 0; k < n * n; ++k) {
        const double e = krylov_value(d, KRYLOV_EAST, k), no = krylov_value(d, KRYLOV_NORTH, k);
        const double w = k % n ? krylov_value(d, KRYLOV_EAST, k - 1) : 0;
        const double s = k >= n ? krylov_value(d, KRYLOV_NORTH, k - n) : 0;
        first[k] = used;
        if (s != 0)
            add_entry(value, column, &used, (int32_t)(k - n), s);
        if (w != 0)
            add_entry(value, column, &used, (int32_t)(k - 1), w);
        add_entry(value, column, &used, (int32_t)k,
                  krylov_value(d, KRYLOV_SHIFT, k) - e - w - no - s);
        if (e != 0)
            add_entry(value, column, &used, (int32_t)(k + 1), e);
        if (no != 0)
            add_entry(value, column, &used, (int32_t)(k + n), no);
    }
    first[n * n] = used;
    return used;
}

static int upload_matrix(const krylov_data *d)
{
    const size_t rows = (size_t)sys.n, entries = 5 * rows;
    int32_t *first = malloc((rows + 1) * sizeof *first), *column = malloc(entries * sizeof *column);
    void *value = malloc(entries * (size_t)d->bits / 8);
    int ok = first && column && value;
    if (ok) {
        const int32_t used = fill_rows(d, first, column, value);
        sys.first = arrays_upload(d->device, first, (rows + 1) * sizeof *first);
        sys.column = arrays_upload(d->device, column, (size_t)used * sizeof *column);
        sys.value = arrays_upload(d->device, value, (size_t)used * (size_t)d->bits / 8);
        ok = sys.first && sys.column && sys.value &&
             lib.create_csr(&sys.matrix, sys.n, sys.n, used, sys.first, sys.column, sys.value,
                            INDEX_32, INDEX_32, BASE_ZERO, sys.type) == 0;
    }
    free(first);
    free(column);
    free(value);
    return ok;
}

static void end(const krylov_data *d)
{
    if (sys.matrix)
        lib.destroy_matrix(sys.matrix);
    if (sys.p)
        lib.destroy_vector(sys.p);
    if (sys.ap)
        lib.destroy_vector(sys.ap);
    void *const all[] = {sys.first,     sys.column,     sys.value, sys.vector[R],
                         sys.vector[P], sys.vector[AP], sys.buffer};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (all[k])
            arrays_release(d->device, all[k]);
    memset(&sys, 0, sizeof sys);
}

static int begin(const krylov_peer *peer, const krylov_data *d, double relative)
{
    (void)peer;
    memset(&sys, 0, sizeof sys);
    if (d->setup->precision == SPATE_KRYLOV_MIXED || d->setup->n > 20000)
        return 0;
    sys.d = d;
    sys.n = (int)(d->setup->n * d->setup->n);
    sys.twin = d->bits == 64;
    sys.type = sys.twin ? REAL_64 : REAL_32;
    sys.target = relative;
    int ok = 1;
    for (int k = 0; k < VECTORS; ++k) {
        sys.vector[k] = arrays_upload(d->device, NULL, d->bytes);
        ok = ok && sys.vector[k];
    }
    if (!ok || !upload_matrix(d)) {
        end(d);
        return 0;
    }
    return 1;
}

/* ---- conjugate gradients ---- */

/* A number in the precision of the vectors. */
typedef union scalar {
    float f;
    double d;
} scalar;

static scalar scalar_of(double x)
{
    scalar s;
    if (sys.twin)
        s.d = x;
    else
        s.f = (float)x;
    return s;
}

static double dot(const void *x, const void *y)
{
    scalar s = scalar_of(NAN);
    lib.dot[sys.twin](lib.blas, sys.n, x, 1, y, 1, &s);
    return sys.twin ? s.d : (double)s.f;
}

static void axpy(double a, const void *x, void *y)
{
    const scalar s = scalar_of(a);
    lib.axpy[sys.twin](lib.blas, sys.n, &s, x, 1, y, 1);
}

static void scale(double a, void *x)
{
    const scalar s = scalar_of(a);
    lib.scale[sys.twin](lib.blas, sys.n, &s, x, 1);
}

static int set_up(const krylov_peer *peer)
{
    const scalar one = scalar_of(1), zero = scalar_of(0);
    size_t bytes = 0;
    (void)peer;
    if (lib.create_vector(&sys.p, sys.n, sys.vector[P], sys.type) != 0 ||
        lib.create_vector(&sys.ap, sys.n, sys.vector[AP], sys.type) != 0 ||
        lib.product_bytes(lib.sparse, NOT_TRANSPOSED, &one, sys.matrix, sys.p, &zero, sys.ap,
                          sys.type, ALGORITHM, &bytes) != 0)
        return 0;
    sys.buffer = arrays_upload(sys.d->device, NULL, bytes > 0 ? bytes : 1);
    return sys.buffer != NULL;
}

/* Returns 0 where a call fails, or nothing converges. */
static int solve_once(void)
{
    const scalar one = scalar_of(1), zero = scalar_of(0);
    const void *b = sys.d->at[KRYLOV_B];
    void *x = sys.d->at[KRYLOV_X], *r = sys.vector[R], *p = sys.vector[P], *ap = sys.vector[AP];
    scale(0, x);
    lib.copy[sys.twin](lib.blas, sys.n, b, 1, r, 1);
    lib.copy[sys.twin](lib.blas, sys.n, b, 1, p, 1);
    double rr = dot(r, r);
    const double enough = sys.target * sys.target * rr;
    for (sys.count = 0; rr > enough && sys.count < MOST_ITERATIONS; ++sys.count) {
        if (lib.product(lib.sparse, NOT_TRANSPOSED, &one, sys.matrix, sys.p, &zero, sys.ap,
                        sys.type, ALGORITHM, sys.buffer) != 0)
            return 0;
        const double alpha = rr / dot(p, ap);
        axpy(alpha, p, x);
        axpy(-alpha, ap, r);
        const double before = rr;
        rr = dot(r, r);
        scale(rr / before, p);
        axpy(1, r, p);
    }
    return rr <= enough;
}

static int solve(int64_t count)
{
    int ok = 1;
    for (int64_t k = 0; k < count && ok; ++k)
        ok = solve_once();
    return lib.synchronize() == 0 && ok;
}

static int iterations(void)
{
    return sys.count;
}

const krylov_peer *krylov_cusparse(const char **why)
{
    static const krylov_peer peers[] = {{"cusparse", "cuSPARSE-CG", begin, set_up, solve, end,
                                         iterations, 0, 13},
                                        {0}};
    return load(why) ? peers : NULL;
}
