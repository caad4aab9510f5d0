"""What simulations and cases have in common: fields, statistics, and functions that the library calls."""
import contextlib
import ctypes
import signal
import threading

import numpy as np

from . import _api, _arrays
from ._library import lib, word

# As attributes; "duration" is that of a case, and its field is get("duration").
_readable = [name for name in _api.ENUMS["spate_field_name"] if name not in ("friction", "duration")]


class DeviceView:
    """A field in the memory of a GPU, read-only, in the form that cupy, numba and torch share."""

    def __init__(self, owner, view):
        size = view.precision // 8
        self.owner = owner  # memory lives as long as the view
        self.__cuda_array_interface__ = {
            "version": 3, "typestr": f"<f{size}", "shape": (view.ny, view.nx),
            "strides": (view.pitch * size, size), "data": (view.values, True)}


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

    def device_view(self, name="depth"):
        """As view, but in the memory of the GPU that computes the part: an object with __cuda_array_interface__, for
        cupy.asarray, numba or torch.as_tensor."""
        v = _api.spate_view()
        if lib.spate_part_count(self._sim) != 1:
            raise ValueError("a view needs a simulation of one part on this process; use get")
        self._check(lib.spate_get_device_view(self._sim, word("spate_field_name", name), 0, ctypes.byref(v)))
        return DeviceView(self, v)

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
