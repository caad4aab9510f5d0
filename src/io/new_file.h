/* Files that nobody prepared for us. In a folder that others may write to, a symbolic link (or a hard link) can lie
 * where a file of ours is to be: what we write would go through it to a file elsewhere. */
#ifndef SPATE_IO_NEW_FILE_H
#define SPATE_IO_NEW_FILE_H

#include <stdio.h>

/* Removes what has the name (a link, not what it points to) and makes a new file, for writing; NULL with errno. */
FILE *new_file_open(const char *path);
/* An existing file, for reading and writing; a link is refused (ELOOP). */
FILE *own_file_open(const char *path);

#endif
