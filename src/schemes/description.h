/* A scheme described by data: what it is, what it can do, its options, and how accurate it
 * claims to be. Case files, the command line, the checks of options, reports and `spate verify`
 * read these tables, so that none of them knows a scheme by name. The table of a scheme is in
 * src/schemes/NAME_about.c. */
#ifndef SPATE_SCHEMES_DESCRIPTION_H
#define SPATE_SCHEMES_DESCRIPTION_H

#include <stddef.h>

#include "base/units.h"
#include "schemes/iterations.h"
#include "spate/spate.h"

/* ---- options ---- */

typedef enum {
    SCHEME_NUMBER,  /* double */
    SCHEME_INTEGER, /* int: the number minus `low` */
    SCHEME_CHOICE,  /* an enum: the position of the word in `choices` */
    SCHEME_WORD     /* const char *: one of `choices` */
} scheme_option_type;

/* Two schemes may have an option with the same key; the entry of the first scheme then describes
 * it. */
typedef struct scheme_option {
    const char *key;  /* in a case file: "solver.dry_depth"; NULL ends a table */
    const char *flag; /* of `spate run --case`, without its dashes: "dry-depth" */
    scheme_option_type type;
    const char *member; /* of spate_options, as messages name it */
    size_t offset;      /* of that member */
    unit_kind unit;
    double low, high;      /* SI, inclusive */
    const char *choices;   /* "euler|rk2" */
    double usual;          /* the default of a number or integer, SI */
    const char *fallback;  /* the default as in a case file; NULL: 0, the scheme computes one */
    const char *otherwise; /* that computed default in words */
    /* The largest value where that depends on other options, and why. NULL: `high`. */
    double (*most)(const spate_options *options);
    const char *most_because;
    /* Writes a warning about a value that is allowed but probably not meant. Returns 0 where
     * there is none. */
    int (*doubt)(const spate_options *options, char *text, size_t size);
    /* It changes what is computed: a scheme that lacks it refuses every value but the default.
     * Other options have no effect on schemes that lack them, and whoever sets one is warned. */
    int must_be_obeyed;
    const char *help; /* sentences for the reference page; the command line prints the first */
} scheme_option;

/* The beginning of an entry: solver.NAME in a case file, --FLAG, and its member
 * of spate_options. */
#define SCHEME_OPTION(type_, name, flag_, member_)                                                 \
    .type = (type_), .key = "solver." #name, .flag = (flag_), .member = #member_,                  \
    .offset = offsetof(spate_options, member_)
#define SCHEME_RANGE(unit_, low_, high_) .unit = (unit_), .low = (low_), .high = (high_)
#define SCHEME_DEFAULT(number, unit) .usual = (number), .fallback = #number unit

/* ---- abilities ---- */

enum {
    SCHEME_F32 = 1u << 0, /* precisions */
    SCHEME_F64 = 1u << 1,
    SCHEME_MIXED = 1u << 2,       /* f32, with grid lines solved in f64 */
    SCHEME_FAST_INFLOW = 1u << 3, /* a discharge may have a level or a Froude number */
    SCHEME_AIR = 1u << 4,         /* air pressure */
    SCHEME_SOURCES = 1u << 5,     /* rain, inflows, infiltration */
    SCHEME_FORCES = 1u << 6,      /* friction, wind */
    SCHEME_ROTATION = 1u << 7,    /* Coriolis force */
    SCHEME_DRY = 1u << 8,         /* cells that are dry or fall dry */
    SCHEME_ZONES = 1u << 9        /* ghost zones: an exchange every few steps */
};

/* What a scheme can do of what a run may ask for. run/scheme_limits.c refuses the rest. */
typedef struct scheme_abilities {
    unsigned has;        /* SCHEME_F32 | ... */
    unsigned face_kinds; /* bits 1u << face_kind of the listed faces it knows; SCHEME_ALL_FACES */
    unsigned bed_models; /* bits 1u << spate_bed_model */
    int least_ring;      /* fewest cells between two periodic edges; SCHEME_NO_RING: has none */
    /* The backend on which the force of a manufactured solution can be added; NULL: none. */
    const char *forced_on;
    /* A face belongs to the part of the cell east or north of it, even where that cell is
     * outside the domain; 0: to the part of its inner cell. At the end of the grid only the
     * inner cell exists. */
    int front_keeps_face;
    /* Halo widths of cells that a stage leaves invalid around a ghost zone; 0 is 1. */
    int rings;
    /* Nothing but its fields, lists and tiles depends on the rows of a part, so that rows may move
     * between parts while a run goes on. */
    int rows_move;
} scheme_abilities;

#define SCHEME_NO_RING 0
#define SCHEME_ALL_FACES ((2u << FACE_PROBE) - 1)

/* ---- accuracy ---- */

/* Which built-in cases judge the scheme and which order of accuracy they expect: the smallest of
 * the case's own min_order and the limits here that concern the case (cases/case.h has the
 * properties). */
typedef struct scheme_claims {
    int fast_flow;   /* cases with supercritical flow, strong shocks or thin films judge it */
    double fast;     /* the order there; 0: no other than elsewhere */
    double order;    /* in every case */
    double swift;    /* at Froude numbers above 1/2 */
    double shore;    /* where water runs up and down dry ground */
    double shock;    /* at shocks of slow flow; 0: finer grids do not make the error larger */
    int shore_jumps; /* the shore moves by whole cells: its order is measured over all grids */
    int bore_jumps;  /* a bore is one or two cells wide: likewise */
} scheme_claims;

#define SCHEME_ANY_ORDER 99.0 /* no limit: the case's own order is expected */
/* First order, as it is measured on grids that are not yet fine. */
#define SCHEME_FIRST_ORDER 0.8
/* First order in L1 where the solution has kinks or shocks: the rate that holds for all monotone
 * schemes (Kuznetsov 1976). */
#define SCHEME_KINK_ORDER 0.5

/* ---- a scheme ---- */

typedef struct scheme_description {
    const char *name;    /* in case files and on the command line */
    const char *summary; /* ends a sentence that begins "NAME is" */
    const char *page;    /* of the documentation */
    const char *advice;  /* a sentence: what to try when a run fails */
    int implicit;
    int halo_width;
    /* Writes what bounds the time step beside dt_max, for spate check; NULL: nothing to say. */
    void (*bounds)(const spate_options *options, char *text, size_t size);
    /* Evaluations of all cells in one step; NULL: one. */
    int (*stages)(const spate_options *options);
    /* Fewest words (values of the state's precision) that a step must move for each cell; NULL: 7
     * for each stage: three variables and the bed read, three written. */
    double (*words)(const spate_options *options, const scheme_iterations *of_a_step);
    /* Floating-point operations of a step for each cell; NULL: not counted. */
    double (*operations)(const spate_options *options);
    const scheme_option *options;
    scheme_abilities can;
    scheme_claims claims;
} scheme_description;

/* ---- schemes by name (registry.c) ---- */

/* The description of the scheme with this name, or of the default scheme (name NULL). NULL: there
 * is no such scheme. */
const scheme_description *scheme_about(const char *name);
/* Stages of one step with these options, whose scheme exists. */
int scheme_stages(const spate_options *options);
/* Words of one step with these options, whose scheme exists, and with these iterations. NULL: without
 * iterations, and one solve where the scheme solves. */
double scheme_words(const spate_options *options, const scheme_iterations *of_a_step);
/* Words of the iterations with this preconditioner (scheme_iterations.iterations). */
double scheme_solver_words(const char *preconditioner, double iterations);
/* The bed model, or the scheme's own where it lacks that one. The scheme may be NULL. */
spate_bed_model scheme_bed_model(const scheme_description *scheme, spate_bed_model model);
/* The scheme that can be forced (scheme_abilities.forced_on); NULL if there is none. */
const scheme_description *scheme_that_can_be_forced(void);
/* The schemes with this ability (SCHEME_AIR ...) and, where key is not NULL, with this option, for
 * a message: "adi" or "toy", with the quotes. */
const char *scheme_names_with(unsigned ability, const char *key, char *text, size_t size);

/* ---- options of all schemes (scheme_options.c) ---- */

/* The option after `o` of all schemes in the order of the registry, each key once. NULL: before
 * the first and after the last. */
const scheme_option *scheme_option_next(const scheme_option *o);
/* The option of a scheme with this key; NULL where it has none. */
const scheme_option *scheme_option_of(const scheme_description *scheme, const char *key);
/* Sets the options of all schemes to their defaults. */
void scheme_options_default(spate_options *options);
/* Of a number or an integer. */
double scheme_option_number(const scheme_option *o, const spate_options *options);
void scheme_option_set_number(const scheme_option *o, spate_options *options, double value);
/* Of a choice or a word, which must be one of `choices` and live as long as the options. Reading
 * returns "" where the member has no such value. */
void scheme_option_set_word(const scheme_option *o, spate_options *options, const char *word);
const char *scheme_option_word(const scheme_option *o, const spate_options *options, char *text,
                               size_t size);
int scheme_option_is_number(const scheme_option *o); /* or an integer */

#endif
