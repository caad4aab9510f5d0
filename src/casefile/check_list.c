/* Lists of numbers, points, words and files. */
#include <string.h>

#include "casefile/check.h"
#include "casefile/scalar.h"

/* Every item must be a length, with or without a unit, in the range of the key. */
static int check_numbers(case_errors *errors, const case_node *list, int ranged)
{
    const case_key *key = list->schema;
    int good = 1;
    for (int n = 0; n < list->count; ++n) {
        const case_node *item = list->items[n];
        const case_key number = {.path = "",
                                 .forms = KEY_NUMBER,
                                 .unit = UNIT_LENGTH,
                                 .low = ranged ? key->low : -1e9,
                                 .high = ranged ? key->high : 1e9};
        scalar_value value;
        char why[256] = "a number is expected here";
        if (item->kind == CASE_SCALAR && scalar_read(&number, item->text, &value, why, sizeof why))
            continue;
        errors_add(errors, item, OF_VALUE, "%s", why);
        good = 0;
    }
    return good;
}

static void check_point(case_errors *errors, case_node *point, const case_key *key)
{
    point->schema = key;
    if (point->kind != CASE_LIST || point->count != 2)
        errors_add(errors, point, OF_VALUE, "a point is [x, y], two numbers");
    else
        check_numbers(errors, point, 0);
}

static void check_points(case_errors *errors, const case_node *list, const case_key *key, int least)
{
    for (int n = 0; n < list->count; ++n)
        check_point(errors, list->items[n], key);
    if (list->count < least)
        errors_add(errors, list, OF_KEY, "%d points are too few; %s have %d or more", list->count,
                   least == 2 ? "lines" : "polygons", least);
}

static void check_box(case_errors *errors, const case_node *list)
{
    if (list->count != 4) {
        errors_add(errors, list, OF_KEY, "a box is [xmin, ymin, xmax, ymax], four numbers, not %d",
                   list->count);
        return;
    }
    double side[4];
    if (!check_numbers(errors, list, 0))
        return;
    for (int n = 0; n < 4; ++n)
        quantity_parse(list->items[n]->text, UNIT_LENGTH, &side[n]);
    if (side[0] >= side[2] || side[1] >= side[3])
        errors_add(errors, list, OF_KEY,
                   "the box has no area; write [xmin, ymin, xmax, ymax] with xmin < xmax and "
                   "ymin < ymax");
}

/* Words from the choices, each once. */
static void check_choices(case_errors *errors, const case_node *list, const case_key *key)
{
    for (int n = 0; n < list->count; ++n) {
        const case_node *item = list->items[n];
        char words[192], shown[64], near[128] = "";
        if (item->kind == CASE_SCALAR && key_has_word(key->choices, item->text)) {
            for (int m = 0; m < n; ++m)
                if (list->items[m]->kind == CASE_SCALAR &&
                    strcmp(list->items[m]->text, item->text) == 0) {
                    errors_add(errors, item, OF_VALUE, "%s is in the list twice", item->text);
                    break;
                }
            if (errors->count > ERRORS_SHOWN)
                return; /* a long list of repetitions */
            continue;
        }
        const char *text = item->kind == CASE_SCALAR ? item->text : "this";
        suggest_word(key->choices, text, near, sizeof near);
        errors_add(errors, item, OF_VALUE, "%s is not one of %s%s",
                   error_quote(text, shown, sizeof shown), key_range_text(key, words, sizeof words),
                   near);
    }
}

static void check_files(case_errors *errors, const case_node *list)
{
    for (int n = 0; n < list->count; ++n)
        if (list->items[n]->kind != CASE_SCALAR || !*list->items[n]->text)
            errors_add(errors, list->items[n], OF_VALUE, "the name of a file is expected here");
}

void check_plain_list(case_errors *errors, const case_node *list, const case_key *key)
{
    char forms[512];
    if (key->forms & KEY_CHOICES)
        check_choices(errors, list, key);
    else if (key->forms & KEY_FILES)
        check_files(errors, list);
    else if (key->forms & KEY_BOX)
        check_box(errors, list);
    else if (key->forms & KEY_PAIR && list->count != 2)
        errors_add(errors, list, OF_KEY, "%d numbers; write one, or two as [dx, dy]", list->count);
    else if (key->forms & KEY_PAIR)
        check_numbers(errors, list, 1);
    else if (key->forms & KEY_POINT && list->count != 2)
        errors_add(errors, list, OF_KEY, "a point is [x, y], two numbers");
    else if (key->forms & KEY_POINT)
        check_numbers(errors, list, 0);
    else if (key->forms & (KEY_LINE | KEY_POLYGON))
        check_points(errors, list, key, key->forms & KEY_LINE ? 2 : 3);
    else
        errors_add(errors, list, OF_KEY, "a list is not expected here; write %s",
                   key_forms_text(key, forms, sizeof forms));
}
