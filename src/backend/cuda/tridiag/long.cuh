/* Lines that no block holds: cut into segments of a fixed length, whatever the device and the layout.
 *
 * A segment is reduced as a chunk is (tridiag_chunk.cuh): its last unknown v by its neighbours,
 *     v + last_q v(before) + last_c x(first of the next) = last_y,
 * and its first by v and what is before: x(first) = first_y - first_q v(before) - first_c v. The v of all segments make
 * a tridiagonal line of their own, solved by whatever is best for it; then segments are eliminated once more and
 * written. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LONG_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LONG_CUH

#include "backend/cuda/tridiag/chunks.cuh"

/* What is kept of each segment, and of each line; in scratch. Segment s of a line is at line * segments + s. */
template <typename real> struct tri_segments {
    long long segments; /* of a line */
    int adjacent; /* tiles hold the same segment of neighbouring lines, not those of one line */
    int shared;   /* a, b, c are one line for all */
    real *last_c, *last_q, *last_y, *first_c, *first_q, *first_y;
    real *v;
    unsigned *flags; /* of each line */
};

/* One segment of a tile. */
struct tri_segment_note {
    long long place, matrix; /* of its first row: in d and x, and in a, b, c */
    long long line, slot;    /* its line, and its place in scratch */
    long long before;        /* slot of the segment before */
    int rows;
    tri_corners corners;
    unsigned flags;
};

template <typename real>
static __device__ inline tri_segment_note tri_segment_of(const tri_job<real> &job,
                                                         const tri_segments<real> &segments,
                                                         bool periodic, long long number)
{
    const long long count = segments.segments;
    const long long line = segments.adjacent ? number % job.lines : number / count;
    const long long s = segments.adjacent ? number / job.lines : number % count;
    const int most = tri_chunk_size<real>::segment;
    const long long first = s * most, left = job.n - first;
    tri_segment_note note;
    note.rows = left < most ? (int)left : most;
    note.place = tri_place(job, line) + first * job.stride;
    note.matrix = segments.shared ? first : note.place;
    note.line = line;
    note.slot = line * count + s;
    note.before = s > 0 ? note.slot - 1 : note.slot - 1 + count;
    note.corners = {!periodic && s == 0 ? 0 : -1, !periodic && s == count - 1 ? note.rows - 1 : -1};
    note.flags = 0;
    return note;
}

#endif
