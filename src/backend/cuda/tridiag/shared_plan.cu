/* Factors of a shared matrix, on the host: the elimination of chunk.cuh without right-hand
 * sides. */
#include "backend/cuda/tridiag/shared.cuh"

typedef long double wide;

/* Equations of a chunk that other chunks need, and its row of the reduced system. */
struct plan_chunk {
    wide c, q;             /* of the last row */
    wide first_c, first_q; /* the first unknown from the last one and the previous chunk */
    /* reduced row, diagonal 1: couplings to the previous and the next chunk */
    wide a, right;
};

struct planner {
    const tri_device_spec &s;
    const int rows, factors;
    tri_shared_plan plan;
    std::vector<plan_chunk> chunk;

    wide &row_value(int what, int k, int g)
    {
        return plan.rows[(size_t)g * (size_t)factors + (size_t)(what * rows + k)];
    }
    wide &level_value(int level, int what, int g)
    {
        return plan
            .level_values[((size_t)level * SHARED_LEVEL + (size_t)what) * (size_t)plan.chunks +
                          (size_t)g];
    }

    void eliminate(int g)
    {
        plan_chunk &out = chunk[(size_t)g];
        const int64_t first = (int64_t)g * rows - ((int64_t)plan.chunks * rows - s.n);
        const int begin = (int)(first < 0 ? -first : 0);
        std::vector<wide> fill((size_t)rows);
        wide c = 0, q = -1;
        for (int k = 0; k < begin; ++k) /* y is 0, q stays -1, the first unknown is passed on */
            row_value(SHARED_T, k, g) = row_value(SHARED_C, k, g) = -1;
        for (int k = begin; k < rows; ++k) {
            const int64_t i = first + k;
            const wide a = !s.periodic && i == 0 ? 0 : s.a[i];
            const wide r = 1 / (s.b[i] - a * c);
            c = !s.periodic && i == s.n - 1 ? 0 : s.c[i] * r;
            fill[(size_t)k] = q = -(a * q) * r;
            row_value(SHARED_R, k, g) = r;
            row_value(SHARED_T, k, g) = a * r;
            row_value(SHARED_C, k, g) = c;
        }
        out.c = c;
        out.q = q;
        out.first_c = -1;
        out.first_q = 0;
        for (int k = rows - 2; k >= begin; --k) {
            const wide above = row_value(SHARED_C, k, g);
            out.first_q = fill[(size_t)k] - above * out.first_q;
            out.first_c = -(above * out.first_c);
        }
    }

    void join(int g)
    {
        plan_chunk &me = chunk[(size_t)g];
        const bool last = g == plan.chunks - 1;
        const plan_chunk none = {0, 0, 0, 0, 0, 0};
        const plan_chunk &next = !last ? chunk[(size_t)g + 1] : s.periodic ? chunk[0] : none;
        const wide r = 1 / (1 - me.c * next.first_q);
        me.a = me.q * r;
        me.right = -(me.c * next.first_c) * r;
        level_value(0, SHARED_SCALE, g) = r;
        level_value(0, SHARED_RIGHT, g) = me.c * r;
    }

    /* The largest coupling among `count` chunks at distance `reach`. */
    wide coupling(int count, int reach) const
    {
        wide most = 0;
        for (int g = 0; g < count; ++g) {
            if (g >= reach)
                most = std::max(most, std::fabs(chunk[(size_t)g].a));
            if (g + reach < count)
                most = std::max(most, std::fabs(chunk[(size_t)g].right));
        }
        return most;
    }

    void reduce(int level, int count, int reach)
    {
        const std::vector<plan_chunk> before = chunk;
        for (int g = 0; g < count; ++g) {
            const plan_chunk &me = before[(size_t)g];
            const bool has_left = g >= reach, has_right = g + reach < count;
            const wide c_left = has_left ? before[(size_t)(g - reach)].right : 0;
            const wide a_right = has_right ? before[(size_t)(g + reach)].a : 0;
            const wide r = 1 / (1 - me.a * c_left - me.right * a_right);
            level_value(level, SHARED_SCALE, g) = r;
            level_value(level, SHARED_LEFT, g) = has_left ? me.a * r : 0;
            level_value(level, SHARED_RIGHT, g) = has_right ? me.right * r : 0;
            chunk[(size_t)g].a = (has_left ? -(me.a * before[(size_t)(g - reach)].a) : me.a) * r;
            chunk[(size_t)g].right =
                (has_right ? -(me.right * before[(size_t)(g + reach)].right) : me.right) * r;
        }
        for (int g = count; g < plan.chunks; ++g)
            level_value(level, SHARED_SCALE, g) = 1;
    }

    /* As tri_close_ring. The remaining couplings are negligible and dropped. */
    void close_ring(int count, int reach)
    {
        for (int g = 0; g < count; ++g)
            plan.both[(size_t)g] = (g < reach ? chunk[(size_t)g].a : 0) +
                                   (g + reach >= count ? chunk[(size_t)g].right : 0);
        const plan_chunk &border = chunk[(size_t)count];
        const wide before = count > 0 ? plan.both[(size_t)count - 1] : -1;
        const wide first = count > 0 ? plan.both[0] : -1;
        const wide r = 1 / (1 - border.a * before - border.right * first);
        plan.border[0] = r;
        plan.border[1] = count > 0 ? border.a * r : 0;
        plan.border[2] = count > 0 ? border.right * r : 0;
    }

    void run(wide negligible)
    {
        const int count = s.periodic ? plan.chunks - 1 : plan.chunks;
        for (int g = 0; g < plan.chunks; ++g)
            eliminate(g);
        for (int g = 0; g < plan.chunks; ++g)
            join(g);
        int reach = 1;
        for (; reach < count && coupling(count, reach) > negligible; reach *= 2)
            reduce(++plan.levels, count, reach);
        if (s.periodic)
            close_ring(count, reach);
    }
};

tri_shared_plan tri_shared_plan_make(const tri_device_spec &s, int chunk_rows, int factors,
                                     wide negligible)
{
    planner p = {s, chunk_rows, factors, {}, {}};
    const size_t chunks = (size_t)((s.n + chunk_rows - 1) / chunk_rows);
    p.plan.chunks = (int)chunks;
    p.plan.periodic = s.periodic;
    p.plan.rows.assign((size_t)factors * chunks, 0);
    p.plan.level_values.assign((TRI_DEVICE_LEVELS + 1) * SHARED_LEVEL * chunks, 0);
    p.plan.both.assign(chunks, 0);
    p.chunk.resize(chunks);
    p.run(negligible);
    p.plan.level_values.resize((size_t)(p.plan.levels + 1) * SHARED_LEVEL * chunks);
    return p.plan;
}
