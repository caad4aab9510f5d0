/* The Kurganov kernels of the CUDA backend: the entries of the kernel table. Compiled once per precision and
 * arithmetic (fast, strict). */
#include "backend/cuda/kurganov/copies.cuh"
#include "backend/cuda/kurganov/launch.cuh"
#include "backend/kurganov/limiting.h"

namespace
{

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    cuda_work *w = work_of(part);
    if (!w)
        return;
    cuda_part &c = w->c;
    forget_graph(w);
    drop_tables(w);
    drop_copies(w);
    if (w->report)
        cuda_ok(cudaFreeHost(w->report), "freeing memory");
    for (mirror &m : w->mirrors)
        cuda_free(m.device);
    void *const own[] = {c.p.clock,    c.control, c.moved[0],  c.moved[1],  c.awake,
                         c.edged,      c.forced,  c.face_rate, c.cell_rate, c.plain_list,
                         c.edged_list, c.sums,    c.surveys,   w->offsets,  w->values};
    for (void *block : own)
        cuda_free(block);
    if (w->side)
        cudaStreamDestroy(w->side);
    if (w->fork)
        cudaEventDestroy(w->fork);
    if (w->join)
        cudaEventDestroy(w->join);
    delete w;
    part->work = NULL;
}

void set_height(cuda_part &c, int slabs)
{
    c.slabs = slabs;
    c.height = slabs * SLAB_ROWS;
    c.rows = (c.p.shape.ny + c.height - 1) / c.height;
}

/* How the cells are cut into items. Where slabs are faster even if all items are awake, an item is one slab;
 * else it has as many as let marching warps share the work best. */
void cut_into_items(cuda_part &c)
{
    enum { MOST = 12 }; /* slabs of an item: 96 rows */
    const char *wanted =
        getenv("SPATE_CUDA_STAGES"); /* "march", "slabs": for tests of small grids */
    int device = 0, best = 1;
    cuda_ok(cudaGetDevice(&device), "asking for the device");
    cuda_ok(cudaDeviceGetAttribute(&c.multiprocessors, cudaDevAttrMultiProcessorCount, device),
            "asking for the multiprocessors");
    c.columns = (c.p.shape.nx + ITEM_WIDTH - 1) / ITEM_WIDTH;
    set_height(c, 1);
    const float in_slabs = slabs_time(c, c.columns * c.rows);
    float shortest = march_time(c, c.columns * c.rows);
    for (int slabs = 2; slabs <= MOST; ++slabs) {
        set_height(c, slabs);
        const float time = march_time(c, c.columns * c.rows);
        if (time < shortest) {
            shortest = time;
            best = slabs;
        }
    }
    c.ways = in_slabs < shortest ? WAY_SLABS : WAY_EITHER;
    if (wanted)
        c.ways = strcmp(wanted, "march") == 0 ? WAY_MARCH : WAY_SLABS;
    set_height(c, c.ways == WAY_EITHER ? best : 1);
    c.all_edged = c.ways == WAY_SLABS && c.columns * c.rows <= c.multiprocessors;
}

int prepare(grid_part *part, int threads)
{
    cuda_work *w = new cuda_work();
    cuda_part &c = w->c;
    part->work = w;
    w->place = part->shape.place;
    w->threads = threads < STAGING_THREADS ? threads : STAGING_THREADS;
    cuda_enter(w->place);
    cuda_ok(cudaHostAlloc((void **)&w->report, sizeof *w->report, cudaHostAllocPortable),
            "pinning memory");
    c.p = *part;
    cut_into_items(c);
    const size_t items = (size_t)(c.columns * c.rows);
    c.p.clock = (spate_clock *)cuda_allocate(sizeof(spate_clock));
    c.control = (cuda_control *)cuda_allocate(sizeof(cuda_control));
    c.moved[0] = (uint8_t *)cuda_allocate(items);
    c.moved[1] = (uint8_t *)cuda_allocate(items);
    c.awake = (uint8_t *)cuda_allocate(items);
    c.edged = (uint8_t *)cuda_allocate(items);
    c.forced = (uint8_t *)cuda_allocate(items);
    c.face_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.cell_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.plain_list = (int *)cuda_allocate(sizeof(int) * items);
    c.edged_list = (int *)cuda_allocate(sizeof(int) * items);
    c.sums = (exact_sum *)cuda_allocate(sizeof(exact_sum) * SUM_BLOCKS);
    c.surveys = (water_survey *)cuda_allocate(sizeof(water_survey) * SUM_BLOCKS);
    cuda_ok(cudaStreamCreateWithFlags(&w->side, cudaStreamNonBlocking), "making a stream");
    cuda_ok(cudaEventCreateWithFlags(&w->fork, cudaEventDisableTiming), "making an event");
    cuda_ok(cudaEventCreateWithFlags(&w->join, cudaEventDisableTiming), "making an event");
    part->newer_here = PART_ALL;
    if (w->report && c.p.clock && c.control && c.moved[0] && c.moved[1] && c.awake && c.edged &&
        c.forced && c.face_rate && c.cell_rate && c.plain_list && c.edged_list && c.sums &&
        c.surveys && make_fields(w, part))
        return 1;
    dispose(part);
    return 0;
}

/* ---- hosted steps: the scheme looks at the clock ---- */

void begin(grid_part *part)
{
    cuda_work *w = work_of(part);
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water) /* what the scheme has summed over all parts */
            cuda_ok(cudaMemcpyAsync(&w->c.p.boundaries[n].conveyance,
                                    &part->boundaries[n].conveyance, 2 * sizeof(double),
                                    cudaMemcpyHostToDevice, cuda_stream()),
                    "copying a conveyance");
    push_clock(part);
    launch_begin(w, 0);
    launch_lists(w);
}

void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    cuda_work *w = work_of(part);
    exact_sum mine[2];
    cuda_launch(conveyance_kernel, 1, TEAM, cuda_stream(), "launching a conveyance", w->c, boundary);
    cuda_ok(cudaMemcpyAsync(mine, w->c.sums, sizeof mine, cudaMemcpyDeviceToHost, cuda_stream()),
            "copying a conveyance");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a conveyance");
    exact_sum_merge(&sums[0], &mine[0]);
    exact_sum_merge(&sums[1], &mine[1]);
}

void stage(grid_part *part, part_region region, int number)
{
    cuda_work *w = work_of(part);
    launch_stage(w, number, region);
    if (region == REGION_INNER || number + 1 < part->params.stages)
        return;
    cuda_launch(rates_kernel, 1, TEAM, cuda_stream(), "launching the rates", w->c);
    ask_for_report(w);
    part->newer_there =
        PART_STATE | PART_LISTS | PART_SOURCES | (part->field[FIELD_MAX_DEPTH][0] ? PART_MAXIMA : 0);
}

void finish(grid_part *part)
{
    cuda_work *w = work_of(part);
    push_clock(part);
    cuda_launch(finish_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c);
    ask_for_report(w);
}

void maxima(grid_part *part, int begin_anew)
{
    push_clock(part);
    launch_maxima(work_of(part), begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* ---- steps without the host ---- */

void advance(grid_part *part, int64_t steps)
{
    cuda_work *w = work_of(part);
    const int64_t last =
        steps < INT64_MAX - part->clock->step ? part->clock->step + steps : INT64_MAX;
    const long long last_step = last;
    if (!w->graph && !capture(w))
        return;
    push_clock(part);
    cuda_ok(cudaMemcpyAsync(&w->c.control->last_step, &last_step, sizeof last_step,
                            cudaMemcpyHostToDevice, cuda_stream()),
            "copying the last step");
    const int64_t count = graphs_ahead(w->seconds_per_graph, part->clock, steps);
    const double began = seconds_now();
    for (int64_t n = 0; n < count; ++n)
        if (!cuda_ok(cudaGraphLaunch(w->graph, cuda_stream()), "launching a graph"))
            break;
    ask_for_report(w);
    await(part);
    w->seconds_per_graph = (seconds_now() - began) / (double)count;
    part->newer_there =
        PART_STATE | PART_LISTS | PART_SOURCES | (part->field[FIELD_MAX_DEPTH][0] ? PART_MAXIMA : 0);
}

/* ---- reports ---- */

double control_value(grid_part *part)
{
    const cuda_work *w = work_of(part);
    double value = 0;
    cuda_ok(cudaMemcpyAsync(&value, &w->c.control->next_cell, sizeof value, cudaMemcpyDeviceToHost,
                            cuda_stream()),
            "copying a rate");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a rate");
    return value;
}

void clear_control_value(const cuda_work *w)
{
    cuda_ok(cudaMemsetAsync(&w->c.control->next_cell, 0, sizeof w->c.control->next_cell,
                            cuda_stream()),
            "clearing a rate");
}

void scan(grid_part *part)
{
    cuda_work *w = work_of(part);
    push_clock(part);
    clear_control_value(w);
    cuda_launch(scan_kernel, (unsigned)(w->c.columns * w->c.rows), 32 * WARPS, cuda_stream(),
              "launching a scan", w->c);
    part->clock->rate = control_value(part);
    push_clock(part);
}

/* A block for each row, as far as there are blocks. */
int sum_blocks(const grid_part *part)
{
    return part->shape.ny < SUM_BLOCKS ? part->shape.ny : SUM_BLOCKS;
}

void sum_into(grid_part *part, exact_sum *depth, int infiltrated)
{
    const cuda_work *w = work_of(part);
    exact_sum blocks[SUM_BLOCKS];
    const int rows = sum_blocks(part);
    cuda_launch(sum_kernel, (unsigned)rows, TEAM, cuda_stream(), "launching a sum", w->c,
              infiltrated);
    if (!cuda_ok(cudaMemcpyAsync(blocks, w->c.sums, sizeof *blocks * (size_t)rows,
                                 cudaMemcpyDeviceToHost, cuda_stream()),
                 "copying sums") ||
        !cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for sums"))
        return;
    for (int n = 0; n < rows; ++n)
        exact_sum_merge(depth, &blocks[n]);
}

void sum(grid_part *part, exact_sum *depth)
{
    sum_into(part, depth, 0);
}

void sum_infiltrated(grid_part *part, exact_sum *depth)
{
    if (part->field[FIELD_INFILTRATED][0])
        sum_into(part, depth, 1);
}

void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    const cuda_work *w = work_of(part);
    water_survey blocks[SUM_BLOCKS];
    const int rows = part->shape.ny < SUM_BLOCKS ? part->shape.ny : SUM_BLOCKS;
    cuda_launch(survey_kernel, (unsigned)rows, TEAM, cuda_stream(), "launching a survey", w->c,
              lowest, film);
    if (!cuda_ok(cudaMemcpyAsync(blocks, w->c.surveys, sizeof *blocks * (size_t)rows,
                                 cudaMemcpyDeviceToHost, cuda_stream()),
                 "copying a survey") ||
        !cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a survey"))
        return;
    for (int n = 0; n < rows; ++n)
        survey_merge(out, &blocks[n]);
}

/* Asked for at the end of a run, or after a failure: on the image. */
double limiting(const grid_part *part, int *i, int *j)
{
    if (part->newer_there & PART_STATE)
        pull((grid_part *)part, PART_STATE);
    return kp_limiting_cell(part, i, j);
}

double fastest(grid_part *part)
{
    cuda_work *w = work_of(part);
    clear_control_value(w);
    cuda_launch(fastest_kernel, (unsigned)sum_blocks(part), TEAM, cuda_stream(),
              "launching the search for the fastest cell", w->c);
    return sqrt(control_value(part));
}

int make_room(cuda_work *w, int count)
{
    if (count <= w->cells_room)
        return 1;
    cuda_free(w->offsets);
    cuda_free(w->values);
    w->offsets = (ptrdiff_t *)cuda_allocate(sizeof(ptrdiff_t) * (size_t)count);
    w->values = (double *)cuda_allocate(sizeof(double) * (size_t)count);
    w->cells_room = w->offsets && w->values ? count : 0;
    return w->cells_room > 0;
}

void read_cells(const grid_part *part, int variable, const ptrdiff_t *offsets, int count,
                double *values)
{
    cuda_work *w = work_of(part);
    cudaStream_t stream = cuda_stream();
    if (count <= 0)
        return;
    if (!make_room(w, count)) {
        cuda_ok(cudaErrorMemoryAllocation, "reading cells");
        return;
    }
    cuda_ok(cudaMemcpyAsync(w->offsets, offsets, sizeof *offsets * (size_t)count,
                            cudaMemcpyHostToDevice, stream),
            "asking for cells");
    cuda_launch(cells_kernel, blocks_for(count, 128), 128, stream, "launching the reading of cells",
              w->c, variable, w->offsets, count, w->values);
    cuda_ok(cudaMemcpyAsync(values, w->values, sizeof *values * (size_t)count,
                            cudaMemcpyDeviceToHost, stream),
            "reading cells");
    cuda_ok(cudaStreamSynchronize(stream), "reading cells");
}

kurganov_kernels make_table(void)
{
    kurganov_kernels t = {};
#ifdef SPATE_CUDA_FAST
    t.isa = "fast";
#else
    t.isa = "strict";
#endif
    t.prepare = prepare;
    t.dispose = dispose;
    t.scan = scan;
    t.begin = begin;
    t.conveyance = conveyance;
    t.stage = stage;
    t.finish = finish;
    t.sum = sum;
    t.limiting = limiting;
    t.maxima = maxima;
    t.sum_infiltrated = sum_infiltrated;
    t.survey = survey;
    t.push = push;
    t.pull = pull;
    t.state_field = state_field;
    t.advance = advance;
    t.read_cells = read_cells;
    t.fastest = fastest;
    t.await = await;
    t.copy_start = copy_start;
    t.copy_finish = copy_finish;
    return t;
}

} // namespace

#ifdef SPATE_CUDA_FAST
#define TABLE SPATE_JOIN(SPATE_NAME(kurganov_kernels_cuda), fast)
#else
#define TABLE SPATE_JOIN(SPATE_NAME(kurganov_kernels_cuda), strict)
#endif

extern "C" const kurganov_kernels *TABLE(void)
{
    static const kurganov_kernels table = make_table();
    return &table;
}
