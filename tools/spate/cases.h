/* Built-in cases by name. */
#ifndef SPATE_TOOLS_CASES_H
#define SPATE_TOOLS_CASES_H

#include "cases/case.h"
#include "program/tool.h"

/* NULL where there is no such case: the reason is printed and *code is the exit code. */
const builtin_case *cases_find(const spate_tool *tool, const char *name, int *code);

#endif
