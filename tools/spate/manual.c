/* spate manual: pages for man, from the help texts and option tables of the commands. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "listen.h"
#include "program/tool_file.h"

/* Text for roff: hyphens are minus signs, a line does not begin with a request. */
static void print_text(FILE *out, const char *text)
{
    int at_start = 1;
    for (const char *c = text; *c; ++c) {
        if (at_start && (*c == '.' || *c == '\''))
            fputs("\\&", out);
        if (*c == '-')
            fputs("\\-", out);
        else if (*c == '\\')
            fputs("\\e", out);
        else
            fputc(*c, out);
        at_start = *c == '\n';
    }
}

static void print_head(FILE *out, const char *name, const char *about)
{
    char upper[64];
    size_t n = 0;
    for (const char *c = name; *c && n + 1 < sizeof upper; ++c)
        upper[n++] = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    upper[n] = '\0';
    fprintf(out, ".TH %s 1 \"\" \"Spate %s\" \"Spate\"\n.SH NAME\n", upper, spate_version());
    print_text(out, name);
    fputs(" \\- ", out);
    print_text(out, about);
    fputc('\n', out);
}

typedef struct page {
    FILE *out;
    int tables; /* of options */
} page;

static void hear(void *user, const char *name, const option_set *set)
{
    page *p = user;
    FILE *out = p->out;
    (void)name;
    fprintf(out, "%s\n.B spate ", p->tables++ == 0 ? ".SH SYNOPSIS" : ".SH OR");
    print_text(out, set->usage);
    fprintf(out, "\n.PP\n.nf\n");
    print_text(out, set->about);
    fprintf(out, ".fi\n");
    for (const option *o = set->list; o->name; ++o) {
        fprintf(out, ".TP\n.B \\-\\-");
        print_text(out, o->name);
        if (o->argument) {
            fprintf(out, " \\fI");
            print_text(out, o->argument);
            fprintf(out, "\\fR");
        }
        fputc('\n', out);
        print_text(out, o->help);
        fputc('\n', out);
    }
    fprintf(out, ".TP\n.B \\-\\-help\nthese options\n");
}

static void print_command(FILE *out, const spate_tool *tool, const command *c)
{
    char name[64];
    page p = {.out = out};
    snprintf(name, sizeof name, "spate-%s", c->name);
    print_head(out, name, c->about);
    listen_to(tool, c->name, hear, &p);
    fprintf(out, ".SH SEE ALSO\n.BR spate (1)\n");
}

static const struct {
    int code;
    const char *text;
} statuses[] = {
#define SPATE_STATUS(name, code, text) {code, text},
#include "spate/status_list.h"
#undef SPATE_STATUS
};

static void print_program(FILE *out)
{
    print_head(out, "spate", "simulates floods with the shallow-water equations");
    fprintf(out, ".SH SYNOPSIS\n.B spate\n.I COMMAND\n.RI [ options ]\n.SH COMMANDS\n");
    for (const command *c = commands; c->name; ++c) {
        fprintf(out, ".TP\n.BR spate\\-%s (1)\n", c->name);
        print_text(out, c->about);
        fputc('\n', out);
    }
    fprintf(out, ".SH EXIT STATUS\n");
    for (size_t n = 0; n < sizeof statuses / sizeof *statuses; ++n) {
        fprintf(out, ".TP\n.B %d\n", statuses[n].code);
        print_text(out, statuses[n].text);
        fputc('\n', out);
    }
    fprintf(
        out,
        ".SH ENVIRONMENT\n"
        ".TP\n.B OMP_NUM_THREADS\nthreads of a process, as \\-\\-threads\n"
        ".TP\n.B SPATE_PLUGINS\nfolder of libspate_gdal.so and libspate_cuda.so\n"
        ".TP\n.B SPATE_MPI_DEVICE\nyes or no: whether messages of MPI may lie in the memory of a "
        "GPU\n");
}

/* ---- the command ---- */

/* c NULL: the page of the program. */
static int write_page(const spate_tool *tool, const char *folder, const command *c)
{
    char path[4096], message[4352];
    snprintf(path, sizeof path, "%s/spate%s%s.1", folder, c ? "-" : "", c ? c->name : "");
    tool_file file = tool_file_open(path);
    if (file.out && c)
        print_command(file.out, tool, c);
    else if (file.out)
        print_program(file.out);
    if (tool_file_close(&file, 1, message, sizeof message) != 0)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    return 0;
}

static int write_all(const spate_tool *tool, const char *folder)
{
    int code = write_page(tool, folder, NULL);
    for (const command *c = commands; c->name && code == 0; ++c)
        code = write_page(tool, folder, c);
    return code;
}

static int print_page(const spate_tool *tool, const char *name)
{
    for (const command *c = commands; c->name; ++c)
        if (strcmp(c->name, name) == 0) {
            print_command(stdout, tool, c);
            return 0;
        }
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "unknown command '%s' (spate --help)", name);
}

int command_manual(spate_tool *tool, int argc, char **argv)
{
    const char *folder = NULL;
    const option list[] = {{"all", OPTION_TEXT, &folder, "DIR",
                            "all pages, as files in this folder", 0, 0},
                           {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};
    const option_set set = {.usage = "manual [COMMAND]",
                            .about = "Writes the manual page of a command, or of the program.\n"
                                     "    spate manual run | man -l -\n",
                            .list = list,
                            .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->rank != 0)
        return 0;
    if (folder)
        return write_all(tool, folder);
    if (words > 0)
        return print_page(tool, argv[1]);
    print_program(stdout);
    return 0;
}
