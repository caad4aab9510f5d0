/* Names of files made from names that people gave to gauges and sections. */
#ifndef SPATE_RESULTS_FILE_NAMES_H
#define SPATE_RESULTS_FILE_NAMES_H

/* "folder/NAME.csv" for each of count names: letters, digits and UTF-8 stay; what file systems or shells
 * dislike becomes _; names that would meet (also where case does not count) get -2, -3. The same names in
 * the same order give the same files. malloc'ed list of malloc'ed texts; NULL: no memory. */
char **file_names_make(const char *folder, const char *const *names, int count);
void file_names_free(char **names, int count);

#endif
