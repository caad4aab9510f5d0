/* The sorted list of inflow cells of one part, chosen by a function of the position. */
#ifndef SPATE_SCHEMES_INFLOW_CELLS_H
#define SPATE_SCHEMES_INFLOW_CELLS_H

#include "backend/backend.h"
#include "schemes/scheme.h"

typedef struct inflow_choice {
    spate_field_fn share; /* nonzero in cells of the inflow */
    void *user;
} inflow_choice;

/* Active cells of a part where the choice is nonzero. */
int64_t inflow_cells_count(const scheme_setup *setup, int local_part, const grid_part *part,
                           const inflow_choice *choice);
/* *to: the cells of `from` and the chosen ones, as inflow number `inflow`, which must exceed all
 * numbers in `from`. Returns 0 if there is no memory. */
int inflow_cells_extend(const inflow_list *from, const scheme_setup *setup, int local_part,
                        const grid_part *part, const inflow_choice *choice, int inflow,
                        inflow_list *to);
/* A list of places in any order. */
typedef struct inflow_place {
    inflow_cell cell;
    double carry;
} inflow_place;
int inflow_cells_make(inflow_list *to, inflow_place *places, int count, int rows);
void inflow_cells_free(inflow_list *list);

#endif
