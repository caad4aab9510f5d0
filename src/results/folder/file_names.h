/* File names made from the names of gauges and sections. */
#ifndef SPATE_RESULTS_FILE_NAMES_H
#define SPATE_RESULTS_FILE_NAMES_H

/* "folder/NAME.csv" for each of count names. Letters, digits and UTF-8 are kept; characters that
 * file systems or shells treat specially become _; equal names (ignoring case) get -2, -3. The same
 * names in the same order give the same files. malloc'ed list of malloc'ed texts; NULL: out of
 * memory. */
char **file_names_make(const char *folder, const char *const *names, int count);
void file_names_free(char **names, int count);

#endif
