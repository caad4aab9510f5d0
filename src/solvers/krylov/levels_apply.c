/* A hierarchy applied to a vector: forward passes down to the last level, which is solved exactly, and
 * backward passes up again. */
#include "solvers/krylov/levels.h"

static void *input(const kry_part *part)
{
    return part->in;
}

static const kry_level *next_of(const kry_levels *h, int number)
{
    return number + 1 == h->gathered_at ? &h->staged : &h->level[number + 1];
}

/* z of the level that the solver's z belongs to. */
static void point_z(kry_solver *s, kry_levels *h)
{
    const int number = h->schur ? 1 : 0;
    kry_level *l = &h->level[number];
    for (int n = 0; kry_levels_z_is_solvers(h, number) && n < l->count; ++n) {
        l->parts[n].z = s->parts[n].z;
        l->parts[n].z_pitch = s->parts[n].shape.pitch;
    }
}

static void fill_r(kry_solver *s, kry_levels *h, kry_level *l)
{
    for (int n = 0; n < l->count; ++n)
        h->pointers[n] = l->parts[n].r;
    if (l->r_ghosts)
        kry_ghosts_fill(l->r_ghosts, h->pointers, kry_preconditioner_bytes(s));
}

static void fill_z(kry_solver *s, kry_levels *h, kry_level *l)
{
    for (int n = 0; n < l->count; ++n)
        h->pointers[n] = l->parts[n].z;
    if (l->node_ghosts)
        kry_ghosts_fill(l->node_ghosts, h->pointers, kry_preconditioner_bytes(s));
}

/* Phases of multigrid on a level of several parts. Ghosts of E and R1 follow from those of r. */
static void run_phases(kry_solver *s, kry_levels *h, int number, int from, int to)
{
    static const int written[MG_BACKWARD_END] = {
        [MG_FIRST] = -1,        [MG_FIRST_R2] = QUAD_R2, [MG_FIRST_O] = QUAD_O,
        [MG_RESTRICT] = -1,     [MG_CORRECT] = -1,       [MG_LAST_O] = QUAD_O,
        [MG_LAST_R2] = QUAD_R2, [MG_LAST_R1] = QUAD_R1,  [MG_LAST_E] = -1};
    kry_level *l = &h->level[number];
    const kry_level *next = next_of(h, number);
    for (int phase = from; phase < to; ++phase) {
        for (int n = 0; n < l->count; ++n)
            h->method->phase(&l->parts[n], &next->parts[n], phase);
        for (int n = 0; written[phase] >= 0 && n < l->count; ++n)
            h->pointers[n] = l->parts[n].held[written[phase]];
        if (written[phase] >= 0)
            kry_ghosts_fill(l->quad_ghosts, h->pointers, kry_preconditioner_bytes(s));
    }
}

static void forward(kry_solver *s, kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    const kry_level *next = next_of(h, number);
    if (h->schur && number == 0) {
        if (l->quad_ghosts)
            kry_fill_ghosts(s, input, kry_preconditioner_bytes(s));
        for (int n = 0; n < l->count; ++n)
            h->method->schur_forward(&s->parts[n], &l->parts[n], &next->parts[n]);
    } else {
        fill_r(s, h, l);
        if (l->quad_ghosts && h->method->phase)
            run_phases(s, h, number, MG_FIRST, MG_FORWARD_END);
        else
            for (int n = 0; n < l->count; ++n)
                h->method->forward(&l->parts[n], &next->parts[n]);
    }
    if (number + 1 == h->gathered_at)
        kry_levels_gather_r(s, h);
}

static void backward(kry_solver *s, kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    const kry_level *next = next_of(h, number);
    fill_z(s, h, &h->level[number + 1]);
    if (l->quad_ghosts && h->method->phase && !(h->schur && number == 0)) {
        run_phases(s, h, number, MG_CORRECT, MG_BACKWARD_END);
        return;
    }
    for (int n = 0; n < l->count; ++n) {
        if (h->schur && number == 0)
            h->method->schur_backward(&s->parts[n], &l->parts[n], &next->parts[n]);
        else
            h->method->backward(&l->parts[n], &next->parts[n]);
    }
}

void kry_levels_apply(kry_solver *s, kry_levels *h)
{
    if (!s->steps_on_device && s->scalars->state != KRY_RUNNING)
        return;
    kry_levels_bind(s, h);
    point_z(s, h);
    if (!h->schur)
        for (int n = 0; n < s->part_count; ++n)
            h->kernels->split(&h->level[0].parts[n], s->parts[n].in, s->parts[n].shape.pitch);
    const int one_by_one = h->tail_at < h->count ? h->tail_at : h->count - 1;
    for (int number = 0; number < one_by_one; ++number)
        forward(s, h, number);
    if (h->tail_at < h->count)
        h->method->tail(h->tail, h->count - h->tail_at, &h->bottom, s->stream);
    else
        h->kernels->bottom_solve(&h->level[h->count - 1].parts[0], &h->bottom);
    for (int number = one_by_one - 1; number >= 0; --number)
        backward(s, h, number);
}

void kry_levels_place_tail(kry_solver *s, kry_levels *h)
{
    point_z(s, h);
    for (int number = h->tail_at; number < h->count; ++number)
        s->device->copy(h->tail + (number - h->tail_at), sizeof *h->tail, h->level[number].parts,
                        sizeof *h->tail, sizeof *h->tail, 1, s->stream);
}
