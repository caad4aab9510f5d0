/* Makes nodes from the events of libyaml. */
#include "casefile/yaml_tree.h"

#include "spate_config.h"

#if SPATE_HAVE_YAML

#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum { DEEPEST = 32, MOST_VALUES = 500000 };

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event;
    int has_event;
    case_errors *errors;
    const char *set;
    int values;
} reader;

static node_mark mark_of(yaml_mark_t m)
{
    return (node_mark){.line = (int)m.line + 1, .column = (int)m.column + 1};
}

/* A clearer message than libyaml's about a tab or a special character. NULL: libyaml's message is
 * clear enough. */
static const char *clearer(const yaml_parser_t *p, const char *problem, char *out, size_t size)
{
    static const char tab[] =
        "a tab indents this line, and YAML allows only spaces there; replace it by spaces";
    if (strstr(problem, "tab character"))
        return tab;
    if (!strstr(problem, "cannot start any token") || p->buffer.pointer >= p->buffer.last)
        return NULL;
    if (*p->buffer.pointer == '\t')
        return tab;
    snprintf(out, size, "nothing may begin with %c here; put the text between quotes",
             *p->buffer.pointer);
    return out;
}

static void syntax_error(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    const char *problem = p->problem ? p->problem : "this is not YAML";
    char words[128];
    const char *plain =
        p->error == YAML_SCANNER_ERROR ? clearer(p, problem, words, sizeof words) : NULL;
    if (p->error == YAML_MEMORY_ERROR)
        r->errors->no_memory = 1;
    else if (plain)
        errors_add_at(r->errors, mark_of(p->problem_mark), r->set, "%s", plain);
    else if (p->error == YAML_READER_ERROR)
        errors_add_at(r->errors, mark_of(p->mark), r->set, "%s; a case file is plain text",
                      problem);
    else if (p->context && p->context_mark.line != p->problem_mark.line)
        errors_add_at(r->errors, mark_of(p->problem_mark), r->set, "%s %s that begins in line %d",
                      problem, p->context, (int)p->context_mark.line + 1);
    else
        errors_add_at(r->errors, mark_of(p->problem_mark), r->set, "%s%s%s", problem,
                      p->context ? " " : "", p->context ? p->context : "");
}

/* The next event; 0 at an error. */
static int next(reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = yaml_parser_parse(&r->parser, &r->event);
    if (!r->has_event)
        syntax_error(r);
    return r->has_event;
}

static case_node *refuse(reader *r, const char *sentence)
{
    errors_add_at(r->errors, mark_of(r->event.start_mark), r->set, "%s", sentence);
    return NULL;
}

/* Tags and anchors on the current event. */
static int is_decorated(reader *r)
{
    const yaml_event_t *e = &r->event;
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (e->type == YAML_SCALAR_EVENT) {
        anchor = e->data.scalar.anchor;
        tag = e->data.scalar.tag;
    } else if (e->type == YAML_SEQUENCE_START_EVENT) {
        anchor = e->data.sequence_start.anchor;
        tag = e->data.sequence_start.tag;
    } else if (e->type == YAML_MAPPING_START_EVENT) {
        anchor = e->data.mapping_start.anchor;
        tag = e->data.mapping_start.tag;
    }
    if (anchor || e->type == YAML_ALIAS_EVENT)
        refuse(r, "anchors and aliases (&name, *name) are not understood; write the value out (a "
                  "text that begins with & or * needs quotes)");
    else if (tag)
        refuse(r, "tags (!name) are not understood; remove it (a text that begins with ! needs "
                  "quotes)");
    return anchor || tag || e->type == YAML_ALIAS_EVENT;
}

static case_node *out_of_memory(reader *r, case_node *node)
{
    r->errors->no_memory = 1;
    node_free(node);
    return NULL;
}

static case_node *read_scalar(reader *r)
{
    const char *text = (const char *)r->event.data.scalar.value;
    const size_t length = r->event.data.scalar.length;
    if (memchr(text, 0, length))
        return refuse(r, "a text must not hold a NUL character");
    case_node *node =
        node_scalar(text, length, r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
                    mark_of(r->event.start_mark), r->set);
    return node ? node : out_of_memory(r, NULL);
}

static case_node *read_value(reader *r, int depth);

/* A key of a map, the current event. NULL: refused. */
static case_node *read_key(reader *r)
{
    if (is_decorated(r))
        return NULL;
    if (r->event.type != YAML_SCALAR_EVENT)
        return refuse(r, "a key must be a word");
    case_node *key = read_scalar(r);
    if (key && !*key->text) {
        node_free(key);
        return refuse(r, "there is no key before the colon");
    }
    return key;
}

/* From the start event of a map or list to its end event. */
static case_node *read_collection(reader *r, int depth)
{
    const int is_map = r->event.type == YAML_MAPPING_START_EVENT;
    case_node *node = node_new(is_map ? CASE_MAP : CASE_LIST, mark_of(r->event.start_mark), r->set);
    if (!node)
        return out_of_memory(r, NULL);
    for (;;) {
        if (!next(r))
            break;
        if (r->event.type == YAML_MAPPING_END_EVENT || r->event.type == YAML_SEQUENCE_END_EVENT)
            return node;
        case_node *key = NULL;
        if (is_map) {
            key = read_key(r);
            if (!key)
                break;
            if (!next(r)) {
                node_free(key);
                break;
            }
        }
        case_node *item = read_value(r, depth + 1);
        const int added =
            item && node_add(node, item, key ? key->text : NULL, key ? key->at : (node_mark){0, 0});
        node_free(key);
        if (!item)
            break;
        if (!added) {
            node_free(item);
            return out_of_memory(r, node);
        }
    }
    node_free(node);
    return NULL;
}

/* The current event and those that belong to it. */
static case_node *read_value(reader *r, int depth)
{
    if (is_decorated(r))
        return NULL;
    if (++r->values > MOST_VALUES)
        return refuse(r, "there are more than 500000 values; put long lists of points into a file");
    if (r->event.type == YAML_SCALAR_EVENT)
        return read_scalar(r);
    if (depth >= DEEPEST)
        return refuse(r, "values are nested more than 32 deep");
    return read_collection(r, depth);
}

/* The first document; there must be no second. */
static case_node *read_stream(reader *r)
{
    if (!next(r) || !next(r)) /* start of the stream; start of the document */
        return NULL;
    if (r->event.type == YAML_STREAM_END_EVENT) {
        case_node *nothing = node_scalar("", 0, 1, (node_mark){1, 1}, r->set);
        return nothing ? nothing : out_of_memory(r, NULL);
    }
    case_node *root = next(r) ? read_value(r, 0) : NULL;
    if (!root)
        return NULL;
    if (next(r) && next(r)) { /* end of the document; end of the stream */
        if (r->event.type == YAML_STREAM_END_EVENT)
            return root;
        refuse(r, "a second document begins here; a case file has one (remove the line ---)");
    }
    node_free(root);
    return NULL;
}

case_node *yaml_tree(case_errors *errors, const char *set, const char *text, size_t length)
{
    reader r = {.errors = errors, .set = set};
    if (!yaml_parser_initialize(&r.parser)) {
        errors->no_memory = 1;
        return NULL;
    }
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
    case_node *root = read_stream(&r);
    if (r.has_event)
        yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return root;
}

int yaml_available(void)
{
    return 1;
}

#else

case_node *yaml_tree(case_errors *errors, const char *set, const char *text, size_t length)
{
    (void)text;
    (void)length;
    errors_add_at(errors, (node_mark){1, 1}, set, "this build reads no YAML");
    return NULL;
}

int yaml_available(void)
{
    return 0;
}

#endif
