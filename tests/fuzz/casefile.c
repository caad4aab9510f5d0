/* Case files from hostile bytes: no crash, no leak, no hang; what is accepted must read back from
 * its resolved copies. The first line may be a --set ("#set KEY=VALUE"). The command is
 * scripts/fuzz casefile. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "casefile/casefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static spate_context *ctx;

static void must_read_back(const casefile *c)
{
    char *copies[] = {casefile_resolved_yaml(c), casefile_resolved_json(c)};
    for (int n = 0; n < 2; ++n) {
        casefile *again = NULL;
        if (!copies[n] || casefile_parse(ctx, "again.yaml", copies[n], strlen(copies[n]), NULL, 0,
                                         &again) != SPATE_OK)
            abort();
        char *json = casefile_resolved_json(again);
        if (!json || strcmp(json, copies[1]) != 0)
            abort();
        free(json);
        casefile_free(again);
    }
    free(copies[0]);
    free(copies[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!ctx && spate_context_create(&ctx) != SPATE_OK)
        abort();
    char set[256];
    const char *sets[] = {set};
    int set_count = 0;
    const uint8_t *end = memchr(data, '\n', size);
    if (end && end - data > 5 && end - data < 250 && memcmp(data, "#set ", 5) == 0) {
        memcpy(set, data + 5, (size_t)(end - data) - 5);
        set[end - data - 5] = 0;
        set_count = 1;
    }
    casefile *c = NULL;
    const spate_status status =
        casefile_parse(ctx, "fuzz/case.yaml", (const char *)data, size, sets, set_count, &c);
    if ((status == SPATE_OK) != (c != NULL) || (status != SPATE_OK && !*spate_message(ctx)))
        abort();
    if (c)
        must_read_back(c);
    casefile_free(c);
    return 0;
}
