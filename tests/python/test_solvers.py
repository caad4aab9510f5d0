"""Solvers on arrays of numpy and, with the stand-in for CUDA, of a GPU."""
import os
import subprocess
import sys

import numpy as np
import pytest

import spate

rng = np.random.default_rng(7)


def system(shape, axis):
    """Dominant by 2, so that errors do not grow: the residual is a few roundings of |b| |x|."""
    a, c, d = (rng.uniform(-1, 1, shape) for _ in range(3))
    return a, 4 + rng.uniform(0, 1, shape), c, d


def residual(a, b, c, d, x, axis, periodic):
    a, b, c, d, x = (np.moveaxis(m, axis, -1) for m in (a, b, c, d, x))
    before, after = np.roll(x, 1, -1), np.roll(x, -1, -1)
    if not periodic:
        before[..., 0], after[..., -1] = 0, 0
    return abs(a * before + b * x + c * after - d).max()


@pytest.mark.parametrize("periodic", [0, 1])
@pytest.mark.parametrize("shape, axis", [((50,), 0), ((7, 40), 1), ((40, 7), 0), ((5, 40, 6), 1), ((4, 5, 40), -1)])
def test_lines_along_any_axis(shape, axis, periodic):
    a, b, c, d = system(shape, axis)
    x = spate.tridiagonal(a, b, c, d, axis=axis, periodic=periodic)
    # Backward stable: the residual is at most some ten roundings of (|a| + |b| + |c|) |x| <= 7 |x|.
    assert residual(a, b, c, d, x, axis, periodic) <= 10 * 7 * np.finfo(float).eps * abs(x).max()
    y = np.moveaxis(spate.tridiagonal(*(np.ascontiguousarray(np.moveaxis(m, axis, -1)) for m in (a, b, c, d)),
                                      periodic=periodic), -1, axis)
    np.testing.assert_array_equal(x, y)


def test_one_matrix_for_all_lines_and_results_in_place():
    a, b, c, d = system((40,), 0)
    many = rng.uniform(-1, 1, (9, 40))
    x = spate.Tridiagonal(many, matrix=(a, b, c)).solve(many)
    assert residual(*(np.broadcast_to(m, many.shape) for m in (a, b, c)), many, x, -1, 0) <= 70 * np.finfo(float).eps * abs(x).max()
    room = np.zeros((9, 80))
    solver = spate.Tridiagonal(many, matrix=(a, b, c))
    assert solver.solve(many, out=room[:, ::2]) is not None and solver.stats["algorithm"]
    np.testing.assert_array_equal(room[:, ::2], x)
    assert not room[:, 1::2].any()
    solver.solve(many, out=many)
    np.testing.assert_array_equal(many, x)
    single = spate.tridiagonal(-1, 4, -1, np.ones(12, np.float32))
    assert single.dtype == np.float32


def test_a_singular_line_is_an_error_with_its_place():
    b = np.ones((3, 5))
    b[1, 2] = 0
    with pytest.raises(spate.NumericalError, match="line"):
        spate.tridiagonal(0, b, 0, np.ones((3, 5)))


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_compact_differences_along_any_axis(axis):
    shape = [5, 6, 7]
    shape[axis] = 30
    t = np.arange(30).reshape([-1 if k == axis else 1 for k in range(3)]) * 0.25
    f = np.broadcast_to(t**2, shape)
    g = spate.compact(f, "first-6", axis=axis, spacing=0.25)
    # Exact for squares. Rows have coefficients of at most 3 / h and the inverse of their matrix is below 3.
    assert abs(g - 2 * t).max() <= 16 * 9 * np.finfo(float).eps * f.max() / 0.25
    half = spate.compact(f, "to-half-mean-4", axis=axis)
    assert half.shape[axis] == 29
    with pytest.raises(ValueError, match="not one of first-4"):
        spate.compact(f, "first-5")


def laplacian(ny, nx):
    east, north = -np.ones((ny, nx)), -np.ones((ny, nx))
    east[:, -1], north[-1] = 0, 0
    return 4.0 + np.zeros((ny, nx)), east, north


def product(centre, east, north, x):
    y = centre * x
    y[:, :-1] += east[:, :-1] * x[:, 1:]
    y[:, 1:] += east[:, :-1] * x[:, :-1]
    y[:-1] += north[:-1] * x[1:]
    y[1:] += north[:-1] * x[:-1]
    return y


@pytest.mark.parametrize("preconditioner", ["none", "rrb", "multigrid"])
def test_grids_are_solved_to_the_tolerance(preconditioner):
    matrix = laplacian(40, 60)
    b = rng.uniform(-1, 1, (40, 60))
    solver = spate.Krylov(*matrix, preconditioner=preconditioner, relative=1e-8)
    x = solver.solve(b)
    # The residual of the recursion differs from the true one by roundings: a thousandth of the tolerance is ample.
    assert np.linalg.norm(b - product(*matrix, x)) <= 1.001e-8 * np.linalg.norm(b)
    again = spate.Krylov(*matrix, preconditioner=preconditioner, relative=1e-8, warm_start=1).solve(b, x0=x)
    np.testing.assert_array_equal(again, x)  # nothing was left to do
    with pytest.raises(spate.NumericalError, match="residual"):
        spate.Krylov(*matrix, preconditioner="none", relative=1e-12, max_iterations=2).solve(b)


GPU = """
import ctypes
import sys
sys.path.insert(0, {python!r})
import numpy as np
import spate

class Array:  # as cupy's, in the memory that the stand-in calls its own
    def __init__(self, a):
        self.a = a
    @property
    def __cuda_array_interface__(self):
        return dict(shape=self.a.shape, typestr=self.a.dtype.str, data=(self.a.ctypes.data, False), strides=None, version=3)

rng = np.random.default_rng(1)
a, c, d = (rng.uniform(-1, 1, (6, 40)) for _ in range(3))
b = 4 + abs(a)
out = np.zeros_like(d)
lines = spate.Tridiagonal(Array(d))
lines.solve(*map(Array, (a, b, c, d)), out=Array(out))
x = spate.tridiagonal(a, b, c, d, backend="cpu")
# Both are backward stable; the matrix is dominant by 2, so that roundings of 7 |x| make errors of as many.
assert lines.stats["backend"] == "cuda" and abs(out - x).max() <= 70 * np.finfo(float).eps * abs(x).max()
east, north = np.full(d.shape, -1.0), np.full(d.shape, -1.0)
east[:, -1] = north[-1] = 0
grid = spate.Krylov(Array(b + 4), Array(east), Array(north), relative=1e-10)
grid.solve(Array(d), out=Array(out))
x = spate.Krylov(b + 4, east, north, relative=1e-10, backend="cpu").solve(d)
assert grid.stats["backend"] == "cuda" and (out == x).all()  # strict kernels have the bits of the CPU
try:
    lines.solve(*map(Array, (a, b, c, d)))
    sys.exit("no error without out")
except ValueError as e:
    assert "out" in str(e)

sim = spate.Simulation(nx=37, ny=21, dx=2, dy=2, backend="cuda", precision=32)
sim.bed = 0.1 * rng.uniform(size=(21, 37))
sim.depth = 1 + rng.uniform(size=(21, 37))
sim.advance(0.5)
there = sim.device_view("depth").__cuda_array_interface__
assert there["shape"] == (21, 37) and there["typestr"] == "<f4" and there["data"][1]
pitch = there["strides"][0] // 4
values = (ctypes.c_float * (20 * pitch + 37)).from_address(there["data"][0])
depth = np.lib.stride_tricks.as_strided(np.frombuffer(values, np.float32), (21, 37), there["strides"])
assert depth.std() > 0.01 and (depth == sim.depth.astype(np.float32)).all()
try:
    spate.Simulation(nx=8, ny=8, dx=1, dy=1, backend="cpu").device_view()
    sys.exit("no error on the host")
except spate.Error as e:
    assert "host" in str(e)
print("as claimed")
"""


def test_arrays_of_a_gpu_stay_there():
    fakes = os.environ.get("SPATE_FAKES", "")
    if not os.path.exists(os.path.join(fakes, "stand_in", "libspate_cuda.so")):
        pytest.skip("the stand-in for CUDA is not built")
    env = dict(os.environ, SPATE_PLUGINS=os.path.join(fakes, "stand_in"), LD_LIBRARY_PATH=os.path.join(fakes, "driver"))
    code = GPU.format(python=os.path.dirname(spate.__path__[0]))
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout == "as claimed\n", done.stderr
