"""Tridiagonal, compact and Krylov solvers on arrays of numpy, or of a GPU.

An array of a GPU is anything with __cuda_array_interface__ (cupy, numba, torch). It is solved where it is, by the CUDA
backend, and results are written to arrays that the caller gives (`out`).
"""
import ctypes

import numpy as np

from . import _api, _arrays, _library
from ._library import context, lib, options_of


class _Memory:
    """An array of the host or of a GPU: pointer, shape, steps in values, bits."""

    def __init__(self, values, like=None, writeable=False):
        device = getattr(values, "__cuda_array_interface__", None)
        self.device = device is not None
        if self.device:
            kind = np.dtype(device["typestr"])
            self.pointer, read_only = device["data"]
            self.shape = tuple(device["shape"])
            steps = device.get("strides") or np.empty(self.shape, np.dtype("b")).strides
            scale = kind.itemsize if device.get("strides") else 1
            if kind not in (np.float32, np.float64) or any(s % scale for s in steps) or (writeable and read_only):
                raise ValueError("an array of a GPU must be float32 or float64, with steps of whole values, and writeable "
                                 "where it is `out`")
            self.steps = tuple(s // scale for s in steps)
            self.bits = 8 * kind.itemsize
            self.kept = values
        else:
            a = _arrays.floats(values, writeable=writeable)
            if not writeable and any(s <= 0 for s, n in zip(a.strides, a.shape) if n > 1):
                a = a.copy()  # lines go forwards
            if like is not None and a.dtype.itemsize * 8 != like.bits and not writeable:
                a = a.astype(np.float32 if like.bits == 32 else np.float64)
            self.pointer, self.shape, self.bits, self.kept = a.ctypes.data, a.shape, 8 * a.itemsize, a
            self.steps = tuple(s // a.itemsize for s in a.strides)

    def laid_out_as(self, other, name):
        """The same shape, bits, memory and steps, by a copy on the host where steps differ."""
        if self.shape != other.shape or self.bits != other.bits or self.device != other.device:
            raise ValueError(f"{name} has the shape {self.shape} and {self.bits} bits; {other.shape} and {other.bits} bits in "
                             "the same memory are needed")
        if self.steps == other.steps:
            return self
        if self.device:
            raise ValueError(f"{name} has the steps {self.steps}; arrays of a GPU need the same, {other.steps}")
        copy = _empty_as(other)
        copy.kept[...] = self.kept
        return copy


def _empty_as(m):
    """A new array of the host with the shape and the order of steps of another."""
    order = sorted(range(len(m.shape)), key=lambda k: -abs(m.steps[k]))
    made = np.empty([m.shape[k] for k in order], np.float32 if m.bits == 32 else np.float64)
    return _Memory(made.transpose(np.argsort(order)))


def _lines(m, axis):
    """The layout of lines along an axis of an array of at most three dimensions."""
    axis = axis % len(m.shape) if m.shape else 0
    if not 1 <= len(m.shape) <= 3 or 0 in m.shape or any(s <= 0 for s, n in zip(m.steps, m.shape) if n > 1):
        raise ValueError("lines are in arrays of one, two or three dimensions, not empty, with steps above 0")
    others = [k for k in range(len(m.shape)) if k != axis] + [None, None]
    size = [1 if k is None else m.shape[k] for k in others[:2]]
    step = [1 if k is None or m.shape[k] == 1 else m.steps[k] for k in others[:2]]
    stride = m.steps[axis] if m.shape[axis] > 1 else 1
    return _api.spate_lines(n=m.shape[axis], stride=stride, count=(ctypes.c_int64 * 2)(*size), step=(ctypes.c_int64 * 2)(*step))


class _Solver:
    """A handle of the library with its context."""

    _kind = ""

    def _create(self, *arguments):
        self._context = context()
        self._handle = ctypes.c_void_p()
        create = getattr(lib, f"spate_{self._kind}_create")
        self._check(create(self._context.handle, *arguments, ctypes.byref(self._handle)))
        _library.alive.add(self)

    def _check(self, status):
        self._context.check(status)

    def _release(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            getattr(lib, f"spate_{self._kind}_destroy")(handle)

    def __del__(self):
        if lib is not None:
            self._release()

    @property
    def stats(self):
        """What the solver did (spate_..._stats), as a dictionary."""
        s = getattr(_api, f"spate_{self._kind}_stats")()
        getattr(lib, f"spate_{self._kind}_get_stats")(self._handle, ctypes.byref(s))
        values = {name: getattr(s, name) for name, _ in s._fields_}
        return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items() if not isinstance(v, ctypes.Structure)}


class Tridiagonal(_Solver):
    """Many lines a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i] along an axis, again and again in one layout.

        solver = spate.Tridiagonal(d, axis=0)           # d: an array with the layout of all others
        x = solver.solve(a, b, c, d)
        shared = spate.Tridiagonal(d, axis=0, matrix=(a, b, c))   # one matrix of n rows: factored once
        x = shared.solve(d)

    Options are the members of spate_tridiag_options (tridiag.h), such as periodic, algorithm, threads, check, repair.
    """

    _kind = "tridiag"

    def __init__(self, like, axis=-1, matrix=None, **options):
        self._like = _Memory(like)
        made = options_of("spate_tridiag_options", options)
        made.lines, made.precision = _lines(self._like, axis), self._like.bits
        made.matrix = _api.SPATE_TRIDIAG_GENERAL if matrix is None else _api.SPATE_TRIDIAG_SHARED
        made.memory = _api.SPATE_MEMORY_DEVICE if self._like.device else _api.SPATE_MEMORY_HOST
        self._shared = matrix is not None
        self._create(ctypes.byref(made))
        if self._shared:
            rows = [np.ascontiguousarray(np.broadcast_to(np.asarray(m, np.float64), (made.lines.n,))) for m in matrix]
            self._check(lib.spate_tridiag_set_matrix(
                self._handle, *(r.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for r in rows)))
        self._check(lib.spate_tridiag_setup(self._handle))

    def solve(self, *arrays, out=None):
        """x, of a, b, c, d; of d alone with one matrix for all lines. out: for x; it may be d."""
        wanted = 1 if self._shared else 4
        if len(arrays) != wanted:
            raise TypeError(f"solve needs {'d' if self._shared else 'a, b, c, d'}")
        names = "d" if self._shared else "abcd"
        given = [_Memory(a, self._like).laid_out_as(self._like, n) for a, n in zip(arrays, names)]
        return _solved(self._like, out, lambda x: self._call(given, x))

    def _call(self, given, x):
        pointers = [m.pointer for m in given] + [x]
        solve = lib.spate_tridiag_solve_many if self._shared else lib.spate_tridiag_solve
        self._check(solve(self._handle, *pointers))
        self._check(lib.spate_tridiag_wait(self._handle))


def _solved(like, out, call):
    """Calls with a pointer to `out` or a new array, and returns that."""
    if out is None:
        if like.device:
            raise ValueError("give `out` for results on a GPU")
        x = _empty_as(like)
        call(x.pointer)
        return x.kept
    x = _Memory(out, writeable=True)
    if (x.shape, x.bits, x.device) != (like.shape, like.bits, like.device):
        raise ValueError(f"out has the shape {x.shape} and {x.bits} bits; {like.shape} and {like.bits} bits are needed")
    if x.steps == like.steps:
        call(x.pointer)
        return out
    room = x.laid_out_as(like, "out")
    call(room.pointer)
    out[...] = room.kept
    return out


def tridiagonal(a, b, c, d, axis=-1, out=None, **options):
    """Solves tridiagonal lines along an axis of d. a, b, c: arrays as d, or numbers."""
    like = _Memory(d)
    if not like.device:
        a, b, c = (np.broadcast_to(np.asarray(m, like.kept.dtype), like.shape) for m in (a, b, c))
    return Tridiagonal(d, axis, **options).solve(a, b, c, d, out=out)


class Compact(_Solver):
    """A compact difference, filter or mid-point scheme (compact_schemes) along an axis of arrays like f.

        derivative = spate.Compact(f, "first-6", axis=0, spacing=dy)
        dfdy = derivative(f)
    """

    _kind = "compact"

    def __init__(self, like, scheme="first-6", axis=-1, spacing=1.0, periodic=False, **options):
        self._like = m = _Memory(like)
        n = len(m.shape)
        if not 1 <= n <= 3:
            raise ValueError("compact differences are of arrays of one, two or three dimensions")
        axis %= n
        made = options_of("spate_compact_options", dict(options, scheme=scheme, spacing=spacing, periodic=int(periodic)))
        made.precision = m.bits
        made.direction = n - 1 - axis
        s = _api.spate_compact_scheme()
        if not lib.spate_compact_find(scheme.encode(), ctypes.byref(s)):
            raise ValueError(f"{scheme!r} is not one of {', '.join(compact_schemes())}")
        results = lib.spate_compact_results(ctypes.byref(s), m.shape[axis], int(periodic))
        self._shape = tuple(results if k == axis else size for k, size in enumerate(m.shape))
        self._out = m if self._shape == m.shape else _Memory(np.empty(self._shape, np.float32 if m.bits == 32 else np.float64))
        for k in range(n):  # x is the last axis
            made.size[n - 1 - k] = m.shape[k]
            made.stride[n - 1 - k] = m.steps[k]
            made.out_stride[n - 1 - k] = self._out.steps[k]
        for k in range(n, 3):
            made.size[k] = 1
            made.stride[k] = made.out_stride[k] = 1 + max(abs(step) * size for step, size in zip(m.steps, m.shape))
        made.memory = _api.SPATE_MEMORY_DEVICE if m.device else _api.SPATE_MEMORY_HOST
        self._create(ctypes.byref(made))
        self._check(lib.spate_compact_setup(self._handle))

    def __call__(self, f, out=None):
        given = _Memory(f, self._like).laid_out_as(self._like, "f")
        return _solved(self._out, out, lambda g: self._call(given, g))

    def _call(self, given, g):
        self._check(lib.spate_compact_apply(self._handle, given.pointer, g))
        self._check(lib.spate_compact_wait(self._handle))


def compact(f, scheme="first-6", axis=-1, spacing=1.0, periodic=False, out=None, **options):
    """A compact difference, filter or mid-point value of f along an axis."""
    return Compact(f, scheme, axis, spacing, periodic, **options)(f, out=out)


def compact_schemes():
    """The names of schemes."""
    return _names(lib.spate_compact_schemes())


def _names(words):
    found = []
    while words[len(found)]:
        found.append(words[len(found)].decode())
    return found


class Krylov(_Solver):
    """Conjugate gradients for a symmetric positive definite system on a grid of ny x nx unknowns.

        solver = spate.Krylov(centre, east, north, preconditioner="multigrid", relative=1e-8)
        x = solver.solve(b)

    Arrays are [j, i]. east couples (i, j) with (i+1, j), north with (i, j+1); couplings out of the grid are 0. With
    north_east and north_west there are 9 points. Options are the members of spate_krylov_options (krylov.h).
    """

    _kind = "krylov"

    def __init__(self, centre, east, north, north_east=None, north_west=None, **options):
        given = [centre, east, north] + [c for c in (north_east, north_west) if c is not None]
        first = _Memory(centre)
        if len(first.shape) != 2:
            raise ValueError("the arrays of the matrix have two dimensions")
        made = options_of("spate_krylov_options", dict(options, ny=first.shape[0], nx=first.shape[1]))
        mixed = made.precision == _api.SPATE_KRYLOV_MIXED
        self._bits = first.bits if "precision" not in options else 64 if mixed else made.precision
        if not mixed:
            made.precision = self._bits
        made.points = 9 if len(given) == 5 else 5
        made.memory = _api.SPATE_MEMORY_DEVICE if first.device else _api.SPATE_MEMORY_HOST
        self._device, self._shape, self._warm = first.device, first.shape, made.warm_start
        self._create(ctypes.byref(made))
        arrays = [self._rows(a, "the matrix") for a in given]
        m = _api.spate_krylov_matrix(centre=arrays[0].pointer, east=arrays[1].pointer, north=arrays[2].pointer)
        if len(arrays) == 5:
            m.north_east, m.north_west = arrays[3].pointer, arrays[4].pointer
        self._check(lib.spate_krylov_set_matrix(self._handle, ctypes.byref(m)))
        self._check(lib.spate_krylov_setup(self._handle))

    def _rows(self, a, name):
        """Packed rows."""
        m = _Memory(a)
        if not m.device:
            real = np.float32 if self._bits == 32 else np.float64
            m = _Memory(np.ascontiguousarray(np.broadcast_to(m.kept, self._shape), real))
        packed = (self._shape[1], 1)
        if m.device != self._device or m.shape != self._shape or m.bits != self._bits or m.steps != packed:
            raise ValueError(f"{name} must have the shape {self._shape}, {self._bits} bits and packed rows, in the memory of the "
                             "matrix")
        return m

    def solve(self, b, x0=None, out=None):
        """x. x0: the first iterate, with the option warm_start=1."""
        given = self._rows(b, "b")
        if out is None:
            if self._device:
                raise ValueError("give `out` for results on a GPU")
            out = np.zeros(self._shape, np.float32 if self._bits == 32 else np.float64)
            if x0 is not None:
                out[...] = x0
        x = _Memory(out, writeable=True)
        if x.shape != self._shape or x.bits != self._bits or x.steps != (self._shape[1], 1):
            raise ValueError(f"out must have the shape {self._shape}, {self._bits} bits and packed rows")
        p, q = ctypes.c_void_p(given.pointer), ctypes.c_void_p(x.pointer)
        self._check(lib.spate_krylov_solve(self._handle, ctypes.byref(p), ctypes.byref(q)))
        return out

    @staticmethod
    def preconditioners():
        """Their names."""
        return _names(lib.spate_krylov_preconditioners())
