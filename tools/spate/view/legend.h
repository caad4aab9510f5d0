/* The colour bar of a kind of map, as JSON: colours, ends and ticks of spate plot. */
#ifndef SPATE_VIEW_LEGEND_H
#define SPATE_VIEW_LEGEND_H

#include "planes.h"

/* name: "depth" or "difference-depth", which needs other. malloc'ed; NULL: there is no such kind, or
 * no memory. */
char *legend_text(plane_store *store, run_view *run, run_view *other, const char *name);

/* Strips "difference-"; returns the kind, and whether it was there. */
const char *legend_kind(const char *name, int *difference);

#endif
