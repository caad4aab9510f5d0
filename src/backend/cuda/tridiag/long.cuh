/* Lines that do not fit in a block: cut into segments of a fixed length, for every device and
 * layout.
 *
 * A segment is reduced like a chunk (chunk.cuh): its last unknown v follows from its neighbours,
 *     v + last_q v(before) + last_c x(first of the next) = last_y,
 * and its first from v and the unknown before: x(first) = first_y - first_q v(before) - first_c v.
 * The v of all segments form a tridiagonal line, solved by the best method for it. Then segments
 * are eliminated again and written. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LONG_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LONG_CUH

#include "backend/cuda/tridiag/chunks.cuh"

/* Kept data of each segment and line, in scratch. Segment s of a line is at line * segments + s. */
template <typename real> struct tri_segments {
    long long segments; /* per line */
    int adjacent; /* tiles hold the same segment of adjacent lines, not the segments of one line */
    int shared;   /* a, b, c are the same for all lines */
    real *last_c, *last_q, *last_y, *first_c, *first_q, *first_y;
    real *v;
    unsigned *flags; /* of each line */
};

/* One segment of a tile. */
struct tri_segment_info {
    long long offset, matrix; /* offset of its first row: in d and x, and in a, b, c */
    long long line, slot;     /* its line, and its index in scratch */
    long long before;         /* slot of the previous segment */
    int rows;
    tri_corners corners;
    unsigned flags;
};

template <typename real>
static __device__ inline tri_segment_info tri_segment_of(const tri_job<real> &job,
                                                         const tri_segments<real> &segments,
                                                         bool periodic, long long number)
{
    const long long count = segments.segments;
    const long long line = segments.adjacent ? number % job.lines : number / count;
    const long long s = segments.adjacent ? number / job.lines : number % count;
    const int most = tri_chunk_size<real>::segment;
    const long long first = s * most, left = job.n - first;
    tri_segment_info info;
    info.rows = left < most ? (int)left : most;
    info.offset = tri_offset(job, line) + first * job.stride;
    info.matrix = segments.shared ? first : info.offset;
    info.line = line;
    info.slot = line * count + s;
    info.before = s > 0 ? info.slot - 1 : info.slot - 1 + count;
    info.corners = {!periodic && s == 0 ? 0 : -1, !periodic && s == count - 1 ? info.rows - 1 : -1};
    info.flags = 0;
    return info;
}

#endif
