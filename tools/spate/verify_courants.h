/* What a long step costs: the errors of cases on their finest grids for several Courant numbers of an implicit scheme. */
#ifndef SPATE_TOOLS_VERIFY_COURANTS_H
#define SPATE_TOOLS_VERIFY_COURANTS_H

#include "cases/verify.h"
#include "program/tool.h"

/* A Markdown table on stdout: L1 of h by case and Courant number. list: "1,2,5", numbers above 0 and at most 100. Cases without
 * an order are left out. Judged is the water balance alone: an order is none where steps are as long as the waves. Returns an
 * exit code; what is wrong is printed. Collective. */
int courants_table(const spate_tool *tool, const spate_case *const *cases, const char *list,
                   const verify_options *options);

#endif
