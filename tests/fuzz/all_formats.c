/* Where GDAL is a plug-in its formats stay as they are for users. */
#include "fuzz.h"

void fuzz_limit_formats(const char *const *kept)
{
    (void)kept;
}
