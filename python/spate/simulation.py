"""A simulation of one's own: grid, bed, water, forcing from numpy arrays."""
import contextlib
import ctypes
import signal
import threading

import numpy as np

from . import _api, _arrays, _library
from ._library import context, lib, options_of, word

# As attributes; "duration" is that of a case, and its field is get("duration").
_readable = [name for name in _api.ENUMS["spate_field_name"] if name not in ("friction", "duration")]


class Fields:
    """What simulations and cases have in common: fields and statistics of a grid of cells.

    Arrays are a[j, i]: row 0 in the south, column 0 in the west. Under mpirun all ranks make the same calls, and rank 0
    gets fields; the others get None.
    """

    _context = None
    _sim = None
    shape = None

    def _check(self, status):
        self._context.check(status)

    def get(self, name, out=None, dtype=np.float64):
        """A field (spate.FIELDS has their names) in a new array, or in `out`, which may have any steps."""
        number = word("spate_field_name", name)
        if self._context.rank != 0:
            none = _api.spate_array(precision=64)
            self._check(lib.spate_get_array(self._sim, number, ctypes.byref(none)))
            return None
        a = np.empty(self.shape, dtype) if out is None else _arrays.floats(out, writeable=True)
        if a.shape != self.shape:
            raise ValueError(f"the array to write to has the shape {a.shape}, the grid {self.shape}")
        self._check(lib.spate_get_array(self._sim, number, ctypes.byref(_arrays.field(a))))
        return a

    def view(self, name="depth"):
        """Depth or momentum_x, momentum_y where the simulation itself has them, read-only, without a copy.

        Valid until the simulation is advanced or changed. Needs one part (the default of one device).
        """
        v = _api.spate_view()
        if lib.spate_part_count(self._sim) != 1:
            raise ValueError("a view needs a simulation of one part on this process; use get")
        self._check(lib.spate_get_view(self._sim, word("spate_field_name", name), 0, ctypes.byref(v)))
        real = ctypes.c_float if v.precision == 32 else ctypes.c_double
        rows = (real * ((v.ny - 1) * v.pitch + v.nx)).from_address(v.values)
        rows.owner = self  # memory lives as long as the view
        a = np.lib.stride_tricks.as_strided(np.frombuffer(rows, real), (v.ny, v.nx),
                                            (v.pitch * ctypes.sizeof(real), ctypes.sizeof(real)), writeable=False)
        return a

    @property
    def stats(self):
        """Time, steps, volumes, mass error and so on (spate_stats of spate.h) as a dictionary."""
        s = _api.spate_stats()
        self._check(lib.spate_get_stats(self._sim, ctypes.byref(s)))
        values = {}
        for name, _ in s._fields_:
            value = getattr(s, name)
            if isinstance(value, bytes):
                value = value.decode()
            elif isinstance(value, ctypes.Array):
                value = {lib.spate_section_name(k).decode(): x for k, x in enumerate(value)}
            values[name] = value
        return values

    def cells(self, places):
        """Bed, level, depth, u, v of cells [(i, j), ...] as an array of five columns, on every rank."""
        ij = np.ascontiguousarray(places, np.int64).reshape(-1, 2)
        values = np.empty((len(ij), 5))
        self._check(lib.spate_get_cells(self._sim, len(ij), ij.ctypes.data_as(ctypes.POINTER(ctypes.c_int64)),
                                        values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))))
        return values

    def _put(self, name, values):
        shape = self.shape
        if name == "bed" and getattr(self, "_bilinear", False):
            shape = (shape[0] + 1, shape[1] + 1)
        a = _arrays.grid(values, shape, name)
        self._check(lib.spate_set_array(self._sim, word("spate_field_name", name), ctypes.byref(_arrays.field(a))))

    def set_velocity(self, u=0.0, v=0.0):
        """At cell centres; after the depth."""
        u, v = (_arrays.grid(w, self.shape, "a velocity") for w in (u, v))
        self._check(lib.spate_set_velocity_arrays(self._sim, ctypes.byref(_arrays.field(u)),
                                                  ctypes.byref(_arrays.field(v))))

    def set_rain_map(self, rain):
        """m/s; from now on until the next one. None: no map."""
        a = None if rain is None else _arrays.grid(rain, self.shape, "rain")
        self._check(lib.spate_set_rain_array(self._sim, None if a is None else ctypes.byref(_arrays.field(a))))


def _field(name, settable):
    def get(self):
        return self.get(name)

    def put(self, values):
        self._put(name, values)

    return property(get, put if settable else None, doc=f"The field {name} as a new array.")


for _name in _readable:
    setattr(Fields, _name, _field(_name, _name in ("active", "bed", "level", "depth")))
Fields.friction = property(None, lambda self, values: self._put("friction", values),
                           doc="Coefficients of the law of friction; to be set.")


class Asking:
    """Calls a Python function from the library, and keeps what it raises and Ctrl-C until the library has returned."""

    def __init__(self, function):
        self.function, self.raised = function, None

    def __call__(self, *arguments):
        try:
            if self.function and self.function(*arguments):
                return 1
        except BaseException as e:
            self.raised = self.raised or e
        return 1 if self.raised else 0

    def _interrupt(self, number, frame):
        self.raised = KeyboardInterrupt()

    @contextlib.contextmanager
    def listening(self):
        """Python would raise KeyboardInterrupt between the library and the function, where nobody can catch it."""
        self.raised = None
        ours = (threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        if ours:
            signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            if ours:
                signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(self, status, context):
        if self.raised is not None:
            raise self.raised
        context.check(status)


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
