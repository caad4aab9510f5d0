! Written by scripts/bindings from include/spate/*.h. Module spate (spate.f90) is what programs use.
module spate_c
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int), parameter :: SPATE_OK = 0
  integer(c_int), parameter :: SPATE_ERROR_INTERNAL = 1
  integer(c_int), parameter :: SPATE_ERROR_MEMORY = 2
  integer(c_int), parameter :: SPATE_ERROR_ARGUMENT = 3
  integer(c_int), parameter :: SPATE_ERROR_DATA = 4
  integer(c_int), parameter :: SPATE_ERROR_BACKEND = 5
  integer(c_int), parameter :: SPATE_ERROR_NUMERICAL = 6
  integer(c_int), parameter :: SPATE_ERROR_OUTPUT = 7
  integer(c_int), parameter :: SPATE_ERROR_COMPARISON = 8
  integer(c_int), parameter :: SPATE_STOPPED = 9
  integer(c_int), parameter :: SPATE_STOPPED_SAVED = 10
  integer(c_int), parameter :: SPATE_ERROR_NOT_CONVERGED = 11
  integer(c_int), parameter :: SPATE_ERROR_INDEFINITE = 12
  integer(c_int), parameter :: SPATE_ERROR_SINGULAR = 13
  integer(c_int), parameter :: SPATE_LOG_INFO = 0
  integer(c_int), parameter :: SPATE_LOG_WARNING = 1
  integer(c_int), parameter :: SPATE_WALL = 0
  integer(c_int), parameter :: SPATE_OPEN = 1
  integer(c_int), parameter :: SPATE_PERIODIC = 2
  integer(c_int), parameter :: SPATE_WEST = 0
  integer(c_int), parameter :: SPATE_EAST = 1
  integer(c_int), parameter :: SPATE_SOUTH = 2
  integer(c_int), parameter :: SPATE_NORTH = 3
  integer(c_int), parameter :: SPATE_BED_CELLS = 0
  integer(c_int), parameter :: SPATE_BED_BILINEAR = 1
  integer(c_int), parameter :: SPATE_FRICTION_NONE = 0
  integer(c_int), parameter :: SPATE_FRICTION_MANNING = 1
  integer(c_int), parameter :: SPATE_FRICTION_CHEZY = 2
  integer(c_int), parameter :: SPATE_EULER = 0
  integer(c_int), parameter :: SPATE_RK2 = 1
  integer(c_int), parameter :: SPATE_ADVECT_NONE = 0
  integer(c_int), parameter :: SPATE_ADVECT_ENERGY = 1
  integer(c_int), parameter :: SPATE_ADVECT_MOMENTUM = 2
  integer(c_int), parameter :: SPATE_ADVECT_AUTOMATIC = 3
  integer(c_int), parameter :: SPATE_ADVECT_CENTRAL = 4
  integer(c_int), parameter :: SPATE_ADVECT_LIMITED = 5
  integer(c_int), parameter :: SPATE_HANSEN = 0
  integer(c_int), parameter :: SPATE_SIELECKI = 1
  integer(c_int), parameter :: SPATE_FREE_SLIP = 0
  integer(c_int), parameter :: SPATE_NO_SLIP = 1
  integer(c_int), parameter :: SPATE_TRANSPORT_EXPLICIT = 0
  integer(c_int), parameter :: SPATE_TRANSPORT_SUBSTEPPED = 1
  integer(c_int), parameter :: SPATE_TRANSPORT_LAGRANGIAN = 2
  integer(c_int), parameter :: SPATE_DRYING_NEWTON = 0
  integer(c_int), parameter :: SPATE_DRYING_MASKS = 1
  integer(c_int), parameter :: SPATE_FAILED_SOLVE_STOPS = 0
  integer(c_int), parameter :: SPATE_FAILED_SOLVE_HALVES = 1
  integer(c_int), parameter :: SPATE_FORM_ENSTROPHY = 0
  integer(c_int), parameter :: SPATE_FORM_ENERGY = 1
  integer(c_int), parameter :: SPATE_FORM_PAPER = 2
  integer(c_int), parameter :: SPATE_MASS_LUMPED = 0
  integer(c_int), parameter :: SPATE_MASS_CONSISTENT = 1
  integer(c_int), parameter :: SPATE_MASS_CG = 2
  integer(c_int), parameter :: SPATE_NEWTON_PRESENT = 0
  integer(c_int), parameter :: SPATE_NEWTON_CONSTANT = 1
  integer(c_int), parameter :: SPATE_NEWTON_LUMPED = 0
  integer(c_int), parameter :: SPATE_NEWTON_CONSISTENT = 1
  integer(c_int), parameter :: SPATE_LINE_SEARCH = 0
  integer(c_int), parameter :: SPATE_NO_LINE_SEARCH = 1
  integer(c_int), parameter :: SPATE_SKIP_TILES = 0
  integer(c_int), parameter :: SPATE_SKIP_EARLY_EXIT = 1
  integer(c_int), parameter :: SPATE_SKIP_BOUNDING_BOX = 2
  integer(c_int), parameter :: SPATE_TUNE_OFF = 0
  integer(c_int), parameter :: SPATE_TUNE_START = 1
  integer(c_int), parameter :: SPATE_TUNE_DYNAMIC = 2
  integer(c_int), parameter :: SPATE_TUNE_AUTO = 3
  integer(c_int), parameter :: SPATE_MOVE_ROWS = 0
  integer(c_int), parameter :: SPATE_MOVE_ALL = 1
  integer(c_int), parameter :: SPATE_BOUNDARY_WALL = 0
  integer(c_int), parameter :: SPATE_BOUNDARY_OPEN = 1
  integer(c_int), parameter :: SPATE_BOUNDARY_LEVEL = 2
  integer(c_int), parameter :: SPATE_BOUNDARY_WAVE = 3
  integer(c_int), parameter :: SPATE_BOUNDARY_DISCHARGE = 4
  integer(c_int), parameter :: SPATE_BOUNDARY_NORMAL_DEPTH = 5
  integer(c_int), parameter :: SPATE_BOUNDARY_RATING = 6
  integer(c_int), parameter :: SPATE_BOUNDARY_OUTFALL = 7
  integer(c_int), parameter :: SPATE_DEPTH = 0
  integer(c_int), parameter :: SPATE_LEVEL = 1
  integer(c_int), parameter :: SPATE_BED = 2
  integer(c_int), parameter :: SPATE_MOMENTUM_X = 3
  integer(c_int), parameter :: SPATE_MOMENTUM_Y = 4
  integer(c_int), parameter :: SPATE_VELOCITY_X = 5
  integer(c_int), parameter :: SPATE_VELOCITY_Y = 6
  integer(c_int), parameter :: SPATE_ACTIVE = 7
  integer(c_int), parameter :: SPATE_MAX_DEPTH = 8
  integer(c_int), parameter :: SPATE_MAX_LEVEL = 9
  integer(c_int), parameter :: SPATE_MAX_SPEED = 10
  integer(c_int), parameter :: SPATE_MAX_HAZARD = 11
  integer(c_int), parameter :: SPATE_ARRIVAL = 12
  integer(c_int), parameter :: SPATE_DURATION = 13
  integer(c_int), parameter :: SPATE_INFILTRATED = 14
  integer(c_int), parameter :: SPATE_HAZARD_ARR = 15
  integer(c_int), parameter :: SPATE_HAZARD_UK = 16
  integer(c_int), parameter :: SPATE_FRICTION = 17
  integer(c_int), parameter :: SPATE_MEMORY_HOST = 0
  integer(c_int), parameter :: SPATE_MEMORY_DEVICE = 1
  integer(c_int), parameter :: SPATE_SECTION_SETUP = 0
  integer(c_int), parameter :: SPATE_SECTION_STAGE = 1
  integer(c_int), parameter :: SPATE_SECTION_HALO = 2
  integer(c_int), parameter :: SPATE_SECTION_REDUCE = 3
  integer(c_int), parameter :: SPATE_SECTION_OUTPUT = 4
  integer(c_int), parameter :: SPATE_SECTION_COUNT = 5
  integer(c_int), parameter :: SPATE_MOST_DEVICES = 16
  integer(c_int), parameter :: SPATE_RESULTS_NEW = 0
  integer(c_int), parameter :: SPATE_RESULTS_OVERWRITE = 1
  integer(c_int), parameter :: SPATE_RESULTS_RESUME = 2
  integer(c_int), parameter :: SPATE_RESULTS_NONE = 3
  integer(c_int), parameter :: SPATE_TRIDIAG_GENERAL = 0
  integer(c_int), parameter :: SPATE_TRIDIAG_SHARED = 1
  integer(c_int), parameter :: SPATE_TRIDIAG_TOEPLITZ = 2
  integer(c_int), parameter :: SPATE_COMPACT_PAIRS = 5
  integer(c_int), parameter :: SPATE_COMPACT_CLOSURES = 5
  integer(c_int), parameter :: SPATE_COMPACT_WIDTH = 11
  integer(c_int), parameter :: SPATE_COMPACT_SAME = 0
  integer(c_int), parameter :: SPATE_COMPACT_TO_HALF = 1
  integer(c_int), parameter :: SPATE_COMPACT_FROM_HALF = 2
  integer(c_int), parameter :: SPATE_COMPACT_EXACT = 99
  integer(c_int), parameter :: SPATE_KRYLOV_MIXED = 96

  type, bind(C) :: spate_tuning_clock
    type(c_funptr) :: now
    type(c_funptr) :: spent
    type(c_funptr) :: wall
    type(c_ptr) :: user
    type(c_funptr) :: tried
  end type spate_tuning_clock

  type, bind(C) :: spate_options
    integer(c_size_t) :: struct_size
    integer(c_int64_t) :: nx
    integer(c_int64_t) :: ny
    real(c_double) :: dx
    real(c_double) :: dy
    real(c_double) :: x0
    real(c_double) :: y0
    type(c_ptr) :: scheme
    type(c_ptr) :: backend
    type(c_ptr) :: isa
    integer(c_int) :: precision
    integer(c_int) :: line_precision
    integer(c_int) :: threads
    integer(c_int) :: parts_x
    integer(c_int) :: parts_y
    type(c_ptr) :: part_weights
    type(c_ptr) :: devices
    integer(c_int) :: edges(4)
    integer(c_int) :: bed_model
    integer(c_int) :: integrator
    integer(c_int) :: friction
    real(c_double) :: friction_coefficient
    real(c_double) :: rain
    real(c_double) :: coriolis
    real(c_double) :: coriolis_beta
    real(c_double) :: coriolis_y
    real(c_double) :: gravity
    real(c_double) :: cfl
    real(c_double) :: theta
    real(c_double) :: dry_depth
    real(c_double) :: dt_max
    real(c_double) :: courant
    real(c_double) :: viscosity
    real(c_double) :: flood_depth
    integer(c_int) :: extrapolate
    type(c_ptr) :: lines
    integer(c_int) :: advection
    integer(c_int) :: ordering
    integer(c_int) :: slip
    real(c_double) :: implicitness
    integer(c_int) :: transport
    integer(c_int) :: drying
    integer(c_int) :: failed_solve
    type(c_ptr) :: preconditioner
    real(c_double) :: tolerance
    integer(c_int) :: max_iterations
    integer(c_int) :: form
    integer(c_int) :: mass_matrix
    real(c_double) :: filter
    real(c_double) :: filter_share
    real(c_double) :: alpha
    real(c_double) :: newton_tolerance
    integer(c_int) :: newton_iterations
    integer(c_int) :: newton_most
    integer(c_int) :: solve_iterations
    integer(c_int) :: newton_depth
    integer(c_int) :: newton_mass
    integer(c_int) :: line_search
    integer(c_int) :: skip_still
    integer(c_int) :: skip
    integer(c_int) :: exchange_every
    real(c_double) :: exchange_delay
    integer(c_int) :: tune
    integer(c_int) :: move
    integer(c_int64_t) :: tune_every
    integer(c_int) :: tune_keep
    type(c_ptr) :: tuning_clock
    type(c_ptr) :: tile_delays
  end type spate_options

  type, bind(C) :: spate_series
    integer(c_int) :: count
    type(c_ptr) :: t
    type(c_ptr) :: value
    integer(c_int) :: hold
  end type spate_series

  type, bind(C) :: spate_face
    integer(c_int64_t) :: i
    integer(c_int64_t) :: j
    integer(c_int) :: axis
    integer(c_int) :: outward
    integer(c_int) :: edge
    real(c_double) :: x
    real(c_double) :: y
    real(c_double) :: bed
  end type spate_face

  type, bind(C) :: spate_boundary
    type(c_ptr) :: name
    integer(c_int) :: kind
    type(c_funptr) :: takes
    type(c_funptr) :: station
    type(c_ptr) :: user
    type(c_ptr) :: series
    integer(c_int) :: series_count
    real(c_double) :: froude
    real(c_double) :: slope
    real(c_double) :: roughness
    real(c_double) :: absorbing
    real(c_double) :: still
    real(c_double) :: ramp
    type(c_ptr) :: rating_level
    type(c_ptr) :: rating_discharge
    integer(c_int) :: rating_count
  end type spate_boundary

  type, bind(C) :: spate_boundary_stats
    integer(c_int64_t) :: faces
    real(c_double) :: entered
    real(c_double) :: left
    real(c_double) :: shortfall
    real(c_double) :: flow
  end type spate_boundary_stats

  type, bind(C) :: spate_crest
    integer(c_int64_t) :: i
    integer(c_int64_t) :: j
    integer(c_int) :: axis
    real(c_double) :: crest
  end type spate_crest

  type, bind(C) :: spate_section_face
    integer(c_int64_t) :: i
    integer(c_int64_t) :: j
    integer(c_int) :: axis
    integer(c_int) :: sign
  end type spate_section_face

  type, bind(C) :: spate_inflow_stats
    real(c_double) :: entered
    real(c_double) :: shortfall
  end type spate_inflow_stats

  type, bind(C) :: spate_array
    type(c_ptr) :: values
    integer(c_int) :: precision
    integer(c_int64_t) :: step_x
    integer(c_int64_t) :: step_y
    integer(c_int64_t) :: i0
    integer(c_int64_t) :: j0
    integer(c_int64_t) :: nx
    integer(c_int64_t) :: ny
  end type spate_array

  type, bind(C) :: spate_view
    type(c_ptr) :: values
    integer(c_int) :: precision
    integer(c_int64_t) :: pitch
    integer(c_int64_t) :: i0
    integer(c_int64_t) :: j0
    integer(c_int64_t) :: nx
    integer(c_int64_t) :: ny
  end type spate_view

  type, bind(C) :: spate_stats
    real(c_double) :: t
    real(c_double) :: dt
    integer(c_int64_t) :: steps
    integer(c_int64_t) :: redone
    real(c_double) :: volume
    real(c_double) :: initial_volume
    real(c_double) :: entered
    real(c_double) :: left
    real(c_double) :: rain
    real(c_double) :: infiltrated
    real(c_double) :: mass_error
    real(c_double) :: max_speed
    real(c_double) :: awake
    integer(c_int) :: parts
    integer(c_int) :: threads
    integer(c_int) :: threads_busy
    type(c_ptr) :: backend
    type(c_ptr) :: isa
    type(c_ptr) :: lines
    real(c_double) :: bytes_per_cell
    real(c_double) :: seconds(5)
  end type spate_stats

  type, bind(C) :: spate_tuning_look
    real(c_double) :: t
    integer(c_int64_t) :: steps
    real(c_double) :: wall
    real(c_double) :: rate
    real(c_double) :: share(16)
    real(c_double) :: seconds(16)
    real(c_double) :: imbalance
    integer(c_int64_t) :: next
    real(c_double) :: measure
    real(c_double) :: decide
    real(c_double) :: move
    integer(c_int64_t) :: rows
    integer(c_int) :: action
    integer(c_int) :: device
  end type spate_tuning_look

  type, bind(C) :: spate_tuning
    integer(c_int) :: mode
    integer(c_int) :: devices
    type(c_ptr) :: device(16)
    real(c_double) :: share(16)
    real(c_double) :: rate(16)
    integer(c_int) :: remembered
    real(c_double) :: trial
    real(c_double) :: measure
    real(c_double) :: decide
    real(c_double) :: move
    integer(c_int64_t) :: looks
    integer(c_int64_t) :: moves
    integer(c_int64_t) :: rows
    integer(c_int64_t) :: bytes
    integer(c_int64_t) :: interval
    type(c_ptr) :: look
    integer(c_int) :: look_count
    integer(c_int) :: threads
    integer(c_int) :: exchange_every
  end type spate_tuning

  type, bind(C) :: spate_case_progress
    real(c_double) :: t
    real(c_double) :: duration
    real(c_double) :: dt
    integer(c_int64_t) :: step
  end type spate_case_progress

  type, bind(C) :: spate_case_options
    integer(c_size_t) :: struct_size
    type(c_ptr) :: set
    integer(c_int) :: set_count
    integer(c_int) :: results
    type(c_ptr) :: folder
    integer(c_int) :: network
    type(c_funptr) :: progress
    type(c_ptr) :: user
  end type spate_case_options

  type, bind(C) :: spate_case_info
    integer(c_int64_t) :: nx
    integer(c_int64_t) :: ny
    real(c_double) :: dx
    real(c_double) :: dy
    real(c_double) :: x0
    real(c_double) :: y0
    real(c_double) :: start
    real(c_double) :: duration
    type(c_ptr) :: crs
    type(c_ptr) :: folder
    type(c_ptr) :: scheme
    integer(c_int) :: gauges
    integer(c_int) :: sections
    integer(c_int) :: boundaries
    integer(c_int) :: inflows
  end type spate_case_info

  type, bind(C) :: spate_case_gauge
    type(c_ptr) :: name
    real(c_double) :: x
    real(c_double) :: y
    integer(c_int64_t) :: cell(2)
    type(c_ptr) :: observed
  end type spate_case_gauge

  type, bind(C) :: spate_lines
    integer(c_int64_t) :: n
    integer(c_int64_t) :: stride
    integer(c_int64_t) :: count(2)
    integer(c_int64_t) :: step(2)
  end type spate_lines

  type, bind(C) :: spate_tridiag_options
    integer(c_size_t) :: struct_size
    integer(c_int) :: matrix
    type(spate_lines) :: lines
    integer(c_int) :: precision
    integer(c_int) :: periodic
    type(c_ptr) :: algorithm
    type(c_ptr) :: backend
    integer(c_int) :: memory
    integer(c_int) :: threads
    integer(c_int) :: check
    integer(c_int) :: repair
  end type spate_tridiag_options

  type, bind(C) :: spate_toeplitz
    real(c_double) :: first_b
    real(c_double) :: first_c
    real(c_double) :: a
    real(c_double) :: b
    real(c_double) :: c
    real(c_double) :: last_a
    real(c_double) :: last_b
  end type spate_toeplitz

  type, bind(C) :: spate_tridiag_stats
    type(c_ptr) :: algorithm
    type(c_ptr) :: backend
    integer(c_int) :: threads
    real(c_double) :: floor_bytes
    integer(c_int64_t) :: solves
    integer(c_int64_t) :: weak_lines
    integer(c_int64_t) :: repaired_lines
    integer(c_int64_t) :: first_weak_line
  end type spate_tridiag_stats

  type, bind(C) :: spate_line_part
    integer(c_int64_t) :: bundle
    integer(c_int64_t) :: first
    type(spate_lines) :: lines
  end type spate_line_part

  type, bind(C) :: spate_tridiag_distributed_options
    integer(c_size_t) :: struct_size
    integer(c_int) :: matrix
    integer(c_int64_t) :: n
    integer(c_int) :: precision
    integer(c_int) :: periodic
    integer(c_int64_t) :: chunk
    type(c_ptr) :: reduced
    real(c_double) :: tolerance
    integer(c_int) :: threads
    type(c_ptr) :: backend
    integer(c_int) :: memory
    real(c_double) :: scratch
  end type spate_tridiag_distributed_options

  type, bind(C) :: spate_line_panel
    integer(c_int) :: part
    integer(c_int) :: lanes
    integer(c_int) :: rows
    type(c_ptr) :: line
    integer(c_int64_t) :: first
  end type spate_line_panel

  type, bind(C) :: spate_tridiag_distributed_stats
    type(c_ptr) :: reduced
    type(c_ptr) :: backend
    integer(c_int) :: threads
    integer(c_int64_t) :: chunk
    integer(c_int64_t) :: solves
    real(c_double) :: floor_bytes
    real(c_double) :: interface_bytes
    real(c_double) :: counted_bytes
    real(c_double) :: scratch_bytes
    real(c_double) :: sent_bytes
    integer(c_int64_t) :: messages
    integer(c_int) :: batches
    real(c_double) :: dropped
  end type spate_tridiag_distributed_stats

  type, bind(C) :: spate_compact_closure
    real(c_double) :: before
    real(c_double) :: after
    integer(c_int) :: width
    real(c_double) :: value(11)
  end type spate_compact_closure

  type, bind(C) :: spate_compact_scheme
    type(c_ptr) :: name
    integer(c_int) :: derivative
    integer(c_int) :: points
    integer(c_int) :: odd
    real(c_double) :: alpha
    real(c_double) :: centre
    integer(c_int) :: pairs
    real(c_double) :: pair(5)
    integer(c_int) :: closures
    type(spate_compact_closure) :: closure(5)
  end type spate_compact_scheme

  type, bind(C) :: spate_compact_orders
    integer(c_int) :: interior
    integer(c_int) :: closure(5)
    integer(c_int) :: least
  end type spate_compact_orders

  type, bind(C) :: spate_compact_options
    integer(c_size_t) :: struct_size
    type(c_ptr) :: scheme
    integer(c_int64_t) :: size(3)
    integer(c_int64_t) :: stride(3)
    integer(c_int64_t) :: out_stride(3)
    integer(c_int) :: direction
    real(c_double) :: spacing
    integer(c_int) :: periodic
    integer(c_int) :: precision
    type(c_ptr) :: backend
    integer(c_int) :: threads
    integer(c_int) :: memory
  end type spate_compact_options

  type, bind(C) :: spate_compact_stats
    type(c_ptr) :: scheme
    type(c_ptr) :: backend
    integer(c_int) :: threads
    type(spate_compact_orders) :: orders
    integer(c_int) :: reach(2)
    integer(c_int64_t) :: results
    integer(c_int64_t) :: lines
    real(c_double) :: floor_bytes
    integer(c_int64_t) :: applied
  end type spate_compact_stats

  type, bind(C) :: spate_compact_part
    integer(c_int64_t) :: first(3)
    integer(c_int64_t) :: size(3)
    integer(c_int64_t) :: stride(3)
    integer(c_int64_t) :: out_stride(3)
  end type spate_compact_part

  type, bind(C) :: spate_compact_distributed_options
    integer(c_size_t) :: struct_size
    type(c_ptr) :: scheme
    integer(c_int64_t) :: size(3)
    integer(c_int) :: direction
    real(c_double) :: spacing
    integer(c_int) :: periodic
    integer(c_int) :: precision
    integer(c_int64_t) :: chunk
    type(c_ptr) :: reduced
    real(c_double) :: tolerance
    integer(c_int) :: threads
    type(c_ptr) :: backend
    integer(c_int) :: memory
    real(c_double) :: scratch
  end type spate_compact_distributed_options

  type, bind(C) :: spate_compact_distributed_stats
    type(c_ptr) :: scheme
    type(c_ptr) :: reduced
    type(c_ptr) :: backend
    integer(c_int) :: threads
    type(spate_compact_orders) :: orders
    integer(c_int) :: reach(2)
    integer(c_int64_t) :: results
    integer(c_int64_t) :: chunk
    real(c_double) :: floor_bytes
    real(c_double) :: interface_bytes
    real(c_double) :: counted_bytes
    real(c_double) :: sent_bytes
    integer(c_int64_t) :: messages
    real(c_double) :: halo_bytes
    real(c_double) :: dropped
    integer(c_int64_t) :: applied
  end type spate_compact_distributed_stats

  type, bind(C) :: spate_krylov_options
    integer(c_size_t) :: struct_size
    integer(c_int64_t) :: nx
    integer(c_int64_t) :: ny
    integer(c_int) :: points
    integer(c_int) :: precision
    type(c_ptr) :: method
    type(c_ptr) :: preconditioner
    real(c_double) :: relative
    real(c_double) :: absolute
    integer(c_int) :: iterations
    integer(c_int) :: max_iterations
    integer(c_int) :: warm_start
    integer(c_int) :: true_residual
    integer(c_int) :: log
    integer(c_int) :: polynomial
    real(c_double) :: relaxation
    type(c_ptr) :: backend
    integer(c_int) :: memory
    integer(c_int) :: threads
    integer(c_int) :: parts_x
    integer(c_int) :: parts_y
    integer(c_int64_t) :: pitch
  end type spate_krylov_options

  type, bind(C) :: spate_krylov_part
    integer(c_int64_t) :: i0
    integer(c_int64_t) :: j0
    integer(c_int) :: nx
    integer(c_int) :: ny
  end type spate_krylov_part

  type, bind(C) :: spate_krylov_matrix
    type(c_ptr) :: centre
    type(c_ptr) :: shift
    type(c_ptr) :: east
    type(c_ptr) :: north
    type(c_ptr) :: north_east
    type(c_ptr) :: north_west
  end type spate_krylov_matrix

  type, bind(C) :: spate_krylov_stats
    type(c_ptr) :: method
    type(c_ptr) :: preconditioner
    type(c_ptr) :: backend
    integer(c_int) :: threads
    integer(c_int64_t) :: solves
    integer(c_int) :: iterations
    real(c_double) :: right_hand_side
    real(c_double) :: initial_residual
    real(c_double) :: residual
    real(c_double) :: true_residual
    real(c_double) :: floor_bytes
    real(c_double) :: bytes
    integer(c_int64_t) :: reductions
    integer(c_int64_t) :: messages
    real(c_double) :: setup_seconds
    real(c_double) :: solve_seconds
  end type spate_krylov_stats

  type, bind(C) :: spate_csr
    integer(c_int64_t) :: rows
    integer(c_int64_t) :: entries
    type(c_ptr) :: row
    type(c_ptr) :: first
    type(c_ptr) :: column
    type(c_ptr) :: value
  end type spate_csr

  interface
    function spate_status_text(status) bind(C, name='spate_status_text') result(answer)
      import
      integer(c_int), value :: status
      type(c_ptr) :: answer
    end function
    function spate_exit_code(status) bind(C, name='spate_exit_code') result(answer)
      import
      integer(c_int), value :: status
      integer(c_int) :: answer
    end function
    function spate_version() bind(C, name='spate_version') result(answer)
      import
      type(c_ptr) :: answer
    end function
    function spate_context_create(ctx) bind(C, name='spate_context_create') result(answer)
      import
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    function spate_context_create_parallel(ctx) bind(C, name='spate_context_create_parallel') result(answer)
      import
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    function spate_context_create_mpi(communicator, ctx) bind(C, &
        name='spate_context_create_mpi') result(answer)
      import
      integer(c_int), value :: communicator
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    subroutine spate_context_destroy(ctx) bind(C, name='spate_context_destroy')
      import
      type(c_ptr), value :: ctx
    end subroutine
    subroutine spate_set_log(ctx, log, user) bind(C, name='spate_set_log')
      import
      type(c_ptr), value :: ctx
      type(c_funptr), value :: log
      type(c_ptr), value :: user
    end subroutine
    function spate_message(ctx) bind(C, name='spate_message') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr) :: answer
    end function
    function spate_rank(ctx) bind(C, name='spate_rank') result(answer)
      import
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    function spate_rank_count(ctx) bind(C, name='spate_rank_count') result(answer)
      import
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    subroutine spate_options_default_sized(opt, size) bind(C, name='spate_options_default_sized')
      import
      type(c_ptr), value :: opt
      integer(c_size_t), value :: size
    end subroutine
    function spate_options_set_precision(opt, name) bind(C, name='spate_options_set_precision') result(answer)
      import
      type(c_ptr), value :: opt
      type(c_ptr), value :: name
      integer(c_int) :: answer
    end function
    function spate_options_precision(opt) bind(C, name='spate_options_precision') result(answer)
      import
      type(c_ptr), value :: opt
      type(c_ptr) :: answer
    end function
    function spate_sim_create(ctx, opt, sim) bind(C, name='spate_sim_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: opt
      type(c_ptr), value :: sim
      integer(c_int) :: answer
    end function
    subroutine spate_sim_destroy(sim) bind(C, name='spate_sim_destroy')
      import
      type(c_ptr), value :: sim
    end subroutine
    subroutine spate_get_local_box(sim, i0, j0, i1, j1) bind(C, name='spate_get_local_box')
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: i0
      type(c_ptr), value :: j0
      type(c_ptr), value :: i1
      type(c_ptr), value :: j1
    end subroutine
    function spate_set_active(sim, nonzero_where_active, user) bind(C, name='spate_set_active') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: nonzero_where_active
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_bed(sim, bed, user) bind(C, name='spate_set_bed') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: bed
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_level(sim, level, user) bind(C, name='spate_set_level') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: level
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_depth(sim, depth, user) bind(C, name='spate_set_depth') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: depth
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_water(sim, level, depth, user) bind(C, name='spate_set_water') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: level
      type(c_funptr), value :: depth
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_velocity(sim, u, v, user) bind(C, name='spate_set_velocity') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: u
      type(c_funptr), value :: v
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_friction(sim, coefficient, user) bind(C, name='spate_set_friction') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: coefficient
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_add_boundary(sim, boundary) bind(C, name='spate_add_boundary') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: boundary
      integer(c_int) :: answer
    end function
    function spate_get_boundary(sim, boundary, stats) bind(C, name='spate_get_boundary') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: boundary
      type(c_ptr), value :: stats
      integer(c_int) :: answer
    end function
    function spate_get_boundary_faces(sim, boundary, faces, most) bind(C, &
        name='spate_get_boundary_faces') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: boundary
      type(c_ptr), value :: faces
      integer(c_int64_t), value :: most
      integer(c_int) :: answer
    end function
    function spate_get_wall_faces(sim, faces, most, count) bind(C, name='spate_get_wall_faces') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: faces
      integer(c_int64_t), value :: most
      type(c_ptr), value :: count
      integer(c_int) :: answer
    end function
    function spate_set_crests(sim, crests, count) bind(C, name='spate_set_crests') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: crests
      integer(c_int64_t), value :: count
      integer(c_int) :: answer
    end function
    function spate_add_section(sim, faces, count) bind(C, name='spate_add_section') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: faces
      integer(c_int64_t), value :: count
      integer(c_int) :: answer
    end function
    function spate_get_section(sim, section, volume) bind(C, name='spate_get_section') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: section
      type(c_ptr), value :: volume
      integer(c_int) :: answer
    end function
    function spate_set_rain(sim, rain) bind(C, name='spate_set_rain') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: rain
      integer(c_int) :: answer
    end function
    function spate_set_rain_map(sim, rain, user) bind(C, name='spate_set_rain_map') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: rain
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_add_inflow(sim, name, discharge, share, user, cells, area) bind(C, &
        name='spate_add_inflow') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: name
      type(c_ptr), value :: discharge
      type(c_funptr), value :: share
      type(c_ptr), value :: user
      type(c_ptr), value :: cells
      type(c_ptr), value :: area
      integer(c_int) :: answer
    end function
    function spate_get_inflow(sim, inflow, stats) bind(C, name='spate_get_inflow') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: inflow
      type(c_ptr), value :: stats
      integer(c_int) :: answer
    end function
    function spate_set_infiltration(sim, conductivity, suction, deficit, user) bind(C, &
        name='spate_set_infiltration') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: conductivity
      type(c_funptr), value :: suction
      type(c_funptr), value :: deficit
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_set_wind(sim, east, north) bind(C, name='spate_set_wind') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: east
      type(c_ptr), value :: north
      integer(c_int) :: answer
    end function
    function spate_set_air_pressure(sim, pressure, user, t, reference) bind(C, &
        name='spate_set_air_pressure') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: pressure
      type(c_ptr), value :: user
      real(c_double), value :: t
      real(c_double), value :: reference
      integer(c_int) :: answer
    end function
    function spate_track_maxima(sim, wet_depth, duration_depth) bind(C, &
        name='spate_track_maxima') result(answer)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: wet_depth
      real(c_double), value :: duration_depth
      integer(c_int) :: answer
    end function
    function spate_advance(sim, t_end) bind(C, name='spate_advance') result(answer)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t_end
      integer(c_int) :: answer
    end function
    function spate_advance_steps(sim, steps) bind(C, name='spate_advance_steps') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int64_t), value :: steps
      integer(c_int) :: answer
    end function
    function spate_get_field(sim, field, values) bind(C, name='spate_get_field') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      type(c_ptr), value :: values
      integer(c_int) :: answer
    end function
    function spate_get_field_f32(sim, field, values) bind(C, name='spate_get_field_f32') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      type(c_ptr), value :: values
      integer(c_int) :: answer
    end function
    function spate_set_array(sim, field, array) bind(C, name='spate_set_array') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      type(c_ptr), value :: array
      integer(c_int) :: answer
    end function
    function spate_set_velocity_arrays(sim, u, v) bind(C, name='spate_set_velocity_arrays') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: u
      type(c_ptr), value :: v
      integer(c_int) :: answer
    end function
    function spate_set_rain_array(sim, rain) bind(C, name='spate_set_rain_array') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: rain
      integer(c_int) :: answer
    end function
    function spate_get_array(sim, field, array) bind(C, name='spate_get_array') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      type(c_ptr), value :: array
      integer(c_int) :: answer
    end function
    function spate_get_view(sim, field, n, view) bind(C, name='spate_get_view') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      integer(c_int), value :: n
      type(c_ptr), value :: view
      integer(c_int) :: answer
    end function
    function spate_get_device_view(sim, field, n, view) bind(C, name='spate_get_device_view') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: field
      integer(c_int), value :: n
      type(c_ptr), value :: view
      integer(c_int) :: answer
    end function
    function spate_part_count(sim) bind(C, name='spate_part_count') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int) :: answer
    end function
    function spate_frame_start(sim, count, fields, values, frame) bind(C, &
        name='spate_frame_start') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int), value :: count
      type(c_ptr), value :: fields
      type(c_ptr), value :: values
      type(c_ptr), value :: frame
      integer(c_int) :: answer
    end function
    function spate_frame_wait(frame, ctx) bind(C, name='spate_frame_wait') result(answer)
      import
      type(c_ptr), value :: frame
      type(c_ptr), value :: ctx
      integer(c_int) :: answer
    end function
    function spate_get_cells(sim, count, cells, values) bind(C, name='spate_get_cells') result(answer)
      import
      type(c_ptr), value :: sim
      integer(c_int64_t), value :: count
      type(c_ptr), value :: cells
      type(c_ptr), value :: values
      integer(c_int) :: answer
    end function
    function spate_get_limiting_cell(sim, i, j) bind(C, name='spate_get_limiting_cell') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: i
      type(c_ptr), value :: j
      integer(c_int) :: answer
    end function
    function spate_save(sim, write, user) bind(C, name='spate_save') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: write
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_load(sim, read, user) bind(C, name='spate_load') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: read
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_get_stats(sim, stats) bind(C, name='spate_get_stats') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: stats
      integer(c_int) :: answer
    end function
    function spate_section_name(section) bind(C, name='spate_section_name') result(answer)
      import
      integer(c_int), value :: section
      type(c_ptr) :: answer
    end function
    function spate_tuning_mode_of(word, mode) bind(C, name='spate_tuning_mode_of') result(answer)
      import
      type(c_ptr), value :: word
      type(c_ptr), value :: mode
      integer(c_int) :: answer
    end function
    function spate_tuning_word(mode) bind(C, name='spate_tuning_word') result(answer)
      import
      integer(c_int), value :: mode
      type(c_ptr) :: answer
    end function
    function spate_get_tuning(sim, tuning) bind(C, name='spate_get_tuning') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: tuning
      integer(c_int) :: answer
    end function
    function spate_repartition(sim, cuts) bind(C, name='spate_repartition') result(answer)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: cuts
      integer(c_int) :: answer
    end function
    subroutine spate_set_observer(sim, observer, user) bind(C, name='spate_set_observer')
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: observer
      type(c_ptr), value :: user
    end subroutine
    subroutine spate_case_options_default_sized(o, size) bind(C, name='spate_case_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_case_open(ctx, path, o, c) bind(C, name='spate_case_open') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: path
      type(c_ptr), value :: o
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_case_open_text(ctx, name, text, o, c) bind(C, name='spate_case_open_text') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: name
      type(c_ptr), value :: text
      type(c_ptr), value :: o
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    subroutine spate_case_close(c) bind(C, name='spate_case_close')
      import
      type(c_ptr), value :: c
    end subroutine
    function spate_case_advance(c, t) bind(C, name='spate_case_advance') result(answer)
      import
      type(c_ptr), value :: c
      real(c_double), value :: t
      integer(c_int) :: answer
    end function
    function spate_case_save(c) bind(C, name='spate_case_save') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_case_finish(c) bind(C, name='spate_case_finish') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_case_run(c) bind(C, name='spate_case_run') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_case_sim(c) bind(C, name='spate_case_sim') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr) :: answer
    end function
    function spate_case_get_info(c, info) bind(C, name='spate_case_get_info') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: info
      integer(c_int) :: answer
    end function
    function spate_case_time(c) bind(C, name='spate_case_time') result(answer)
      import
      type(c_ptr), value :: c
      real(c_double) :: answer
    end function
    function spate_case_duration(c) bind(C, name='spate_case_duration') result(answer)
      import
      type(c_ptr), value :: c
      real(c_double) :: answer
    end function
    function spate_case_get_gauge(c, n, gauge) bind(C, name='spate_case_get_gauge') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int), value :: n
      type(c_ptr), value :: gauge
      integer(c_int) :: answer
    end function
    function spate_case_section_name(c, n) bind(C, name='spate_case_section_name') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int), value :: n
      type(c_ptr) :: answer
    end function
    function spate_case_boundary_name(c, n) bind(C, name='spate_case_boundary_name') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int), value :: n
      type(c_ptr) :: answer
    end function
    function spate_case_inflow_name(c, n) bind(C, name='spate_case_inflow_name') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int), value :: n
      type(c_ptr) :: answer
    end function
    function spate_case_resolved(c) bind(C, name='spate_case_resolved') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr) :: answer
    end function
    subroutine spate_tridiag_options_default_sized(o, size) bind(C, &
        name='spate_tridiag_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_tridiag_algorithms(matrix) bind(C, name='spate_tridiag_algorithms') result(answer)
      import
      integer(c_int), value :: matrix
      type(c_ptr) :: answer
    end function
    function spate_tridiag_cuda_algorithms(matrix) bind(C, &
        name='spate_tridiag_cuda_algorithms') result(answer)
      import
      integer(c_int), value :: matrix
      type(c_ptr) :: answer
    end function
    function spate_tridiag_create(ctx, o, t) bind(C, name='spate_tridiag_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: o
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    subroutine spate_tridiag_destroy(t) bind(C, name='spate_tridiag_destroy')
      import
      type(c_ptr), value :: t
    end subroutine
    function spate_tridiag_set_matrix(t, a, b, c) bind(C, name='spate_tridiag_set_matrix') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: a
      type(c_ptr), value :: b
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_tridiag_set_toeplitz(t, m) bind(C, name='spate_tridiag_set_toeplitz') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: m
      integer(c_int) :: answer
    end function
    function spate_tridiag_setup(t) bind(C, name='spate_tridiag_setup') result(answer)
      import
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    function spate_tridiag_set_stream(t, stream) bind(C, name='spate_tridiag_set_stream') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function spate_tridiag_wait(t) bind(C, name='spate_tridiag_wait') result(answer)
      import
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    function spate_tridiag_solve(t, a, b, c, d, x) bind(C, name='spate_tridiag_solve') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: a
      type(c_ptr), value :: b
      type(c_ptr), value :: c
      type(c_ptr), value :: d
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    function spate_tridiag_solve_many(t, d, x) bind(C, name='spate_tridiag_solve_many') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: d
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    subroutine spate_tridiag_get_stats(t, stats) bind(C, name='spate_tridiag_get_stats')
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: stats
    end subroutine
    subroutine spate_tridiag_distributed_options_default_sized(o, size) bind(C, &
        name='spate_tridiag_distributed_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_tridiag_distributed_create(ctx, o, parts, count, t) bind(C, &
        name='spate_tridiag_distributed_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: o
      type(c_ptr), value :: parts
      integer(c_int), value :: count
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    subroutine spate_tridiag_distributed_destroy(t) bind(C, name='spate_tridiag_distributed_destroy')
      import
      type(c_ptr), value :: t
    end subroutine
    function spate_tridiag_distributed_set_matrix(t, a, b, c) bind(C, &
        name='spate_tridiag_distributed_set_matrix') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: a
      type(c_ptr), value :: b
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_set_toeplitz(t, m) bind(C, &
        name='spate_tridiag_distributed_set_toeplitz') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: m
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_setup(t) bind(C, name='spate_tridiag_distributed_setup') result(answer)
      import
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_set_stream(t, stream) bind(C, &
        name='spate_tridiag_distributed_set_stream') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_wait(t) bind(C, name='spate_tridiag_distributed_wait') result(answer)
      import
      type(c_ptr), value :: t
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_solve(t, a, b, c, d, x) bind(C, &
        name='spate_tridiag_distributed_solve') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: a
      type(c_ptr), value :: b
      type(c_ptr), value :: c
      type(c_ptr), value :: d
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_solve_many(t, d, x) bind(C, &
        name='spate_tridiag_distributed_solve_many') result(answer)
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: d
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    function spate_tridiag_distributed_solve_rows(t, fill, receive, user, x) bind(C, &
        name='spate_tridiag_distributed_solve_rows') result(answer)
      import
      type(c_ptr), value :: t
      type(c_funptr), value :: fill
      type(c_funptr), value :: receive
      type(c_ptr), value :: user
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    subroutine spate_tridiag_distributed_get_stats(t, stats) bind(C, &
        name='spate_tridiag_distributed_get_stats')
      import
      type(c_ptr), value :: t
      type(c_ptr), value :: stats
    end subroutine
    function spate_compact_schemes() bind(C, name='spate_compact_schemes') result(answer)
      import
      type(c_ptr) :: answer
    end function
    function spate_compact_find(name, scheme) bind(C, name='spate_compact_find') result(answer)
      import
      type(c_ptr), value :: name
      type(c_ptr), value :: scheme
      integer(c_int) :: answer
    end function
    function spate_compact_filter(ctx, order, alpha, filter) bind(C, &
        name='spate_compact_filter') result(answer)
      import
      type(c_ptr), value :: ctx
      integer(c_int), value :: order
      real(c_double), value :: alpha
      type(c_ptr), value :: filter
      integer(c_int) :: answer
    end function
    function spate_compact_check(ctx, scheme, orders) bind(C, name='spate_compact_check') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: scheme
      type(c_ptr), value :: orders
      integer(c_int) :: answer
    end function
    function spate_compact_symbol(scheme, kh) bind(C, name='spate_compact_symbol') result(answer)
      import
      type(c_ptr), value :: scheme
      real(c_double), value :: kh
      real(c_double) :: answer
    end function
    function spate_compact_results(scheme, n, periodic) bind(C, name='spate_compact_results') result(answer)
      import
      type(c_ptr), value :: scheme
      integer(c_int64_t), value :: n
      integer(c_int), value :: periodic
      integer(c_int64_t) :: answer
    end function
    subroutine spate_compact_options_default_sized(o, size) bind(C, &
        name='spate_compact_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_compact_create(ctx, o, c) bind(C, name='spate_compact_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: o
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    subroutine spate_compact_destroy(c) bind(C, name='spate_compact_destroy')
      import
      type(c_ptr), value :: c
    end subroutine
    function spate_compact_set_scheme(c, scheme) bind(C, name='spate_compact_set_scheme') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: scheme
      integer(c_int) :: answer
    end function
    function spate_compact_setup(c) bind(C, name='spate_compact_setup') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_compact_apply(c, f, g) bind(C, name='spate_compact_apply') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: f
      type(c_ptr), value :: g
      integer(c_int) :: answer
    end function
    function spate_compact_wait(c) bind(C, name='spate_compact_wait') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_compact_set_stream(c, stream) bind(C, name='spate_compact_set_stream') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    subroutine spate_compact_get_stats(c, stats) bind(C, name='spate_compact_get_stats')
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: stats
    end subroutine
    subroutine spate_compact_distributed_options_default_sized(o, size) bind(C, &
        name='spate_compact_distributed_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_compact_distributed_create(ctx, o, parts, count, c) bind(C, &
        name='spate_compact_distributed_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: o
      type(c_ptr), value :: parts
      integer(c_int), value :: count
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    subroutine spate_compact_distributed_destroy(c) bind(C, name='spate_compact_distributed_destroy')
      import
      type(c_ptr), value :: c
    end subroutine
    function spate_compact_distributed_set_scheme(c, scheme) bind(C, &
        name='spate_compact_distributed_set_scheme') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: scheme
      integer(c_int) :: answer
    end function
    function spate_compact_distributed_setup(c) bind(C, name='spate_compact_distributed_setup') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_compact_distributed_set_stream(c, stream) bind(C, &
        name='spate_compact_distributed_set_stream') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function spate_compact_distributed_wait(c) bind(C, name='spate_compact_distributed_wait') result(answer)
      import
      type(c_ptr), value :: c
      integer(c_int) :: answer
    end function
    function spate_compact_results_here(scheme, n, periodic, first, size) bind(C, &
        name='spate_compact_results_here') result(answer)
      import
      type(c_ptr), value :: scheme
      integer(c_int64_t), value :: n
      integer(c_int), value :: periodic
      integer(c_int64_t), value :: first
      integer(c_int64_t), value :: size
      integer(c_int64_t) :: answer
    end function
    function spate_compact_distributed_apply(c, f, g) bind(C, &
        name='spate_compact_distributed_apply') result(answer)
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: f
      type(c_ptr), value :: g
      integer(c_int) :: answer
    end function
    subroutine spate_compact_distributed_get_stats(c, stats) bind(C, &
        name='spate_compact_distributed_get_stats')
      import
      type(c_ptr), value :: c
      type(c_ptr), value :: stats
    end subroutine
    subroutine spate_krylov_options_default_sized(o, size) bind(C, name='spate_krylov_options_default_sized')
      import
      type(c_ptr), value :: o
      integer(c_size_t), value :: size
    end subroutine
    function spate_krylov_preconditioners() bind(C, name='spate_krylov_preconditioners') result(answer)
      import
      type(c_ptr) :: answer
    end function
    function spate_krylov_methods() bind(C, name='spate_krylov_methods') result(answer)
      import
      type(c_ptr) :: answer
    end function
    function spate_krylov_create(ctx, o, k) bind(C, name='spate_krylov_create') result(answer)
      import
      type(c_ptr), value :: ctx
      type(c_ptr), value :: o
      type(c_ptr), value :: k
      integer(c_int) :: answer
    end function
    subroutine spate_krylov_destroy(k) bind(C, name='spate_krylov_destroy')
      import
      type(c_ptr), value :: k
    end subroutine
    function spate_krylov_part_count(k) bind(C, name='spate_krylov_part_count') result(answer)
      import
      type(c_ptr), value :: k
      integer(c_int) :: answer
    end function
    function spate_krylov_get_part(k, n, part) bind(C, name='spate_krylov_get_part') result(answer)
      import
      type(c_ptr), value :: k
      integer(c_int), value :: n
      type(c_ptr), value :: part
      integer(c_int) :: answer
    end function
    function spate_krylov_set_matrix(k, parts) bind(C, name='spate_krylov_set_matrix') result(answer)
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: parts
      integer(c_int) :: answer
    end function
    function spate_krylov_set_operator(k, apply, user) bind(C, &
        name='spate_krylov_set_operator') result(answer)
      import
      type(c_ptr), value :: k
      type(c_funptr), value :: apply
      type(c_ptr), value :: user
      integer(c_int) :: answer
    end function
    function spate_krylov_setup(k) bind(C, name='spate_krylov_setup') result(answer)
      import
      type(c_ptr), value :: k
      integer(c_int) :: answer
    end function
    function spate_krylov_set_stream(k, stream) bind(C, name='spate_krylov_set_stream') result(answer)
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function spate_krylov_solve(k, b, x) bind(C, name='spate_krylov_solve') result(answer)
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: b
      type(c_ptr), value :: x
      integer(c_int) :: answer
    end function
    function spate_krylov_get_log(k, residuals, count) bind(C, name='spate_krylov_get_log') result(answer)
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: residuals
      type(c_ptr), value :: count
      integer(c_int) :: answer
    end function
    subroutine spate_krylov_get_stats(k, stats) bind(C, name='spate_krylov_get_stats')
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: stats
    end subroutine
    function spate_krylov_export_csr(k, csr) bind(C, name='spate_krylov_export_csr') result(answer)
      import
      type(c_ptr), value :: k
      type(c_ptr), value :: csr
      integer(c_int) :: answer
    end function
    subroutine spate_csr_free(csr) bind(C, name='spate_csr_free')
      import
      type(c_ptr), value :: csr
    end subroutine
  end interface
end module spate_c
