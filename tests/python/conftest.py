"""The module of this tree over the library of the build that $SPATE_LIBRARY names."""
import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

CASE = """spate: 1
title: a bowl
time: {start: 2024-01-02T00:00Z, end: 40 s}
terrain: {file: bowl.asc}
manning: 0.03
initial: [{depth: 1 m, within: [[0, 0], [60, 0], [60, 100], [0, 100]]}]
boundaries: [{name: out, edge: east, open: yes}]
gauges: [{name: g, at: [100, 50]}]
sections: [{name: s, line: [[80, 100], [80, 0]]}]
output: {maps: {every: 20 s}, series: {every: 10 s}}
"""
NX, NY = 30, 20


@pytest.fixture
def case(tmp_path):
    """The path of a small case."""
    bed = 0.01 * np.arange(NX) + 0.002 * np.arange(NY)[:, None] ** 2
    rows = "\n".join(" ".join(f"{z:g}" for z in row) for row in bed[::-1])
    (tmp_path / "bowl.asc").write_text(f"ncols {NX}\nnrows {NY}\nxllcorner 0\nyllcorner 0\ncellsize 5\n{rows}\n")
    (tmp_path / "case.yaml").write_text(CASE)
    return tmp_path / "case.yaml"
