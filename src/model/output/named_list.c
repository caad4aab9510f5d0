/* Named points or lines of a case file and of vector files. */
#include "model/output/named_list.h"

#include <string.h>

#include "model/places.h"

/* Names become file names. Those in the case file are checked already, those of columns are not. */
static spate_status check_name(model *m, const named_list *list, const case_node *entry,
                               const char *name)
{
    const char *there;
    if (!name_fits_file(name))
        return case_fail(m->file, entry, SPATE_ERROR_DATA,
                         "\"%s\" cannot be the name of a file; use letters, digits and _", name);
    for (int k = 0; (there = list->name_at(m, k)) != NULL; ++k)
        if (strcmp(there, name) == 0)
            return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                             "there are two %s \"%s\", which would have the same file; change one "
                             "name",
                             list->key, name);
    return SPATE_OK;
}

static int is_one(const shape *s, shape_kind kind)
{
    return s->kind == kind && (kind != SHAPE_POINT || (s->count == 1 && s->paths[0].count == 1));
}

static spate_status add_features(model *m, const named_list *list, const case_node *entry,
                                 const char *file, const vector_layer *layer)
{
    const char *name = case_text(entry, "name");
    const int column = vector_column(layer, name);
    char columns[512];
    if (column < 0)
        return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s has no column \"%s\"; it has %s",
                         file, name, vector_columns_text(layer, columns, sizeof columns));
    for (int k = 0; k < layer->count; ++k) {
        const feature *f = &layer->features[k];
        if (!is_one(&f->shape, list->kind))
            return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s: feature %d is not a %s", file,
                             k + 1, list->kind == SHAPE_POINT ? "point" : "line");
        SPATE_TRY(check_name(m, list, entry, f->values[column]));
        SPATE_TRY(list->add_feature(m, entry, f->values[column], &f->shape));
    }
    return SPATE_OK;
}

static spate_status add_file(model *m, const named_list *list, const case_node *entry,
                             const char *file)
{
    vector_layer *layer = NULL;
    SPATE_TRY(layer_read(m, entry, file, &layer));
    const spate_status status = add_features(m, list, entry, file, layer);
    vector_free(layer);
    return status;
}

spate_status named_list_read(model *m, const named_list *list)
{
    const case_node *entries = case_get(casefile_root(m->file), list->key);
    for (int k = 0; k < case_count(entries); ++k) {
        const case_node *entry = case_at(entries, k);
        const char *file = case_text(entry, "file");
        if (file) {
            SPATE_TRY(add_file(m, list, entry, casefile_resolve(m->file, file)));
        } else {
            SPATE_TRY(check_name(m, list, entry, case_text(entry, "name")));
            SPATE_TRY(list->add_entry(m, entry));
        }
    }
    return SPATE_OK;
}
