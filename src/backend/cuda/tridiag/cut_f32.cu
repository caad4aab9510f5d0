/* Lines cut into parts, f32. */
#define SPATE_REAL_BITS 32

#include "backend/cuda/tridiag/cut_make.cuh"

tri_cut_solver *tri_cut_make_f32(const tri_cut_spec &spec, char *why, size_t room)
{
    return cut_f32::make_solver(spec, why, room);
}
