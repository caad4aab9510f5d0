/* spate completion: what a shell needs to complete commands, options and their values, from the
 * tables that the commands themselves read. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "listen.h"

/* Options of the command that were printed: `run` has two tables that share some. */
typedef struct printed {
    char command[64];
    char names[2048]; /* " end threads " */
} printed;

static int is_new(printed *p, const char *name, const char *option_name)
{
    char word[80];
    if (strcmp(p->command, name) != 0) {
        snprintf(p->command, sizeof p->command, "%s", name);
        strcpy(p->names, " ");
    }
    snprintf(word, sizeof word, " %s ", option_name);
    if (strstr(p->names, word))
        return 0;
    strncat(p->names, word + 1, sizeof p->names - strlen(p->names) - 1);
    return 1;
}

static int has_choices(const option *o)
{
    return o->argument && strchr(o->argument, '|') && !strpbrk(o->argument, " .<[");
}

/* "a|b|c" as words with blanks between. */
static void print_choices(const char *argument)
{
    for (const char *c = argument; *c; ++c)
        putchar(*c == '|' ? ' ' : *c);
}

/* ---- bash ---- */

static void hear_bash(void *user, const char *name, const option_set *set)
{
    (void)user;
    printf("    if [[ $command == '%s' ]]; then\n        options+='", name);
    for (const option *o = set->list; o->name; ++o)
        printf(" --%s", o->name);
    printf(" --help'\n        case $before in\n");
    for (const option *o = set->list; o->name; ++o) {
        if (!has_choices(o))
            continue;
        printf("            --%s) words='", o->name);
        print_choices(o->argument);
        printf("' ;;\n");
    }
    printf("        esac\n    fi\n");
}

static void print_bash(const spate_tool *tool)
{
    printf("# Completion for bash, written by: spate completion bash\n"
           "_spate() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command=${COMP_WORDS[1]} options='' words=''\n"
           "    COMPREPLY=()\n"
           "    [[ $command == bench ]] && ((COMP_CWORD > 2)) && command=\"bench "
           "${COMP_WORDS[2]}\"\n");
    listen_to(tool, NULL, hear_bash, NULL);
    printf("    ((COMP_CWORD == 1)) && words='help");
    for (const command *c = commands; c->name; ++c)
        printf(" %s", c->name);
    printf("'\n    ((COMP_CWORD == 2)) && [[ $command == bench ]] && words='");
    command_bench_names(" ");
    printf("'\n"
           "    if [[ -n $words ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    elif [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -o bashdefault -o default -F _spate spate\n");
}

/* ---- zsh ---- */

/* Text inside '[...]' of an _arguments specification within single quotes. */
static void print_quoted(const char *text)
{
    for (const char *c = text; *c; ++c) {
        if (strchr("[]:\\", *c))
            printf("\\%c", *c);
        else if (*c == '\'')
            printf("'\\''");
        else
            putchar(*c);
    }
}

static void hear_zsh(void *user, const char *name, const option_set *set)
{
    printf("    if [[ $command == '%s' ]]; then\n        specs+=(\n", name);
    for (const option *o = set->list; o->name; ++o) {
        if (!is_new(user, name, o->name))
            continue;
        printf("            '%s--%s%s[", o->kind == OPTION_LIST ? "*" : "", o->name,
               o->kind == OPTION_FLAG ? "" : "=");
        print_quoted(o->help);
        printf("]");
        if (o->kind != OPTION_FLAG) {
            printf(":");
            print_quoted(o->argument);
            printf(":");
            if (has_choices(o)) {
                printf("(");
                print_choices(o->argument);
                printf(")");
            } else if (strcmp(o->argument, "DIR") == 0 || strcmp(o->argument, "FOLDER") == 0) {
                printf("_files -/");
            } else if (strncmp(o->argument, "FILE", 4) == 0) {
                printf("_files");
            }
        }
        printf("'\n");
    }
    printf("        )\n    fi\n");
}

static void print_zsh(const spate_tool *tool)
{
    printed p = {.command = ""};
    printf("#compdef spate\n"
           "# Completion for zsh, written by: spate completion zsh\n"
           "_spate() {\n"
           "    local command=$words[2]\n"
           "    local -a specs names\n"
           "    names=(\n");
    for (const command *c = commands; c->name; ++c) {
        printf("        '%s:", c->name);
        print_quoted(c->about);
        printf("'\n");
    }
    printf("    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe command names\n"
           "        return\n"
           "    fi\n"
           "    if [[ $command == bench ]]; then\n"
           "        if (( CURRENT == 3 )); then\n"
           "            compadd ");
    command_bench_names(" ");
    printf("\n"
           "            return\n"
           "        fi\n"
           "        command=\"bench $words[3]\"\n"
           "    fi\n"
           "    specs=('--help[its options]' '*:file:_files')\n");
    listen_to(tool, NULL, hear_zsh, &p);
    printf("    shift words\n"
           "    (( CURRENT-- ))\n"
           "    _arguments $specs\n"
           "}\n"
           "_spate \"$@\"\n");
}

int command_completion(spate_tool *tool, int argc, char **argv)
{
    const option list[] = {{NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};
    const option_set set = {
        .usage = "completion bash|zsh",
        .about = "Writes the completion of commands, options and values for a shell. Try it with\n"
                 "    source <(spate completion bash)\n"
                 "make install puts it where bash and zsh look for it.\n",
        .list = list,
        .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    const char *shell = words ? argv[1] : "";
    if (strcmp(shell, "bash") != 0 && strcmp(shell, "zsh") != 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "'%s' is no shell that is known here: bash or zsh", shell);
    if (tool->rank == 0)
        (strcmp(shell, "bash") == 0 ? print_bash : print_zsh)(tool);
    return 0;
}
