/* With GDAL as a plug-in all its formats stay available, as for users. */
#include "fuzz.h"

void fuzz_limit_formats(const char *const *kept)
{
    (void)kept;
}
