/* One scalar as the table wants it: which of the key's forms it has, and its value. */
#ifndef SPATE_CASEFILE_SCALAR_H
#define SPATE_CASEFILE_SCALAR_H

#include "casefile/keys.h"

typedef struct scalar_value {
    unsigned form; /* KEY_NUMBER ... */
    double number; /* SI; s since 1970 of a date; 0 or 1 of a flag; the first of NxM */
    double second; /* the other of NxM */
} scalar_value;

/* 1 if the text is what the key takes; otherwise `why` says what is wrong, as a sentence. */
int scalar_read(const case_key *key, const char *text, scalar_value *out, char *why, size_t size);
/* Appends "; did you mean 'x'?" where one of the words "a|b" is near. */
void suggest_word(const char *words, const char *typed, char *text, size_t size);

#endif
