/* One process of spate run for each scenario. A process whose ensemble dies gets SIGTERM, saves its
 * state and ends; the lock of its folder keeps a second one out until then. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/timers.h"
#include "ensemble/ensemble.h"
#include "model/stop_signals.h"
#include "results/folder/folder_lock.h"
#include "run_folder.h"
#include "wording.h"

enum { FIXED_WORDS = 16, LOOK_EVERY = 20 }; /* ms */

typedef struct crew {
    ensemble *e;
    const slots *s;
    int running, ended;
    char used[MOST_SLOTS];
} crew;

static void say(const crew *c, const char *word, const scenario *s, const char *more)
{
    if (!c->e->quiet)
        fprintf(stderr, "%-10s %s%s (%d of %d)\n", word, s->name, more, c->ended, c->e->count);
}

static const char *log_of(const ensemble *e, const scenario *s, char *out, size_t size)
{
    snprintf(out, size, "%s/logs/%s.log", e->folder, s->name);
    return out;
}

/* ---- starting ---- */

/* The words of the command; ends with NULL. malloc'ed, without its texts. */
static char **words_of(const crew *c, const scenario *s, char *numbers, size_t size)
{
    int count = 0, sets = 0;
    while (s->sets[sets])
        ++sets;
    const char **words = calloc((size_t)(FIXED_WORDS + 2 * sets), sizeof *words);
    struct stat there;
    if (!words)
        return NULL;
    words[count++] = "spate";
    words[count++] = "run";
    words[count++] = c->e->case_file;
    words[count++] = "--out";
    words[count++] = s->folder;
    words[count++] = "--quiet";
    if (c->e->overwrite)
        words[count++] = "--overwrite";
    else if (stat(s->folder, &there) == 0)
        words[count++] = "--resume";
    if (c->e->network)
        words[count++] = "--network";
    const int length = snprintf(numbers, size, "%d", c->s->threads) + 1;
    if (!c->s->keep_threads) {
        words[count++] = "--threads";
        words[count++] = numbers;
    }
    if (c->s->device_count > 0) {
        snprintf(numbers + length, size - (size_t)length, "cuda:%d", c->s->device[s->slot]);
        words[count++] = "--backend";
        words[count++] = numbers + length;
    }
    for (int k = 0; k < sets; ++k) {
        words[count++] = "--set";
        words[count++] = s->sets[k];
    }
    return (char **)(uintptr_t)words;
}

/* In the new process, which has its own group: Ctrl-C is for the ensemble. */
static void become_run(const crew *c, const scenario *s, char **words, pid_t parent)
{
    char log[4096];
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        _exit(75); /* it died meanwhile */
    const int out = open(log_of(c->e, s, log, sizeof log), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(6);
    execv("/proc/self/exe", words);
    fprintf(stderr, "spate ensemble: cannot start a run: %s\n", strerror(errno));
    _exit(1);
}

static int free_slot(const crew *c)
{
    for (int k = 0; k < c->s->count; ++k)
        if (!c->used[k])
            return k;
    return -1;
}

/* Whether a process of an earlier call still saves its state there. */
static int is_in_use(const crew *c, const scenario *s)
{
    struct stat there;
    folder_lock *lock = NULL;
    if (stat(s->folder, &there) != 0)
        return 0;
    const spate_status status = folder_lock_acquire(c->e->tool->ctx, s->folder, &lock);
    folder_lock_release(lock);
    return status != SPATE_OK && strstr(spate_message(c->e->tool->ctx), " in use") != NULL;
}

static void start(crew *c, scenario *s)
{
    char numbers[64];
    s->slot = free_slot(c);
    char **words = words_of(c, s, numbers, sizeof numbers);
    fflush(NULL); /* what is buffered must not be written twice */
    const pid_t parent = getpid();
    s->begun = timers_now();
    s->process = words ? fork() : -1;
    if (s->process == 0)
        become_run(c, s, words, parent);
    free(words);
    if (s->process < 0) {
        s->state = SCENARIO_FAILED;
        s->code = 1;
        ++c->ended;
        say(c, "failed", s, ": no process can be started; use fewer jobs (--jobs)");
        return;
    }
    s->state = SCENARIO_RUNNING;
    c->used[s->slot] = 1;
    ++c->running;
}

/* ---- ending ---- */

/* The last line that the run said. */
static void last_line(const ensemble *e, const scenario *s, char *out, size_t size)
{
    char name[4096], line[1024];
    out[0] = '\0';
    FILE *log = fopen(log_of(e, s, name, sizeof name), "r");
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line)
            snprintf(out, size, "%.900s", line);
    }
    if (log)
        fclose(log);
}

static void report(const crew *c, const scenario *s, int how)
{
    char more[1200], said[1024], time[48];
    if (s->state == SCENARIO_DONE) {
        snprintf(more, sizeof more, " in %s",
                 word_duration(timers_now() - s->begun, time, sizeof time));
        say(c, "done", s, more);
    } else if (s->state == SCENARIO_STOPPED) {
        say(c, "stopped", s, " with a checkpoint");
    } else if (WIFSIGNALED(how)) {
        fprintf(stderr, "%-10s %s: killed by signal %d (%s); memory may be short: use fewer jobs\n",
                "failed", s->name, WTERMSIG(how), strsignal(WTERMSIG(how)));
    } else {
        last_line(c->e, s, said, sizeof said);
        fprintf(stderr, "%-10s %s, exit %d: %s (%s/logs/%s.log)\n", "failed", s->name, s->code,
                said, c->e->folder, s->name);
    }
}

static void ended(crew *c, scenario *s, int how)
{
    s->code = WIFEXITED(how) ? WEXITSTATUS(how) : 1;
    if (s->code == spate_exit_code(SPATE_STOPPED_SAVED) ||
        s->code == spate_exit_code(SPATE_STOPPED))
        s->state = SCENARIO_STOPPED;
    else
        s->state = s->code == 0 ? SCENARIO_DONE : SCENARIO_FAILED;
    s->process = 0;
    c->used[s->slot] = 0;
    --c->running;
    c->ended += s->state != SCENARIO_STOPPED;
    report(c, s, how);
}

static void collect(crew *c)
{
    int how;
    pid_t process;
    while ((process = waitpid(-1, &how, WNOHANG)) > 0)
        for (int k = 0; k < c->e->count; ++k)
            if (c->e->list[k].state == SCENARIO_RUNNING && c->e->list[k].process == process)
                ended(c, &c->e->list[k], how);
}

/* Sent again and again: a process that has just been started may not have seen the first. Runs
 * ignore all but one. */
static void ask_to_stop(const crew *c)
{
    for (int k = 0; k < c->e->count; ++k)
        if (c->e->list[k].state == SCENARIO_RUNNING)
            kill(c->e->list[k].process, SIGTERM);
}

/* ---- the loop ---- */

/* Fills the free slots. Returns whether scenarios are left that cannot start yet. */
static int start_more(crew *c, int *told)
{
    int left = 0;
    for (int k = 0; k < c->e->count; ++k) {
        scenario *s = &c->e->list[k];
        if (s->state != SCENARIO_WAITING)
            continue;
        if (c->running == c->s->count || is_in_use(c, s)) {
            if (c->running < c->s->count && !(*told)++)
                fprintf(stderr, "waiting    %s\n", spate_message(c->e->tool->ctx));
            left = 1;
            continue;
        }
        start(c, s);
    }
    return left;
}

int run_processes(ensemble *e, const slots *s)
{
    const struct timespec pause = {.tv_nsec = LOOK_EVERY * 1000000L};
    crew c = {.e = e, .s = s};
    int told = 0, left = 1;
    for (int k = 0; k < e->count; ++k)
        c.ended += e->list[k].state == SCENARIO_DONE;
    stop_signals_begin();
    while (left || c.running > 0) {
        const int stop = stop_signal();
        left = stop ? 0 : start_more(&c, &told);
        if (stop)
            ask_to_stop(&c);
        nanosleep(&pause, NULL);
        collect(&c);
    }
    const int signal_number = stop_signal();
    stop_signals_end();
    return signal_number;
}
