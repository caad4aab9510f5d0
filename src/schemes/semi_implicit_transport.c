/* Transport of velocities in a step of the semi-implicit scheme: passes from slot to slot, and the
 * rotation of the earth before and after the waves. */
#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/semi_implicit_rates.h"
#include "physics/semi_implicit_transport.h"
#include "schemes/semi_implicit_own.h"

static void exchange_velocities(flow *k, int slot)
{
    const halo_field both[] = {{SEMI_U, slot}, {SEMI_V, slot}};
    flow_exchange(k, both, 2);
}

double semi_passes_of(flow *k)
{
    const semi_part *own = semi_of(&k->parts[0]);
    if (own->transport == SEMI_EXPLICIT)
        return 1;
    double most = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        most = fmax(most, semi_kernels_of(&k->parts[n])->flow(&k->parts[n]));
    comm_max(k->setup.ctx->comm, &most, 1);
    return semi_passes(k->clocks[0].dt, most,
                       own->transport == SEMI_PATHS ? SEMI_PATH_CELLS : SEMI_FLOW_COURANT);
}

/* Velocities on their way from slot to slot. */
typedef struct mover {
    flow *k;
    int at; /* slot of the velocities */
} mover;

static int next_slot(mover *m)
{
    return m->at == SEMI_MOVED ? 1 - semi_now(m->k) : SEMI_MOVED;
}

static void moved_to(mover *m, int slot)
{
    exchange_velocities(m->k, slot);
    m->at = slot;
}

static void transport(mover *m, double passes)
{
    flow *k = m->k;
    const semi_part *own = semi_of(&k->parts[0]);
    const int paths = own->transport == SEMI_PATHS, viscous = own->viscosity > 0;
    const double fraction = 1 / passes;
    const int moves = own->advection != 0;
    for (int pass = 0; pass < passes && (moves || (viscous && !paths)); ++pass) {
        const int from = m->at, to = next_slot(m);
        if (paths) {
            SEMI_EACH_PART(k, follow(p, from, to, fraction))
        } else {
            SEMI_EACH_PART(k, transport(p, from, to, fraction, 1))
        }
        moved_to(m, to);
    }
    if (paths && viscous) {
        const int from = m->at, to = next_slot(m);
        SEMI_EACH_PART(k, transport(p, from, to, 1, 0))
        moved_to(m, to);
    }
}

static void turn(mover *m)
{
    flow *k = m->k;
    const int from = m->at, to = next_slot(m);
    if (!coriolis_acts(&k->parts[0].params.coriolis))
        return;
    SEMI_EACH_PART(k, turn(p, from, to))
    moved_to(m, to);
}

int semi_transport_all(flow *k, double passes)
{
    mover m = {k, semi_now(k)};
    turn(&m);
    transport(&m, passes);
    return m.at;
}

void semi_turn_again(flow *k)
{
    mover m = {k, 1 - semi_now(k)};
    exchange_velocities(k, m.at);
    turn(&m);
    if (m.at == SEMI_MOVED) /* to where the clock will look for them */
        SEMI_EACH_PART(k, use_moved(p))
}
