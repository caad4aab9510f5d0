/* Lines of the ADI scheme as Aackermann & Pedersen (2012) solve them on a GPU: a kernel writes the
 * rows of all faces to memory, a tridiagonal solver reads them there, another kernel stores the
 * fluxes. The rest of a sweep (before it, and the depths after it) is done by the caller.
 *
 *     s1         a thread for each line, Thomas               any lines, rings too
 *     s14        the same with levels (minus predicted ones) among the unknowns, as in the paper
 *     s2-pcr     a block for each line, PCR in shared memory; longer lines in global memory
 *     s2-cr-pcr  CR, then PCR of the 32 rows that are left; longer lines: CR in global memory
 *
 * The order of elimination differs from that of the CPU, and so do the bits. Words moved per face
 * in a sweep, against 7 in a fused one: rows 5 read and 4 written (s14: 8), solver 9 (s1), 18
 * (s14) or 5 (s2), fluxes 2, depths 6. In all 26 (s1), 39 (s14), 22 (s2). */
#ifndef SPATE_BACKEND_CUDA_ADI_METHODS_CUH
#define SPATE_BACKEND_CUDA_ADI_METHODS_CUH

#include "backend/cuda/adi/device.cuh"

#define ADI_TWIN(name) ADI_BUILD(SPATE_NAME(name))
#define adi_methods_make ADI_TWIN(adi_methods_make)
#define adi_methods_drop ADI_TWIN(adi_methods_drop)
#define adi_methods_solve ADI_TWIN(adi_methods_solve)
#define adi_methods_in_graphs ADI_TWIN(adi_methods_in_graphs)
#define adi_methods_lend ADI_TWIN(adi_methods_lend)

struct adi_methods;

/* For the lines of a part that has them from end to end, on the place that the thread has entered.
 * NULL where there is no memory, or with a sentence in why. method: ADI_S1, ADI_S14, ADI_S2_PCR or
 * ADI_S2_CR_PCR. */
adi_methods *adi_methods_make(const adi_device *d, adi_line_method method, char *why, size_t room);
void adi_methods_drop(adi_methods *m); /* NULL is fine */
/* Queues the new fluxes of a stage, after adi_launch_before_sweep. A line that could not be solved
 * has a flux that is no number. */
void adi_methods_solve(adi_methods *m, const adi_device *d, int stage, cudaStream_t stream);
/* Whether graphs may contain what is queued: not with an external solver. */
bool adi_methods_in_graphs(const adi_methods *m);
/* As adi_kernels.lend, for methods created from now on. */
void adi_methods_lend(const adi_lent_solver *solver);

#endif
