/* The tables of keys are consistent, and the page in docs/ is made from them. */
#include <ctype.h>
#include <stdlib.h>

#include "casefile/keys.h"
#include "casefile/scalar.h"
#include "check.h"

#define PAGE TEST_DATA "/../../docs/reference/case-file.md"

static int is_not_yet_supported(const case_key *k)
{
    return (k->flags & KEY_NOT_YET) != 0;
}

/* A key without a parent could never be read. */
static void every_key_has_its_place(void)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        int parents = key_is_inside(k, &case_root_key), twins = 0;
        for (const case_key *other = key_next(NULL); other; other = key_next(other)) {
            parents += other->forms & (KEY_MAP | KEY_LIST) && key_is_inside(k, other);
            twins += strcmp(other->path, k->path) == 0;
        }
        if (!CHECK(parents == 1 && twins == 1))
            printf("  %s\n", k->path);
        CHECK(key_find(k->path) == k);
    }
}

static void every_default_is_a_value_of_its_key(void)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        scalar_value value;
        char why[640] = "";
        if (!k->fallback || k->forms & KEY_CHOICES)
            continue;
        if (!CHECK(scalar_read(k, k->fallback, &value, why, sizeof why)))
            printf("  %s: %s\n", k->path, why);
        CHECK(!k->otherwise && !(k->flags & KEY_REQUIRED));
    }
}

/* Siblings that a key names must exist. */
static void siblings_that_are_named_exist(void)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        const case_key *map = &case_root_key;
        for (const case_key *other = key_next(NULL); other; other = key_next(other))
            if (key_is_inside(k, other))
                map = other;
        char word[32];
        for (int w = 0; key_word(k->needs, w, word, sizeof word); ++w)
            CHECK(key_child(map, word) != NULL);
        for (int w = 0; key_word(k->required_with, w, word, sizeof word); ++w)
            CHECK(key_child(map, word) != NULL);
        CHECK(!k->unique || !*k->unique || key_child(map, k->unique) != NULL);
        CHECK(!k->refers || key_find(k->refers) != NULL);
    }
}

static void every_key_is_explained(void)
{
    char text[512];
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        const size_t length = strlen(k->help);
        CHECK(length > 5 && isupper((unsigned char)k->help[0]) | (k->help[0] == '[') &&
              k->help[length - 1] == '.');
        CHECK(is_not_yet_supported(k) || *key_type_text(k, text, sizeof text));
        CHECK(is_not_yet_supported(k) || *key_forms_text(k, text, sizeof text));
        CHECK(strlen(key_forms_text(k, text, sizeof text)) < 400);
        CHECK(!(k->forms & KEY_FLAG && k->forms & KEY_NUMBER) || k->yes);
        CHECK(!(k->forms & (KEY_CHOICE | KEY_CHOICES)) || k->choices);
    }
}

static char *generated_page(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    case_reference_markdown(out);
    return fclose(out) == 0 ? text : NULL;
}

static void the_page_lists_every_key(void)
{
    char *page = generated_page();
    CHECK(page != NULL);
    for (const case_key *k = key_next(NULL); page && k; k = key_next(k)) {
        char wanted[128];
        snprintf(wanted, sizeof wanted, "`%s`", k->path);
        CHECK_CONTAINS(page, wanted);
    }
    free(page);
}

static void the_page_in_docs_is_up_to_date(void)
{
    static char committed[1 << 17];
    FILE *file = fopen(PAGE, "r");
    char *page = generated_page();
    CHECK(file && page);
    if (file) {
        committed[fread(committed, 1, sizeof committed - 1, file)] = 0;
        fclose(file);
    }
    if (page && !CHECK(strcmp(committed, page) == 0))
        printf("  build/spate keys --markdown > docs/reference/case-file.md makes it anew\n");
    free(page);
}

int main(void)
{
    RUN(every_key_has_its_place);
    RUN(every_default_is_a_value_of_its_key);
    RUN(siblings_that_are_named_exist);
    RUN(every_key_is_explained);
    RUN(the_page_lists_every_key);
    RUN(the_page_in_docs_is_up_to_date);
    return check_done();
}
