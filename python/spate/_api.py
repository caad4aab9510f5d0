"""Written by scripts/bindings from include/spate/*.h."""
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_float, c_int, c_int64, c_size_t,
                    c_uint64, c_void_p)

SPATE_OK = 0
SPATE_ERROR_INTERNAL = 1
SPATE_ERROR_MEMORY = 2
SPATE_ERROR_ARGUMENT = 3
SPATE_ERROR_DATA = 4
SPATE_ERROR_BACKEND = 5
SPATE_ERROR_NUMERICAL = 6
SPATE_ERROR_OUTPUT = 7
SPATE_ERROR_COMPARISON = 8
SPATE_STOPPED = 9
SPATE_STOPPED_SAVED = 10
SPATE_ERROR_NOT_CONVERGED = 11
SPATE_ERROR_INDEFINITE = 12
SPATE_ERROR_SINGULAR = 13
SPATE_LOG_INFO = 0
SPATE_LOG_WARNING = 1
SPATE_WALL = 0
SPATE_OPEN = 1
SPATE_PERIODIC = 2
SPATE_WEST = 0
SPATE_EAST = 1
SPATE_SOUTH = 2
SPATE_NORTH = 3
SPATE_BED_CELLS = 0
SPATE_BED_BILINEAR = 1
SPATE_FRICTION_NONE = 0
SPATE_FRICTION_MANNING = 1
SPATE_FRICTION_CHEZY = 2
SPATE_EULER = 0
SPATE_RK2 = 1
SPATE_ADVECT_NONE = 0
SPATE_ADVECT_ENERGY = 1
SPATE_ADVECT_MOMENTUM = 2
SPATE_ADVECT_AUTOMATIC = 3
SPATE_ADVECT_CENTRAL = 4
SPATE_ADVECT_LIMITED = 5
SPATE_HANSEN = 0
SPATE_SIELECKI = 1
SPATE_FREE_SLIP = 0
SPATE_NO_SLIP = 1
SPATE_TRANSPORT_EXPLICIT = 0
SPATE_TRANSPORT_SUBSTEPPED = 1
SPATE_TRANSPORT_LAGRANGIAN = 2
SPATE_DRYING_NEWTON = 0
SPATE_DRYING_MASKS = 1
SPATE_FAILED_SOLVE_STOPS = 0
SPATE_FAILED_SOLVE_HALVES = 1
SPATE_FORM_ENSTROPHY = 0
SPATE_FORM_ENERGY = 1
SPATE_FORM_PAPER = 2
SPATE_MASS_LUMPED = 0
SPATE_MASS_CONSISTENT = 1
SPATE_MASS_CG = 2
SPATE_NEWTON_PRESENT = 0
SPATE_NEWTON_CONSTANT = 1
SPATE_NEWTON_LUMPED = 0
SPATE_NEWTON_CONSISTENT = 1
SPATE_LINE_SEARCH = 0
SPATE_NO_LINE_SEARCH = 1
SPATE_SKIP_TILES = 0
SPATE_SKIP_EARLY_EXIT = 1
SPATE_SKIP_BOUNDING_BOX = 2
SPATE_TUNE_OFF = 0
SPATE_TUNE_START = 1
SPATE_TUNE_DYNAMIC = 2
SPATE_TUNE_AUTO = 3
SPATE_MOVE_ROWS = 0
SPATE_MOVE_ALL = 1
SPATE_BOUNDARY_WALL = 0
SPATE_BOUNDARY_OPEN = 1
SPATE_BOUNDARY_LEVEL = 2
SPATE_BOUNDARY_WAVE = 3
SPATE_BOUNDARY_DISCHARGE = 4
SPATE_BOUNDARY_NORMAL_DEPTH = 5
SPATE_BOUNDARY_RATING = 6
SPATE_BOUNDARY_OUTFALL = 7
SPATE_DEPTH = 0
SPATE_LEVEL = 1
SPATE_BED = 2
SPATE_MOMENTUM_X = 3
SPATE_MOMENTUM_Y = 4
SPATE_VELOCITY_X = 5
SPATE_VELOCITY_Y = 6
SPATE_ACTIVE = 7
SPATE_MAX_DEPTH = 8
SPATE_MAX_LEVEL = 9
SPATE_MAX_SPEED = 10
SPATE_MAX_HAZARD = 11
SPATE_ARRIVAL = 12
SPATE_DURATION = 13
SPATE_INFILTRATED = 14
SPATE_HAZARD_ARR = 15
SPATE_HAZARD_UK = 16
SPATE_FRICTION = 17
SPATE_MEMORY_HOST = 0
SPATE_MEMORY_DEVICE = 1
SPATE_SECTION_SETUP = 0
SPATE_SECTION_STAGE = 1
SPATE_SECTION_HALO = 2
SPATE_SECTION_REDUCE = 3
SPATE_SECTION_OUTPUT = 4
SPATE_SECTION_COUNT = 5
SPATE_MOST_DEVICES = 16
SPATE_RESULTS_NEW = 0
SPATE_RESULTS_OVERWRITE = 1
SPATE_RESULTS_RESUME = 2
SPATE_RESULTS_NONE = 3
SPATE_TRIDIAG_GENERAL = 0
SPATE_TRIDIAG_SHARED = 1
SPATE_TRIDIAG_TOEPLITZ = 2
SPATE_COMPACT_PAIRS = 5
SPATE_COMPACT_CLOSURES = 5
SPATE_COMPACT_WIDTH = 11
SPATE_COMPACT_SAME = 0
SPATE_COMPACT_TO_HALF = 1
SPATE_COMPACT_FROM_HALF = 2
SPATE_COMPACT_EXACT = 99
SPATE_KRYLOV_MIXED = 96

# Enumerations: words of their names, in lower case and without what all begin with.
ENUMS = {
    "spate_status": {"ok": 0, "error_internal": 1, "error_memory": 2, "error_argument": 3, "error_data": 4, "error_backend": 5, "error_numerical": 6, "error_output": 7, "error_comparison": 8, "stopped": 9, "stopped_saved": 10, "error_not_converged": 11, "error_indefinite": 12, "error_singular": 13},
    "spate_log_level": {"info": 0, "warning": 1},
    "spate_edge": {"wall": 0, "open": 1, "periodic": 2},
    "spate_bed_model": {"cells": 0, "bilinear": 1},
    "spate_friction_law": {"none": 0, "manning": 1, "chezy": 2},
    "spate_integrator": {"euler": 0, "rk2": 1},
    "spate_advection": {"none": 0, "energy": 1, "momentum": 2, "automatic": 3, "central": 4, "limited": 5},
    "spate_ordering": {"hansen": 0, "sielecki": 1},
    "spate_slip": {"free_slip": 0, "no_slip": 1},
    "spate_transport": {"explicit": 0, "substepped": 1, "lagrangian": 2},
    "spate_drying": {"newton": 0, "masks": 1},
    "spate_failed_solve": {"stops": 0, "halves": 1},
    "spate_form": {"enstrophy": 0, "energy": 1, "paper": 2},
    "spate_mass_matrix": {"lumped": 0, "consistent": 1, "cg": 2},
    "spate_newton_depth": {"present": 0, "constant": 1},
    "spate_newton_mass": {"lumped": 0, "consistent": 1},
    "spate_line_search": {"line_search": 0, "no_line_search": 1},
    "spate_skip": {"tiles": 0, "early_exit": 1, "bounding_box": 2},
    "spate_tuning_mode": {"off": 0, "start": 1, "dynamic": 2, "auto": 3},
    "spate_move": {"rows": 0, "all": 1},
    "spate_boundary_kind": {"wall": 0, "open": 1, "level": 2, "wave": 3, "discharge": 4, "normal_depth": 5, "rating": 6, "outfall": 7},
    "spate_field_name": {"depth": 0, "level": 1, "bed": 2, "momentum_x": 3, "momentum_y": 4, "velocity_x": 5, "velocity_y": 6, "active": 7, "max_depth": 8, "max_level": 9, "max_speed": 10, "max_hazard": 11, "arrival": 12, "duration": 13, "infiltrated": 14, "hazard_arr": 15, "hazard_uk": 16, "friction": 17},
    "spate_memory": {"host": 0, "device": 1},
    "spate_section": {"setup": 0, "stage": 1, "halo": 2, "reduce": 3, "output": 4, "count": 5},
    "spate_case_results": {"new": 0, "overwrite": 1, "resume": 2, "none": 3},
    "spate_tridiag_class": {"general": 0, "shared": 1, "toeplitz": 2},
    "spate_compact_points": {"same": 0, "to_half": 1, "from_half": 2},
}

spate_log_fn = CFUNCTYPE(None, c_int, c_char_p, c_void_p)
spate_field_fn = CFUNCTYPE(c_double, c_double, c_double, c_void_p)
spate_write_fn = CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p)
spate_read_fn = CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p)
spate_observer_fn = CFUNCTYPE(c_int, c_double, c_double, c_int64, c_void_p)
spate_krylov_apply = CFUNCTYPE(None, c_void_p, c_int, c_void_p, c_void_p, c_int64, c_void_p)


class spate_tuning_clock(Structure):
    _fields_ = [
        ("now", CFUNCTYPE(c_double, c_void_p)),
        ("spent", CFUNCTYPE(c_double, c_void_p, c_int, c_double, c_double)),
        ("wall", CFUNCTYPE(c_double, c_void_p, POINTER(c_double), c_int, c_double)),
        ("user", c_void_p),
        ("tried", CFUNCTYPE(c_double, c_void_p, c_char_p, c_int, c_double)),
    ]


class spate_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("nx", c_int64),
        ("ny", c_int64),
        ("dx", c_double),
        ("dy", c_double),
        ("x0", c_double),
        ("y0", c_double),
        ("scheme", c_char_p),
        ("backend", c_char_p),
        ("isa", c_char_p),
        ("precision", c_int),
        ("line_precision", c_int),
        ("threads", c_int),
        ("parts_x", c_int),
        ("parts_y", c_int),
        ("part_weights", c_char_p),
        ("devices", c_char_p),
        ("edges", c_int * 4),
        ("bed_model", c_int),
        ("integrator", c_int),
        ("friction", c_int),
        ("friction_coefficient", c_double),
        ("rain", c_double),
        ("coriolis", c_double),
        ("coriolis_beta", c_double),
        ("coriolis_y", c_double),
        ("gravity", c_double),
        ("cfl", c_double),
        ("theta", c_double),
        ("dry_depth", c_double),
        ("dt_max", c_double),
        ("courant", c_double),
        ("viscosity", c_double),
        ("flood_depth", c_double),
        ("extrapolate", c_int),
        ("lines", c_char_p),
        ("advection", c_int),
        ("ordering", c_int),
        ("slip", c_int),
        ("implicitness", c_double),
        ("transport", c_int),
        ("drying", c_int),
        ("failed_solve", c_int),
        ("preconditioner", c_char_p),
        ("tolerance", c_double),
        ("max_iterations", c_int),
        ("form", c_int),
        ("mass_matrix", c_int),
        ("filter", c_double),
        ("filter_share", c_double),
        ("alpha", c_double),
        ("newton_tolerance", c_double),
        ("newton_iterations", c_int),
        ("newton_most", c_int),
        ("solve_iterations", c_int),
        ("newton_depth", c_int),
        ("newton_mass", c_int),
        ("line_search", c_int),
        ("skip_still", c_int),
        ("skip", c_int),
        ("exchange_every", c_int),
        ("exchange_delay", c_double),
        ("tune", c_int),
        ("move", c_int),
        ("tune_every", c_int64),
        ("tune_keep", c_int),
        ("tuning_clock", POINTER(spate_tuning_clock)),
        ("tile_delays", c_char_p),
    ]


class spate_series(Structure):
    _fields_ = [
        ("count", c_int),
        ("t", POINTER(c_double)),
        ("value", POINTER(c_double)),
        ("hold", c_int),
    ]


class spate_face(Structure):
    _fields_ = [
        ("i", c_int64),
        ("j", c_int64),
        ("axis", c_int),
        ("outward", c_int),
        ("edge", c_int),
        ("x", c_double),
        ("y", c_double),
        ("bed", c_double),
    ]


class spate_boundary(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("kind", c_int),
        ("takes", CFUNCTYPE(c_int, POINTER(spate_face), c_void_p)),
        ("station", CFUNCTYPE(c_double, POINTER(spate_face), c_void_p)),
        ("user", c_void_p),
        ("series", POINTER(spate_series)),
        ("series_count", c_int),
        ("froude", c_double),
        ("slope", c_double),
        ("roughness", c_double),
        ("absorbing", c_double),
        ("still", c_double),
        ("ramp", c_double),
        ("rating_level", POINTER(c_double)),
        ("rating_discharge", POINTER(c_double)),
        ("rating_count", c_int),
    ]


class spate_boundary_stats(Structure):
    _fields_ = [
        ("faces", c_int64),
        ("entered", c_double),
        ("left", c_double),
        ("shortfall", c_double),
        ("flow", c_double),
    ]


class spate_crest(Structure):
    _fields_ = [
        ("i", c_int64),
        ("j", c_int64),
        ("axis", c_int),
        ("crest", c_double),
    ]


class spate_section_face(Structure):
    _fields_ = [
        ("i", c_int64),
        ("j", c_int64),
        ("axis", c_int),
        ("sign", c_int),
    ]


class spate_inflow_stats(Structure):
    _fields_ = [
        ("entered", c_double),
        ("shortfall", c_double),
    ]


class spate_array(Structure):
    _fields_ = [
        ("values", c_void_p),
        ("precision", c_int),
        ("step_x", c_int64),
        ("step_y", c_int64),
        ("i0", c_int64),
        ("j0", c_int64),
        ("nx", c_int64),
        ("ny", c_int64),
    ]


class spate_view(Structure):
    _fields_ = [
        ("values", c_void_p),
        ("precision", c_int),
        ("pitch", c_int64),
        ("i0", c_int64),
        ("j0", c_int64),
        ("nx", c_int64),
        ("ny", c_int64),
    ]


class spate_stats(Structure):
    _fields_ = [
        ("t", c_double),
        ("dt", c_double),
        ("steps", c_int64),
        ("redone", c_int64),
        ("volume", c_double),
        ("initial_volume", c_double),
        ("entered", c_double),
        ("left", c_double),
        ("rain", c_double),
        ("infiltrated", c_double),
        ("mass_error", c_double),
        ("max_speed", c_double),
        ("awake", c_double),
        ("parts", c_int),
        ("threads", c_int),
        ("threads_busy", c_int),
        ("backend", c_char_p),
        ("isa", c_char_p),
        ("lines", c_char_p),
        ("bytes_per_cell", c_double),
        ("seconds", c_double * 5),
    ]


class spate_tuning_look(Structure):
    _fields_ = [
        ("t", c_double),
        ("steps", c_int64),
        ("wall", c_double),
        ("rate", c_double),
        ("share", c_double * 16),
        ("seconds", c_double * 16),
        ("imbalance", c_double),
        ("next", c_int64),
        ("measure", c_double),
        ("decide", c_double),
        ("move", c_double),
        ("rows", c_int64),
        ("action", c_int),
        ("device", c_int),
    ]


class spate_tuning(Structure):
    _fields_ = [
        ("mode", c_int),
        ("devices", c_int),
        ("device", c_char_p * 16),
        ("share", c_double * 16),
        ("rate", c_double * 16),
        ("remembered", c_int),
        ("trial", c_double),
        ("measure", c_double),
        ("decide", c_double),
        ("move", c_double),
        ("looks", c_int64),
        ("moves", c_int64),
        ("rows", c_int64),
        ("bytes", c_int64),
        ("interval", c_int64),
        ("look", POINTER(spate_tuning_look)),
        ("look_count", c_int),
        ("threads", c_int),
        ("exchange_every", c_int),
    ]


class spate_case_progress(Structure):
    _fields_ = [
        ("t", c_double),
        ("duration", c_double),
        ("dt", c_double),
        ("step", c_int64),
    ]


class spate_case_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("set", POINTER(c_char_p)),
        ("set_count", c_int),
        ("results", c_int),
        ("folder", c_char_p),
        ("network", c_int),
        ("progress", CFUNCTYPE(c_int, POINTER(spate_case_progress), c_void_p)),
        ("user", c_void_p),
    ]


class spate_case_info(Structure):
    _fields_ = [
        ("nx", c_int64),
        ("ny", c_int64),
        ("dx", c_double),
        ("dy", c_double),
        ("x0", c_double),
        ("y0", c_double),
        ("start", c_double),
        ("duration", c_double),
        ("crs", c_char_p),
        ("folder", c_char_p),
        ("scheme", c_char_p),
        ("gauges", c_int),
        ("sections", c_int),
        ("boundaries", c_int),
        ("inflows", c_int),
    ]


class spate_case_gauge(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("x", c_double),
        ("y", c_double),
        ("cell", c_int64 * 2),
        ("observed", c_char_p),
    ]


class spate_lines(Structure):
    _fields_ = [
        ("n", c_int64),
        ("stride", c_int64),
        ("count", c_int64 * 2),
        ("step", c_int64 * 2),
    ]


class spate_tridiag_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("matrix", c_int),
        ("lines", spate_lines),
        ("precision", c_int),
        ("periodic", c_int),
        ("algorithm", c_char_p),
        ("backend", c_char_p),
        ("memory", c_int),
        ("threads", c_int),
        ("check", c_int),
        ("repair", c_int),
    ]


class spate_toeplitz(Structure):
    _fields_ = [
        ("first_b", c_double),
        ("first_c", c_double),
        ("a", c_double),
        ("b", c_double),
        ("c", c_double),
        ("last_a", c_double),
        ("last_b", c_double),
    ]


class spate_tridiag_stats(Structure):
    _fields_ = [
        ("algorithm", c_char_p),
        ("backend", c_char_p),
        ("threads", c_int),
        ("floor_bytes", c_double),
        ("solves", c_int64),
        ("weak_lines", c_int64),
        ("repaired_lines", c_int64),
        ("first_weak_line", c_int64),
    ]


class spate_line_part(Structure):
    _fields_ = [
        ("bundle", c_int64),
        ("first", c_int64),
        ("lines", spate_lines),
    ]


class spate_tridiag_distributed_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("matrix", c_int),
        ("n", c_int64),
        ("precision", c_int),
        ("periodic", c_int),
        ("chunk", c_int64),
        ("reduced", c_char_p),
        ("tolerance", c_double),
        ("threads", c_int),
        ("backend", c_char_p),
        ("memory", c_int),
        ("scratch", c_double),
    ]


class spate_line_panel(Structure):
    _fields_ = [
        ("part", c_int),
        ("lanes", c_int),
        ("rows", c_int),
        ("line", POINTER(c_int64)),
        ("first", c_int64),
    ]


class spate_tridiag_distributed_stats(Structure):
    _fields_ = [
        ("reduced", c_char_p),
        ("backend", c_char_p),
        ("threads", c_int),
        ("chunk", c_int64),
        ("solves", c_int64),
        ("floor_bytes", c_double),
        ("interface_bytes", c_double),
        ("counted_bytes", c_double),
        ("scratch_bytes", c_double),
        ("sent_bytes", c_double),
        ("messages", c_int64),
        ("batches", c_int),
        ("dropped", c_double),
    ]


class spate_compact_closure(Structure):
    _fields_ = [
        ("before", c_double),
        ("after", c_double),
        ("width", c_int),
        ("value", c_double * 11),
    ]


class spate_compact_scheme(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("derivative", c_int),
        ("points", c_int),
        ("odd", c_int),
        ("alpha", c_double),
        ("centre", c_double),
        ("pairs", c_int),
        ("pair", c_double * 5),
        ("closures", c_int),
        ("closure", spate_compact_closure * 5),
    ]


class spate_compact_orders(Structure):
    _fields_ = [
        ("interior", c_int),
        ("closure", c_int * 5),
        ("least", c_int),
    ]


class spate_compact_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("scheme", c_char_p),
        ("size", c_int64 * 3),
        ("stride", c_int64 * 3),
        ("out_stride", c_int64 * 3),
        ("direction", c_int),
        ("spacing", c_double),
        ("periodic", c_int),
        ("precision", c_int),
        ("backend", c_char_p),
        ("threads", c_int),
        ("memory", c_int),
    ]


class spate_compact_stats(Structure):
    _fields_ = [
        ("scheme", c_char_p),
        ("backend", c_char_p),
        ("threads", c_int),
        ("orders", spate_compact_orders),
        ("reach", c_int * 2),
        ("results", c_int64),
        ("lines", c_int64),
        ("floor_bytes", c_double),
        ("applied", c_int64),
    ]


class spate_compact_part(Structure):
    _fields_ = [
        ("first", c_int64 * 3),
        ("size", c_int64 * 3),
        ("stride", c_int64 * 3),
        ("out_stride", c_int64 * 3),
    ]


class spate_compact_distributed_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("scheme", c_char_p),
        ("size", c_int64 * 3),
        ("direction", c_int),
        ("spacing", c_double),
        ("periodic", c_int),
        ("precision", c_int),
        ("chunk", c_int64),
        ("reduced", c_char_p),
        ("tolerance", c_double),
        ("threads", c_int),
        ("backend", c_char_p),
        ("memory", c_int),
        ("scratch", c_double),
    ]


class spate_compact_distributed_stats(Structure):
    _fields_ = [
        ("scheme", c_char_p),
        ("reduced", c_char_p),
        ("backend", c_char_p),
        ("threads", c_int),
        ("orders", spate_compact_orders),
        ("reach", c_int * 2),
        ("results", c_int64),
        ("chunk", c_int64),
        ("floor_bytes", c_double),
        ("interface_bytes", c_double),
        ("counted_bytes", c_double),
        ("sent_bytes", c_double),
        ("messages", c_int64),
        ("halo_bytes", c_double),
        ("dropped", c_double),
        ("applied", c_int64),
    ]


class spate_krylov_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("nx", c_int64),
        ("ny", c_int64),
        ("points", c_int),
        ("precision", c_int),
        ("method", c_char_p),
        ("preconditioner", c_char_p),
        ("relative", c_double),
        ("absolute", c_double),
        ("iterations", c_int),
        ("max_iterations", c_int),
        ("warm_start", c_int),
        ("true_residual", c_int),
        ("log", c_int),
        ("polynomial", c_int),
        ("relaxation", c_double),
        ("backend", c_char_p),
        ("memory", c_int),
        ("threads", c_int),
        ("parts_x", c_int),
        ("parts_y", c_int),
        ("pitch", c_int64),
    ]


class spate_krylov_part(Structure):
    _fields_ = [
        ("i0", c_int64),
        ("j0", c_int64),
        ("nx", c_int),
        ("ny", c_int),
    ]


class spate_krylov_matrix(Structure):
    _fields_ = [
        ("centre", c_void_p),
        ("shift", c_void_p),
        ("east", c_void_p),
        ("north", c_void_p),
        ("north_east", c_void_p),
        ("north_west", c_void_p),
    ]


class spate_krylov_stats(Structure):
    _fields_ = [
        ("method", c_char_p),
        ("preconditioner", c_char_p),
        ("backend", c_char_p),
        ("threads", c_int),
        ("solves", c_int64),
        ("iterations", c_int),
        ("right_hand_side", c_double),
        ("initial_residual", c_double),
        ("residual", c_double),
        ("true_residual", c_double),
        ("floor_bytes", c_double),
        ("bytes", c_double),
        ("reductions", c_int64),
        ("messages", c_int64),
        ("setup_seconds", c_double),
        ("solve_seconds", c_double),
    ]


class spate_csr(Structure):
    _fields_ = [
        ("rows", c_int64),
        ("entries", c_int64),
        ("row", POINTER(c_int64)),
        ("first", POINTER(c_int64)),
        ("column", POINTER(c_int64)),
        ("value", POINTER(c_double)),
    ]


spate_line_rows = CFUNCTYPE(None, c_void_p, POINTER(spate_line_panel), c_void_p, c_void_p, c_void_p, c_void_p)
spate_line_answers = CFUNCTYPE(None, c_void_p, POINTER(spate_line_panel), c_void_p, c_int)
# Members of structures that are enumerations.
ENUM_MEMBERS = {
    "spate_options": {"edges": "spate_edge", "bed_model": "spate_bed_model", "integrator": "spate_integrator", "friction": "spate_friction_law", "advection": "spate_advection", "ordering": "spate_ordering", "slip": "spate_slip", "transport": "spate_transport", "drying": "spate_drying", "failed_solve": "spate_failed_solve", "form": "spate_form", "mass_matrix": "spate_mass_matrix", "newton_depth": "spate_newton_depth", "newton_mass": "spate_newton_mass", "line_search": "spate_line_search", "skip": "spate_skip", "tune": "spate_tuning_mode", "move": "spate_move"},
    "spate_boundary": {"kind": "spate_boundary_kind"},
    "spate_tuning": {"mode": "spate_tuning_mode"},
    "spate_case_options": {"results": "spate_case_results"},
    "spate_tridiag_options": {"matrix": "spate_tridiag_class", "memory": "spate_memory"},
    "spate_tridiag_distributed_options": {"matrix": "spate_tridiag_class", "memory": "spate_memory"},
    "spate_compact_scheme": {"points": "spate_compact_points"},
    "spate_compact_options": {"memory": "spate_memory"},
    "spate_compact_distributed_options": {"memory": "spate_memory"},
    "spate_krylov_options": {"memory": "spate_memory"},
}

# Name: result, arguments.
FUNCTIONS = {
    "spate_status_text": (c_char_p, [c_int]),
    "spate_exit_code": (c_int, [c_int]),
    "spate_version": (c_char_p, []),
    "spate_context_create": (c_int, [POINTER(c_void_p)]),
    "spate_context_create_parallel": (c_int, [POINTER(c_void_p)]),
    "spate_context_create_mpi": (c_int, [c_int, POINTER(c_void_p)]),
    "spate_context_destroy": (None, [c_void_p]),
    "spate_set_log": (None, [c_void_p, spate_log_fn, c_void_p]),
    "spate_message": (c_char_p, [c_void_p]),
    "spate_rank": (c_int, [c_void_p]),
    "spate_rank_count": (c_int, [c_void_p]),
    "spate_options_default_sized": (None, [POINTER(spate_options), c_size_t]),
    "spate_options_set_precision": (c_int, [POINTER(spate_options), c_char_p]),
    "spate_options_precision": (c_char_p, [POINTER(spate_options)]),
    "spate_sim_create": (c_int, [c_void_p, POINTER(spate_options), POINTER(c_void_p)]),
    "spate_sim_destroy": (None, [c_void_p]),
    "spate_get_local_box": (None, [c_void_p, POINTER(c_int64), POINTER(c_int64), POINTER(c_int64), POINTER(c_int64)]),
    "spate_set_active": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_set_bed": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_set_level": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_set_depth": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_set_water": (c_int, [c_void_p, spate_field_fn, spate_field_fn, c_void_p]),
    "spate_set_velocity": (c_int, [c_void_p, spate_field_fn, spate_field_fn, c_void_p]),
    "spate_set_friction": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_add_boundary": (c_int, [c_void_p, POINTER(spate_boundary)]),
    "spate_get_boundary": (c_int, [c_void_p, c_int, POINTER(spate_boundary_stats)]),
    "spate_get_boundary_faces": (c_int, [c_void_p, c_int, POINTER(spate_face), c_int64]),
    "spate_get_wall_faces": (c_int, [c_void_p, POINTER(spate_face), c_int64, POINTER(c_int64)]),
    "spate_set_crests": (c_int, [c_void_p, POINTER(spate_crest), c_int64]),
    "spate_add_section": (c_int, [c_void_p, POINTER(spate_section_face), c_int64]),
    "spate_get_section": (c_int, [c_void_p, c_int, POINTER(c_double)]),
    "spate_set_rain": (c_int, [c_void_p, POINTER(spate_series)]),
    "spate_set_rain_map": (c_int, [c_void_p, spate_field_fn, c_void_p]),
    "spate_add_inflow": (c_int, [c_void_p, c_char_p, POINTER(spate_series), spate_field_fn, c_void_p, POINTER(c_int64), POINTER(c_double)]),
    "spate_get_inflow": (c_int, [c_void_p, c_int, POINTER(spate_inflow_stats)]),
    "spate_set_infiltration": (c_int, [c_void_p, spate_field_fn, spate_field_fn, spate_field_fn, c_void_p]),
    "spate_set_wind": (c_int, [c_void_p, POINTER(spate_series), POINTER(spate_series)]),
    "spate_set_air_pressure": (c_int, [c_void_p, spate_field_fn, c_void_p, c_double, c_double]),
    "spate_track_maxima": (c_int, [c_void_p, c_double, c_double]),
    "spate_advance": (c_int, [c_void_p, c_double]),
    "spate_advance_steps": (c_int, [c_void_p, c_int64]),
    "spate_get_field": (c_int, [c_void_p, c_int, POINTER(c_double)]),
    "spate_get_field_f32": (c_int, [c_void_p, c_int, POINTER(c_float)]),
    "spate_set_array": (c_int, [c_void_p, c_int, POINTER(spate_array)]),
    "spate_set_velocity_arrays": (c_int, [c_void_p, POINTER(spate_array), POINTER(spate_array)]),
    "spate_set_rain_array": (c_int, [c_void_p, POINTER(spate_array)]),
    "spate_get_array": (c_int, [c_void_p, c_int, POINTER(spate_array)]),
    "spate_get_view": (c_int, [c_void_p, c_int, c_int, POINTER(spate_view)]),
    "spate_get_device_view": (c_int, [c_void_p, c_int, c_int, POINTER(spate_view)]),
    "spate_part_count": (c_int, [c_void_p]),
    "spate_frame_start": (c_int, [c_void_p, c_int, POINTER(c_int), POINTER(POINTER(c_float)), POINTER(c_void_p)]),
    "spate_frame_wait": (c_int, [c_void_p, c_void_p]),
    "spate_get_cells": (c_int, [c_void_p, c_int64, POINTER(c_int64), POINTER(c_double)]),
    "spate_get_limiting_cell": (c_int, [c_void_p, POINTER(c_int64), POINTER(c_int64)]),
    "spate_save": (c_int, [c_void_p, spate_write_fn, c_void_p]),
    "spate_load": (c_int, [c_void_p, spate_read_fn, c_void_p]),
    "spate_get_stats": (c_int, [c_void_p, POINTER(spate_stats)]),
    "spate_section_name": (c_char_p, [c_int]),
    "spate_tuning_mode_of": (c_int, [c_char_p, POINTER(c_int)]),
    "spate_tuning_word": (c_char_p, [c_int]),
    "spate_get_tuning": (c_int, [c_void_p, POINTER(spate_tuning)]),
    "spate_repartition": (c_int, [c_void_p, POINTER(c_int64)]),
    "spate_set_observer": (None, [c_void_p, spate_observer_fn, c_void_p]),
    "spate_case_options_default_sized": (None, [POINTER(spate_case_options), c_size_t]),
    "spate_case_open": (c_int, [c_void_p, c_char_p, POINTER(spate_case_options), POINTER(c_void_p)]),
    "spate_case_open_text": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(spate_case_options), POINTER(c_void_p)]),
    "spate_case_close": (None, [c_void_p]),
    "spate_case_advance": (c_int, [c_void_p, c_double]),
    "spate_case_save": (c_int, [c_void_p]),
    "spate_case_finish": (c_int, [c_void_p]),
    "spate_case_run": (c_int, [c_void_p]),
    "spate_case_sim": (c_void_p, [c_void_p]),
    "spate_case_get_info": (c_int, [c_void_p, POINTER(spate_case_info)]),
    "spate_case_time": (c_double, [c_void_p]),
    "spate_case_duration": (c_double, [c_void_p]),
    "spate_case_get_gauge": (c_int, [c_void_p, c_int, POINTER(spate_case_gauge)]),
    "spate_case_section_name": (c_char_p, [c_void_p, c_int]),
    "spate_case_boundary_name": (c_char_p, [c_void_p, c_int]),
    "spate_case_inflow_name": (c_char_p, [c_void_p, c_int]),
    "spate_case_resolved": (c_char_p, [c_void_p]),
    "spate_tridiag_options_default_sized": (None, [POINTER(spate_tridiag_options), c_size_t]),
    "spate_tridiag_algorithms": (POINTER(c_char_p), [c_int]),
    "spate_tridiag_cuda_algorithms": (POINTER(c_char_p), [c_int]),
    "spate_tridiag_create": (c_int, [c_void_p, POINTER(spate_tridiag_options), POINTER(c_void_p)]),
    "spate_tridiag_destroy": (None, [c_void_p]),
    "spate_tridiag_set_matrix": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double)]),
    "spate_tridiag_set_toeplitz": (c_int, [c_void_p, POINTER(spate_toeplitz)]),
    "spate_tridiag_setup": (c_int, [c_void_p]),
    "spate_tridiag_set_stream": (c_int, [c_void_p, c_void_p]),
    "spate_tridiag_wait": (c_int, [c_void_p]),
    "spate_tridiag_solve": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "spate_tridiag_solve_many": (c_int, [c_void_p, c_void_p, c_void_p]),
    "spate_tridiag_get_stats": (None, [c_void_p, POINTER(spate_tridiag_stats)]),
    "spate_tridiag_distributed_options_default_sized": (None, [POINTER(spate_tridiag_distributed_options), c_size_t]),
    "spate_tridiag_distributed_create": (c_int, [c_void_p, POINTER(spate_tridiag_distributed_options), POINTER(spate_line_part), c_int, POINTER(c_void_p)]),
    "spate_tridiag_distributed_destroy": (None, [c_void_p]),
    "spate_tridiag_distributed_set_matrix": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double)]),
    "spate_tridiag_distributed_set_toeplitz": (c_int, [c_void_p, POINTER(spate_toeplitz)]),
    "spate_tridiag_distributed_setup": (c_int, [c_void_p]),
    "spate_tridiag_distributed_set_stream": (c_int, [c_void_p, c_void_p]),
    "spate_tridiag_distributed_wait": (c_int, [c_void_p]),
    "spate_tridiag_distributed_solve": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "spate_tridiag_distributed_solve_many": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "spate_tridiag_distributed_solve_rows": (c_int, [c_void_p, spate_line_rows, spate_line_answers, c_void_p, POINTER(c_void_p)]),
    "spate_tridiag_distributed_get_stats": (None, [c_void_p, POINTER(spate_tridiag_distributed_stats)]),
    "spate_compact_schemes": (POINTER(c_char_p), []),
    "spate_compact_find": (c_int, [c_char_p, POINTER(spate_compact_scheme)]),
    "spate_compact_filter": (c_int, [c_void_p, c_int, c_double, POINTER(spate_compact_scheme)]),
    "spate_compact_check": (c_int, [c_void_p, POINTER(spate_compact_scheme), POINTER(spate_compact_orders)]),
    "spate_compact_symbol": (c_double, [POINTER(spate_compact_scheme), c_double]),
    "spate_compact_results": (c_int64, [POINTER(spate_compact_scheme), c_int64, c_int]),
    "spate_compact_options_default_sized": (None, [POINTER(spate_compact_options), c_size_t]),
    "spate_compact_create": (c_int, [c_void_p, POINTER(spate_compact_options), POINTER(c_void_p)]),
    "spate_compact_destroy": (None, [c_void_p]),
    "spate_compact_set_scheme": (c_int, [c_void_p, POINTER(spate_compact_scheme)]),
    "spate_compact_setup": (c_int, [c_void_p]),
    "spate_compact_apply": (c_int, [c_void_p, c_void_p, c_void_p]),
    "spate_compact_wait": (c_int, [c_void_p]),
    "spate_compact_set_stream": (c_int, [c_void_p, c_void_p]),
    "spate_compact_get_stats": (None, [c_void_p, POINTER(spate_compact_stats)]),
    "spate_compact_distributed_options_default_sized": (None, [POINTER(spate_compact_distributed_options), c_size_t]),
    "spate_compact_distributed_create": (c_int, [c_void_p, POINTER(spate_compact_distributed_options), POINTER(spate_compact_part), c_int, POINTER(c_void_p)]),
    "spate_compact_distributed_destroy": (None, [c_void_p]),
    "spate_compact_distributed_set_scheme": (c_int, [c_void_p, POINTER(spate_compact_scheme)]),
    "spate_compact_distributed_setup": (c_int, [c_void_p]),
    "spate_compact_distributed_set_stream": (c_int, [c_void_p, c_void_p]),
    "spate_compact_distributed_wait": (c_int, [c_void_p]),
    "spate_compact_results_here": (c_int64, [POINTER(spate_compact_scheme), c_int64, c_int, c_int64, c_int64]),
    "spate_compact_distributed_apply": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "spate_compact_distributed_get_stats": (None, [c_void_p, POINTER(spate_compact_distributed_stats)]),
    "spate_krylov_options_default_sized": (None, [POINTER(spate_krylov_options), c_size_t]),
    "spate_krylov_preconditioners": (POINTER(c_char_p), []),
    "spate_krylov_methods": (POINTER(c_char_p), []),
    "spate_krylov_create": (c_int, [c_void_p, POINTER(spate_krylov_options), POINTER(c_void_p)]),
    "spate_krylov_destroy": (None, [c_void_p]),
    "spate_krylov_part_count": (c_int, [c_void_p]),
    "spate_krylov_get_part": (c_int, [c_void_p, c_int, POINTER(spate_krylov_part)]),
    "spate_krylov_set_matrix": (c_int, [c_void_p, POINTER(spate_krylov_matrix)]),
    "spate_krylov_set_operator": (c_int, [c_void_p, spate_krylov_apply, c_void_p]),
    "spate_krylov_setup": (c_int, [c_void_p]),
    "spate_krylov_set_stream": (c_int, [c_void_p, c_void_p]),
    "spate_krylov_solve": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "spate_krylov_get_log": (c_int, [c_void_p, POINTER(POINTER(c_double)), POINTER(c_int)]),
    "spate_krylov_get_stats": (None, [c_void_p, POINTER(spate_krylov_stats)]),
    "spate_krylov_export_csr": (c_int, [c_void_p, POINTER(spate_csr)]),
    "spate_csr_free": (None, [POINTER(spate_csr)]),
}
