/* Checkpoints whose checksums are right and whose content is not: numbers that no run has, another
 * case, another version. A sound older one is used instead, or the run is refused; nothing goes on
 * with nonsense. */
#include <string.h>

#include "results/checkpoint/checkpoint_file.h"
#include "results_scene.h"

static spate_context *ctx;

/* ---- checkpoints taken apart and put together again, with the right checksums ---- */

typedef struct parts {
    char *cursor;
    unsigned char *state;
    size_t cursor_bytes, state_bytes;
} parts;

static parts take_apart(const char *name)
{
    parts p = {0};
    uint32_t length = 0;
    checkpoint_reader r;
    FILE *in = fopen(scene_in(name), "rb");
    CHECK(in && checkpoint_read_begin(&r, in));
    const char *first = checkpoint_first_piece(&r, &length);
    p.cursor = calloc(length + 1, 1);
    memcpy(p.cursor, first, length);
    p.cursor_bytes = length;
    fseek(in, 0, SEEK_END);
    p.state = calloc((size_t)ftell(in), 1);
    fseek(in, 8 + 16 + (long)length, SEEK_SET);
    while (checkpoint_get(&r, p.state + p.state_bytes, 1))
        ++p.state_bytes;
    checkpoint_reader_free(&r);
    fclose(in);
    return p;
}

static void put_together(const char *name, parts *p)
{
    checkpoint_writer w;
    FILE *out = fopen(scene_in(name), "wb");
    CHECK(out && checkpoint_begin(&w, out) && checkpoint_put(&w, p->cursor, strlen(p->cursor)) &&
          checkpoint_end_piece(&w) && checkpoint_put(&w, p->state, p->state_bytes) &&
          checkpoint_end(&w));
    CHECK(fclose(out) == 0);
    checkpoint_writer_free(&w);
    free(p->cursor);
    free(p->state);
}

/* Changes the value of an existing key of the cursor. */
static void set_key(parts *p, const char *key, const char *value)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    char *at = strstr(p->cursor, quoted);
    if (!CHECK(at != NULL))
        return;
    at += strlen(quoted);
    const char *rest = at + strcspn(at, ",\n}]");
    char *changed = calloc(p->cursor_bytes + 200, 1);
    snprintf(changed, p->cursor_bytes + 200, "%.*s%s%s", (int)(at - p->cursor), p->cursor, value,
             rest);
    free(p->cursor);
    p->cursor = changed;
}

/* ---- runs ---- */

/* Two checkpoints, at 2 s and 5 s. */
static void make_two(const char *folder)
{
    const results_plan plan = scene_plan(scene_in(folder), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 2) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(scene_run(sim, r, 5) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void copy_folder(const char *from, const char *to)
{
    char command[1200];
    snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s'", scene_in(to),
             scene_in(from), scene_in(to));
    CHECK(system(command) == 0);
}

/* Resumes and finishes; returns the time of the resume, -1 if it did not open. */
static double finish(const char *folder)
{
    const results_plan plan = scene_plan(scene_in(folder), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = 0;
    double from = -1;
    if (results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && CHECK(resumed == 1)) {
        from = scene_time(sim);
        CHECK(scene_run(sim, r, plan.end) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    }
    spate_sim_destroy(sim);
    return from;
}

/* ---- content ---- */

static void numbers_of_the_cursor_are_checked(void)
{
    static const char *const wrong[][2] = {{"frames", "4294967296"},
                                           {"frames", "nan"},
                                           {"frames", "1e308"},
                                           {"frames", "-1"},
                                           {"frames", "1.5"},
                                           {"frames", "99999999999999999999999"},
                                           {"frames", "null"},
                                           {"t", "1e308"},
                                           {"t", "-3"},
                                           {"t", "null"},
                                           {"last_map", "1e308"},
                                           {"last_map", "-5"},
                                           {"last_series", "\"nan\""},
                                           {"bytes", "-1"},
                                           {"bytes", "18446744073709551617"},
                                           {"bytes", "1e3"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        copy_folder("two", "cursor");
        parts p = take_apart("cursor/checkpoints/state-1.spc");
        set_key(&p, wrong[k][0], wrong[k][1]);
        put_together("cursor/checkpoints/state-1.spc", &p);
        scene_warnings[0] = '\0';
        const double from = finish("cursor");
        if (!CHECK(from >= 2 && from < 2.4)) /* no step is longer */
            printf("  %s of %s: went on from %g s\n", wrong[k][0], wrong[k][1], from);
        CHECK_CONTAINS(scene_warnings, "state-1.spc cannot be used");
        if (k == 0)
            scene_same_results(ctx, "whole", "cursor");
    }
}

static void numbers_of_the_state_are_checked(void)
{
    static const float wrong[] = {NAN, INFINITY, -1, 3e38f};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        copy_folder("two", "state");
        parts p = take_apart("state/checkpoints/state-1.spc");
        size_t at = 0;
        while (at + 64 < p.state_bytes && memcmp(p.state + at, "depth", 6) != 0)
            ++at;
        CHECK(at + 64 < p.state_bytes);
        memcpy(p.state + at + 64 + 4 * 1234, &wrong[k], sizeof wrong[k]);
        put_together("state/checkpoints/state-1.spc", &p);
        scene_warnings[0] = '\0';
        const double from = finish("state");
        CHECK(from >= 2 && from < 2.4);
        CHECK_CONTAINS(scene_warnings, "state-1.spc cannot be used: saved state: \"depth\" holds");
    }
    scene_same_results(ctx, "whole", "state");
}

/* If the only checkpoint is invalid, nothing is removed. */
static void without_an_older_one_the_resume_is_refused(void)
{
    copy_folder("two", "only");
    CHECK(unlink(scene_in("only/checkpoints/state-0.spc")) == 0);
    parts p = take_apart("only/checkpoints/state-1.spc");
    const float wrong = NAN;
    size_t at = 0;
    while (at + 64 < p.state_bytes && memcmp(p.state + at, "depth", 6) != 0)
        ++at;
    memcpy(p.state + at + 64, &wrong, sizeof wrong);
    put_together("only/checkpoints/state-1.spc", &p);
    CHECK(finish("only") == -1);
    CHECK_CONTAINS(spate_message(ctx), "\"depth\" holds");
    CHECK(scene_exists("only/checkpoints/state-1.spc") && !scene_exists("only/run.lock"));
}

/* ---- the case of a checkpoint ---- */

static void a_checkpoint_of_another_case_is_refused(void)
{
    results_plan plan = scene_plan(scene_in("other"), RESULTS_NEW);
    plan.resolved_json = "{\"time\": {\"end\": 10}, \"manning\": 0.04, "
                         "\"solver\": {\"backend\": \"auto\"}}";
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 3) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
    copy_folder("two", "mixed");
    char command[1200];
    snprintf(command, sizeof command, "cp '%s' '%s'", scene_in("other/checkpoints/state-0.spc"),
             scene_in("mixed/checkpoints/state-2.spc"));
    CHECK(system(command) == 0);
    const results_plan again = scene_plan(scene_in("mixed"), RESULTS_RESUME);
    sim = scene_ready(ctx);
    CHECK(results_open(ctx, sim, &again, &r, &resumed) == SPATE_ERROR_ARGUMENT && !r);
    CHECK_CONTAINS(spate_message(ctx), "state-2.spc belongs to another case");
    spate_sim_destroy(sim);
    CHECK(unlink(scene_in("mixed/checkpoints/state-2.spc")) == 0);
    CHECK(finish("mixed") >= 5);
    scene_same_results(ctx, "whole", "mixed");
}

/* Keys that may change on a resume, the order of keys and the format of numbers do not matter. */
static void the_same_case_in_other_words_is_the_same(void)
{
    copy_folder("two", "words");
    results_plan plan = scene_plan(scene_in("words"), RESULTS_RESUME);
    plan.resolved_json =
        "{\"solver\": {\"backend\": \"cpu\", \"threads\": 3}, \"manning\": 3.0e-2, "
        "\"time\": {\"end\": 10.5}, \"output\": {\"wet_depth\": 0.01}}";
    plan.end = 10.5;
    plan.maxima = 0;
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = 0;
    if (!CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == 1))
        printf("  %s\n", spate_message(ctx));
    CHECK(results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void another_version_is_reported(void)
{
    copy_folder("two", "version");
    scene_warnings[0] = '\0';
    parts p = take_apart("version/checkpoints/state-1.spc");
    set_key(&p, "version", "\"0.0.7\"");
    put_together("version/checkpoints/state-1.spc", &p);
    CHECK(finish("version") >= 5);
    CHECK_CONTAINS(scene_warnings, "was started with Spate 0.0.7");
    CHECK_CONTAINS(scene_warnings, SPATE_VERSION);
    copy_folder("two", "version");
    scene_warnings[0] = '\0';
    CHECK(finish("version") >= 5);
    CHECK(!strstr(scene_warnings, "was started with"));
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
    make_two("two");
    RUN(numbers_of_the_cursor_are_checked);
    RUN(numbers_of_the_state_are_checked);
    RUN(without_an_older_one_the_resume_is_refused);
    RUN(a_checkpoint_of_another_case_is_refused);
    RUN(the_same_case_in_other_words_is_the_same);
    RUN(another_version_is_reported);
    return scene_end(ctx);
}
