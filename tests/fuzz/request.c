/* No request makes spate view's reader of requests read beyond it, and what it accepts is within the
 * bounds that the rest of the program relies on. The bytes are lines: method, host, origin, path. */
#include "request.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char token[] = "0123456789abcdef0123456789abcdef";

/* The next line in memory of its own, so that reading past its end is found. */
static char *next_line(const uint8_t **at, size_t *left)
{
    const uint8_t *end = *left ? memchr(*at, '\n', *left) : NULL;
    const size_t length = end ? (size_t)(end - *at) : *left;
    char *line = malloc(length + 1);
    if (!line)
        abort();
    memcpy(line, *at, length);
    line[length] = '\0';
    *at += end ? length + 1 : length;
    *left -= end ? length + 1 : length;
    return line;
}

static void check_request(const view_request *r, const char *host)
{
    enum { TWELVE_DIGITS = 12 };
    int64_t most = 1;
    for (int n = 0; n < TWELVE_DIGITS; ++n)
        most *= 10;
    const int64_t numbers[] = {r->frame, r->level, r->x, r->y, r->count, r->place};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
        if (numbers[k] < 0 || numbers[k] >= most)
            abort();
    if (r->other < -1 || r->other >= most || r->run < 0 || r->run >= VIEW_MOST_RUNS ||
        r->count > (r->wish == VIEW_POINT ? VIEW_MOST_POINTS : most) ||
        !memchr(r->name, '\0', sizeof r->name) || strchr(r->name, '/') || strstr(r->name, "..") ||
        (strncmp(host, "127.0.0.1:", 10) != 0 && (host[0] | 32) != 'l'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *method = next_line(&data, &size), *host = next_line(&data, &size);
    char *origin = next_line(&data, &size), *path = next_line(&data, &size);
    view_request r;
    const request_verdict verdict =
        request_read(method, path, host, *origin ? origin : NULL, 8080, token, &r);
    if (verdict == REQUEST_OK)
        check_request(&r, host);
    else if (request_code(verdict) < 400 || !*request_sentence(verdict))
        abort();
    free(method);
    free(host);
    free(origin);
    free(path);
    return 0;
}
