/* Case files as bytes. */
#include "casefile/case_text.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST = 4 << 20 }; /* bytes */

spate_status case_text_read(spate_context *ctx, const char *path, char **text, size_t *length)
{
    *text = text_file_read(path, LONGEST, length);
    if (*text)
        return SPATE_OK;
    if (errno == ENOMEM)
        return fail_memory(ctx, "%s: no memory for the case file", path);
    if (errno == EISDIR)
        return fail_argument(ctx,
                             "%s: this is a folder; give the case file in it, such as %s/case.yaml",
                             path, path);
    return fail_argument(ctx, "%s: cannot be read: %s", path, strerror(errno));
}

static int is_text(case_errors *errors, const char *set, const char *text, size_t length)
{
    const text_flaw flaw = text_find_flaw(text, length, SIZE_MAX);
    const node_mark at = {flaw.line, flaw.column};
    if (flaw.kind == TEXT_CONTROL_BYTE)
        errors_add_at(errors, at, set,
                      "the byte 0x%02x here is not part of a text; case files are YAML, a text "
                      "format",
                      flaw.byte);
    else if (flaw.kind == TEXT_NOT_UTF8)
        errors_add_at(errors, at, set, "the byte 0x%02x is not UTF-8; save the file as UTF-8",
                      flaw.byte);
    return flaw.kind == TEXT_SOUND;
}

int case_text_check(case_errors *errors, const char **text, size_t *length)
{
    if (*length > LONGEST) {
        errors_add_at(errors, (node_mark){1, 1}, NULL,
                      "the file is larger than 4 MB: this is not a case file");
        return 0;
    }
    const size_t mark = text_bom_length(*text, *length);
    *text += mark;
    *length -= mark;
    return is_text(errors, NULL, *text, *length);
}

int case_text_check_set(case_errors *errors, const char *set)
{
    return is_text(errors, set, set, strlen(set));
}
