/* How the equations are solved. */
#include "casefile/key_table.h"

static const case_key keys[] = {
    {.path = "solver", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "How it is computed."},
    {.path = "solver.scheme",
     .forms = KEY_CHOICE,
     .choices = "kurganov|adi",
     .fallback = "kurganov",
     .help = "Scheme: kurganov is explicit, for floods and shocks; adi is implicit, in long time "
             "steps, for coasts, estuaries and lakes (docs/theory/adi.md)."},
    {.path = "solver.precision",
     .forms = KEY_CHOICE,
     .choices = "f32|f64|mixed",
     .fallback = "f64",
     .help = "Precision of the stored state; f32 is about twice as fast. mixed, of adi: a state of "
             "f32 whose lines are made and solved in f64."},
    {.path = "solver.backend",
     .forms = KEY_CHOICE,
     .choices = "auto|cpu|reference|cuda|cuda:N",
     .fallback = "auto",
     .help = "What computes: auto takes a GPU where there is one; cuda:1 is the second GPU, "
             "\"cuda:0,1\" two of them."},
    {.path = "solver.isa",
     .forms = KEY_CHOICE,
     .choices = "auto|base|avx2|avx512|fast|strict",
     .fallback = "auto",
     .help = "Kernels: of the CPU by instruction set, all with the same bits; of a GPU, fast, or "
             "strict with the bits of the CPU."},
    {.path = "solver.threads",
     .forms = KEY_INTEGER,
     .fallback = "0",
     RANGE(0, 4096),
     .help = "Threads of the CPU; 0: as many as CPUs that the process may use."},
    {.path = "solver.parts",
     .forms = KEY_PARTS,
     .otherwise = "one per process",
     RANGE(1, 65536),
     .help = "Parts of the grid along x and y, such as 2x3."},
    {.path = "solver.integrator",
     .forms = KEY_CHOICE,
     .choices = "rk2|euler",
     .fallback = "rk2",
     .help = "Time integration: second or first order."},
    {.path = "solver.cfl",
     .forms = KEY_NUMBER,
     .otherwise = "0.9, with euler 0.9 / (1 + limiter / 2)",
     RANGE(1e-6, 0.95),
     .help =
         "Courant number of kurganov, of both directions together: how much of a cell waves cross "
         "in a step. With euler at most 1 / (1 + limiter / 2)."},
    {.path = "solver.courant",
     .forms = KEY_NUMBER,
     .fallback = "5",
     RANGE(1e-3, 100),
     .help =
         "Courant number of adi: cells that a wave of the deepest water runs through in a step. "
         "Errors of waves grow with its square."},
    {.path = "solver.time_order",
     .forms = KEY_INTEGER,
     .fallback = "2",
     RANGE(1, 2),
     .help =
         "Of adi: 2 with coefficients of the middle of the step, 1 with those of its beginning, "
         "as the scheme was published."},
    {.path = "solver.lines",
     .forms = KEY_CHOICE,
     .choices = "auto|cut|fused|s1|s14|s2-pcr|s2-cr-pcr|penta",
     .fallback = "auto",
     .help =
         "How adi solves its lines. cut: in chunks, over parts and ranks; all that a CPU has. On "
         "a GPU also fused: rows made and solved in one kernel, with the bits of cut; and as "
         "published, with other roundings: s1 (a thread for each line), s14 (the same with levels "
         "among the unknowns), s2-pcr and s2-cr-pcr (a block for each line). auto: fused where "
         "lines fit. penta, of backend reference alone: as s14, in plain loops."},
    {.path = "solver.viscosity",
     .forms = KEY_NUMBER,
     .fallback = "0",
     RANGE(0, 1e6),
     .help = "Eddy viscosity of adi in m2/s."},
    {.path = "solver.flood_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "0.01 m",
     RANGE(1e-6, 10),
     .help =
         "Of adi: ground begins to flood where water stands this high above it, and falls dry at "
         "half of it."},
    {.path = "solver.limiter",
     .forms = KEY_NUMBER,
     .fallback = "1.4",
     RANGE(1, 2),
     .help = "Theta of the limiter, from 1 (minmod, most diffusive) to 2 (sharpest)."},
    {.path = "solver.dry_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "1e-5 m",
     RANGE(1e-7, 1),
     .help = "Water no deeper than this does not move; adi has flood_depth instead."},
    {.path = "solver.dt_max",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "0 s",
     RANGE(0, 1e9),
     .help = "Largest time step; 0: no limit of its own."},
    {.path = "solver.gravity",
     .forms = KEY_NUMBER,
     .fallback = "9.81",
     RANGE(0.1, 100),
     .help = "Acceleration in m/s2."},
    {.path = "solver.skip_still",
     .forms = KEY_FLAG,
     .fallback = "yes",
     .help = "Skips tiles at rest; the result is the same."},
};

const key_table keys_of_solver = KEY_TABLE(keys);
