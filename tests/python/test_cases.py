"""Case files and results: a run from Python leaves what its fields say, as xarray opens it."""
import subprocess
import sys

import numpy as np
import pytest

import spate

xarray = pytest.importorskip("xarray")


def test_results_are_those_of_the_simulation(case):
    with spate.Case(case, set={"manning": 0.04}) as c:
        c.run()
        depth = c.depth
        gauge = c.at_gauges()["g"]
        assert c.t == c.duration == 40 and c.shape == (20, 30) and c.start.isoformat() == "2024-01-02T00:00:00+00:00"
        assert c.boundaries == ["out"] and c.sections == ["s"] and c.gauges["g"]["cell"] == (20, 10)
        assert "manning: 0.04" in c.resolved
        largest = c.max_depth
    r = spate.open(case.with_suffix(".out"))
    np.testing.assert_array_equal(r.maps.depth[-1], depth.astype(np.float32))
    np.testing.assert_array_equal(np.squeeze(r.state.depth), depth)
    assert (r.maps.time.values == np.datetime64("2024-01-02") + np.array([0, 20, 40], "timedelta64[s]")).all()
    np.testing.assert_array_equal(r.maxima.max_depth, largest.astype(np.float32))
    assert r.maxima.arrival.dtype == np.float32
    g = r.gauges["g"]
    assert len(g.time) == 5 and g.level.units == "m" and g.time[-1] == r.maps.time[-1]
    assert abs(float(g.depth[-1]) - gauge["depth"]) < 1e-6  # as printed
    assert np.isfinite(r.sections["s"].volume).all() and r.balance.volume[0] == pytest.approx(r.balance.volume[-1] + r.balance.left[-1])
    assert r.record["status"] == "done" and r.record["case"]["manning"] == 0.04


def test_run_gives_the_results_and_progress(case):
    seen = []
    r = spate.run(case, set={"time.end": "20 s", "output.maxima": ["depth"]}, out=case.parent / "other", progress=seen.append)
    assert seen and 0 < seen[0].fraction <= 1 and seen[0].duration == 20
    assert "max_depth" in r.maxima and "max_speed" not in r.maxima
    with pytest.raises(spate.OutputError, match="other"):
        spate.run(case, out=case.parent / "other")
    spate.run(case, out=case.parent / "other", overwrite=True)


def test_a_stopped_run_goes_on(case):
    with pytest.raises(spate.Stopped, match="with a checkpoint"):
        spate.run(case, progress=lambda p: True)
    r = spate.run(case, resume=True)
    again = spate.run(case, out=case.parent / "once.out")
    np.testing.assert_array_equal(r.maps.depth, again.maps.depth)


def test_water_may_be_changed_on_the_way(case):
    with spate.Case(case, results="none") as c:
        c.advance(10)
        before = c.stats["volume"]
        c.depth = c.depth + 0.5
        c.set_rain_map(np.full(c.shape, 1e-5))
        c.advance(20)
        assert c.stats["volume"] > before
        assert not case.with_suffix(".out").exists()
    with pytest.raises(ValueError, match="closed"):
        c.advance(30)


def test_mistakes_have_their_place(case):
    with pytest.raises(spate.ArgumentError, match="did you mean manning"):
        spate.check(case, set={"maning": 0.03})
    with pytest.raises(spate.Error, match="missing.yaml"):
        spate.check(case.parent / "missing.yaml")
    with pytest.raises(FileNotFoundError, match="not a folder of results"):
        spate.open(case.parent)
    assert spate.check(case).crs == ""


def test_warnings_go_to_a_function(case):
    heard = []
    spate.log_to(lambda level, text: heard.append(level))
    spate.check(case)
    spate.log_to(None)
    assert "info" in heard


def test_numpy_alone_is_imported():
    code = "import sys; sys.path.insert(0, %r); import spate; print(*[m for m in ('xarray', 'netCDF4', 'matplotlib') if m in sys.modules])"
    folder = spate.__path__[0].rsplit("/", 1)[0]
    assert subprocess.run([sys.executable, "-c", code % folder], capture_output=True, text=True, check=True).stdout.strip() == ""
