/* Reads a scalar: which of the forms of its key it has, and its value. */
#ifndef SPATE_CASEFILE_SCALAR_H
#define SPATE_CASEFILE_SCALAR_H

#include "casefile/keys.h"

typedef struct scalar_value {
    unsigned form; /* KEY_NUMBER ... */
    double number; /* SI; date: s since 1970; flag: 0 or 1; NxM: the first */
    double second; /* NxM: the second */
} scalar_value;

/* 1 if the key accepts the text; otherwise `why` says what is wrong. */
int scalar_read(const case_key *key, const char *text, scalar_value *out, char *why, size_t size);
/* Appends "; did you mean 'x'?" if one of the words "a|b" is similar. */
void suggest_word(const char *words, const char *typed, char *text, size_t size);

#endif
