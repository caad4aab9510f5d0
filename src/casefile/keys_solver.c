/* How the equations are solved, whatever the scheme. */
#include "casefile/key_table.h"

static const case_key keys[] = {
    {.path = "solver", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "How it is computed."},
    {.path = "solver.precision",
     .forms = KEY_CHOICE,
     .choices = "f32|f64|mixed",
     .fallback = "f64",
     .help =
         "Precision of the stored state; f32 is about twice as fast. mixed is f32 with implicit "
         "lines in f64, for schemes that solve lines."},
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
