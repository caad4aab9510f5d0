/* The resolved copy: all defaults written out, read back to the same case. */
#include "casefile_scene.h"

/* ---- a strict reader of JSON, for its grammar alone (RFC 8259) ---- */

static const char *json_value(const char *at);

static const char *json_blank(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *json_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; ++at) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at == '\\') {
            ++at;
            if (*at == 'u') {
                if (strspn(at + 1, "0123456789abcdefABCDEF") < 4)
                    return NULL;
                at += 4;
            } else if (!*at || !strchr("\"\\/bfnrt", *at))
                return NULL;
        }
    }
    return at + 1;
}

static const char *json_number(const char *at)
{
    static const char digits[] = "0123456789";
    at += *at == '-';
    const size_t whole = strspn(at, digits);
    if (whole == 0 || (*at == '0' && whole > 1))
        return NULL;
    at += whole;
    if (*at == '.') {
        if (strspn(at + 1, digits) == 0)
            return NULL;
        at += 1 + strspn(at + 1, digits);
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        if (strspn(at, digits) == 0)
            return NULL;
        at += strspn(at, digits);
    }
    return at;
}

static const char *json_scope(const char *at, char end)
{
    at = json_blank(at + 1);
    if (*at == end)
        return at + 1;
    for (;;) {
        if (end == '}') {
            at = json_string(at);
            at = at ? json_blank(at) : NULL;
            if (!at || *at != ':')
                return NULL;
            at = json_blank(at + 1);
        }
        at = json_value(at);
        at = at ? json_blank(at) : NULL;
        if (!at || (*at != ',' && *at != end))
            return NULL;
        if (*at == end)
            return at + 1;
        at = json_blank(at + 1);
    }
}

static const char *json_value(const char *at)
{
    if (*at == '{' || *at == '[')
        return json_scope(at, *at == '{' ? '}' : ']');
    if (*at == '"')
        return json_string(at);
    if (strncmp(at, "true", 4) == 0)
        return at + 4;
    if (strncmp(at, "false", 5) == 0)
        return at + 5;
    return json_number(at);
}

static int is_json(const char *text)
{
    const char *end = json_value(json_blank(text));
    return end && *json_blank(end) == 0;
}

/* ---- the claims ---- */

/* The copy in either language reads back to the same copies. Returns the JSON. */
static char *check_round_trip(spate_context *ctx, const char *text)
{
    casefile *first = scene_good(ctx, text, NULL);
    if (!first)
        return NULL;
    char *yaml = casefile_resolved_yaml(first), *json = casefile_resolved_json(first);
    casefile_free(first);
    CHECK(yaml && json && is_json(json));
    for (int n = 0; yaml && json && n < 2; ++n) {
        casefile *again = scene_good(ctx, n == 0 ? yaml : json, NULL);
        if (!again) {
            printf("%s\n", n == 0 ? yaml : json);
            continue;
        }
        char *yaml_again = casefile_resolved_yaml(again);
        char *json_again = casefile_resolved_json(again);
        CHECK(yaml_again && json_again && strcmp(json_again, json) == 0);
        CHECK(n == 1 || strcmp(yaml_again, yaml) == 0);
        free(yaml_again);
        free(json_again);
        casefile_free(again);
    }
    free(yaml);
    return json;
}

static void the_whole_case_reads_back(void)
{
    static char text[1 << 14];
    FILE *file = fopen(TEST_DATA "/casefile/case.yaml", "r");
    CHECK(file != NULL);
    if (!file)
        return;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    spate_context *ctx = scene_context();
    char *json = check_round_trip(ctx, text);
    if (json) {
        CHECK_CONTAINS(json, "\"end\": 216000");
        CHECK_CONTAINS(json, "\"start\": \"2024-01-02T00:00:00Z\"");
        CHECK_CONTAINS(json, "\"wet_depth\": 0.05");
        CHECK_CONTAINS(json, "\"line\": [[293110, 94020], [293240, 93965]]");
        CHECK_CONTAINS(json, "\"ramp\": 0");
        CHECK_CONTAINS(json, "\"limiter\": 1.4");
        CHECK(strstr(json, "\"still\"") == NULL); /* only with wave */
        CHECK(strstr(json, "\"wind\"") == NULL);
    }
    free(json);
    spate_context_destroy(ctx);
}

static void odd_values_read_back(void)
{
    static const char *const cases[] = {
        LEAST,
        LEAST "title: \"a: b # c\"\n",
        LEAST "title: 'null'\n",
        LEAST "title: \"- x\"\n",
        LEAST "title: \"tab\\tline\\nend \\\"q\\\" \\\\ \\x7f \\x85 \\u2028 \\ufeff\"\n",
        LEAST "title: \"\xc3\xbc"
              "berschwemmung \xf0\x9f\x8c\x8a\"\n",
        LEAST "title: |\n  two\n  lines\n",
        LEAST "title: 'x:'\n",
        LEAST "title: ' x '\n",
        LEAST "title: -5\n",
        LEAST "grid:\noutput: {maxima: [], folder: 'a b: c'}\ngauges: []\n",
        LEAST "grid: {resolution: [5 m, 1 km], area: [-1, 0, 1, 0.1]}\nrain: 20 mm/h\n",
        LEAST
        "boundaries:\n- {name: a, edge: west, absorbing: 3 min, level: {mean: 3 ft, constituents: "
        "[{amplitude: 1, period: 12.4206 h}]}}\n- {name: b, edge: east, wave: 1 m}\n",
        LEAST "manning: {classes: a.tif, table: b.csv}\nsolver: {parts: 2x3, backend: cuda:1}\n",
        LEAST
        "infiltration: {green_ampt: {conductivity: {file: k.tif, unit: mm/h}, suction: 11 cm, "
        "deficit: 30 %}}\n",
        LEAST
        "rain: {unit: mm/h, rasters: [{time: 0, file: '1,2.tif'}, {time: 1970-01-01T00:30+00:00, "
        "file: b.tif}]}\n",
        "spate: 1\ntime: {end: 1970-01-02T00:00Z}\nterrain: {file: a.tif, walls: {line: [[0, 0], [1, 1]], "
        "crest: 2 m}, blocked: [a.gpkg, 'b, c.gpkg'], nodata: -3}\n",
        "spate: 1\ntime: {end: 0.1}\nterrain: {layers: [{file: a.tif}], walls: [{line: [[0, 0], [1, 1]]}, "
        "{file: b}], nodata: inactive}\n",
    };
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof cases / sizeof *cases; ++n)
        free(check_round_trip(ctx, cases[n]));
    spate_context_destroy(ctx);
}

static void equal_values_in_other_units_have_equal_json(void)
{
    spate_context *ctx = scene_context();
    char *a = check_round_trip(ctx, LEAST "grid: {resolution: 500 cm}\nrain: 36 mm/h\n"
                                          "solver: {skip_still: on}\n");
    char *b =
        check_round_trip(ctx,
                         "terrain: {file: \"dem.tif\"}\nrain: 1e-5 m/s\ngrid: {resolution: 5}\n"
                         "time: {end: 3600 s}\nspate: 1\n");
    CHECK(a && b && strcmp(a, b) == 0);
    free(a);
    free(b);
    spate_context_destroy(ctx);
}

static void the_test_of_json_can_fail(void)
{
    CHECK(is_json("{\"a\": [1, -2.5e-3, true], \"b\": {}}\n"));
    CHECK(!is_json("{\"a\": 1,}") && !is_json("{a: 1}") && !is_json("[1 2]") && !is_json("01"));
    CHECK(!is_json("{\"a\": \"\x01\"}") && !is_json("{} {}") && !is_json("\"\\x\""));
}

int main(void)
{
    RUN(the_test_of_json_can_fail);
    if (!SPATE_HAVE_YAML) {
        printf("skipped: this build has no libyaml\n");
        return SKIPPED;
    }
    RUN(the_whole_case_reads_back);
    RUN(odd_values_read_back);
    RUN(equal_values_in_other_units_have_equal_json);
    return check_done();
}
