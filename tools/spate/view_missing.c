/* spate view in a build without libmicrohttpd: reports that. */
#include "commands.h"
#include "spate_config.h"

#if !SPATE_HAVE_MICROHTTPD
int command_view(spate_tool *tool, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return tool_error(tool, SPATE_ERROR_BACKEND,
                      "the page needs libmicrohttpd, which this build has not: apt-get install "
                      "libmicrohttpd-dev, then make");
}
#endif
