"""Prints a hash of depths, the same on any number of ranks (tests/parallel/ranks.sh). No import but numpy and spate."""
import hashlib
import os
import sys

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import spate  # noqa: E402

x, y = np.meshgrid(np.arange(120), np.arange(64))
sim = spate.Simulation(120, 64, dx=2)
sim.bed = 0.01 * x + 0.02 * y
sim.level = np.where(x < 40, 3, 0)
sim.step(20)
depth = sim.get("depth")
if depth is not None:
    print(hashlib.sha256(depth.tobytes()).hexdigest(), depth.shape)
