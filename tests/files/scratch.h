/* A folder for the files of one test program, and a context whose log is kept. */
#ifndef TESTS_FILES_SCRATCH_H
#define TESTS_FILES_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/gdal_plugin.h"
#include "spate/spate.h"

static char scratch_folder[64] = "";
static char scratch_log[4096];

static inline void scratch_remove(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_folder);
    if (*scratch_folder && system(command) != 0)
        printf("  %s stays\n", scratch_folder);
}

/* A path in the folder; good until the eighth call after it. */
static inline const char *scratch(const char *name)
{
    static char paths[8][256];
    static int next = 0;
    if (!*scratch_folder) {
        strcpy(scratch_folder, "/tmp/spate_test_XXXXXX");
        if (!mkdtemp(scratch_folder))
            exit(1);
        atexit(scratch_remove);
    }
    char *at = paths[next++ % 8];
    snprintf(at, sizeof paths[0], "%s/%s", scratch_folder, name);
    return at;
}

static inline const char *scratch_file(const char *name, const char *text)
{
    const char *at = scratch(name);
    FILE *f = fopen(at, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        exit(1);
    return at;
}

static inline void scratch_keep_log(spate_log_level level, const char *text, void *user)
{
    (void)level;
    (void)user;
    const size_t used = strlen(scratch_log);
    snprintf(scratch_log + used, sizeof scratch_log - used, "%s\n", text);
}

enum { SCRATCH_SKIPPED = 77 }; /* exit status of a test that cannot run here */

/* For tests that need GDAL: prints why it is missing. */
static inline int scratch_lacks_gdal(void)
{
    const char *why;
    const int lacks = !gdal_plugin_get(&why);
    if (lacks)
        printf("skipped: %s\n", why);
    return lacks;
}

static inline spate_context *scratch_context(void)
{
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        exit(1);
    scratch_log[0] = '\0';
    spate_set_log(ctx, scratch_keep_log, NULL);
    return ctx;
}

#endif
