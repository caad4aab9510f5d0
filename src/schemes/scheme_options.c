/* Options of schemes by their tables: walking over them, reading and writing their members of
 * spate_options. */
#include <stdio.h>
#include <string.h>

#include "schemes/scheme.h"

const scheme_option *scheme_option_of(const scheme_description *scheme, const char *key)
{
    for (const scheme_option *o = scheme->options; o && o->key; ++o)
        if (strcmp(o->key, key) == 0)
            return o;
    return NULL;
}

/* The entry that describes this key for all schemes. */
static const scheme_option *first_with(const char *key)
{
    const scheme_option *found = NULL;
    for (const scheme_ops *const *s = scheme_list(); *s && !found; ++s)
        found = scheme_option_of((*s)->about, key);
    return found;
}

const scheme_option *scheme_option_next(const scheme_option *after)
{
    int passed = after == NULL;
    for (const scheme_ops *const *s = scheme_list(); *s; ++s)
        for (const scheme_option *o = (*s)->about->options; o && o->key; ++o) {
            if (passed && first_with(o->key) == o)
                return o;
            passed = passed || o == after;
        }
    return NULL;
}

static void *member(const scheme_option *o, spate_options *options)
{
    return (char *)options + o->offset;
}

static const void *member_read(const scheme_option *o, const spate_options *options)
{
    return (const char *)options + o->offset;
}

int scheme_option_is_number(const scheme_option *o)
{
    return o->type == SCHEME_NUMBER || o->type == SCHEME_INTEGER;
}

double scheme_option_number(const scheme_option *o, const spate_options *options)
{
    if (o->type == SCHEME_NUMBER)
        return *(const double *)member_read(o, options);
    return *(const int *)member_read(o, options) + o->low;
}

void scheme_option_set_number(const scheme_option *o, spate_options *options, double value)
{
    if (o->type == SCHEME_NUMBER)
        *(double *)member(o, options) = value;
    else
        *(int *)member(o, options) = (int)(value - o->low);
}

/* Words of "a|b|c" by position. */
static int position_of(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    int n = 0;
    for (const char *c = choices; c; c = strchr(c, '|'), c += c != NULL, ++n)
        if (strcspn(c, "|") == length && strncmp(c, word, length) == 0)
            return n;
    return -1;
}

void scheme_option_set_word(const scheme_option *o, spate_options *options, const char *word)
{
    if (o->type == SCHEME_WORD)
        *(const char **)member(o, options) = word;
    else
        *(unsigned *)member(o, options) = (unsigned)position_of(o->choices, word);
}

const char *scheme_option_word(const scheme_option *o, const spate_options *options, char *text,
                               size_t size)
{
    const char *word = o->choices;
    if (o->type == SCHEME_WORD)
        word = *(const char *const *)member_read(o, options);
    else
        for (unsigned n = *(const unsigned *)member_read(o, options); word && n > 0; --n)
            word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL;
    snprintf(text, size, "%.*s", word ? (int)strcspn(word, "|") : 0, word ? word : "");
    return text;
}

void scheme_options_default(spate_options *options)
{
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o))
        if (scheme_option_is_number(o))
            scheme_option_set_number(o, options, o->usual);
        else
            scheme_option_set_word(o, options, o->fallback);
}
