/* What water that stands high asks of a bed that was set before. */
#ifndef SPATE_RUN_SET_BED_H
#define SPATE_RUN_SET_BED_H

#include "run/sim.h"

/* Rounds the stored bed to the lattice, which has become coarser. Collective. */
spate_status bed_round_again(spate_sim *sim);

#endif
