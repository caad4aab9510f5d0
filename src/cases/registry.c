/* The list of built-in cases. */
#include <stddef.h>
#include <string.h>

#include "cases/families.h"

#define ENTRY(name) &case_##name,
static const builtin_case *const all_cases[] = {ALL_CASES(ENTRY) NULL};
#undef ENTRY

const builtin_case *const *builtin_cases(void)
{
    return all_cases;
}

const builtin_case *builtin_case_find(const char *name)
{
    for (const builtin_case *const *c = all_cases; *c; ++c)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}
