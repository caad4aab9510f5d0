/* The iterations of conjugate gradients. */
#include "solvers/krylov/iterate.h"

#include <string.h>

#include "solvers/krylov/precondition.h"

static void *r_of(const kry_part *part)
{
    return part->r;
}

static void *z_of(const kry_part *part)
{
    return part->z;
}

/* The vector from which kernels make z, with its ghosts. */
static void fill_z_ghosts(kry_solver *s)
{
    if (s->preconditioner->apply)
        kry_fill_ghosts(s, z_of, kry_preconditioner_bytes(s));
    else
        kry_fill_ghosts(s, r_of, kry_bytes(s));
}

/* Totals of the sums of a step, and what follows from them. */
static void finish_step(kry_solver *s, kry_step step)
{
    if (s->steps_on_device) {
        s->cg->finish(&s->parts[0], step);
        return;
    }
    int sums[KRY_STEP_SUMS];
    double values[KRY_STEP_SUMS];
    const int count = kry_sums_of_step(step, sums);
    kry_reduce(s, sums, count, values);
    kry_take_step(s->scalars, step, values);
    kry_push_scalars(s);
}

/* The host looks at the state of a device after 4, 8, 16 and then every 32 iterations. */
typedef struct look_out {
    int queued, next;
} look_out;
enum { LOOK_FIRST = 4, LOOK_MOST = 32 };

static int is_running(kry_solver *s, look_out *l, int queued)
{
    l->queued += queued;
    if (s->steps_on_device && l->queued >= l->next) {
        kry_pull_scalars(s);
        l->queued = 0;
        l->next = l->next < LOOK_MOST ? 2 * l->next : LOOK_MOST;
    }
    return s->scalars->state == KRY_RUNNING;
}

/* z = M^-1 r and the weight of the old direction. */
static void precondition(kry_solver *s)
{
    const kry_preconditioner *p = s->preconditioner;
    const int has_sum = (p->properties & KRY_SUMS_RZ) && s->choice.precision != SPATE_KRYLOV_MIXED;
    if (p->apply)
        p->apply(s);
    for (int n = 0; n < s->part_count && !has_sum; ++n)
        s->cg->dot_rz(&s->parts[n]);
    finish_step(s, KRY_STEP_PRECONDITION);
}

/* The residual after an update. For pointwise preconditioners r.z is known, too. */
static void finish_update(kry_solver *s)
{
    const int pointwise = !s->preconditioner->apply;
    finish_step(s, pointwise ? KRY_STEP_UPDATE : KRY_STEP_RESIDUAL);
    if (!pointwise && s->scalars->state == KRY_RUNNING)
        precondition(s);
}

/* An iteration into p[turn]. */
static void iterate_once(kry_solver *s, int turn, int fresh_x)
{
    fill_z_ghosts(s);
    s->op->direction(s, turn);
    finish_step(s, KRY_STEP_DIRECTION);
    if (s->scalars->state != KRY_RUNNING)
        return;
    for (int n = 0; n < s->part_count; ++n)
        s->cg->update(&s->parts[n], turn, fresh_x);
    finish_update(s);
}

/* Chronopoulos and Gear: all sums of an iteration in one reduction. */
static void iterate_with_one_reduction(kry_solver *s, int turn, int fresh_x)
{
    (void)turn;
    if (s->preconditioner->apply)
        s->preconditioner->apply(s);
    fill_z_ghosts(s);
    s->op->product(s);
    finish_step(s, KRY_STEP_PRODUCT);
    if (s->scalars->state != KRY_RUNNING)
        return;
    for (int n = 0; n < s->part_count; ++n)
        s->cg->update_both(&s->parts[n], fresh_x);
}

static void one_iteration(kry_solver *s, int turn, int fresh_x)
{
    if (s->choice.one_reduction)
        iterate_with_one_reduction(s, turn, fresh_x);
    else
        iterate_once(s, turn, fresh_x);
}

/* ---- graphs: two iterations as one launch ---- */

static void two_iterations(void *user)
{
    one_iteration(user, 1, 0);
    one_iteration(user, 0, 0);
}

void kry_forget_graph(kry_solver *s)
{
    if (s->graph)
        s->device->forget(s->graph);
    s->graph = NULL;
}

/* The graph of an earlier solve serves again if nothing it was made of has moved. An operator of
 * the caller may do what cannot be recorded. */
static void *graph_of(kry_solver *s)
{
    if (!s->steps_on_device || !s->device->record || s->apply)
        return NULL;
    if (s->graph && s->graph_made == s->made &&
        memcmp(&s->graph_part, &s->parts[0], sizeof s->graph_part) == 0)
        return s->graph;
    kry_forget_graph(s);
    s->graph = s->device->record(s->stream, two_iterations, s);
    s->graph_made = s->made;
    memcpy(&s->graph_part, &s->parts[0], sizeof s->graph_part);
    return s->graph;
}

int kry_iterate(kry_solver *s)
{
    look_out look = {0, LOOK_FIRST};
    int turn = 0;
    if (!s->choice.one_reduction)
        precondition(s);
    if (s->scalars->state != KRY_RUNNING)
        return 0;
    one_iteration(s, turn, !s->choice.warm_start);
    void *const graph = is_running(s, &look, 1) ? graph_of(s) : NULL;
    while (is_running(s, &look, 0)) {
        turn = 1 - turn;
        if (graph)
            s->device->replay(graph, s->stream);
        else
            one_iteration(s, turn, 0);
        look.queued += graph ? 2 : 1;
    }
    return turn;
}
