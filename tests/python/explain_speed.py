"""How fast the page of `plyd explain` is with 5,000 nodes: how long it takes to open, and for how long it blocks when the
tree unfolds. It is no test: a busy machine makes every figure worse, so the best of several runs counts.

Usage: explain_speed.py PLYD [RUNS]; the exit code is 1 if the best run is over a limit.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from browser import browser

CHROMIUM, CHROMEDRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
NODES = 5_000
# Milliseconds.
MOST_TO_OPEN, MOST_BLOCKED = 1_000, 100

# All long tasks of the page, those before the script too.
OBSERVE = """
globalThis.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, duration }) => tasks.push([startTime, duration])))
  .observe({ type: 'longtask', buffered: true });
addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => { globalThis.opened = performance.now(); })));
"""


def tree(count):
    """A tree of so many nodes in brackets: every inner node has two to four children."""
    chooser = random.Random(5)
    children, leaves = {0: []}, [0]
    while len(children) < count:
        node = leaves.pop(0)
        for _ in range(min(chooser.randint(2, 4), count - len(children))):
            children[node].append(len(children))
            leaves.append(len(children))
            children[len(children)] = []
    write = lambda node: f"({' '.join(map(write, children[node]))})" if children[node] else str(chooser.randint(-99, 99))
    return write(0)


def busy(driver):
    """The milliseconds that a processor has worked on the page so far: those of other programs do not count."""
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def blocked(driver, action):
    """The longest block, in milliseconds, of what a click on a button begins, and the processor's time for all of it."""
    begun, work = driver.execute_script("return performance.now()"), busy(driver)
    driver.execute_script(f"document.querySelector('[data-do={action}]').click()")
    # Until nothing has been going on for a second.
    quiet = time.monotonic() + 1
    seen = 0
    while time.monotonic() < quiet:
        time.sleep(0.1)
        count = driver.execute_script("return tasks.length")
        if count > seen:
            seen, quiet = count, time.monotonic() + 1
    tasks = driver.execute_script("return tasks")
    return max((duration for start, duration in tasks if start >= begun - 1), default=0), busy(driver) - work


def main():
    plyd, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "large.html")
        subprocess.run(
            [plyd, "--log-level", "off", "explain", "--position", tree(NODES), "--algorithm", "minimax", "--lang", "en",
             "--format", "html", "-o", page], check=True)
        print(f"{NODES} nodes, {page.stat().st_size / 1e6:.1f} MB")
        figures = {"open": [], "unfold": [], "fit": [], "last": [], "first": [], "fold": []}
        for _ in range(runs):
            with browser(CHROMIUM, CHROMEDRIVER, 120) as driver:
                driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
                driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVE})
                driver.get(page.as_uri())
                while (opened := driver.execute_script("return globalThis.opened ?? null")) is None:
                    time.sleep(0.05)
                figures["open"].append((opened, busy(driver)))
                for action in list(figures)[1:]:
                    figures[action].append(blocked(driver, action))
    is_over = False
    for action, times in figures.items():
        most = MOST_TO_OPEN if action == "open" else MOST_BLOCKED
        clock, work = zip(*times)
        is_over |= min(clock) > most
        what = "opens in" if action == "open" else f"{action} blocks for at most"
        print(f"{what}: best {min(clock):.0f} ms, median {statistics.median(clock):.0f} ms, limit {most} ms; "
              f"all its work: {min(work):.0f} ms of a processor")
    sys.exit(is_over)


main()
