/* The answers to requests: what the page is told. Knows no sockets. */
#ifndef SPATE_VIEW_ANSWERS_H
#define SPATE_VIEW_ANSWERS_H

#include "base/context.h"
#include "server.h"

typedef struct view_answers view_answers;

typedef struct view_settings {
    const char *folders[VIEW_MOST_RUNS]; /* borrowed for the life of the answers */
    int runs;
    int control; /* runs may be paused and stopped */
} view_settings;

view_answers *answers_create(const view_settings *settings); /* NULL: no memory */
void answers_free(view_answers *a);
/* Opens the runs. Until then requests are answered with 503. patience: as run_view_open. */
spate_status answers_open(view_answers *a, spate_context *ctx, double patience);

/* A view_answer_fn; user is the view_answers. Any thread may call. */
void answer_request(const view_request *request, view_answer *out, void *user);

#endif
