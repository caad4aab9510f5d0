/* solver.scheme and the options of the schemes, made from their descriptions
 * (schemes/description.h). */
#include <pthread.h>
#include <stdio.h>

#include "casefile/key_table.h"
#include "schemes/scheme.h"

enum { MOST_KEYS = 48 };

static case_key keys[MOST_KEYS];
static struct {
    char choices[128], help[800];
} texts[MOST_KEYS];

static void add_choice_of_scheme(void)
{
    char *const choices = texts[0].choices, *const help = texts[0].help;
    size_t c = 0, h = 0;
    for (const scheme_ops *const *s = scheme_list(); *s; ++s) {
        const scheme_description *about = (*s)->about;
        c += (size_t)snprintf(choices + c, sizeof texts[0].choices - c, "%s%s", c ? "|" : "",
                              about->name);
        h += (size_t)snprintf(help + h, sizeof texts[0].help - h, "%s %s is %s (%s)",
                              h ? ";" : "Scheme:", about->name, about->summary, about->page);
    }
    snprintf(help + h, sizeof texts[0].help - h, ".");
    keys[0] = (case_key){.path = "solver.scheme",
                         .forms = KEY_CHOICE,
                         .choices = choices,
                         .fallback = scheme_about(NULL)->name,
                         .help = help};
}

static case_key key_of(const scheme_option *o, char *help, size_t size)
{
    static const unsigned forms[] = {[SCHEME_NUMBER] = KEY_NUMBER,
                                     [SCHEME_INTEGER] = KEY_INTEGER,
                                     [SCHEME_CHOICE] = KEY_CHOICE,
                                     [SCHEME_WORD] = KEY_CHOICE};
    char names[128];
    snprintf(help, size, "Scheme %s: %s", scheme_names_with(0, o->key, names, sizeof names),
             o->help);
    return (case_key){.path = o->key,
                      .forms = forms[o->type],
                      .unit = o->unit,
                      .fallback = o->fallback,
                      .otherwise = o->otherwise,
                      .low = o->low,
                      .high = o->high,
                      .choices = o->choices,
                      .help = help};
}

key_table keys_of_schemes = {keys, 0};

static void make(void)
{
    add_choice_of_scheme();
    int count = 1;
    for (const scheme_option *o = scheme_option_next(NULL); o && count < MOST_KEYS;
         o = scheme_option_next(o), ++count)
        keys[count] = key_of(o, texts[count].help, sizeof texts[count].help);
    keys_of_schemes.count = count;
}

void keys_of_schemes_make(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
}
