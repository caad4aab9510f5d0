/* Systems of equations of schemes: solvers on the parts and devices of a flow. */
#ifndef SPATE_SCHEMES_FLOW_SOLVER_H
#define SPATE_SCHEMES_FLOW_SOLVER_H

#include "schemes/flow.h"
#include "solvers/krylov/parts.h"

/* Refuses a run whose parts of this process are on several devices. solves: "lines", say. */
spate_status flow_check_one_device(const scheme_setup *s, const char *solves);
/* The backend of this process for solvers that are found by name (spate_tridiag_distributed): "cpu" or
 * its device. */
const char *flow_solver_backend(const scheme_setup *s, char *name, size_t room);

/* Options of a solver for the 5-point system of a scheme, which has yet to say when solves stop. */
spate_krylov_options flow_solver_options(const scheme_setup *s, const char *preconditioner);
/* A solver for one unknown in each cell, on the devices of the parts. Collective. */
spate_status flow_create_solver(const flow *k, const spate_krylov_options *o,
                                spate_krylov **solver);
/* As flow_kind.extra_bytes: vectors of such a solver. */
double flow_solver_bytes(const flow *k, const part_shape *shape);

/* Fields in the memory that kernels use. */
void *flow_field_of_kernels(const grid_part *p, int field);
kry_array flow_array(const grid_part *p, int field);
/* The matrix with these centres, and couplings through the west and south faces of cells. */
kry_matrix flow_matrix(const grid_part *p, int centre, int coupling_x, int coupling_y);

#endif
