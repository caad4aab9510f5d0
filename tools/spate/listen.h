/* The options of all commands, from their own tables. */
#ifndef SPATE_TOOLS_LISTEN_H
#define SPATE_TOOLS_LISTEN_H

#include "program/options.h"

typedef void listen_fn(void *user, const char *command, const option_set *set);

/* Calls `hear` for each table of options of a command ("run"; NULL: of all), with the name of the
 * command, which for a benchmark is "bench NAME". */
void listen_to(const spate_tool *tool, const char *command, listen_fn *hear, void *user);

#endif
