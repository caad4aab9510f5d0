/* Lines cut into parts: kernel arguments and the assignment of work to threads. Compiled for
 * each precision (cut_f32.cu, cut_f64.cu). A warp has a panel of lines, a thread one line. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_CUH

#include "backend/cuda/tridiag/launch.cuh"

#include "backend/tridiag/segment_ops.h"

extern "C" {
#include "backend/tridiag/cut.h"
}

/* A namespace for each precision: one plug-in contains both. */
#define CUT_TWIN SPATE_NAME(cut)
namespace CUT_TWIN
{

enum { CUT_WARPS = 8, CUT_BLOCK = CUT_WARPS * TRI_CUT_LANES };

/* Factors of the rows of a shared matrix. */
struct cut_factors {
    const real *lower, *scale, *upper, *weight, *border;
};

/* A part, in device memory. */
struct cut_part {
    long long rows, stride, step0, step1;
    /* rows at the ends of the line, or -1: a of `begin` and c of `end` count as 0 */
    long long begin, end;
    cut_factors factors;
};

/* Decoupled, shared matrix: factors of the face of a part and of its coupling to the next part. */
struct cut_interface {
    real face_scale, face_r, coupling, scale;
};

/* The arrays of a part of this rank. */
struct cut_arrays {
    const real *a, *b, *c, *d;
    real *x;
};

/* Pieces and answers of a part, in a slot. */
struct cut_message {
    real *pieces, *answers;
    long long piece_values, answer_values; /* per panel */
    long long first_answer;                /* index among the unknowns of the top */
    long long last;                        /* index of the answer that is the part's last unknown */
    int all; /* holds all panels of a batch, or only those whose top is solved here */
    /* decoupled; from_*: NULL at the ends of the line */
    real *to_front, *to_behind, *from_front, *from_behind;
};

/* A tree on the device, with its scratch for all panels of a batch. */
struct cut_tree {
    const tri_cut_chunk *chunks;
    const tri_cut_merge *merges;
    const tri_merge_factors *merge_factors;
    const int32_t *level;
    const tri_cut_row *rows;
    const tri_cut_place *pieces;
    int chunk_count, merge_count, levels, row_count, piece_count, segments, unknowns;
    long long kept_rows;
    real *segment, *unknown, *kept, *merged;
};

/* A batch; passed to kernels by value. */
struct cut_job {
    const cut_part *parts;
    const cut_arrays *arrays;
    const cut_message *messages;
    const cut_interface *interfaces;
    unsigned long long *bounds; /* of dropped couplings (cut_decoupled.cuh) */
    long long *first_failed;    /* of each part */
    long long first_line, lines, count0, number0, number1;
    long long panels, top_first, top_panels;
    int part_count, cyclic;
    /* adjacent warps have the same rows of other lines, not other rows of the same lines */
    int panels_first;
    cut_tree below, top;
    const tri_cut_place *ends;
    int end_count;
    cut_factors top_factors;
    real top_c, top_scale;
};

static __device__ inline int cut_lane(void)
{
    return (int)(threadIdx.x % TRI_CUT_LANES);
}

static __device__ inline int cut_warp(void)
{
    return (int)(threadIdx.x / TRI_CUT_LANES);
}

/* Value v of a lane, of `values` per panel. */
template <typename T>
static __device__ inline T *cut_value(T *base, long long panel, long long values, long long v)
{
    return base + (panel * values + v) * TRI_CUT_LANES + cut_lane();
}

/* Work of a thread: one of `items` items of a line of a panel. */
struct cut_work_item {
    long long panel, item, line; /* line: index in the bundle */
    bool works, padding;         /* padding: a lane behind the last line; it repeats that line */
};

static __device__ inline long long cut_line(const cut_job &job, long long panel)
{
    const long long line = job.first_line + panel * TRI_CUT_LANES + cut_lane();
    return line < job.lines ? line : job.lines - 1;
}

static __device__ inline cut_work_item cut_work_item_of(const cut_job &job, long long items)
{
    const long long warp = (long long)blockIdx.x * (blockDim.x / TRI_CUT_LANES) + cut_warp();
    cut_work_item me;
    me.works = warp < items * job.panels;
    me.panel = job.panels_first ? warp % job.panels : warp / items;
    me.item = job.panels_first ? warp / job.panels : warp % items;
    me.line = cut_line(job, me.panel);
    me.padding = job.first_line + me.panel * TRI_CUT_LANES + cut_lane() >= job.lines;
    return me;
}

/* Blocks of a kernel with a warp for each of `items` items of a panel. */
static inline long long cut_blocks(long long panels, long long items)
{
    return (panels * items + CUT_WARPS - 1) / CUT_WARPS;
}

static __device__ inline long long cut_offset(const cut_job &job, const cut_part &part,
                                              long long line)
{
    return line % job.count0 * part.step0 + line / job.count0 * part.step1;
}

/* Uses the public number of the line; several threads may report the same line. */
static __device__ inline void cut_report_failure(const cut_job &job, int part, long long line,
                                                 int on_way_back)
{
    const long long number = line % job.count0 * job.number0 + line / job.count0 * job.number1;
    atomicMin(&job.first_failed[part], 2 * number + on_way_back);
}

static __device__ inline bool cut_finite(real value)
{
    return value - value == 0;
}

/* True if the last unknown of this part is not finite. x is then not written, so that the search
 * for the cause finds d unchanged. */
static __device__ inline bool cut_failed(const cut_job &job, int part, const cut_work_item &me)
{
    const cut_message &m = job.messages[part];
    const real last = *cut_value(m.answers, me.panel, m.answer_values, m.last);
    if (cut_finite(last))
        return false;
    cut_report_failure(job, part, me.line, 0);
    return true;
}

} // namespace CUT_TWIN

#endif
