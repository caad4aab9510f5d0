/* The JSON writer: what it writes, byte by byte, and that a failed write is reported at the end. */
#define _GNU_SOURCE
#include "base/json_writer.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef void write_fn(json_writer *j);

/* What a function writes; the caller frees it. */
static char *written(write_fn *fn, int least_digits)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!CHECK(out != NULL))
        exit(1);
    json_writer j = json_begin(out);
    if (least_digits > 0)
        j.least_digits = least_digits;
    fn(&j);
    CHECK(json_end(&j) == 0);
    fclose(out);
    return text;
}

static void check_text(write_fn *fn, int least_digits, const char *wanted)
{
    char *text = written(fn, least_digits);
    if (!CHECK(strcmp(text, wanted) == 0))
        printf("  wrote %s\n  not %s\n", text, wanted);
    free(text);
}

static void nested(json_writer *j)
{
    json_open_object(j, NULL);
    json_text(j, "name", "a \"b\" \\");
    json_open_array(j, "list");
    json_integer(j, NULL, INT64_MIN);
    json_open_object(j, NULL);
    json_close(j);
    json_open_array(j, NULL);
    json_boolean(j, NULL, 1);
    json_close(j);
    json_close(j);
    json_text(j, "none", NULL);
    json_raw(j, "raw", "{\"x\": 1}");
    json_close(j);
}

static void scopes_commas_and_indentation(void)
{
    check_text(nested, 0,
               "{\n  \"name\": \"a \\\"b\\\" \\\\\",\n  \"list\": [\n    -9223372036854775808,\n"
               "    {},\n    [\n      true\n    ]\n  ],\n  \"none\": null,\n"
               "  \"raw\": {\"x\": 1}\n}\n");
}

/* Bit 63 of the stack is used, and depths after it have their own brackets. */
static void deep(json_writer *j)
{
    for (int k = 0; k < 64; ++k)
        (k % 3 ? json_open_array : json_open_object)(j, k > 0 && k % 3 == 1 ? "k" : NULL);
    for (int k = 0; k < 64; ++k)
        json_close(j);
}

static void brackets_match_at_any_depth(void)
{
    char *text = written(deep, 0), stack[64];
    int depth = 0, wrong = 0;
    for (const char *c = text; *c; ++c) {
        if (*c == '{' || *c == '[')
            stack[depth++] = *c;
        else if (*c == '}' || *c == ']')
            wrong += stack[--depth] != (*c == '}' ? '{' : '[');
    }
    CHECK(depth == 0 && wrong == 0);
    free(text);
}

static void strings(json_writer *j)
{
    json_open_array(j, NULL);
    json_text(j, NULL, "\n\t\x01\x1f\x7f");
    json_text(j, NULL, "m\xc3\xb3r \xe2\x82\xac \xf0\x9f\x8c\x8a"); /* UTF-8 of 2, 3 and 4 bytes */
    json_text(j, NULL, "\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf");
    json_text(j, NULL,
              "a\xff"
              "b\xc3");                         /* a stray byte; cut off at the end */
    json_text(j, NULL, "\xc0\xaf\xed\xa0\x80"); /* too long a form; a surrogate */
    json_close(j);
}

static void control_characters_and_bad_bytes_are_escaped(void)
{
    check_text(strings, 0,
               "[\n  \"\\u000a\\u0009\\u0001\\u001f\\u007f\",\n"
               "  \"m\xc3\xb3r \xe2\x82\xac \xf0\x9f\x8c\x8a\",\n"
               "  \"\\u0085\\u00a0\\u2028\\u2029\\ufeff\",\n"
               "  \"a\\ufffdb\\ufffd\",\n"
               "  \"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"\n]\n");
}

static void reals(json_writer *j)
{
    json_open_array(j, NULL);
    json_real(j, NULL, 0.1);
    json_real(j, NULL, 1.0 / 3);
    json_real(j, NULL, 1e6);
    json_real(j, NULL, -0.0);
    json_real(j, NULL, NAN);
    json_real(j, NULL, INFINITY);
    json_real(j, NULL, -INFINITY);
    json_close(j);
}

static void reals_read_back_and_non_finite_ones_are_null(void)
{
    check_text(
        reals, 0,
        "[\n  0.1,\n  0.3333333333333333,\n  1000000,\n  -0,\n  null,\n  null,\n  null\n]\n");
    check_text(reals, 6,
               "[\n  0.1,\n  0.3333333333333333,\n  1e+06,\n  -0,\n  null,\n  null,\n  null\n]\n");
}

static void a_full_disk_is_reported_at_the_end(void)
{
    FILE *out = fopen("/dev/full", "w");
    if (!out)
        return; /* not Linux */
    json_writer j = json_begin(out);
    nested(&j);
    CHECK(json_end(&j) == -1);
    CHECK(json_end(&j) == -1); /* it is not forgotten */
    fclose(out);
}

int main(void)
{
    RUN(scopes_commas_and_indentation);
    RUN(brackets_match_at_any_depth);
    RUN(control_characters_and_bad_bytes_are_escaped);
    RUN(reals_read_back_and_non_finite_ones_are_null);
    RUN(a_full_disk_is_reported_at_the_end);
    return check_done();
}
