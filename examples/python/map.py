#!/usr/bin/python3
"""Runs a case and draws a map of its largest depths with matplotlib.

    python3 map.py case.yaml map.png
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import spate

file, picture = (sys.argv[1:] + ["case.yaml", "map.png"][len(sys.argv) - 1:])[:2]
results = spate.run(file, overwrite=True, progress=lambda p: print(f"\r{100 * p.fraction:3.0f} %", end="", flush=True))
maxima = results.maxima

figure, axes = plt.subplots(figsize=(10, 3), layout="constrained")
maxima.bed.plot.contour(ax=axes, levels=15, colors="tan", linewidths=0.7)
maxima.max_depth.where(maxima.max_depth > 0.05).plot(ax=axes, cmap="Blues", vmin=0, cbar_kwargs={"label": "largest depth (m)"})
axes.set(aspect="equal", title=results.record["title"], xlabel="x (m)", ylabel="y (m)")
figure.savefig(picture, dpi=120)
print(f"\r{picture}: at most {float(maxima.max_depth.max()):.2f} m deep")
