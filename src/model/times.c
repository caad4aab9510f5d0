/* When the run starts and how long it lasts. */
#include <math.h>

#include "model/model.h"

spate_status model_times(model *m)
{
    const case_node *root = casefile_root(m->file);
    m->start = case_instant(root, "time.start", NAN);
    const double end = case_instant(root, "time.end", m->start);
    m->duration = end - m->start;
    if (!(m->duration > 0))
        return case_fail(m->file, case_get(root, "time.end"), SPATE_ERROR_ARGUMENT,
                         "the end is %g s after the start; give a later date, or a duration such "
                         "as 6 h",
                         m->duration);
    return SPATE_OK;
}
