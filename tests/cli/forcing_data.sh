#!/bin/sh
# A case file with every kind of forcing and the data it needs, all as text, so that GPU machines without GDAL can run it.
# A valley of 4 x 3 km with a bay in the east: river, brook, tide, wave, rating curve and open edge, rain from a series,
# inflow and outflow inside the grid, Green-Ampt infiltration from maps, wind, Coriolis, a levee that is overtopped, friction
# by classes, gauges, sections. Usage: forcing_data.sh FOLDER
set -eu
mkdir -p "$1"
cd "$1"

# raster FILE NX NY CELL EXPRESSION: an .asc of an expression in x and y, m from the south-west corner.
raster() {
    awk -v nx="$2" -v ny="$3" -v cell="$4" 'BEGIN {
        print "ncols " nx "\nnrows " ny "\nxllcorner 0\nyllcorner 0\ncellsize " cell
        for (j = ny - 1; j >= 0; --j)
            for (i = 0; i < nx; ++i) {
                x = (i + 0.5) * cell; y = (j + 0.5) * cell
                printf "%.4f%s", ('"$5"'), i < nx - 1 ? " " : "\n"
            }
    }' >"$1"
}

# The valley falls to the east; a channel meanders through it, and beyond 3200 m lies the bay.
raster bed.asc 200 150 20 '(x < 3200 ? 12 - 0.003 * x : 2.4 - 0.012 * (x - 3200)) + 6e-6 * (y - 1500) ^ 2 \
    - 2.5 * exp(-((y - 1500 - 250 * sin(x / 400)) / 60) ^ 2) + 0.3 * sin(x / 37) * sin(y / 53)'
raster classes.asc 80 60 50 'x > 3200 ? 1 : (int(x / 400) + int(y / 300)) % 2 ? 2 : 3'
raster conductivity.asc 40 30 100 '2 + int(x / 500) % 3'
raster suction.asc 40 30 100 '0.05 + 0.00002 * y'
cat >classes.csv <<END
class,manning
1,0.025
2,0.035
3,0.06
END
cat >river.csv <<END
time [s],discharge [m3/s]
0,20
600,120
2400,180
3600,90
END
cat >tide.csv <<END
time [s],level [m]
0,0.5
1800,1.6
3600,0.9
END
cat >rain.csv <<END
time [s],rain [mm/h]
0,0
300,25
2400,4
3600,0
END
cat >wind.csv <<END
time [s],speed [m/s],direction [deg]
0,5,240
1800,18,250
3600,12,300
END
cat >rating.csv <<END
level [m],discharge [m3/s]
4,0
6,15
9,60
END
cat >pump.csv <<END
time [s],discharge [m3/s]
0,0
900,-3
2700,-1
3600,-1
END

cat >forcing.yaml <<END
spate: 1
title: Every forcing at once
time: {end: 1 h}
grid: {resolution: 20 m}
terrain:
  layers: [{file: bed.asc, offset: -0.25 m}]
  bed: bilinear
  walls:
    - {name: levee, line: [[1200, 1750], [1800, 1800], [2600, 1780]], crest: 7.4 m}
    - {name: pier, line: [[3300, 900], [3500, 900]]}
manning: {classes: classes.asc, table: classes.csv}
initial:
  - {level: 0.5 m, connected_to: sea}
  - {depth: 0.4 m, u: 0.3 m/s, within: [[200, 1000], [1400, 1000], [1400, 2000], [200, 2000]]}
boundaries:
  - {name: river, line: [[0, 1200], [0, 1800]], discharge: river.csv, slope: 0.003}
  - {name: sea, line: [[4000, 0], [4000, 1500]], level: tide.csv, absorbing: 10 min, ramp: 5 min}
  - name: swell
    line: [[4000, 1500], [4000, 3000]]
    wave: {constituents: [{amplitude: 0.3 m, period: 4 min}, {amplitude: 0.1 m, period: 61 s, phase: 40 deg}], mean: 0.5 m}
    still: 0.5 m
  - {name: ditch, line: [[1000, 0], [1600, 0]], normal_depth: {slope: 0.002}}
  - {name: weir, line: [[1000, 3000], [1600, 3000]], rating: rating.csv}
  - {name: field, line: [[2000, 3000], [2600, 3000]], open: yes}
rain: rain.csv
inflows:
  - {name: spring, at: [700, 2300], radius: 40 m, discharge: 4 m3/s}
  - {name: pump, within: [[1500, 1400], [1700, 1400], [1700, 1600], [1500, 1600]], discharge: pump.csv}
infiltration:
  green_ampt:
    conductivity: {file: conductivity.asc, unit: mm/h}
    suction: {file: suction.asc, unit: m}
    deficit: 0.25
wind: {file: wind.csv}
coriolis: {latitude: 52 deg}
gauges:
  - {name: bridge, at: [1600, 1310]}
  - {name: harbour, at: [3700, 1000]}
sections:
  - {name: valley, line: [[2400, 2600], [2400, 400]]}
output:
  maps: {every: 20 min}
  series: {every: 5 min}
  geotiff: no
END
