/* Who is connected, so that those who do not speak make room for those who do: beyond a limit the
 * oldest silent connection is shut down, and if all have spoken, the one that was silent longest.
 * For one thread. */
#ifndef SPATE_VIEW_VISITORS_H
#define SPATE_VIEW_VISITORS_H

typedef struct visitor {
    int socket, heard, shut;
    struct visitor *before, *after;
} visitor;

typedef struct visitor_list {
    visitor *first, *last; /* the oldest first */
    int count;
} visitor_list;

typedef struct visitors {
    visitor_list unheard, heard;
} visitors;

visitor *visitors_add(visitors *v, int socket); /* NULL: no memory; the visitor is not counted */
/* It has sent a whole request. NULL is allowed. */
void visitors_heard(visitors *v, visitor *who);
void visitors_remove(visitors *v, visitor *who);

#endif
