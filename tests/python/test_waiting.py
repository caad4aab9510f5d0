"""How long OpenMP's threads wait in a loop between two calls."""
import os
import re
import subprocess
import sys

import pytest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")
CODE = "import os, spate; print([name for name in ('GOMP_SPINCOUNT', 'OMP_WAIT_POLICY') if name in os.environ])"


def turns(**given):
    """What libgomp reads, and which variables the process has once the library is loaded."""
    env = {name: value for name, value in os.environ.items() if name not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")}
    env.update(given, OMP_DISPLAY_ENV="verbose", PYTHONPATH=FOLDER)
    done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, check=True)
    shown = re.search(r"GOMP_SPINCOUNT = '(\d+)'", done.stderr)
    if not shown:
        pytest.skip("this OpenMP does not show how long threads wait")
    return shown.group(1), done.stdout.strip()


def test_threads_sleep_soon():
    count, left = turns()
    assert count in ("100", "5000")
    assert left == "[]"  # for programs that Python starts


def test_the_user_decides():
    assert turns(GOMP_SPINCOUNT="77") == ("77", "['GOMP_SPINCOUNT']")
    assert turns(OMP_WAIT_POLICY="passive") == ("0", "['OMP_WAIT_POLICY']")
