/* All schemes. A new one is a line here. */
#include <stddef.h>
#include <string.h>

#include "schemes/scheme.h"

extern const scheme_ops scheme_kurganov, scheme_adi;

static const scheme_ops *const schemes[] = {&scheme_kurganov, &scheme_adi, NULL};

const scheme_ops *const *scheme_list(void)
{
    return schemes;
}

const scheme_ops *scheme_find(const char *name)
{
    for (const scheme_ops *const *s = schemes; *s; ++s)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}
