/* The cells of inflows in one part: chosen by a function of the place, kept sorted. */
#ifndef SPATE_SCHEMES_INFLOW_CELLS_H
#define SPATE_SCHEMES_INFLOW_CELLS_H

#include "backend/backend.h"
#include "schemes/scheme.h"

typedef struct inflow_choice {
    spate_field_fn share; /* nonzero where a cell takes part */
    void *user;
} inflow_choice;

/* Active cells of a part that take part. */
int64_t inflow_cells_count(const scheme_setup *setup, int local_part, const grid_part *part,
                           const inflow_choice *choice);
/* A list of those in `from` and of the chosen cells as inflow number `inflow`, which must be larger than
 * those before. 0 where there is no memory. */
int inflow_cells_extend(const inflow_list *from, const scheme_setup *setup, int local_part,
                        const grid_part *part, const inflow_choice *choice, int inflow,
                        inflow_list *to);
void inflow_cells_free(inflow_list *list);

#endif
