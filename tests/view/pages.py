"""Claims about what the server of spate view says: tiles hold the depths that are known, a running, paused, stopped,
killed and restarted run are told apart, without --control nothing can be changed, and who has no token, another name or
a path of files gets nothing. Usage: SPATE=... pages.py"""
import http.client
import shutil
import signal
import struct
import sys
import tempfile
import urllib.parse

from scene import CELL, GAP, NX, NY, RAIN, depth_of, live, run, view, write_case

failed = 0


def check(ok, what):
    global failed
    if not ok:
        failed += 1
        print("FAIL:", what)


def tile(server, path):
    """{(i, j): value} of a tile of level 0, by cell."""
    code, body = server.get("0/tile/" + path)
    if code != 200:
        raise RuntimeError(f"{path}: {code}")
    magic, w, h, base, step = struct.unpack_from("<4sHHdd", body)
    assert magic == b"SPT1" and len(body) == 24 + 3 * w * h
    codes = struct.unpack_from(f"<{w * h}H", body, 24)
    shares = body[24 + 2 * w * h:]
    return {(k % w - 2, k // w - 2): base + step * codes[k] for k in range(w * h)
            if shares[k] and 2 <= k % w < w - 2 and 2 <= k // w < h - 2}


def finished_run(folder):
    server = view(folder, "basins.out")
    meta, state = server.json("0/meta.json"), server.json("0/state/0.json")
    check(meta["grid"]["nx"] == NX and meta["grid"]["ny"] == NY and meta["grid"]["dx"] == CELL, f"grid: {meta['grid']}")
    check([g["name"] for g in meta["gauges"]] == ["west", "east"] and meta["gauges"][0]["at"] == [155, 205], "gauges")
    check(meta["sections"][0]["line"] == [[100, 300], [100, 100]], "sections")
    check(state["status"] == "done" and state["times"] == [0, 1000, 2000, 3000, 4000, 5000], f"state: {state}")
    worst = 0
    for frame, t in enumerate(state["times"]):
        depths, levels = tile(server, f"depth/{frame}/0/0/0"), tile(server, f"level/{frame}/0/0/0")
        west = (GAP[0]) * NY if t > 500 else 0
        check(len(depths) == west + (NX - GAP[1] - 1) * NY, f"frame {frame} has {len(depths)} wet cells")
        for (i, _), d in depths.items():
            worst = max(worst, abs(d - depth_of("west" if i < GAP[0] else "east", t)))
        for (i, j), z in levels.items():
            worst = max(worst, abs(z - depths[i, j] + (0 if i < GAP[0] else 1)))
    # A step of 16 bits over 1.5 m, and the rounding of depths in f32 over some 10 000 steps of the run.
    print(f"  depths are off by {worst:.2g} m at most")
    check(worst < 2 / 65535 + 1e-4, "depths of the tiles are wrong")
    check(set(tile(server, "hazard-arr/0/0/0/0").values()) <= {1, 2, 3, 4, 5, 6}, "classes")
    arrival = tile(server, "arrival/0/0/0/0")
    check(abs(arrival[5, 5] - 0.05 / RAIN) < 30, f"arrival in the west {arrival[5, 5]}")
    point = server.json("0/point/48/20/1/3")
    check([round(d, 3) for d in point["depth"]] == [1.1, 1.2, 1.3], f"point: {point}")
    legend = server.json("0/legend/depth.json")
    check(legend["label"] == "Depth (m)" and legend["low"] == 0 and legend["high"] == 1.5, f"legend: {legend['high']}")
    check(len(legend["colours"]) == 6 * 256, "colours")
    check(server.get("0/gauge/1.csv")[1].startswith(b"time,elapsed [s]"), "gauge")
    check(server.get("0/gauge/2.csv")[0] == 404 and server.get("1/meta.json")[0] == 404, "what is not there")
    for path in ("depth/6/0/0/0", "depth/0/1/0/0", "depth/0/0/1/0", "vorticity/0/0/0/0", "depth/0-0/0/0/0"):
        check(server.get("0/tile/" + path)[0] == 404, f"{path} is not there")
    code, body = server.get("0/stop", "POST")
    check(code == 403 and b"--control" in body, f"control without --control: {code}")
    check(server.end() == 0, "exit code of spate view")


def two_runs(folder):
    server = view(folder, "basins.out", "--against", "other.out")
    difference = tile(server, "depth/3-3/0/0/0")
    check(len(difference) == (NX - 2) * NY, "places of the difference")
    # The second run has half the rain: 1.5 dm at 3000 s.
    worst = max(abs(d - 0.5 * RAIN * 3000) for d in difference.values())
    check(worst < 2e-4, f"difference off by {worst}")
    legend = server.json("0/legend/difference-depth.json")
    check(legend["low"] == -legend["high"] and legend["high"] > 0, "legend of a difference")
    server.end()


def running_run(folder):
    page = live(folder, "--out", "live.out")
    page.wait_state(lambda s: s["status"] == "running" and s["frames"] >= 2 and s["t"])
    state = page.state()
    check("depth" in state["kinds"] and "max-depth" not in state["kinds"], f"kinds of a running run: {state['kinds']}")
    frame = state["frames"] - 1
    d = tile(page, f"depth/{frame}/0/0/0")[48, 20]
    check(abs(d - depth_of("east", state["times"][frame])) < 1e-3 * d, f"depth of a running run: {d}")
    check(page.get("0/pause", "POST")[0] == 200, "pause")
    paused = page.wait_state(lambda s: s["status"] == "paused")
    check(page.state()["t"] == paused["t"], "a paused run goes on")
    check(page.get("0/go-on", "POST")[0] == 200, "go on")
    page.wait_state(lambda s: s["status"] == "running" and s["t"] > paused["t"])
    check(page.get("0/stop", "POST")[0] == 200, "stop")
    check(page.process.wait(300) == 75, f"exit code of a stopped run: {page.process.returncode}")
    stopped = page.wait_state(lambda s: s["status"] == "stopped")
    check(page.get("0/pause", "POST")[0] == 409, "a stopped run is paused")
    page.end_children()

    page = live(folder, "--out", "live.out", "--resume")
    other = view(folder, "live.out")
    other.wait_state(lambda s: s["status"] == "running" and s["t"] and s["t"] > stopped["t"])
    page.end(signal.SIGKILL)
    killed = other.wait_state(lambda s: s["status"] == "killed")
    check(killed["frames"] >= stopped["frames"], "frames of a killed run")
    check(tile(other, "depth/0/0/0/0")[48, 20] == 1, "tiles of a killed run")
    # Another run in the same folder: the server opens it.
    page.end_children()
    run(folder, "--out", "live.out", "--overwrite", "--set", "title=begun again")
    again = other.wait_state(lambda s: s["status"] == "done")
    check(other.json("0/meta.json")["title"] == "begun again" and again["frames"] == 6, "a run begun again")
    other.end()


def strangers(folder):
    server = view(folder, "basins.out")
    at = urllib.parse.urlsplit(server.address)

    def code(path, method="GET", **headers):
        line = http.client.HTTPConnection(at.hostname, at.port)
        line.request(method, path, headers=headers) # the path as it is: nothing is resolved here
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status

    check(code(at.path) == 200, "the page with the token")
    wrong = at.path[:-2] + ("0" if at.path[-2] != "0" else "1") + "/"
    for path in ("/", wrong, wrong + "0/state/0.json", wrong + "../" + at.path[1:], at.path[:-1]):
        check(code(path) == 403, f"without the token: {path}")
    for host in ("evil.example", f"evil.example:{at.port}", "127.0.0.1", f"127.0.0.1:{at.port + 1}"):
        check(code(at.path, Host=host) == 421, f"under the name {host}")
    check(code(at.path + "0/stop", "POST", Origin="http://evil.example") == 421, "from a page of another site")
    for path in ("../run.json", "../../etc/passwd", "0/../../../etc/passwd", "0/gauge/../../run.json", "run.json",
                 "%2e%2e/run.json", "0/tile/../bed/0/0/0/0"):
        check(code(at.path + path) == 404, f"the path {path}")
    check(server.end() == 0, "exit code after strangers")


def refusals(folder):
    import subprocess

    from scene import SPATE
    for arguments, words in (([], "name the folder"), (["nowhere"], "nowhere"), (["."], "run.json")):
        done = subprocess.run([SPATE, "view", *arguments], cwd=folder, capture_output=True, text=True)
        check(done.returncode in (2, 3) and words in done.stderr, f"spate view {arguments}: {done.stderr}")


place = tempfile.mkdtemp(prefix="spate-view-")
try:
    write_case(place)
    run(place)
    run(place, "--out", "other.out", "--set", "rain=180 mm/h")
    for claim in (finished_run, two_runs, running_run, strangers, refusals):
        before = failed
        claim(place)
        print("ok  " if failed == before else "FAIL", claim.__name__)
finally:
    shutil.rmtree(place)
sys.exit(1 if failed else 0)
