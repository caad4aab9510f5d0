/* Kernels of the Krylov solvers, by backend, precision and instruction set. A kernel acts on one
 * part and returns at once on a device. Those marked * do nothing unless scalars->state is
 * KRY_RUNNING. Bytes are values of memory traffic per unknown. */
#ifndef SPATE_BACKEND_KRYLOV_KERNELS_H
#define SPATE_BACKEND_KRYLOV_KERNELS_H

#include "backend/backend.h"
#include "backend/krylov/part.h"
#include "backend/krylov/steps.h"
#include "backend/krylov/sums.h"

/* Conjugate gradients. In the mixed precision vectors are f64, `in` and z are f32. */
typedef enum {
    KRY_CENTRE,
    KRY_EAST,
    KRY_NORTH,
    KRY_NORTH_EAST,
    KRY_NORTH_WEST,
    KRY_COEFFICIENTS
} kry_coefficient;

typedef struct kry_cg_kernels {
    /* r = b. Sum KRY_RR. */
    void (*start)(const kry_part *part);
    /* Sum KRY_BB of b; part->shape is that of b. */
    void (*norm_b)(const kry_part *part);
    /* p[0] = p[1] = 0, with their ghosts. */
    void (*clear)(const kry_part *part);
    /* p[0] = x. Afterwards its ghosts are exchanged. */
    void (*load_x)(const kry_part *part);
    void (*zero_x)(const kry_part *part);
    /* r = b - A p[0]. Sum KRY_RR. With `given` q is A p[0] already. */
    void (*residual)(const kry_part *part, int given);
    /* A coefficient of the matrix with its ghosts, rounded to the precision of the preconditioner:
     * to a vector of this shape. */
    void (*round_field)(const kry_shape *shape, const void *from, ptrdiff_t pitch, void *to);
    /* in = r * scale, where precisions are mixed; else nothing. */
    void (*scale_input)(const kry_part *part);

    /* * p[turn] = z + beta p[1 - turn], ghosts included; q = A p[turn]. Sum KRY_PQ. Ghosts of z are
     * valid. Reads centre, east, north, z, p; writes p, q: 7 values. */
    void (*direction)(const kry_part *part, int turn);
    /* * The same in two steps, for operators of the caller. `combine` works in every state. */
    void (*combine)(const kry_part *part, int turn);
    void (*dot_pq)(const kry_part *part, int turn);
    /* * x += alpha p[turn], r -= alpha q, in = r * scale where precisions are mixed. Sums KRY_RR,
     * and KRY_RZ unless the source is KRY_FROM_Z. With fresh_x the old x counts as 0. Reads p, q,
     * x, r; writes x, r: 6 values; one more for r / centre. */
    void (*update)(const kry_part *part, int turn, int fresh_x);
    /* * Sum KRY_RZ. */
    void (*dot_rz)(const kry_part *part);

    /* One reduction. * q = A z. Sums KRY_PQ of q.z, KRY_RZ and KRY_RR. Ghosts of z are valid. With
     * `given` q is A z already. Reads centre, east, north, z, r; writes q: 5 or 6 values. */
    void (*product)(const kry_part *part, int given);
    /* * z with its ghosts, as a vector of the conjugate gradients, for operators of the caller. */
    void (*make_z)(const kry_part *part, void *to);
    /* * p[0] = z + beta p[0], p[1] = q + beta p[1], x += alpha p[0], r -= alpha p[1], in = r *
     * scale where precisions are mixed. Reads z, q, p, x, r; writes p, x, r: 10 or 11 values. */
    void (*update_both)(const kry_part *part, int fresh_x);

    /* Sums KRY_PQ of p.Ap and KRY_SIZE of |p|.|A||p| for p[turn], whose ghosts are valid. */
    void (*judge)(const kry_part *part, int turn);

    /* Tile sums of the part, added with an exponent (sums.h) to a total. */
    void (*add_total)(const kry_part *part, int sum, int exponent, kry_total *total);
    /* The largest size of a tile sum; infinite if one is NaN. */
    double (*largest)(const kry_part *part, int sum);
    /* * Totals of the sums of a step, and the step, in the memory of the device: nothing waits. For
     * solvers of one part. NULL on the CPU. */
    void (*finish)(const kry_part *part, kry_step step);

    /* The first value, i + j nx, that is NaN or infinite, or where it must be 0 (north or east of
     * the last unknown of the grid, west of the first) is not; with kind KRY_CENTRE also the first
     * that is not above 0. -1: none. edges: west, east, south, north side of the part is that of the
     * grid. Waits for a device. */
    int64_t (*find_wrong)(const kry_shape *shape, const void *field, kry_coefficient kind,
                          const uint8_t edges[4]);
    /* centre = centre - (sum of the couplings of the row); ghosts of the couplings are valid. */
    void (*centre_from_shift)(const kry_part *part);
} kry_cg_kernels;

/* Bytes of kry_part.sum_work. */
enum { KRY_SUM_WORK = 1024 };

/* precision: 32, 64, or PRECISION_MIXED. NULL: no such instruction set. */
const kry_cg_kernels *kry_cg_kernels_cpu(int precision, const char *isa);

#endif
