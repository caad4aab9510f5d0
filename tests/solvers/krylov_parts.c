/* Claim: on parts of a simulation, with fields of its own layout that are not copied, the solver has
 * the bits of the public interface, with every instruction set. */
#include <stdlib.h>

#include "base/memory.h"
#include "check.h"
#include "solvers/krylov/parts.h"
#include "stencils.h"

static spate_context *ctx;

enum { NX = 101, NY = 43, PARTS = 6, FIELDS = 7 };

/* Fields of a part as a scheme has them: two rings of ghosts, one pitch. */
typedef struct part_fields {
    part_shape shape;
    box b;
    void *block[FIELDS];
} part_fields;

static double *first_cell(const part_fields *p, int field)
{
    return (double *)p->block[field] + part_origin(&p->shape);
}

static void make_fields(part_fields *p, const grid *g, const partition *q, int n)
{
    p->shape = part_shape_of(q, g, n, 2, sizeof(double));
    p->b = partition_box(q, g, n);
    for (int k = 0; k < FIELDS; ++k) {
        const size_t values = (size_t)p->shape.pitch * part_rows(&p->shape);
        p->block[k] = memory_alloc(values * sizeof(double));
        if (!p->block[k])
            abort();
        for (size_t o = 0; o < values; ++o)
            ((double *)p->block[k])[o] = k < 5 ? 0 : NAN;
    }
}

/* Cells and one ring of ghosts, where the grid has them. Couplings are those of west and south
 * faces: face i lies west of cell i. */
static void fill_field(const part_fields *p, int field, const double *whole, int di, int dj,
                       int ring)
{
    double *to = first_cell(p, field);
    for (int j = -ring; j < p->b.ny + ring; ++j)
        for (int i = -ring; i < p->b.nx + ring; ++i) {
            const int64_t gi = p->b.i0 + i - di, gj = p->b.j0 + j - dj;
            if (gi >= 0 && gi < NX && gj >= 0 && gj < NY)
                to[j * p->shape.pitch + i] = whole[gj * NX + gi];
        }
}

static void fill_fields(const part_fields *p, const stencil *s)
{
    const double *const whole[5] = {s->centre, s->east, s->north, s->north_east, s->north_west};
    for (int k = 0; k < 5; ++k)
        fill_field(p, k, whole[k], k == 1, k == 2, k == 1 || k == 2 ? 2 : 1);
    fill_field(p, 5, s->b, 0, 0, 0);
}

static kry_matrix matrix_of(const part_fields *p, int points)
{
    return (kry_matrix){.centre = first_cell(p, 0),
                        .east = first_cell(p, 1) + 1,
                        .north = first_cell(p, 2) + p->shape.pitch,
                        .north_east = points == 9 ? first_cell(p, 3) : NULL,
                        .north_west = points == 9 ? first_cell(p, 4) : NULL,
                        .pitch = p->shape.pitch};
}

static void compare_answer(const part_fields *p, const stencil *s)
{
    const double *x = first_cell(p, 6);
    for (int j = 0; j < p->b.ny; ++j)
        CHECK(memcmp(x + j * p->shape.pitch, s->x + (p->b.j0 + j) * NX + p->b.i0,
                     sizeof(double) * (size_t)p->b.nx) == 0);
    CHECK(isnan(x[-1]) && isnan(x[p->b.nx]) && isnan(x[-p->shape.pitch])); /* ghosts are not ours */
}

static void solve_on_parts(const stencil *s, const spate_krylov_options *o, const char *isa)
{
    const grid g = {.nx = NX, .ny = NY, .dx = 1, .dy = 1};
    const part_device device = {.backend = &spate_backend_cpu, .isa = isa};
    const part_device *devices[PARTS];
    partition q = {0};
    part_fields fields[PARTS];
    kry_matrix m[PARTS];
    kry_array b[PARTS], x[PARTS];
    kry_solver *k;
    CHECK(partition_create_weighted(ctx, &g, 2, 3, "3,1x1,2,2", 1, 2, &q) == SPATE_OK);
    for (int n = 0; n < PARTS; ++n) {
        devices[n] = &device;
        make_fields(&fields[n], &g, &q, n);
        fill_fields(&fields[n], s);
        m[n] = matrix_of(&fields[n], s->points);
        b[n] = (kry_array){first_cell(&fields[n], 5), fields[n].shape.pitch};
        x[n] = (kry_array){first_cell(&fields[n], 6), fields[n].shape.pitch};
    }
    if (CHECK(kry_create_on(ctx, o, &g, &q, devices, &k) == SPATE_OK)) {
        CHECK(kry_use_matrix(k, m) == SPATE_OK);
        CHECK(spate_krylov_setup(k) == SPATE_OK);
        CHECK(kry_solve_arrays(k, b, x) == SPATE_OK);
        for (int n = 0; n < PARTS; ++n)
            compare_answer(&fields[n], s);
    }
    spate_krylov_destroy(k);
    for (int n = 0; n < PARTS; ++n)
        for (int f = 0; f < FIELDS; ++f)
            memory_free(fields[n].block[f]);
    partition_free(&q);
}

static void parts_of_a_scheme(void)
{
    static const char *const sets[] = {"base", "avx2", "avx512"};
    for (int points = 5; points <= 9; points += 4)
        for (const char *const *name = spate_krylov_preconditioners(); *name; ++name) {
            stencil s;
            if (strcmp(*name, "ic") == 0)
                continue; /* depends on the parts */
            CHECK(stencil_make(&s, STENCIL_ISLANDS, NX, NY, points, 3));
            stencil_manufacture(&s, NULL);
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.precision = strcmp(*name, "chebyshev") == 0 ? SPATE_KRYLOV_MIXED : 64;
            CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_OK);
            for (int k = 0; k < 3; ++k)
                if (kry_cg_kernels_cpu(64, sets[k]))
                    solve_on_parts(&s, &o, sets[k]);
            stencil_free(&s);
        }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(parts_of_a_scheme);
    spate_context_destroy(ctx);
    return check_done();
}
