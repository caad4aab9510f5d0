/* What files may name: without leave, nothing that lies on the network. */
#ifndef SPATE_IO_GDAL_NETWORK_H
#define SPATE_IO_GDAL_NETWORK_H

#include "support.h"

/* Whether a file may be opened: its name, and where it is a VRT the names inside, do not lie on the network. 0
 * with a sentence otherwise. Always 1 where the network is allowed. */
int network_allows(const char *file, gdal_why *why);

int network_is_allowed(void);

/* Once, after GDAL's drivers are registered: what names cannot tell is made to fail, too. Drivers of services
 * are removed, file systems of the network and downloads are refused. */
void network_close(void);

#endif
