/* Shared by the tests of case files. */
#ifndef TESTS_FILES_CASEFILE_SCENE_H
#define TESTS_FILES_CASEFILE_SCENE_H

#include <stdlib.h>

#include "casefile/casefile.h"
#include "check.h"
#include "spate_config.h"

enum { SKIPPED = 77 };

/* The least that every case has; three lines. */
#define LEAST "spate: 1\ntime: {end: 1 h}\nterrain: {file: dem.tif}\n"

static inline spate_context *scene_context(void)
{
    spate_context *ctx = NULL;
    if (spate_context_create(&ctx) != SPATE_OK)
        abort();
    return ctx;
}

/* NULL: refused; the message is in the context. */
static inline casefile *scene_read(spate_context *ctx, const char *text, const char *set)
{
    casefile *c = NULL;
    const spate_status status =
        casefile_parse(ctx, "case.yaml", text, strlen(text), &set, set ? 1 : 0, &c);
    CHECK((status == SPATE_OK) == (c != NULL));
    CHECK(status == SPATE_OK || spate_exit_code(status) == 2);
    return c;
}

/* Must be accepted. */
static inline casefile *scene_good(spate_context *ctx, const char *text, const char *set)
{
    casefile *c = scene_read(ctx, text, set);
    if (!CHECK(c != NULL))
        printf("  %s\n", spate_message(ctx));
    return c;
}

#endif
