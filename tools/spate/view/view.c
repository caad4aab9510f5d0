/* spate view: the command line, and how long the server lives. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "answers.h"
#include "base/context.h"
#include "commands.h"
#include "program/options.h"
#include "results/folder/folder_lock.h"
#include "server.h"

/* The niceness beside a run that computes: it comes first. */
enum { POLITENESS = 10 };

/* Beside a run (spate run --view): how long the page is served after the run has ended and nobody
 * has asked for anything, s. Browsers let pages in the background ask once a minute. */
static const double linger = 180;
typedef struct view_wishes {
    view_settings settings;
    const char *against;
    int64_t port;
    int64_t beside; /* process of the run: started by spate run --view; 0: by hand */
} view_wishes;

static int parse(const spate_tool *tool, view_wishes *w, int argc, char **argv, int *words)
{
    const option list[] = {
        {"against", OPTION_TEXT, &w->against, "DIR", "a second run to compare with", 0, 0},
        {"control", OPTION_FLAG, &w->settings.control, NULL,
         "the page may pause the run and stop it with a checkpoint", 0, 0},
        {"port", OPTION_INTEGER, &w->port, "N", "of 127.0.0.1; any free one by itself", 0, 65535},
        {"beside-run", OPTION_INTEGER, &w->beside, "PID",
         "as spate run --view starts it: ends with that run and the last look at it", 1, 1e9},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "view CASE.out [options]",
        .about =
            "Shows a run in the browser, finished or while it computes. Prints an address and\n"
            "serves it until Ctrl-C. Only this machine can reach it, and only with the secret\n"
            "in the address; for a run elsewhere: ssh -L PORT:127.0.0.1:PORT MACHINE.\n",
        .list = list,
        .max_words = 1};
    return options_parse(tool, &set, argc, argv, words);
}

/* Until a signal comes. */
static void wait_for_signal(const sigset_t *signals)
{
    int number;
    while (sigwait(signals, &number) != 0)
        ;
}

/* Until the run is gone and nobody has looked for a while. The bed of a run that is just starting is
 * not written yet. */
static void wait_for_the_last_look(const spate_tool *tool, view_answers *answers,
                                   const view_server *server, int64_t run)
{
    const struct timespec second = {.tv_sec = 1};
    while (getppid() == (pid_t)run && answers_open(answers, tool->ctx, 1) != SPATE_OK)
        ;
    while (getppid() == (pid_t)run || server_idle(server) < linger)
        nanosleep(&second, NULL);
}

/* The run waits for the address and no longer. */
static void print_address(const view_server *server, int beside)
{
    if (beside) {
        printf("%s\n", server_address(server));
        fflush(stdout);
        const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nothing, STDOUT_FILENO); /* who reads what the run prints must not wait for us */
        dup2(nothing, STDERR_FILENO);
    } else {
        printf("view       %s\n", server_address(server));
        fflush(stdout);
        fprintf(stderr, "           open it in a browser; Ctrl-C ends the server\n");
    }
}

static int serve(const spate_tool *tool, const view_wishes *w, view_answers *answers,
                 const sigset_t *signals)
{
    view_server *server;
    spate_status status = SPATE_OK;
    if (!w->beside)
        status = answers_open(answers, tool->ctx, 0);
    if (status == SPATE_OK)
        status = server_start(tool->ctx, (int)w->port, answer_request, answers, &server);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    print_address(server, w->beside != 0);
    if (w->beside)
        wait_for_the_last_look(tool, answers, server, w->beside);
    else
        wait_for_signal(signals);
    server_stop(server);
    return 0;
}

int command_view(spate_tool *tool, int argc, char **argv)
{
    view_wishes w = {.settings = {.runs = 1}};
    int words = 0;
    const int code = parse(tool, &w, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "name the folder of a run, such as spate view CASE.out");
    if (tool->rank != 0)
        return 0;
    w.settings.folders[0] = argv[1];
    if (w.against)
        w.settings.folders[w.settings.runs++] = w.against;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(w.beside ? SIG_UNBLOCK : SIG_BLOCK, &signals, NULL); /* before there are threads */
    signal(SIGPIPE, SIG_IGN);
    if (w.beside || folder_writer_of(w.settings.folders[0]) != WRITER_NONE)
        setpriority(PRIO_PROCESS, 0, POLITENESS);
    view_answers *answers = answers_create(&w.settings);
    if (!answers)
        return tool_error(tool, SPATE_ERROR_MEMORY, "no memory for the server");
    const int result = serve(tool, &w, answers, &signals);
    answers_free(answers);
    return result;
}
