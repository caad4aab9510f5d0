/* The library leaves the caller's settings and memory alone: threads of OpenMP, signals, strings,
 * structures of other sizes. */
#include <signal.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "api_fixture.h"
#include "spate/compact.h"
#include "spate/compact_distributed.h"
#include "spate/krylov.h"
#include "spate/tridiag_distributed.h"

static double flat(double x, double y, void *user)
{
    (void)user;
    return 0 * x * y;
}

static double hill(double x, double y, void *user)
{
    (void)user;
    return x + y < 20 ? 2 : 1;
}

static spate_options small(void)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = 64, o.ny = 32, o.dx = o.dy = 1;
    return o;
}

/* Threads of the caller, which every call must leave as they are. */
#ifdef _OPENMP
#define LEAVES(call)                                                                               \
    do {                                                                                           \
        OK(call);                                                                                  \
        CHECK(omp_get_max_threads() == 3);                                                         \
    } while (0)

static void threads_of_openmp_stay(void)
{
    static double values[64 * 32];
    const spate_array a = {.values = values, .precision = 64};
    spate_options o = small();
    spate_sim *sim = NULL;
    spate_stats s;
    omp_set_num_threads(3);
    o.threads = 1;
    LEAVES(spate_sim_create(ctx, &o, &sim));
    LEAVES(spate_set_bed(sim, flat, NULL));
    LEAVES(spate_set_level(sim, hill, NULL));
    LEAVES(spate_track_maxima(sim, 0.01, 0.1));
    LEAVES(spate_advance(sim, 1));
    LEAVES(spate_get_array(sim, SPATE_DEPTH, &a));
    LEAVES(spate_get_field(sim, SPATE_MAX_DEPTH, values));
    LEAVES(spate_get_stats(sim, &s));
    CHECK(s.threads == 1);
    LEAVES(spate_advance_steps(sim, 2));
    spate_sim_destroy(sim);
    CHECK(omp_get_max_threads() == 3);
    o.threads = 0; /* those of the caller, not those of the run before */
    LEAVES(spate_sim_create(ctx, &o, &sim));
    LEAVES(spate_set_bed(sim, flat, NULL));
    LEAVES(spate_get_stats(sim, &s));
    CHECK(s.threads == 3);
    spate_sim_destroy(sim);
    omp_set_num_threads(1);
    o.threads = 3;
    OK(spate_sim_create(ctx, &o, &sim));
    CHECK(omp_get_max_threads() == 1);
    CHECK(spate_advance(sim, -1) == SPATE_ERROR_ARGUMENT);
    CHECK(omp_get_max_threads() == 1);
    spate_sim_destroy(sim);
}
#endif

static void strings_are_copied(void)
{
    char scheme[] = "staggered", backend[] = "cpu", isa[] = "auto", weights[] = "1,2";
    spate_options o = small();
    spate_sim *sim = NULL;
    spate_stats s;
    o.scheme = scheme, o.backend = backend, o.isa = isa, o.part_weights = weights;
    OK(spate_sim_create(ctx, &o, &sim));
    memset(scheme, '?', strlen(scheme));
    memset(backend, '?', strlen(backend));
    memset(isa, '?', strlen(isa));
    memset(weights, '?', strlen(weights));
    OK(spate_set_bed(sim, flat, NULL));
    OK(spate_set_level(sim, hill, NULL));
    OK(spate_advance_steps(sim, 1));
    OK(spate_get_stats(sim, &s));
    CHECK(strcmp(s.backend, "cpu") == 0 && s.parts == 2);
    spate_sim_destroy(sim);
    char name[] = "own";
    spate_compact_options c;
    spate_compact *compact = NULL;
    spate_compact_scheme own;
    spate_compact_stats cs;
    spate_compact_options_default(&c);
    c.size[0] = 20, c.periodic = 1;
    OK(spate_compact_create(ctx, &c, &compact));
    CHECK(spate_compact_find("first-6", &own));
    own.name = name;
    OK(spate_compact_set_scheme(compact, &own));
    OK(spate_compact_set_scheme(compact, &own)); /* the second name replaces the first */
    memset(name, '?', strlen(name));
    OK(spate_compact_setup(compact));
    spate_compact_get_stats(compact, &cs);
    CHECK(strcmp(cs.scheme, "own") == 0);
    spate_compact_destroy(compact);
}

static int handled;

static void handler(int number)
{
    handled = number;
}

static void signals_stay(void)
{
    spate_options o = small();
    spate_sim *sim = NULL;
    signal(SIGINT, handler);
    OK(spate_sim_create(ctx, &o, &sim));
    OK(spate_set_bed(sim, flat, NULL));
    OK(spate_set_level(sim, hill, NULL));
    OK(spate_advance_steps(sim, 1));
    raise(SIGINT);
    CHECK(handled == SIGINT);
    CHECK(signal(SIGINT, SIG_DFL) == handler);
    spate_sim_destroy(sim);
}

/* ---- structures of options ---- */

/* The members of this header and one that only a newer one has. */
typedef struct newer_options {
    spate_options options;
    double more;
} newer_options;

static void a_shorter_structure_gets_defaults_for_the_rest(void)
{
    /* As of a program whose header ends before dt_max: it neither sets nor reads what follows. */
    const size_t size = offsetof(spate_options, dt_max);
    spate_options o;
    spate_sim *sim = NULL;
    memset(&o, 0xff, sizeof o);
    spate_options_default_sized(&o, size);
    CHECK(o.struct_size == size);
    for (size_t k = size; k < sizeof o; ++k)
        CHECK(((const unsigned char *)&o)[k] == 0xff);
    o.nx = 64, o.ny = 32, o.dx = o.dy = 1;
    OK(spate_sim_create(ctx, &o, &sim)); /* NaN and pointers to nowhere would be refused */
    spate_sim_destroy(sim);
}

static void a_longer_structure_is_refused_with_the_reason(void)
{
    newer_options o;
    spate_sim *sim = NULL;
    spate_options_default_sized(&o.options, sizeof o);
    CHECK(o.options.struct_size == sizeof o && o.more == 0);
    o.options.nx = 64, o.options.ny = 32, o.options.dx = o.options.dy = 1;
    CHECK(spate_sim_create(ctx, &o.options, &sim) == SPATE_ERROR_ARGUMENT && !sim);
    CHECK_CONTAINS(spate_message(ctx), "header of a newer one");
}

#define REFUSES(kind, ...)                                                                         \
    do {                                                                                           \
        spate_##kind##_options given;                                                              \
        spate_##kind *out = NULL;                                                                  \
        memset(&given, 0, sizeof given);                                                           \
        CHECK(spate_##kind##_create(ctx, &given, __VA_ARGS__ &out) == SPATE_ERROR_ARGUMENT);       \
        CHECK(!out);                                                                               \
        CHECK_CONTAINS(spate_message(ctx), "call spate_" #kind "_options_default first");          \
    } while (0)

static void options_without_defaults_are_refused(void)
{
    spate_options o;
    spate_sim *sim = NULL;
    memset(&o, 0, sizeof o);
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "call spate_options_default first");
    REFUSES(tridiag, );
    REFUSES(compact, );
    REFUSES(krylov, );
    REFUSES(tridiag_distributed, NULL, 0, );
    REFUSES(compact_distributed, NULL, 0, );
    spate_case_options c;
    spate_case *made = NULL;
    memset(&c, 0, sizeof c);
    CHECK(spate_case_open(ctx, "none.yaml", &c, &made) == SPATE_ERROR_ARGUMENT && !made);
    CHECK_CONTAINS(spate_message(ctx), "call spate_case_options_default first");
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
#ifdef _OPENMP
    RUN(threads_of_openmp_stay);
#endif
    RUN(strings_are_copied);
    RUN(signals_stay);
    RUN(a_shorter_structure_gets_defaults_for_the_rest);
    RUN(a_longer_structure_is_refused_with_the_reason);
    RUN(options_without_defaults_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
