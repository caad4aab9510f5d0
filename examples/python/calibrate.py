#!/usr/bin/python3
"""Finds the Manning's n with which a case meets the levels that its gauges have observed.

    python3 calibrate.py case.yaml            # gauges with `observed: FILE.csv` count
"""
import sys

import numpy as np

import spate


def levels(file, n):
    """Observed and computed levels of all gauges, at the times of the observations."""
    observed, computed = [], []
    with spate.Case(file, set={"manning": n}, results="none") as case:
        gauges = {name: spate.series(g["observed"]) for name, g in case.gauges.items() if g["observed"]}
        for t in sorted({float(t) for s in gauges.values() for t in s.elapsed}):
            case.advance(t)
            now = case.at_gauges()
            for name, s in gauges.items():
                if t in s.elapsed:
                    observed.append(float(s.level[s.elapsed == t]))
                    computed.append(now[name]["level"])
    return np.array(observed), np.array(computed)


def error(file, n):
    observed, computed = levels(file, n)
    rms = np.sqrt(np.nanmean((computed - observed) ** 2))
    print(f"n = {n:.4f}: the levels differ by {rms:.3f} m (root mean square)")
    return rms


file = sys.argv[1] if len(sys.argv) > 1 else "case.yaml"
low, high, golden = 0.01, 0.1, (5**0.5 - 1) / 2
n = [high - golden * (high - low), low + golden * (high - low)]
e = [error(file, m) for m in n]
while high - low > 0.001:  # the bracket shrinks by a golden section with one run
    worse = int(e[0] < e[1])
    low, high = (low, n[1]) if worse else (n[0], high)
    n = [high - golden * (high - low), n[0]] if worse else [n[1], low + golden * (high - low)]
    e = [error(file, n[0]), e[0]] if worse else [e[1], error(file, n[1])]
print(f"Manning's n is {(low + high) / 2:.3f}, to {(high - low) / 2:.4f}")
