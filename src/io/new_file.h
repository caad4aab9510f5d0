/* Protection from links: in a folder that others may write to, a symbolic or hard link could have
 * the name of an output file, and writing would change a file elsewhere. */
#ifndef SPATE_IO_NEW_FILE_H
#define SPATE_IO_NEW_FILE_H

#include <stdio.h>

/* Removes the file or link of this name and makes a new file for writing; NULL with errno. */
FILE *new_file_open(const char *path);
/* Opens an existing file for reading and writing; a link is refused (ELOOP). */
FILE *own_file_open(const char *path);

#endif
