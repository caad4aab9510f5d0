/* Every frame with one colour bar: as files, or through a pipe into ffmpeg. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot.h"

/* Range over all frames, so that a colour means the same in each. */
static spate_status whole_range(plot_source *s, const map_kind *kind, kind_range *range)
{
    *range = kind_range_begin();
    for (int64_t n = 0; n < source_frames(s); ++n) {
        field f;
        SPATE_TRY(kind_read(s, kind, n, &f));
        const spate_status status = kind_range_add(s->ctx, range, &f);
        field_free(&f);
        SPATE_TRY(status);
    }
    return SPATE_OK;
}

static int draw_frame(const spate_tool *tool, const plot_request *q, plot_source *s,
                      const map_kind *kind, const kind_range *range, int64_t frame,
                      const char *file, FILE *pipe)
{
    field f;
    const spate_status status = kind_read(s, kind, frame, &f);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    const int code = plot_draw(tool, q, s, kind, range, &f, file, pipe);
    field_free(&f);
    return code;
}

static int begin(const spate_tool *tool, const plot_request *q, plot_source *s,
                 const map_kind **kind, kind_range *range)
{
    *kind = kind_find(q->of);
    if (source_frames(s) == 0)
        return tool_error(tool, SPATE_ERROR_DATA,
                          source_unfinished(s)
                              ? "%s: the run has not ended, and maps.nc is made at its end; wait, "
                                "or go on with spate run CASE --resume"
                              : "%s has no maps over time; set output.maps.every in the case",
                          s->file);
    const spate_status status = whole_range(s, *kind, range);
    return status == SPATE_OK ? 0 : tool_failed(tool, status);
}

int plot_frames(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    const map_kind *kind;
    kind_range range;
    char folder[3000], file[4096];
    int code = begin(tool, q, s, &kind, &range);
    if (code != 0)
        return code;
    plot_output(q, s, "frames", "", folder, sizeof folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "cannot make the folder %s: %s", folder,
                          strerror(errno));
    for (int64_t n = 0; code == 0 && n < source_frames(s); ++n) {
        snprintf(file, sizeof file, "%s/%s-%04lld.png", folder, kind->what, (long long)n);
        code = draw_frame(tool, q, s, kind, &range, n, file, NULL);
        if (code == 0)
            plot_wrote(tool, file);
    }
    return code;
}

/* ---- animation ---- */

typedef struct film {
    pid_t process;
    FILE *pipe;
} film;

static int find_ffmpeg(void)
{
    const char *places = getenv("PATH");
    while (places && *places) {
        char file[4096];
        const int length = (int)strcspn(places, ":");
        snprintf(file, sizeof file, "%.*s/ffmpeg", length, places);
        if (access(file, X_OK) == 0)
            return 1;
        places += length + (places[length] == ':');
    }
    return 0;
}

/* yuv420p, which every player supports, needs even sides. */
static void become_ffmpeg(int input, const char *rate, const char *file)
{
    const char *const arguments[] = {"ffmpeg",     "-y",
                                     "-loglevel",  "error",
                                     "-f",         "image2pipe",
                                     "-framerate", rate,
                                     "-c:v",       "png",
                                     "-i",         "-",
                                     "-vf",        "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                                     "-pix_fmt",   "yuv420p",
                                     file,         NULL};
    char *copies[32];
    int count = 0;
    for (; arguments[count]; ++count)
        copies[count] = strdup(arguments[count]);
    copies[count] = NULL;
    dup2(input, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp("ffmpeg", copies);
    _exit(127);
}

static int film_begin(film *f, double rate, const char *file)
{
    int ends[2];
    char text[32];
    snprintf(text, sizeof text, "%g", rate);
    if (pipe(ends) != 0)
        return 0;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    f->process = fork();
    if (f->process == 0)
        become_ffmpeg(ends[0], text, file);
    close(ends[0]);
    f->pipe = f->process > 0 ? fdopen(ends[1], "wb") : NULL;
    if (!f->pipe)
        close(ends[1]);
    return f->pipe != NULL;
}

/* 1 if ffmpeg succeeded. */
static int film_end(film *f)
{
    int status = -1;
    if (f->pipe)
        fclose(f->pipe);
    while (f->process > 0 && waitpid(f->process, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int plot_animation(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    if (!find_ffmpeg())
        return tool_error(
            tool, SPATE_ERROR_BACKEND,
            "an animation needs ffmpeg (apt-get install ffmpeg); without it: spate plot %s frames",
            q->file);
    const map_kind *kind;
    kind_range range;
    char file[4096], part[4200];
    int code = begin(tool, q, s, &kind, &range);
    if (code != 0)
        return code;
    plot_output(q, s, kind->what, ".mp4", file, sizeof file);
    const char *leaf = file_name_of(file);
    snprintf(part, sizeof part, "%.*s.%ld.part-%s", (int)(leaf - file), file, (long)getpid(), leaf);
    film f = {0};
    signal(SIGPIPE, SIG_IGN); /* where ffmpeg leaves early, writing fails instead */
    if (!film_begin(&f, q->rate, part))
        code = tool_error(tool, SPATE_ERROR_BACKEND, "cannot start ffmpeg: %s", strerror(errno));
    for (int64_t n = 0; code == 0 && n < source_frames(s); ++n)
        code = draw_frame(tool, q, s, kind, &range, n, file, f.pipe);
    if (!film_end(&f) && code == 0)
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "ffmpeg could not write %s", file);
    if (code == 0 && rename(part, file) != 0)
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", file, strerror(errno));
    if (code == 0)
        plot_wrote(tool, file);
    else
        remove(part);
    return code;
}
