/* The web server of spate view, on 127.0.0.1 alone: connections, limits, refusals, workers. Knows
 * requests and answers, not what is in them. */
#ifndef SPATE_VIEW_SERVER_H
#define SPATE_VIEW_SERVER_H

#include "base/context.h"
#include "request.h"

enum {
    SERVER_MOST_CONNECTIONS = 512,
    SERVER_MOST_OPEN = 448,    /* from here on the oldest is closed for each new one */
    SERVER_MOST_UNHEARD = 256, /* that have not sent a whole request: the same */
    SERVER_PATIENCE = 20,      /* s: for a connection on which nothing moves */
    SERVER_WORKERS = 2
};

typedef struct view_answer {
    int code; /* HTTP */
    const char *type;
    void *bytes; /* malloc'ed, the server's after the call; NULL where constant */
    const void *constant;
    size_t size;
    int keep; /* may be kept by the browser: it never changes */
} view_answer;

/* Called by workers. */
typedef void (*view_answer_fn)(const view_request *request, view_answer *out, void *user);

typedef struct view_server view_server;

/* port 0: any that is free. */
spate_status server_start(spate_context *ctx, int port, view_answer_fn answer, void *user,
                          view_server **out);
const char *server_address(const view_server *s); /* http://127.0.0.1:PORT/TOKEN/ */
/* s since the last request with the right token; infinite: there was none. */
double server_idle(const view_server *s);
void server_stop(view_server *s);

#endif
