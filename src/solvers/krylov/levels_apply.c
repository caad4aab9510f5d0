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
    kry_level *l = &h->level[h->schur ? 1 : 0];
    for (int n = 0; !l->gathered && n < l->count; ++n) {
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
    for (int n = 0; n < l->count; ++n) {
        if (h->schur && number == 0)
            h->method->schur_backward(&s->parts[n], &l->parts[n], &next->parts[n]);
        else
            h->method->backward(&l->parts[n], &next->parts[n]);
    }
}

void kry_levels_apply(kry_solver *s, kry_levels *h)
{
    if (s->scalars->state != KRY_RUNNING)
        return;
    point_z(s, h);
    if (!h->schur)
        for (int n = 0; n < s->part_count; ++n)
            h->kernels->split(&h->level[0].parts[n], s->parts[n].in, s->parts[n].shape.pitch);
    for (int number = 0; number + 1 < h->count; ++number)
        forward(s, h, number);
    h->kernels->bottom_solve(&h->level[h->count - 1].parts[0], &h->bottom);
    for (int number = h->count - 2; number >= 0; --number)
        backward(s, h, number);
}
