/* spate bench krylov: preconditioned conjugate gradients beside the memory bandwidth and other
 * libraries. */
#include "bench/krylov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define READING                                                                                                \
    "A system is a semi-implicit step on n x n cells: c dt = ratio dx with the wave speed c of the deepest\n"  \
    "water (poisson: no time at all). Solves start from zero and stop when the residual is 1e-6 of the\n"      \
    "right-hand side, noise unless --rhs drop. set-up: the matrix given and the preconditioner made.\n"        \
    "ms: a solve, the best of the repeats. ns/unkn: the same for each unknown. GB/s: the fewest bytes of\n"    \
    "all iterations over the time: 13 words for each unknown and iteration of conjugate gradients and those\n" \
    "of the preconditioner (docs/theory/krylov.md; 15.5 in all with rrb, which iterates on half of the\n"      \
    "unknowns; with mixed a word of the preconditioner is half as wide). copy: the bandwidth of a copy\n"      \
    "here, the ceiling. residual: true, in f64.\n"                                                             \
    "Peers on the CPU: hypre's PFMG as preconditioner of its conjugate gradients, with weighted Jacobi and\n"  \
    "with red-black relaxation, and its SMG; f64, one thread. On a GPU: conjugate gradients of cuSPARSE\n"     \
    "(CSR) and cuBLAS. The last column: how many times as long the fastest peer takes.\n"

static krylov_bench state = {.preconditioners = "all",
                             .method = "cg",
                             .ratios_text = "10,20,40,50,60,80,100",
                             .relative = 1e-6};

static const option options[] = {
    {"preconditioners", OPTION_TEXT, &state.preconditioners, "NAME,...", "usual: all", 0, 0},
    {"method", OPTION_TEXT, &state.method, "NAME", "cg, cg-one-reduction", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "unknowns along x and y", 1, 1e5},
    {"ratios", OPTION_TEXT, &state.ratios_text, "R,...",
     "c dt / dx, or the word poisson; usual: 10,20,40,50,60,80,100", 0, 0},
    {"precision", OPTION_CHOICE, &state.precision, "f32|f64|mixed|all",
     "mixed: f64 with a preconditioner of f32", 0, 0},
    {"bed", OPTION_CHOICE, &state.bed, "flat|island", "usual: island, with dry land", 0, 0},
    {"rhs", OPTION_CHOICE, &state.rhs, "noise|drop", "right-hand side", 0, 0},
    {"relative", OPTION_REAL, &state.relative, "E", "residual at which solves stop; 1e-6", 1e-15,
     0.5},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(KRYLOV_KERNEL, "kernel"),
    {KRYLOV_SOLVER, "solver", "solver", -18, "%s", "solver", "%s", 0},
    BENCH_JSON_ONLY(KRYLOV_METHOD, "method"),
    {KRYLOV_BACKEND, "backend", "backend", -8, "%s", "backend", "%s", 0},
    {KRYLOV_REAL, "precision", "real", -5, "%s", "real", "%s", 0},
    BENCH_JSON_ONLY(KRYLOV_BED_NAME, "bed"),
    BENCH_JSON_ONLY(KRYLOV_RHS_NAME, "rhs"),
    {KRYLOV_N, "n", "n", 5, "%lld", "n", "%lld", 0},
    {KRYLOV_RATIO, "ratio", "ratio", -7, "%s", "ratio", "%s", 0},
    {KRYLOV_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {BENCH_SETUP, "setup_seconds", "set-up ms", 9, "%.3g", "set-up ms", "%.3g", 1e3},
    {KRYLOV_WITH_TRANSFERS, "setup_with_transfers", NULL, 0, NULL, "with transfers ms", "%.3g",
     1e3},
    {KRYLOV_ITERATIONS, "iterations", "iter", 5, "%lld", "iterations", "%lld", 0},
    {BENCH_BEST, "seconds_best", "ms", 9, "%.4g", "ms", "%.4g", 1e3},
    BENCH_JSON_ONLY(BENCH_MEDIAN, "seconds_median"),
    {BENCH_RATE, "rate", "ns/unkn", 9, "%.4g", "ns/unknown", "%.4g", 0},
    {KRYLOV_PER_ITERATION, "seconds_per_iteration", "ms/iter", 8, "%.3g", "ms/iteration", "%.3g",
     1e3},
    BENCH_JSON_ONLY(KRYLOV_WORDS, "words"),
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_MEMORY_COLUMNS,
    BENCH_RESIDUAL_COLUMN,
    BENCH_JSON_ONLY(BENCH_PEER, "peer"),
    BENCH_JSON_ONLY(BENCH_PEER_SECONDS, "peer_seconds"),
    BENCH_JSON_ONLY(BENCH_PEER_RATIO, "peer_ratio"),
    BENCH_JSON_ONLY(KRYLOV_FAILURE, "failure"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* ---- wishes ---- */

static int wrong_ratios(const bench *b)
{
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                      "--ratios %s: up to 16 numbers from 1e-3 to 1e6 with commas between them are "
                      "needed, or the word poisson",
                      state.ratios_text);
}

static int read_ratios(const bench *b)
{
    const char *at = state.ratios_text, *poisson = "poisson";
    state.ratio_count = 0;
    while (1) {
        char *end;
        const size_t word = strncmp(at, poisson, strlen(poisson)) == 0 ? strlen(poisson) : 0;
        const double x = word ? (double)INFINITY : strtod(at, &end);
        const char *rest = word ? at + word : end;
        if (rest == at || state.ratio_count == 16 || (!word && !(x >= 1e-3 && x <= 1e6)) ||
            (*rest != ',' && *rest != '\0'))
            return wrong_ratios(b);
        state.ratios[state.ratio_count++] = x;
        if (*rest == '\0')
            return 0;
        at = rest + 1;
    }
}

/* Is the first `length` characters of name one of the list? */
static int check_name(const bench *b, const char *what, const char *name, size_t length,
                      const char *const *names)
{
    char all[256];
    size_t used = 0;
    for (const char *const *n = names; *n && used < sizeof all; ++n) {
        if (strlen(*n) == length && strncmp(*n, name, length) == 0)
            return 0;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", *n);
    }
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "%s '%.*s' is unknown: there are %s", what,
                      (int)length, name, all);
}

static int is_all(const char *names)
{
    return strcmp(names, "all") == 0;
}

static int check_preconditioners(const bench *b)
{
    const char *at = state.preconditioners;
    int code = 0;
    while (code == 0 && !is_all(state.preconditioners)) {
        const size_t length = strcspn(at, ",");
        code = check_name(b, "preconditioner", at, length, spate_krylov_preconditioners());
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return code;
}

int krylov_wants(const krylov_bench *wishes, const char *name)
{
    const size_t length = strlen(name);
    const char *at = wishes->preconditioners;
    if (is_all(at))
        return 1;
    for (; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return 1;
    return 0;
}

static int prepare(bench *b)
{
    const char *why = NULL;
    int code = read_ratios(b);
    if (code == 0)
        code = check_preconditioners(b);
    if (code == 0)
        code = check_name(b, "method", state.method, strlen(state.method), spate_krylov_methods());
    if (code == 0)
        code = arrays_choose_backend(b, 0, "Krylov solvers");
    if (code != 0)
        return code;
    state.peers = arrays_device(b) ? krylov_cusparse(&why) : krylov_hypre(&why);
    if (why)
        bench_note(b, "%s", why);
    return 0;
}

int bench_krylov(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "krylov",
                                    .title = "Conjugate gradients and preconditioners",
                                    .about = "Speed of the Krylov library. Options narrow the "
                                             "usual runs.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "cpu, cuda, or cuda:N for the device N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 5,
                                    .quick_repeat = 2,
                                    .goes_on = 1,
                                    .setup_bytes = sizeof(krylov_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = krylov_plan,
                                    .measure = krylov_measure};
    return bench_main(tool, &kind, argc, argv);
}
