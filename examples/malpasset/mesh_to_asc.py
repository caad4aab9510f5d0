#!/usr/bin/env python3
"""Makes the terrain of the Malpasset case from TELEMAC's mesh.

    examples/malpasset/mesh_to_asc.py geo_malpasset-large.slf malpasset/dem_15m.asc [--cell 15]

The mesh is not part of Spate: it comes with TELEMAC (GPL-3), in
examples/telemac2d/malpasset of https://gitlab.pam-retd.fr/otm/telemac-mascaret.
The elevation of a cell is that of the triangle over its centre, interpolated
linearly; cells without a triangle are NODATA. Needs Python 3 and nothing else.

SELAFIN (also SERAFIN) is a Fortran file of records, big-endian: a 4-byte length,
the bytes, the same length again. Records in order:

  title              80 characters; the last 8 are "SERAFIN " (4-byte reals) or "SERAFIND" (8-byte)
  counts             2 integers: variables NBV1 (linear), NBV2 (always 0 in new files)
  variables          one record each: 16 characters of name, 16 of unit
  parameters         10 integers; 3 and 4: origin of x and y; 10: 1 if a date follows
  date               6 integers, if there is one
  sizes              4 integers: triangles, points, points of a triangle (3), 1
  triangles          3 point numbers each, from 1
  boundary           1 integer a point; not needed here
  x, then y          1 real a point each
  time               1 real; then one record for each variable, 1 real a point

The elevation is the variable BOTTOM (English files) or FOND (French ones), at the first time.
"""
import argparse
import math
import struct
import sys

NODATA = -9999
BOTTOM = ("BOTTOM", "FOND")


class Wrong(Exception):
    """Something in the file that this program cannot use."""


class Records:
    """The records of a Fortran file, one after the other."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = file.read()
        self.at = 0
        self.number = 0

    def wrong(self, what):
        return Wrong("%s: record %d: %s" % (self.path, self.number, what))

    def next(self, what):
        self.number += 1
        head = self.data[self.at:self.at + 4]
        if len(head) < 4:
            raise self.wrong("the file ends where the %s should be" % what)
        size = struct.unpack(">i", head)[0]
        body = self.data[self.at + 4:self.at + 4 + size]
        tail = self.data[self.at + 4 + size:self.at + 8 + size] if size >= 0 else b""
        if tail != head:
            raise self.wrong("the %s are cut off, or this is no SELAFIN file (big-endian)" % what)
        self.at += 8 + size
        return body

    def numbers(self, what, count, kind):
        body = self.next(what)
        size = struct.calcsize(">" + kind)
        if len(body) < count * size:
            raise self.wrong("%d %s are wanted, there are %d" % (count, what, len(body) // size))
        return struct.unpack(">%d%s" % (count, kind), body[:count * size])


def read_mesh(path):
    """Points (x, y), their elevations, and triangles of point numbers from 0."""
    records = Records(path)
    title = records.next("title")
    real = "d" if title[-8:].strip() == b"SERAFIND" else "f"
    linear, quadratic = records.numbers("counts", 2, "i")
    names = [records.next("names of variables")[:16].decode("latin-1").strip().upper()
             for _ in range(linear + quadratic)]
    parameters = records.numbers("parameters", 10, "i")
    if parameters[9] == 1:
        records.next("date")
    triangles, points, corners, _ = records.numbers("sizes", 4, "i")
    if corners != 3:
        raise records.wrong("elements have %d points; triangles are wanted" % corners)
    corner = records.numbers("triangles", 3 * triangles, "i")
    if triangles and not 1 <= min(corner) <= max(corner) <= points:
        raise records.wrong("a triangle names point %d of %d"
                            % (max(corner) if max(corner) > points else min(corner), points))
    records.next("boundary numbers")
    x = [v + parameters[2] for v in records.numbers("x", points, real)]
    y = [v + parameters[3] for v in records.numbers("y", points, real)]
    wanted = [n for n, name in enumerate(names) if name in BOTTOM]
    if not wanted:
        raise Wrong("%s: no variable %s among: %s" % (path, " or ".join(BOTTOM), ", ".join(names)))
    records.next("time")
    for n in range(wanted[0] + 1):
        z = records.numbers("values of " + names[n], points, real)
    return x, y, z, [tuple(c - 1 for c in corner[3 * n:3 * n + 3]) for n in range(triangles)]


class Grid:
    """Cells whose edges lie on multiples of their size, around all points."""

    def __init__(self, x, y, cell):
        self.cell = cell
        self.west, self.south = math.floor(min(x) / cell), math.floor(min(y) / cell)
        self.columns = max(math.ceil(max(x) / cell) - self.west, 1)
        self.rows = max(math.ceil(max(y) / cell) - self.south, 1)
        self.z = [[None] * self.columns for _ in range(self.rows)]

    def centre(self, column, row):
        return (self.west + column + 0.5) * self.cell, (self.south + row + 0.5) * self.cell

    def span(self, low, high, first, count):
        """Columns or rows whose centres lie between low and high."""
        return range(max(math.ceil(low / self.cell - 0.5) - first, 0),
                     min(math.floor(high / self.cell - 0.5) - first + 1, count))

    def add(self, a, b, c):
        """The cells whose centres lie in the triangle of three points (x, y, z)."""
        twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        if twice == 0:
            return
        for row in self.span(min(a[1], b[1], c[1]), max(a[1], b[1], c[1]), self.south, self.rows):
            for column in self.span(min(a[0], b[0], c[0]), max(a[0], b[0], c[0]), self.west,
                                    self.columns):
                px, py = self.centre(column, row)
                v = ((px - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (py - a[1])) / twice
                w = ((b[0] - a[0]) * (py - a[1]) - (px - a[0]) * (b[1] - a[1])) / twice
                if v >= 0 and w >= 0 and v + w <= 1:
                    self.z[row][column] = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2])

    def write(self, path):
        with open(path, "w", encoding="ascii") as file:
            file.write("ncols %d\nnrows %d\nxllcorner %.10g\nyllcorner %.10g\ncellsize %.10g\n"
                       "NODATA_value %d\n" % (self.columns, self.rows, self.west * self.cell,
                                              self.south * self.cell, self.cell, NODATA))
            for row in reversed(self.z):
                file.write(" ".join(str(NODATA) if z is None else "%.4f" % z for z in row) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("mesh", help="a SELAFIN file")
    parser.add_argument("raster", help="the ESRI ASCII grid to write")
    parser.add_argument("--cell", type=float, default=15, help="size of a cell in m (15)")
    given = parser.parse_args()
    if not given.cell > 0:
        parser.error("--cell %g: a size above 0 is wanted" % given.cell)
    try:
        x, y, z, triangles = read_mesh(given.mesh)
        if not triangles:
            raise Wrong("%s: there are no triangles" % given.mesh)
        grid = Grid(x, y, given.cell)
        for corners in triangles:
            grid.add(*((x[n], y[n], z[n]) for n in corners))
        grid.write(given.raster)
    except (Wrong, OSError, struct.error) as error:
        sys.exit("mesh_to_asc: %s" % error)
    inside = sum(z is not None for row in grid.z for z in row)
    print("%s: %d x %d cells of %g m, %d of them inside %d triangles"
          % (given.raster, grid.columns, grid.rows, given.cell, inside, len(triangles)))


if __name__ == "__main__":
    main()
