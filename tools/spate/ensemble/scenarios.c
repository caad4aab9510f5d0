/* Scenarios against the case: the line and column of what it refuses. */
#include <string.h>

#include "casefile/casefile.h"
#include "ensemble/ensemble.h"

static int count_sets(const scenario *s)
{
    int count = 0;
    while (s->sets[count])
        ++count;
    return count;
}

/* Which set of the row the case refuses by itself; count: only all together. */
static int wrong_set(const ensemble *e, const scenario *s, int count)
{
    for (int k = s->own_sets; k < count; ++k) {
        casefile *file = NULL;
        const spate_status status =
            casefile_read(e->tool->ctx, e->case_file, &s->sets[k], 1, &file);
        casefile_free(file);
        if (status != SPATE_OK)
            return k;
    }
    return count;
}

static spate_status check_scenario(const ensemble *e, const scenario *s)
{
    spate_context *ctx = e->tool->ctx;
    casefile *file = NULL;
    const int count = count_sets(s);
    const spate_status status = casefile_read(ctx, e->case_file, s->sets, count, &file);
    casefile_free(file);
    if (status == SPATE_OK)
        return status;
    char message[sizeof ctx->message];
    memcpy(message, ctx->message, sizeof message);
    const int wrong = wrong_set(e, s, count);
    const size_t room = sizeof message - 256;
    if (wrong == count)
        return spate_fail(ctx, status, "%s:%ld: %.*s", e->table_file, s->line, (int)room, message);
    memcpy(message, ctx->message, sizeof message); /* of this set alone */
    int column = 0;
    for (int k = 0; k < e->columns; ++k) {
        const size_t length = strlen(e->keys[k]);
        if (strncmp(s->sets[wrong], e->keys[k], length) == 0 && s->sets[wrong][length] == '=')
            column = k;
    }
    return spate_fail(ctx, status, "%s:%ld: column %d, %s: %.*s", e->table_file, s->line,
                      e->column[column] + 1, e->keys[column], (int)room, message);
}

/* The case by itself first: its mistakes are not those of the table. */
spate_status check_scenarios(const ensemble *e)
{
    casefile *file = NULL;
    SPATE_TRY(casefile_read(e->tool->ctx, e->case_file, e->sets.items, e->sets.count, &file));
    casefile_free(file);
    for (int k = 0; k < e->count; ++k)
        SPATE_TRY(check_scenario(e, &e->list[k]));
    return SPATE_OK;
}
