/* spate info: one function per kind of file, and the facts they print, as aligned lines or JSON. */
#ifndef SPATE_TOOLS_INFO_H
#define SPATE_TOOLS_INFO_H

#include <stdint.h>
#include <stdio.h>

#include "base/json_writer.h"
#include "program/tool.h"

typedef struct info_out {
    int as_json;
    FILE *out;
    json_writer j; /* into out */
} info_out;

/* Keys are words with underscores; in lines they become blanks. NULL values are left out
 * of lines. */
void info_text(info_out *o, const char *key, const char *value);
void info_integer(info_out *o, const char *key, int64_t value);
void info_real(info_out *o, const char *key, double value, const char *unit);
/* Seconds since 1970. */
void info_date(info_out *o, const char *key, double unix_seconds);
/* A list of lines: open, items, close. */
void info_open(info_out *o, const char *key);
void info_item(info_out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void info_close(info_out *o);

spate_status info_case(spate_context *ctx, const char *file, info_out *o);
spate_status info_raster(spate_context *ctx, const char *file, info_out *o);
spate_status info_maps(spate_context *ctx, const char *file, info_out *o);
spate_status info_series(spate_context *ctx, const char *file, info_out *o);
spate_status info_vector(spate_context *ctx, const char *file, info_out *o);
spate_status info_checkpoint(spate_context *ctx, const char *file, info_out *o);
spate_status info_folder(spate_context *ctx, const char *file, info_out *o);

#endif
