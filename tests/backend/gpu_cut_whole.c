/* Claims of gpu_cut about lines that are whole in one part (cut_whole.cuh): they have the bits of the CPU, whose
 * order is that of lines in several parts. */
#include <stdlib.h>

#include "check.h"
#include "gpu_cut.h"

/* Chunks have 64 rows. A block of a GPU has at most 128 (f32: 256) chunks of lines along x, 16 (32 of long lines)
 * of lines along y; the blocks of a cluster share longer ones. Many lines along y have twice as many blocks of half
 * as many chunks. Strides along y are multiples of 16 bytes. */
typedef struct whole_size {
    int64_t n, lines;
    layout_kind layout;
} whole_size;

static const whole_size sizes[] = {
    {3, 9, LAYOUT_CONTIGUOUS}, {64, 5, LAYOUT_ROWS},
    {65, 300, LAYOUT_ROWS},    {1000, 37, LAYOUT_CONTIGUOUS},
    {8192, 3, LAYOUT_ROWS},    {8200, 2, LAYOUT_CONTIGUOUS},
    {16500, 3, LAYOUT_ROWS},   {3, 19, LAYOUT_Y},
    {64, 7, LAYOUT_Y},         {129, 300, LAYOUT_INTERLEAVED},
    {200, 171, LAYOUT_Y},      {1024, 24, LAYOUT_INTERLEAVED},
    {1030, 19, LAYOUT_Y},      {4100, 36, LAYOUT_INTERLEAVED},
    {8193, 11, LAYOUT_Y},      {1500, 260, LAYOUT_INTERLEAVED},
    {7000, 263, LAYOUT_Y},     {9000, 131, LAYOUT_Y},
};

/* So many lines that a GPU of 132 multiprocessors takes 128 bytes of each row, which the blocks of large clusters share. */
static const whole_size large[] = {{8192, 2304, LAYOUT_INTERLEAVED},
                                   {8192, 4352, LAYOUT_INTERLEAVED}};

static cut_variant variant_of(const whole_size *size, int precision)
{
    const cut_variant variant = {.matrix = SPATE_TRIDIAG_TOEPLITZ,
                                 .precision = precision,
                                 .threads = 1,
                                 .chunk = 64,
                                 .layout = size->layout,
                                 .parts = 1};
    return variant;
}

static systems make(const whole_size *size, int precision, int periodic)
{
    systems s;
    if (!CHECK(systems_make(&s, size->n, size->lines, periodic)))
        abort();
    /* of every other size couplings may reach beyond a chunk */
    systems_fill(&s, size->lines % 2 ? MATRIX_M : MATRIX_DOMINANT, ROWS_TOEPLITZ, precision);
    return s;
}

/* Returns x and, in message, what the solve says. */
static double *solve_on(const char *on, const tri_device *memory, cut_variant variant, systems *s,
                        spate_status wanted, char message[200])
{
    const size_t bytes = (size_t)(s->n * s->lines) * sizeof(double);
    double *x = malloc(bytes);
    int kept = 0;
    if (!x)
        abort();
    variant.backend = on;
    variant.device = memory;
    CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, s, &kept, NULL) == wanted && kept);
    snprintf(message, 200, "%s", spate_message(ctx));
    memcpy(x, s->x, bytes);
    return x;
}

static void compare(const whole_size *size, int precision, int periodic)
{
    systems s = make(size, precision, periodic);
    cut_variant variant = variant_of(size, precision);
    char message[200];
    double *cpu = solve_on("cpu", NULL, variant, &s, SPATE_OK, message);
    for (int in_place = 0; in_place < 2; ++in_place) {
        variant.in_place = in_place;
        double *there = solve_on(backend, in_place ? device : NULL, variant, &s, SPATE_OK, message);
        if (!CHECK(memcmp(cpu, there, (size_t)(s.n * s.lines) * sizeof *cpu) == 0))
            printf("  f%d, n %lld, %lld lines, %s%s\n", precision, (long long)s.n,
                   (long long)s.lines, layout_names[size->layout], periodic ? ", periodic" : "");
        free(there);
    }
    free(cpu);
    systems_free(&s);
}

void whole_lines_have_the_bits_of_the_cpu(void)
{
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        for (int precision = 32; precision <= 64; precision += 32)
            for (int periodic = 0; periodic < 2; ++periodic)
                compare(&sizes[k], precision, periodic);
}

/* f32 is as wide with more lines. */
void many_whole_lines_have_the_bits_of_the_cpu(void)
{
    for (int periodic = 0; periodic < 2; ++periodic) {
        compare(&large[0], 64, periodic);
        compare(&large[1], 32, periodic);
    }
}

/* A value that is not finite in two lines: the message is the CPU's, all other lines are solved. */
void whole_lines_fail_as_on_the_cpu(void)
{
    static const whole_size failing[] = {{200, 9, LAYOUT_ROWS},
                                         {1100, 19, LAYOUT_Y},
                                         {1100, 139, LAYOUT_Y}};
    for (int k = 0; k < 6; ++k) {
        const whole_size *size = &failing[k % 3];
        systems s = make(size, 64, k / 3);
        cut_variant variant = variant_of(size, 64);
        char said[2][200];
        variant.in_place = k / 3;
        s.d[4 * s.n + 130] = NAN;
        s.d[7 * s.n + 2] = INFINITY;
        double *cpu = solve_on("cpu", NULL, variant, &s, SPATE_ERROR_NUMERICAL, said[0]);
        double *there = solve_on(backend, device, variant, &s, SPATE_ERROR_NUMERICAL, said[1]);
        if (!CHECK(strcmp(said[0], said[1]) == 0))
            printf("  cpu \"%s\", %s \"%s\"\n", said[0], backend, said[1]);
        for (int64_t line = 0; line < s.lines; ++line)
            if (line != 4 && line != 7)
                CHECK(memcmp(cpu + line * s.n, there + line * s.n, (size_t)s.n * sizeof *cpu) == 0);
        free(cpu);
        free(there);
        systems_free(&s);
    }
}
