/* The cyclic reduction of hypre as a peer, where it is installed: f64, one thread. Its arrays are
 * filled and read outside the clock. A general matrix is set up by every solve, for its
 * coefficients change; a shared one once. Loaded when it is needed, as LAPACK is. */
#include "bench/tridiag.h"

#if SPATE_HAVE_HYPRE

#include <dlfcn.h>
#include <stdlib.h>

#include <HYPRE_struct_ls.h>
#include <HYPRE_utilities.h>
#include <mpi.h>

#include "bench/hypre_library.h"

#define FUNCTIONS(of)                                                                              \
    of(Init) of(StructGridCreate) of(StructGridSetExtents) of(StructGridAssemble)                  \
        of(StructGridDestroy) of(StructStencilCreate) of(StructStencilSetElement)                  \
            of(StructStencilDestroy) of(StructMatrixCreate) of(StructMatrixInitialize)             \
                of(StructMatrixSetBoxValues) of(StructMatrixAssemble) of(StructMatrixDestroy)      \
                    of(StructVectorCreate) of(StructVectorInitialize) of(StructVectorSetBoxValues) \
                        of(StructVectorGetBoxValues) of(StructVectorAssemble)                      \
                            of(StructVectorDestroy) of(StructCycRedCreate) of(StructCycRedSetTDim) \
                                of(StructCycRedSetup) of(StructCycRedSolve)                        \
                                    of(StructCycRedDestroy)

#define MEMBER(name) __typeof__(HYPRE_##name) *name;
static struct {
    FUNCTIONS(MEMBER)
} hypre;

/* One box: lines along the first direction where they are contiguous, along the second where they
 * are interleaved, so that all arrays lie as ours do. */
static struct {
    HYPRE_StructGrid grid;
    HYPRE_StructStencil stencil;
    HYPRE_StructMatrix matrix;
    HYPRE_StructVector d, x;
    HYPRE_StructSolver solver;
    HYPRE_Int first[2], last[2], along;
    double *values; /* of x */
} box;

static void make_box(const tridiag_setup *s)
{
    HYPRE_Int offsets[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    box.along = s->layout == TRIDIAG_INTERLEAVED;
    box.first[0] = box.first[1] = 0;
    box.last[box.along] = (HYPRE_Int)s->n - 1;
    box.last[!box.along] = (HYPRE_Int)s->lines - 1;
    hypre.StructGridCreate(MPI_COMM_SELF, 2, &box.grid);
    hypre.StructGridSetExtents(box.grid, box.first, box.last);
    hypre.StructGridAssemble(box.grid);
    hypre.StructStencilCreate(2, 3, &box.stencil);
    for (int k = 0; k < 3; ++k) {
        offsets[k][box.along] = k - 1;
        hypre.StructStencilSetElement(box.stencil, k, offsets[k]);
    }
}

/* Coefficient k (before, own, after) of the rows first ... last of all lines. */
static void put(int k, HYPRE_Int first, HYPRE_Int last, double *values)
{
    HYPRE_Int from[2] = {box.first[0], box.first[1]}, to[2] = {box.last[0], box.last[1]};
    from[box.along] = first;
    to[box.along] = last;
    hypre.StructMatrixSetBoxValues(box.matrix, from, to, 1, &k, values);
}

static int put_matrix(const tridiag_setup *s, const tridiag_data *data)
{
    void *const general[3] = {data->a, data->b, data->c};
    const HYPRE_Int last = (HYPRE_Int)s->n - 1;
    double *row = calloc((size_t)s->lines, sizeof *row);
    for (int k = 0; k < 3 && row; ++k) {
        if (s->matrix == SPATE_TRIDIAG_GENERAL)
            put(k, 0, last, general[k]);
        for (HYPRE_Int i = 0; i <= last && s->matrix != SPATE_TRIDIAG_GENERAL; ++i) {
            for (int64_t line = 0; line < s->lines; ++line)
                row[line] = data->matrix[k][i];
            put(k, i, i, row);
        }
    }
    for (int64_t line = 0; line < s->lines && row; ++line)
        row[line] = 0;
    if (row) { /* what reaches beyond the ends */
        put(0, 0, 0, row);
        put(2, last, last, row);
    }
    free(row);
    return row != NULL;
}

static HYPRE_StructVector make_vector(double *values)
{
    HYPRE_StructVector v;
    hypre.StructVectorCreate(MPI_COMM_SELF, box.grid, &v);
    hypre.StructVectorInitialize(v);
    hypre.StructVectorSetBoxValues(v, box.first, box.last, values);
    hypre.StructVectorAssemble(v);
    return v;
}

static void set_up(void)
{
    hypre.StructCycRedCreate(MPI_COMM_SELF, &box.solver);
    hypre.StructCycRedSetTDim(box.solver, box.along);
    hypre.StructCycRedSetup(box.solver, box.matrix, box.d, box.x);
}

static void end(const tridiag_arrays *arrays)
{
    (void)arrays;
    hypre.StructVectorGetBoxValues(box.x, box.first, box.last, box.values);
    hypre.StructCycRedDestroy(box.solver);
    hypre.StructVectorDestroy(box.x);
    hypre.StructVectorDestroy(box.d);
    hypre.StructMatrixDestroy(box.matrix);
    hypre.StructStencilDestroy(box.stencil);
    hypre.StructGridDestroy(box.grid);
}

static int begin(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    const tridiag_data *data = &arrays->host;
    if (s->precision != 64 || s->threads != 1 || s->layout == TRIDIAG_STRIDED)
        return 0;
    make_box(s);
    hypre.StructMatrixCreate(MPI_COMM_SELF, box.grid, box.stencil, &box.matrix);
    hypre.StructMatrixInitialize(box.matrix);
    const int filled = put_matrix(s, data);
    hypre.StructMatrixAssemble(box.matrix);
    box.values = data->x;
    box.d = make_vector(data->d);
    box.x = make_vector(data->x);
    set_up();
    if (!filled)
        end(arrays);
    return filled;
}

static int solve(const tridiag_setup *s, const tridiag_arrays *arrays, int64_t count)
{
    (void)arrays;
    for (int64_t k = 0; k < count; ++k) {
        if (s->matrix == SPATE_TRIDIAG_GENERAL) {
            /* A second set-up of one solver would keep the memory of the first. */
            hypre.StructCycRedDestroy(box.solver);
            set_up();
        }
        hypre.StructCycRedSolve(box.solver, box.matrix, box.d, box.x);
    }
    return 1;
}

const tridiag_peer *tridiag_hypre(const char **why)
{
    static const tridiag_peer peers[] = {{"hypre", "CycRed", begin, solve, end, 0, 0}, {0}};
    void *library = hypre_library();
    int have = library != NULL;
#define LOAD(name)                                                                                 \
    have = have && (hypre.name = (__typeof__(hypre.name))dlsym(library, "HYPRE_" #name)) != NULL;
    FUNCTIONS(LOAD)
    *why = have ? NULL : "hypre cannot be loaded: no CycRed";
    if (!have)
        return NULL;
    hypre.Init();
    return peers;
}

#else

const tridiag_peer *tridiag_hypre(const char **why)
{
    *why = NULL; /* optional: no note where it is missing */
    return NULL;
}

#endif
