/* What schemes with systems of equations have in common. */
#include "schemes/flow_solver.h"

#include <stdio.h>
#include <stdlib.h>

#include "backend/cuda_load.h"
#include "parallel/comm.h"

spate_status flow_check_one_device(const scheme_setup *s, const char *solves)
{
    for (int n = 1; n < s->part_count; ++n)
        if (s->devices[n].backend != s->backend ||
            s->devices[n].device_number != s->devices[0].device_number)
            return fail_argument(
                s->ctx,
                "scheme \"%s\" solves %s on one device in each process, and several were asked "
                "for; use one process for each device, or name one",
                s->options->scheme, solves);
    return SPATE_OK;
}

/* Of several device names the processes of a machine use one each, in turn. */
const char *flow_solver_backend(const scheme_setup *s, char *name, size_t room)
{
    device_list list;
    if (!s->backend->mirrored)
        return "cpu";
    if (!cuda_named(s->options->backend, &list) || list.count == 0)
        return "cuda";
    snprintf(name, room, "cuda:%d", list.device[comm_local_rank(s->ctx->comm) % list.count]);
    return name;
}

spate_krylov_options flow_solver_options(const scheme_setup *s, const char *preconditioner)
{
    spate_krylov_options k;
    spate_krylov_options_default(&k);
    k.points = 5;
    k.precision = s->options->precision;
    k.preconditioner = preconditioner;
    k.absolute = 0;
    k.threads = s->threads;
    return k;
}

spate_status flow_create_solver(const flow *k, const spate_krylov_options *o, spate_krylov **solver)
{
    const scheme_setup *s = &k->setup;
    const part_device **devices = calloc((size_t)s->part_count + 1, sizeof *devices);
    spate_status status =
        comm_agree(s->ctx, devices ? SPATE_OK : fail_memory(s->ctx, "no memory for a solver"));
    for (int n = 0; n < s->part_count && devices; ++n)
        devices[n] = &s->devices[n];
    if (status == SPATE_OK)
        status = kry_create_on(s->ctx, o, s->grid, s->partition, devices, solver);
    free(devices);
    return status;
}

/* At most as much again for the preconditioner. On a ring that one has all unknowns, not half of them,
 * and a matrix of its own (solvers/krylov/rings.c). */
double flow_solver_bytes(const flow *k, const part_shape *shape)
{
    const int ring = k->setup.grid->periodic_x || k->setup.grid->periodic_y;
    return (ring ? 24 : 12) * (double)shape->real_bytes * (double)shape->pitch *
           (double)part_rows(shape);
}

void *flow_field_of_kernels(const grid_part *p, int field)
{
    return p->common->device_field ? p->common->device_field(p, field, 0) : p->field[field][0];
}

kry_array flow_array(const grid_part *p, int field)
{
    return (kry_array){flow_field_of_kernels(p, field), p->shape.pitch};
}

kry_matrix flow_matrix(const grid_part *p, int centre, int coupling_x, int coupling_y)
{
    const ptrdiff_t bytes = p->shape.real_bytes, pitch = p->shape.pitch;
    return (kry_matrix){.centre = flow_field_of_kernels(p, centre),
                        .east = (const char *)flow_field_of_kernels(p, coupling_x) + bytes,
                        .north = (const char *)flow_field_of_kernels(p, coupling_y) + bytes * pitch,
                        .pitch = pitch};
}
