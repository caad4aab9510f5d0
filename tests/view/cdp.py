"""A browser driven over its DevTools protocol through a pipe, with Python's standard library alone."""
import atexit
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--mute-audio",
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe",
    "--force-color-profile=srgb", "--disable-dev-shm-usage",
]


def find_browser():
    """The path of Chromium or Chrome, or None."""
    for name in (os.environ.get("SPATE_BROWSER"), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    """One page of a headless browser."""

    def __init__(self, width=1280, height=800):
        self.folder = tempfile.mkdtemp(prefix="spate-browser-")
        in_read, self.out = os.pipe()
        self.inp, out_write = os.pipe()

        def place_pipes():
            # The browser reads from 3 and writes to 4.
            a, b = os.dup(in_read), os.dup(out_write)
            a, b = (os.dup(fd) if fd in (3, 4) else fd for fd in (a, b))
            os.dup2(a, 3)
            os.dup2(b, 4)

        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="disabled:")
        self.process = subprocess.Popen(
            [find_browser(), *FLAGS, f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment)
        os.close(in_read)
        os.close(out_write)
        self.buffer, self.number, self.session = b"", 0, None
        self.problems = []
        atexit.register(self.process.kill)
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.resize(width, height)

    def read(self, limit):
        """The next message, or None after so many seconds."""
        end = time.monotonic() + limit
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.inp], [], [], left)[0]:
                return None
            piece = os.read(self.inp, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        """Keeps what the page complains about."""
        method, about = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            detail = about["exceptionDetails"]
            self.problems.append(detail.get("exception", {}).get("description") or detail["text"])
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.problems.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))

    def call(self, method, limit=60, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read(limit)
            if answer is None:
                raise RuntimeError(f"no answer to {method}")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def evaluate(self, expression):
        """The value of an expression of the page; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            detail = result["exceptionDetails"]
            raise RuntimeError(detail.get("exception", {}).get("description") or detail["text"])
        return result["result"].get("value")

    def wait(self, expression, limit=30):
        """Until the expression is true; returns its value."""
        end = time.monotonic() + limit
        while True:
            try:
                value = self.evaluate(expression)
            except RuntimeError:
                value = None
            if value:
                return value
            if time.monotonic() > end:
                raise RuntimeError(f"not within {limit} s: {expression}; problems: {self.problems}")
            time.sleep(0.03)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def go(self, address):
        self.call("Page.navigate", url=address)

    def picture(self, file):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def mouse(self, kind, x, y, buttons=0, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=buttons,
                  button="left" if kind != "mouseMoved" else "none", clickCount=0 if kind == "mouseMoved" else 1, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def close(self):
        try:
            self.session = None
            self.call("Browser.close", limit=5)
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
