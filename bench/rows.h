/* Rows of any benchmark: kept as they come, written as JSON at the end; remarks between them; a Markdown file
 * beside what is printed. */
#ifndef SPATE_BENCH_ROWS_H
#define SPATE_BENCH_ROWS_H

#include <stdarg.h>

#include "base/json_writer.h"
#include "program/tool.h"
#include "program/tool_file.h"

typedef struct bench_rows {
    size_t each; /* bytes of a row */
    char *rows;
    int count, capacity, as_json;
    tool_file markdown; /* out is NULL where there is none */
} bench_rows;

/* A copy; lost where memory is short. */
void bench_rows_keep(bench_rows *kept, const void *row);
/* On stderr. */
void bench_rows_note(const bench_rows *kept, const char *format, va_list args);
/* ok: 0 if the benchmark failed; then no Markdown file is left. Releases the rows; returns an exit code. */
int bench_rows_end(bench_rows *kept, const spate_tool *tool, int ok,
                   void (*print_json)(json_writer *j, const void *row));

#endif
