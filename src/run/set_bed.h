/* Adapts a bed that is already set to a coarser lattice. */
#ifndef SPATE_RUN_SET_BED_H
#define SPATE_RUN_SET_BED_H

#include "run/sim.h"

/* Rounds the stored bed again after the lattice has become coarser. Collective. */
spate_status bed_round_again(spate_sim *sim);

#endif
