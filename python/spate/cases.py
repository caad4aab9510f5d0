"""Case files: run at once or step by step."""
import ctypes
import datetime
import os

from . import _api, _library, results
from ._library import context, lib, options_of, word
from .fields import Asking, Fields


def _text(value):
    """A value of a key as YAML has it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_text(v) for v in value) + "]"
    return repr(float(value)) if isinstance(value, float) else str(value)


class Progress:
    """Where a case is: t, duration and dt in s, step."""

    def __init__(self, now):
        self.t, self.duration, self.dt, self.step = now.t, now.duration, now.dt, now.step

    @property
    def fraction(self):
        return self.t / self.duration


class Case(Fields):
    """A case file, read and checked, at its start. Fields are those of Simulation.

        with spate.Case("valley.yaml", set={"manning": 0.04}) as case:
            while case.t < case.duration:
                case.advance(case.t + 60)
                print(case.t, case.depth.max())
            case.finish()

    set: changes to keys of the case. out: folder of the results, CASE.out by default; results: "new" (the folder must not
    exist), "overwrite", "resume" or "none" (writes nothing). progress(p) is called some ten times a second; a true
    result saves a checkpoint and stops with spate.Stopped.
    """

    def __init__(self, file, set=None, out=None, results="new", progress=None, network=False):
        self._context = context()
        self._case = None
        asking = self._asking = Asking(progress)
        ask = dict(_api.spate_case_options._fields_)["progress"]
        self._ask = ask(lambda now, user: asking(Progress(now[0])))
        sets = [f"{key}={_text(value)}".encode() for key, value in (set or {}).items()]
        o = options_of("spate_case_options", {"results": word("spate_case_results", results), "network": int(network)})
        o.set = (ctypes.c_char_p * len(sets))(*sets)
        o.set_count = len(sets)
        o.folder = None if out is None else os.fspath(out).encode()
        o.progress = self._ask
        case = ctypes.c_void_p()
        self._check(lib.spate_case_open(self._context.handle, os.fspath(file).encode(), ctypes.byref(o),
                                        ctypes.byref(case)))
        self._case = case
        _library.alive.add(self)
        self._sim = lib.spate_case_sim(case)
        i = _api.spate_case_info()
        self._check(lib.spate_case_get_info(case, ctypes.byref(i)))
        self.shape = (i.ny, i.nx)
        self.dx, self.dy, self.x0, self.y0 = i.dx, i.dy, i.x0, i.y0
        self.start = datetime.datetime.fromtimestamp(i.start, datetime.timezone.utc)
        self.duration = i.duration
        self.crs, self.folder, self.scheme = (text.decode() for text in (i.crs, i.folder, i.scheme))
        names = (("sections", lib.spate_case_section_name), ("boundaries", lib.spate_case_boundary_name),
                 ("inflows", lib.spate_case_inflow_name))
        for kind, name in names:
            setattr(self, kind, [name(case, n).decode() for n in range(getattr(i, kind))])
        self._gauges = {}
        for n in range(i.gauges):
            g = _api.spate_case_gauge()
            self._check(lib.spate_case_get_gauge(case, n, ctypes.byref(g)))
            self._gauges[g.name.decode()] = {"x": g.x, "y": g.y, "cell": tuple(g.cell), "observed": g.observed.decode()}

    @property
    def gauges(self):
        """Name: x, y, cell (i, j) and the file of measurements ("": none)."""
        return self._gauges

    def at_gauges(self):
        """Name: bed, level, depth, u, v now."""
        if not self._gauges:
            return {}
        names = ("bed", "level", "depth", "u", "v")
        rows = self.cells([g["cell"] for g in self._gauges.values()])
        return {name: dict(zip(names, row.tolist())) for name, row in zip(self._gauges, rows)}

    @property
    def t(self):
        """Time since the start, s."""
        return lib.spate_case_time(self._open())

    @property
    def resolved(self):
        """The case with all defaults, as YAML."""
        return lib.spate_case_resolved(self._open()).decode()

    def _open(self):
        if not self._case:
            raise ValueError("the case is closed")
        return self._case

    def _call(self, function, *arguments):
        with self._asking.listening():
            status = function(self._open(), *arguments)
        self._asking.check(status, self._context)
        return self

    def advance(self, t):
        """To time t (s since the start, at most the end), writing what is due on the way."""
        return self._call(lib.spate_case_advance, min(float(t), self.duration))

    def run(self):
        """To the end, and finishes."""
        return self._call(lib.spate_case_run)

    def save(self):
        """Saves a checkpoint."""
        return self._call(lib.spate_case_save)

    def finish(self):
        """Completes the results, at the end of the case."""
        return self._call(lib.spate_case_finish)

    def close(self):
        """What was written stays as it is; results="resume" goes on from its last checkpoint."""
        if self._case:
            lib.spate_case_close(self._case)
            self._case = self._sim = None

    _release = close

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()

    def __del__(self):
        if lib is not None:
            self.close()


def run(file, set=None, out=None, overwrite=False, resume=False, progress=None, network=False):
    """Runs a case file to its end, as `spate run`, and opens the results.

        results = spate.run("valley.yaml", set={"manning": 0.04, "time.end": "2 h"}, out="n40.out", overwrite=True)
        print(results.maxima.max_depth.max())
    """
    mode = "overwrite" if overwrite else "resume" if resume else "new"
    with Case(file, set=set, out=out, results=mode, progress=progress, network=network) as case:
        case.run()
        folder, rank = case.folder, case._context.rank
    return results.open(folder) if rank == 0 else None


def check(file, set=None, network=False):
    """Reads a case and all its data and writes nothing; an ArgumentError or DataError has every mistake."""
    return Case(file, set=set, results="none", network=network)

