/* Set-up, solves and queries of the public interface. */
#include <stdlib.h>
#include <string.h>

#include "base/timers.h"
#include "parallel/comm.h"
#include "solvers/krylov/parts.h"
#include "solvers/krylov/precondition.h"
#include "solvers/krylov/preconditioners.h"

/* ---- set-up ---- */

static spate_status check_setup(const kry_solver *s)
{
    const kry_preconditioner *p = s->preconditioner;
    if (!s->matrix_set && !s->apply)
        return fail_argument(s->ctx, "the matrix was not set; call spate_krylov_set_matrix first");
    if (!s->matrix_set && !(p->properties & KRY_WITHOUT_MATRIX))
        return fail_argument(s->ctx,
                             "preconditioner \"%s\" is made from the matrix, which was not set; "
                             "set it besides the operator, or use \"none\"",
                             p->name);
    return SPATE_OK;
}

/* Unknowns of a matrix can be eliminated, but not those of an operator, nor around a ring. */
static void choose_space(kry_solver *s)
{
    const kry_preconditioner *asked = kry_find_preconditioner(s->preconditioner->name);
    const int on_grid = asked->on_grid && (s->choice.points == 9 || s->apply || kry_has_rings(s));
    const kry_preconditioner *wanted = on_grid ? asked->on_grid : asked;
    if (wanted == s->preconditioner)
        return;
    if (s->made)
        s->preconditioner->destroy(s);
    kry_release_space(s);
    s->preconditioner = wanted;
}

spate_status spate_krylov_setup(spate_krylov *k)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    const double begun = timers_now();
    k->ready = 0;
    SPATE_TRY(comm_agree(k->ctx, check_setup(k)));
    choose_space(k);
    SPATE_TRY(kry_make_space(k));
    const kry_preconditioner *p = k->preconditioner;
    k->op = k->apply ? &kry_caller_operator : p->reduction ? p->reduction->op : &kry_grid_operator;
    if (p->setup) {
        const spate_status cut = kry_cut_rings(k), status = cut == SPATE_OK ? p->setup(k) : cut;
        if (status != SPATE_OK) {
            p->destroy(k);
            return status;
        }
    }
    k->device->wait(k->stream);
    k->stats.setup_seconds = timers_now() - begun;
    k->ready = 1;
    return SPATE_OK;
}

spate_status spate_krylov_set_stream(spate_krylov *k, void *stream)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    if (!k->device->own_memory)
        return fail_argument(k->ctx, "backend \"%s\" has no streams", k->device->name);
    k->device->wait(k->stream);
    k->stream = stream;
    for (int n = 0; n < k->part_count; ++n)
        k->parts[n].stream = stream;
    return SPATE_OK;
}

/* ---- solves ---- */

static int overlap(const kry_array *a, const kry_array *b, const kry_shape *s, size_t bytes)
{
    const size_t a_bytes = ((size_t)(s->ny - 1) * (size_t)a->pitch + (size_t)s->nx) * bytes;
    const size_t b_bytes = ((size_t)(s->ny - 1) * (size_t)b->pitch + (size_t)s->nx) * bytes;
    const uintptr_t at_a = (uintptr_t)a->first, at_b = (uintptr_t)b->first;
    return at_a < at_b + b_bytes && at_b < at_a + a_bytes;
}

static spate_status take_arrays(kry_solver *s, const void *const *b, void *const *x)
{
    const size_t bytes = kry_bytes(s);
    if (!s->ready)
        return fail_argument(s->ctx, "call spate_krylov_setup first");
    if (s->part_count > 0 && (!b || !x))
        return fail_argument(s->ctx, "%s is NULL", b ? "x" : "b");
    for (int n = 0; n < s->part_count; ++n) {
        const kry_shape *shape = &s->grid_shapes[n];
        const ptrdiff_t pitch = s->pitch ? s->pitch : shape->nx;
        SPATE_TRY(solver_check_pointer(s->ctx, "b", n, b[n], bytes));
        SPATE_TRY(solver_check_pointer(s->ctx, "x", n, x[n], bytes));
        /* b is only read. */
        union {
            const void *read;
            void *pointer;
        } right = {b[n]};
        s->given_b[n] = (kry_array){right.pointer, pitch};
        s->given_x[n] = (kry_array){x[n], pitch};
        if (overlap(&s->given_b[n], &s->given_x[n], shape, bytes))
            return fail_argument(s->ctx, "x and b of part %d overlap", n);
    }
    return SPATE_OK;
}

/* Copies the caller's arrays to or from those of the device. */
static void stage(const kry_solver *s, const kry_array *to, const kry_array *from)
{
    const size_t bytes = kry_bytes(s);
    for (int n = 0; n < s->part_count; ++n)
        s->device->copy(to[n].first, (size_t)to[n].pitch * bytes, from[n].first,
                        (size_t)from[n].pitch * bytes, (size_t)s->grid_shapes[n].nx * bytes,
                        (size_t)s->grid_shapes[n].ny, s->stream);
}

static spate_status device_state(const kry_solver *s)
{
    const char *error = s->device->error();
    return error ? spate_fail(s->ctx, SPATE_ERROR_BACKEND, "backend \"%s\": %s", s->device->name,
                              error)
                 : SPATE_OK;
}

spate_status spate_krylov_solve(spate_krylov *k, const void *const *b, void *const *x)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(comm_agree(k->ctx, take_arrays(k, b, x)));
    const int staged = k->device->own_memory && k->memory == SPATE_MEMORY_HOST;
    kry_array *const to = k->given_x;
    if (!staged) {
        const spate_status status = kry_solve_arrays(k, k->given_b, to);
        const spate_status device = comm_agree(k->ctx, device_state(k));
        return device != SPATE_OK ? device : status;
    }
    kry_array *caller = malloc(sizeof *caller * ((size_t)k->part_count + 1));
    SPATE_TRY(comm_agree(k->ctx, caller ? SPATE_OK : fail_memory(k->ctx, "no memory")));
    memcpy(caller, to, sizeof *caller * (size_t)k->part_count);
    stage(k, k->staged_b, k->given_b);
    stage(k, k->staged_x, caller);
    const spate_status status = kry_solve_arrays(k, k->staged_b, k->staged_x);
    stage(k, caller, k->staged_x);
    free(caller);
    const spate_status device = comm_agree(k->ctx, device_state(k));
    return device != SPATE_OK ? device : status;
}

/* ---- queries ---- */

spate_status spate_krylov_get_log(const spate_krylov *k, const double **residuals, int *count)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    if (!residuals || !count)
        return fail_argument(k->ctx, "%s is NULL", residuals ? "count" : "residuals");
    if (!k->choice.log)
        return fail_argument(k->ctx, "residuals are not kept; set the option `log`");
    *residuals = k->residuals;
    *count = k->logged;
    return SPATE_OK;
}

static double unknowns_here(const kry_solver *s)
{
    double count = 0;
    for (int n = 0; n < s->part_count; ++n)
        count += (double)s->grid_shapes[n].nx * s->grid_shapes[n].ny;
    return count;
}

/* Values per unknown that the kernels of an iteration move (backend/krylov/kernels.h). */
static double values_moved(const kry_solver *s)
{
    const unsigned own = s->preconditioner->properties & (KRY_IDENTITY | KRY_POINTWISE);
    const int diagonals = s->choice.points == 9 ? 2 : 0, division = own == KRY_POINTWISE;
    if (!own || s->apply)
        return 0;
    return (s->choice.one_reduction ? 5 + 9 : 7 + 6) + diagonals + division;
}

void spate_krylov_get_stats(const spate_krylov *k, spate_krylov_stats *stats)
{
    if (!stats)
        return;
    *stats = (spate_krylov_stats){0};
    if (!k)
        return;
    const double bytes = unknowns_here(k) * (double)kry_bytes(k);
    *stats = k->stats;
    stats->method = spate_krylov_methods()[k->choice.one_reduction];
    stats->preconditioner = k->preconditioner->name;
    stats->backend = k->device->name;
    stats->threads = k->threads;
    stats->floor_bytes = 13 * bytes;
    stats->bytes = values_moved(k) * bytes;
}
