/* Threads that work on one boundary: one on the host, those of a block on a GPU. */
#ifndef SPATE_BACKEND_FACE_TEAM_H
#define SPATE_BACKEND_FACE_TEAM_H

#include "base/exact_sum.h"

enum { TEAM_MOST_WARPS = 8 };

/* Shared memory of a block. */
typedef struct team_scratch {
    exact_sum sums[TEAM_MOST_WARPS];
    double least[TEAM_MOST_WARPS];
} team_scratch;

typedef struct face_team {
    int rank, size;
    team_scratch *scratch; /* NULL on the host */
} face_team;

SPATE_BOTH void team_wait(const face_team *team)
{
    (void)team;
#if SPATE_IN_KERNEL
    __syncthreads();
#endif
}

/* Every thread of the team gets the sum, or the smallest, of the values of all. */
SPATE_BOTH exact_sum team_sum(const face_team *team, exact_sum mine)
{
    (void)team;
#if SPATE_IN_KERNEL
    for (int step = 16; step > 0; step /= 2) {
        exact_sum other;
        other.low = __shfl_xor_sync(0xffffffffu, (unsigned long long)mine.low, step);
        other.high = __shfl_xor_sync(0xffffffffu, (long long)mine.high, step);
        exact_sum_merge(&mine, &other);
    }
    __syncthreads(); /* the scratch of the previous call has been read */
    if (team->rank % 32 == 0)
        team->scratch->sums[team->rank / 32] = mine;
    __syncthreads();
    mine = team->scratch->sums[0];
    for (int n = 1; n < team->size / 32; ++n)
        exact_sum_merge(&mine, &team->scratch->sums[n]);
#endif
    return mine;
}

SPATE_BOTH double team_least(const face_team *team, double mine)
{
    (void)team;
#if SPATE_IN_KERNEL
    for (int step = 16; step > 0; step /= 2)
        mine = fmin(mine, __shfl_xor_sync(0xffffffffu, mine, step));
    __syncthreads();
    if (team->rank % 32 == 0)
        team->scratch->least[team->rank / 32] = mine;
    __syncthreads();
    for (int n = 0; n < team->size / 32; ++n)
        mine = fmin(mine, team->scratch->least[n]);
#endif
    return mine;
}

#endif
