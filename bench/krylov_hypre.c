/* hypre's multigrid as a peer of the Krylov library, where it is installed: conjugate gradients
 * with PFMG, and SMG alone. f64, one thread. Its arrays are filled and read outside the clock.
 * Loaded when it is needed. */
#include "bench/krylov.h"

#if SPATE_HAVE_HYPRE

#include <dlfcn.h>
#include <stdlib.h>

#include <HYPRE_struct_ls.h>
#include <HYPRE_utilities.h>
#include <mpi.h>

#include "bench/hypre_library.h"

#define FUNCTIONS(of)                                                                              \
    of(Init) of(StructGridCreate) of(StructGridSetExtents) of(StructGridAssemble) of(              \
        StructGridDestroy) of(StructStencilCreate) of(StructStencilSetElement)                     \
        of(StructStencilDestroy) of(StructMatrixCreate) of(StructMatrixSetSymmetric) of(           \
            StructMatrixInitialize) of(StructMatrixSetBoxValues) of(StructMatrixAssemble)          \
            of(StructMatrixDestroy) of(StructVectorCreate) of(StructVectorInitialize) of(          \
                StructVectorSetBoxValues) of(StructVectorGetBoxValues)                             \
                of(StructVectorSetConstantValues) of(StructVectorAssemble) of(StructVectorDestroy) \
                    of(StructPCGCreate) of(StructPCGDestroy) of(StructPCGSetTol)                   \
                        of(StructPCGSetMaxIter) of(StructPCGSetTwoNorm) of(StructPCGSetPrecond)    \
                            of(StructPCGSetup) of(StructPCGSolve) of(StructPCGGetNumIterations)    \
                                of(StructPFMGCreate) of(StructPFMGDestroy) of(StructPFMGSetup)     \
                                    of(StructPFMGSolve) of(StructPFMGSetMaxIter)                   \
                                        of(StructPFMGSetTol) of(StructPFMGSetZeroGuess)            \
                                            of(StructPFMGSetRelaxType) of(StructSMGCreate)         \
                                                of(StructSMGDestroy) of(StructSMGSetup)            \
                                                    of(StructSMGSolve) of(StructSMGSetMaxIter)     \
                                                        of(StructSMGSetTol)                        \
                                                            of(StructSMGGetNumIterations)

#define MEMBER(name) __typeof__(HYPRE_##name) *name;
static struct {
    FUNCTIONS(MEMBER)
} hypre;

enum { PFMG_JACOBI, PFMG_RED_BLACK, SMG };
enum { MOST_CYCLES = 500 };

/* One box with couplings east and north; the rest is symmetric. */
static struct {
    HYPRE_StructGrid grid;
    HYPRE_StructStencil stencil;
    HYPRE_StructMatrix matrix;
    HYPRE_StructVector b, x;
    HYPRE_StructSolver solver, multigrid;
    HYPRE_Int first[2], last[2];
    int kind;
    double relative;
} box;

static void make_grid(int64_t n)
{
    HYPRE_Int offsets[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    box.first[0] = box.first[1] = 0;
    box.last[0] = box.last[1] = (HYPRE_Int)n - 1;
    hypre.StructGridCreate(MPI_COMM_SELF, 2, &box.grid);
    hypre.StructGridSetExtents(box.grid, box.first, box.last);
    hypre.StructGridAssemble(box.grid);
    hypre.StructStencilCreate(2, 3, &box.stencil);
    for (int k = 0; k < 3; ++k)
        hypre.StructStencilSetElement(box.stencil, k, offsets[k]);
}

/* Rows of the matrix, their centres computed as the solver does. Returns 0 without memory. */
static int put_matrix(const krylov_data *d)
{
    const int64_t n = d->setup->n;
    double *centre = malloc(d->bytes);
    for (int64_t k = 0; k < n * n && centre; ++k) {
        const double west = k % n ? krylov_value(d, KRYLOV_EAST, k - 1) : 0;
        const double south = k >= n ? krylov_value(d, KRYLOV_NORTH, k - n) : 0;
        centre[k] = krylov_value(d, KRYLOV_SHIFT, k) - krylov_value(d, KRYLOV_EAST, k) - west -
                    krylov_value(d, KRYLOV_NORTH, k) - south;
    }
    double *const values[3] = {centre, d->host[KRYLOV_EAST], d->host[KRYLOV_NORTH]};
    for (HYPRE_Int k = 0; k < 3 && centre; ++k)
        hypre.StructMatrixSetBoxValues(box.matrix, box.first, box.last, 1, &k, values[k]);
    hypre.StructMatrixAssemble(box.matrix);
    free(centre);
    return centre != NULL;
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

static void destroy_solver(void)
{
    if (box.solver && box.kind == SMG)
        hypre.StructSMGDestroy(box.solver);
    else if (box.solver)
        hypre.StructPCGDestroy(box.solver);
    if (box.multigrid)
        hypre.StructPFMGDestroy(box.multigrid);
    box.solver = box.multigrid = NULL;
}

static void end(const krylov_data *d)
{
    hypre.StructVectorGetBoxValues(box.x, box.first, box.last, d->host[KRYLOV_X]);
    destroy_solver();
    hypre.StructVectorDestroy(box.x);
    hypre.StructVectorDestroy(box.b);
    hypre.StructMatrixDestroy(box.matrix);
    hypre.StructStencilDestroy(box.stencil);
    hypre.StructGridDestroy(box.grid);
}

static int begin(const krylov_peer *peer, const krylov_data *d, double relative)
{
    if (d->setup->precision != 64 || d->setup->threads != 1)
        return 0;
    box.kind = peer->kind;
    box.relative = relative;
    make_grid(d->setup->n);
    hypre.StructMatrixCreate(MPI_COMM_SELF, box.grid, box.stencil, &box.matrix);
    hypre.StructMatrixSetSymmetric(box.matrix, 1);
    hypre.StructMatrixInitialize(box.matrix);
    const int filled = put_matrix(d);
    box.b = make_vector(d->host[KRYLOV_B]);
    box.x = make_vector(d->host[KRYLOV_X]);
    if (!filled)
        end(d);
    return filled;
}

/* A V-cycle as the preconditioner of conjugate gradients, which stop by the 2-norm of the
 * residual. */
static void set_up_pfmg(void)
{
    hypre.StructPFMGCreate(MPI_COMM_SELF, &box.multigrid);
    hypre.StructPFMGSetMaxIter(box.multigrid, 1);
    hypre.StructPFMGSetTol(box.multigrid, 0);
    hypre.StructPFMGSetZeroGuess(box.multigrid);
    hypre.StructPFMGSetRelaxType(box.multigrid, box.kind == PFMG_RED_BLACK ? 2 : 1);
    hypre.StructPCGCreate(MPI_COMM_SELF, &box.solver);
    hypre.StructPCGSetTol(box.solver, box.relative);
    hypre.StructPCGSetMaxIter(box.solver, MOST_CYCLES);
    hypre.StructPCGSetTwoNorm(box.solver, 1);
    hypre.StructPCGSetPrecond(box.solver, hypre.StructPFMGSolve, hypre.StructPFMGSetup,
                              box.multigrid);
    hypre.StructPCGSetup(box.solver, box.matrix, box.b, box.x);
}

static int set_up(const krylov_peer *peer)
{
    (void)peer;
    if (box.kind != SMG) {
        set_up_pfmg();
        return 1;
    }
    hypre.StructSMGCreate(MPI_COMM_SELF, &box.solver);
    hypre.StructSMGSetTol(box.solver, box.relative);
    hypre.StructSMGSetMaxIter(box.solver, MOST_CYCLES);
    hypre.StructSMGSetup(box.solver, box.matrix, box.b, box.x);
    return 1;
}

static int iterations(void)
{
    HYPRE_Int n = 0;
    if (box.kind == SMG)
        hypre.StructSMGGetNumIterations(box.solver, &n);
    else
        hypre.StructPCGGetNumIterations(box.solver, &n);
    return (int)n;
}

static int solve(int64_t count)
{
    for (int64_t k = 0; k < count; ++k) {
        hypre.StructVectorSetConstantValues(box.x, 0);
        if (box.kind == SMG)
            hypre.StructSMGSolve(box.solver, box.matrix, box.b, box.x);
        else
            hypre.StructPCGSolve(box.solver, box.matrix, box.b, box.x);
    }
    return iterations() < MOST_CYCLES;
}

const krylov_peer *krylov_hypre(const char **why)
{
    static const krylov_peer peers[] = {
        {"hypre", "PFMG-CG", begin, set_up, solve, end, iterations, PFMG_JACOBI, 0},
        {"hypre", "PFMG-CG red-black", begin, set_up, solve, end, iterations, PFMG_RED_BLACK, 0},
        {"hypre", "SMG", begin, set_up, solve, end, iterations, SMG, 0},
        {0}};
    void *library = hypre_library();
    int have = library != NULL;
#define LOAD(name)                                                                                 \
    have = have && (hypre.name = (__typeof__(hypre.name))dlsym(library, "HYPRE_" #name)) != NULL;
    FUNCTIONS(LOAD)
    *why = have ? NULL : "hypre cannot be loaded: no PFMG and SMG";
    if (!have)
        return NULL;
    hypre.Init();
    return peers;
}

#else

const krylov_peer *krylov_hypre(const char **why)
{
    *why = "no peers: this program was built without hypre (libhypre-dev)";
    return NULL;
}

#endif
