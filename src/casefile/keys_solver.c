/* How the equations are solved, whatever the scheme. */
#include "casefile/key_table.h"

static const case_key keys[] = {
    {.path = "solver", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "How it is computed."},
    {.path = "solver.precision",
     .forms = KEY_CHOICE,
     .choices = "f32|f64|mixed",
     .fallback = "f64",
     .help = "Precision of the stored state; f32 is about twice as fast. mixed is f32 with "
             "implicit lines in f64, for schemes that solve lines."},
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
     .help = "Threads of the CPU; 0: as many as CPUs that the process may use, or, with "
             "solver.tune and several solver.devices, as many as trials find best."},
    {.path = "solver.parts",
     .forms = KEY_PARTS,
     .otherwise = "one per process",
     RANGE(1, 65536),
     .help = "Parts of the grid along x and y, such as 2x3."},
    {.path = "solver.part_weights",
     .forms = KEY_TEXT,
     .otherwise = "equal parts",
     .help = "Sizes of the parts relative to one another, rounded to tiles of 32 x 8 cells: "
             "\"3,1\" for two rows of parts (columns where solver.parts is Nx1), \"2,1x1,3\" for 2 "
             "columns and 2 rows. Without solver.parts it sets the number of parts too."},
    {.path = "solver.devices",
     .forms = KEY_TEXT,
     .otherwise = "those of solver.backend",
     .help = "Devices that share the run, such as \"cpu,cuda:0\" or \"cpu:avx2,cpu:base\": the "
             "parts of each process are divided among them in order, one part for each unless "
             "solver.parts says otherwise; solver.part_weights sets their shares. A device is "
             "cpu, reference, cuda or cuda:N, and may end in the kernels to use (:base, :avx2, "
             ":avx512; :fast, :strict). In place of solver.backend and solver.isa."},
    {.path = "solver.skip",
     .forms = KEY_CHOICE,
     .choices = "tiles|early_exit|bounding_box",
     .fallback = "tiles",
     .help = "What solver.skip_still skips, the same result: tiles at rest, dry or wet. For "
             "comparison, early_exit skips the fluxes of dry tiles among dry ones, and "
             "bounding_box what lies outside one box around the wet cells of a part."},
    {.path = "solver.exchange_every",
     .forms = KEY_INTEGER,
     .fallback = "1",
     RANGE(0, 64),
     .help =
         "Steps from one exchange of states between parts to the next, the same result. Above 1, "
         "every part also computes cells of its neighbours. For slow networks, with schemes "
         "kurganov and staggered. 0: with solver.tune: start, as many as trials of all devices "
         "together find best; otherwise 1."},
    {.path = "solver.tune",
     .forms = KEY_CHOICE,
     .choices = "auto|off|start|dynamic",
     .fallback = "auto",
     .help =
         "How rows are divided among several solver.devices. off: by solver.part_weights, or "
         "equally. start: by a trial of each device, or the rates kept of one. dynamic: so, and "
         "again while the run goes on; a device that only slows it pauses. part_weights, where "
         "given, are the start. auto: dynamic, or start where rows cannot move; off with several "
         "processes, solver.parts or solver.part_weights."},
    {.path = "solver.tune_every",
     .forms = KEY_INTEGER,
     .fallback = "0",
     RANGE(0, 1000000000),
     .help = "Steps between two looks at the balance of devices; 0: chosen by what a look costs "
             "and how fast the balance is lost."},
    {.path = "solver.tune_move",
     .forms = KEY_CHOICE,
     .choices = "rows|all",
     .fallback = "rows",
     .help = "What is copied when rows move between devices: the rows that change owner, or, for "
             "comparison, all rows through a buffer for the whole grid."},
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
