/* A bundle (scripts/bundle) carries the data of its libraries along. */
#ifndef SPATE_TOOLS_BUNDLE_H
#define SPATE_TOOLS_BUNDLE_H

/* Tells the libraries where their data are, if there is a share/ of a bundle beside the folder of the program.
 * What the user has set stays. Before any thread begins. */
void bundle_set_data(void);

#endif
