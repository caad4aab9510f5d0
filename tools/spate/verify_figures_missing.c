/* Pictures of the validation report where the build has no cairo: there are none, and the page says
 * so. */
#include "spate_config.h"

#if !SPATE_HAVE_CAIRO
#include "verify_figures.h"

int figures_possible(void)
{
    return 0;
}

int figure_profile(const spate_tool *tool, const document_entry *entry, const char *file)
{
    (void)entry;
    return tool_error(tool, SPATE_ERROR_INTERNAL, "no cairo to draw %s", file);
}

int figure_convergence(const spate_tool *tool, const verify_document *doc, const char *file)
{
    (void)doc;
    return tool_error(tool, SPATE_ERROR_INTERNAL, "no cairo to draw %s", file);
}
#endif
