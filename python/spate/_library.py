"""Finds libspate.so, declares its functions and turns its statuses into exceptions."""
import atexit
import ctypes
import os
import threading
import weakref

from . import _api
from ._place import FOLDERS, NAME

_here = os.path.dirname(os.path.abspath(__file__))


class Error(Exception):
    """A call of the library failed; the message says where, what, and what to do."""

    status = None  # as SPATE_ERROR_... in _api

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = self.status if status is None else status


class ArgumentError(Error, ValueError):
    """A wrong argument, or a mistake in a case file."""


class DataError(Error):
    """Wrong input data."""


class BackendError(Error):
    """A backend, device or plug-in is not available."""


class NumericalError(Error, ArithmeticError):
    """The computation failed: a NaN, a bound, or an iteration that did not converge."""


class OutputError(Error, OSError):
    """Results cannot be written."""

    __str__ = Exception.__str__


class Stopped(Error):
    """A progress function asked for a stop."""


_kinds = {
    _api.SPATE_ERROR_MEMORY: type("OutOfMemoryError", (Error, MemoryError), {"__module__": __name__}),
    _api.SPATE_ERROR_ARGUMENT: ArgumentError,
    _api.SPATE_ERROR_DATA: DataError,
    _api.SPATE_ERROR_BACKEND: BackendError,
    _api.SPATE_ERROR_NUMERICAL: NumericalError,
    _api.SPATE_ERROR_NOT_CONVERGED: NumericalError,
    _api.SPATE_ERROR_INDEFINITE: NumericalError,
    _api.SPATE_ERROR_SINGULAR: NumericalError,
    _api.SPATE_ERROR_OUTPUT: OutputError,
    _api.SPATE_STOPPED: Stopped,
    _api.SPATE_STOPPED_SAVED: Stopped,
}


def _find():
    """$SPATE_LIBRARY, where the installation has it, the build folder of a source tree, or the loader's choice."""
    given = os.environ.get("SPATE_LIBRARY")
    if given:
        return given
    for folder in FOLDERS:
        path = os.path.normpath(os.path.join(_here, folder, NAME))
        if os.path.exists(path):
            return path
    return NAME


def _wait_turns():
    """Turns of the loop in which a thread waits before it sleeps, chosen as by the program (tools/spate/openmp.c)."""
    try:
        with open("/proc/loadavg", encoding="ascii") as file:
            others = int(file.read().split()[3].split("/")[0]) - 1
        busy = others + len(os.sched_getaffinity(0)) > os.cpu_count()
    except (OSError, ValueError, IndexError, AttributeError):
        busy = False
    return "100" if busy else "5000"


def _open(path):
    """libgomp reads its variables when it is loaded: with the library, unless another package has loaded it before. What
    this process starts later must not inherit the choice."""
    if "GOMP_SPINCOUNT" in os.environ or "OMP_WAIT_POLICY" in os.environ:
        return ctypes.CDLL(path)
    os.environ["GOMP_SPINCOUNT"] = _wait_turns()
    try:
        return ctypes.CDLL(path)
    finally:
        del os.environ["GOMP_SPINCOUNT"]


def _load():
    path = _find()
    try:
        found = _open(path)
    except OSError as e:
        raise ImportError(f"{path} does not load ({e}); build and install Spate (make install), or set SPATE_LIBRARY "
                          "to the path of libspate.so") from None
    for name, (result, arguments) in _api.FUNCTIONS.items():
        function = getattr(found, name, None)  # one that an older library does not have fails when it is called
        if function is not None:
            function.restype, function.argtypes = result, arguments
    return found


lib = _load()
version = lib.spate_version().decode()


class Context:
    """A group of processes with its messages. One for each thread that calls the library."""

    def __init__(self, handle):
        self.handle = handle
        self.on_log = None
        self._log = _api.spate_log_fn(self._hear)
        lib.spate_set_log(handle, self._log, None)

    def _hear(self, level, text, user):
        if self.on_log:
            self.on_log("warning" if level == _api.SPATE_LOG_WARNING else "info", text.decode(errors="replace"))

    @property
    def rank(self):
        return lib.spate_rank(self.handle)

    @property
    def ranks(self):
        return lib.spate_rank_count(self.handle)

    def check(self, status):
        if status != _api.SPATE_OK:
            text = lib.spate_message(self.handle).decode(errors="replace")
            raise _kinds.get(status, Error)(text or lib.spate_status_text(status).decode(), status)

    def release(self):
        if self.handle:
            lib.spate_set_log(self.handle, _api.spate_log_fn(), None)
            lib.spate_context_destroy(self.handle)
            self.handle = None

    def __del__(self):
        if lib is not None:
            self.release()


alive = weakref.WeakSet()  # simulations, cases and solvers, which must go before their context
_contexts = weakref.WeakSet()


@atexit.register
def _end():
    """MPI must be finalised while the process still works."""
    for one in list(alive):
        one._release()
    for one in list(_contexts):
        one.release()


_local = threading.local()
_main = threading.main_thread()
_logger = None


def _created(create, *arguments):
    handle = ctypes.c_void_p()
    status = create(*arguments, ctypes.byref(handle))
    if status != _api.SPATE_OK:
        raise _kinds.get(status, Error)("no context: " + lib.spate_status_text(status).decode(), status)
    made = Context(handle)
    made.on_log = _logger
    _contexts.add(made)
    return made


def context():
    """That of this thread. The main thread joins the other ranks of mpirun."""
    if not hasattr(_local, "context"):
        main = threading.current_thread() is _main
        _local.context = _created(lib.spate_context_create_parallel if main else lib.spate_context_create)
    return _local.context


def use(communicator):
    """From now on this thread computes with the ranks of a communicator of mpi4py."""
    _local.context = _created(lib.spate_context_create_mpi, communicator.py2f())


def log_to(function):
    """Messages of the library go to function(level, text), level "info" or "warning"; None: nowhere."""
    global _logger
    _logger = function
    context().on_log = function


# ---- structures of options ----

def options_of(kind, values):
    """A structure of options with its defaults and these values. Enumerations are words."""
    made = getattr(_api, kind)()
    getattr(lib, kind + "_default_sized")(ctypes.byref(made), ctypes.sizeof(made))
    set_members(made, kind, values)
    return made


def word(enum, value):
    """The number of a word of an enumeration."""
    known = _api.ENUMS[enum]
    key = str(value).lower().replace("-", "_")
    if key not in known:
        raise ArgumentError(f"{value!r} is not one of {', '.join(known)}", _api.SPATE_ERROR_ARGUMENT)
    return known[key]


def set_members(made, kind, values):
    enums = _api.ENUM_MEMBERS.get(kind, {})
    known = [name for name, _ in made._fields_ if name != "struct_size"]
    for name, value in values.items():
        if name not in known:
            raise TypeError(f"{name} is not an option; there are {', '.join(known)}")
        if name in enums and isinstance(getattr(made, name), ctypes.Array):
            value = type(getattr(made, name))(*(word(enums[name], v) for v in value))
        elif name in enums and isinstance(value, str):
            value = word(enums[name], value)
        elif isinstance(value, str):
            value = value.encode()
        elif isinstance(value, (tuple, list)):
            value = type(getattr(made, name))(*value)
        setattr(made, name, value)
