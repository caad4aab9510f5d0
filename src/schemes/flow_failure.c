/* Finds the cell that made a step fail, on whichever rank it is. */
#include "schemes/flow_failure.h"

#include <math.h>

#include "parallel/comm.h"

/* The first three fields of the state: depth, and momentum or fluxes. */
static int variable_of(const grid_part *p, int v)
{
    int f = 0;
    for (int found = 0; f < p->field_count; ++f)
        if (p->fields[f].name && p->fields[f].role == ROLE_STATE &&
            p->fields[f].slots == PART_SLOTS && found++ == v)
            break;
    return f;
}

/* The state that the failed step computed. */
static void new_state(const grid_part *p, int i, int j, double q[STATE_VARIABLES])
{
    for (int v = 0; v < STATE_VARIABLES; ++v) {
        const int field = variable_of(p, v);
        q[v] = field == p->field_count ? 0
                                       : part_value(p, p->field[field][1 - p->clock->now],
                                                    (ptrdiff_t)j * p->shape.pitch + i);
    }
}

static int is_state(const double q[STATE_VARIABLES])
{
    return q[0] >= 0 && isfinite(q[0] + q[1] + q[2]);
}

/* The first cell of a part with an invalid state. */
static int find_in_part(const grid_part *p, int *at_i, int *at_j)
{
    double q[STATE_VARIABLES];
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            new_state(p, i, j, q);
            if (!is_state(q)) {
                *at_i = i;
                *at_j = j;
                return 1;
            }
        }
    return 0;
}

int flow_find_invalid(const scheme_setup *s, const grid_part *parts, int64_t cell[2])
{
    double first = -INFINITY; /* minus the number of the cell: exact below 2^53 */
    for (int n = 0; n < s->part_count; ++n) {
        int i, j;
        if (!find_in_part(&parts[n], &i, &j))
            continue;
        const box b = partition_box(s->partition, s->grid, s->first_part + n);
        first = fmax(first, -((double)(b.j0 + j) * (double)s->grid->nx + (double)(b.i0 + i)));
    }
    comm_max(s->ctx->comm, &first, 1);
    if (first == -INFINITY)
        return 0;
    cell[0] = (int64_t)-first % s->grid->nx;
    cell[1] = (int64_t)-first / s->grid->nx;
    return 1;
}

/* The rank that owns the cell writes the message; comm_agree sends it to all. */
static spate_status explain_invalid(const scheme_setup *s, const grid_part *parts,
                                    const int64_t cell[2])
{
    for (int n = 0; n < s->part_count; ++n) {
        const box b = partition_box(s->partition, s->grid, s->first_part + n);
        const int64_t i = cell[0] - b.i0, j = cell[1] - b.j0;
        if (i < 0 || i >= b.nx || j < 0 || j >= b.ny)
            continue;
        const spate_clock *c = parts[n].clock;
        double q[STATE_VARIABLES];
        new_state(&parts[n], (int)i, (int)j, q);
        return spate_fail(s->ctx, SPATE_ERROR_NUMERICAL,
                          "step %lld at t = %g s: depth %g m, momentum %g, %g m2/s in cell (%lld, "
                          "%lld), x = %.10g, y = %.10g; try a smaller cfl",
                          (long long)c->step, c->t, q[0], q[1], q[2], (long long)cell[0],
                          (long long)cell[1], grid_x(s->grid, cell[0], AT_CELL),
                          grid_y(s->grid, cell[1], AT_CELL));
    }
    return SPATE_OK;
}

spate_status flow_explain_failure(const scheme_setup *s, const grid_part *parts,
                                  const int64_t cell[2], int invalid)
{
    const spate_clock *c = parts[0].clock;
    if (invalid)
        return comm_agree(s->ctx, explain_invalid(s, parts, cell));
    if (cell[0] < 0)
        return spate_fail(
            s->ctx, SPATE_ERROR_NUMERICAL,
            "step %lld at t = %g s: the time step fell to %g s; wave speeds have no bound",
            (long long)c->step, c->t, c->dt);
    return spate_fail(s->ctx, SPATE_ERROR_NUMERICAL,
                      "step %lld at t = %g s: the time step fell to %g s; wave speeds have no "
                      "bound, the fastest are in cell (%lld, %lld), x = %.10g, y = %.10g",
                      (long long)c->step, c->t, c->dt, (long long)cell[0], (long long)cell[1],
                      grid_x(s->grid, cell[0], AT_CELL), grid_y(s->grid, cell[1], AT_CELL));
}
