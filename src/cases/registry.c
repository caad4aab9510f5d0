/* The list of built-in cases. */
#include <stddef.h>
#include <string.h>

#include "cases/families.h"

#define ENTRY(name) &case_##name,
static const spate_case *const all_cases[] = {ALL_CASES(ENTRY) NULL};
#undef ENTRY

const spate_case *const *spate_cases(void)
{
    return all_cases;
}

const spate_case *spate_case_find(const char *name)
{
    for (const spate_case *const *c = all_cases; *c; ++c)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}
