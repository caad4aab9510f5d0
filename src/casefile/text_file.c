/* Case files as bytes. */
#include "casefile/text_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

spate_status text_read(spate_context *ctx, const char *path, char **text, uint64_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "%s: cannot be read: %s", path,
                          strerror(errno));
    /* One byte more than is allowed: a gigabyte is recognised by its first part. */
    const size_t room = TEXT_LONGEST + 1;
    *text = malloc(room + 1);
    if (!*text) {
        fclose(file);
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "%s: no memory for the case file", path);
    }
    errno = 0;
    *length = fread(*text, 1, room, file);
    const int failed = ferror(file), reason = errno;
    fclose(file);
    if (!failed)
        return SPATE_OK;
    free(*text);
    *text = NULL;
    if (reason == EISDIR)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "%s: this is a folder; give the case file in it, such as %s/case.yaml",
                          path, path);
    return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "%s: cannot be read: %s", path, strerror(reason));
}

/* Bytes of the UTF-8 character at the text, 0 if it is none (too long, surrogate, cut off). */
static size_t character(const unsigned char *text, size_t left)
{
    const unsigned char c = text[0];
    const size_t size = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : 4;
    if (size == 1)
        return 1;
    if (c < 0xc2 || c > 0xf4 || size > left)
        return 0;
    for (size_t k = 1; k < size; ++k)
        if ((text[k] & 0xc0) != 0x80)
            return 0;
    const int too_low = (c == 0xe0 && text[1] < 0xa0) || (c == 0xf0 && text[1] < 0x90);
    const int too_high = (c == 0xed && text[1] > 0x9f) || (c == 0xf4 && text[1] > 0x8f);
    return too_low || too_high ? 0 : size;
}

static int is_text(case_errors *errors, const char *set, const char *text, size_t length)
{
    node_mark at = {1, 1};
    for (size_t k = 0; k < length;) {
        if (text[k] == 0) {
            errors_add_at(errors, at, set,
                          "there is a NUL byte here: this is not a text file; case files are YAML");
            return 0;
        }
        const size_t size = character((const unsigned char *)text + k, length - k);
        if (size == 0) {
            errors_add_at(errors, at, set, "the byte 0x%02x is not UTF-8; save the file as UTF-8",
                          (unsigned char)text[k]);
            return 0;
        }
        ++at.column;
        if (text[k] == '\n')
            at = (node_mark){at.line + 1, 1};
        k += size;
    }
    return 1;
}

int text_is_sound(case_errors *errors, const char **text, size_t *length)
{
    if (*length > TEXT_LONGEST) {
        errors_add_at(errors, (node_mark){1, 1}, NULL,
                      "the file is larger than 4 MB: this is not a case file");
        return 0;
    }
    if (*length >= 3 && memcmp(*text, "\xef\xbb\xbf", 3) == 0) {
        *text += 3;
        *length -= 3;
    }
    return is_text(errors, NULL, *text, *length);
}

int text_of_set_is_sound(case_errors *errors, const char *set)
{
    return is_text(errors, set, set, strlen(set));
}
