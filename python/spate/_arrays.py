"""Numpy arrays as the arrays of the library."""
import numpy as np

from . import _api


def floats(values, writeable=False):
    """As an array of float32 or float64 in native order whose steps are whole values. A copy only where it is none."""
    a = np.asarray(values)
    if a.dtype not in (np.float32, np.float64) or not a.dtype.isnative:
        a = a.astype(np.float64)
    if any(s % a.itemsize for s in a.strides) or (a.size > 1 and not any(a.strides)):
        a = a.copy()
    if writeable and (a is not values or not a.flags.writeable):
        raise ValueError("the array to write to must be a writeable numpy array of float32 or float64")
    return a


def field(a):
    """A field of cells a[j, i], row 0 in the south."""
    steps = [s // a.itemsize for s in a.strides]
    return _api.spate_array(values=a.ctypes.data, precision=8 * a.itemsize, step_x=steps[1], step_y=steps[0],
                            nx=a.shape[1], ny=a.shape[0])


def grid(values, shape, name):
    """An array of this shape of numbers, arrays that broadcast to it, or a function of x and y."""
    a = np.asarray(values)
    if a.shape != shape:
        try:
            a = np.broadcast_to(a, shape)
        except ValueError:
            raise ValueError(f"{name} has the shape {a.shape}; {shape} (rows from the south, columns from the west) is "
                             "needed") from None
        a = np.ascontiguousarray(a)
    return floats(a)
