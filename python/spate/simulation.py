"""A simulation of one's own: grid, bed, water, forcing from numpy arrays."""
import ctypes
import threading

import numpy as np

from . import _api, _library
from ._library import context, lib, options_of, word
from .fields import Asking, Fields


class Simulation(Fields):
    """A simulation on nx x ny cells of dx x dy metres.

        sim = spate.Simulation(200, 100, dx=5, scheme="staggered", friction="manning", friction_coefficient=0.03)
        sim.bed = bed                  # arrays [ny, nx], numbers, or what broadcasts to it
        sim.level = 2.0
        sim.advance(60.0)
        depth = sim.depth

    Options are the members of spate_options in spate.h; enumerations are words, edges four of "wall", "open",
    "periodic" (west, east, south, north).
    """

    def __init__(self, nx, ny, dx=1.0, dy=None, **options):
        self._context = context()
        precision = options.pop("precision", 64)
        options.update(nx=nx, ny=ny, dx=dx, dy=dx if dy is None else dy)
        made = options_of("spate_options", options)
        if isinstance(precision, str):
            if not lib.spate_options_set_precision(ctypes.byref(made), precision.encode()):
                raise ValueError(f"precision is {precision!r}; it must be 'f32', 'f64' or 'mixed'")
        else:
            made.precision = precision
        sim = ctypes.c_void_p()
        self._check(lib.spate_sim_create(self._context.handle, ctypes.byref(made), ctypes.byref(sim)))
        self._sim = sim
        self._bilinear = made.bed_model == _api.SPATE_BED_BILINEAR
        self.shape = (ny, nx)
        self.x = made.x0 + made.dx * (np.arange(nx) + 0.5)
        self.y = made.y0 + made.dy * (np.arange(ny) + 0.5)
        self._kept = []  # of callbacks

        _library.alive.add(self)

    def _release(self):
        if self._sim:
            lib.spate_sim_destroy(self._sim)
            self._sim = None

    def __del__(self):
        if lib is not None:
            self._release()

    @property
    def t(self):
        """Time since the start, s."""
        return self.stats["t"]

    def advance(self, t, progress=None):
        """To time t, s. progress(t, dt, step) is called after every step; a true result stops."""
        return self._step(lib.spate_advance, float(t), progress)

    def step(self, steps=1, progress=None):
        """So many time steps."""
        return self._step(lib.spate_advance_steps, int(steps), progress)

    def _step(self, advance, until, progress):
        asking = Asking(progress)
        observer = _api.spate_observer_fn(lambda t, dt, step, user: asking(t, dt, step))
        here = progress or threading.current_thread() is threading.main_thread()  # where Ctrl-C arrives
        if here:
            lib.spate_set_observer(self._sim, observer, None)
        with asking.listening():
            status = advance(self._sim, until)
        if here:
            lib.spate_set_observer(self._sim, _api.spate_observer_fn(), None)
        asking.check(status, self._context)
        return self

    def track_maxima(self, wet_depth=0.05, duration_depth=0.3):
        """From now on max_depth, max_speed, arrival and so on are fields."""
        self._check(lib.spate_track_maxima(self._sim, wet_depth, duration_depth))

    def set_rain(self, rain):
        """m/s everywhere: a number, or (times, rates) with straight lines between."""
        self._check(lib.spate_set_rain(self._sim, ctypes.byref(_series(rain)[0])))

    def add_boundary(self, kind, where, series=None, name="", **more):
        """A boundary of a kind: "open", "level", "wave", "discharge", "normal_depth", "rating", "outfall", "wall".

        where: "west", "east", "south", "north", or a function of a face (members of spate_face). series: a number, or
        (times, values). more: members of spate_boundary, such as slope. Returns its number for `boundary`.
        """
        edges = ["west", "east", "south", "north"]
        if isinstance(where, str):
            edge = edges.index(where)
            takes = _api.spate_boundary._fields_[2][1](lambda face, user: int(face[0].edge == edge))
        else:
            takes = _api.spate_boundary._fields_[2][1](lambda face, user: int(bool(where(face[0]))))
        b = _api.spate_boundary(name=(name or f"{kind} {where}").encode(), kind=word("spate_boundary_kind", kind), takes=takes)
        kept = [takes]
        if series is not None:
            one, arrays = _series(series)
            b.series, b.series_count = ctypes.pointer(one), 1
            kept += [one, arrays]
        for key, value in more.items():
            setattr(b, key, value)
        self._check(lib.spate_add_boundary(self._sim, ctypes.byref(b)))
        self._kept.append(kept)
        return len(self._kept) - 1

    def boundary(self, number):
        """What went through a boundary: faces, entered and left (m3), shortfall, flow (m3/s)."""
        s = _api.spate_boundary_stats()
        self._check(lib.spate_get_boundary(self._sim, number, ctypes.byref(s)))
        return {name: getattr(s, name) for name, _ in s._fields_}


def _series(values):
    """A spate_series and the arrays that it points to."""
    t, v = ([0.0], [values]) if np.isscalar(values) else values
    arrays = [np.ascontiguousarray(a, np.float64) for a in (t, v)]
    if arrays[0].shape != arrays[1].shape or arrays[0].ndim != 1:
        raise ValueError("a series is a number, or a list of times and a list of as many values")
    pointers = [a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in arrays]
    return _api.spate_series(count=len(arrays[0]), t=pointers[0], value=pointers[1]), arrays
