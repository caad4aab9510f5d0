/* Claim: every public function refuses NULL where it needs something, unknown kinds and negative
 * counts, with a message; nothing crashes. tests/cli/null_arguments.sh checks that no function
 * of include/spate is missing here. */
#include <stdlib.h>

#include "check.h"
#include "spate/compact.h"
#include "spate/compact_distributed.h"
#include "spate/krylov.h"
#include "spate/spate.h"
#include "spate/tridiag.h"
#include "spate/tridiag_distributed.h"

static spate_context *ctx;
static spate_sim *sim;

/* Without a handle there is nowhere to keep a sentence. */
#define NO_HANDLE(call) CHECK((call) == SPATE_ERROR_ARGUMENT)
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        CHECK((call) == SPATE_ERROR_ARGUMENT);                                                     \
        CHECK(*spate_message(ctx) != '\0');                                                        \
    } while (0)

static double flat(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

static double one(double x, double y, void *user)
{
    return flat(x, y, user) + 1;
}

static int in_the_west(const spate_face *face, void *user)
{
    (void)user;
    return face->edge == SPATE_WEST;
}

static void make(void)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = o.ny = 8;
    o.dx = o.dy = 1;
    o.threads = 1;
    o.backend = "cpu";
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, flat, NULL) == SPATE_OK);
    CHECK(spate_set_depth(sim, one, NULL) == SPATE_OK);
}

static void contexts_and_options(void)
{
    spate_options o;
    spate_options_default(&o);
    NO_HANDLE(spate_context_create(NULL));
    NO_HANDLE(spate_context_create_parallel(NULL));
    spate_context_destroy(NULL);
    spate_set_log(NULL, NULL, NULL);
    CHECK(strcmp(spate_message(NULL), "") == 0);
    CHECK(spate_rank(NULL) == 0 && spate_rank_count(NULL) == 1);
    CHECK(spate_status_text((spate_status)-1) && spate_exit_code((spate_status)999) == 1);
    CHECK(spate_version() && spate_section_name((spate_section)-1));
    spate_options_default(NULL);
    spate_options_default_sized(NULL, sizeof o);
    NO_HANDLE(spate_context_create_mpi(0, NULL));
    CHECK(!spate_options_set_precision(NULL, "f32") && !spate_options_set_precision(&o, NULL));
    CHECK(strcmp(spate_options_precision(NULL), "") == 0);
    spate_sim *none = sim;
    NO_HANDLE(spate_sim_create(NULL, &o, &none));
    CHECK(none == NULL);
    REFUSED(spate_sim_create(ctx, NULL, &none));
    REFUSED(spate_sim_create(ctx, &o, NULL));
    spate_sim_destroy(NULL);
    o.nx = o.ny = 8;
    o.dx = o.dy = 1;
    const char **names[] = {&o.scheme, &o.backend, &o.isa, &o.lines};
    for (int k = 0; k < 4; ++k) {
        const char *was = *names[k];
        *names[k] = NULL;
        CHECK(spate_sim_create(ctx, &o, &none) ==
              (k == 1 ? SPATE_ERROR_BACKEND : SPATE_ERROR_ARGUMENT));
        *names[k] = was;
    }
    o.threads = -1;
    REFUSED(spate_sim_create(ctx, &o, &none));
}

static void fields(void)
{
    int64_t i = 1, j = 1;
    NO_HANDLE(spate_set_active(NULL, one, NULL));
    NO_HANDLE(spate_set_bed(NULL, flat, NULL));
    NO_HANDLE(spate_set_level(NULL, flat, NULL));
    NO_HANDLE(spate_set_depth(NULL, flat, NULL));
    NO_HANDLE(spate_set_water(NULL, flat, flat, NULL));
    NO_HANDLE(spate_set_velocity(NULL, flat, flat, NULL));
    NO_HANDLE(spate_set_friction(NULL, flat, NULL));
    REFUSED(spate_set_active(sim, NULL, NULL));
    REFUSED(spate_set_bed(sim, NULL, NULL));
    REFUSED(spate_set_level(sim, NULL, NULL));
    REFUSED(spate_set_depth(sim, NULL, NULL));
    REFUSED(spate_set_water(sim, NULL, NULL, NULL));
    REFUSED(spate_set_friction(sim, NULL, NULL));
    CHECK(spate_set_velocity(sim, NULL, NULL, NULL) == SPATE_OK);
    spate_get_local_box(NULL, &i, &j, &i, &j);
    CHECK(i == 0 && j == 0);
    spate_get_local_box(sim, NULL, NULL, NULL, NULL);
}

static void balance(void)
{
    spate_tuning tuning;
    spate_tuning_mode mode = SPATE_TUNE_START;
    CHECK(!spate_tuning_mode_of(NULL, &mode) && !spate_tuning_mode_of("often", &mode));
    CHECK(!spate_tuning_mode_of("off", NULL) && mode == SPATE_TUNE_START);
    CHECK(strcmp(spate_tuning_word((spate_tuning_mode)-1), "unknown") == 0);
    NO_HANDLE(spate_get_tuning(NULL, &tuning));
    REFUSED(spate_get_tuning(sim, NULL));
    CHECK(spate_get_tuning(sim, &tuning) == SPATE_OK && tuning.mode == SPATE_TUNE_OFF);
    NO_HANDLE(spate_repartition(NULL, (const int64_t[]){0, 8}));
    REFUSED(spate_repartition(sim, NULL));
    REFUSED(spate_repartition(sim, (const int64_t[]){0, 8})); /* it has one device */
}

static void arrays(void)
{
    double values[64];
    const spate_array a = {.values = values, .precision = 64};
    spate_view view;
    NO_HANDLE(spate_set_array(NULL, SPATE_BED, &a));
    REFUSED(spate_set_array(sim, SPATE_BED, NULL));
    REFUSED(spate_set_array(sim, (spate_field_name)-1, &a));
    NO_HANDLE(spate_set_velocity_arrays(NULL, &a, &a));
    CHECK(spate_set_velocity_arrays(sim, NULL, NULL) == SPATE_OK);
    NO_HANDLE(spate_set_rain_array(NULL, &a));
    CHECK(spate_set_rain_array(sim, NULL) == SPATE_OK);
    NO_HANDLE(spate_get_array(NULL, SPATE_BED, &a));
    REFUSED(spate_get_array(sim, SPATE_BED, NULL));
    REFUSED(spate_get_array(sim, (spate_field_name)-1, &a));
    NO_HANDLE(spate_get_view(NULL, SPATE_DEPTH, 0, &view));
    REFUSED(spate_get_view(sim, SPATE_DEPTH, 0, NULL));
    REFUSED(spate_get_view(sim, SPATE_DEPTH, -1, &view));
    NO_HANDLE(spate_get_device_view(NULL, SPATE_DEPTH, 0, &view));
    REFUSED(spate_get_device_view(sim, SPATE_DEPTH, 0, NULL));
    REFUSED(spate_get_device_view(sim, SPATE_BED, 0, &view));
    CHECK(spate_get_device_view(sim, SPATE_DEPTH, 0, &view) == SPATE_ERROR_BACKEND);
    CHECK(spate_part_count(NULL) == 0);
}

static void tuning(void)
{
    spate_tuning report;
    spate_tuning_mode mode = SPATE_TUNE_START;
    NO_HANDLE(spate_get_tuning(NULL, &report));
    REFUSED(spate_get_tuning(sim, NULL));
    NO_HANDLE(spate_repartition(NULL, NULL));
    REFUSED(spate_repartition(sim, NULL));
    CHECK(!spate_tuning_mode_of(NULL, &mode) && !spate_tuning_mode_of("off", NULL));
    CHECK(!spate_tuning_mode_of("of", &mode) && mode == SPATE_TUNE_START);
    CHECK(spate_tuning_word((spate_tuning_mode)-1) != NULL);
}

static void boundaries(void)
{
    spate_boundary b = {.name = "west", .takes = in_the_west};
    spate_boundary_stats stats;
    spate_series empty = {.count = -1}, missing = {.count = 2};
    int64_t count;
    NO_HANDLE(spate_add_boundary(NULL, &b));
    REFUSED(spate_add_boundary(sim, NULL));
    b.kind = (spate_boundary_kind)999;
    REFUSED(spate_add_boundary(sim, &b));
    b.kind = SPATE_BOUNDARY_LEVEL;
    REFUSED(spate_add_boundary(sim, &b)); /* no series */
    b.series_count = -1;
    REFUSED(spate_add_boundary(sim, &b));
    b.series = &missing, b.series_count = 1;
    REFUSED(spate_add_boundary(sim, &b));
    b.kind = SPATE_BOUNDARY_RATING, b.series = NULL, b.series_count = 0, b.rating_count = 2;
    REFUSED(spate_add_boundary(sim, &b));
    b.rating_count = -2;
    REFUSED(spate_add_boundary(sim, &b));
    b.kind = SPATE_BOUNDARY_OPEN, b.rating_count = 0, b.takes = NULL;
    REFUSED(spate_add_boundary(sim, &b));
    b.takes = in_the_west, b.series_count = 1;
    REFUSED(spate_add_boundary(sim, &b)); /* an unneeded series that is NULL */
    NO_HANDLE(spate_get_boundary(NULL, 0, &stats));
    REFUSED(spate_get_boundary(sim, 0, NULL));
    REFUSED(spate_get_boundary(sim, -1, &stats));
    NO_HANDLE(spate_get_boundary_faces(NULL, 0, NULL, 0));
    REFUSED(spate_get_boundary_faces(sim, 0, NULL, -1));
    REFUSED(spate_get_boundary_faces(sim, 999, NULL, 0));
    NO_HANDLE(spate_get_wall_faces(NULL, NULL, 0, &count));
    REFUSED(spate_get_wall_faces(sim, NULL, -1, &count));
    CHECK(spate_get_wall_faces(sim, NULL, 0, NULL) == SPATE_OK);
    NO_HANDLE(spate_set_rain(NULL, &empty));
    REFUSED(spate_set_rain(sim, &empty));
    REFUSED(spate_set_rain(sim, &missing));
    CHECK(spate_set_rain(sim, NULL) == SPATE_OK);
    NO_HANDLE(spate_set_wind(NULL, &empty, &empty));
    REFUSED(spate_set_wind(sim, &missing, &missing));
    REFUSED(spate_set_wind(sim, &missing, NULL));
    REFUSED(spate_set_wind(sim, NULL, &missing));
}

static void faces_and_sources(void)
{
    spate_crest crest = {0};
    spate_section_face face = {0};
    spate_inflow_stats stats;
    double volume;
    const double t = 0, q = 1;
    spate_series series = {.count = 1, .t = &t, .value = &q};
    NO_HANDLE(spate_set_crests(NULL, &crest, 1));
    REFUSED(spate_set_crests(sim, NULL, 1));
    REFUSED(spate_set_crests(sim, &crest, -1));
    NO_HANDLE(spate_add_section(NULL, &face, 1));
    REFUSED(spate_add_section(sim, NULL, 1));
    REFUSED(spate_add_section(sim, &face, -1));
    NO_HANDLE(spate_get_section(NULL, 0, &volume));
    CHECK(spate_add_section(sim, &face, 1) == SPATE_OK);
    REFUSED(spate_get_section(sim, 0, NULL));
    REFUSED(spate_get_section(sim, -1, &volume));
    NO_HANDLE(spate_set_rain_map(NULL, flat, NULL));
    NO_HANDLE(spate_set_infiltration(NULL, flat, NULL, NULL, NULL));
    REFUSED(spate_set_infiltration(sim, NULL, NULL, NULL, NULL));
    REFUSED(spate_set_infiltration(sim, flat, flat, NULL, NULL));
    NO_HANDLE(spate_set_air_pressure(NULL, flat, NULL, 0, 101));
    REFUSED(spate_set_air_pressure(sim, flat, NULL, 0, 101)); /* kurganov has none */
    NO_HANDLE(spate_add_inflow(NULL, "spring", &series, one, NULL, NULL, NULL));
    REFUSED(spate_add_inflow(sim, NULL, &series, one, NULL, NULL, NULL));
    REFUSED(spate_add_inflow(sim, "spring", NULL, one, NULL, NULL, NULL));
    REFUSED(spate_add_inflow(sim, "spring", &series, NULL, NULL, NULL, NULL));
    CHECK(spate_add_inflow(sim, "spring", &series, one, NULL, NULL, NULL) == SPATE_OK);
    NO_HANDLE(spate_get_inflow(NULL, 0, &stats));
    REFUSED(spate_get_inflow(sim, 0, NULL));
    REFUSED(spate_get_inflow(sim, 1, &stats));
}

static int swallow(const void *bytes, uint64_t count, void *user)
{
    (void)bytes;
    (void)count;
    (void)user;
    return 1;
}

static int nothing(void *bytes, uint64_t count, void *user)
{
    (void)bytes;
    (void)count;
    (void)user;
    return 0;
}

static void running(void)
{
    const int64_t cell[1][2] = {{0, 0}};
    double values[64], of_cell[1][5];
    float frame_values[64], *to[1] = {frame_values};
    const spate_field_name depth = SPATE_DEPTH, unknown = (spate_field_name)999;
    spate_frame *frame = NULL;
    spate_stats stats;
    int64_t i;
    NO_HANDLE(spate_track_maxima(NULL, 0.01, 0.01));
    REFUSED(spate_track_maxima(sim, -1, 0.01));
    NO_HANDLE(spate_advance(NULL, 1));
    REFUSED(spate_advance(sim, NAN));
    NO_HANDLE(spate_advance_steps(NULL, 1));
    REFUSED(spate_advance_steps(sim, -1));
    spate_set_observer(NULL, NULL, NULL);
    NO_HANDLE(spate_get_field(NULL, depth, values));
    REFUSED(spate_get_field(sim, depth, NULL));
    REFUSED(spate_get_field(sim, unknown, values));
    REFUSED(spate_get_field(sim, (spate_field_name)-1, values));
    NO_HANDLE(spate_get_field_f32(NULL, depth, frame_values));
    REFUSED(spate_get_field_f32(sim, depth, NULL));
    REFUSED(spate_get_field_f32(sim, unknown, frame_values));
    NO_HANDLE(spate_frame_start(NULL, 1, &depth, to, &frame));
    REFUSED(spate_frame_start(sim, 1, &depth, to, NULL));
    REFUSED(spate_frame_start(sim, 1, NULL, to, &frame));
    REFUSED(spate_frame_start(sim, 1, &depth, NULL, &frame));
    REFUSED(spate_frame_start(sim, -1, &depth, to, &frame));
    REFUSED(spate_frame_start(sim, 1, &unknown, to, &frame));
    CHECK(spate_frame_wait(NULL, NULL) == SPATE_OK);
    NO_HANDLE(spate_get_cells(NULL, 1, cell, of_cell));
    REFUSED(spate_get_cells(sim, 1, NULL, of_cell));
    REFUSED(spate_get_cells(sim, 1, cell, NULL));
    REFUSED(spate_get_cells(sim, -1, cell, of_cell));
    NO_HANDLE(spate_get_limiting_cell(NULL, &i, &i));
    REFUSED(spate_get_limiting_cell(sim, NULL, &i));
    NO_HANDLE(spate_save(NULL, swallow, NULL));
    REFUSED(spate_save(sim, NULL, NULL));
    NO_HANDLE(spate_load(NULL, nothing, NULL));
    REFUSED(spate_load(sim, NULL, NULL));
    NO_HANDLE(spate_get_stats(NULL, &stats));
    REFUSED(spate_get_stats(sim, NULL));
    spate_tuning tuning;
    const int64_t cuts[] = {0, 8};
    NO_HANDLE(spate_get_tuning(NULL, &tuning));
    REFUSED(spate_get_tuning(sim, NULL));
    NO_HANDLE(spate_repartition(NULL, cuts));
    REFUSED(spate_repartition(sim, NULL));
}

static void tridiagonal_lines(void)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats;
    const spate_toeplitz m = {0};
    double v[4] = {0}, x[4];
    spate_tridiag_options_default(NULL);
    spate_tridiag_options_default_sized(NULL, 8);
    spate_tridiag_options_default(&o);
    CHECK(*spate_tridiag_algorithms((spate_tridiag_class)999) == NULL);
    CHECK(*spate_tridiag_cuda_algorithms((spate_tridiag_class)999) == NULL);
    NO_HANDLE(spate_tridiag_create(NULL, &o, &t));
    REFUSED(spate_tridiag_create(ctx, NULL, &t));
    REFUSED(spate_tridiag_create(ctx, &o, NULL));
    REFUSED(spate_tridiag_create(ctx, &o, &t)); /* lines of no unknowns */
    o.lines = (spate_lines){.n = 4, .stride = 1, .count = {1, 1}};
    o.matrix = (spate_tridiag_class)999;
    REFUSED(spate_tridiag_create(ctx, &o, &t));
    o.matrix = SPATE_TRIDIAG_GENERAL, o.memory = (spate_memory)999;
    REFUSED(spate_tridiag_create(ctx, &o, &t));
    o.memory = SPATE_MEMORY_HOST, o.lines.count[0] = -1;
    REFUSED(spate_tridiag_create(ctx, &o, &t));
    o.lines.count[0] = 1, o.algorithm = NULL;
    REFUSED(spate_tridiag_create(ctx, &o, &t));
    o.algorithm = "auto", o.threads = 1;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    spate_tridiag_destroy(NULL);
    NO_HANDLE(spate_tridiag_set_matrix(NULL, v, v, v));
    REFUSED(spate_tridiag_set_matrix(t, NULL, NULL, NULL));
    NO_HANDLE(spate_tridiag_set_toeplitz(NULL, &m));
    REFUSED(spate_tridiag_set_toeplitz(t, NULL));
    NO_HANDLE(spate_tridiag_setup(NULL));
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    NO_HANDLE(spate_tridiag_set_stream(NULL, NULL));
    NO_HANDLE(spate_tridiag_wait(NULL));
    NO_HANDLE(spate_tridiag_solve(NULL, v, v, v, v, x));
    REFUSED(spate_tridiag_solve(t, NULL, v, v, v, x));
    REFUSED(spate_tridiag_solve(t, v, v, v, NULL, x));
    REFUSED(spate_tridiag_solve(t, v, v, v, v, NULL));
    NO_HANDLE(spate_tridiag_solve_many(NULL, v, x));
    REFUSED(spate_tridiag_solve_many(t, NULL, NULL));
    spate_tridiag_get_stats(NULL, &stats);
    CHECK(stats.solves == 0);
    spate_tridiag_get_stats(t, NULL);
    spate_tridiag_destroy(t);
}

static void krylov(void)
{
    spate_krylov_options o;
    spate_krylov *k = NULL;
    spate_krylov_stats stats;
    spate_krylov_part part;
    spate_krylov_matrix m = {0};
    spate_csr csr;
    double v[4] = {1, 1, 1, 1}, zero[4] = {0}, x[4];
    const void *b = v;
    void *to = x, *none = NULL;
    const double *log;
    int count;
    spate_krylov_options_default(NULL);
    spate_krylov_options_default_sized(NULL, 8);
    spate_krylov_options_default(&o);
    CHECK(*spate_krylov_preconditioners() != NULL && *spate_krylov_methods() != NULL);
    NO_HANDLE(spate_krylov_create(NULL, &o, &k));
    REFUSED(spate_krylov_create(ctx, NULL, &k));
    REFUSED(spate_krylov_create(ctx, &o, NULL));
    REFUSED(spate_krylov_create(ctx, &o, &k)); /* no unknowns */
    o.nx = 2, o.ny = 2, o.threads = 1, o.preconditioner = NULL;
    REFUSED(spate_krylov_create(ctx, &o, &k));
    o.preconditioner = "jacobi";
    CHECK(spate_krylov_create(ctx, &o, &k) == SPATE_OK);
    spate_krylov_destroy(NULL);
    CHECK(spate_krylov_part_count(NULL) == 0 && spate_krylov_part_count(k) == 1);
    NO_HANDLE(spate_krylov_get_part(NULL, 0, &part));
    REFUSED(spate_krylov_get_part(k, 0, NULL));
    REFUSED(spate_krylov_get_part(k, 1, &part));
    REFUSED(spate_krylov_get_part(k, -1, &part));
    NO_HANDLE(spate_krylov_set_matrix(NULL, &m));
    REFUSED(spate_krylov_set_matrix(k, NULL));
    REFUSED(spate_krylov_set_matrix(k, &m));
    NO_HANDLE(spate_krylov_setup(NULL));
    REFUSED(spate_krylov_setup(k)); /* no matrix */
    NO_HANDLE(spate_krylov_set_operator(NULL, NULL, NULL));
    CHECK(spate_krylov_set_operator(k, NULL, NULL) == SPATE_OK);
    REFUSED(spate_krylov_export_csr(k, &csr));
    m = (spate_krylov_matrix){.centre = v, .east = zero, .north = zero};
    CHECK(spate_krylov_set_matrix(k, &m) == SPATE_OK);
    REFUSED(spate_krylov_solve(k, &b, &to)); /* before setup */
    CHECK(spate_krylov_setup(k) == SPATE_OK);
    NO_HANDLE(spate_krylov_solve(NULL, &b, &to));
    REFUSED(spate_krylov_solve(k, NULL, &to));
    REFUSED(spate_krylov_solve(k, &b, NULL));
    REFUSED(spate_krylov_solve(k, (const void *const *)&none, &to));
    REFUSED(spate_krylov_solve(k, &b, &none));
    CHECK(spate_krylov_solve(k, &b, &to) == SPATE_OK);
    NO_HANDLE(spate_krylov_set_stream(NULL, NULL));
    REFUSED(spate_krylov_set_stream(k, v)); /* the CPU has none */
    NO_HANDLE(spate_krylov_get_log(NULL, &log, &count));
    REFUSED(spate_krylov_get_log(k, NULL, &count));
    REFUSED(spate_krylov_get_log(k, &log, NULL));
    REFUSED(spate_krylov_get_log(k, &log, &count)); /* it was not asked for */
    NO_HANDLE(spate_krylov_export_csr(NULL, &csr));
    REFUSED(spate_krylov_export_csr(k, NULL));
    CHECK(spate_krylov_export_csr(k, &csr) == SPATE_OK && csr.rows == 4);
    spate_csr_free(&csr);
    spate_csr_free(NULL);
    spate_krylov_get_stats(NULL, &stats);
    CHECK(stats.solves == 0);
    spate_krylov_get_stats(k, NULL);
    spate_krylov_destroy(k);
}

static void distributed_lines(void)
{
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed *t = NULL;
    spate_tridiag_distributed_stats stats;
    const spate_line_part part = {.lines = {.n = 4, .stride = 1, .count = {1, 1}}};
    const spate_toeplitz m = {0};
    double v[4] = {0}, y[4];
    const void *in[1] = {v}, *none[1] = {NULL};
    void *x[1] = {y}, *nowhere[1] = {NULL};
    spate_tridiag_distributed_options_default(NULL);
    spate_tridiag_distributed_options_default_sized(NULL, 8);
    spate_tridiag_distributed_options_default(&o);
    o.n = 4, o.threads = 1;
    NO_HANDLE(spate_tridiag_distributed_create(NULL, &o, &part, 1, &t));
    REFUSED(spate_tridiag_distributed_create(ctx, NULL, &part, 1, &t));
    REFUSED(spate_tridiag_distributed_create(ctx, &o, NULL, 1, &t));
    REFUSED(spate_tridiag_distributed_create(ctx, &o, &part, -1, &t));
    REFUSED(spate_tridiag_distributed_create(ctx, &o, &part, 1, NULL));
    o.backend = NULL;
    REFUSED(spate_tridiag_distributed_create(ctx, &o, &part, 1, &t));
    o.backend = "auto";
    CHECK(spate_tridiag_distributed_create(ctx, &o, &part, 1, &t) == SPATE_OK);
    spate_tridiag_distributed_destroy(NULL);
    NO_HANDLE(spate_tridiag_distributed_set_matrix(NULL, v, v, v));
    REFUSED(spate_tridiag_distributed_set_matrix(t, NULL, NULL, NULL));
    NO_HANDLE(spate_tridiag_distributed_set_toeplitz(NULL, &m));
    REFUSED(spate_tridiag_distributed_set_toeplitz(t, NULL));
    NO_HANDLE(spate_tridiag_distributed_setup(NULL));
    CHECK(spate_tridiag_distributed_setup(t) == SPATE_OK);
    NO_HANDLE(spate_tridiag_distributed_set_stream(NULL, NULL));
    NO_HANDLE(spate_tridiag_distributed_wait(NULL));
    NO_HANDLE(spate_tridiag_distributed_solve(NULL, in, in, in, in, x));
    REFUSED(spate_tridiag_distributed_solve(t, NULL, in, in, in, x));
    REFUSED(spate_tridiag_distributed_solve(t, in, in, in, none, x));
    REFUSED(spate_tridiag_distributed_solve(t, in, in, in, in, NULL));
    REFUSED(spate_tridiag_distributed_solve(t, in, in, in, in, nowhere));
    NO_HANDLE(spate_tridiag_distributed_solve_many(NULL, in, x));
    REFUSED(spate_tridiag_distributed_solve_many(t, NULL, NULL));
    NO_HANDLE(spate_tridiag_distributed_solve_rows(NULL, NULL, NULL, NULL, x));
    REFUSED(spate_tridiag_distributed_solve_rows(t, NULL, NULL, NULL, x));
    spate_tridiag_distributed_get_stats(NULL, &stats);
    CHECK(stats.solves == 0);
    spate_tridiag_distributed_get_stats(t, NULL);
    spate_tridiag_distributed_destroy(t);
}

static void compact_differences(void)
{
    spate_compact_options o;
    spate_compact *c = NULL;
    spate_compact_stats stats;
    spate_compact_scheme s;
    double f[16] = {0}, g[16];
    spate_compact_options_default(NULL);
    spate_compact_options_default_sized(NULL, 8);
    spate_compact_options_default(&o);
    CHECK(*spate_compact_schemes() != NULL);
    CHECK(!spate_compact_find(NULL, &s) && !spate_compact_find("first-6", NULL));
    NO_HANDLE(spate_compact_filter(NULL, 6, 0.4, NULL));
    REFUSED(spate_compact_filter(ctx, 6, 0.4, NULL));
    REFUSED(spate_compact_filter(ctx, -2, 0.4, &s));
    NO_HANDLE(spate_compact_check(NULL, &s, NULL));
    REFUSED(spate_compact_check(ctx, NULL, NULL));
    CHECK(isnan(spate_compact_symbol(NULL, 1)));
    CHECK(spate_compact_results(NULL, 8, 0) == 0);
    CHECK(spate_compact_find("first-6", &s) && spate_compact_results(&s, -8, 0) == 0);
    NO_HANDLE(spate_compact_create(NULL, &o, &c));
    REFUSED(spate_compact_create(ctx, NULL, &c));
    REFUSED(spate_compact_create(ctx, &o, NULL));
    o.size[0] = 16, o.threads = 1, o.memory = (spate_memory)999;
    REFUSED(spate_compact_create(ctx, &o, &c));
    o.memory = SPATE_MEMORY_HOST;
    CHECK(spate_compact_create(ctx, &o, &c) == SPATE_OK);
    spate_compact_destroy(NULL);
    REFUSED(spate_compact_setup(c)); /* no scheme yet */
    NO_HANDLE(spate_compact_set_scheme(NULL, &s));
    REFUSED(spate_compact_set_scheme(c, NULL));
    CHECK(spate_compact_set_scheme(c, &s) == SPATE_OK);
    NO_HANDLE(spate_compact_setup(NULL));
    CHECK(spate_compact_setup(c) == SPATE_OK);
    NO_HANDLE(spate_compact_apply(NULL, f, g));
    REFUSED(spate_compact_apply(c, NULL, g));
    REFUSED(spate_compact_apply(c, f, NULL));
    NO_HANDLE(spate_compact_wait(NULL));
    NO_HANDLE(spate_compact_set_stream(NULL, NULL));
    spate_compact_get_stats(NULL, &stats);
    CHECK(stats.applied == 0);
    spate_compact_get_stats(c, NULL);
    spate_compact_destroy(c);
}

static void distributed_differences(void)
{
    spate_compact_distributed_options o;
    spate_compact_distributed *c = NULL;
    spate_compact_distributed_stats stats;
    spate_compact_scheme s;
    const spate_compact_part part = {.size = {16, 1, 1}};
    double v[16] = {0}, w[16];
    const void *f[1] = {v}, *none[1] = {NULL};
    void *g[1] = {w};
    CHECK(spate_compact_find("first-6", &s));
    CHECK(spate_compact_results_here(NULL, 8, 0, 0, 8) == 0);
    spate_compact_distributed_options_default(NULL);
    spate_compact_distributed_options_default_sized(NULL, 8);
    spate_compact_distributed_options_default(&o);
    o.size[0] = 16, o.threads = 1;
    NO_HANDLE(spate_compact_distributed_create(NULL, &o, &part, 1, &c));
    REFUSED(spate_compact_distributed_create(ctx, NULL, &part, 1, &c));
    REFUSED(spate_compact_distributed_create(ctx, &o, NULL, 1, &c));
    REFUSED(spate_compact_distributed_create(ctx, &o, &part, -1, &c));
    REFUSED(spate_compact_distributed_create(ctx, &o, &part, 1, NULL));
    o.reduced = NULL;
    REFUSED(spate_compact_distributed_create(ctx, &o, &part, 1, &c));
    o.reduced = "auto", o.backend = NULL;
    REFUSED(spate_compact_distributed_create(ctx, &o, &part, 1, &c));
    o.backend = "auto";
    CHECK(spate_compact_distributed_create(ctx, &o, &part, 1, &c) == SPATE_OK);
    spate_compact_distributed_destroy(NULL);
    spate_compact_distributed_get_stats(c, &stats); /* before setup */
    REFUSED(spate_compact_distributed_apply(c, f, g));
    NO_HANDLE(spate_compact_distributed_set_scheme(NULL, &s));
    REFUSED(spate_compact_distributed_set_scheme(c, NULL));
    CHECK(spate_compact_distributed_set_scheme(c, &s) == SPATE_OK);
    NO_HANDLE(spate_compact_distributed_setup(NULL));
    CHECK(spate_compact_distributed_setup(c) == SPATE_OK);
    NO_HANDLE(spate_compact_distributed_set_stream(NULL, NULL));
    NO_HANDLE(spate_compact_distributed_wait(NULL));
    NO_HANDLE(spate_compact_distributed_apply(NULL, f, g));
    REFUSED(spate_compact_distributed_apply(c, NULL, g));
    REFUSED(spate_compact_distributed_apply(c, none, g));
    REFUSED(spate_compact_distributed_apply(c, f, NULL));
    spate_compact_distributed_get_stats(NULL, &stats);
    CHECK(stats.applied == 0);
    spate_compact_distributed_get_stats(c, NULL);
    spate_compact_distributed_destroy(c);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(make);
    RUN(contexts_and_options);
    RUN(fields);
    RUN(balance);
    RUN(arrays);
    RUN(tuning);
    RUN(boundaries);
    RUN(faces_and_sources);
    RUN(running);
    RUN(tridiagonal_lines);
    RUN(krylov);
    RUN(distributed_lines);
    RUN(compact_differences);
    RUN(distributed_differences);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
    return check_done();
}
