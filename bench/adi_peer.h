/* cuSPARSE in the place of our solvers of whole lines: the ADI step from separate kernels for coefficients, lines and
 * depths, with nothing else changed. */
#ifndef SPATE_BENCH_ADI_PEER_H
#define SPATE_BENCH_ADI_PEER_H

#include "backend/backend.h"

typedef struct adi_peer adi_peer;

/* Lends cuSPARSE to simulations that are made from now on with these kernels and method s2-pcr. NULL with a sentence in
 * why where it cannot. The backend has tridiagonal solvers. */
adi_peer *adi_peer_lend(const spate_backend *backend, int precision, const char *isa,
                        const char **why);
/* Whether all solves were taken so far. */
int adi_peer_solved(const adi_peer *peer);
/* Once the simulations are gone; NULL is fine. */
void adi_peer_take_back(adi_peer *peer);

#endif
