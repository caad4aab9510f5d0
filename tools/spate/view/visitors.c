/* Two lists by age. */
#include "visitors.h"

#include <stdlib.h>
#include <sys/ioctl.h>
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
static void shut(visitor_list *l, visitor *who)
{
    if (!who)
        return;
    take_out(l, who);
    who->shut = 1;
    shutdown(who->socket, SHUT_RDWR);
}

/* What came has not been read yet: it may be a whole request. */
static int has_more_to_say(const visitor *who)
{
    int bytes = 0;
    return ioctl(who->socket, FIONREAD, &bytes) == 0 && bytes > 0;
}

/* Many may come at once, so that none of them has been listened to: those are left for the next time. */
static void shut_half_open(visitors *v)
{
    visitor *next;
    for (visitor *who = v->unheard.first; who && v->unheard.count > SERVER_MOST_UNHEARD;
         who = next) {
        next = who->after;
        if (!has_more_to_say(who))
            shut(&v->unheard, who);
    }
}

visitor *visitors_add(visitors *v, int socket)
{
    visitor *who = calloc(1, sizeof *who);
    if (!who)
        return NULL;
    who->socket = socket;
    append(&v->unheard, who);
    shut_half_open(v);
    if (v->unheard.count + v->heard.count > SERVER_MOST_OPEN) {
        visitor_list *l = v->heard.count > 0 ? &v->heard : &v->unheard;
        shut(l, l->first);
    }
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
