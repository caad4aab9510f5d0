/* Fields of the semi-implicit scheme, what its parts have beside them, and the solver. */
#include <stdlib.h>

#define SPATE_REAL_BITS 64
#include "physics/semi_implicit_rates.h"
#include "physics/staggered_momentum.h"
#include "schemes/flow_solver.h"
#include "schemes/semi_implicit_own.h"

#define AT_BOTH(name, location, slots, role, flags)                                                \
    {                                                                                              \
        name, location, slots, STORED_REAL, role, FIELD_EXCHANGED | (flags)                        \
    }
#define SCRATCH(name, location, slots)                                                             \
    {                                                                                              \
        name, location, slots, STORED_REAL, ROLE_SCRATCH, FIELD_EXCHANGED                          \
    }

/* Velocities at faces belong to the state; momentum at cells is made from them for readers. */
const field_info semi_field_table[SEMI_FIELDS] = {
    [FIELD_DEPTH] = AT_BOTH("depth", AT_CELL, 2, ROLE_STATE, FIELD_KEPT | FIELD_NOT_NEGATIVE),
    [FIELD_MOMENTUM_X] = AT_BOTH("momentum x", AT_CELL, 1, ROLE_SHOWN, 0),
    [FIELD_MOMENTUM_Y] = AT_BOTH("momentum y", AT_CELL, 1, ROLE_SHOWN, 0),
    COMMON_FIELD_ROWS,
    [FIELD_AIR] = {"air pressure", AT_CELL, 2, STORED_REAL, ROLE_FORCING, FIELD_LATER},
    [SEMI_U] = AT_BOTH("velocity x", AT_FACE_X, 3, ROLE_STATE, FIELD_KEPT),
    [SEMI_V] = AT_BOTH("velocity y", AT_FACE_Y, 3, ROLE_STATE, FIELD_KEPT),
    [SEMI_AMOUNT_X] = SCRATCH("amount x", AT_FACE_X, 1),
    [SEMI_AMOUNT_Y] = SCRATCH("amount y", AT_FACE_Y, 1),
    [SEMI_COUPLING_X] = SCRATCH("coupling x", AT_FACE_X, 1),
    [SEMI_COUPLING_Y] = SCRATCH("coupling y", AT_FACE_Y, 1),
    [SEMI_GAIN_X] = SCRATCH("gain x", AT_FACE_X, 1),
    [SEMI_GAIN_Y] = SCRATCH("gain y", AT_FACE_Y, 1),
    [SEMI_NET] = SCRATCH("net outflow", AT_CELL, 1),
    [SEMI_CENTRE] = SCRATCH("centre", AT_CELL, 2),
    [SEMI_RIGHT] = SCRATCH("right-hand side", AT_CELL, 1),
    [SEMI_CHANGE] = SCRATCH("change of level", AT_CELL, 1),
    [SEMI_WET] = {"wet", AT_CELL, 1, STORED_BYTE, ROLE_SCRATCH, 0},
    [SEMI_SHARES] = SCRATCH("shares", AT_CELL, 2),
};

/* Outside the grid there is always enough water: the ghost cells keep this outflow fraction. */
static void fill_shares(void *share, const part_shape *s)
{
    for (int j = -s->halo; j < s->ny + s->halo; ++j)
        for (int i = -s->halo; i < s->nx + s->halo; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
            if (s->real_bytes == 4)
                ((float *)share)[o] = 1;
            else
                ((double *)share)[o] = 1;
        }
}

double semi_largest_flow_courant(const spate_options *o)
{
    return o->transport == SPATE_TRANSPORT_EXPLICIT ? SEMI_FLOW_COURANT : SEMI_LONG_COURANT;
}

int semi_create_part(flow *k, int n)
{
    const spate_options *o = k->setup.options;
    grid_part *p = &k->parts[n];
    const grid *g = k->setup.grid;
    const box b = partition_box(k->setup.partition, g, k->setup.first_part + n);
    semi_part *own = calloc(1, sizeof *own);
    if (!k->own)
        k->own = calloc(1, sizeof(semi_implicit));
    p->own = own;
    if (!own || !k->own)
        return 0;
    own->theta = o->implicitness;
    own->viscosity = o->viscosity;
    own->flood_depth = semi_flood_depth(o);
    own->advection = (int)o->advection;
    own->viscous = !(o->viscosity > 0)        ? STAG_INVISCID
                   : o->slip == SPATE_NO_SLIP ? STAG_NO_SLIP
                                              : STAG_FREE_SLIP;
    own->transport = (semi_transport)o->transport;
    own->flow_courant = semi_largest_flow_courant(o);
    own->faces[0] = b.nx + (b.i0 + b.nx == g->nx && !g->periodic_x);
    own->faces[1] = b.ny + (b.j0 + b.ny == g->ny && !g->periodic_y);
    fill_shares(p->field[SEMI_SHARES][0], &p->shape);
    fill_shares(p->field[SEMI_SHARES][1], &p->shape);
    return 1;
}

static spate_krylov_options solver_options(const scheme_setup *s)
{
    const spate_options *o = s->options;
    spate_krylov_options k = flow_solver_options(s, o->preconditioner);
    k.relative = o->tolerance;
    k.max_iterations = o->max_iterations + 1;
    k.warm_start = 1;
    return k;
}

spate_status semi_create(flow *k)
{
    semi_implicit *own = k->own;
    const spate_krylov_options o = solver_options(&k->setup);
    return flow_create_solver(k, &o, &own->solver);
}

void semi_destroy(flow *k)
{
    semi_implicit *own = k->own;
    if (own)
        spate_krylov_destroy(own->solver);
    free(own);
    k->own = NULL;
}
