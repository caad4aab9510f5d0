/* A queue with one thread behind it. */
#include "results/writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "base/timers.h"

typedef struct task {
    writer_task run;
    void *user;
    struct task *next;
} task;

typedef struct log_line {
    spate_log_level level;
    struct log_line *next;
    char text[1024];
} log_line;

struct writer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t posted, done;
    task *first, *last;
    uint64_t posted_tasks, finished_tasks;
    int ending;
    spate_context *ctx; /* used by the thread alone */
    spate_status status;
    char message[1024];
    log_line *lines, **end_of_lines;
};

/* Keeps a line until the caller's thread fetches it. Without memory the line is lost. */
static void keep_line(spate_log_level level, const char *text, void *user)
{
    writer *w = user;
    log_line *line = malloc(sizeof *line);
    if (!line)
        return;
    line->level = level;
    line->next = NULL;
    snprintf(line->text, sizeof line->text, "%s", text);
    pthread_mutex_lock(&w->lock);
    *w->end_of_lines = line;
    w->end_of_lines = &line->next;
    pthread_mutex_unlock(&w->lock);
}

static void do_task(writer *w, task *t)
{
    const int failed = w->status != SPATE_OK; /* written by this thread alone */
    cores_reserve();
    const spate_status status = t->run(failed ? NULL : w->ctx, t->user);
    cores_release();
    free(t);
    pthread_mutex_lock(&w->lock);
    if (!failed && status != SPATE_OK) {
        w->status = status;
        snprintf(w->message, sizeof w->message, "%s", spate_message(w->ctx));
    }
    ++w->finished_tasks;
    pthread_cond_broadcast(&w->done);
    pthread_mutex_unlock(&w->lock);
}

static void *work(void *user)
{
    writer *w = user;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        while (!w->first && !w->ending)
            pthread_cond_wait(&w->posted, &w->lock);
        task *t = w->first;
        if (t)
            w->first = t->next;
        pthread_mutex_unlock(&w->lock);
        if (!t)
            return NULL;
        do_task(w, t);
    }
}

/* Signals are for the thread that runs the simulation. */
static int start_without_signals(writer *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int result = pthread_create(&w->thread, NULL, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

static void destroy(writer *w)
{
    while (w->lines) {
        log_line *line = w->lines;
        w->lines = line->next;
        free(line);
    }
    spate_context_destroy(w->ctx);
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->posted);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

spate_status writer_start(spate_context *ctx, writer **out)
{
    *out = NULL;
    writer *w = calloc(1, sizeof *w);
    if (!w || spate_context_create(&w->ctx) != SPATE_OK) {
        free(w);
        return fail_memory(ctx, "no memory for the writer of results");
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->posted, NULL);
    pthread_cond_init(&w->done, NULL);
    w->end_of_lines = &w->lines;
    spate_set_log(w->ctx, keep_line, w);
    const int error = start_without_signals(w);
    if (error != 0) {
        destroy(w);
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot start the writer of results: %s",
                          strerror(error));
    }
    *out = w;
    return SPATE_OK;
}

spate_status writer_post(writer *w, spate_context *ctx, writer_task run, void *user,
                         uint64_t *ticket)
{
    task *t = malloc(sizeof *t);
    if (!t) {
        run(NULL, user);
        return fail_memory(ctx, "no memory for the writer of results");
    }
    *t = (task){.run = run, .user = user};
    pthread_mutex_lock(&w->lock);
    if (w->first)
        w->last->next = t;
    else
        w->first = t;
    w->last = t;
    ++w->posted_tasks;
    if (ticket)
        *ticket = w->posted_tasks;
    pthread_cond_signal(&w->posted);
    pthread_mutex_unlock(&w->lock);
    return SPATE_OK;
}

int writer_has_done(writer *w, uint64_t ticket)
{
    pthread_mutex_lock(&w->lock);
    const int done = w->finished_tasks >= ticket;
    pthread_mutex_unlock(&w->lock);
    return done;
}

double writer_wait(writer *w, uint64_t ticket)
{
    const double from = timers_now();
    pthread_mutex_lock(&w->lock);
    while (w->finished_tasks < (ticket < w->posted_tasks ? ticket : w->posted_tasks))
        pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return timers_now() - from;
}

spate_status writer_status(writer *w, spate_context *ctx)
{
    pthread_mutex_lock(&w->lock);
    log_line *lines = w->lines;
    w->lines = NULL;
    w->end_of_lines = &w->lines;
    const spate_status status = w->status;
    char message[sizeof w->message];
    memcpy(message, w->message, sizeof message);
    pthread_mutex_unlock(&w->lock);
    while (lines) {
        log_line *line = lines;
        lines = line->next;
        spate_log(ctx, line->level, "%s", line->text);
        free(line);
    }
    return status == SPATE_OK ? SPATE_OK : spate_fail(ctx, status, "%s", message);
}

void writer_end(writer *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = 1;
    pthread_cond_signal(&w->posted);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    destroy(w);
}
