/* spate run CASE.yaml */
#ifndef SPATE_TOOLS_RUN_CASE_H
#define SPATE_TOOLS_RUN_CASE_H

#include "program/tool.h"

int run_case(spate_tool *tool, int argc, char **argv);

#endif
