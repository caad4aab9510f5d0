/* Lines cut into parts, f64. */
#define SPATE_REAL_BITS 64

#include "backend/cuda/tridiag/cut_make.cuh"

tri_cut_solver *tri_cut_make_f64(const tri_cut_spec &spec, char *why, size_t room)
{
    return cut_f64::make_solver(spec, why, room);
}
