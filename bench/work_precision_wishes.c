/* Lists of the command line: schemes with options, precisions, Courant numbers and sizes. A word
 * that means nothing is refused with what would mean something. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "bench/work_precision.h"

/* ---- words ---- */

/* Copies the next word of a list with commas; 0 at its end. -1: too long, or empty. */
static int next_word(const char **at, char *word, size_t room)
{
    if (**at == '\0')
        return 0;
    const size_t length = strcspn(*at, ",");
    if (length == 0 || length >= room)
        return -1;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    if (**at == ',')
        return *++*at == '\0' ? -1 : 1;
    return 1;
}

static int wrong_list(const bench *b, const char *option_name, const char *text, const char *wanted)
{
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                      "--%s %s: %s are needed, with commas between "
                      "them, %d at most",
                      option_name, text, wanted, WORK_MOST);
}

/* The whole word as a number; NaN where it is none. */
static double number_of(const char *word)
{
    char *end;
    const double x = strtod(word, &end);
    return end != word && *end == '\0' ? x : (double)NAN;
}

/* ---- schemes ---- */

static int unknown_scheme(const bench *b, const char *name)
{
    suggestion s = suggest_begin(name);
    char text[64], all[256];
    size_t used = 0;
    for (const scheme_ops *const *o = scheme_list(); *o && used < sizeof all; ++o) {
        suggest_offer(&s, (*o)->about->name);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "",
                                 (*o)->about->name);
    }
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "unknown scheme '%s'%s (there are %s)", name,
                      suggest_text(&s, "", text, sizeof text), all);
}

/* The option of a scheme with this flag; NULL: it has none. */
static const scheme_option *option_with(const scheme_description *scheme, const char *flag)
{
    for (const scheme_option *o = scheme->options; o && o->key; ++o)
        if (strcmp(o->flag, flag) == 0)
            return o;
    return NULL;
}

static int is_allowed(const scheme_option *o, const char *value)
{
    if (!scheme_option_is_number(o))
        return options_one_of(o->choices, value);
    const double x = number_of(value);
    return x >= o->low && x <= o->high && (o->type != SCHEME_INTEGER || x == floor(x));
}

static int wrong_value(const bench *b, const work_scheme *s, const scheme_option *o,
                       const char *value)
{
    char wanted[128];
    if (scheme_option_is_number(o))
        snprintf(wanted, sizeof wanted, "a number from %g to %g", o->low, o->high);
    else
        snprintf(wanted, sizeof wanted, "one of %s", o->choices);
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "--schemes %s: %s must be %s, not '%s'",
                      s->text, o->flag, wanted, value);
}

/* "FLAG=VALUE" */
static int read_pair(const bench *b, work_scheme *s, char *pair)
{
    char *value = strchr(pair, '=');
    if (!value || s->pairs == WORK_PAIRS)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "--schemes %s: at most %d options are needed, as in NAME:OPTION=VALUE",
                          s->text, WORK_PAIRS);
    *value++ = '\0';
    const scheme_option *o = option_with(s->ops->about, pair);
    if (!o)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "--schemes %s: scheme %s has no option '%s' (spate run --help lists "
                          "options of schemes)",
                          s->text, s->ops->about->name, pair);
    if (!is_allowed(o, value))
        return wrong_value(b, s, o, value);
    const int n = s->pairs++;
    s->option[n] = o;
    s->number[n] = scheme_option_is_number(o) ? number_of(value) : 0;
    snprintf(s->word[n], sizeof s->word[n], "%s", value);
    return 0;
}

int work_read_scheme(const bench *b, const char *text, work_scheme *s)
{
    char copy[sizeof s->text], *rest;
    *s = (work_scheme){.pairs = 0};
    snprintf(s->text, sizeof s->text, "%s", text);
    snprintf(copy, sizeof copy, "%s", text);
    const char *name = strtok_r(copy, ":", &rest);
    s->ops = scheme_find(name);
    if (!s->ops)
        return unknown_scheme(b, name ? name : text);
    int code = 0;
    for (char *pair = strtok_r(NULL, ":", &rest); pair && code == 0;
         pair = strtok_r(NULL, ":", &rest))
        code = read_pair(b, s, pair);
    return code;
}

int work_read_schemes(const bench *b, work_bench *w)
{
    if (!w->schemes_text) {
        for (const scheme_ops *const *o = scheme_list(); *o && w->schemes < WORK_MOST; ++o) {
            const int code = work_read_scheme(b, (*o)->about->name, &w->scheme[w->schemes++]);
            if (code != 0)
                return code;
        }
        return 0;
    }
    const char *at = w->schemes_text;
    char word[sizeof w->scheme->text];
    int more, code = 0;
    while (code == 0 && (more = next_word(&at, word, sizeof word)) != 0) {
        if (more < 0 || w->schemes == WORK_MOST)
            return wrong_list(b, "schemes", w->schemes_text, "names of schemes");
        code = work_read_scheme(b, word, &w->scheme[w->schemes++]);
    }
    return code;
}

/* ---- numbers and precisions ---- */

static int read_precisions(const bench *b, work_bench *w)
{
    const char *at = w->precisions_text;
    char word[8];
    int more;
    while ((more = next_word(&at, word, sizeof word)) != 0) {
        if (more < 0 || w->precisions == WORK_MOST || !options_one_of("f32|f64|mixed", word))
            return wrong_list(b, "precisions", w->precisions_text, "words of f32, f64 and mixed");
        snprintf(w->precision[w->precisions++], sizeof word, "%s", word);
    }
    return 0;
}

static int read_courants(const bench *b, work_bench *w)
{
    const char *at = w->courants_text;
    char word[32];
    int more;
    while ((more = next_word(&at, word, sizeof word)) != 0) {
        const int usual = more > 0 && strcmp(word, "usual") == 0;
        const double x = more > 0 ? number_of(word) : (double)NAN;
        if (more < 0 || w->courants == WORK_MOST || (!usual && !(x > 0 && x <= 1e4)))
            return wrong_list(b, "courants", w->courants_text,
                              "numbers above 0, or the word usual,");
        w->courant[w->courants++] = usual ? (double)NAN : x;
    }
    return 0;
}

static int read_sizes(const bench *b, work_bench *w)
{
    if (!w->sizes_text)
        w->sizes_text = b->quick ? w->flavour->quick_sizes : w->flavour->sizes_text;
    if (!w->sizes_text) {
        for (int k = 0; k < 6 && w->c->sizes[k] > 0; ++k)
            w->size[w->sizes++] = w->c->sizes[k];
        if (b->quick && w->sizes > 1)
            w->sizes -= 1;
        return 0;
    }
    const char *at = w->sizes_text;
    char word[32];
    int more;
    while ((more = next_word(&at, word, sizeof word)) != 0) {
        const double x = more > 0 ? number_of(word) : (double)NAN;
        if (more < 0 || w->sizes == WORK_MOST || !(x >= 2 && x <= 1e5 && x == floor(x)))
            return wrong_list(b, "sizes", w->sizes_text, "whole numbers of 2 to 100000 cells");
        w->size[w->sizes++] = (int)x;
    }
    return 0;
}

static int find_case(const bench *b, work_bench *w)
{
    w->c = builtin_case_find(w->case_name);
    if (!w->c) {
        suggestion s = suggest_begin(w->case_name);
        char text[64];
        for (const builtin_case *const *c = builtin_cases(); *c; ++c)
            suggest_offer(&s, (*c)->name);
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "unknown case '%s'%s (spate cases)",
                          w->case_name, suggest_text(&s, "", text, sizeof text));
    }
    if (w->c->judgement == CASE_AT_REST)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "case %s is water at rest, which has no error: choose another (spate "
                          "cases)",
                          w->case_name);
    return 0;
}

int work_read_wishes(const bench *b, work_bench *w)
{
    int code = find_case(b, w);
    if (code == 0)
        code = work_read_schemes(b, w);
    if (code == 0)
        code = read_precisions(b, w);
    if (code == 0)
        code = read_courants(b, w);
    if (code == 0)
        code = read_sizes(b, w);
    if (code == 0 && w->reference_scheme && !scheme_find(w->reference_scheme))
        code = unknown_scheme(b, w->reference_scheme);
    return code;
}
