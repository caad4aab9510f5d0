/* What stands above a table of results: when, where, from which commit and by which command. */
#ifndef SPATE_BENCH_HEADING_H
#define SPATE_BENCH_HEADING_H

#include <stddef.h>

#include "backend/backend.h"

enum { HEADING_ROOM = 4096 };

/* The command and its arguments with blanks between them; argv[0] is left out. */
void heading_command(const char *command, int argc, char *const *argv, char *text, size_t room);
/* title and command: of the benchmark; note: how to read the table. */
void heading_write(const char *title, const char *command, const char *note,
                   const spate_backend *backend, const char *backend_name, char *text, size_t room);

#endif
