/* Reads requests. A request is what it must be, or it is refused. */
#include "request.h"

#include <string.h>
#include <strings.h>

/* ---- who asks ---- */

/* "127.0.0.1:8080" or "localhost:8080"; a browser that was led here under another name (DNS
 * rebinding) sends that name. */
static int is_own_host(const char *host, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    for (size_t k = 0; host && k < sizeof names / sizeof *names; ++k) {
        const size_t n = strlen(names[k]);
        if (strncasecmp(host, names[k], n) != 0 || host[n] != ':')
            continue;
        int number = 0, digits = 0;
        for (const char *c = host + n + 1; *c >= '0' && *c <= '9' && digits < 6; ++c, ++digits)
            number = 10 * number + (*c - '0');
        if (digits > 0 && host[n + 1 + (size_t)digits] == '\0' && number == port)
            return 1;
    }
    return 0;
}

/* Where a page of another site asks, its browser says so. */
static int is_own_origin(const char *origin, int port)
{
    static const char before[] = "http://";
    return !origin || (strncmp(origin, before, sizeof before - 1) == 0 &&
                       is_own_host(origin + sizeof before - 1, port));
}

/* Takes the same time wherever the first wrong character is. Returns what follows the token. */
static const char *after_token(const char *path, const char *token)
{
    unsigned wrong = path[0] != '/';
    for (int k = 0; k < VIEW_TOKEN_LENGTH; ++k) {
        if (path[k] == '\0')
            return NULL;
        wrong |= (unsigned char)path[1 + k] ^ (unsigned char)token[k];
    }
    return wrong || path[1 + VIEW_TOKEN_LENGTH] != '/' ? NULL : path + 2 + VIEW_TOKEN_LENGTH;
}

/* ---- what is asked ---- */

/* Each reads a part of the path and moves on; 0: it is something else. */
static int word(const char **at, const char *expected)
{
    const size_t n = strlen(expected);
    if (strncmp(*at, expected, n) != 0)
        return 0;
    *at += n;
    return 1;
}

static int number(const char **at, int64_t *out)
{
    enum { MOST_DIGITS = 12 };
    int digits = 0;
    *out = 0;
    for (; **at >= '0' && **at <= '9'; ++*at, ++digits) {
        if (digits == MOST_DIGITS)
            return 0;
        *out = 10 * *out + (**at - '0');
    }
    return digits > 0;
}

/* Letters, digits and hyphens. */
static int name(const char **at, char out[VIEW_NAME_ROOM])
{
    size_t n = 0;
    for (; (**at >= 'a' && **at <= 'z') || (**at >= '0' && **at <= '9') || **at == '-'; ++*at) {
        if (n == VIEW_NAME_ROOM - 1)
            return 0;
        out[n++] = **at;
    }
    out[n] = '\0';
    return n > 0;
}

static int at_end(const char *at)
{
    return *at == '\0';
}

/* NAME.js and the like; which exist is known elsewhere. */
static int read_file_name(const char *at, view_request *r)
{
    const size_t n = strlen(at);
    if (n >= VIEW_NAME_ROOM || strspn(at, "abcdefghijklmnopqrstuvwxyz_.0123456789") != n ||
        strstr(at, ".."))
        return 0;
    memcpy(r->name, at, n + 1);
    r->wish = VIEW_FILE;
    return 1;
}

static int read_tile(const char *at, view_request *r)
{
    r->wish = VIEW_TILE;
    if (!name(&at, r->name) || !word(&at, "/") || !number(&at, &r->frame))
        return 0;
    if (word(&at, "-") && !number(&at, &r->other))
        return 0;
    return word(&at, "/") && number(&at, &r->level) && word(&at, "/") && number(&at, &r->x) &&
           word(&at, "/") && number(&at, &r->y) && at_end(at);
}

static int read_point(const char *at, view_request *r)
{
    r->wish = VIEW_POINT;
    return number(&at, &r->x) && word(&at, "/") && number(&at, &r->y) && word(&at, "/") &&
           number(&at, &r->frame) && word(&at, "/") && number(&at, &r->count) && at_end(at) &&
           r->count <= VIEW_MOST_POINTS;
}

static int read_numbered(const char *at, view_wish wish, const char *ending, int64_t *out,
                         view_request *r)
{
    r->wish = wish;
    return number(&at, out) && word(&at, ending) && at_end(at);
}

static int read_legend(const char *at, view_request *r)
{
    r->wish = VIEW_LEGEND;
    return name(&at, r->name) && word(&at, ".json") && at_end(at);
}

/* What has no further parts. */
static int read_plain(const char *at, view_request *r)
{
    static const struct {
        const char *text;
        view_wish wish;
    } known[] = {{"meta.json", VIEW_META},
                 {"balance.csv", VIEW_BALANCE},
                 {"pause", VIEW_PAUSE},
                 {"go-on", VIEW_GO_ON},
                 {"stop", VIEW_STOP}};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
        if (strcmp(at, known[k].text) == 0) {
            r->wish = known[k].wish;
            return 1;
        }
    return 0;
}

static int read_of_run(const char *at, view_request *r)
{
    if (word(&at, "tile/"))
        return read_tile(at, r);
    if (word(&at, "point/"))
        return read_point(at, r);
    if (word(&at, "state/"))
        return read_numbered(at, VIEW_STATE, ".json", &r->frame, r);
    if (word(&at, "legend/"))
        return read_legend(at, r);
    if (word(&at, "gauge/"))
        return read_numbered(at, VIEW_GAUGE, ".csv", &r->place, r);
    if (word(&at, "section/"))
        return read_numbered(at, VIEW_SECTION, ".csv", &r->place, r);
    return read_plain(at, r);
}

static int read_wish(const char *at, view_request *r)
{
    if ((at[0] == '0' || at[0] == '1') && at[1] == '/') {
        r->run = at[0] - '0';
        return read_of_run(at + 2, r);
    }
    if (strcmp(at, "view.json") == 0) {
        r->wish = VIEW_ABOUT;
        return 1;
    }
    return read_file_name(at, r);
}

request_verdict request_read(const char *method, const char *path, const char *host,
                             const char *origin, int port, const char token[VIEW_TOKEN_LENGTH + 1],
                             view_request *out)
{
    *out = (view_request){.other = -1};
    if (!is_own_host(host, port) || !is_own_origin(origin, port))
        return REQUEST_WRONG_HOST;
    const char *at = after_token(path, token);
    if (!at)
        return REQUEST_WRONG_TOKEN;
    if (!read_wish(at, out))
        return REQUEST_UNKNOWN;
    const char *wanted = out->wish >= VIEW_PAUSE ? "POST" : "GET";
    return strcmp(method, wanted) == 0 ? REQUEST_OK : REQUEST_WRONG_METHOD;
}

int request_code(request_verdict verdict)
{
    switch (verdict) {
    case REQUEST_OK: return 200;
    case REQUEST_WRONG_HOST: return 421;
    case REQUEST_WRONG_TOKEN: return 403;
    case REQUEST_WRONG_METHOD: return 405;
    default: return 404;
    }
}

const char *request_sentence(request_verdict verdict)
{
    switch (verdict) {
    case REQUEST_WRONG_HOST:
        return "This server answers only under 127.0.0.1 or localhost, to its own page.\n";
    case REQUEST_WRONG_TOKEN:
        return "The address is not complete: use the one that spate view printed.\n";
    case REQUEST_WRONG_METHOD: return "This address takes another method.\n";
    default: return "There is nothing here.\n";
    }
}
