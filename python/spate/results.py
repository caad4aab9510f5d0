"""The folder that a run leaves, as xarray."""
import builtins
import csv
import json
import os

import numpy as np


def _xarray():
    try:
        import xarray
    except ImportError:
        raise ImportError("results are opened as xarray: install python3-xarray and python3-netcdf4") from None
    return xarray


def series(file):
    """A series that Spate wrote, or one with such a header: dates in the first column, then `name [unit]`."""
    with builtins.open(file, encoding="utf-8", newline="") as f:
        head, *rows = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
    names = [h.partition(" [")[0] if h.endswith("]") else h for h in head]
    units = [h.partition(" [")[2][:-1] if h.endswith("]") else "" for h in head]
    time = np.array([r[0].rstrip("Z") for r in rows], "datetime64[ns]")
    made = _xarray().Dataset(coords={"time": time})
    for k in range(1, len(head)):
        values = np.array([float(r[k]) if r[k] else np.nan for r in rows])
        made[names[k]] = ("time", values, {"units": units[k]} if units[k] else {})
    return made


class Results:
    """Results of a run: maps, maxima, state, gauges, sections, balance (xarray), record (run.json).

    Files are opened when they are first asked for. Values are in m, s, m/s; y ascends.
    """

    def __init__(self, folder):
        self.folder = os.fspath(folder)
        if not os.path.exists(os.path.join(self.folder, "run.json")):
            raise FileNotFoundError(f"{self.folder} has no run.json: it is not a folder of results")
        self._opened = {}

    def _dataset(self, name):
        if name not in self._opened:
            path = os.path.join(self.folder, name)
            if not os.path.exists(path):
                raise FileNotFoundError(f"{path} is not there; the run is '{self.record['status']}', and the case decides "
                                        "what is written (output.maps, output.maxima)")
            self._opened[name] = _xarray().open_dataset(path)
        return self._opened[name]

    @property
    def maps(self):
        """bed, depth, level, u, v against time."""
        return self._dataset("maps.nc")

    @property
    def maxima(self):
        """The largest values of the run, arrival, duration, hazard. Times are numbers in s."""
        if "max.nc" not in self._opened:
            path = os.path.join(self.folder, "max.nc")
            if os.path.exists(path):  # xarray would make dates of arrival and duration
                self._opened["max.nc"] = _xarray().open_dataset(path, decode_timedelta=False)
        return self._dataset("max.nc")

    @property
    def state(self):
        """The state at the end: bed, depth, u, v in f64."""
        return self._dataset("state.nc")

    @property
    def record(self):
        """run.json: the case with all defaults, versions, statistics, files."""
        if "run.json" not in self._opened:
            with builtins.open(os.path.join(self.folder, "run.json"), encoding="utf-8") as f:
                self._opened["run.json"] = json.load(f)
        return self._opened["run.json"]

    def _series(self, path):
        if path not in self._opened:
            self._opened[path] = series(os.path.join(self.folder, path))
        return self._opened[path]

    def _folder(self, name):
        folder = os.path.join(self.folder, name)
        files = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return {f[:-4]: self._series(os.path.join(name, f)) for f in files if f.endswith(".csv")}

    @property
    def gauges(self):
        """Name: bed, level, depth, u, v against time."""
        return self._folder("gauges")

    @property
    def sections(self):
        """Name: discharge (m3/s, mean since the line before) and volume (m3) against time."""
        return self._folder("sections")

    @property
    def balance(self):
        """The water balance (mass.csv) against time."""
        return self._series("mass.csv")

    def __repr__(self):
        return f"<results of Spate in {self.folder}, {self.record['status']}>"


def open(folder):
    """The results in a folder, CASE.out."""
    return Results(folder)
