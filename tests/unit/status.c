/* Status texts, exit codes, messages, the log. */
#include "base/context.h"
#include "check.h"

static const struct {
    spate_status status;
    int exit_code;
} codes[] = {
    {SPATE_OK, 0},
    {SPATE_ERROR_INTERNAL, 1},
    {SPATE_ERROR_MEMORY, 1},
    {SPATE_ERROR_ARGUMENT, 2},
    {SPATE_ERROR_DATA, 3},
    {SPATE_ERROR_BACKEND, 4},
    {SPATE_ERROR_NUMERICAL, 5},
    {SPATE_ERROR_OUTPUT, 6},
    {SPATE_ERROR_COMPARISON, 7},
    {SPATE_STOPPED, 130},
    {SPATE_STOPPED_SAVED, 75},
    {SPATE_ERROR_NOT_CONVERGED, 5},
    {SPATE_ERROR_INDEFINITE, 5},
    {SPATE_ERROR_SINGULAR, 5},
};
enum { CODES = sizeof codes / sizeof *codes };

/* Documented for users of the program: not to be changed by a new line in the list. */
static void every_status_has_its_exit_code(void)
{
    int listed = 0;
#define SPATE_STATUS(name, code, text) ++listed;
#include "spate/status_list.h"
#undef SPATE_STATUS
    CHECK(listed == CODES);
    for (int n = 0; n < CODES; ++n)
        CHECK(spate_exit_code(codes[n].status) == codes[n].exit_code);
}

static void every_status_has_a_text_of_its_own(void)
{
    for (int n = 0; n < CODES; ++n) {
        const char *text = spate_status_text(codes[n].status);
        CHECK(text && strlen(text) > 0 && strcmp(text, "unknown status") != 0);
        for (int m = 0; text && m < n; ++m)
            CHECK(strcmp(text, spate_status_text(codes[m].status)) != 0);
    }
}

static void an_unknown_status_is_an_error(void)
{
    const spate_status unknown[] = {(spate_status)CODES, (spate_status)9999, (spate_status)-1};
    for (int n = 0; n < 3; ++n) {
        CHECK(strcmp(spate_status_text(unknown[n]), "unknown status") == 0);
        CHECK(spate_exit_code(unknown[n]) == 1);
    }
}

static void a_failure_keeps_its_message_and_returns_its_status(void)
{
    spate_context ctx = {.comm = NULL};
    CHECK(strcmp(spate_message(&ctx), "") == 0);
    CHECK(spate_fail(&ctx, SPATE_ERROR_DATA, "nx is %d: %s", -3, "too small") == SPATE_ERROR_DATA);
    CHECK(strcmp(spate_message(&ctx), "nx is -3: too small") == 0);
    CHECK(spate_fail(&ctx, SPATE_ERROR_MEMORY, "second") == SPATE_ERROR_MEMORY);
    CHECK(strcmp(spate_message(&ctx), "second") == 0);
    CHECK(strcmp(spate_message(NULL), "") == 0);
}

static void a_message_too_long_is_cut_and_ended(void)
{
    spate_context ctx = {.comm = NULL};
    spate_fail(&ctx, SPATE_ERROR_DATA, "%09000d", 7);
    CHECK(strlen(spate_message(&ctx)) == sizeof ctx.message - 1);
}

static spate_status pass(spate_context *ctx, spate_status inner)
{
    SPATE_TRY(inner);
    return spate_fail(ctx, SPATE_ERROR_INTERNAL, "went on");
}

static void try_passes_errors_up_and_goes_on_otherwise(void)
{
    spate_context ctx = {.comm = NULL};
    CHECK(pass(&ctx, SPATE_ERROR_OUTPUT) == SPATE_ERROR_OUTPUT && spate_message(&ctx)[0] == 0);
    CHECK(pass(&ctx, SPATE_OK) == SPATE_ERROR_INTERNAL && spate_message(&ctx)[0] == 'w');
}

typedef struct heard {
    int count;
    spate_log_level level;
    char text[64];
} heard;

static void listen(spate_log_level level, const char *text, void *user)
{
    heard *h = user;
    ++h->count;
    h->level = level;
    snprintf(h->text, sizeof h->text, "%s", text);
}

static void the_log_goes_to_the_callback_only(void)
{
    spate_context ctx = {.comm = NULL};
    heard h = {0};
    spate_log(&ctx, SPATE_LOG_INFO, "nobody listens");
    spate_set_log(&ctx, listen, &h);
    spate_log(&ctx, SPATE_LOG_WARNING, "%d tiles", 12);
    CHECK(h.count == 1 && h.level == SPATE_LOG_WARNING && strcmp(h.text, "12 tiles") == 0);
    CHECK(spate_message(&ctx)[0] == 0);
    spate_set_log(&ctx, NULL, NULL);
    spate_log(&ctx, SPATE_LOG_WARNING, "gone");
    CHECK(h.count == 1);
}

int main(void)
{
    RUN(every_status_has_its_exit_code);
    RUN(every_status_has_a_text_of_its_own);
    RUN(an_unknown_status_is_an_error);
    RUN(a_failure_keeps_its_message_and_returns_its_status);
    RUN(a_message_too_long_is_cut_and_ended);
    RUN(try_passes_errors_up_and_goes_on_otherwise);
    RUN(the_log_goes_to_the_callback_only);
    return check_done();
}
