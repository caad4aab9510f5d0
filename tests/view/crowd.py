"""Claims about spate run --view in a crowd: thousands of half-open requests at the same time, and readers that do not
read, keep nobody from an answer, cost the server no more than its limits, and do not hold up the run, not even when the
server itself stands still. Usage: SPATE=... crowd.py [CONNECTIONS]     10000 of them, or as many as the process may open."""
import json
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import urllib.parse

from scene import live, write_case

# As in server.h and server.c.
MOST_CONNECTIONS, MOST_UNHEARD, CONNECTION_MEMORY = 512, 256, 16384
failed = 0
wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10000


def check(ok, what):
    global failed
    if not ok:
        failed += 1
        print("FAIL:", what)


def room_for_connections():
    """As many as this process may have, and some for itself."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard - 200)


class Server:
    """What the process of the server holds."""

    def __init__(self, page):
        self.pid = int(page.children[0])

    def files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def memory(self):
        """Most bytes so far."""
        line = next(line for line in open(f"/proc/{self.pid}/status") if line.startswith("VmHWM"))
        return 1024 * int(line.split()[1])


class Viewer(threading.Thread):
    """Asks what a page asks, one after the other, and counts what is not answered. A connection on which hundreds of others
    came before its request may have made room: it asks once more, as browsers do (RFC 9112, 9.3.1)."""

    def __init__(self, page):
        super().__init__(daemon=True)
        self.page, self.ended, self.answered, self.missed = page, False, 0, []

    def run(self):
        while not self.ended:
            for path in ("", "0/state/0.json", "0/balance.csv", "0/tile/bed/0/0/0/0"):
                code = self.ask(path)
                if code != 200:
                    code = self.ask(path)
                if code == 200:
                    self.answered += 1
                else:
                    self.missed.append((path, code))

    def ask(self, path):
        try:
            return self.page.get(path)[0]
        except OSError as error:
            return error


def connect(page):
    at = urllib.parse.urlsplit(page.address)
    return socket.create_connection((at.hostname, at.port), 300)


def is_open(s):
    s.setblocking(False)
    try:
        return s.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def computed(page):
    """The time that the run has reached, from its own file: the server is not asked."""
    try:
        return json.load(open(os.path.join(page.folder, "crowd.out", "progress.json")))["t"] or 0
    except (OSError, ValueError):
        return 0 # it is being replaced


def goes_on(page, what):
    before = page.wait_for(lambda: computed(page), what)
    page.wait_for(lambda: computed(page) > before, what)


def half_open_requests(page):
    server, count = Server(page), room_for_connections()
    page.get("0/tile/bed/0/0/0/0")
    files, memory = server.files(), server.memory()
    viewer = Viewer(page)
    viewer.start()
    connections, most = [], files
    for n in range(count):
        connections.append(connect(page))
        try:
            connections[-1].send(b"GET / HTTP/1.1\r\nHost: 127.")
        except OSError:
            pass # it had to make room already
        if n % 100 == 99:
            most = max(most, server.files())
    goes_on(page, "the run beside half-open requests")
    asked = viewer.answered
    page.wait_for(lambda: viewer.answered >= asked + 8 or viewer.missed, "answers beside half-open requests")
    viewer.ended = True
    viewer.join()
    check(page.get("0/state/0.json")[0] == 200, "a new viewer is answered")
    kept = sum(is_open(s) for s in connections)
    grown = server.memory() - memory
    print(f"  {count} half-open requests: {kept} kept, {viewer.answered} others answered, files of the server "
          f"{files} before and {most} at most, memory {grown / 2**20:+.1f} MiB")
    check(not viewer.missed, f"not answered: {viewer.missed[:5]}")
    check(kept <= MOST_UNHEARD, f"{kept} half-open requests are kept")
    check(most - files <= MOST_CONNECTIONS, f"{most} files are open")
    check(grown <= MOST_CONNECTIONS * 2 * CONNECTION_MEMORY, f"memory grows by {grown} bytes")
    for s in connections:
        s.close()


def slow_readers(page):
    path = urllib.parse.urlsplit(page.address)
    readers = [connect(page) for _ in range(64)]
    for s in readers: # never read
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.send(f"GET {path.path}0/tile/bed/0/0/0/0 HTTP/1.1\r\nHost: {path.netloc}\r\n\r\n".encode() * 20)
    goes_on(page, "the run beside slow readers")
    check(page.get("0/state/0.json")[0] == 200, "answers beside slow readers")
    for s in readers:
        s.close()


def a_server_that_stands_still(page):
    pid = int(page.children[0])
    os.kill(pid, signal.SIGSTOP)
    try:
        goes_on(page, "the run beside a server that stands still")
    finally:
        os.kill(pid, signal.SIGCONT)
    check(page.get("0/state/0.json")[0] == 200, "answers of a server that stood still")


place = tempfile.mkdtemp(prefix="spate-crowd-")
try:
    write_case(place)
    page = live(place, "--out", "crowd.out")
    page.wait_state(lambda s: s["status"] == "running" and s["t"])
    for claim in (half_open_requests, slow_readers, a_server_that_stands_still):
        before = failed
        claim(page)
        print("ok  " if failed == before else "FAIL", claim.__name__)
    # The run noticed nothing: it still stops as it is asked, with a checkpoint.
    check(page.get("0/stop", "POST")[0] == 200 and page.process.wait(300) == 75, "the run stops as asked")
    page.end_children()
finally:
    shutil.rmtree(place)
sys.exit(1 if failed else 0)
