/* The matrix: a checked copy of the caller's arrays with ghosts, or fields of a scheme. */
#include <inttypes.h>
#include <string.h>

#include "parallel/comm.h"
#include "solvers/krylov/parts.h"

enum { CENTRE, EAST, NORTH, NORTH_EAST, NORTH_WEST };
static const char *const names[KRY_COEFFICIENTS] = {"centre", "east", "north", "north_east",
                                                    "north_west"};

static int coefficient_count(const kry_solver *s)
{
    return s->choice.points == 9 ? 5 : 3;
}

void kry_release_matrix(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        for (int k = 0; k < KRY_COEFFICIENTS; ++k) {
            kry_vector_free(s, &s->grid_shapes[n], kry_bytes(s), s->copies[n].field[k]);
            s->copies[n].field[k] = NULL;
        }
}

static spate_status allocate_copies(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        for (int k = 0; k < coefficient_count(s); ++k) {
            void **field = &s->copies[n].field[k];
            if (!*field)
                *field = kry_vector_alloc(s, &s->grid_shapes[n], kry_bytes(s));
            if (!*field)
                return fail_memory(s->ctx, "no memory for a matrix of %d x %d rows",
                                   s->grid_shapes[n].nx, s->grid_shapes[n].ny);
        }
    return SPATE_OK;
}

/* ---- checks ---- */

/* Directions without neighbours need no couplings. */
static int is_needed(const kry_solver *s, int k)
{
    const int wide = s->grid.nx > 1, high = s->grid.ny > 1;
    return k == EAST ? wide : k == NORTH ? high : k == CENTRE ? 0 : wide && high;
}

static spate_status check_arrays(const kry_solver *s, int n, const spate_krylov_matrix *m,
                                 const void *from[KRY_COEFFICIENTS])
{
    const size_t bytes = kry_bytes(s);
    if (!m->centre == !m->shift)
        return fail_argument(s->ctx, "part %d: give centre or shift, %s", n,
                             m->centre ? "not both" : "one of them");
    const void *const arrays[KRY_COEFFICIENTS] = {m->centre ? m->centre : m->shift, m->east,
                                                  m->north, m->north_east, m->north_west};
    if (s->choice.points == 5 && (m->north_east || m->north_west))
        return fail_argument(s->ctx, "part %d: the solver has 5 points, but %s is given", n,
                             m->north_east ? "north_east" : "north_west");
    for (int k = 0; k < coefficient_count(s); ++k) {
        from[k] = arrays[k];
        if (arrays[k] || is_needed(s, k) || k == CENTRE)
            SPATE_TRY(solver_check_pointer(s->ctx, k == CENTRE && !m->centre ? "shift" : names[k],
                                           n, arrays[k], bytes));
    }
    return SPATE_OK;
}

/* Whether a coupling of unknown (i, j) leaves the grid. */
static int leaves_grid(const kry_solver *s, int k, int64_t i, int64_t j)
{
    const int last_i = i == s->grid.nx - 1, last_j = j == s->grid.ny - 1;
    return k == EAST         ? last_i
           : k == NORTH      ? last_j
           : k == NORTH_EAST ? last_i || last_j
                             : k == NORTH_WEST && (i == 0 || last_j);
}

static spate_status check_row(const kry_solver *s, const kry_shape *shape, int k, const char *name,
                              int j, const void *row)
{
    for (int i = 0; i < shape->nx; ++i) {
        const double value = solver_value(s->choice.precision, row, i);
        const int64_t gi = shape->i0 + i, gj = shape->j0 + j;
        if (!solver_finite(value))
            return fail_data(s->ctx, "matrix row of unknown (%" PRId64 ", %" PRId64 "): %s is %g",
                             gi, gj, name, value);
        if (value != 0 && leaves_grid(s, k, gi, gj))
            return fail_data(s->ctx,
                             "matrix row of unknown (%" PRId64 ", %" PRId64
                             "): %s is %g, but there is no unknown beyond the edge; set it to 0",
                             gi, gj, name, value);
    }
    return SPATE_OK;
}

static spate_status check_centres(const kry_solver *s, int n)
{
    const kry_shape *shape = &s->grid_shapes[n];
    for (int j = 0; j < shape->ny; ++j)
        for (int i = 0; i < shape->nx; ++i) {
            const double value =
                solver_value(s->choice.precision, s->copies[n].field[CENTRE], j * shape->pitch + i);
            if (!(value > 0))
                return spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                                  "matrix row of unknown (%" PRId64 ", %" PRId64
                                  "): the centre is %g; a positive definite matrix has only "
                                  "positive ones (give dry cells a centre of 1)",
                                  shape->i0 + i, shape->j0 + j, value);
        }
    return SPATE_OK;
}

/* ---- copies ---- */

static spate_status copy_part(kry_solver *s, int n, const spate_krylov_matrix *m)
{
    const kry_shape *shape = &s->grid_shapes[n];
    const size_t bytes = kry_bytes(s), pitch = (size_t)(s->pitch ? s->pitch : shape->nx) * bytes;
    const void *from[KRY_COEFFICIENTS] = {NULL};
    SPATE_TRY(check_arrays(s, n, m, from));
    for (int j = 0; j < shape->ny; ++j)
        for (int k = 0; k < coefficient_count(s); ++k) {
            char *to = (char *)s->copies[n].field[k] + (size_t)j * (size_t)shape->pitch * bytes;
            if (!from[k])
                continue;
            memcpy(to, (const char *)from[k] + (size_t)j * pitch, (size_t)shape->nx * bytes);
            SPATE_TRY(
                check_row(s, shape, k, k == CENTRE && !m->centre ? "shift" : names[k], j, to));
        }
    return SPATE_OK;
}

static void exchange(kry_solver *s, int k)
{
    for (int n = 0; n < s->part_count; ++n)
        s->pointers[n] = s->copies[n].field[k];
    kry_ghosts_fill(s->grid_ghosts, s->pointers, kry_bytes(s));
}

/* centre = shift - (sum of the couplings of the row). */
static void centre_from_shift(kry_solver *s, int n)
{
    const kry_shape *shape = &s->grid_shapes[n];
    const int precision = s->choice.precision;
    void *const *f = s->copies[n].field;
    for (int j = 0; j < shape->ny; ++j)
        for (int i = 0; i < shape->nx; ++i) {
            const ptrdiff_t o = j * shape->pitch + i, below = o - shape->pitch;
            double sum =
                (solver_value(precision, f[EAST], o - 1) + solver_value(precision, f[EAST], o)) +
                (solver_value(precision, f[NORTH], below) + solver_value(precision, f[NORTH], o));
            if (f[NORTH_EAST])
                sum += (solver_value(precision, f[NORTH_EAST], below - 1) +
                        solver_value(precision, f[NORTH_EAST], o)) +
                       (solver_value(precision, f[NORTH_WEST], below + 1) +
                        solver_value(precision, f[NORTH_WEST], o));
            const double centre = solver_value(precision, f[CENTRE], o) - sum;
            if (precision == 32)
                ((float *)f[CENTRE])[o] = (float)centre;
            else
                ((double *)f[CENTRE])[o] = centre;
        }
}

static spate_status finish(kry_solver *s, const spate_krylov_matrix *parts)
{
    for (int k = EAST; k < coefficient_count(s); ++k)
        exchange(s, k);
    spate_status status = SPATE_OK;
    for (int n = 0; n < s->part_count && status == SPATE_OK; ++n) {
        if (!parts[n].centre)
            centre_from_shift(s, n);
        status = check_centres(s, n);
    }
    SPATE_TRY(comm_agree(s->ctx, status));
    exchange(s, CENTRE);
    return SPATE_OK;
}

spate_status spate_krylov_set_matrix(spate_krylov *k, const spate_krylov_matrix *parts)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    k->ready = k->matrix_set = 0;
    spate_status status = !parts && k->part_count > 0 ? fail_argument(k->ctx, "the matrix is NULL")
                                                      : allocate_copies(k);
    for (int n = 0; n < k->part_count && status == SPATE_OK; ++n)
        status = copy_part(k, n, &parts[n]);
    SPATE_TRY(comm_agree(k->ctx, status));
    SPATE_TRY(finish(k, parts));
    for (int n = 0; n < k->part_count; ++n) {
        void *const *f = k->copies[n].field;
        k->parts[n].matrix = (kry_matrix){f[0], f[1], f[2], f[3], f[4], k->grid_shapes[n].pitch};
    }
    k->matrix_set = 1;
    return SPATE_OK;
}

spate_status kry_use_matrix(kry_solver *s, const kry_matrix *parts)
{
    kry_release_matrix(s);
    s->ready = 0;
    for (int n = 0; n < s->part_count; ++n)
        s->parts[n].matrix = parts[n];
    s->matrix_set = 1;
    return SPATE_OK;
}

spate_status spate_krylov_set_operator(spate_krylov *k, spate_krylov_apply apply, void *user)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    k->apply = apply;
    k->user = user;
    k->ready = 0;
    return SPATE_OK;
}
