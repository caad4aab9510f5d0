/* thomas-pcr of lines that no block holds. Traffic: reads a, b, c, d twice and writes x, 9 words an unknown (shared
 * matrices: d twice and x, 3 words; the matrix stays in the caches). Scratch: 11 values for each segment. */
#include "backend/cuda/tridiag_long.cuh"

/* ---- kernels ---- */

template <typename real>
static __device__ inline void begin_segments(const tri_tile &tile, const tri_job<real> &job,
                                             const tri_segments<real> &segments, bool periodic,
                                             long long number, tri_segment_note *notes)
{
    const long long all = job.lines * segments.segments;
    for (int l = (int)threadIdx.x; l < tile.lines; l += (int)blockDim.x) {
        const long long segment = number * tile.lines + l;
        if (segment < all)
            notes[l] = tri_segment_of(job, segments, periodic, segment);
        else
            notes[l].rows = 0;
    }
}

template <typename real, int UNIT>
static __device__ inline void fetch_units(const tri_tile &tile, const tri_job<real> &job,
                                          const tri_segments<real> &segments,
                                          const tri_segment_note *notes, real *to)
{
    const long long stride = segments.shared ? 1 : job.stride;
    tri_visit<UNIT>(tile, tile.lines, [&](int line, int row, int at) {
        if (row >= notes[line].rows)
            return;
        const long long from = notes[line].matrix + row * stride;
        tri_copy_async<UNIT *(int)sizeof(real)>(to + at, job.a + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + tile.values + at, job.b + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + 2 * tile.values + at, job.c + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + 3 * tile.values + at,
                                                job.d + notes[line].place + row * job.stride);
    });
}

template <typename real>
static __device__ inline void fetch(const tri_tile &tile, const tri_job<real> &job,
                                    const tri_segments<real> &segments,
                                    const tri_segment_note *notes, real *to)
{
    if (tile.wide)
        fetch_units<real, 16 / (int)sizeof(real)>(tile, job, segments, notes, to);
    else
        fetch_units<real, 1>(tile, job, segments, notes, to);
    tri_copy_group();
}

/* Shows rows of the reduced system in a slot of the exchange: d, a, c. */
template <typename real> struct shown_rows {
    real *d, *a, *c;
};

/* The rows of all chunks but the last of each segment, reduced until they know their unknowns by v of this segment
 * and of the one before: u = d - a v(before) - c v. */
template <bool CHECK, typename real>
static __device__ inline shown_rows<real> reduce_chunks(const tri_role &me, int chunks,
                                                        const tri_ends<real> &ends, real *exchange,
                                                        tri_watcher<real> &watcher)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x, count = chunks - 1;
    const bool works = me.rows > 0 && me.chunk < count;
    tri_reduced<real> row = {0, 0, 0};
    if (works)
        row = tri_join_next<CHECK>(me, chunks, false, ends, exchange, watcher);
    const int slot = tri_reduce<CHECK>(row, works ? me.chunk : count, count,
                                       TRI_SEGMENT / TRI_CHUNK_ROWS, me.apart, exchange, watcher);
    const shown_rows<real> rows = {exchange + 3 * slot * threads,
                                   exchange + (3 * slot + 1) * threads,
                                   exchange + (3 * slot + 2) * threads};
    rows.d[t] = row.d;
    rows.a[t] = row.a;
    rows.c[t] = row.c;
    __syncthreads();
    return rows;
}

/* By the thread of the last chunk. */
template <bool CHECK, typename real>
static __device__ inline void keep_last(const tri_role &me, const tri_ends<real> &ends,
                                        const shown_rows<real> &rows, long long slot,
                                        const tri_segments<real> &segments,
                                        tri_watcher<real> &watcher)
{
    const int before = (int)threadIdx.x - me.apart;
    real scale = 1, q = ends.q, y = ends.y;
    if (me.chunk > 0) {
        const real pivot = tri_less((real)1, ends.q, rows.c[before]);
        if (CHECK)
            watcher.judge(pivot, tri_size(ends.q * rows.c[before]), (real)1);
        scale = 1 / pivot;
        q = -(ends.q * rows.a[before]);
        y = tri_less(ends.y, ends.q, rows.d[before]);
    }
    segments.last_c[slot] = ends.c * scale;
    segments.last_q[slot] = q * scale;
    segments.last_y[slot] = y * scale;
    watcher.watch(y * scale);
}

/* By the thread of the first chunk. */
template <typename real>
static __device__ inline void keep_first(const tri_ends<real> &ends, bool only,
                                         const shown_rows<real> &rows, long long slot,
                                         const tri_segments<real> &segments,
                                         tri_watcher<real> &watcher)
{
    const int t = (int)threadIdx.x;
    const real y = only ? ends.first_y : tri_less(ends.first_y, ends.first_c, rows.d[t]);
    segments.first_y[slot] = y;
    segments.first_q[slot] = only ? ends.first_q : tri_less(ends.first_q, ends.first_c, rows.a[t]);
    segments.first_c[slot] = only ? ends.first_c : -(ends.first_c * rows.c[t]);
    watcher.watch(y);
}

template <typename real>
static __device__ inline tri_links<real> links_of(const tri_role &me, int chunks,
                                                  const shown_rows<real> &rows, real before, real v)
{
    const int t = (int)threadIdx.x, left = t - me.apart;
    return {me.chunk == chunks - 1 ? v
                                   : tri_less(tri_less(rows.d[t], rows.a[t], before), rows.c[t], v),
            me.chunk > 0 ? tri_less(tri_less(rows.d[left], rows.a[left], before), rows.c[left], v)
                         : before};
}

template <typename real>
static __device__ inline void store(const tri_tile &tile, const tri_job<real> &job,
                                    const tri_segments<real> &segments,
                                    const tri_segment_note *notes, const real *from)
{
    tri_visit<1>(tile, tile.lines, [&](int line, int row, int at) {
        const tri_segment_note &note = notes[line];
        if (row < note.rows && !tri_withheld(job, segments.flags[note.line] | note.flags))
            job.x[note.place + row * job.stride] = from[at];
    });
}

/* EXPAND: with v known. Otherwise all that is found of a segment is kept. */
template <typename real, bool CHECK, bool EXPAND>
static __global__ void __launch_bounds__(TRI_CHUNK_THREADS, 1)
    segments_kernel(const tri_job<real> job, const tri_tile tile, const tri_segments<real> segments,
                    const int periodic)
{
    real *in = (real *)tri_shared_memory(), *out = in + 4 * tile.values;
    tri_segment_note *all_notes = (tri_segment_note *)(out + tile.values);
    const tri_role role = tri_role_of<TRI_CHUNK_ROWS>(tile);
    long long now = blockIdx.x;
    begin_segments(tile, job, segments, periodic, now, all_notes);
    __syncthreads();
    fetch(tile, job, segments, all_notes, in);
    for (int turn = 0; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        tri_segment_note *notes = all_notes + turn * tile.lines;
        tri_segment_note *next = all_notes + (turn ^ 1) * tile.lines;
        tri_chunk<real, TRI_CHUNK_ROWS> chunk;
        tri_ends<real> ends;
        tri_watcher<real> watcher = {job.growth, job.smallest, 0, false};
        tri_role me = role;
        tri_copy_wait<0>();
        __syncthreads();
        const int rows = role.line < tile.lines ? notes[role.line].rows : 0;
        const tri_corners corners = rows > 0 ? notes[role.line].corners : tri_corners{-1, -1};
        const int chunks = (rows + TRI_CHUNK_ROWS - 1) / TRI_CHUNK_ROWS;
        me.rows = max(0, min((int)TRI_CHUNK_ROWS, rows - me.first));
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, watcher);
        tri_show_ends(ends, out);
        begin_segments(tile, job, segments, periodic, now + gridDim.x, next);
        __syncthreads();
        fetch(tile, job, segments, next, in);
        const shown_rows<real> shown = reduce_chunks<CHECK>(me, chunks, ends, out, watcher);
        const long long slot = me.rows > 0 ? notes[me.line].slot : 0;
        if (EXPAND) {
            tri_links<real> links = {0, 0};
            if (me.rows > 0)
                links = links_of(me, chunks, shown, segments.v[notes[me.line].before],
                                 segments.v[slot]);
            __syncthreads(); /* the exchange was in place of x */
            tri_substitute(me, chunk, links.last, links.before, out, watcher);
        } else if (me.rows > 0) {
            if (me.chunk == chunks - 1)
                keep_last<CHECK>(me, ends, shown, slot, segments, watcher);
            if (me.chunk == 0)
                keep_first(ends, chunks == 1, shown, slot, segments, watcher);
        }
        if (me.rows > 0 && watcher.flags()) {
            atomicOr(&segments.flags[notes[me.line].line], watcher.flags());
            atomicOr(&notes[me.line].flags, watcher.flags());
        }
        if (EXPAND) {
            __syncthreads();
            store(tile, job, segments, notes, out);
        }
    }
}

/* The reduced line, in place of what segments kept: last_q becomes a, first_q b, first_c c, last_y d. All lines are
 * assembled from the old values: c, b and d of row s take those of segment s + 1, so that they go elsewhere. */
template <typename real> struct reduced_line {
    real *a, *b, *c, *d;
};

enum { ASSEMBLE_BLOCK = 128 };

template <typename real>
static __global__ void assemble_kernel(const tri_segments<real> from, const reduced_line<real> to,
                                       const long long all, const int periodic)
{
    const long long slot = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (slot >= all)
        return;
    const long long s = slot % from.segments;
    const bool last = s == from.segments - 1;
    const real over = from.last_c[slot];
    to.a[slot] = from.last_q[slot];
    if (last && !periodic) {
        to.b[slot] = 1;
        to.c[slot] = 0;
        to.d[slot] = from.last_y[slot];
        return;
    }
    const long long next = last ? slot - s : slot + 1;
    to.b[slot] = tri_less((real)1, over, from.first_q[next]);
    to.c[slot] = -(over * from.first_c[next]);
    to.d[slot] = tri_less(from.last_y[slot], over, from.first_y[next]);
}

/* Flags of the reduced lines join those of their lines. */
static __global__ void merge_kernel(unsigned *flags, const unsigned char *reduced, long long lines)
{
    const long long line = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (line < lines)
        flags[line] |= reduced[line];
}

template <typename real>
static __global__ void tell_kernel(const tri_job<real> job, const unsigned *flags)
{
    const long long line = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (line < job.lines && flags[line])
        tri_tell(job, line, flags[line]);
}

/* ---- the host's side ---- */

template <typename real> struct long_way : tri_way {
    typedef void kernel_fn(const tri_job<real>, const tri_tile, const tri_segments<real>,
                           const int);
    tri_device_spec spec;
    tri_tile tile;
    size_t shared;
    long long blocks;
    tri_segments<real> segments;
    reduced_line<real> reduced;
    tri_way *inner; /* solves the reduced lines */
    tri_findings *inner_findings;
    unsigned char *inner_flags;
    char *block;
    size_t bytes;
    real *matrix; /* shared: a, b, c on the device */

    ~long_way() override
    {
        delete inner;
        cuda_give(block);
    }
    double workspace() const override
    {
        return (double)bytes + (inner ? inner->workspace() : 0);
    }

    long long all() const
    {
        return spec.lines * segments.segments;
    }

    /* All scratch in one block; 0: no memory. */
    int take()
    {
        const size_t slots = (size_t)all(), lines = (size_t)spec.lines;
        const size_t rows = spec.shared ? 3 * (size_t)spec.n : 0;
        const size_t values = (11 * slots + rows) * sizeof(real);
        const size_t head = (values + 15) / 16 * 16;
        bytes = head + sizeof(tri_findings) + lines * (sizeof(unsigned) + 1);
        block = (char *)cuda_take(bytes);
        if (!block)
            return 0;
        real *at = (real *)block;
        real **const parts[] = {&segments.last_c,  &segments.last_q,  &segments.last_y,
                                &segments.first_c, &segments.first_q, &segments.first_y,
                                &segments.v,       &reduced.a,        &reduced.b,
                                &reduced.c,        &reduced.d};
        for (real **part : parts) {
            *part = at;
            at += slots;
        }
        matrix = at;
        inner_findings = (tri_findings *)(block + head);
        segments.flags = (unsigned *)(inner_findings + 1);
        inner_flags = (unsigned char *)(segments.flags + lines);
        return 1;
    }

    void upload_matrix()
    {
        const double *from[] = {spec.a, spec.b, spec.c};
        std::vector<real> all_rows;
        for (const double *rows : from)
            for (int64_t i = 0; i < spec.n; ++i)
                all_rows.push_back((real)rows[i]);
        cuda_ok(cudaMemcpyAsync(matrix, all_rows.data(), all_rows.size() * sizeof(real),
                                cudaMemcpyHostToDevice, cuda_stream()),
                "copying a matrix");
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a matrix");
    }

    tri_device_spec inner_spec() const
    {
        tri_device_spec s = spec;
        s.shared = 0;
        s.repair = 0;
        s.adjacent = 0;
        s.n = segments.segments;
        s.count0 = spec.lines;
        s.stride = 1;
        s.step[0] = segments.segments;
        s.step[1] = 0;
        s.number[0] = 1;
        return s;
    }

    static long long blocks_of(long long threads)
    {
        return (threads + ASSEMBLE_BLOCK - 1) / ASSEMBLE_BLOCK;
    }

    void solve(const tri_device_arrays &given, tri_findings *findings, unsigned char *flags,
               cudaStream_t stream) override
    {
        tri_device_arrays arrays = given;
        if (spec.shared) {
            arrays.a = matrix;
            arrays.b = matrix + spec.n;
            arrays.c = matrix + 2 * spec.n;
        }
        const bool check = spec.check && !spec.shared;
        const tri_job<real> job = tri_job_of<real>(spec, arrays, findings, flags);
        kernel_fn *reduce =
            check ? segments_kernel<real, true, false> : segments_kernel<real, false, false>;
        tile.wide = !spec.shared && tri_tile_wide(spec, arrays);
        cuda_ok(cudaMemsetAsync(segments.flags, 0,
                                (size_t)spec.lines * (sizeof *segments.flags + 1), stream),
                "clearing flags");
        tri_launch(reduce, blocks, tile.threads, shared, stream, job, tile, segments,
                   spec.periodic);
        tri_launch(assemble_kernel<real>, blocks_of(all()), ASSEMBLE_BLOCK, 0, stream, segments,
                   reduced, all(), spec.periodic);
        const tri_device_arrays line = {reduced.a, reduced.b, reduced.c, reduced.d, segments.v};
        inner->solve(line, inner_findings, inner_flags, stream);
        tri_launch(merge_kernel, blocks_of(spec.lines), ASSEMBLE_BLOCK, 0, stream, segments.flags,
                   (const unsigned char *)inner_flags, (long long)spec.lines);
        tri_launch(segments_kernel<real, false, true>, blocks, tile.threads, shared, stream, job,
                   tile, segments, spec.periodic);
        tri_launch(tell_kernel<real>, blocks_of(spec.lines), ASSEMBLE_BLOCK, 0, stream, job,
                   (const unsigned *)segments.flags);
    }
};

template <typename real> static tri_way *make(const tri_device_spec &s, char *why, size_t room)
{
    enum { ARRAYS = 5 };
    long_way<real> *way = new long_way<real>();
    way->spec = s;
    way->segments.segments = (s.n + TRI_SEGMENT - 1) / TRI_SEGMENT;
    way->segments.adjacent = s.adjacent;
    way->segments.shared = s.shared;
    tri_device_spec cut = s; /* segments, as lines */
    cut.n = TRI_SEGMENT;
    cut.lines = way->all();
    const tri_tile_limits limits = {TRI_CHUNK_ROWS, TRI_CHUNK_THREADS, TRI_GOOD_THREADS, ARRAYS,
                                    tri_shared_limit() * 3 / 4 /* the rest is for notes */};
    tri_tile_make(cut, limits, &way->tile);
    way->shared = (size_t)ARRAYS * (size_t)way->tile.values * sizeof(real) +
                  2 * (size_t)way->tile.lines * sizeof(tri_segment_note);
    const long long resident =
        tri_resident(segments_kernel<real, false, true>, way->tile.threads, way->shared);
    way->blocks = resident < way->tile.tiles ? resident : way->tile.tiles;
    if (way->take()) {
        way->inner = tri_make_chunks(way->inner_spec(), why, room);
        if (!way->inner)
            way->inner = tri_make_long(way->inner_spec(), why, room);
    } else {
        snprintf(why, room, "no memory on the device for %lld segments (%.3g GB)", way->all(),
                 1e-9 * (double)way->bytes);
    }
    if (!way->inner) {
        delete way;
        return NULL;
    }
    if (s.shared)
        way->upload_matrix();
    return way;
}

tri_way *tri_make_long(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
