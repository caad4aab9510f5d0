/* Opens files without following links. */
#include "io/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static FILE *stream_of(int file, const char *mode)
{
    FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;
    const int error = errno;
    if (file >= 0 && !stream)
        close(file);
    errno = error;
    return stream;
}

FILE *new_file_open(const char *path)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return NULL;
    return stream_of(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666), "wb");
}

FILE *own_file_open(const char *path)
{
    return stream_of(open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC), "r+b");
}
