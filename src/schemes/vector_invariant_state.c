/* The state of the vector-invariant schemes: fields, checkpoints, and the check that all cells are
 * wet. */
#include <stdlib.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"
#include "schemes/vector_invariant_mass.h"

/* A checkpoint keeps both times of the leapfrog scheme. Momentum at cells is made from
 * velocities for readers. */
#define STATE(text, where, flags)                                                                  \
    {                                                                                              \
        text, where, 2, STORED_REAL, ROLE_STATE, FIELD_KEPT | FIELD_EXCHANGED | (flags)            \
    }
#define SCRATCH(text, where, flags)                                                                \
    {                                                                                              \
        text, where, 1, STORED_REAL, ROLE_SCRATCH, flags                                           \
    }
#define FIELDS(before)                                                                             \
    [FIELD_DEPTH] = STATE("depth", AT_CELL, FIELD_NOT_NEGATIVE | (before)),                        \
    [FIELD_MOMENTUM_X] = {"momentum x", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},     \
    [FIELD_MOMENTUM_Y] = {"momentum y", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},     \
    COMMON_FIELD_ROWS, [VI_U] = STATE("velocity x", AT_FACE_X, before),                            \
    [VI_V] = STATE("velocity y", AT_FACE_Y, before),                                               \
    [VI_BETWEEN_H] = SCRATCH("depth between", AT_CELL, FIELD_EXCHANGED),                           \
    [VI_BETWEEN_U] = SCRATCH("velocity x between", AT_FACE_X, FIELD_EXCHANGED),                    \
    [VI_BETWEEN_V] = SCRATCH("velocity y between", AT_FACE_Y, FIELD_EXCHANGED),                    \
    [VI_FORCE_X] = SCRATCH("force x", AT_FACE_X, FIELD_LATER),                                     \
    [VI_FORCE_Y] = SCRATCH("force y", AT_FACE_Y, FIELD_LATER),                                     \
    [VI_SOLVED] = SCRATCH("acceleration", AT_CELL, FIELD_LATER)
const field_info vi_leapfrog_fields[VI_FIELDS] = {FIELDS(FIELD_KEPT_BEFORE)};
const field_info vi_rk3_fields[VI_FIELDS] = {FIELDS(0)};
const field_info vi_semi_implicit_fields[VI_IMPLICIT_FIELDS] = {
    FIELDS(0),
    [VI_BASE_H] = SCRATCH("explicit depth", AT_CELL, 0),
    [VI_BASE_U] = SCRATCH("explicit velocity x", AT_FACE_X, FIELD_EXCHANGED),
    [VI_BASE_V] = SCRATCH("explicit velocity y", AT_FACE_Y, FIELD_EXCHANGED),
    [VI_COUPLING_X] = SCRATCH("coupling x", AT_FACE_X, FIELD_EXCHANGED),
    [VI_COUPLING_Y] = SCRATCH("coupling y", AT_FACE_Y, FIELD_EXCHANGED),
    [VI_CENTRE] = SCRATCH("centre", AT_CELL, FIELD_EXCHANGED),
    [VI_RIGHT] = SCRATCH("right-hand side", AT_CELL, 0),
    [VI_CHANGE] = SCRATCH("change of depth", AT_CELL, FIELD_EXCHANGED),
    [VI_STEP_U] = SCRATCH("change of velocity x", AT_FACE_X, 0),
    [VI_STEP_V] = SCRATCH("change of velocity y", AT_FACE_Y, 0),
};

/* Whether the stages of a step need no exchange between them: the part sees its own cells beyond its
 * edges. */
static int steps_at_once(const flow *k, const vi_part *own)
{
    const partition *p = k->setup.partition;
    return k->kind->about == &vi_rk3_about && own->lumped && p->px * p->py == 1;
}

int vi_create_part(flow *k, int n)
{
    const spate_options *o = k->setup.options;
    vi_part *own = calloc(1, sizeof *own);
    k->parts[n].own = own;
    if (!own)
        return 0;
    own->form = (int)o->form;
    own->leapfrog = k->kind->about == &vi_leapfrog_about;
    own->lumped = o->mass_matrix == SPATE_MASS_LUMPED;
    own->gradients = o->mass_matrix == SPATE_MASS_CG;
    own->cfl_limit = vi_cfl_limit(o);
    own->filter = own->leapfrog ? o->filter : 0;
    own->filter_share = o->filter_share;
    own->implicit = k->kind->about == &vi_semi_implicit_about;
    own->whole = steps_at_once(k, own) && vi_kernels_of(&k->parts[n])->takes_whole;
    own->alpha = o->alpha;
    own->flow_courant = VI_FLOW_COURANT;
    own->inverts = !own->lumped && o->newton_mass == SPATE_NEWTON_CONSISTENT;
    own->constant_depth = o->newton_depth == SPATE_NEWTON_CONSTANT;
    return 1;
}

spate_status vi_create(flow *k)
{
    k->own = calloc(1, sizeof(vi_own));
    SPATE_TRY(comm_agree(k->setup.ctx, k->own ? SPATE_OK : fail_memory(k->setup.ctx, "no memory")));
    if (vi_of(&k->parts[0])->lumped)
        return SPATE_OK;
    SPATE_TRY(vi_mass_check(k));
    const int made = vi_mass_make_fields(k);
    return comm_agree(k->setup.ctx,
                      made ? SPATE_OK : fail_memory(k->setup.ctx, "no memory for forces"));
}

void vi_destroy(flow *k)
{
    if (k->own)
        vi_mass_destroy(k);
    free(k->own);
    k->own = NULL;
}

/* The step before, 0 where the next one must not leap. */
spate_status vi_persist(flow *k, state_stream *s)
{
    double before = k->clocks[0].dt_before;
    SPATE_TRY(state_numbers(s, "step before", &before, 1));
    for (int n = 0; n < k->setup.part_count && s->loading; ++n)
        k->clocks[n].dt_before = before;
    return SPATE_OK;
}

/* ---- dry cells ---- */

/* The first active cell of a part without water. */
static int find_dry(const grid_part *p, int *at_i, int *at_j)
{
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
            *at_i = i;
            *at_j = j;
            if (!(p->codes[o] & CELL_INACTIVE) &&
                !(part_value(p, p->field[FIELD_DEPTH][p->clock->now], o) > p->params.dry_depth))
                return 1;
        }
    return 0;
}

spate_status vi_check_wet(flow *k)
{
    const scheme_setup *s = &k->setup;
    char names[128];
    int i, j;
    for (int n = 0; n < s->part_count; ++n) {
        const grid_part *p = &k->parts[n];
        if (!find_dry(p, &i, &j))
            continue;
        const box b = partition_box(s->partition, s->grid, s->first_part + n);
        return fail_argument(
            s->ctx,
            "cell (%lld, %lld) is dry: scheme \"%s\" is for water that stays wet; use scheme %s",
            (long long)(b.i0 + i), (long long)(b.j0 + j), k->kind->about->name,
            scheme_names_with(SCHEME_DRY, NULL, names, sizeof names));
    }
    return SPATE_OK;
}
