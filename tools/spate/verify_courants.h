/* What a long step costs: the errors of cases on their finest grids for several Courant numbers of
 * an implicit scheme. */
#ifndef SPATE_TOOLS_VERIFY_COURANTS_H
#define SPATE_TOOLS_VERIFY_COURANTS_H

#include "cases/verify.h"
#include "program/tool.h"

/* A Markdown table on stdout: L1 of h by case and Courant number. list: "1,2,5", numbers above 0
 * and at most 100. Cases without an order are left out. Only the water balance is judged: there is
 * no order of accuracy where steps are as long as the waves. Returns an exit code; failures are
 * printed. Collective. */
int courants_table(const spate_tool *tool, const builtin_case *const *cases, const char *list,
                   const verify_options *options);

#endif
