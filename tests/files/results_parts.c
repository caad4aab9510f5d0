/* The small parts of results, each by itself: due times, names, JSON, hashes, sections of time, the
 * container of checkpoints, the writer's thread. Tiles are in results_tiles.c. */
#include <float.h>
#include <pthread.h>
#include <unistd.h>

#include "base/sha256.h"
#include "results/checkpoint/checkpoint_file.h"
#include "results/folder/file_names.h"
#include "results/record/json_flat.h"
#include "results/record/run_sections.h"
#include "results/schedule.h"
#include "results/writer.h"
#include "results_scene.h"

static spate_context *ctx;

/* ---- due times ---- */

static void due_times_are_exact_multiples_and_the_end(void)
{
    schedule s = {.every = 0.1, .end = 100, .last = -1};
    double t = -1;
    int64_t k = 0;
    CHECK(schedule_next(&s, t) == 0 && schedule_due(&s, 0));
    for (t = 0; t < s.end; ++k) {
        CHECK(t == (double)k * 0.1 || t == s.end);
        s.last = t;
        CHECK(!schedule_due(&s, t) && !schedule_due(&s, t + 0.05));
        t = schedule_next(&s, t);
        CHECK(schedule_due(&s, t));
    }
    CHECK(k == 1000 && t == 100);
    s.last = 100;
    CHECK(!schedule_due(&s, 100) && isinf(schedule_next(&s, 100)));
}

static void an_end_between_multiples_is_due(void)
{
    const schedule s = {.every = 30, .end = 100, .last = 90}, never = {.end = 100, .last = -1};
    CHECK(schedule_next(&s, 90) == 100 && schedule_next(&s, 60) == 90 && schedule_due(&s, 100));
    CHECK(isinf(schedule_next(&never, 0)) && !schedule_due(&never, 100));
}

/* A multiple that differs from the end only by rounding would cause a tiny step. */
static void no_sliver_is_left_before_the_end(void)
{
    for (int n = 1; n < 2000; ++n) {
        const schedule s = {.every = 0.7, .end = 0.7 * n * (1 + DBL_EPSILON), .last = -1};
        CHECK(schedule_next(&s, 0.7 * (n - 1)) == s.end);
    }
}

/* ---- names, JSON, hashes ---- */

static void names_are_safe_distinct_and_not_too_long(void)
{
    char longest[400];
    memset(longest, 'a', sizeof longest - 1);
    longest[99] = (char)0xc3, longest[100] = (char)0xa4, longest[399] = '\0';
    const char *names[] = {"a/b", "a:b", "A_B", ".hidden", "..", "-rf", longest, longest, NULL};
    char **made = file_names_make("gauges", names, 9);
    CHECK(strcmp(made[0], "gauges/a_b.csv") == 0 && strcmp(made[1], "gauges/a_b-2.csv") == 0);
    CHECK(strcmp(made[2], "gauges/A_B-3.csv") == 0 && strcmp(made[3], "gauges/_hidden.csv") == 0);
    CHECK(strcmp(made[4], "gauges/_..csv") == 0 && strcmp(made[5], "gauges/_rf.csv") == 0);
    CHECK(strlen(made[6]) == 99 + 7 + 4 && made[6][105] == 'a');
    CHECK(strcmp(made[8], "gauges/unnamed.csv") == 0);
    for (int k = 0; k < 9; ++k)
        for (int n = 0; n < k; ++n)
            CHECK(strcmp(made[k], made[n]) != 0);
    file_names_free(made, 9);
}

static void json_is_flattened(void)
{
    static const char json[] = "{\"a\": {\"b\": [1, -2.5e3, {\"c\": true}], \"e\": {}}, "
                               "\"t\": \"x\\n\\\"\\u00e4\\\"\", \"n\": null, \"l\": []}";
    static const char *const wanted[][2] = {{"a.b[0]", "1"},      {"a.b[1]", "-2.5e3"},
                                            {"a.b[2].c", "true"}, {"a.e", "{}"},
                                            {"t", "x\n\"ä\""},    {"n", "null"},
                                            {"l", "[]"}};
    json_flat f;
    CHECK(json_flatten(json, strlen(json), &f) && f.count == 7);
    for (size_t k = 0; k < 7 && k < f.count; ++k)
        CHECK(strcmp(f.entries[k].path, wanted[k][0]) == 0 &&
              strcmp(f.entries[k].value, wanted[k][1]) == 0);
    CHECK(json_flat_get(&f, "a.b") == NULL);
    json_flat_free(&f);
}

static void what_is_not_json_is_refused(void)
{
    static const char *const bad[] = {"",          "{",          "{\"a\"}", "{\"a\": 1,}", "[1 2]",
                                      "\"\\u12\"", "\"\\q\"",    "{} {}",   "[1",          "\"a",
                                      "\"\n\"",    "{\"a\": 1]", "{a: 1}",  "\xff",        "[,]"};
    json_flat f;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
        if (!CHECK(!json_flatten(bad[k], strlen(bad[k]), &f) && f.count == 0))
            printf("  taken for JSON: %s\n", bad[k]);
    char deep[10001];
    memset(deep, '[', 10000);
    deep[10000] = '\0';
    CHECK(!json_flatten(deep, 10000, &f));
}

/* FIPS 180-4's examples, and a million a's. */
static void sha_256_gives_the_published_values(void)
{
    static const char *const in[] = {"", "abc",
                                     "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    static const char *const out[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"};
    char hex[65];
    sha256 s;
    for (int k = 0; k < 3; ++k) {
        sha256_begin(&s);
        sha256_add(&s, in[k], strlen(in[k]));
        sha256_end(&s, hex);
        CHECK(strcmp(hex, out[k]) == 0);
    }
    sha256_begin(&s);
    for (int k = 0; k < 1000000; k += 25)
        sha256_add(&s, "aaaaaaaaaaaaaaaaaaaaaaaaa", 25);
    sha256_end(&s, hex);
    CHECK(strcmp(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0") == 0);
}

static void every_changed_bit_changes_the_checksum(void)
{
    unsigned char bytes[61];
    for (size_t k = 0; k < sizeof bytes; ++k)
        bytes[k] = (unsigned char)draw_below(256);
    const uint64_t sum = checksum64(CHECKSUM64_START, bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * sizeof bytes; ++bit) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        CHECK(checksum64(CHECKSUM64_START, bytes, sizeof bytes) != sum);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    CHECK(checksum64(CHECKSUM64_START, bytes, sizeof bytes - 1) != sum);
}

/* ---- phases and their sections ---- */

/* Every second of a phase is in exactly one section; the phase of the steps is divided into their
 * sections. */
static void sections_add_up_to_the_phases(void)
{
    const phases p = {.count = 3, .names = {"start", PHASE_LOOP, "end"}, .seconds = {1, 10, 2}};
    spate_stats stats = {0};
    stats.seconds[SPATE_SECTION_SETUP] = 100; /* part of the phases: must not be counted again */
    stats.seconds[SPATE_SECTION_STAGE] = 4;
    stats.seconds[SPATE_SECTION_HALO] = 0.5;
    stats.seconds[SPATE_SECTION_OUTPUT] = 100;
    const run_sections s = run_sections_of(&p, &stats, 1.5);
    double sum = 0;
    for (int k = 0; k < s.count; ++k) {
        sum += s.seconds[k];
        if (strcmp(s.names[k], "output") == 0)
            CHECK(s.seconds[k] == 4); /* 10 - 4 - 0.5 - 1.5 */
    }
    CHECK(s.count == 7 && sum == 13 && s.wall == 13);
}

/* Phases from the start of the process, whose age the system knows to a tick of 10 ms. */
static void phases_leave_no_time_out(void)
{
    phases p;
    const double before = process_seconds();
    phases_begin(&p);
    phases_lap(&p, "one");
    usleep(30000);
    phases_lap(&p, "two");
    usleep(20000);
    phases_lap(&p, "one");
    const double after = process_seconds();
    const double all = p.seconds[0] + p.seconds[1];
    CHECK(p.count == 2 && p.seconds[1] >= 0.03 && p.seconds[0] >= 0.02);
    CHECK(all >= before + 0.05 && all <= after);
    phases nobody = {0};
    phases_lap(&nobody, "one");
    CHECK(nobody.count == 0);
}

/* ---- checkpoints ---- */

static void any_cut_or_changed_byte_of_a_checkpoint_is_found(void)
{
    char bytes[2000], copy[2000];
    FILE *out = fmemopen(bytes, sizeof bytes, "w");
    checkpoint_writer w;
    CHECK(checkpoint_begin(&w, out) && checkpoint_put(&w, "the cursor", 10));
    CHECK(checkpoint_end_piece(&w));
    for (int k = 0; k < 100; ++k)
        CHECK(checkpoint_put(&w, &k, sizeof k));
    CHECK(checkpoint_end(&w));
    const long size = ftell(out);
    fclose(out);
    checkpoint_writer_free(&w);
    CHECK(size == 8 + 16 + 10 + 16 + 400 + 24);
    int missed = 0;
    for (long n = 0; n < 2 * size + 1; ++n) {
        checkpoint_reader r;
        const long length = n < size ? n : size;
        memcpy(copy, bytes, (size_t)size);
        if (n >= size && n < 2 * size)
            copy[n - size] ^= 4;
        FILE *in = length > 0 ? fmemopen(copy, (size_t)length, "r") : fopen("/dev/null", "r");
        const int whole = checkpoint_read_begin(&r, in) && checkpoint_verify(&r);
        missed += whole != (n == 2 * size) || whole == (r.wrong != NULL);
        checkpoint_reader_free(&r);
        fclose(in);
    }
    CHECK(missed == 0);
}

/* ---- the writer's thread ---- */

typedef struct job {
    int number, *order, *next, fails;
} job;

static spate_status do_job(spate_context *own, void *user)
{
    job *j = user;
    if (own) {
        j->order[(*j->next)++] = j->number;
        spate_log(own, SPATE_LOG_WARNING, "job %d", j->number);
    }
    const int fails = own && j->fails;
    const int number = j->number;
    free(j);
    return fails ? spate_fail(own, SPATE_ERROR_OUTPUT, "job %d failed", number) : SPATE_OK;
}

static void the_writer_works_in_order_and_stops_at_a_failure(void)
{
    writer *w = NULL;
    int order[100], next = 0;
    CHECK(writer_start(ctx, &w) == SPATE_OK);
    for (int k = 0; k < 100; ++k) {
        job *j = malloc(sizeof *j);
        *j = (job){.number = k, .order = order, .next = &next, .fails = k == 60};
        uint64_t ticket;
        CHECK(writer_post(w, ctx, do_job, j, &ticket) == SPATE_OK);
        if (k == 30) {
            writer_wait(w, ticket);
            CHECK(next == 31);
        }
    }
    writer_wait(w, WRITER_ALL);
    scene_warnings[0] = '\0';
    CHECK(writer_status(w, ctx) == SPATE_ERROR_OUTPUT);
    CHECK(strcmp(spate_message(ctx), "job 60 failed") == 0);
    CHECK_CONTAINS(scene_warnings, "job 60\n");
    CHECK(!strstr(scene_warnings, "job 61") && next == 61);
    for (int k = 0; k < next; ++k)
        CHECK(order[k] == k);
    writer_end(w);
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    RUN(due_times_are_exact_multiples_and_the_end);
    RUN(an_end_between_multiples_is_due);
    RUN(no_sliver_is_left_before_the_end);
    RUN(names_are_safe_distinct_and_not_too_long);
    RUN(json_is_flattened);
    RUN(what_is_not_json_is_refused);
    RUN(sha_256_gives_the_published_values);
    RUN(every_changed_bit_changes_the_checksum);
    RUN(sections_add_up_to_the_phases);
    RUN(phases_leave_no_time_out);
    RUN(any_cut_or_changed_byte_of_a_checkpoint_is_found);
    RUN(the_writer_works_in_order_and_stops_at_a_failure);
    return scene_end(ctx);
}
