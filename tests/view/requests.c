/* Requests: only those of the protocol are understood, only under our own name, only with the token. */
#include "request.h"

#include "check.h"

static const char token[] = "0123456789abcdef0123456789abcdef";
#define AT "/0123456789abcdef0123456789abcdef/"

static request_verdict ask(const char *method, const char *path, const char *host, view_request *r)
{
    return request_read(method, path, host, NULL, 8080, token, r);
}

static request_verdict get(const char *path, view_request *r)
{
    return ask("GET", path, "127.0.0.1:8080", r);
}

static void requests_of_the_protocol_are_read(void)
{
    view_request r;
    CHECK(get(AT, &r) == REQUEST_OK && r.wish == VIEW_FILE && r.name[0] == '\0');
    CHECK(get(AT "main.js", &r) == REQUEST_OK && r.wish == VIEW_FILE && !strcmp(r.name, "main.js"));
    CHECK(get(AT "view.json", &r) == REQUEST_OK && r.wish == VIEW_ABOUT);
    CHECK(get(AT "1/meta.json", &r) == REQUEST_OK && r.wish == VIEW_META && r.run == 1);
    CHECK(get(AT "0/state/17.json", &r) == REQUEST_OK && r.wish == VIEW_STATE && r.frame == 17);
    CHECK(get(AT "0/legend/difference-depth.json", &r) == REQUEST_OK && r.wish == VIEW_LEGEND &&
          !strcmp(r.name, "difference-depth"));
    CHECK(get(AT "0/tile/max-depth/12/3/4/5", &r) == REQUEST_OK && r.wish == VIEW_TILE &&
          r.frame == 12 && r.other == -1 && r.level == 3 && r.x == 4 && r.y == 5);
    CHECK(get(AT "0/tile/depth/12-9/0/0/0", &r) == REQUEST_OK && r.frame == 12 && r.other == 9);
    CHECK(get(AT "0/point/7/8/0/64", &r) == REQUEST_OK && r.wish == VIEW_POINT && r.x == 7 &&
          r.y == 8 && r.count == 64);
    CHECK(get(AT "0/gauge/2.csv", &r) == REQUEST_OK && r.wish == VIEW_GAUGE && r.place == 2);
    CHECK(get(AT "0/section/0.csv", &r) == REQUEST_OK && r.wish == VIEW_SECTION);
    CHECK(get(AT "0/balance.csv", &r) == REQUEST_OK && r.wish == VIEW_BALANCE);
    CHECK(ask("POST", AT "0/stop", "localhost:8080", &r) == REQUEST_OK && r.wish == VIEW_STOP);
}

static void everything_else_is_unknown(void)
{
    static const char *const paths[] = {
        AT "..",
        AT "../view.json",
        AT "0/../view.json",
        AT "..js",
        AT "%2e%2e/etc/passwd",
        AT "/etc/passwd",
        AT "2/meta.json",
        AT "0/",
        AT "0/meta.json/",
        AT "0/tile/depth/1/0/0",
        AT "0/tile/depth/-1/0/0/0",
        AT "0/tile/depth/1/0/0/0x",
        AT "0/tile/depth/1-/0/0/0",
        AT "0/tile/DEPTH/1/0/0/0",
        AT "0/tile//1/0/0/0",
        AT "0/tile/depth/1234567890123/0/0/0",
        AT "0/tile/a-very-long-name-that-no-kind-of-map-could-ever-have-in-this/1/0/0/0",
        AT "0/point/1/1/0/65",
        AT "0/gauge/../../run.json",
        AT "0/gauge/.csv",
        AT "0/legend/depth",
        AT "0/state/.json",
        AT "a name that is no name.js",
    };
    view_request r;
    for (size_t k = 0; k < sizeof paths / sizeof *paths; ++k)
        if (!CHECK(get(paths[k], &r) == REQUEST_UNKNOWN))
            printf("  %s\n", paths[k]);
    CHECK(request_code(REQUEST_UNKNOWN) == 404);
}

static void a_wrong_token_is_refused(void)
{
    view_request r;
    CHECK(get("/", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("/view.json", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("/0123456789abcdef0123456789abcdef", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("/0123456789abcdef0123456789abcdee/view.json", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("/1123456789abcdef0123456789abcdef/", &r) == REQUEST_WRONG_TOKEN);
    CHECK(get("/0123456789abcdef0123456789abcdef0/", &r) == REQUEST_WRONG_TOKEN);
    CHECK(request_code(REQUEST_WRONG_TOKEN) == 403);
}

/* A page elsewhere can make the browser ask us, under a name of its own that leads here, or from its
 * own origin. */
static void foreign_names_are_refused(void)
{
    static const char *const hosts[] = {"evil.example:8080",
                                        "127.0.0.1",
                                        "127.0.0.1:8081",
                                        "127.0.0.1:8080.evil.example",
                                        "localhost.evil.example:8080",
                                        "",
                                        ":8080",
                                        "127.0.0.1:",
                                        "127.0.0.1:080800",
                                        "0.0.0.0:8080"};
    view_request r;
    for (size_t k = 0; k < sizeof hosts / sizeof *hosts; ++k)
        CHECK(ask("GET", AT, hosts[k], &r) == REQUEST_WRONG_HOST);
    CHECK(ask("GET", AT, NULL, &r) == REQUEST_WRONG_HOST);
    CHECK(ask("GET", AT, "LOCALHOST:8080", &r) == REQUEST_OK);
    static const char *const origins[] = {"http://evil.example", "https://127.0.0.1:8080", "null",
                                          "http://127.0.0.1:80"};
    for (size_t k = 0; k < sizeof origins / sizeof *origins; ++k)
        CHECK(request_read("POST", AT "0/stop", "127.0.0.1:8080", origins[k], 8080, token, &r) ==
              REQUEST_WRONG_HOST);
    CHECK(request_read("POST", AT "0/stop", "127.0.0.1:8080", "http://127.0.0.1:8080", 8080, token,
                       &r) == REQUEST_OK);
    CHECK(request_code(REQUEST_WRONG_HOST) == 421);
}

static void a_wrong_method_is_refused(void)
{
    view_request r;
    CHECK(ask("GET", AT "0/stop", "127.0.0.1:8080", &r) == REQUEST_WRONG_METHOD);
    CHECK(ask("POST", AT "view.json", "127.0.0.1:8080", &r) == REQUEST_WRONG_METHOD);
    CHECK(ask("DELETE", AT "0/stop", "127.0.0.1:8080", &r) == REQUEST_WRONG_METHOD);
    CHECK(request_code(REQUEST_WRONG_METHOD) == 405);
}

int main(void)
{
    RUN(requests_of_the_protocol_are_read);
    RUN(everything_else_is_unknown);
    RUN(a_wrong_token_is_refused);
    RUN(foreign_names_are_refused);
    RUN(a_wrong_method_is_refused);
    return check_done();
}
