/* Files written under another name first. */
#include "program/tool_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "io/new_file.h"

tool_file tool_file_open(const char *path)
{
    tool_file f;
    snprintf(f.path, sizeof f.path, "%s", path);
    snprintf(f.temporary, sizeof f.temporary, "%s.%ld.part", f.path, (long)getpid());
    f.out = new_file_open(f.temporary);
    return f;
}

int tool_file_close(tool_file *f, int ok, char *message, size_t size)
{
    if (f->out) {
        ok = ok && !ferror(f->out);
        ok = fclose(f->out) == 0 && ok;
        if (ok && rename(f->temporary, f->path) == 0)
            return 0;
    }
    snprintf(message, size, "cannot write %s: %s", f->path, strerror(errno));
    if (f->out)
        remove(f->temporary);
    return -1;
}
