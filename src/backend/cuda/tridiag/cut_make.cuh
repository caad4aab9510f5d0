/* Creates a solver of one precision from a plan; included by cut_f32.cu and cut_f64.cu. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_MAKE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_MAKE_CUH

#include <cstdio>

#include "backend/cuda/tridiag/cut_bundle.cuh"

namespace CUT_TWIN
{

static cut_factors factors_of(cut_memory &memory, const tri_row_factors &f, long long rows)
{
    return {memory.copy_of((const real *)f.lower, rows),
            memory.copy_of((const real *)f.scale, rows),
            memory.copy_of((const real *)f.upper, rows),
            memory.copy_of((const real *)f.weight, rows),
            memory.copy_of((const real *)f.border, rows)};
}

/* Copies the plan of a tree. */
static cut_tree plan_of(cut_memory &memory, const tri_cut_tree &t, int shared)
{
    cut_tree to = {};
    to.chunks = memory.copy_of(t.chunks, t.chunk_count);
    to.merges = memory.copy_of(t.merges, t.merge_count);
    to.merge_factors = shared ? memory.copy_of(t.factors, t.merge_count) : NULL;
    to.level = memory.copy_of(t.level, t.levels + 1);
    to.rows = memory.copy_of(t.rows, t.row_count);
    to.pieces = memory.copy_of(t.pieces, t.piece_count);
    to.chunk_count = t.chunk_count;
    to.merge_count = t.merge_count;
    to.levels = t.levels;
    to.row_count = t.row_count;
    to.piece_count = t.piece_count;
    to.segments = t.segments;
    to.unknowns = t.unknowns;
    to.kept_rows = t.kept;
    return to;
}

/* Allocates its scratch for `panels` panels. */
static void allocate_scratch(cut_memory &memory, cut_tree &t, int shared, long long panels)
{
    const long long lanes = panels * TRI_CUT_LANES;
    const int segment = shared ? TRI_SEG_SHARED_VALUES : TRI_SEG_VALUES;
    const int kept = shared ? TRI_KEPT_SHARED_VALUES : TRI_KEPT_VALUES;
    t.segment = memory.allocate<real>(lanes * t.segments * segment);
    t.unknown = memory.allocate<real>(lanes * t.unknowns);
    t.kept = memory.allocate<real>(lanes * t.kept_rows * kept);
    t.merged = memory.allocate<real>(lanes * t.merge_count * kept);
}

static void make_parts(cut_bundle_solver *solver, const tri_cut_spec &s)
{
    std::vector<cut_part> parts((size_t)s.part_count);
    solver->can_be_wide = 1;
    solver->job.panels_first = 0;
    for (int p = 0; p < s.part_count; ++p) {
        const tri_cut_part &from = s.parts[p];
        solver->local_of.push_back(from.local);
        if (from.local < 0)
            continue;
        parts[(size_t)p] = {from.n, from.stride, from.step[0], from.step[1], -1, -1, {}};
        if (s.shared)
            parts[(size_t)p].factors = factors_of(solver->memory, from.factors, from.n);
        solver->job.panels_first |= from.stride != 1;
        solver->can_be_wide = solver->can_be_wide && from.stride == 1 &&
                              from.step[0] % CUT_PACK == 0 && from.step[1] % CUT_PACK == 0;
    }
    for (int k = 0; k < s.below.chunk_count; ++k) {
        const tri_cut_chunk &chunk = s.below.chunks[k];
        solver->can_be_wide = solver->can_be_wide && chunk.at % CUT_PACK == 0;
        solver->most = solver->most > chunk.rows ? solver->most : chunk.rows;
        if (chunk.no_before)
            parts[(size_t)chunk.part].begin = chunk.at;
        if (chunk.no_after)
            parts[(size_t)chunk.part].end = chunk.at + chunk.rows - 1;
    }
    solver->job.parts = solver->memory.copy_of(parts.data(), s.part_count);
    solver->arrays.resize((size_t)s.part_count);
    solver->device_arrays = solver->memory.allocate<cut_arrays>(s.part_count);
    solver->job.arrays = solver->device_arrays;
    cut_memory::synchronize();
}

/* If all parts are on this device, answers are the unknowns of the top. A part of another rank
 * has space for the panels that are solved here. */
static cut_message message_of(cut_bundle_solver *solver, const tri_cut_spec &s, const cut_job &j,
                              int p)
{
    const tri_cut_part &part = s.parts[p];
    const long long lanes = s.panels * TRI_CUT_LANES;
    cut_message m = {};
    m.pieces = solver->memory.allocate<real>(lanes * part.pieces);
    const bool in_top = s.fused && !s.decoupled;
    m.answers = in_top ? j.top.unknown + part.answer * TRI_CUT_LANES
                       : solver->memory.allocate<real>(lanes * part.answers);
    m.piece_values = part.pieces;
    m.answer_values = in_top ? s.top.unknowns : part.answers;
    m.first_answer = part.answer;
    m.last = part.answers - 1;
    m.all = part.local >= 0;
    return m;
}

/* Faces of the parts of this rank, to and from neighbours. If the neighbour is on this device,
 * its buffer is used directly. */
static void make_faces(cut_bundle_solver *solver, const tri_cut_spec &s,
                       std::vector<cut_message> &messages)
{
    const long long values = s.panels * TRI_CUT_LANES * (s.shared ? 1 : 2);
    const int count = s.part_count;
    const auto local = [&](int p) { return s.parts[p].local >= 0; };
    for (int p = 0; p < count; ++p)
        if (local(p)) {
            messages[(size_t)p].to_front = solver->memory.allocate<real>(values);
            messages[(size_t)p].to_behind = solver->memory.allocate<real>(values);
        }
    for (int p = 0; p < count; ++p) {
        const int front = (p + count - 1) % count, behind = (p + 1) % count;
        cut_message &m = messages[(size_t)p];
        if (local(p) && (p > 0 || s.periodic))
            m.from_front = local(front) ? messages[(size_t)front].to_behind
                                        : solver->memory.allocate<real>(values);
        if (local(p) && (p < count - 1 || s.periodic))
            m.from_behind = local(behind) ? messages[(size_t)behind].to_front
                                          : solver->memory.allocate<real>(values);
    }
}

static void make_slot(cut_bundle_solver *solver, const tri_cut_spec &s)
{
    cut_job j = solver->job;
    std::vector<cut_message> messages;
    allocate_scratch(solver->memory, j.below, s.shared, s.panels);
    allocate_scratch(solver->memory, j.top, s.shared, s.panels);
    for (int p = 0; p < s.part_count; ++p)
        messages.push_back(message_of(solver, s, j, p));
    if (s.decoupled)
        make_faces(solver, s, messages);
    solver->messages.push_back(messages);
    j.messages = solver->memory.copy_of(solver->messages.back().data(), s.part_count);
    cut_memory::synchronize();
    solver->slots.push_back(j);
}

static void make_interfaces(cut_bundle_solver *solver, const tri_cut_spec &s)
{
    std::vector<cut_interface> interfaces;
    const std::vector<unsigned long long> none(CUT_BOUNDS, 0);
    for (int p = 0; p < s.part_count; ++p) {
        const tri_cut_part &of = s.parts[p];
        interfaces.push_back(
            {(real)of.face.scale, (real)of.face.r, (real)of.coupling, (real)of.scale});
    }
    solver->decoupled = s.decoupled;
    solver->job.interfaces = solver->memory.copy_of(interfaces.data(), s.part_count);
    solver->job.bounds = solver->memory.copy_of(none.data(), CUT_BOUNDS);
    cut_memory::synchronize();
}

static cut_bundle_solver *make_solver(const tri_cut_spec &s, char *why, size_t room)
{
    cut_bundle_solver *solver = new cut_bundle_solver();
    const std::vector<long long> none((size_t)s.part_count, TRI_CUT_NONE);
    cut_job &j = solver->job;
    solver->shared = s.shared;
    j.lines = s.lines;
    j.count0 = s.count0;
    j.number0 = s.number[0];
    j.number1 = s.number[1];
    j.part_count = s.part_count;
    j.cyclic = s.periodic;
    solver->rhs.exchanged = s.exchanged;
    make_parts(solver, s);
    make_interfaces(solver, s);
    j.below = plan_of(solver->memory, s.below, s.shared);
    j.top = plan_of(solver->memory, s.top, s.shared);
    j.ends = solver->memory.copy_of(s.ends, s.end_count);
    j.end_count = s.end_count;
    j.first_failed = solver->memory.copy_of(none.data(), s.part_count);
    if (s.shared) {
        j.top_factors = factors_of(solver->memory, s.top_factors, s.top.row_count);
        j.top_c = (real)s.top_c;
        j.top_scale = (real)s.top_scale;
    }
    solver->whole.prepare(s, j, solver->memory);
    cut_memory::synchronize();
    for (int k = 0; k < s.slots && !solver->memory.failed; ++k)
        make_slot(solver, s);
    if (!solver->memory.failed)
        return solver;
    snprintf(why, room, "no memory on the device for %lld lines at a time (%.3g GB)",
             (long long)s.panels * TRI_CUT_LANES, 1e-9 * solver->memory.bytes);
    delete solver;
    return NULL;
}

} // namespace CUT_TWIN

#endif
