/* Checks at the start of public functions. Without a handle there is no context for a message. For
 * all other arguments the message names the function and the argument. */
#ifndef SPATE_BASE_NEED_H
#define SPATE_BASE_NEED_H

#include "base/context.h"

#define SPATE_NEED_HANDLE(handle)                                                                  \
    do {                                                                                           \
        if (!(handle))                                                                             \
            return SPATE_ERROR_ARGUMENT;                                                           \
    } while (0)

#define SPATE_NEED(ctx, condition, what)                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return fail_argument(ctx, "%s: %s", __func__, what);                                   \
    } while (0)

#endif
