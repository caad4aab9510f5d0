/* The server: refuses who has no business, and neither thousands of connections that never ask nor
 * readers that never read keep others from their answers. */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

enum { LARGE = 4 << 20 };

static view_server *server;
static char path_of_token[64];
static int port;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static atomic_int asked;

/* Frame 1: a large answer. Frame 2: waits until it may answer. */
static void answer(const view_request *r, view_answer *out, void *user)
{
    (void)user;
    atomic_fetch_add(&asked, 1);
    *out = (view_answer){.code = 200, .type = "text/plain", .constant = "hello", .size = 5};
    if (r->wish == VIEW_TILE && r->frame == 1)
        *out = (view_answer){.code = 200,
                             .type = "text/plain",
                             .bytes = calloc(LARGE, 1),
                             .size = LARGE};
    if (r->wish == VIEW_TILE && r->frame == 2) {
        pthread_mutex_lock(&held);
        pthread_mutex_unlock(&held);
    }
}

static void start(void)
{
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(server_start(ctx, 0, answer, NULL, &server) == SPATE_OK);
    CHECK(sscanf(server_address(server), "http://127.0.0.1:%d%63s", &port, path_of_token) == 2);
    spate_context_destroy(ctx);
}

static int connect_to(void)
{
    const struct sockaddr_in there = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)port),
                                      .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, (const struct sockaddr *)&there, sizeof there) == 0)
        return s;
    if (s >= 0)
        close(s);
    return -1;
}

static void send_text(int s, const char *text)
{
    size_t sent = 0;
    while (sent < strlen(text)) {
        const ssize_t n = send(s, text + sent, strlen(text) - sent, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        sent += (size_t)n;
    }
}

static const char *request(const char *method, const char *path, const char *host)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s %s%s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n\r\n", method,
             path[0] == '/' ? "" : path_of_token, path, host);
    return text;
}

static const char *own_host(void)
{
    static char host[32];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    return host;
}

/* The status code of an answer; 0: the connection was closed. */
static int code_of(int s)
{
    char text[16] = "";
    size_t used = 0;
    while (used < 12) {
        const ssize_t n = recv(s, text + used, 12 - used, 0);
        if (n <= 0)
            return 0;
        used += (size_t)n;
    }
    return atoi(text + 9);
}

static int ask(const char *method, const char *path, const char *host)
{
    const int s = connect_to();
    if (s < 0)
        return -1;
    send_text(s, request(method, path, host));
    const int code = code_of(s);
    close(s);
    return code;
}

static void only_whole_and_honest_requests_are_answered(void)
{
    atomic_store(&asked, 0);
    CHECK(ask("GET", "", own_host()) == 200);
    CHECK(ask("POST", "0/pause", own_host()) == 200);
    CHECK(atomic_load(&asked) == 2);
    CHECK(ask("GET", "", "evil.example") == 421);
    CHECK(ask("GET", "/", own_host()) == 403);
    CHECK(ask("GET", "/00000000000000000000000000000000/", own_host()) == 403);
    CHECK(ask("GET", "../../etc/passwd", own_host()) == 404);
    CHECK(ask("GET", "0/gauge/../../run.json", own_host()) == 404);
    CHECK(ask("GET", "0/pause", own_host()) == 405);
    CHECK(ask("DELETE", "", own_host()) == 405);
    CHECK(atomic_load(&asked) == 2); /* nothing of these got any further */
}

static void a_head_or_body_without_end_is_not_read_for_ever(void)
{
    static char text[60000];
    int s = connect_to();
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "GET /", 5);
    send_text(s, text);
    const int code = code_of(s);
    CHECK(code == 0 || code >= 400);
    close(s);
    s = connect_to();
    snprintf(text, sizeof text,
             "POST %s0/pause HTTP/1.1\r\nHost: %s\r\nContent-Length: 9000000\r\n\r\n",
             path_of_token, own_host());
    send_text(s, text);
    memset(text, 'a', sizeof text - 1);
    for (int k = 0; k < 20; ++k)
        send_text(s, text);
    CHECK(code_of(s) != 200);
    close(s);
    CHECK(ask("GET", "", own_host()) == 200);
}

static int is_closed(int s)
{
    char byte;
    return recv(s, &byte, 1, MSG_DONTWAIT) == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* As many of them at a time as this process may have. */
static void ten_thousand_half_open_requests_keep_nobody_out(void)
{
    enum { ALL = 10000 };
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    const int room = limit.rlim_cur > ALL + 1000 ? ALL : (int)limit.rlim_cur - 800;
    int *open = malloc((size_t)room * sizeof *open), closed = 0, failed = 0;
    for (int k = 0; k < ALL; ++k) {
        int *place = &open[k % room];
        if (k >= room)
            close(*place);
        *place = connect_to();
        failed += *place < 0;
        if (*place >= 0)
            send_text(*place, "GET / HTTP/1.1\r\nHost: 127.");
        if (k % 1000 == 999)
            CHECK(ask("GET", "", own_host()) == 200);
    }
    CHECK(failed == 0);
    CHECK(ask("GET", "", own_host()) == 200);
    CHECK(ask("GET", "/", own_host()) == 403);
    for (int k = 0; k < room; ++k) {
        closed += is_closed(open[k]);
        close(open[k]);
    }
    free(open);
    CHECK_AT_MOST("half-open connections kept", room - closed, SERVER_MOST_UNHEARD);
}

static void readers_that_do_not_read_keep_nobody_out(void)
{
    enum { SLOW = 600 };
    static int slow[SLOW];
    for (int k = 0; k < SLOW; ++k) {
        slow[k] = connect_to();
        send_text(slow[k],
                  request("GET", k % 8 ? "0/balance.csv" : "0/tile/depth/1/0/0/0", own_host()));
    }
    CHECK(ask("GET", "", own_host()) == 200);
    for (int k = 0; k < SLOW; ++k)
        close(slow[k]);
    CHECK(ask("GET", "", own_host()) == 200);
}

static void *stop(void *user)
{
    (void)user;
    server_stop(server);
    return NULL;
}

/* One request is with a worker, which cannot answer yet, and more wait for their turn. */
static void a_server_stops_with_requests_in_hand(void)
{
    enum { WAITING = 6 };
    int waiting[WAITING];
    pthread_t stopper;
    pthread_mutex_lock(&held);
    const int before = atomic_load(&asked);
    for (int k = 0; k < WAITING; ++k) {
        waiting[k] = connect_to();
        send_text(waiting[k], request("GET", "0/tile/depth/2/0/0/0", own_host()));
    }
    while (atomic_load(&asked) < before + SERVER_WORKERS)
        poll(NULL, 0, 1);
    CHECK(pthread_create(&stopper, NULL, stop, NULL) == 0);
    pthread_mutex_unlock(&held);
    pthread_join(stopper, NULL);
    for (int k = 0; k < WAITING; ++k)
        close(waiting[k]);
    CHECK(connect_to() < 0);
}

int main(void)
{
    RUN(start);
    if (check_state.failed)
        return check_done();
    RUN(only_whole_and_honest_requests_are_answered);
    RUN(a_head_or_body_without_end_is_not_read_for_ever);
    RUN(ten_thousand_half_open_requests_keep_nobody_out);
    RUN(readers_that_do_not_read_keep_nobody_out);
    RUN(a_server_stops_with_requests_in_hand);
    return check_done();
}
