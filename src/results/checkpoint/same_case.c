/* Compares cases key by key. */
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"
#include "results/checkpoint/same_case.h"

/* Keys that may change between a run and its resume, with all below them. */
static const char *const free_keys[] = {"time.end",          "output",
                                        "solver.backend",    "solver.threads",
                                        "solver.parts",      "solver.part_weights",
                                        "solver.devices",    "solver.isa",
                                        "solver.lines",      "solver.tune",
                                        "solver.tune_every", "solver.tune_move",
                                        "solver.skip",       "solver.exchange_every"};
/* But maxima cannot be continued with another threshold. */
static const char *const maxima_keys[] = {"output.wet_depth", "output.duration_depth"};

static int is_below(const char *name, const char *key)
{
    const size_t length = strlen(key);
    return strncmp(name, key, length) == 0 && strchr(".[", name[length]) != NULL;
}

static int may_change(const char *key, unsigned maxima)
{
    for (size_t k = 0; maxima && k < sizeof maxima_keys / sizeof *maxima_keys; ++k)
        if (is_below(key, maxima_keys[k]))
            return 0;
    for (size_t k = 0; k < sizeof free_keys / sizeof *free_keys; ++k)
        if (is_below(key, free_keys[k]))
            return 1;
    return 0;
}

static int same_value(const char *a, const char *b)
{
    char *end_a, *end_b;
    if (strcmp(a, b) == 0)
        return 1;
    const double x = strtod(a, &end_a), y = strtod(b, &end_b);
    return end_a != a && end_b != b && !*end_a && !*end_b && x == y;
}

/* "case." and the rest of a path. */
static const char *below_case(const char *stored)
{
    return strncmp(stored, "case.", 5) == 0 ? stored + 5 : NULL;
}

static const char *stored_value(const json_flat *earlier, const char *key)
{
    for (size_t k = 0; k < earlier->count; ++k) {
        const char *name = below_case(earlier->entries[k].path);
        if (name && strcmp(name, key) == 0)
            return earlier->entries[k].value;
    }
    return NULL;
}

static void add_difference(text_buffer *out, const char *key, const char *before, const char *now)
{
    text_add(out, "%s%s ", out->length ? "; " : "", key);
    if (before && now)
        text_add(out, "was %.60s and is %.60s", before, now);
    else
        text_add(out, now ? "was not set and is %.60s" : "was %.60s and is not set",
                 now ? now : before);
}

static void list_differences(const results_plan *plan, const json_flat *earlier,
                             const json_flat *now, text_buffer *out)
{
    for (size_t k = 0; k < now->count; ++k) {
        const json_entry *e = &now->entries[k];
        const char *before = stored_value(earlier, e->path);
        if ((!before || !same_value(before, e->value)) && !may_change(e->path, plan->maxima))
            add_difference(out, e->path, before, e->value);
    }
    for (size_t k = 0; k < earlier->count; ++k) {
        const char *key = below_case(earlier->entries[k].path);
        if (key && !json_flat_get(now, key) && !may_change(key, plan->maxima))
            add_difference(out, key, earlier->entries[k].value, NULL);
    }
}

spate_status same_case_check(spate_context *ctx, const results_plan *plan, const json_flat *earlier)
{
    json_flat now;
    text_buffer differences = {0};
    if (!plan->resolved_json)
        return SPATE_OK;
    if (!json_flatten(plan->resolved_json, strlen(plan->resolved_json), &now))
        return spate_fail(ctx, SPATE_ERROR_INTERNAL, "the resolved case is not JSON");
    list_differences(plan, earlier, &now, &differences);
    json_flat_free(&now);
    spate_status status = SPATE_OK;
    if (differences.failed)
        status = fail_memory(ctx, "no memory to compare the case");
    else if (differences.length > 0)
        status = fail_argument(ctx,
                               "%s was run with another case: %.700s; change it back to resume, or "
                               "use --overwrite to run anew",
                               plan->folder, differences.data);
    text_free(&differences);
    return status;
}

/* ---- the fingerprint ---- */

static int by_path(const void *a, const void *b)
{
    return strcmp(((const json_entry *)a)->path, ((const json_entry *)b)->path);
}

static void add_value(text_buffer *out, const char *value)
{
    char *end;
    const double number = strtod(value, &end);
    if (end != value && !*end)
        text_add(out, "%.17g\n", number);
    else
        text_add(out, "%s\n", value);
}

int case_fingerprint(const results_plan *plan, char hex[65])
{
    json_flat now = {0};
    text_buffer out = {0};
    sha256 sum;
    if (plan->resolved_json &&
        !json_flatten(plan->resolved_json, strlen(plan->resolved_json), &now))
        return 0;
    if (now.count > 0)
        qsort(now.entries, now.count, sizeof *now.entries, by_path);
    for (size_t k = 0; k < now.count; ++k)
        if (!may_change(now.entries[k].path, 0)) {
            text_add(&out, "%s=", now.entries[k].path);
            add_value(&out, now.entries[k].value);
        }
    sha256_begin(&sum);
    sha256_add(&sum, out.data ? out.data : "", out.length);
    sha256_end(&sum, hex);
    const int ok = !out.failed;
    json_flat_free(&now);
    text_free(&out);
    return ok;
}
