/* A bundle (scripts/bundle) includes the data of its libraries. */
#ifndef SPATE_TOOLS_BUNDLE_H
#define SPATE_TOOLS_BUNDLE_H

/* Sets the environment variables by which the libraries find their data, if there is a share/ of a
 * bundle beside the folder of the program. Variables that the user has set stay. Call it before any
 * thread starts. */
void bundle_set_data(void);

#endif
