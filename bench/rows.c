#include "bench/rows.h"

#include <stdlib.h>
#include <string.h>

void bench_rows_keep(bench_rows *kept, const void *row)
{
    if (kept->count == kept->capacity) {
        const int capacity = kept->capacity > 0 ? 2 * kept->capacity : 64;
        char *rows = realloc(kept->rows, (size_t)capacity * kept->each);
        if (!rows)
            return;
        kept->rows = rows;
        kept->capacity = capacity;
    }
    memcpy(kept->rows + (size_t)kept->count++ * kept->each, row, kept->each);
    if (kept->as_json)
        fprintf(stderr, "\r%d rows measured", kept->count);
}

void bench_rows_note(const bench_rows *kept, const char *format, va_list args)
{
    fputs(kept->as_json && kept->count > 0 ? "\n" : "", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

int bench_rows_end(bench_rows *kept, const spate_tool *tool, int ok,
                   void (*print_json)(json_writer *j, const void *row))
{
    char message[4400];
    if (kept->as_json && ok) {
        fputc('\n', stderr);
        json_writer j = json_begin(stdout);
        json_open_array(&j, NULL);
        for (int k = 0; k < kept->count; ++k)
            print_json(&j, kept->rows + (size_t)k * kept->each);
        json_close(&j);
    }
    free(kept->rows);
    kept->rows = NULL;
    if (kept->markdown.out && tool_file_close(&kept->markdown, ok, message, sizeof message) != 0 &&
        ok)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    return 0;
}
