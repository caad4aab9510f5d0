/* The files of the page, which are part of the program: written by cmake/EmbedFiles.cmake from the
 * folder page/. */
#ifndef SPATE_VIEW_PAGE_FILES_H
#define SPATE_VIEW_PAGE_FILES_H

#include <stddef.h>

typedef struct page_file {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} page_file;

extern const page_file page_files[]; /* ends with a name of NULL */

#endif
