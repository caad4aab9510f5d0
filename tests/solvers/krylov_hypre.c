/* Claim: on larger grids RRB and multigrid find the solutions of hypre's PFMG-CG and SMG.
 *
 * Prints iterations and times of all. Skipped where hypre is not installed. */
#include <stdio.h>

#if !SPATE_HAVE_HYPRE
int main(void)
{
    printf("built without hypre\n");
    return 77;
}
#else

#include <stdlib.h>

#include <HYPRE_struct_ls.h>
#include <HYPRE_utilities.h>

#include "base/timers.h"
#include "basins.h"

static spate_context *ctx;

/* A system of hypre with its solution. */
typedef struct peer {
    HYPRE_StructGrid grid;
    HYPRE_StructStencil stencil;
    HYPRE_StructMatrix matrix;
    HYPRE_StructVector b, x;
    HYPRE_Int first[2], last[2];
} peer;

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

/* Symmetric storage: centre, east, north. */
static void peer_matrix(peer *p, const stencil *s)
{
    static HYPRE_Int offsets[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    HYPRE_StructGridCreate(MPI_COMM_SELF, 2, &p->grid);
    HYPRE_StructGridSetExtents(p->grid, p->first, p->last);
    HYPRE_StructGridAssemble(p->grid);
    HYPRE_StructStencilCreate(2, 3, &p->stencil);
    for (int k = 0; k < 3; ++k)
        HYPRE_StructStencilSetElement(p->stencil, k, offsets[k]);
    HYPRE_StructMatrixCreate(MPI_COMM_SELF, p->grid, p->stencil, &p->matrix);
    HYPRE_StructMatrixSetSymmetric(p->matrix, 1);
    HYPRE_StructMatrixInitialize(p->matrix);
    for (HYPRE_Int k = 0; k < 3; ++k)
        HYPRE_StructMatrixSetBoxValues(p->matrix, p->first, p->last, 1, &k,
                                       k == 0   ? s->centre
                                       : k == 1 ? s->east
                                                : s->north);
    HYPRE_StructMatrixAssemble(p->matrix);
}

static void peer_create(peer *p, const stencil *s)
{
    *p = (peer){.last = {s->nx - 1, s->ny - 1}};
    peer_matrix(p, s);
    HYPRE_StructVectorCreate(MPI_COMM_SELF, p->grid, &p->b);
    HYPRE_StructVectorCreate(MPI_COMM_SELF, p->grid, &p->x);
    HYPRE_StructVectorInitialize(p->b);
    HYPRE_StructVectorInitialize(p->x);
    HYPRE_StructVectorSetBoxValues(p->b, p->first, p->last, s->b);
    HYPRE_StructVectorAssemble(p->b);
    HYPRE_StructVectorAssemble(p->x);
}

static void peer_free(peer *p)
{
    HYPRE_StructVectorDestroy(p->x);
    HYPRE_StructVectorDestroy(p->b);
    HYPRE_StructMatrixDestroy(p->matrix);
    HYPRE_StructStencilDestroy(p->stencil);
    HYPRE_StructGridDestroy(p->grid);
}

static void show(const char *name, const stencil *s, int iterations, double setup, double solve)
{
    const double nano = 1e9 / (double)count_of(s);
    printf("  %-14s %3d iterations, %6.1f ns of set-up and %6.1f ns per unknown\n", name,
           iterations, setup * nano, solve * nano);
}

static void peer_pfmg_cg(peer *p, const stencil *s, double tolerance, double *x)
{
    HYPRE_StructSolver cg, pfmg;
    HYPRE_Int iterations;
    HYPRE_StructPCGCreate(MPI_COMM_SELF, &cg);
    HYPRE_StructPCGSetTol(cg, tolerance);
    HYPRE_StructPCGSetTwoNorm(cg, 1);
    HYPRE_StructPCGSetMaxIter(cg, 200);
    HYPRE_StructPFMGCreate(MPI_COMM_SELF, &pfmg);
    HYPRE_StructPFMGSetMaxIter(pfmg, 1);
    HYPRE_StructPFMGSetTol(pfmg, 0);
    HYPRE_StructPFMGSetZeroGuess(pfmg);
    HYPRE_StructPFMGSetRelaxType(pfmg, 2); /* symmetric red-black Gauss-Seidel */
    HYPRE_StructPFMGSetNumPreRelax(pfmg, 1);
    HYPRE_StructPFMGSetNumPostRelax(pfmg, 1);
    HYPRE_StructPCGSetPrecond(cg, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg);
    const double begun = timers_now();
    HYPRE_StructPCGSetup(cg, p->matrix, p->b, p->x);
    const double ready = timers_now();
    HYPRE_StructPCGSolve(cg, p->matrix, p->b, p->x);
    const double done = timers_now();
    HYPRE_StructPCGGetNumIterations(cg, &iterations);
    show("hypre PFMG-CG", s, (int)iterations, ready - begun, done - ready);
    HYPRE_StructVectorGetBoxValues(p->x, p->first, p->last, x);
    HYPRE_StructPFMGDestroy(pfmg);
    HYPRE_StructPCGDestroy(cg);
}

static void peer_smg(peer *p, const stencil *s, double tolerance, double *x)
{
    HYPRE_StructSolver smg;
    HYPRE_Int iterations;
    HYPRE_StructVectorSetConstantValues(p->x, 0);
    HYPRE_StructSMGCreate(MPI_COMM_SELF, &smg);
    HYPRE_StructSMGSetTol(smg, tolerance);
    HYPRE_StructSMGSetMaxIter(smg, 200);
    HYPRE_StructSMGSetNumPreRelax(smg, 1);
    HYPRE_StructSMGSetNumPostRelax(smg, 1);
    const double begun = timers_now();
    HYPRE_StructSMGSetup(smg, p->matrix, p->b, p->x);
    const double ready = timers_now();
    HYPRE_StructSMGSolve(smg, p->matrix, p->b, p->x);
    const double done = timers_now();
    HYPRE_StructSMGGetNumIterations(smg, &iterations);
    show("hypre SMG", s, (int)iterations, ready - begun, done - ready);
    HYPRE_StructVectorGetBoxValues(p->x, p->first, p->last, x);
    HYPRE_StructSMGDestroy(smg);
}

static double distance(const stencil *s, const double *a, const double *b)
{
    double sum = 0;
    for (size_t k = 0; k < count_of(s); ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

/* The residual of any x, in extended precision. */
static double residual_of(stencil *s, const double *x)
{
    memcpy(s->x, x, sizeof *x * count_of(s));
    return stencil_residual(s);
}

static double *solve(stencil *s, const char *name, double tolerance)
{
    spate_krylov_options o = stencil_options(s);
    spate_krylov_stats stats;
    double *x = malloc(sizeof *x * count_of(s));
    o.preconditioner = name;
    o.relative = tolerance;
    o.true_residual = o.log = 0;
    memset(s->x, 0, sizeof *s->x * count_of(s));
    if (!CHECK(stencil_solve(ctx, &o, s, &stats) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    show(name, s, stats.iterations, stats.setup_seconds, stats.solve_seconds);
    memcpy(x, s->x, sizeof *x * count_of(s));
    return x;
}

/* A (x - y) = r_y - r_x, so |x - y| <= (|r_x| + |r_y|) / least, with `least` at most the smallest
 * eigenvalue. The residual of ours is what was asked for, and rounding. */
static void compare(stencil *s, double least)
{
    static const char *const names[] = {"rrb", "multigrid"};
    const double tolerance = 1e-9;
    double *theirs[2] = {malloc(sizeof(double) * count_of(s)),
                         malloc(sizeof(double) * count_of(s))};
    peer p;
    peer_create(&p, s);
    peer_pfmg_cg(&p, s, tolerance, theirs[0]);
    peer_smg(&p, s, tolerance, theirs[1]);
    peer_free(&p);
    for (int k = 0; k < 2; ++k) {
        double *x = solve(s, names[k], tolerance);
        const double own = residual_of(s, x);
        CHECK_AT_MOST("residual", own,
                      tolerance * stencil_length(s, s->b) + stencil_drift(s, 64, 50, 1));
        for (int n = 0; n < 2; ++n)
            CHECK_AT_MOST(n ? "distance from SMG" : "distance from PFMG-CG",
                          distance(s, x, theirs[n]), (own + residual_of(s, theirs[n])) / least);
        free(x);
    }
    free(theirs[0]), free(theirs[1]);
}

static void a_sloping_basin_at_ratio_20(void)
{
    stencil s = basin_make(512, 400, sloping_basin, 400, 1);
    compare(&s, 1);
    stencil_free(&s);
}

static void dry_islands_at_ratio_100(void)
{
    stencil s = basin_make(300, 513, dry_islands, 1e4, 1);
    compare(&s, 1);
    stencil_free(&s);
}

/* The smallest eigenvalue with fixed edges half a cell outside, n cells: 2 (2 sin(pi / 2 n))^2. */
static void poisson_with_fixed_edges(void)
{
    const int n = 384;
    const double half = 2 * sin(3.14159265358979 / (2 * n));
    stencil s = basin_make(n, n, flat_basin, 1, 0);
    basin_fix_edges(&s, 1);
    compare(&s, 2 * half * half * (1 - 1e-3));
    stencil_free(&s);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    HYPRE_Init();
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(a_sloping_basin_at_ratio_20);
    RUN(dry_islands_at_ratio_100);
    RUN(poisson_with_fixed_edges);
    spate_context_destroy(ctx);
    HYPRE_Finalize();
    MPI_Finalize();
    return check_done();
}

#endif
