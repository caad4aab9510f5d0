/* Reads a case file into the checked tree, and reports errors with their place in the file. */
#include "casefile/casefile.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "casefile/case_text.h"
#include "casefile/check.h"
#include "casefile/set_value.h"
#include "casefile/yaml_tree.h"
#include "parallel/comm.h"

struct casefile {
    spate_context *ctx;
    char *path;
    case_node *root;
    char **sets; /* copies: nodes point into them */
    int set_count;
    struct resolved_paths {
        int count;
        char **paths;
    } * resolved; /* may grow in a constant case */
};

static spate_status no_memory(spate_context *ctx, const char *name)
{
    return fail_memory(ctx, "%s: no memory for the case file", name);
}

static int copy_sets(casefile *c, const char *const *sets, int count)
{
    if (count == 0)
        return 1;
    c->sets = calloc((size_t)count, sizeof *c->sets);
    for (; c->sets && c->set_count < count; ++c->set_count) {
        c->sets[c->set_count] = strdup(sets[c->set_count]);
        if (!c->sets[c->set_count])
            return 0;
    }
    return c->sets != NULL;
}

static spate_status read_tree(casefile *c, const char *text, size_t length)
{
    case_errors errors = {.path = c->path};
    if (!case_text_check(&errors, &text, &length))
        return errors_report(&errors, c->ctx);
    c->root = yaml_tree(&errors, NULL, text, length);
    if (c->root && node_is_null(c->root))
        errors_add_at(&errors, (node_mark){1, 1}, NULL,
                      "the file is empty; a case begins with `spate: 1` (spate new makes one)");
    else if (c->root && c->root->kind != CASE_MAP)
        errors_add_at(
            &errors, c->root->at, NULL,
            "this is not a case file, which is a list of keys that begins with `spate: 1`");
    for (int n = 0; errors.count == 0 && n < c->set_count; ++n) {
        case_errors one = {.path = c->path};
        if (!case_text_check_set(&one, c->sets[n]))
            return errors_report(&one, c->ctx);
        set_value(&errors, c->root, c->sets[n]);
    }
    if (errors.count == 0 && !errors.no_memory)
        check_case(&errors, c->root);
    return errors_report(&errors, c->ctx);
}

spate_status casefile_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                            const char *const *sets, int set_count, casefile **out)
{
    *out = NULL;
    if (!yaml_available())
        return fail_argument(ctx,
                             "%s: this build reads no case files, because it was made without "
                             "libyaml; apt-get install libyaml-dev, then make",
                             name);
    casefile *c = calloc(1, sizeof *c);
    if (!c)
        return no_memory(ctx, name);
    c->ctx = ctx;
    c->path = strdup(name);
    c->resolved = calloc(1, sizeof *c->resolved);
    spate_status status = SPATE_OK;
    if (!c->path || !c->resolved || !copy_sets(c, sets, set_count))
        status = no_memory(ctx, name);
    else
        status = read_tree(c, text, length);
    if (status != SPATE_OK) {
        casefile_free(c);
        return status;
    }
    *out = c;
    return SPATE_OK;
}

spate_status casefile_read(spate_context *ctx, const char *path, const char *const *sets,
                           int set_count, casefile **out)
{
    *out = NULL;
    char *text = NULL;
    size_t length = 0;
    spate_status status = SPATE_OK;
    if (spate_rank(ctx) == 0)
        status = case_text_read(ctx, path, &text, &length);
    SPATE_TRY(comm_agree(ctx, status));
    comm_broadcast(ctx->comm, &length, sizeof length);
    if (spate_rank(ctx) != 0)
        text = malloc(length + 1);
    status = comm_agree(ctx, text ? SPATE_OK : no_memory(ctx, path));
    if (status == SPATE_OK) {
        comm_broadcast(ctx->comm, text, length);
        status = casefile_parse(ctx, path, text, length, sets, set_count, out);
    }
    free(text);
    status = comm_agree(ctx, status);
    if (status != SPATE_OK) {
        casefile_free(*out);
        *out = NULL;
    }
    return status;
}

void casefile_free(casefile *c)
{
    if (!c)
        return;
    for (int n = 0; c->resolved && n < c->resolved->count; ++n)
        free(c->resolved->paths[n]);
    if (c->resolved)
        free(c->resolved->paths);
    free(c->resolved);
    for (int n = 0; n < c->set_count; ++n)
        free(c->sets[n]);
    free(c->sets);
    node_free(c->root);
    free(c->path);
    free(c);
}

const char *casefile_path(const casefile *c)
{
    return c->path;
}

const case_node *casefile_root(const casefile *c)
{
    return c->root;
}

/* Keeps the text as long as the case; NULL: out of memory. */
static const char *keep(const casefile *c, char *text)
{
    struct resolved_paths *r = c->resolved;
    for (int n = 0; text && n < r->count; ++n)
        if (strcmp(r->paths[n], text) == 0) {
            free(text);
            return r->paths[n];
        }
    char **paths = text ? realloc(r->paths, (size_t)(r->count + 1) * sizeof *paths) : NULL;
    if (!paths) {
        free(text);
        return NULL;
    }
    r->paths = paths;
    return r->paths[r->count++] = text;
}

const char *casefile_resolve(const casefile *c, const char *path)
{
    const char *slash = strrchr(c->path, '/');
    const int elsewhere = path && (*path == '/' || strstr(path, "://"));
    const size_t folder = path && !elsewhere && slash ? (size_t)(slash - c->path) + 1 : 0;
    char *text = malloc(folder + (path ? strlen(path) : 0) + 1);
    if (text) {
        memcpy(text, c->path, folder);
        strcpy(text + folder, path ? path : "");
    }
    const char *kept = keep(c, text);
    return kept ? kept : "";
}

const char *casefile_keep(const casefile *c, const char *text)
{
    const char *kept = keep(c, strdup(text));
    return kept ? kept : "";
}

const char *casefile_folder(const casefile *c)
{
    const char *given = case_text(c->root, "output.folder");
    if (given)
        return casefile_resolve(c, given);
    const char *dot = strrchr(c->path, '.');
    const int yaml = dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
    const size_t stem = yaml ? (size_t)(dot - c->path) : strlen(c->path);
    char *text = malloc(stem + sizeof ".out");
    if (text) {
        memcpy(text, c->path, stem);
        strcpy(text + stem, ".out");
    }
    const char *kept = keep(c, text);
    return kept ? kept : "";
}

/* ---- errors ---- */

const char *case_place(const casefile *c, const case_node *where, char *out, size_t size)
{
    if (!where) {
        snprintf(out, size, "%s", c->path);
        return out;
    }
    return error_place(c->path, error_mark(where), where->set, out, size);
}

/* "case.yaml:12:5: boundaries[0].line: the sentence" */
static void sentence_at(const casefile *c, const case_node *where, const char *format, va_list args,
                        char *out, size_t size)
{
    char place[512], path[256], sentence[2048];
    vsnprintf(sentence, sizeof sentence, format, args);
    node_path(where, path, sizeof path);
    snprintf(out, size, "%s: %s%s%s", case_place(c, where, place, sizeof place), path,
             *path ? ": " : "", sentence);
}

spate_status case_fail(const casefile *c, const case_node *where, spate_status status,
                       const char *format, ...)
{
    char text[3072];
    va_list args;
    va_start(args, format);
    sentence_at(c, where, format, args, text, sizeof text);
    va_end(args);
    return spate_fail(c->ctx, status, "%s", text);
}

void case_warn(const casefile *c, const case_node *where, const char *format, ...)
{
    char text[3072];
    va_list args;
    va_start(args, format);
    sentence_at(c, where, format, args, text, sizeof text);
    va_end(args);
    spate_log(c->ctx, SPATE_LOG_WARNING, "%s", text);
}
