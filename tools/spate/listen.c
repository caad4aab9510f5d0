#include "listen.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"

void listen_to(const spate_tool *tool, const char *name, listen_fn *hear, void *user)
{
    option_listener listener = {.hear = hear, .user = user};
    spate_tool listening = *tool;
    listening.listener = &listener;
    for (const command *c = commands; c->name; ++c) {
        char word[64];
        char *argv[] = {word, NULL};
        if (name && strcmp(name, c->name) != 0)
            continue;
        snprintf(word, sizeof word, "%s", c->name);
        listening.command = c->name;
        c->run(&listening, 1, argv);
    }
}
