/* Rows of the whole grid from the parts that they lie in. */
#include "run/whole_rows.h"

#include "parallel/comm.h"
#include "run/field_rows.h"

int whole_rows_possible(const spate_sim *sim)
{
    return comm_size(sim->ctx->comm) == 1;
}

spate_status whole_rows_begin(spate_sim *sim, spate_field_name name)
{
    return field_available(sim, name);
}

void whole_row(const spate_sim *sim, spate_field_name name, int64_t i, int64_t j, int n,
               double *values)
{
    for (int part = 0; part < sim->part_count; ++part) {
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
        const int64_t first = i > b.i0 ? i : b.i0;
        const int64_t beyond = i + n < b.i0 + b.nx ? i + n : b.i0 + b.nx;
        if (j < b.j0 || j >= b.j0 + b.ny)
            continue;
        for (int64_t at = first; at < beyond; at += FIELD_PIECE) {
            const int64_t left = beyond - at;
            field_piece(sim, name, part, (int)(at - b.i0), (int)(j - b.j0),
                        left < FIELD_PIECE ? (int)left : FIELD_PIECE, values + (at - i));
        }
    }
}
