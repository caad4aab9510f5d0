/* Entries of the option tables of the vector-invariant schemes, and what all of them can do. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_OPTIONS_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_OPTIONS_H

#define VI_FORM                                                                                    \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_CHOICE, form, "form", form),                                          \
            .choices = "enstrophy|energy|paper", .usual = SPATE_FORM_ENERGY, .fallback = "energy", \
            .help =                                                                                \
                "What the averages of the rotation term keep, with lumped mass. enstrophy keeps "  \
                "energy and potential enstrophy. energy keeps energy. paper keeps potential "      \
                "enstrophy and is the cheapest."                                                   \
    }
#define VI_MASS_MATRIX                                                                             \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_CHOICE, mass_matrix, "mass-matrix", mass_matrix),                     \
            .choices = "lumped|consistent|cg", .usual = SPATE_MASS_LUMPED, .fallback = "lumped",   \
            .help = "Mass matrix of velocities. lumped is the identity: nothing is solved. "       \
                    "consistent is (1, 4, 1) / 6 along the velocity, as published, solved "        \
                    "directly by grid lines; its steps are 0.58 times as long. cg is the same "    \
                    "matrix, solved by conjugate gradients to tolerance."                          \
    }
#define VI_TOLERANCE                                                                               \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, tolerance, "tolerance", tolerance),                           \
            SCHEME_RANGE(UNIT_NONE, 1e-16, 0.1), SCHEME_DEFAULT(1e-6, ""),                         \
            .help = "Of mass_matrix cg: residual relative to the right-hand side."                 \
    }
#define VI_DRY_DEPTH                                                                               \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),                           \
            SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),                        \
            .help = "Water must stay deeper than this."                                            \
    }

#define VI_CAN                                                                                     \
    {                                                                                              \
        .has = SCHEME_F32 | SCHEME_F64 | SCHEME_ROTATION, .bed_models = 1u << SPATE_BED_CELLS,     \
        .least_ring = 3, .front_keeps_face = 1                                                     \
    }
/* At shocks they do not converge: nothing damps the waves behind one, and its speed is that of a jump
 * that keeps energy. */
#define VI_CLAIMS                                                                                  \
    {                                                                                              \
        .order = SCHEME_ANY_ORDER, .swift = SCHEME_ANY_ORDER, .shock = 0                           \
    }

#endif
