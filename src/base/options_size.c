#include "base/options_size.h"

#include <string.h>

#include "spate_config.h"

void options_give(void *options, size_t size, const void *defaults, size_t whole)
{
    if (!options || size < sizeof size)
        return;
    memset(options, 0, size);
    memcpy(options, defaults, size < whole ? size : whole);
    memcpy(options, &size, sizeof size);
}

spate_status options_take(spate_context *ctx, const char *name, const void *options, void *defaults,
                          size_t whole)
{
    size_t size;
    memcpy(&size, options, sizeof size);
    if (size > whole && size <= 64 * whole)
        return fail_argument(ctx,
                             "%s has %zu bytes and this library (%s) knows %zu: the program was "
                             "built with the header of a newer one; install that",
                             name, size, SPATE_VERSION, whole);
    if (size <= sizeof size || size > whole)
        return fail_argument(ctx,
                             "%s.struct_size is %zu: call %s_default first, which sets it and all "
                             "defaults",
                             name, size, name);
    memcpy(defaults, options, size);
    memcpy(defaults, &whole, sizeof whole);
    return SPATE_OK;
}
