/* Text of tables. */
#include "io/table_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST_FILE = 256 << 20, LONGEST_LINE = 1 << 20 }; /* bytes */

spate_status table_text_check(spate_context *ctx, const char *name, const char *text, size_t length)
{
    static const char *const sentence[] = {
        [TEXT_CONTROL_BYTE] = "this is not text but a binary file; a table is expected",
        [TEXT_NOT_UTF8] = "this is not UTF-8; save the file as UTF-8 text",
        [TEXT_LONG_LINE] = "a line of more than 1 MB; this is not a table",
    };
    const text_flaw flaw = text_find_flaw(text, length, LONGEST_LINE);
    if (flaw.kind != TEXT_SOUND)
        return fail_data(ctx, "%s:%d: %s", name, flaw.line, sentence[flaw.kind]);
    if (length > LONGEST_FILE)
        return fail_data(ctx, "%s: larger than 256 MB; use fewer times or only those of the run",
                         name);
    return SPATE_OK;
}

spate_status table_text_read(spate_context *ctx, const char *file, char **text, size_t *length)
{
    *text = text_file_read(file, LONGEST_FILE, length);
    if (!*text)
        return spate_fail(ctx, errno == ENOMEM ? SPATE_ERROR_MEMORY : SPATE_ERROR_DATA, "%s: %s",
                          file, strerror(errno));
    return SPATE_OK;
}
