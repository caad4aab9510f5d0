/* What the faces of a boundary carry, by the threads of a block. */
#ifndef SPATE_BACKEND_CUDA_COMMON_CONVEYANCE_CUH
#define SPATE_BACKEND_CUDA_COMMON_CONVEYANCE_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/common/conveyance.h"

static __device__ inline void conveyance_of(const grid_part *p, int boundary, const face_team *team,
                                            exact_sum sums[2])
{
    boundary_list x = p->boundary_x, y = p->boundary_y;
    sums[0] = sums[1] = exact_sum{0, 0};
    list_conveyance(p, &x, 0, boundary, team, sums);
    list_conveyance(p, &y, 1, boundary, team, sums);
    sums[0] = team_sum(team, sums[0]);
    sums[1] = team_sum(team, sums[1]);
}

/* As flow_reduce_conveyance does for parts on several devices and ranks. */
static __device__ inline void reduce_conveyance(const grid_part *p, const face_team *team)
{
    for (int b = 0; b < p->boundary_count; ++b) {
        face_boundary *boundary = &p->boundaries[b];
        if (!boundary->takes_water)
            continue;
        exact_sum sums[2];
        conveyance_of(p, b, team, sums);
        const double total = exact_sum_value(&sums[0]);
        if (team->rank == 0) {
            boundary->conveyance = total;
            boundary->mean_level = total > 0 ? exact_sum_value(&sums[1]) / total : 0;
        }
    }
    team_wait(team);
}

#endif
