// Claim: the physics headers, and the clock that backends share, are valid CUDA as they are, in both
// precisions (-DSPATE_REAL_BITS=32 or 64). Compiled only: the GPU backend will run them.
#include "backend/kurganov_boundary.h"
#include "backend/kurganov_clock.h"
#include "backend/kurganov_stage.h"

__global__ void one_face_and_one_step(kp_part *part, real *x)
{
    const kp_water l = {x[0], x[1], x[2], x[3]}, r = {x[4], x[5], x[6], x[7]};
    const kp_slope s = kp_cell_slope(l, r, kp_mirror(l), 1, x[8], x[9], x[10]);
    const kp_flux f = kp_guarded_face(kp_forward_side(l, s), r, x[11] > 0, x[12] > 0, x[13]);
    const kp_surround around = {f, f, f, f, kp_bed_source(l.h, s.w, x[13]), 0};
    const kp_stage k = kp_stage_of(part, 1);
    const kp_source source = {x[14], x[15], x[16], x[17], x[18], x[21]};
    const kp_conserved q = {x[0], x[1], x[2]};
    const kp_result result = kp_update(&around, q, l, q, x[19], &k);
    const kp_sourced water = kp_water_sources(result.q, &source, WATER_INFILTRATES, 1, &k);
    x[0] = water.q.h + result.face_rate + result.activity;
    x[1] = kp_inflow_cell(part, 0, 0, 1, &x[2]);
    x[2] = kp_listed_flux(part, part->boundary_x.faces, l, r, 1, x[13]).mass;
    part->clock->dt = step_dt(part->clock->rate, part->params.cfl, 1, 0, 1);
    kp_clock_finish(part);
}
