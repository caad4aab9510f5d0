/* The page beside a run (spate run --view): another process, spate view, that the run does not wait
 * for and that outlives it while somebody looks. */
#ifndef SPATE_TOOLS_RUN_VIEWER_H
#define SPATE_TOOLS_RUN_VIEWER_H

#include "program/tool.h"

/* Whether this build has spate view; SPATE_ERROR_BACKEND with the remedy otherwise. */
spate_status run_viewer_possible(spate_context *ctx);

/* Starts it for the folder of a run and prints its address on stderr. Without it the run goes on, and
 * a warning says why. */
void run_viewer_start(const char *folder, int control);

#endif
