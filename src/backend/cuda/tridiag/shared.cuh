/* Factors of a shared matrix, for elimination by chunks and PCR (chunk.cuh has the equations):
 * everything except the right-hand side is done once, on the host. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CUH

#include <vector>

#include "backend/cuda/tridiag/tridiag.cuh"

enum { TRI_DEVICE_LEVELS = 16 };

/* Of a chunk; row k: y[k] = r d[k] - t y[k-1], then as in tri_chunk. */
enum { SHARED_R, SHARED_T, SHARED_C, SHARED_ROW };
/* Of a chunk in a level of PCR: d = scale d - left d(left) - right d(right). Level 0 joins a
 * chunk with the first unknown of the next one: d = scale y - right y(next, first). */
enum { SHARED_SCALE, SHARED_LEFT, SHARED_RIGHT, SHARED_LEVEL };

/* A chunk is 64 bytes of a line, the same in all layouts, so that the bits are the same. Lines
 * end with a whole chunk. The first chunk may have missing rows before the line, which have no
 * effect. */
template <typename real> struct shared_chunk {
    enum { rows = 64 / sizeof(real), unit = 16 / sizeof(real) };
    /* values from the factors of a chunk to those of the next: an odd number of units avoids
     * bank conflicts */
    enum { factors = SHARED_ROW * rows + unit };
    /* values of a thread in shared memory: an odd number, for the same reason */
    enum { slot = rows + 1 };
};

/* Maximum number of chunks of a line, which must fit in a block. */
enum { SHARED_MAX_CHUNKS = 512 };

/* In device memory. */
template <typename real> struct tri_shared_factors {
    const real *rows;   /* [chunks][SHARED_ROW][chunk rows], and a gap for each chunk */
    const real *levels; /* [levels + 1][SHARED_LEVEL][chunks] */
    const real *both;   /* [chunks]: periodic: u = d - both v, v the last unknown of all */
    int levels_used;    /* number of PCR levels */
    int periodic;
    /* periodic: v = border_scale d - border_before d(chunk before the last) - border_first d(first
     * chunk) */
    real border_scale, border_before, border_first;
};

/* On the host, in extended precision; rounded once. */
struct tri_shared_plan {
    int chunks, levels, periodic;
    std::vector<long double> rows, level_values, both;
    long double border[3];
};

/* PCR ends when couplings are at most `negligible`: dropping them changes no unknown by more
 * than twice that, relative to the largest. factors: values of a chunk, as in shared_chunk. */
tri_shared_plan tri_shared_plan_make(const tri_device_spec &spec, int chunk_rows, int factors,
                                     long double negligible);

#endif
