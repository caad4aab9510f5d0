/* --plot of benchmarks in a build without cairo: refused before anything runs. */
#include "spate_config.h"

#if !SPATE_HAVE_CAIRO
#include "scaling_figure.h"
#include "work_figure.h"

static int check(const spate_tool *tool, const char *file)
{
    return tool_error(tool, SPATE_ERROR_BACKEND,
                      "--plot %s: pictures need cairo, which this build has not: apt-get install "
                      "libcairo2-dev, then make",
                      file);
}

static int draw_scaling(const spate_tool *tool, const scaling_picture *picture, const char *file)
{
    (void)picture;
    return check(tool, file);
}

static int draw_work(const spate_tool *tool, const work_picture *picture, const char *file)
{
    (void)picture;
    return check(tool, file);
}

const scaling_drawing scaling_figure = {check, draw_scaling};
const work_drawing work_figure = {check, draw_work};
#endif
