/* What the pictures of spate plot share: the request as typed, and one function per group. */
#ifndef SPATE_TOOLS_PLOT_PLOT_H
#define SPATE_TOOLS_PLOT_PLOT_H

#include "kinds.h"
#include "map.h"
#include "program/tool.h"
#include "source.h"

typedef struct plot_request {
    const char *file, *what;
    const char *output;     /* NULL: a default name beside the results */
    const char *time;       /* NULL: not given */
    int64_t frame;          /* -1: not given */
    const char *of;         /* variable of frames and animations */
    kind_settings show;     /* the colour bar */
    double wet;             /* NaN: as in the case */
    const char *along;      /* of a profile: corners or a file; NULL: not given */
    const char *background; /* a raster below maps; NULL: the relief */
    const char *minus;      /* another run; NULL: none */
    const char *title;      /* NULL: that of the case */
    int plain;              /* maps without gauges, sections, walls and boundaries */
    double rate;            /* frames per second */
    double zone;            /* s that the clock of dates is ahead of UTC */
} plot_request;

/* Each returns an exit code; what failed is printed, what was written is named on stdout. */
int plot_map(const spate_tool *tool, const plot_request *q, plot_source *s);
/* Less `other`, which is to be closed by the caller. */
int plot_difference(const spate_tool *tool, const plot_request *q, plot_source *s,
                    plot_source *other);
int plot_frames(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_animation(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_gauges(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_sections(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_profile(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_balance(const spate_tool *tool, const plot_request *q, plot_source *s);
int plot_tuning(const spate_tool *tool, const plot_request *q, plot_source *s);

/* Of compact schemes, not of results: argv[0] is "wavenumber". */
int plot_wavenumber(spate_tool *tool, int argc, char **argv);

/* The kind that is asked for, or the first that is there. */
const map_kind *plot_choose_kind(const plot_request *q, const plot_source *s);
/* The frame that is asked for, by default the last. */
spate_status plot_choose_frame(plot_source *s, const plot_request *q, int64_t *frame);

/* Draws values of a kind over the bed, with the colours of a range, into a file or a pipe. */
int plot_draw(const spate_tool *tool, const plot_request *q, plot_source *s, const map_kind *kind,
              const kind_range *range, const field *values, const char *file, FILE *pipe);

/* q->output, or FOLDER/NAME.ENDING, or FILE with the ending. Returns out. */
const char *plot_output(const plot_request *q, const plot_source *s, const char *name,
                        const char *ending, char *out, size_t size);
/* Prints the name of the file that was written. */
void plot_wrote(const spate_tool *tool, const char *file);

#endif
