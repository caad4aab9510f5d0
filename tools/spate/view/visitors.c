/* Two lists by age. */
#include "visitors.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "server.h"

static void append(visitor_list *l, visitor *who)
{
    who->before = l->last;
    who->after = NULL;
    if (l->last)
        l->last->after = who;
    else
        l->first = who;
    l->last = who;
    ++l->count;
}

static void take_out(visitor_list *l, visitor *who)
{
    if (who->before)
        who->before->after = who->after;
    else
        l->first = who->after;
    if (who->after)
        who->after->before = who->before;
    else
        l->last = who->before;
    --l->count;
}

static visitor_list *list_of(visitors *v, const visitor *who)
{
    return who->heard ? &v->heard : &v->unheard;
}

/* The owner of the connection notices and removes the visitor; until then it is in no list. */
static void shut_oldest(visitors *v, visitor_list *l)
{
    visitor *who = l->first;
    (void)v;
    if (!who)
        return;
    take_out(l, who);
    who->shut = 1;
    shutdown(who->socket, SHUT_RDWR);
}

visitor *visitors_add(visitors *v, int socket)
{
    visitor *who = calloc(1, sizeof *who);
    if (!who)
        return NULL;
    who->socket = socket;
    append(&v->unheard, who);
    if (v->unheard.count > SERVER_MOST_UNHEARD)
        shut_oldest(v, &v->unheard);
    if (v->unheard.count + v->heard.count > SERVER_MOST_OPEN)
        shut_oldest(v, v->heard.count > 0 ? &v->heard : &v->unheard);
    return who;
}

void visitors_heard(visitors *v, visitor *who)
{
    if (!who || who->shut)
        return;
    take_out(list_of(v, who), who);
    who->heard = 1;
    append(&v->heard, who);
}

void visitors_remove(visitors *v, visitor *who)
{
    if (!who->shut)
        take_out(list_of(v, who), who);
    free(who);
}
