/* The matrix: a checked copy of the caller's arrays with ghosts, or fields of a scheme. */
#include <inttypes.h>

#include "parallel/comm.h"
#include "solvers/krylov/parts.h"

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
    return k == KRY_EAST ? wide : k == KRY_NORTH ? high : k == KRY_CENTRE ? 0 : wide && high;
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
        if (arrays[k] || is_needed(s, k) || k == KRY_CENTRE)
            SPATE_TRY(solver_check_pointer(s->ctx,
                                           k == KRY_CENTRE && !m->centre ? "shift" : names[k], n,
                                           arrays[k], bytes));
    }
    return SPATE_OK;
}

/* A value of a field in the memory of the device. */
static double field_value(const kry_solver *s, const void *field, ptrdiff_t at)
{
    const size_t bytes = kry_bytes(s);
    double value;
    s->device->copy(&value, bytes, (const char *)field + at * (ptrdiff_t)bytes, bytes, bytes, 1,
                    s->stream);
    return solver_value(s->choice.precision, &value, 0);
}

/* name: "shift" for a field that will be the centre. */
static spate_status check_field(const kry_solver *s, int n, kry_coefficient k, const char *name)
{
    const kry_shape *shape = &s->grid_shapes[n];
    const void *field = s->copies[n].field[k];
    const uint8_t edges[4] = {!shape->linked[0], !shape->linked[1], !shape->linked[2],
                              !shape->linked[3]};
    const int shift = k == KRY_CENTRE && name != names[k];
    const int64_t at = s->cg->find_wrong(shape, field, shift ? KRY_COEFFICIENTS : k, edges);
    if (at < 0)
        return SPATE_OK;
    const int64_t i = at % shape->nx, j = at / shape->nx;
    const double value = field_value(s, field, j * shape->pitch + i);
    if (!solver_finite(value))
        return fail_data(s->ctx, "matrix row of unknown (%" PRId64 ", %" PRId64 "): %s is %g",
                         shape->i0 + i, shape->j0 + j, name, value);
    if (k == KRY_CENTRE)
        return spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                          "matrix row of unknown (%" PRId64 ", %" PRId64
                          "): the centre is %g; a positive definite matrix has only positive ones "
                          "(give dry cells a centre of 1)",
                          shape->i0 + i, shape->j0 + j, value);
    return fail_data(s->ctx,
                     "matrix row of unknown (%" PRId64 ", %" PRId64
                     "): %s is %g, but there is no unknown beyond the edge; set it to 0",
                     shape->i0 + i, shape->j0 + j, name, value);
}

/* ---- copies ---- */

static spate_status copy_part(kry_solver *s, int n, const spate_krylov_matrix *m)
{
    const kry_shape *shape = &s->grid_shapes[n];
    const size_t bytes = kry_bytes(s), pitch = (size_t)(s->pitch ? s->pitch : shape->nx) * bytes;
    const void *from[KRY_COEFFICIENTS] = {NULL};
    SPATE_TRY(check_arrays(s, n, m, from));
    for (int k = 0; k < coefficient_count(s); ++k) {
        if (!from[k])
            continue;
        s->device->copy(s->copies[n].field[k], (size_t)shape->pitch * bytes, from[k], pitch,
                        (size_t)shape->nx * bytes, (size_t)shape->ny, s->stream);
        SPATE_TRY(check_field(s, n, (kry_coefficient)k,
                              k == KRY_CENTRE && !m->centre ? "shift" : names[k]));
    }
    return SPATE_OK;
}

static void exchange(kry_solver *s, int k)
{
    for (int n = 0; n < s->part_count; ++n)
        s->pointers[n] = s->copies[n].field[k];
    kry_ghosts_fill(s->grid_ghosts, s->pointers, kry_bytes(s));
}

static spate_status finish(kry_solver *s, const spate_krylov_matrix *parts)
{
    for (int k = KRY_EAST; k < coefficient_count(s); ++k)
        exchange(s, k);
    spate_status status = SPATE_OK;
    for (int n = 0; n < s->part_count && status == SPATE_OK; ++n) {
        if (parts[n].centre)
            continue;
        kry_part part = s->parts[n];
        part.shape = s->grid_shapes[n];
        s->cg->centre_from_shift(&part);
        status = check_field(s, n, KRY_CENTRE, names[KRY_CENTRE]);
    }
    SPATE_TRY(comm_agree(s->ctx, status));
    exchange(s, KRY_CENTRE);
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
    for (int n = 0; n < k->part_count; ++n) {
        void *const *f = k->copies[n].field;
        k->parts[n].matrix = (kry_matrix){f[0], f[1], f[2], f[3], f[4], k->grid_shapes[n].pitch};
    }
    SPATE_TRY(finish(k, parts));
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
