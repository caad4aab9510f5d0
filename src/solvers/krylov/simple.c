/* Memory of the preconditioners without levels, and three of them: SSOR, block Jacobi, incomplete
 * Cholesky. */
#include "solvers/krylov/simple.h"

#include <inttypes.h>
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/krylov/preconditioners.h"

/* ---- memory ---- */

static int is_mixed(const kry_solver *s)
{
    return s->choice.precision == SPATE_KRYLOV_MIXED;
}

static int allocate(kry_solver *s, kry_simple *made, int vectors)
{
    const size_t count = (size_t)s->part_count + 1, bytes = kry_preconditioner_bytes(s);
    int ready;
    made->matrix = calloc(count, sizeof *made->matrix);
    made->copy = calloc(count, sizeof *made->copy);
    made->work = calloc(count, sizeof *made->work);
    ready = made->matrix && made->copy && made->work;
    for (int n = 0; n < s->part_count && ready; ++n) {
        const kry_shape *shape = &s->parts[n].shape;
        for (int k = 0; k < vectors; ++k)
            ready = ready && (made->work[n][k] = kry_vector_alloc(s, shape, bytes));
        for (int k = 0; k < (s->choice.points == 9 ? 5 : 3) && is_mixed(s); ++k)
            ready = ready && (made->copy[n][k] = kry_vector_alloc(s, shape, bytes));
    }
    return ready;
}

/* The matrix as it is, or rounded to f32. */
static void take_matrix(const kry_solver *s, kry_simple *made, int n)
{
    const kry_part *part = &s->parts[n];
    const kry_matrix given = kry_matrix_of_preconditioner(s, n), *m = &given;
    const void *const from[KRY_COEFFICIENTS] = {m->centre, m->east, m->north, m->north_east,
                                                m->north_west};
    void *const *to = made->copy[n];
    made->matrix[n] = *m;
    if (!is_mixed(s))
        return;
    for (int k = 0; k < KRY_COEFFICIENTS; ++k)
        if (to[k])
            s->cg->round_field(&part->shape, from[k], m->pitch, to[k]);
    made->matrix[n] = (kry_matrix){to[0], to[1], to[2], to[3], to[4], part->shape.pitch};
}

spate_status kry_simple_make(kry_solver *s, int vectors)
{
    if (!s->made) {
        kry_simple *made = calloc(1, sizeof *made);
        s->made = made;
        const int ready = made && allocate(s, made, vectors);
        SPATE_TRY(comm_agree(s->ctx, ready ? SPATE_OK
                                           : fail_memory(s->ctx,
                                                         "no memory for preconditioner "
                                                         "\"%s\"",
                                                         s->preconditioner->name)));
        made->kernels = s->device->simple(kry_preconditioner_precision(s), s->isa);
    }
    if (s->stream) /* roundings run on the device's own stream */
        s->device->wait(s->stream);
    for (int n = 0; n < s->part_count; ++n)
        take_matrix(s, s->made, n);
    if (s->stream)
        s->device->wait(NULL);
    return SPATE_OK;
}

void kry_simple_destroy(kry_solver *s)
{
    kry_simple *made = s->made;
    const size_t bytes = kry_preconditioner_bytes(s);
    for (int n = 0; n < s->part_count && made && made->matrix && made->copy && made->work; ++n) {
        for (int k = 0; k < KRY_WORK; ++k)
            kry_vector_free(s, &s->parts[n].shape, bytes, made->work[n][k]);
        for (int k = 0; k < KRY_COEFFICIENTS; ++k)
            kry_vector_free(s, &s->parts[n].shape, bytes, made->copy[n][k]);
    }
    if (made) {
        free(made->matrix);
        free(made->copy);
        free(made->work);
    }
    free(made);
    s->made = NULL;
}

/* ---- ghosts ---- */

void kry_simple_fill_work(kry_solver *s, int k)
{
    for (int n = 0; n < s->part_count; ++n)
        s->pointers[n] = kry_simple_of(s)->work[n][k];
    kry_ghosts_fill(s->ghosts, s->pointers, kry_preconditioner_bytes(s));
}

static void *in_of(const kry_part *part)
{
    return part->in;
}

static void *z_of(const kry_part *part)
{
    return part->z;
}

void kry_simple_fill_in(kry_solver *s)
{
    kry_fill_ghosts(s, in_of, kry_preconditioner_bytes(s));
}

void kry_simple_fill_z(kry_solver *s)
{
    kry_fill_ghosts(s, z_of, kry_preconditioner_bytes(s));
}

/* ---- SSOR: M = (D + omega L) D^-1 (D + omega L^T), unknowns ordered by colour ---- */

static spate_status ssor_setup(kry_solver *s)
{
    return kry_simple_make(s, 0);
}

static void ssor_colour(kry_solver *s, int colour, int first)
{
    const kry_simple *made = kry_simple_of(s);
    if (!first)
        kry_simple_fill_z(s);
    for (int n = 0; n < s->part_count; ++n)
        made->kernels->relax(&s->parts[n], &made->matrix[n], s->choice.relaxation, colour, first);
}

/* Forward through all colours, backward through all but the last. */
static void ssor_apply(kry_solver *s)
{
    const int colours = s->choice.points == 9 ? 4 : 2;
    for (int colour = 0; colour < colours; ++colour)
        ssor_colour(s, colour, colour == 0);
    for (int colour = colours - 2; colour >= 0; --colour)
        ssor_colour(s, colour, 0);
}

const kry_preconditioner kry_ssor = {.name = "ssor",
                                     .properties = KRY_CUTS_RINGS,
                                     .setup = ssor_setup,
                                     .apply = ssor_apply,
                                     .destroy = kry_simple_destroy};

/* ---- block Jacobi: the columns of tiles ---- */

static spate_status block_setup(kry_solver *s)
{
    int64_t bad = 0;
    SPATE_TRY(kry_simple_make(s, 1));
    kry_simple *made = s->made;
    for (int n = 0; n < s->part_count; ++n)
        bad += made->kernels->make_columns(&s->parts[n], &made->matrix[n], made->work[n][0]);
    return comm_agree(s->ctx,
                      bad == 0 ? SPATE_OK
                               : spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                                            "%" PRId64 " pivots of columns of 8 unknowns are not "
                                            "positive: the matrix is not positive definite",
                                            bad));
}

static void block_apply(kry_solver *s)
{
    const kry_simple *made = kry_simple_of(s);
    for (int n = 0; n < s->part_count; ++n)
        made->kernels->solve_columns(&s->parts[n], &made->matrix[n], made->work[n][0]);
}

const kry_preconditioner kry_block_jacobi = {.name = "block-jacobi",
                                             .properties = KRY_SUMS_RZ,
                                             .setup = block_setup,
                                             .apply = block_apply,
                                             .destroy = kry_simple_destroy};

/* ---- incomplete Cholesky of each part ---- */

static spate_status ic_part(const kry_solver *s, int n)
{
    const kry_simple *made = kry_simple_of(s);
    const kry_shape *shape = &s->parts[n].shape;
    const int64_t row = made->kernels->make_cholesky(&s->parts[n], &made->matrix[n],
                                                     made->work[n][4], made->work[n]);
    if (row < 0)
        return SPATE_OK;
    return spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                      "incomplete Cholesky breaks down: the pivot of unknown (%" PRId64 ", %" PRId64
                      ") is not positive; the matrix is not positive definite, or far from an "
                      "M-matrix: use another preconditioner",
                      shape->i0 + row % shape->nx, shape->j0 + row / shape->nx);
}

static spate_status ic_setup(kry_solver *s)
{
    SPATE_TRY(kry_simple_make(s, 5));
    spate_status status = SPATE_OK;
    for (int n = 0; n < s->part_count && status == SPATE_OK; ++n)
        status = ic_part(s, n);
    return comm_agree(s->ctx, status);
}

static void ic_apply(kry_solver *s)
{
    const kry_simple *made = kry_simple_of(s);
    for (int n = 0; n < s->part_count; ++n)
        made->kernels->solve_cholesky(&s->parts[n], &made->matrix[n], made->work[n][4],
                                      made->work[n]);
}

const kry_preconditioner kry_ic = {.name = "ic",
                                   .properties = KRY_CPU_ONLY,
                                   .setup = ic_setup,
                                   .apply = ic_apply,
                                   .destroy = kry_simple_destroy};
