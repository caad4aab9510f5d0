/* cuSPARSE instead of our solvers of whole lines: the ADI step from separate kernels for
 * coefficients, lines and depths, with nothing else changed. */
#ifndef SPATE_BENCH_ADI_PEER_H
#define SPATE_BENCH_ADI_PEER_H

#include "backend/backend.h"

typedef struct adi_peer adi_peer;

/* Simulations that are created from now on with these kernels and method s2-pcr use cuSPARSE. NULL
 * with the reason in why where that is impossible. The backend has tridiagonal solvers. */
adi_peer *adi_peer_install(const spate_backend *backend, int precision, const char *isa,
                           const char **why);
/* 1 if all solves so far succeeded. */
int adi_peer_solved(const adi_peer *peer);
/* After the simulations were destroyed; peer may be NULL. */
void adi_peer_remove(adi_peer *peer);

#endif
