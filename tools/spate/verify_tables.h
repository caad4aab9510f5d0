/* The tables of the validation report, as Markdown. A section without cases prints nothing. */
#ifndef SPATE_TOOLS_VERIFY_TABLES_H
#define SPATE_TOOLS_VERIFY_TABLES_H

#include "verify_document.h"

typedef unsigned case_kinds; /* bit n: judgement n */
#define KIND(judgement) (1u << (judgement))

/* Cases with a solution: the finest grids; and all of them, folded away. */
void table_of_solutions(const verify_document *doc, FILE *out);
void table_of_grids(const verify_document *doc, FILE *out);
/* Cases in which nothing may differ, to the bit: one line for all of them. */
void table_of_zeros(const verify_document *doc, case_kinds wanted, const char *heading,
                    const char *claim, FILE *out);
/* Cases judged by volumes. */
void table_of_volumes(const verify_document *doc, case_kinds wanted, const char *heading,
                      const char *claim, FILE *out);

#endif
