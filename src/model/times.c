/* When the run starts and how long it lasts. */
#include <math.h>

#include "base/dates.h"
#include "model/model.h"

spate_status model_times(model *m)
{
    const case_node *root = casefile_root(m->file);
    m->start = case_instant(root, "time.start", NAN);
    const double end = case_instant(root, "time.end", m->start);
    m->duration = end - m->start;
    if (!(m->duration > 0)) {
        char first[64], last[64];
        return case_fail(
            m->file, case_get(root, "time.end"), SPATE_ERROR_ARGUMENT,
            "the end, %s, is not after the start, %s; give a later date, or a duration such as 6 h",
            date_format(end, last, sizeof last), date_format(m->start, first, sizeof first));
    }
    return SPATE_OK;
}
