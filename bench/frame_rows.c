/* Rows of any benchmark: filled by value, printed by column. */
#include <math.h>
#include <stdarg.h>

#include "bench/frame.h"

/* ---- values ---- */

void bench_put_text(bench_row *row, int value, const char *text)
{
    row->values[value] = (bench_value){.kind = text ? BENCH_TEXT : BENCH_ABSENT, .text = text};
}

void bench_put_integer(bench_row *row, int value, int64_t integer)
{
    row->values[value] = (bench_value){.kind = BENCH_INTEGER, .integer = integer};
}

void bench_put_boolean(bench_row *row, int value, int yes)
{
    row->values[value] = (bench_value){.kind = BENCH_BOOLEAN, .integer = yes};
}

void bench_put_real(bench_row *row, int value, double real)
{
    row->values[value] = (bench_value){.kind = BENCH_REAL, .real = real};
}

/* NULL where the value is no text. */
static const char *text_of(const bench_row *row, int value)
{
    const bench_value *v = &row->values[value];
    return v->kind == BENCH_TEXT        ? v->text
           : v->kind == BENCH_FORMATTED ? row->texts + v->integer
                                        : NULL;
}

static void put_formatted(bench_row *row, int value, const char *format, va_list args)
{
    const size_t room = sizeof row->texts - row->used;
    const int length = vsnprintf(row->texts + row->used, room, format, args);
    row->values[value] = (bench_value){.kind = BENCH_FORMATTED, .integer = (int64_t)row->used};
    row->used += length < 0 ? 0 : (size_t)length + 1 < room ? (size_t)length + 1 : room - 1;
}

void bench_put_format(bench_row *row, int value, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_formatted(row, value, format, args);
    va_end(args);
}

void bench_remark(bench_row *row, const char *format, ...)
{
    const char *before = text_of(row, BENCH_REMARK);
    va_list args;
    va_start(args, format);
    put_formatted(row, BENCH_REMARK, format, args);
    va_end(args);
    if (before)
        bench_put_format(row, BENCH_REMARK, "%s  %s", before, text_of(row, BENCH_REMARK));
}

void bench_put_memory(bench_row *row, double bytes, double copy_gbs)
{
    const double gbs = 1e-9 * bytes / row->values[BENCH_BEST].real;
    bench_put_real(row, BENCH_FLOOR, bytes);
    bench_put_real(row, BENCH_GBS, gbs);
    bench_put_real(row, BENCH_COPY, copy_gbs);
    bench_put_real(row, BENCH_SHARE, gbs / copy_gbs);
}

void bench_put_peer(bench_row *row, const char *name, double seconds)
{
    const double ratio = seconds / row->values[BENCH_BEST].real;
    bench_put_text(row, BENCH_PEER, name);
    bench_put_real(row, BENCH_PEER_SECONDS, seconds);
    bench_put_real(row, BENCH_PEER_RATIO, ratio);
    bench_remark(row, "%.2f x %s", ratio, name);
}

void bench_put_work(bench_row *row, const bench_runner *r, const bench_work *work,
                    const bench_runner *peer)
{
    bench_put_real(row, BENCH_BEST, r->best);
    bench_put_real(row, BENCH_MEDIAN, r->median);
    bench_put_real(row, BENCH_SETUP, r->setup_seconds);
    bench_put_real(row, BENCH_RESIDUAL, r->residual);
    bench_put_real(row, BENCH_RATE, 1e9 * r->best / work->items);
    bench_put_text(row, BENCH_RATE_UNIT, work->unit);
    bench_put_memory(row, work->bytes, work->copy_gbs);
    if (peer && !r->is_peer)
        bench_put_peer(row, peer->name, peer->best);
}

/* ---- tables ---- */

/* The formats are those of the columns: the compiler cannot see them. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* As a table shows it; blank where it is absent or NaN. */
static void cell_text(const bench_column *c, const bench_row *row, const char *format, char *out,
                      size_t room)
{
    const bench_value *v = &row->values[c->value];
    out[0] = '\0';
    if (text_of(row, c->value))
        snprintf(out, room, format, text_of(row, c->value));
    else if (v->kind == BENCH_INTEGER)
        snprintf(out, room, format, (long long)v->integer);
    else if (v->kind == BENCH_REAL && !isnan(v->real))
        snprintf(out, room, format, (c->scale > 0 ? c->scale : 1) * v->real);
}

static void print_heads(const bench_column *columns)
{
    const char *gap = "";
    for (const bench_column *c = columns; c->value >= 0; ++c) {
        if (!c->head || c->value == BENCH_REMARK)
            continue;
        printf("%s%*s", gap, c->width, c->head);
        gap = " ";
    }
    putchar('\n');
}

static void print_row(const bench_column *columns, const bench_row *row)
{
    char text[512];
    const char *gap = "";
    for (const bench_column *c = columns; c->value >= 0; ++c) {
        if (!c->head || (c->value == BENCH_REMARK && !text_of(row, BENCH_REMARK)))
            continue;
        cell_text(c, row, c->format, text, sizeof text);
        if (!text[0] && c->width < 0) /* a word that does not apply */
            snprintf(text, sizeof text, "-");
        printf("%s%*s", c->value == BENCH_REMARK ? "  " : gap, c->width, text);
        gap = " ";
    }
    putchar('\n');
    fflush(stdout);
}

static void print_page_row(FILE *out, const bench_column *columns, const bench_row *row)
{
    char text[512];
    fputc('|', out);
    for (const bench_column *c = columns; c->value >= 0; ++c) {
        if (!c->title)
            continue;
        cell_text(c, row, c->page_format, text, sizeof text);
        fprintf(out, " %s |", text);
    }
    fputc('\n', out);
}

static void write_json(json_writer *j, const bench_column *columns, const bench_row *row)
{
    json_open_object(j, NULL);
    for (const bench_column *c = columns; c->value >= 0; ++c) {
        const bench_value *v = &row->values[c->value];
        if (!c->key || v->kind == BENCH_ABSENT)
            continue;
        if (text_of(row, c->value))
            json_text(j, c->key, text_of(row, c->value));
        else if (v->kind == BENCH_INTEGER)
            json_integer(j, c->key, v->integer);
        else if (v->kind == BENCH_BOOLEAN)
            json_boolean(j, c->key, v->integer != 0);
        else
            json_real(j, c->key, v->real);
    }
    json_close(j);
}

void bench_add(bench *b, const bench_row *row)
{
    const bench_column *columns = b->kind->columns;
    ++b->rows;
    if (b->tool->rank != 0)
        return;
    if (b->markdown.out)
        print_page_row(b->markdown.out, columns, row);
    if (b->as_json) {
        write_json(&b->json, columns, row);
        fprintf(stderr, "\r%d rows measured", b->rows);
        return;
    }
    if (b->rows == 1)
        print_heads(columns);
    print_row(columns, row);
}

void bench_note(const bench *b, const char *format, ...)
{
    if (b->tool->rank != 0)
        return;
    va_list args;
    va_start(args, format);
    fputs(b->as_json && b->rows > 0 ? "\n" : "", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
