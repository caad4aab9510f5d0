"""Claims about the page of spate view, in a real browser: pixels have the colours of the depths that are known, the
slider moves time, two runs are compared, a running run advances by itself, and a stopped server is told.
Usage: SPATE=... browser.py [FOLDER]     screenshots go to FOLDER. Exit code 77: there is no browser."""
import os
import resource
import shutil
import sys
import tempfile
import time

from cdp import Browser, find_browser
from scene import depth_of, live, run, view, write_case

WEST, EAST, GAP = (155, 205), (485, 205), (320, 205)
failed = 0
pictures = sys.argv[1] if len(sys.argv) > 1 else None


def check(ok, what):
    global failed
    if not ok:
        failed += 1
        print("FAIL:", what)


def pixel(b, place):
    """The colour that the canvas has at a place of the map."""
    return tuple(b.evaluate(f"""(() => {{
        const s = spate.scene, p = spate.camera.project({place[0]}, {place[1]}), out = new Uint8Array(4), gl = s.gl;
        gl.readPixels(Math.round(p[0] * s.ratio), s.canvas.height - 1 - Math.round(p[1] * s.ratio), 1, 1,
          gl.RGBA, gl.UNSIGNED_BYTE, out);
        return [...out.slice(0, 3)];
    }})()"""))


def colours_of(legend, value, low, high):
    """The colour of a value, and its neighbours: half a step may be rounded either way."""
    at = round(255 * min(max((value - low) / (high - low), 0), 1))
    steps = [legend["colours"][6 * k:6 * k + 6] for k in range(max(at - 1, 0), min(at + 1, 255) + 1)]
    return [tuple(bytes.fromhex(s)) for s in steps]


def settle(b, frame):
    b.wait(f"document.documentElement.dataset.frame === '{frame}' && document.documentElement.dataset.complete === "
           "'true' && spate.layers[0].legend && !spate.scene.dirty")


def check_depths(b, legend, t):
    for name, place in (("west", WEST), ("east", EAST)):
        d = depth_of(name, t)
        got = pixel(b, place)
        if d >= 0.05:
            check(got in colours_of(legend, d, 0, 2), f"depth {d:.2f} at {name}, {t} s: {got}")
        else: # level ground in the sun: grey
            check(max(got) - min(got) < 12 and min(got) > 200, f"dry ground at {name}: {got}")
    check(min(pixel(b, GAP)) >= 226, "outside the model")


def picture(b, name):
    if pictures:
        b.picture(os.path.join(pictures, name + ".png"))


def the_pixels_have_the_colours_of_the_depths(b, folder):
    server = view(folder, "basins.out")
    legend = server.json("0/legend/depth.json")
    b.go(server.address + "#low=0&high=2")
    settle(b, 5)
    check_depths(b, legend, 5000)
    picture(b, "depth")
    check("finished" in b.evaluate("document.getElementById('status').textContent"), "status")
    # By the mouse on the slider, as a person does.
    box = b.evaluate("(() => { const r = document.getElementById('slider').getBoundingClientRect();"
                     " return [r.left, r.right, r.top + r.height / 2]; })()")
    b.click(box[0] + 8, box[2])
    settle(b, 0)
    check_depths(b, legend, 0)
    check("+0 s" in b.evaluate("document.getElementById('time').textContent"), "time")
    b.click((box[0] + box[1]) / 2 + 0.11 * (box[1] - box[0]), box[2])
    settle(b, 3)
    check_depths(b, legend, 3000)
    b.evaluate("document.getElementById('play').click()")
    b.wait("document.documentElement.dataset.frame !== '3'")
    b.evaluate("document.getElementById('play').click()")

    # A place that is clicked has its depths over time.
    at = b.evaluate(f"spate.camera.project({EAST[0]}, {EAST[1]})")
    b.click(*at)
    b.wait("document.querySelectorAll('#drawer .chart .line').length === 7")  # the place, 2 gauges, a section, 3 of the balance
    picture(b, "charts")
    b.evaluate("document.getElementById('oblique').click()")
    b.wait("spate.scene.shine && spate.layers[0].complete && !spate.scene.dirty")
    picture(b, "oblique")
    link = b.wait("location.hash.includes('tilt=') && location.hash")
    check("light=1" in link and "t=" in link, f"link: {link}")

    # A stopped server is told, and what is shown stays. What is under way is answered with 503, what comes
    # later is refused: the browser notes both.
    check(not b.problems, f"the page complains: {b.problems}")
    server.end()
    b.wait("!document.getElementById('banner').hidden")
    check("has stopped" in b.evaluate("document.getElementById('banner').textContent"), "banner")
    picture(b, "stopped")
    b.go("about:blank")
    b.problems = [p for p in b.problems if "ERR_CONNECTION_REFUSED" not in p and "503" not in p]


def two_runs_are_compared(b, folder):
    server = view(folder, "basins.out", "--against", "other.out")
    legend = server.json("0/legend/depth.json")
    b.go(server.address + "#low=0&high=2&t=4000&runs=swipe&swipe=0.5")
    settle(b, 4)
    b.wait("spate.layers[1].legend && spate.layers[1].complete && !spate.scene.dirty")
    # A legend that comes after the last tile is drawn, too.
    b.evaluate("globalThis.before = spate.layers[1].legend, spate.layers[1].legendFor = null, spate.soon()")
    b.wait("spate.layers[1].legend !== before && !spate.scene.dirty")
    b.evaluate("spate.view.swipe = 0.02, spate.soon()")
    b.wait("!spate.scene.dirty")
    b.evaluate("new Promise(requestAnimationFrame)")
    # The second run has half the rain.
    check(pixel(b, EAST) in colours_of(legend, 1.2, 0, 2), f"the second run: {pixel(b, EAST)}")
    b.evaluate("spate.view.swipe = 0.98, spate.soon(), new Promise(requestAnimationFrame)")
    b.evaluate("new Promise(requestAnimationFrame)")
    check(pixel(b, EAST) in colours_of(legend, 1.4, 0, 2), f"the first run: {pixel(b, EAST)}")
    b.evaluate("spate.view.swipe = 0.5, spate.soon(), new Promise(requestAnimationFrame)")
    picture(b, "swipe")
    b.go("about:blank")
    server.end()


def a_page_opened_before_the_first_map_shows_it_when_it_comes(b, folder):
    place, away = (os.path.join(folder, name) for name in ("early.out", "away"))
    page = live(folder, "--out", "early.out")
    page.wait_state(lambda s: s["frames"] >= 2)
    page.end(9)
    page.end_children()
    os.rename(os.path.join(place, "segments"), away)
    server = view(folder, "early.out")
    b.go(server.address)
    b.wait("spate.layers[0].complete && spate.view.kind === 'bed' && spate.runs[0].times.length === 0")
    os.rename(away, os.path.join(place, "segments"))
    b.wait("spate.runs[0].times.length >= 2 && spate.view.kind === 'depth' && spate.layers[0].complete")
    check(b.evaluate("document.getElementById('kind').value") == "depth", "the chosen map")
    b.go("about:blank")
    server.end()


def a_running_run_advances(b, folder):
    page = live(folder, "--out", "live.out")
    b.go(page.address)
    first = b.wait("document.querySelector('#status.live') && spate.runs[0].times.length && spate.runs[0].times.length")
    b.wait(f"spate.runs[0].times.length >= {first} + 2 && spate.layers[0].shown >= {first} + 1")
    check(b.evaluate("Number(document.getElementById('slider').max)") > first, "slider")
    b.wait("/left/.test(document.getElementById('figures').textContent)")
    b.evaluate("document.getElementById('pause').click()")
    b.wait("document.getElementById('status').textContent === 'paused'")
    picture(b, "paused")
    page.end(9)
    b.wait("document.getElementById('status').textContent.includes('killed')")
    b.go("about:blank")  # a page that asks a server that is gone would complain
    page.end_children()
    b.problems = [p for p in b.problems if "503" not in p]  # as long as the run has not begun


if not find_browser():
    print("no browser here: apt-get install chromium")
    sys.exit(77)
place = tempfile.mkdtemp(prefix="spate-page-")
browser = None
try:
    write_case(place)
    run(place)
    run(place, "--out", "other.out", "--set", "rain=180 mm/h")
    browser = Browser(800, 500)
    for claim in (the_pixels_have_the_colours_of_the_depths, two_runs_are_compared,
                  a_page_opened_before_the_first_map_shows_it_when_it_comes, a_running_run_advances):
        before, begun = failed, time.monotonic()
        browser.problems = []
        claim(browser, place)
        check(not browser.problems, f"the page complains: {browser.problems}")
        print("ok  " if failed == before else "FAIL", claim.__name__, f"({time.monotonic() - begun:.1f} s)")
finally:
    if browser:
        browser.close()
    shutil.rmtree(place)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"  {used.ru_utime + used.ru_stime:.1f} s of CPU time, browser and runs")
sys.exit(1 if failed else 0)
