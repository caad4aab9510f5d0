/* Rows of the mass matrix, for solvers of grid lines and for conjugate gradients; compiled for
 * every precision and instruction set. As in vi_kernels. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_MASS_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_MASS_H

#include "backend/vector_invariant/vector_invariant.h"

#define VI_DECLARE_MASS(twin, isa)                                                                 \
    void vi_mass_rows_##twin##_##isa(const grid_part *part, const vi_panel *panel, void *a,        \
                                     void *b, void *c, void *d);                                   \
    void vi_accelerate_##twin##_##isa(const grid_part *part, const vi_panel *panel, const void *x, \
                                      int pitch);                                                  \
    void vi_accelerate_all_##twin##_##isa(const grid_part *part, int y, const void *x);            \
    void vi_mass_product_##twin##_##isa(const grid_part *part, int y, const void *p,               \
                                        void *product, ptrdiff_t pitch, void *stream);

VI_DECLARE_MASS(f32, base)
VI_DECLARE_MASS(f64, base)
VI_DECLARE_MASS(f32, avx2)
VI_DECLARE_MASS(f64, avx2)
VI_DECLARE_MASS(f32, avx512)
VI_DECLARE_MASS(f64, avx512)

#endif
