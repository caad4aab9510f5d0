/* Keeps files from naming data on the network unless that is allowed. */
#ifndef SPATE_IO_GDAL_NETWORK_H
#define SPATE_IO_GDAL_NETWORK_H

#include "support.h"

/* Whether a file may be opened: neither its name nor, in a VRT, the names inside are on the
 * network. Otherwise 0 with a message. Always 1 if the network is allowed. */
int network_allows(const char *file, gdal_why *why);

int network_is_allowed(void);

/* Call once, after GDAL's drivers are registered. Closes the accesses that names do not show:
 * drivers of services are removed, file systems of the network and downloads are refused. */
void network_close(void);

#endif
