/* The arithmetic of one matrix row, shared by CPU and GPU kernels. The order of operations is fixed:
 * it decides the bits. `calc` is the type of the conjugate gradients, `real` that of the
 * preconditioner. */
#ifndef SPATE_BACKEND_KRYLOV_CELL_H
#define SPATE_BACKEND_KRYLOV_CELL_H

#include "base/real.h"

/* Couplings of a row and the values that they multiply: west, east, south, north. */
#define KRY_PRODUCT_5(centre, v, aw, vw, ae, ve, as, vs, an, vn)                                   \
    (((centre) * (v) + ((aw) * (vw) + (ae) * (ve))) + ((as) * (vs) + (an) * (vn)))
/* South-west, south-east, north-west, north-east. */
#define KRY_PRODUCT_DIAGONALS(sw, vsw, se, vse, nw, vnw, ne, vne)                                  \
    (((sw) * (vsw) + (ne) * (vne)) + ((se) * (vse) + (nw) * (vnw)))

#endif
