/* spate plot in a build without cairo: reports that. */
#include "commands.h"
#include "spate_config.h"

#if !SPATE_HAVE_CAIRO
int command_plot(spate_tool *tool, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return tool_error(tool, SPATE_ERROR_BACKEND,
                      "pictures need cairo, which this build has not: apt-get install "
                      "libcairo2-dev, then make");
}
#endif
