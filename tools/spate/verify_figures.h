/* The pictures of the validation report. A build without cairo has
 * none (verify_figures_missing.c). */
#ifndef SPATE_TOOLS_VERIFY_FIGURES_H
#define SPATE_TOOLS_VERIFY_FIGURES_H

#include "verify_document.h"

int figures_possible(void);
/* Level and flow along the line of the case, beside its solution. Returns an exit code. */
int figure_profile(const spate_tool *tool, const document_entry *entry, const char *file);
/* Errors of all cases with an order against the number of cells. Returns an exit code. */
int figure_convergence(const spate_tool *tool, const verify_document *doc, const char *file);

#endif
