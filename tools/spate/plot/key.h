/* The key of a map: the symbols of what lies on it, in words. Only those that the map has. */
#ifndef SPATE_TOOLS_PLOT_KEY_H
#define SPATE_TOOLS_PLOT_KEY_H

#include "layout.h"

enum { KEY_ROW = 16 };

/* How many symbols the map has; 0: it needs no key. */
int key_rows(const map_picture *p);
/* Where the layout has room for it. */
void key_draw(figure *f, const map_picture *p, const map_layout *a);

#endif
