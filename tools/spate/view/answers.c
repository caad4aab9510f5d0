/* One function for each kind of request. */
#include "answers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/json_writer.h"
#include "legend.h"
#include "page_files.h"
#include "planes.h"
#include "run_view.h"
#include "spate_config.h"

struct view_answers {
    view_settings settings;
    plane_store *store;
    pthread_rwlock_t lock; /* written when a run is opened anew */
    run_view *runs[VIEW_MOST_RUNS];
};

/* An eighth of the memory, but no more than a browser would take. */
static size_t room_for_planes(void)
{
    static const double most = 1.5e9;
    const double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 8;
    return (size_t)(bytes < most ? bytes : most);
}

view_answers *answers_create(const view_settings *settings)
{
    view_answers *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->settings = *settings;
    a->store = plane_store_create(room_for_planes(), cores_usable());
    pthread_rwlock_init(&a->lock, NULL);
    if (a->store)
        return a;
    answers_free(a);
    return NULL;
}

void answers_free(view_answers *a)
{
    if (!a)
        return;
    plane_store_free(a->store);
    for (int k = 0; k < VIEW_MOST_RUNS; ++k)
        run_view_close(a->runs[k]);
    pthread_rwlock_destroy(&a->lock);
    free(a);
}

spate_status answers_open(view_answers *a, spate_context *ctx, double patience)
{
    for (int k = 0; k < a->settings.runs; ++k) {
        run_view *run;
        SPATE_TRY(run_view_open(ctx, a->settings.folders[k], patience, &run));
        pthread_rwlock_wrlock(&a->lock);
        a->runs[k] = run;
        pthread_rwlock_unlock(&a->lock);
    }
    return SPATE_OK;
}

/* Another run has begun in the folder. Where it cannot be opened yet, there is none. */
static void open_again(view_answers *a, int k)
{
    spate_context *ctx;
    run_view *run = NULL;
    if (spate_context_create(&ctx) != SPATE_OK)
        return;
    run_view_open(ctx, a->settings.folders[k], 0, &run);
    pthread_rwlock_wrlock(&a->lock);
    if (a->runs[k])
        plane_store_forget(a->store, a->runs[k]);
    run_view_close(a->runs[k]);
    a->runs[k] = run;
    pthread_rwlock_unlock(&a->lock);
    spate_context_destroy(ctx);
}

/* ---- bodies ---- */

static void refuse(view_answer *out, int code, const char *sentence)
{
    *out = (view_answer){.code = code,
                         .type = "text/plain; charset=utf-8",
                         .constant = sentence,
                         .size = strlen(sentence)};
}

static void give(view_answer *out, const char *type, char *text, size_t size, int keep)
{
    *out = (view_answer){.code = 200, .type = type, .bytes = text, .size = size, .keep = keep};
    if (!text)
        refuse(out, 404, "There is nothing here now.\n");
}

static void give_json(view_answer *out, char *text)
{
    give(out, "application/json", text, text ? strlen(text) : 0, 0);
}

static const char *type_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot && strcmp(dot, ".js") == 0)
        return "text/javascript; charset=utf-8";
    if (dot && strcmp(dot, ".css") == 0)
        return "text/css; charset=utf-8";
    return "text/html; charset=utf-8";
}

static void give_file(view_answer *out, const char *name)
{
    if (*name == '\0')
        name = "index.html";
    for (const page_file *f = page_files; f->name; ++f)
        if (strcmp(f->name, name) == 0) {
            *out = (view_answer){.code = 200,
                                 .type = type_of(name),
                                 .constant = f->bytes,
                                 .size = f->size};
            return;
        }
    refuse(out, 404, request_sentence(REQUEST_UNKNOWN));
}

static void give_about(const view_answers *a, view_answer *out)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        refuse(out, 500, "No memory.\n");
        return;
    }
    json_writer j = json_begin(file);
    json_open_object(&j, NULL);
    json_text(&j, "version", SPATE_VERSION);
    json_integer(&j, "runs", a->settings.runs);
    json_boolean(&j, "control", a->settings.control);
    json_close(&j);
    json_end(&j);
    fclose(file);
    give_json(out, text);
}

static void give_tile(view_answers *a, const view_request *r, view_answer *out)
{
    plane_name name = {.run = a->runs[r->run], .frame = r->frame};
    spate_context *ctx;
    uint8_t *bytes = NULL;
    size_t size = 0;
    snprintf(name.kind, sizeof name.kind, "%s", r->name);
    if (r->other >= 0) {
        name.other = a->runs[1];
        name.other_frame = r->other;
    }
    if ((r->other >= 0 && (r->run != 0 || !name.other)) || spate_context_create(&ctx) != SPATE_OK) {
        refuse(out, 404, request_sentence(REQUEST_UNKNOWN));
        return;
    }
    plane_tile(a->store, ctx, &name, r->level, r->x, r->y, &bytes, &size);
    spate_context_destroy(ctx);
    give(out, "application/octet-stream", (char *)bytes, size, 1);
}

static void give_series(run_view *run, series_kind kind, int64_t n, view_answer *out)
{
    size_t size = 0;
    char *text = run_view_series(run, kind, n, &size);
    give(out, "text/csv; charset=utf-8", text, size, 0);
}

static void give_control(const view_answers *a, const view_request *r, view_answer *out)
{
    spate_context *ctx;
    if (!a->settings.control) {
        refuse(out, 403, "This server only shows: start it with --control to pause or stop.\n");
        return;
    }
    if (spate_context_create(&ctx) != SPATE_OK) {
        refuse(out, 500, "No memory.\n");
        return;
    }
    const run_control wish = r->wish == VIEW_PAUSE  ? CONTROL_PAUSE
                             : r->wish == VIEW_STOP ? CONTROL_STOP
                                                    : CONTROL_NONE;
    const spate_status status = run_view_control(a->runs[r->run], ctx, wish);
    spate_context_destroy(ctx);
    if (status == SPATE_OK)
        refuse(out, 200, "Asked.\n");
    else
        refuse(out, 409, "The run does not compute, or its folder cannot be written.\n");
}

/* ---- requests ---- */

static void give_of_run(view_answers *a, const view_request *r, view_answer *out, int *replaced)
{
    run_view *run = a->runs[r->run];
    switch (r->wish) {
    case VIEW_META: give_json(out, run_view_meta(run)); break;
    case VIEW_STATE: give_json(out, run_view_state(run, r->frame, replaced)); break;
    case VIEW_LEGEND:
        give_json(out, legend_text(a->store, run, r->run == 0 ? a->runs[1] : NULL, r->name));
        break;
    case VIEW_TILE: give_tile(a, r, out); break;
    case VIEW_POINT: give_json(out, run_view_point(run, r->x, r->y, r->frame, r->count)); break;
    case VIEW_GAUGE: give_series(run, SERIES_GAUGE, r->place, out); break;
    case VIEW_SECTION: give_series(run, SERIES_SECTION, r->place, out); break;
    case VIEW_BALANCE: give_series(run, SERIES_BALANCE, 0, out); break;
    default: give_control(a, r, out); break;
    }
}

void answer_request(const view_request *r, view_answer *out, void *user)
{
    view_answers *a = user;
    int replaced = 0;
    if (r->wish == VIEW_FILE) {
        give_file(out, r->name);
        return;
    }
    pthread_rwlock_rdlock(&a->lock);
    const int missing = r->wish != VIEW_ABOUT && !a->runs[r->run];
    if (r->wish == VIEW_ABOUT)
        give_about(a, out);
    else if (r->run >= a->settings.runs)
        refuse(out, 404, request_sentence(REQUEST_UNKNOWN));
    else if (missing)
        refuse(out, 503, "The run has not begun yet.\n");
    else
        give_of_run(a, r, out, &replaced);
    pthread_rwlock_unlock(&a->lock);
    if (replaced || (missing && r->wish == VIEW_META && r->run < a->settings.runs))
        open_again(a, r->run);
}
