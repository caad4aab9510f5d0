! Spate from Fortran: case files, simulations, solvers. Arrays are a(i, j), i to the east and j to the north, of either
! kind of real and with any steps between values. Everything else of the library is in module spate_c as it is in C.
!
!     use spate
!     type(spate_file) :: valley
!     real(real64), allocatable :: depth(:, :)
!     call valley%open('valley.yaml', set=[character(20) :: 'manning=0.04'])
!     allocate (depth(valley%nx, valley%ny))
!     do while (valley%time() < valley%duration)
!        call valley%advance(valley%time() + 60)
!        call valley%get(SPATE_DEPTH, depth)
!     end do
!     call valley%finish()
!     call valley%close()
!
! A call that fails ends the program with the message of the library, unless it has the argument status.
module spate
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real32, real64, int64, error_unit
  use spate_c
  implicit none

  ! What a simulation and a case have in common: fields of a grid of nx x ny cells.
  type :: spate_fields
    type(c_ptr) :: sim = c_null_ptr ! for calls of spate_c
    integer(int64) :: nx = 0, ny = 0
  contains
    procedure, private :: get_real32, get_real64, put_real32, put_real64
    generic :: get => get_real32, get_real64 ! field, array
    generic :: put => put_real32, put_real64 ! field, array: active cells first, then bed, then water
  end type spate_fields

  type, extends(spate_fields) :: spate_simulation
  contains
    procedure :: create => create_simulation
    procedure :: advance => advance_simulation
    procedure :: destroy => destroy_simulation
  end type spate_simulation

  type, extends(spate_fields) :: spate_file
    type(c_ptr) :: handle = c_null_ptr
    real(real64) :: duration = 0, dx = 0, dy = 0, x0 = 0, y0 = 0
  contains
    procedure :: open => open_file
    procedure :: advance => advance_file
    procedure :: run => run_file
    procedure :: finish => finish_file
    procedure :: close => close_file
    procedure :: time => time_of_file
  end type spate_file

  ! a(i) x(i-1) + b(i) x(i) + c(i) x(i+1) = d(i) along the first dimension, for every j. x may be d.
  interface spate_solve_lines
    module procedure solve_lines_real32, solve_lines_real64
  end interface

  type(c_ptr), private, save :: context = c_null_ptr
  private :: context_of, check, option_text, steps_of_real32, steps_of_real64

contains

  ! ---- messages ----

  ! The text of a string of C.
  function spate_text(string) result(text)
    type(c_ptr), intent(in) :: string
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: n
    if (.not. c_associated(string)) then
      text = ''
      return
    end if
    call c_f_pointer(string, letters, [huge(1)])
    n = 0
    do while (letters(n + 1) /= c_null_char)
      n = n + 1
    end do
    allocate (character(len=n) :: text)
    do n = 1, len(text)
      text(n:n) = letters(n)
    end do
  end function spate_text

  ! The sentence about the last failure.
  function spate_error() result(text)
    character(len=:), allocatable :: text
    text = spate_text(spate_message(context))
  end function spate_error

  subroutine check(code, status)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: status
    if (present(status)) then
      status = code
    else if (code /= SPATE_OK) then
      write (error_unit, '(a)') spate_error()
      error stop 1
    end if
  end subroutine check

  ! ---- the group of processes ----

  ! Without this call the first use joins the ranks of mpirun. communicator: of the caller's own MPI.
  subroutine spate_begin(communicator, status)
    integer, intent(in), optional :: communicator
    integer, intent(out), optional :: status
    type(c_ptr), target :: made
    integer(c_int) :: code
    made = c_null_ptr
    if (present(communicator)) then
      code = spate_context_create_mpi(int(communicator, c_int), c_loc(made))
    else
      code = spate_context_create_parallel(c_loc(made))
    end if
    if (code == SPATE_OK) context = made
    call check(code, status)
  end subroutine spate_begin

  ! After the last simulation, case and solver; it leaves MPI where Spate has begun it.
  subroutine spate_end()
    call spate_context_destroy(context)
    context = c_null_ptr
  end subroutine spate_end

  function context_of() result(ctx)
    type(c_ptr) :: ctx
    if (.not. c_associated(context)) call spate_begin()
    ctx = context
  end function context_of

  ! ---- simulations ----

  function spate_defaults() result(options)
    type(spate_options) :: options
    type(spate_options), target :: filled
    call spate_options_default_sized(c_loc(filled), c_sizeof(filled))
    options = filled
  end function spate_defaults

  ! A string for a member of options. It stays until as many others were made as there is room for.
  function spate_option(text) result(string)
    character(len=*), intent(in) :: text
    type(c_ptr) :: string
    integer, parameter :: room = 64, longest = 1024
    character(kind=c_char), target, save :: kept(longest, room)
    integer, save :: next = 0
    integer :: n
    if (len(text) >= longest) error stop 'spate_option: the text is too long'
    next = mod(next, room) + 1
    do n = 1, len(text)
      kept(n, next) = text(n:n)
    end do
    kept(len(text) + 1, next) = c_null_char
    string = c_loc(kept(1, next))
  end function spate_option

  subroutine create_simulation(self, options, status)
    class(spate_simulation), intent(inout) :: self
    type(spate_options), intent(in) :: options
    integer, intent(out), optional :: status
    type(spate_options), target :: given
    type(c_ptr), target :: made
    integer(c_int) :: code
    given = options
    made = c_null_ptr
    code = spate_sim_create(context_of(), c_loc(given), c_loc(made))
    self%sim = made
    self%nx = options%nx
    self%ny = options%ny
    call check(code, status)
  end subroutine create_simulation

  ! To time t, s.
  subroutine advance_simulation(self, t, status)
    class(spate_simulation), intent(in) :: self
    real(real64), intent(in) :: t
    integer, intent(out), optional :: status
    call check(spate_advance(self%sim, t), status)
  end subroutine advance_simulation

  subroutine destroy_simulation(self)
    class(spate_simulation), intent(inout) :: self
    call spate_sim_destroy(self%sim)
    self%sim = c_null_ptr
  end subroutine destroy_simulation

  ! ---- case files ----

  ! set: keys of the case and their values, 'manning=0.04'. results: SPATE_RESULTS_NEW (the default), _OVERWRITE, _RESUME,
  ! _NONE. folder: of the results.
  subroutine open_file(self, name, set, results, folder, status)
    class(spate_file), intent(inout) :: self
    character(len=*), intent(in) :: name
    character(len=*), intent(in), optional :: set(:), folder
    integer(c_int), intent(in), optional :: results
    integer, intent(out), optional :: status
    type(spate_case_options), target :: options
    type(spate_case_info), target :: info
    type(c_ptr), target :: made
    type(c_ptr), allocatable, target :: sets(:)
    character(kind=c_char), allocatable, target :: texts(:, :)
    character(kind=c_char), target :: path(len(name) + 1), place(4096)
    integer(c_int) :: code
    integer :: n
    call spate_case_options_default_sized(c_loc(options), c_sizeof(options))
    if (present(results)) options%results = results
    if (present(set)) then
      allocate (sets(size(set)), texts(len(set) + 1, size(set)))
      do n = 1, size(set)
        call option_text(trim(set(n)), texts(:, n))
        sets(n) = c_loc(texts(1, n))
      end do
      options%set_count = size(set)
      if (size(set) > 0) options%set = c_loc(sets(1))
    end if
    if (present(folder)) then
      call option_text(trim(folder), place)
      options%folder = c_loc(place)
    end if
    call option_text(name, path)
    made = c_null_ptr
    code = spate_case_open(context_of(), c_loc(path), c_loc(options), c_loc(made))
    self%handle = made
    if (code == SPATE_OK) then
      self%sim = spate_case_sim(made)
      code = spate_case_get_info(made, c_loc(info))
      self%nx = info%nx
      self%ny = info%ny
      self%dx = info%dx
      self%dy = info%dy
      self%x0 = info%x0
      self%y0 = info%y0
      self%duration = info%duration
    end if
    call check(code, status)
  end subroutine open_file

  subroutine option_text(text, letters)
    character(len=*), intent(in) :: text
    character(kind=c_char), intent(out) :: letters(:)
    integer :: n
    if (len(text) >= size(letters)) error stop 'spate: a text is too long'
    do n = 1, len(text)
      letters(n) = text(n:n)
    end do
    letters(len(text) + 1) = c_null_char
  end subroutine option_text

  ! To time t (s since the start, at most the end of the case), writing what is due on the way.
  subroutine advance_file(self, t, status)
    class(spate_file), intent(in) :: self
    real(real64), intent(in) :: t
    integer, intent(out), optional :: status
    call check(spate_case_advance(self%handle, min(t, self%duration)), status)
  end subroutine advance_file

  ! To the end, and finishes.
  subroutine run_file(self, status)
    class(spate_file), intent(in) :: self
    integer, intent(out), optional :: status
    call check(spate_case_run(self%handle), status)
  end subroutine run_file

  subroutine finish_file(self, status)
    class(spate_file), intent(in) :: self
    integer, intent(out), optional :: status
    call check(spate_case_finish(self%handle), status)
  end subroutine finish_file

  subroutine close_file(self)
    class(spate_file), intent(inout) :: self
    call spate_case_close(self%handle)
    self%handle = c_null_ptr
    self%sim = c_null_ptr
  end subroutine close_file

  function time_of_file(self) result(t)
    class(spate_file), intent(in) :: self
    real(real64) :: t
    t = spate_case_time(self%handle)
  end function time_of_file

  ! ---- fields ----

  ! An array with its steps, counted in values.
  function steps_of_real64(a) result(array)
    real(real64), intent(in), target :: a(:, :)
    type(spate_array) :: array
    array = spate_array(c_loc(a(1, 1)), 64, 1, size(a, 1), 0, 0, size(a, 1), size(a, 2))
    if (size(a, 1) > 1) array%step_x = (address(c_loc(a(2, 1))) - address(c_loc(a(1, 1))))/8
    if (size(a, 2) > 1) array%step_y = (address(c_loc(a(1, 2))) - address(c_loc(a(1, 1))))/8
  end function steps_of_real64

  function steps_of_real32(a) result(array)
    real(real32), intent(in), target :: a(:, :)
    type(spate_array) :: array
    array = spate_array(c_loc(a(1, 1)), 32, 1, size(a, 1), 0, 0, size(a, 1), size(a, 2))
    if (size(a, 1) > 1) array%step_x = (address(c_loc(a(2, 1))) - address(c_loc(a(1, 1))))/4
    if (size(a, 2) > 1) array%step_y = (address(c_loc(a(1, 2))) - address(c_loc(a(1, 1))))/4
  end function steps_of_real32

  pure function address(pointer)
    type(c_ptr), intent(in) :: pointer
    integer(int64) :: address
    address = transfer(pointer, address)
  end function address

  subroutine get_real64(self, field, a, status)
    class(spate_fields), intent(in) :: self
    integer(c_int), intent(in) :: field
    real(real64), intent(inout), target :: a(:, :)
    integer, intent(out), optional :: status
    type(spate_array), target :: array
    array = steps_of_real64(a)
    call check(spate_get_array(self%sim, field, c_loc(array)), status)
  end subroutine get_real64

  subroutine get_real32(self, field, a, status)
    class(spate_fields), intent(in) :: self
    integer(c_int), intent(in) :: field
    real(real32), intent(inout), target :: a(:, :)
    integer, intent(out), optional :: status
    type(spate_array), target :: array
    array = steps_of_real32(a)
    call check(spate_get_array(self%sim, field, c_loc(array)), status)
  end subroutine get_real32

  subroutine put_real64(self, field, a, status)
    class(spate_fields), intent(in) :: self
    integer(c_int), intent(in) :: field
    real(real64), intent(in), target :: a(:, :)
    integer, intent(out), optional :: status
    type(spate_array), target :: array
    array = steps_of_real64(a)
    call check(spate_set_array(self%sim, field, c_loc(array)), status)
  end subroutine put_real64

  subroutine put_real32(self, field, a, status)
    class(spate_fields), intent(in) :: self
    integer(c_int), intent(in) :: field
    real(real32), intent(in), target :: a(:, :)
    integer, intent(out), optional :: status
    type(spate_array), target :: array
    array = steps_of_real32(a)
    call check(spate_set_array(self%sim, field, c_loc(array)), status)
  end subroutine put_real32

  ! ---- solvers ----

  subroutine solve_lines_real64(a, b, c, d, x, periodic, status)
    real(real64), intent(in), contiguous, target :: a(:, :), b(:, :), c(:, :), d(:, :)
    real(real64), intent(inout), contiguous, target :: x(:, :)
    logical, intent(in), optional :: periodic
    integer, intent(out), optional :: status
    call check(solve_lines(64, shape(d, c_int64_t), c_loc(a), c_loc(b), c_loc(c), c_loc(d), c_loc(x), periodic), status)
  end subroutine solve_lines_real64

  subroutine solve_lines_real32(a, b, c, d, x, periodic, status)
    real(real32), intent(in), contiguous, target :: a(:, :), b(:, :), c(:, :), d(:, :)
    real(real32), intent(inout), contiguous, target :: x(:, :)
    logical, intent(in), optional :: periodic
    integer, intent(out), optional :: status
    call check(solve_lines(32, shape(d, c_int64_t), c_loc(a), c_loc(b), c_loc(c), c_loc(d), c_loc(x), periodic), status)
  end subroutine solve_lines_real32

  function solve_lines(precision, extent, a, b, c, d, x, periodic) result(code)
    integer, intent(in) :: precision
    integer(c_int64_t), intent(in) :: extent(2)
    type(c_ptr), intent(in) :: a, b, c, d, x
    logical, intent(in), optional :: periodic
    integer(c_int) :: code
    type(spate_tridiag_options), target :: options
    type(c_ptr), target :: solver
    call spate_tridiag_options_default_sized(c_loc(options), c_sizeof(options))
    options%precision = precision
    options%lines = spate_lines(extent(1), 1, [extent(2), 1_c_int64_t], [extent(1), 0_c_int64_t])
    if (present(periodic)) options%periodic = merge(1, 0, periodic)
    solver = c_null_ptr
    code = spate_tridiag_create(context_of(), c_loc(options), c_loc(solver))
    if (code == SPATE_OK) code = spate_tridiag_setup(solver)
    if (code == SPATE_OK) code = spate_tridiag_solve(solver, a, b, c, d, x)
    call spate_tridiag_destroy(solver)
  end function solve_lines

  ! Conjugate gradients on a grid (krylov.h): centre(i, j) x(i, j) + east(i, j) x(i+1, j) + north(i, j) x(i, j+1) and the same
  ! towards west and south. tolerance: of the residual, relative to b.
  subroutine spate_solve_grid(centre, east, north, b, x, preconditioner, tolerance, iterations, status)
    real(real64), intent(in), contiguous, target :: centre(:, :), east(:, :), north(:, :), b(:, :)
    real(real64), intent(inout), contiguous, target :: x(:, :)
    character(len=*), intent(in), optional :: preconditioner
    real(real64), intent(in), optional :: tolerance
    integer, intent(out), optional :: iterations, status
    type(spate_krylov_options), target :: options
    type(spate_krylov_matrix), target :: matrix
    type(spate_krylov_stats), target :: stats
    type(c_ptr), target :: solver, right(1), left(1)
    integer(c_int) :: code
    call spate_krylov_options_default_sized(c_loc(options), c_sizeof(options))
    options%nx = size(b, 1)
    options%ny = size(b, 2)
    if (present(preconditioner)) options%preconditioner = spate_option(preconditioner)
    if (present(tolerance)) options%relative = tolerance
    matrix%centre = c_loc(centre)
    matrix%shift = c_null_ptr
    matrix%east = c_loc(east)
    matrix%north = c_loc(north)
    matrix%north_east = c_null_ptr
    matrix%north_west = c_null_ptr
    right = c_loc(b)
    left = c_loc(x)
    solver = c_null_ptr
    code = spate_krylov_create(context_of(), c_loc(options), c_loc(solver))
    if (code == SPATE_OK) code = spate_krylov_set_matrix(solver, c_loc(matrix))
    if (code == SPATE_OK) code = spate_krylov_setup(solver)
    if (code == SPATE_OK) code = spate_krylov_solve(solver, c_loc(right), c_loc(left))
    if (present(iterations)) then
      call spate_krylov_get_stats(solver, c_loc(stats))
      iterations = stats%iterations
    end if
    call spate_krylov_destroy(solver)
    call check(code, status)
  end subroutine spate_solve_grid

end module spate
