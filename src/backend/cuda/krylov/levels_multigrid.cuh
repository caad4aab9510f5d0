/* A quad in a phase of multigrid on a GPU. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_LEVELS_MULTIGRID_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_LEVELS_MULTIGRID_CUH

#include "backend/cuda/krylov/levels.cuh"
#include "backend/krylov/multigrid_passes.h"

/* Quad (I, J) of a phase, I and J from -1 on. */
template <int PHASE>
static __device__ __forceinline__ void mg_phase_quad(const level_part &l, const level_part &next,
                                                     const mg_view &v, int I, int J)
{
    const ptrdiff_t k = J * v.pitch + I;
    const bool own = I >= 0 && I < l.qx && J >= 0 && J < l.qy;
    if (PHASE == MG_FIRST) {
        if (I > l.qx || J > l.qy)
            return;
        /* E of the quad to the east is computed twice instead of waiting for it. */
        const real e = mg_first_e(&v, k);
        v.z[QUAD_E][k] = e;
        if (I < l.qx)
            v.z[QUAD_R1][k] =
                v.d1[k] * (v.r[QUAD_R1][k] - (v.w1[k] * e + v.e1[k] * mg_first_e(&v, k + 1)));
    }
    if (PHASE == MG_CORRECT) {
        const real *c = (const real *)next.z + J * next.z_pitch + I;
        if (I > l.qx || J > l.qy)
            return;
        v.z[QUAD_E][k] += c[0];
        if (I < l.qx)
            v.z[QUAD_R1][k] = mg_corrected_r1(&v, k, c[0], c[1]);
        if (I >= 0 && J < l.qy)
            v.z[QUAD_R2][k] = mg_corrected_r2(&v, k, c[0], c[next.z_pitch]);
    }
    if (!own)
        return;
    if (PHASE == MG_FIRST_R2)
        v.z[QUAD_R2][k] = mg_first_r2(&v, k);
    if (PHASE == MG_FIRST_O || PHASE == MG_LAST_O)
        v.z[QUAD_O][k] = mg_relax_o(&v, k);
    if (PHASE == MG_RESTRICT)
        level_put(next, I, J,
                  mg_restrict(&v, k, mg_rest_r1(&v, k - 1), mg_rest_r1(&v, k),
                              mg_rest_r2(&v, k - v.pitch), mg_rest_r2(&v, k)));
    if (PHASE == MG_LAST_R2)
        v.z[QUAD_R2][k] = mg_last_r2(&v, k);
    if (PHASE == MG_LAST_R1)
        v.z[QUAD_R1][k] = mg_last_r1(&v, k);
    if (PHASE == MG_LAST_E) {
        real *south = (real *)l.z + 2 * J * l.z_pitch + 2 * I, *north = south + l.z_pitch;
        south[0] = mg_last_e(&v, k);
        south[1] = v.z[QUAD_R1][k];
        north[0] = v.z[QUAD_R2][k];
        north[1] = v.z[QUAD_O][k];
    }
}

#endif
