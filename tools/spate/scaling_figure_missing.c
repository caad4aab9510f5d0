/* spate bench scaling --plot in a build without cairo: refused before anything runs. */
#include "spate_config.h"

#if !SPATE_HAVE_CAIRO
#include "scaling_figure.h"

static int check(const spate_tool *tool, const char *file)
{
    return tool_error(tool, SPATE_ERROR_BACKEND,
                      "--plot %s: pictures need cairo, which this build has not: apt-get install "
                      "libcairo2-dev, then make",
                      file);
}

static int draw(const spate_tool *tool, const scaling_picture *picture, const char *file)
{
    (void)picture;
    return check(tool, file);
}

const scaling_drawing scaling_figure = {check, draw};
#endif
