! Claims about module spate: arrays of either kind and any steps, case files, solvers, statuses. Its argument: a folder
! with case.yaml and terrain.
program fortran_test
  use spate
  implicit none
  integer :: failed = 0
  character(len=256) :: folder
  call get_command_argument(1, folder)
  call structures()
  call arrays()
  call files()
  call solvers()
  call spate_end()
  if (failed > 0) error stop 1
  print '(a)', 'all as claimed'

contains

  subroutine claim(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print '(2a)', 'FAIL: ', what
    failed = failed + 1
  end subroutine claim

  ! What C fills and checks has the same members in Fortran.
  subroutine structures()
    type(spate_options) :: o
    o = spate_defaults()
    call claim(o%struct_size == c_sizeof(o), 'the size of spate_options')
    call claim(o%gravity == 9.81_real64 .and. o%skip_still == 1 .and. o%precision == 64, 'defaults')
    call claim(spate_text(o%scheme) == 'kurganov' .and. spate_text(o%backend) == 'auto', 'texts')
  end subroutine structures

  subroutine arrays()
    integer, parameter :: nx = 40, ny = 20
    type(spate_simulation) :: sim
    type(spate_options) :: o
    real(real64) :: bed(nx, ny), level(nx, ny), depth(nx, ny), wide(2*nx, 3, ny)
    real(real32) :: single(nx, ny)
    integer :: i, code
    o = spate_defaults()
    o%nx = nx
    o%ny = ny
    o%dx = 1
    o%dy = 1
    o%scheme = spate_option('adi')
    call sim%create(o)
    do i = 1, nx
      bed(i, :) = 0.01_real64*i
    end do
    wide = -1
    wide(2::2, 2, :) = bed
    call sim%put(SPATE_BED, wide(2::2, 2, :)) ! a section with steps
    level = 1
    call sim%put(SPATE_LEVEL, level(:, ny:1:-1))
    call sim%get(SPATE_BED, depth)
    ! The bed is rounded to a lattice, far finer than this.
    call claim(maxval(abs(depth - bed)) < 1e-9_real64, 'a bed from a section')
    wide = -1
    call sim%get(SPATE_LEVEL, wide(2::2, 2, ny:1:-1))
    call claim(all(wide(2::2, 2, :) == 1) .and. all(wide(:, 1, :) == -1) .and. all(wide(1::2, :, :) == -1), &
               'a level into a section')
    call sim%advance(2.0_real64)
    call sim%get(SPATE_DEPTH, depth)
    call sim%get(SPATE_DEPTH, single)
    call claim(all(single == real(depth, real32)), 'single precision')
    call claim(maxval(abs(depth - (1 - bed))) < 1e-9_real64, 'a lake stays at rest')
    call sim%advance(1.0_real64, status=code)
    call claim(code == SPATE_ERROR_ARGUMENT .and. index(spate_error(), 't_end is 1 s') > 0, 'a status and its message')
    call sim%destroy()
  end subroutine arrays

  subroutine files()
    type(spate_file) :: c
    real(real64), allocatable :: depth(:, :)
    integer :: code
    call c%open(trim(folder)//'/case.yaml', set=[character(24) :: 'manning=0.04', 'time.end=20 s'], &
                results=SPATE_RESULTS_NEW, folder=trim(folder)//'/fortran.out', status=code)
    call claim(code == SPATE_OK, 'a case opens: '//spate_error())
    if (code /= SPATE_OK) return
    call claim(c%nx == 30 .and. c%ny == 20 .and. c%duration == 20, 'what a case has')
    allocate (depth(c%nx, c%ny))
    do while (c%time() < c%duration)
      call c%advance(c%time() + 10)
      call c%get(SPATE_DEPTH, depth)
      call claim(maxval(depth) > 0.1_real64, 'water')
    end do
    call c%finish()
    call c%close()
    call c%open(trim(folder)//'/case.yaml', set=['maning=1'], status=code)
    call claim(code == SPATE_ERROR_ARGUMENT .and. index(spate_error(), 'did you mean manning?') > 0, 'a mistake')
  end subroutine files

  subroutine solvers()
    integer, parameter :: n = 50, m = 7
    real(real64) :: a(n, m), b(n, m), c(n, m), d(n, m), x(n, m), r(n, m), east(n, m), north(n, m)
    integer :: j, iterations, code
    call random_number(a)
    call random_number(c)
    call random_number(d)
    b = 3
    call spate_solve_lines(a, b, c, d, x)
    r = b*x - d
    r(2:, :) = r(2:, :) + a(2:, :)*x(:n - 1, :)
    r(:n - 1, :) = r(:n - 1, :) + c(:n - 1, :)*x(2:, :)
    ! Backward stable: some ten roundings of (|a| + |b| + |c|) |x|.
    call claim(maxval(abs(r)) <= 50*epsilon(r)*maxval(abs(x)), 'lines')
    r = d
    call spate_solve_lines(a, b, c, r, r, periodic=.false.)
    call claim(all(r == x), 'lines in place')
    b(3, 2) = 0
    a(3, 2) = 0
    c(3, 2) = 0
    call spate_solve_lines(a, b, c, d, r, status=code)
    call claim(code == SPATE_ERROR_NUMERICAL .and. len(spate_error()) > 0, 'a singular line')
    east = -1
    east(n, :) = 0
    north = -1
    north(:, m) = 0
    b = 4.5_real64
    x = 0
    call spate_solve_grid(b, east, north, d, x, preconditioner='multigrid', tolerance=1e-9_real64, iterations=iterations)
    r = b*x - d
    r(:n - 1, :) = r(:n - 1, :) - x(2:, :)
    r(2:, :) = r(2:, :) - x(:n - 1, :)
    do j = 1, m
      if (j < m) r(:, j) = r(:, j) - x(:, j + 1)
      if (j > 1) r(:, j) = r(:, j) - x(:, j - 1)
    end do
    ! The residual of the recursion differs from the true one by roundings.
    call claim(norm2(r) <= 1.001e-9_real64*norm2(d) .and. iterations > 0, 'a grid')
  end subroutine solvers

end program fortran_test
