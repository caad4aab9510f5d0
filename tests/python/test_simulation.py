"""Simulations: arrays of any layout, views without copies, progress, Ctrl-C, forcing."""
import ctypes
import os
import signal

import numpy as np
import pytest

import spate
from spate import _api, _library

NX, NY = 70, 45


def bed_and_level():
    x, y = np.meshgrid(np.arange(NX) + 0.5, np.arange(NY) + 0.5)
    bed = 1 + 0.03 * x - 0.01 * y
    return bed, np.where(x < 30, 5, bed + 0.25)


def run(bed, level, **options):
    sim = spate.Simulation(NX, NY, dx=2, dy=3, **options)
    sim.bed = bed
    sim.level = level
    return sim.step(5)


def layouts(a):
    """The same values at other steps."""
    wide = np.zeros((2 * NY, 3 * NX))
    wide[::2, ::3] = a
    return [np.asfortranarray(a), wide[::2, ::3], a[::-1, ::-1].copy()[::-1, ::-1], a.tolist(), a.astype(">f8"), a.astype(object)]


def test_arrays_of_every_layout_give_the_same_bits():
    bed, level = bed_and_level()
    depth = run(bed, level).depth
    assert depth.shape == (NY, NX) and depth.max() > 1
    for b, w in zip(layouts(bed), layouts(level)):
        np.testing.assert_array_equal(run(b, w).depth, depth)


def test_numbers_and_rows_are_broadcast():
    sim = spate.Simulation(NX, NY)
    sim.bed = 1.0
    np.testing.assert_array_equal(sim.bed, np.ones((NY, NX)))
    sim.depth = np.linspace(0, 1, NX)
    assert (np.ptp(sim.depth, axis=0) == 0).all() and sim.depth[0, -1] == 1
    with pytest.raises(ValueError, match="the shape .*is needed"):
        sim.level = np.zeros((NX, NY))


def test_fields_go_into_arrays_of_the_caller():
    sim = run(*bed_and_level())
    room = np.zeros((NY, 2 * NX), np.float32)
    out = sim.get("level", out=room[:, 1::2])
    assert np.shares_memory(out, room) and not room[:, ::2].any()
    np.testing.assert_array_equal(room[:, 1::2], sim.level.astype(np.float32))
    with pytest.raises(ValueError, match="writeable"):
        sim.get("level", out=np.zeros((NY, NX), int))
    with pytest.raises(spate.ArgumentError, match="not one of"):
        sim.get("dept")


def test_a_view_is_the_memory_of_the_simulation():
    for precision in (32, 64):
        sim = run(*bed_and_level(), precision=precision)
        view = sim.view("depth")
        inside = _api.spate_view()
        _library.lib.spate_get_view(sim._sim, 0, 0, ctypes.byref(inside))
        assert view.ctypes.data == inside.values and view.dtype.itemsize * 8 == precision
        np.testing.assert_array_equal(view, sim.depth)
        with pytest.raises(ValueError):
            view[0, 0] = 1
    with pytest.raises(spate.ArgumentError, match="views of"):
        sim.view("level")


def test_errors_are_exceptions_with_the_message():
    with pytest.raises(spate.ArgumentError, match="nx is 0: give the number of cells") as e:
        spate.Simulation(0, 3)
    assert isinstance(e.value, ValueError) and e.value.status == _api.SPATE_ERROR_ARGUMENT
    with pytest.raises(TypeError, match="schem is not an option"):
        spate.Simulation(3, 3, schem="adi")
    with pytest.raises(ValueError, match="'sideways' is not one of .*energy"):
        spate.Simulation(8, 8, scheme="staggered", advection="sideways")
    with pytest.raises(spate.BackendError):
        spate.Simulation(8, 8, backend="abacus")
    sim = spate.Simulation(8, 8)
    with pytest.raises(spate.DataError, match="x = 2.5, y = 0.5"):
        sim.bed = np.where(np.arange(8) == 2, np.nan, 0)


def test_options_are_words():
    sim = spate.Simulation(64, 32, edges=("periodic", "periodic", "wall", "open"), scheme="staggered",
                           advection="momentum", precision="f32")
    sim.bed = 0
    sim.level = 1
    sim.step()
    assert sim.stats["backend"] == "cpu"


def test_progress_is_called_and_stops():
    seen = []
    sim = run(*bed_and_level())
    with pytest.raises(spate.Stopped):
        sim.advance(1e3, progress=lambda t, dt, step: seen.append(step) or len(seen) == 3)
    assert seen == [6, 7, 8]

    def wrong(t, dt, step):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        sim.advance(1e3, progress=wrong)
    assert sim.stats["steps"] == 9


def test_ctrl_c_stops_between_steps():
    sim = run(*bed_and_level())
    with pytest.raises(KeyboardInterrupt):
        sim.advance(1e6, progress=lambda t, dt, step: os.kill(os.getpid(), signal.SIGINT))
    assert sim.stats["steps"] == 6 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    sim.step()


def test_rain_and_boundaries():
    sim = spate.Simulation(64, 32, dx=10, friction="manning", friction_coefficient=0.03)
    sim.bed = -1e-3 * sim.x
    river = sim.add_boundary("discharge", lambda face: face.edge == 0 and 100 < face.y < 200, ([0, 10], [2.5, 2.5]), slope=1e-3)
    out = sim.add_boundary("normal_depth", "east", slope=1e-3)
    sim.depth = 0.1
    sim.set_rain(1e-5)
    sim.track_maxima()
    sim.advance(20)
    assert sim.boundary(river)["faces"] == 10 and sim.boundary(out)["faces"] == 32
    # A discharge is met in every step: the sum of 50 m3 in f64 has a rounding for each face and step.
    roundings = 10 * sim.stats["steps"] * np.finfo(float).eps
    assert abs(sim.boundary(river)["entered"] - 50) <= 50 * roundings
    rain = 1e-5 * 20 * 640 * 320
    assert abs(sim.stats["rain"] - rain) <= rain * roundings
    assert sim.max_depth.max() >= sim.depth.max()


def test_the_bed_of_corners_has_one_more():
    sim = spate.Simulation(8, 4, bed_model="bilinear")
    sim.bed = np.arange(9.0)
    np.testing.assert_array_equal(sim.bed, np.broadcast_to(np.arange(8) + 0.5, (4, 8)))
