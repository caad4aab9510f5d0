"""Runs of which every depth is known, and the servers that show them."""
import atexit
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

SPATE = os.environ["SPATE"]
RAIN = 1e-4  # m/s

# Two closed basins with a gap of inactive cells between them. The east one, a metre lower, is filled to 0 m.
NX, NY, CELL, GAP = 64, 40, 10, (31, 32)
CASE = """spate: 1
title: two basins
time: {start: 2024-01-01T00:00Z, end: 5000 s}
grid: {resolution: 10 m}
terrain: {layers: [{file: basins.asc}], nodata: inactive}
manning: 0.03
initial: [{level: 0 m}]
rain: 360 mm/h
gauges: [{name: west, at: [155, 205]}, {name: east, at: [485, 205]}]
sections: [{name: across, line: [[100, 300], [100, 100]]}]
output: {maps: {every: 1000 s, variables: [depth, level, velocity]}, series: {every: 500 s},
  maxima: [depth, level, speed, hazard, arrival, hazard_arr], rasters: asc}
solver: {precision: f32, threads: 1}
"""


def depth_of(basin, t):
    return RAIN * t + (1 if basin == "east" else 0)


def write_case(folder):
    row = " ".join("-9999" if i in GAP else "0" if i < GAP[0] else "-1" for i in range(NX))
    with open(os.path.join(folder, "basins.asc"), "w") as out:
        out.write(f"ncols {NX}\nnrows {NY}\nxllcorner 0\nyllcorner 0\ncellsize {CELL}\nNODATA_value -9999\n")
        out.write((row + "\n") * NY)
    with open(os.path.join(folder, "basins.yaml"), "w") as out:
        out.write(CASE)


def run(folder, *options):
    subprocess.run([SPATE, "run", "basins.yaml", "--quiet", *options], cwd=folder, check=True)


# A test that fails or is ended leaves no process behind.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


class Process:
    """A program that goes on until it is ended."""

    def __init__(self, arguments, folder, stream):
        pipes = {stream: subprocess.PIPE}
        self.process = subprocess.Popen([SPATE, *arguments], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                                        **({"stderr": subprocess.DEVNULL} | pipes if stream == "stdout" else pipes))
        self.folder, self.children = folder, []
        atexit.register(self.leave)
        line = getattr(self.process, stream).readline()
        if not line.startswith("view "):
            raise RuntimeError(f"no address: {line!r}")
        self.address = line.split()[1]
        if stream == "stderr": # the page beside a run
            self.children = open(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read().split()

    def get(self, path, method="GET"):
        """Status code and body."""
        try:
            with urllib.request.urlopen(urllib.request.Request(self.address + path, method=method)) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()

    def json(self, path):
        code, body = self.get(path)
        return json.loads(body) if code == 200 else None

    def state(self):
        return self.json("0/state/0.json") or {"status": "", "frames": 0, "t": None}

    def wait_for(self, wanted, what, limit=300):
        """Until wanted(); returns what it returns."""
        end = time.monotonic() + limit
        while not (found := wanted()):
            if time.monotonic() > end:
                raise RuntimeError(f"not within {limit} s: {what}; the state is {self.state()}")
            time.sleep(0.05)
        return found

    def wait_state(self, wanted, limit=300):
        """Until wanted(state); returns that state."""
        def look():
            state = self.state()
            return state if wanted(state) else None
        return self.wait_for(look, "the state that a test waits for", limit)

    def send(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(300)

    def leave(self):
        self.process.kill()
        self.end_children()

    def end_children(self):
        for child in self.children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.children = []


def view(folder, *options):
    return Process(["view", *options], folder, "stdout")


def live(folder, *options):
    """A run that would take hours, with its page. Its frames come a few times a second."""
    return Process(["run", "basins.yaml", "--quiet", "--view", "--control", "--set", "time.end=1e9 s", "--set",
                    "output.maps.every=5000 s", *options], folder, "stderr")
