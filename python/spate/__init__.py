"""Spate from Python: case files, simulations of one's own, results, and solvers.

    import spate
    results = spate.run("valley.yaml", set={"manning": 0.04})
    results.maxima.max_depth.plot()

docs/library.md describes it. Numpy is needed; xarray and netCDF4 to open results.
"""
from . import _api
from ._library import (ArgumentError, BackendError, DataError, Error, NumericalError, OutputError, Stopped, context, log_to,
                       use, version as __version__)
from .cases import Case, Progress, check, run
from .results import Results, open, series
from .simulation import Simulation
from .solvers import Compact, Krylov, Tridiagonal, compact, compact_schemes, tridiagonal

FIELDS = tuple(_api.ENUMS["spate_field_name"])

__all__ = ["ArgumentError", "BackendError", "Case", "Compact", "DataError", "Error", "FIELDS", "Krylov", "NumericalError",
           "OutputError", "Progress", "Results", "Simulation", "Stopped", "Tridiagonal", "check", "compact",
           "compact_schemes", "context", "log_to", "open", "run", "series", "tridiagonal", "use", "__version__"]
