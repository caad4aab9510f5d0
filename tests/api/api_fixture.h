/* Shared by the tests of the public interface, which see include/spate/ alone. */
#ifndef TESTS_API_FIXTURE_H
#define TESTS_API_FIXTURE_H

#include <stdlib.h>

#include "check.h"
#include "spate/case.h"

static spate_context *ctx;

#define OK(call) CHECK_OK((call), #call)
static inline int CHECK_OK(spate_status status, const char *call)
{
    if (status != SPATE_OK)
        printf("  %s: %s: %s\n", call, spate_status_text(status), spate_message(ctx));
    return CHECK(status == SPATE_OK);
}

#endif
