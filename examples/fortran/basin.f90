! Water sloshes in a closed basin. Its period is compared with Merian's formula, T = 2 L / sqrt(g h).
! F is the folder of Spate's modules, pkg-config --variable=fortran spate:
!     gfortran $F/spate_c.f90 $F/spate.f90 basin.f90 -o basin $(pkg-config --libs spate) && ./basin
program basin
  use spate
  implicit none
  integer, parameter :: nx = 100, ny = 8
  real(real64), parameter :: length = 1000, depth = 10, amplitude = 0.05, pi = acos(-1.0_real64)
  type(spate_simulation) :: sim
  type(spate_options) :: options
  real(real64) :: bed(nx, ny), level(nx, ny), t, before, west, period
  integer :: i, crossings
  options = spate_defaults()
  options%nx = nx
  options%ny = ny
  options%dx = length/nx
  options%dy = length/nx
  options%scheme = spate_option('staggered')
  call sim%create(options)
  bed = -depth
  do i = 1, nx
    level(i, :) = amplitude*cos(pi*(i - 0.5_real64)/nx)
  end do
  call sim%put(SPATE_BED, bed)
  call sim%put(SPATE_LEVEL, level)
  ! At the west end the level crosses 0 after a quarter of the period, and again after three quarters.
  before = amplitude
  crossings = 0
  t = 0
  do while (crossings < 2)
    t = t + 1
    call sim%advance(t)
    call sim%get(SPATE_LEVEL, level)
    west = level(1, ny/2)
    if (west*before <= 0) then
      crossings = crossings + 1
      period = (t - west/(west - before))/(0.5_real64*crossings - 0.25_real64)
    end if
    before = west
  end do
  print '(a, f7.2, a, f7.2, a)', 'period ', period, ' s; by Merian ', 2*length/sqrt(9.81_real64*depth), ' s'
  call sim%destroy()
  call spate_end()
  if (abs(period*sqrt(9.81_real64*depth)/(2*length) - 1) > 0.01) error stop 'the period is wrong'
end program basin
