/* libmicrohttpd: one thread for all connections, workers for the answers. */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "job_queue.h"
#include "visitors.h"

struct view_server {
    struct MHD_Daemon *daemon;
    int socket, port;
    char token[VIEW_TOKEN_LENGTH + 1], address[96];
    view_answer_fn answer;
    void *user;
    job_queue *jobs;
    visitors visitors; /* of the daemon's thread */
    atomic_llong last; /* ms of the clock; 0: never */
};

/* A request while it is being answered. */
typedef struct exchange {
    job job; /* first: the queue knows only this */
    view_server *server;
    struct MHD_Connection *connection;
    request_verdict verdict;
    view_request request;
    view_answer answer;
    enum { EXCHANGE_NEW, EXCHANGE_ASKED, EXCHANGE_ANSWERED } state;
    size_t body; /* bytes that came with it, which nobody reads */
} exchange;

enum { MOST_BODY = 4096, CONNECTION_MEMORY = 16384, SERVER_BACKLOG = 1024 };

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000LL * t.tv_sec + t.tv_nsec / 1000000 + 1;
}

/* ---- answers ---- */

static void add_headers(struct MHD_Response *r, const view_answer *a, request_verdict verdict)
{
    static const char *const always[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
         "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    };
    for (size_t k = 0; k < sizeof always / sizeof *always; ++k)
        MHD_add_response_header(r, always[k][0], always[k][1]);
    MHD_add_response_header(r, "Content-Type", a->type);
    MHD_add_response_header(r, "Cache-Control",
                            a->keep ? "private, max-age=86400, immutable" : "no-store");
    if (verdict != REQUEST_OK)
        MHD_add_response_header(r, "Connection", "close");
}

static enum MHD_Result send_answer(exchange *e)
{
    view_answer *a = &e->answer;
    struct MHD_Response *r =
        a->bytes ? MHD_create_response_from_buffer(a->size, a->bytes, MHD_RESPMEM_MUST_FREE)
                 : MHD_create_response_from_buffer(a->size, (void *)(uintptr_t)a->constant,
                                                   MHD_RESPMEM_PERSISTENT);
    if (!r)
        return MHD_NO;
    a->bytes = NULL; /* the response's */
    add_headers(r, a, e->verdict);
    const enum MHD_Result result = MHD_queue_response(e->connection, (unsigned)a->code, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result refuse(exchange *e)
{
    const char *sentence = request_sentence(e->verdict);
    e->answer = (view_answer){.code = request_code(e->verdict),
                              .type = "text/plain; charset=utf-8",
                              .constant = sentence,
                              .size = strlen(sentence)};
    e->state = EXCHANGE_ANSWERED;
    return send_answer(e);
}

/* By a worker. dropped: the server stops. */
static void do_job(job *j, int dropped)
{
    exchange *e = (exchange *)j;
    static const char stopping[] = "The server stops.\n";
    if (dropped)
        e->answer = (view_answer){.code = 503,
                                  .type = "text/plain; charset=utf-8",
                                  .constant = stopping,
                                  .size = sizeof stopping - 1};
    else
        e->server->answer(&e->request, &e->answer, e->server->user);
    e->state = EXCHANGE_ANSWERED;
    MHD_resume_connection(e->connection);
}

/* ---- requests ---- */

static exchange *exchange_begin(view_server *s, struct MHD_Connection *connection, const char *url,
                                const char *method)
{
    exchange *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->server = s;
    e->connection = connection;
    e->job.run = do_job;
    e->verdict =
        request_read(method, url, MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"),
                     MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin"), s->port,
                     s->token, &e->request);
    if (e->verdict == REQUEST_OK)
        atomic_store(&s->last, now_ms());
    return e;
}

static visitor *visitor_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Called when the head of a request is there, then for each piece of its body, then at its end, and
 * again when a worker has the answer. */
static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **kept)
{
    view_server *s = user;
    exchange *e = *kept;
    (void)version, (void)data;
    if (!e) {
        visitors_heard(&s->visitors, visitor_of(connection));
        *kept = e = exchange_begin(s, connection, url, method);
        return e ? MHD_YES : MHD_NO;
    }
    if (*size > 0) {
        e->body += *size;
        *size = 0;
        return e->body <= MOST_BODY ? MHD_YES : MHD_NO;
    }
    if (e->state == EXCHANGE_ANSWERED)
        return send_answer(e);
    if (e->verdict != REQUEST_OK)
        return refuse(e);
    e->state = EXCHANGE_ASKED;
    MHD_suspend_connection(connection);
    job_queue_post(s->jobs, &e->job);
    return MHD_YES;
}

static void on_completed(void *user, struct MHD_Connection *connection, void **kept,
                         enum MHD_RequestTerminationCode why)
{
    exchange *e = *kept;
    (void)user, (void)connection, (void)why;
    if (e)
        free(e->answer.bytes);
    free(e);
    *kept = NULL;
}

static void on_connection(void *user, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    view_server *s = user;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *context = visitors_add(&s->visitors, info ? info->connect_fd : -1);
    } else if (*context) {
        visitors_remove(&s->visitors, *context);
        *context = NULL;
    }
}

/* ---- start and stop ---- */

static int make_token(char out[VIEW_TOKEN_LENGTH + 1])
{
    unsigned char bytes[VIEW_TOKEN_LENGTH / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return 0;
    for (size_t k = 0; k < sizeof bytes; ++k)
        snprintf(out + 2 * k, 3, "%02x", bytes[k]);
    return 1;
}

static void ignore_log(void *user, const char *format, va_list arguments)
{
    (void)user, (void)format, (void)arguments; /* a server that a library runs does not print */
}

/* The address is known before the first request can come. */
static int open_socket(view_server *s, int port)
{
    struct sockaddr_in here = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port),
                               .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof here;
    const int yes = 1;
    s->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->socket < 0 || setsockopt(s->socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(s->socket, (const struct sockaddr *)&here, sizeof here) != 0 ||
        listen(s->socket, SERVER_BACKLOG) != 0 ||
        getsockname(s->socket, (struct sockaddr *)&here, &size) != 0)
        return 0;
    s->port = ntohs(here.sin_port);
    snprintf(s->address, sizeof s->address, "http://127.0.0.1:%d/%s/", s->port, s->token);
    return 1;
}

static int start_daemon(view_server *s)
{
    s->daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                             MHD_USE_ERROR_LOG,
                         0, NULL, NULL, on_request, s, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL,
                         MHD_OPTION_LISTEN_SOCKET, s->socket, MHD_OPTION_CONNECTION_LIMIT,
                         (unsigned)SERVER_MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
                         (unsigned)SERVER_PATIENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                         (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
                         MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_END);
    return s->daemon != NULL;
}

spate_status server_start(spate_context *ctx, int port, view_answer_fn answer, void *user,
                          view_server **out)
{
    view_server *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return fail_memory(ctx, "no memory for the server");
    s->answer = answer;
    s->user = user;
    s->socket = -1;
    s->jobs = job_queue_start(SERVER_WORKERS);
    errno = 0;
    if (s->jobs && make_token(s->token) && open_socket(s, port) && start_daemon(s)) {
        *out = s;
        return SPATE_OK;
    }
    const int error = errno;
    server_stop(s);
    return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot serve on 127.0.0.1, port %d: %s", port,
                      error ? strerror(error) : "libmicrohttpd does not start");
}

const char *server_address(const view_server *s)
{
    return s->address;
}

double server_idle(const view_server *s)
{
    const long long last = atomic_load(&s->last);
    return last ? 1e-3 * (double)(now_ms() - last) : INFINITY;
}

/* No connection may be suspended when the daemon stops: the queue answers all of them first. */
void server_stop(view_server *s)
{
    if (!s)
        return;
    if (s->daemon)
        MHD_quiesce_daemon(s->daemon);
    job_queue_stop(s->jobs);
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    if (s->socket >= 0)
        close(s->socket);
    job_queue_free(s->jobs);
    free(s);
}
