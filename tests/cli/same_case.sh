#!/bin/sh
# Claim: the same case mirrored, transposed, at UTM offsets and raised by 1000 m gives the same result, in f32
# and f64: every digit of depth, u and v at the gauges and in the last state (in full precision), and of the
# largest depths and speeds; the water balance except for the order of its sums. One
# exception is below.
# Usage: same_case.sh path/to/spate
# shellcheck disable=SC2012,SC2086 # names of our own making
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# @x,y@ is a position, %edge% an edge, #z# a height; 48 x 32 cells of 10 m.
cat >template <<'END'
spate: 1
time: {end: 10 min}
terrain: {file: NAME.asc, walls: [{line: [@300,0@, @300,220@], crest: #3.5#}]}
manning: 0.03
initial:
  - {level: #7#, within: [@0,0@, @120,0@, @120,320@, @0,320@]}
  - {level: #1.25#, within: [@360,0@, @480,0@, @480,320@, @360,320@]}
boundaries:
  - {name: river, line: [@0,110@, @0,190@], discharge: 30 m3/s, slope: 0.002}
  - {name: sea, edge: %east%, level: #1.25#}
rain: 20 mm/h
gauges:
  - {name: a, at: @95,205@}
  - {name: b, at: @205,155@}
  - {name: c, at: @295,85@}
  - {name: d, at: @315,85@}
  - {name: e, at: @425,245@}
output: {maps: {every: 0}, series: {every: 10 s}}
END

# make NAME: the case in one of its variants. Heights are multiples of 1/64 m, exact in f32 even at 1000 m.
make() {
    awk -v v="$1" '
        function place(t,  p, x, y, k) {
            split(t, p, ",")
            x = p[1]; y = p[2]
            if (v == "mirror_x") x = 480 - x
            if (v == "mirror_y") y = 320 - y
            if (v == "transposed") { k = x; x = y; y = k }
            if (v == "utm") { x += 500000; y += 5400000 }
            return "[" x ", " y "]"
        }
        function edge(t) {
            return v == "mirror_x" ? "west" : v == "transposed" ? "north" : t
        }
        function height(t) { return t + (v == "raised" ? 1000 : 0) }
        function replace(mark, kind,  n, part, k, s) {
            n = split($0, part, mark)
            s = part[1]
            for (k = 2; k <= n; ++k)
                s = s (k % 2 ? part[k] : kind == 1 ? place(part[k]) : kind == 2 ? edge(part[k]) : height(part[k]))
            $0 = s
        }
        BEGIN { CONVFMT = OFMT = "%.10g" }
        { sub(/NAME/, v); replace("@", 1); replace("%", 2); replace("#", 3); print }' template >"$1.yaml"
    awk -v v="$1" '
        function bed(i, j) {
            return int(64 * (5 - 0.1 * i + 0.01 * (j - 13) ^ 2 + 0.4 * sin(i * j))) / 64 + (v == "raised" ? 1000 : 0)
        }
        BEGIN {
            nx = v == "transposed" ? 32 : 48
            ny = v == "transposed" ? 48 : 32
            print "ncols " nx "\nnrows " ny
            print v == "utm" ? "xllcorner 500000\nyllcorner 5400000" : "xllcorner 0\nyllcorner 0"
            print "cellsize 10\nNODATA_value -9999"
            for (j = ny - 1; j >= 0; --j)
                for (i = 0; i < nx; ++i)
                    printf "%.6f%s", v == "mirror_x" ? bed(47 - i, j) : v == "mirror_y" ? bed(i, 31 - j) : \
                        v == "transposed" ? bed(j, i) : bed(i, j), i < nx - 1 ? " " : "\n"
        }' >"$1.asc"
}

# gauges NAME: depth, u and v of all gauges, transformed back to the original case.
gauges() {
    for g in a b c d e; do
        awk -F, -v v="${1%.*}" -v g=$g '
            function minus(t) { return t ~ /^-/ ? substr(t, 2) : t + 0 == 0 ? t : "-" t }
            function plain(t) { return t == "-0" ? "0" : t }
            NR == 1 {
                for (k = 1; k <= NF; ++k) { name = $k; sub(/ .*/, "", name); c[name] = k }
                if (!("depth" in c) || !("u" in c) || !("v" in c)) exit 1
                next
            }
            {
                x = $c["u"]; y = $c["v"]
                if (v == "mirror_x") x = minus(x)
                if (v == "mirror_y") y = minus(y)
                if (v == "transposed") { x = $c["v"]; y = $c["u"] }
                print g, $c["elapsed"], $c["depth"], plain(x), plain(y)
            }' "$1.out/gauges/$g.csv"
    done
}

# field NAME FILE VARIABLE: its cells, transformed back to the original case.
field() {
    wanted=$3
    case ${1%.*}.$3 in
    transposed.u) wanted=v ;;
    transposed.v) wanted=u ;;
    esac
    ncdump -p 9,17 -v "$wanted" "$1.out/$2" | awk -v v="${1%.*}" -v name="$wanted" '
        $1 == name && $2 == "=" { on = 1; sub(/.*=/, "") }
        on { gsub(/[,;}]/, " "); for (k = 1; k <= NF; ++k) value[n++] = $k }
        function minus(t) { return t ~ /^-/ ? substr(t, 2) : "-" t }
        END {
            turned = (v == "mirror_x" && name == "u") || (v == "mirror_y" && name == "v")
            for (j = 0; j < 32; ++j)
                for (i = 0; i < 48; ++i) {
                    t = value[v == "mirror_x" ? 48 * j + 47 - i : v == "mirror_y" ? 48 * (31 - j) + i : \
                        v == "transposed" ? 32 * i + j : 48 * j + i]
                    if (turned) t = minus(t)
                    print t == "-0" ? "0" : t
                }
            exit n != 1536
        }'
}

# same WHAT A B: equal texts; otherwise prints how many lines differ and by how much.
same() {
    if cmp -s "$2" "$3"; then
        echo "$1: equal, $(wc -l <"$2") lines"
        return
    fi
    difference=$(paste -d ' ' "$2" "$3" | awk '{
        half = NF / 2
        different = 0
        for (k = 1; k <= half; ++k)
            if ($k != $(k + half)) {
                d = $k - $(k + half)
                if (d < 0) d = -d
                if (d > most) most = d
                different = 1
            }
        lines += different
    } END { print lines " of " NR " lines differ, by up to " most }')
    if awk -v d="${difference##* }" -v a="$allowed" 'BEGIN { exit !(d + 0 <= a + 0 && a + 0 > 0) }'; then
        echo "$1: $difference"
    else
        fail "$1: $difference"
    fi
}

# balanced NAME A B: volumes to 1e-12 of the largest. They are sums over the faces of a boundary in the order
# of the grid, and over the steps: about 4000 additions with an error of 1.1e-16 each.
balanced() {
    paste -d ' ' "$2" "$3" | awk -v name="$1" 'NR > 1 {
        half = NF / 2
        for (k = 2; k <= half; ++k) {
            d = $k - $(k + half)
            if (d < 0) d = -d
            if (d > most) most = d
            if ($k > large) large = $k
        }
    } END {
        printf "%s water balance: within %.2g of %.6g m3\n", name, most, large
        exit !(NR > 50 && most <= 1e-12 * large)
    }' || fail "$1: the water balance differs"
}

# The flow of the river is distributed over its faces by sums in the order of the grid, which mirror_y
# reverses: in f64 its last digits may differ (measured: 3e-15 m, 1.5e-13 m/s; allowed: 1e-10), and without the
# river (f32n, f64n) they may not.
for precision in f32 f64 f32n f64n; do
    variants="plain mirror_x mirror_y transposed utm raised"
    [ $precision = ${precision%n} ] || variants="plain mirror_y"
    for v in $variants; do
        make $v
        [ $precision = ${precision%n} ] || { sed '/name: river/d' $v.yaml >dry.yaml && mv dry.yaml $v.yaml; }
        name=$v.$precision
        allowed=0
        [ $name != mirror_y.f64 ] || allowed=1e-10
        "$spate" run $v.yaml --threads 1 --quiet --set solver.precision=${precision%n} --out $name.out >out.txt 2>err.txt
        code=$?
        if grep -q "without libyaml" err.txt; then
            echo "skipped: no libyaml in this build"
            exit 77
        fi
        [ $code = 0 ] || { fail "$name: exit $code: $(head -n 3 err.txt)"; continue; }
        gauges $name >$name.gauges
        cut -d , -f 2-11 $name.out/mass.csv | tr -d ' ' | tr , ' ' >$name.balance
        [ $v = plain ] || same "$name gauges" plain.$precision.gauges $name.gauges
        [ $v = plain ] || balanced "$name" plain.$precision.balance $name.balance
        command -v ncdump >/dev/null 2>&1 || continue
        for what in max.nc,max_depth max.nc,max_speed state.nc,depth state.nc,u state.nc,v; do
            field $name ${what%,*} ${what#*,} >$name.$what || fail "$name: $what has not 48 x 32 values"
            [ $v = plain ] || same "$name $what" plain.$precision.$what $name.$what
        done
    done
    # The water must move: a dry or still case would prove nothing.
    awk '$4 > 0.5 || $4 < -0.5 { ++fast } END { exit fast < 10 }' plain.$precision.gauges ||
        fail "$precision: hardly any flow at the gauges"
done
command -v ncdump >/dev/null 2>&1 || echo "skipped: maxima and last state, no ncdump"
finish "the same answer everywhere"
