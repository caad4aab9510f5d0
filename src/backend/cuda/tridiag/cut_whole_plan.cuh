/* Which bundles have whole lines (cut_whole.cuh), how strips and blocks cut them, and the factors of
 * their matrix without repetitions. Runs on the host. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_PLAN_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_PLAN_CUH

#include <string.h>
#include <vector>

#include "backend/cuda/tridiag/cut_memory.cuh"
#include "backend/cuda/tridiag/cut_whole_solve.cuh"

namespace CUT_TWIN
{

struct whole_plan {
    bool possible = false;
    whole_lines lines; /* without right-hand sides */
    std::vector<whole_factors> factors;
    std::vector<unsigned char> kind;
    std::vector<whole_merge> merges;

    /* ---- the tree ---- */

    static bool has_usual_chunks(const tri_cut_spec &s)
    {
        const tri_cut_tree &t = s.below;
        const int64_t n = s.parts[0].n;
        bool usual = t.row_count == 0 && t.piece_count == 1 && t.chunk_count > 0;
        for (int k = 0; k < t.chunk_count && usual; ++k) {
            const tri_cut_chunk &c = t.chunks[k];
            const int64_t at = (int64_t)k * WHOLE_CHUNK;
            const int64_t rows = n - at < WHOLE_CHUNK ? n - at : (int64_t)WHOLE_CHUNK;
            usual = c.at == at && c.rows == rows && c.segment == k;
        }
        return usual;
    }

    /* Each chunk but the first begins the right one of two segments that merge. */
    bool sort_merges(const tri_cut_tree &t)
    {
        merges.assign((size_t)t.chunk_count, whole_merge{});
        for (int m = 0; m < t.merge_count; ++m) {
            const int right = t.merges[m].right;
            const tri_merge_factors &f = t.factors[m];
            if (t.merges[m].left != right - (right & -right))
                return false;
            merges[(size_t)right] = {(real)f.c,     (real)f.scale, (real)f.weight,
                                     (real)f.lower, (real)f.q,     (real)f.r};
        }
        return t.merge_count == t.chunk_count - 1;
    }

    /* ---- factors of rows ---- */

    static whole_factors factors_of(const tri_row_factors &f, const tri_cut_chunk &c)
    {
        const real *lower = (const real *)f.lower + c.at, *scale = (const real *)f.scale + c.at,
                   *upper = (const real *)f.upper + c.at, *weight = (const real *)f.weight + c.at,
                   *border = (const real *)f.border + c.at;
        whole_factors to = {};
        for (int r = 1; r < c.rows; ++r) { /* those of the last row belong to a merge */
            to.up[r] = {scale[r - 1], weight[r - 1]};
            to.down[r - 1] = {border[r - 1], upper[r - 1]};
            to.lower[r] = lower[r];
        }
        return to;
    }

    /* Whether a chunk of so many rows has these factors. */
    static bool has_factors(const whole_factors &mine, const whole_factors &kind, int rows)
    {
        const size_t all = (size_t)rows, but_last = all - 1;
        return memcmp(mine.up, kind.up, all * sizeof *kind.up) == 0 &&
               memcmp(mine.down, kind.down, but_last * sizeof *kind.down) == 0 &&
               memcmp(mine.lower, kind.lower, all * sizeof *kind.lower) == 0;
    }

    /* Of interior chunks, and of those near the ends of a line; of each block by itself. */
    bool sort_kinds(const tri_cut_spec &s)
    {
        std::vector<std::vector<whole_factors>> kinds((size_t)lines.blocks);
        kind.clear();
        lines.kinds = 0;
        for (int k = 0; k < s.below.chunk_count; ++k) {
            const tri_cut_chunk &c = s.below.chunks[k];
            const whole_factors mine = factors_of(s.parts[0].factors, c);
            std::vector<whole_factors> &here = kinds[(size_t)(k / lines.own)];
            size_t of = 0;
            while (of < here.size() && !has_factors(mine, here[of], c.rows))
                ++of;
            if (of == WHOLE_KINDS)
                return false;
            if (of == here.size())
                here.push_back(mine);
            kind.push_back((unsigned char)of);
            lines.kinds = here.size() > (size_t)lines.kinds ? (int)here.size() : lines.kinds;
        }
        factors.clear();
        for (std::vector<whole_factors> &of_block : kinds) {
            of_block.resize((size_t)lines.kinds);
            factors.insert(factors.end(), of_block.begin(), of_block.end());
        }
        return true;
    }

    /* ---- strips and blocks ---- */

    static int power_from(int count)
    {
        int power = 1;
        while (power < count)
            power *= 2;
        return power;
    }

    /* Full blocks, but of short and few lines no fewer than two on each multiprocessor. */
    static int width_for(int own, long long lines)
    {
        const long long most = lines / (2 * tri_processors()) + 1;
        return WHOLE_ITEMS / own < most ? WHOLE_ITEMS / own : (int)most;
    }

    /* Rows of a line are adjacent. */
    void shape_along(void)
    {
        lines.own = lines.chunks < WHOLE_ITEMS ? lines.chunks : (int)WHOLE_ITEMS;
        lines.width = width_for(lines.own, lines.lines);
    }

    /* Lines are: so many bytes of each row, or more if lines are short. */
    void shape_across(int bytes)
    {
        const int sector = 32 / (int)sizeof(real), most = 1024 / bytes; /* chunks of a full block */
        lines.own = power_from(lines.chunks < most ? lines.chunks : most);
        lines.width = power_from(width_for(lines.own, lines.lines));
        while (lines.width * lines.own > WHOLE_ITEMS)
            lines.width /= 2;
        if (lines.width < sector)
            lines.width = sector;
        for (lines.shift = 0; 1 << lines.shift < lines.width;)
            ++lines.shift;
    }

    bool fits(const tri_cut_spec &s, int most_blocks)
    {
        lines.blocks = (lines.chunks + lines.own - 1) / lines.own;
        lines.strips = (lines.lines + lines.width - 1) / lines.width;
        const int64_t extent = lines.own * WHOLE_CHUNK * lines.stride + lines.width * lines.step;
        return lines.blocks <= most_blocks && sort_kinds(s) &&
               whole_bytes(lines) <= tri_shared_limit() &&
               extent < INT32_MAX; /* of a block: indices in it are int */
    }

    /* Blocks that run at the same time, if clusters share strips. */
    long long resident(void) const
    {
        const auto kernel =
            lines.across ? whole_kernel<true, whole_store<1>> : whole_kernel<false, whole_store<1>>;
        return lines.blocks *
               tri_resident_clusters(kernel, lines.blocks, WHOLE_THREADS, whole_bytes(lines));
    }

    /* Where a cluster is needed anyway: twice as many blocks with twice as much of each row, unless
     * those that run at the same time are much fewer. */
    bool widen(const tri_cut_spec &s, int bytes)
    {
        const long long narrow = resident();
        shape_across(bytes);
        return lines.width * (int)sizeof(real) == bytes && fits(s, WHOLE_MOST_BLOCKS) &&
               resident() > 0 && 4 * resident() >= 3 * narrow;
    }

    bool choose_shape(const tri_cut_spec &s)
    {
        const tri_cut_part &p = s.parts[0];
        lines.rows = p.n;
        lines.lines = s.lines;
        lines.stride = p.stride;
        lines.step = p.step[0];
        lines.chunks = s.below.chunk_count;
        lines.across = p.stride != 1;
        if (s.lines != s.count0 || (lines.across && (p.step[0] != 1 || p.stride % CUT_PACK != 0)))
            return false;
        const int bytes = lines.chunks > 16 * WHOLE_BLOCKS ? 32 : 64;
        if (lines.across)
            shape_across(bytes);
        else
            shape_along();
        if (!fits(s, WHOLE_BLOCKS))
            return false;
        if (lines.blocks == 1)
            return true;
        const whole_lines narrow = lines;
        if (lines.across && widen(s, 2 * bytes))
            return true;
        lines = narrow;
        return sort_kinds(s) && resident() > 0;
    }

    /* ---- all ---- */

    /* job: as it is without the data of a batch. The host arrays must stay until the copies have
     * ended. */
    void prepare(const tri_cut_spec &s, const cut_job &job, cut_memory &memory)
    {
        lines = {};
        if (!s.shared || s.decoupled || s.part_count != 1 || s.parts[0].local < 0 ||
            !has_usual_chunks(s) || !sort_merges(s.below) || !choose_shape(s))
            return;
        lines.job = job;
        lines.factors = memory.copy_of(factors.data(), (long long)factors.size());
        lines.kind = memory.copy_of(kind.data(), (long long)kind.size());
        lines.merges = memory.copy_of(merges.data(), (long long)merges.size());
        possible = true;
    }

    /* Whether packs of an array are aligned. */
    bool is_packed(const void *array) const
    {
        const long long step = lines.across ? lines.stride : lines.step;
        return (size_t)array % 16 == 0 && (step % CUT_PACK == 0 || lines.lines == 1);
    }

    /* Whether the arrays are aligned for it. */
    bool takes(const void *d) const
    {
        return possible && (!lines.across || (size_t)d % 16 == 0);
    }
};

} // namespace CUT_TWIN

#endif
