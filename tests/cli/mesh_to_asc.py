#!/usr/bin/env python3
"""Claim: examples/malpasset/mesh_to_asc.py makes of a mesh over a plane the plane itself, and NODATA
outside it. Linear interpolation is exact on a plane but for roundings: of the reals of the file (4 or
8 bytes), and to the 4 decimals that are written. Usage: mesh_to_asc.py path/to/mesh_to_asc.py"""
import os
import struct
import subprocess
import sys
import tempfile

script = sys.argv[1]
folder = tempfile.TemporaryDirectory()
failures = 0


def check(holds, what):
    global failures
    if not holds:
        print("FAIL: " + what)
        failures += 1


def path(name):
    return os.path.join(folder.name, name)


def record(body):
    size = struct.pack(">i", len(body))
    return size + body + size


def text(words, length):
    return words.ljust(length).encode("ascii")


def plane(x, y):
    return 3 + 0.25 * x - 0.5 * y


# An L of three unit squares, 30 m wide each, two triangles a square, its corner at (-7, 11).
WIDTH, X0, Y0 = 30, -7, 11
SQUARES = [(0, 0), (1, 0), (0, 1)]


def mesh(real, origin=(0, 0), bottom="BOTTOM", dated=False, corner_shift=0):
    points = sorted({(i + di, j + dj) for i, j in SQUARES for di in (0, 1) for dj in (0, 1)})
    number = {point: n + 1 for n, point in enumerate(points)}
    triangles = []
    for i, j in SQUARES:
        a, b, c, d = (number[i + di, j + dj] for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)))
        triangles += [a, b, c, a, d, c]  # one of each turn
    triangles[0] += corner_shift
    xs = [X0 + WIDTH * i for i, _ in points]
    ys = [Y0 + WIDTH * j for _, j in points]
    kind = "d" if real == 8 else "f"

    def reals(values):
        return record(struct.pack(">%d%s" % (len(values), kind), *values))

    def integers(*values):
        return record(struct.pack(">%di" % len(values), *values))

    body = record(text("a small L", 72) + (b"SERAFIND" if real == 8 else b"SERAFIN "))
    body += integers(2, 0) + record(text("FRICTION", 32)) + record(text(bottom, 16) + text("M", 16))
    body += integers(1, 0, origin[0], origin[1], 0, 0, 0, 0, 0, int(dated))
    body += integers(1959, 12, 2, 21, 13, 0) if dated else b""
    body += integers(len(triangles) // 3, len(points), 3, 1) + integers(*triangles)
    body += integers(*([0] * len(points)))
    body += reals([x - origin[0] for x in xs]) + reals([y - origin[1] for y in ys])
    body += reals([0.0]) + reals([30.0] * len(points))
    return body + reals([plane(x, y) for x, y in zip(xs, ys)])


def run(data, *options):
    with open(path("mesh.slf"), "wb") as file:
        file.write(data)
    if os.path.exists(path("dem.asc")):
        os.remove(path("dem.asc"))
    return subprocess.run([sys.executable, script, path("mesh.slf"), path("dem.asc"), *options],
                          capture_output=True, text=True, check=False)


def inside(x, y):
    return any(X0 + WIDTH * i < x < X0 + WIDTH * (i + 1) and Y0 + WIDTH * j < y < Y0 + WIDTH * (j + 1)
               for i, j in SQUARES)


def on_plane(name, cell, **kinds):
    done = run(mesh(**kinds), "--cell", str(cell))
    check(done.returncode == 0, "%s: %s" % (name, done.stderr))
    if done.returncode:
        return
    with open(path("dem.asc"), encoding="ascii") as file:
        lines = file.read().split("\n")
    head = {line.split()[0]: float(line.split()[1]) for line in lines[:6]}
    rows = [[float(v) for v in line.split()] for line in lines[6:] if line]
    check(head["cellsize"] == cell and len(rows) == head["nrows"] and
          all(len(row) == head["ncols"] for row in rows), name + ": the header is that of the rows")
    # 4 decimals; the file's reals are exact (small multiples of 1/4); arithmetic in double
    worst, wrong, allowed = 0, 0, 0.5e-4 + 1e-12
    for n, row in enumerate(rows):
        for m, z in enumerate(row):
            x = head["xllcorner"] + (m + 0.5) * cell
            y = head["yllcorner"] + (len(rows) - n - 0.5) * cell
            if inside(x, y):
                worst = max(worst, abs(z - plane(x, y)))
            else:
                wrong += z != -9999
    print("%s: %d x %d cells, off by %.1e m at most" % (name, len(rows[0]), len(rows), worst))
    check(worst <= allowed, "%s: the plane is off by %g" % (name, worst))
    check(wrong == 0, "%s: %d cells outside have a value" % (name, wrong))


on_plane("4-byte reals", 4, real=4)
on_plane("8-byte reals", 7.5, real=8)
on_plane("an origin and a date", 5, real=4, origin=(100, -2000), dated=True)
on_plane("in French", 11, real=8, bottom="FOND")

whole = mesh(4)
for what, data, words in (("a file that ends early", whole[:len(whole) - 20], "cut off"),
                          ("no records", b"no mesh at all, but some text", "no SELAFIN"),
                          ("an empty file", b"", "ends where"),
                          ("no bottom", mesh(4, bottom="ROUGHNESS"), "no variable BOTTOM"),
                          ("a point that is not there", mesh(4, corner_shift=90), "names point")):
    said = run(data)
    check(said.returncode == 1 and words in said.stderr and "Traceback" not in said.stderr,
          "%s: exit %d, %s" % (what, said.returncode, said.stderr))
    check(not os.path.exists(path("dem.asc")), what + ": nothing is written")
check(run(whole, "--cell", "0").returncode == 2, "a cell of 0 m is refused")

print("%d failures" % failures)
sys.exit(failures != 0)
