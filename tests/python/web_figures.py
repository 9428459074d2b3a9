"""Measures the page: how soon it shows a board and answers clicks, what a flood of lines costs, and what memory it keeps.

Usage: web_figures.py SECONDS CHROMIUM CHROMEDRIVER COMMAND [ARGUMENT ...]; COMMAND serves, and gets `--web` here. Prints a
line for each figure, the best of some runs where it is a time, with its limit. Fails if one misses its limit.
"""

import sys

from web_games import NEXT
from web_tab import Server, begin, new_tab

RUNS = 10
# In milliseconds.
LIMIT_OF_FIRST_BOARD = 300
LIMIT_OF_CLICK = 50
# How long lines flood the page, in seconds, and how many come in a second.
FLOOD = 5
RATES = [100, 1000]
# The moves after which memory is measured, and by how much it may have grown between them, in bytes.
MOVES = [200, 1000]
LIMIT_OF_GROWTH = 1 << 20

# In each new document, before its own scripts: notes long tasks, when the first board is painted, and open sockets.
NOTES = """
window.notes = { tasks: [], sockets: [] };
new PerformanceObserver((list) => notes.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
const painted = (done) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
const until = (is, done) => {
  const look = () => is() && (watch.disconnect(), painted(done));
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  look();
};
until(() => document.querySelector('#board svg') !== null, () => { notes.board = performance.now(); });
const Plain = WebSocket;
window.WebSocket = class extends Plain { constructor(...all) { super(...all); notes.sockets.push(this); } };
"""

# How long after the next press of the mouse what is asked for is on the screen.
AFTER_PRESS = """
notes.answer = null;
const is = new Function(`return ${arguments[0]}`);
addEventListener('pointerup', ({ timeStamp }) => until(is, () => { notes.answer = performance.now() - timeStamp; }), { once: true, capture: true });
"""

# Has each open socket hear so many lines a second, for so long, as they would come from the server.
FLOODED = """
const [rate, seconds, done] = arguments;
notes.tasks = [];
const begun = performance.now();
let sent = 0;
const send = () => {
  const due = Math.min((performance.now() - begun) / 1000, seconds) * rate;
  for (; sent < due; sent += 1) {
    const line = `info depth ${1 + sent % 40} seldepth 50 multipv ${1 + sent % 3} score cp ${sent % 97} nodes ${sent}000 nps 1000000 time ${sent} pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6`;
    for (const socket of notes.sockets) if (socket.readyState === 1) socket.dispatchEvent(new MessageEvent('message', { data: line }));
  }
  if (performance.now() - begun < seconds * 1000) setTimeout(send, 10);
  else setTimeout(() => done([notes.tasks, sent]), 200);
};
send();
"""

missed = []


def tell(what, value, limit=None, unit="ms"):
    """Prints a figure, and notes one that misses its limit."""
    isMissed = limit is not None and value > limit
    if isMissed:
        missed.append(what)
    bound = "" if limit is None else f" (at most {limit:,}{', MISSED' if isMissed else ''})"
    print(f"{what}: {value:,.0f} {unit}{bound}", flush=True)


def first_board(tab):
    """From the beginning of the load to the picture, with nothing kept by the browser, and with the files kept."""
    for name, isOff in [("first board, nothing kept", True), ("first board, files kept", False)]:
        tab.driver.command("Network.setCacheDisabled", cacheDisabled=isOff)
        times = []
        for _ in range(RUNS):
            tab.open(game="chess")
            times.append(tab.wait(lambda: tab.run("return notes.board ?? null")))
        tell(name, min(times), LIMIT_OF_FIRST_BOARD)


def answered(tab, selector, shown):
    """How soon a click is answered."""
    x, y = tab.run("const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
                   "return [x + width / 2, y + height / 2]", selector)
    tab.run(AFTER_PRESS, shown)
    tab.press(x, y)
    return tab.wait(lambda: tab.run("return notes.answer"))


def clicks(tab):
    """Beside an engine that searches without an end, on the same server: a piece is chosen, and moves."""
    tab.open(view="analyse", game="chess")
    tab.run("document.querySelector('#analyse [data-act=run][aria-pressed=false]')?.click()")
    tab.wait(lambda: tab.count("#analyse .lines li") > 0)
    chosen, moved = [], []
    for number in range(RUNS):
        start, goal = [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")][number % 4]
        spot = lambda name: f"#analyse .hit[data-id='{name}']"
        tab.wait(lambda: tab.run("return document.querySelector('#analyse .board').dataset.open") == "true")
        chosen.append(answered(tab, spot(start), f"""document.querySelector("{spot(start)}").classList.contains('clicked')"""))
        tab.run("notes.svg = document.querySelector('#analyse .board svg')")
        moved.append(answered(tab, spot(goal), "document.querySelector('#analyse .board svg') !== notes.svg"))
    tell("a click beside a search: the piece is chosen", min(chosen), LIMIT_OF_CLICK)
    tell("a click beside a search: it has moved", min(moved), LIMIT_OF_CLICK)


def floods(tab):
    """Lines of a search, in Play, and in Analyse with four engines, each of which has so many."""
    for view in ["play", "analyse"]:
        tab.open(**({"game": "chess"} if view == "play" else {"view": "analyse", "game": "chess"}))
        if view == "play":
            tab.run("const limit = document.querySelector('#limit');"
                    "limit.value = '1000'; limit.dispatchEvent(new Event('change', { bubbles: true }));")
            tab.seat("computer", "person")
            tab.wait(lambda: tab.text("#thinking") != "")
        else:
            tab.run("document.querySelector('#analyse [data-act=run][aria-pressed=false]')?.click()")
            for engines in range(2, 5):
                tab.run("document.querySelector('#analyse [data-act=add]').click()")
                tab.wait(lambda: tab.count("#analyse .engine") == engines)
            tab.wait(lambda: tab.run("return [...document.querySelectorAll('#analyse .engine')].every((engine) => engine.querySelector('.lines li'))"))
        for rate in RATES:
            best = None
            for _ in range(3):
                before = tab.driver.metrics()
                tasks, sent = tab.driver.execute_async_script(FLOODED, rate, FLOOD)
                after = tab.driver.metrics()
                run = (len(tasks), max(tasks, default=0), after["LayoutCount"] - before["LayoutCount"],
                       1000 * (after["TaskDuration"] - before["TaskDuration"]))
                best = run if best is None else min(best, run)
            tell(f"{view}, {rate} lines a second to each engine: tasks over 50 ms in {FLOOD} s", best[0], 0 if rate == 100 else None, "tasks")
            tell(f"{view}, {rate} lines a second: layouts a second", best[2] / FLOOD, 61, "layouts")
            tell(f"{view}, {rate} lines a second: work of the page a second", best[3] / FLOOD)
        tab.seat("person", "person") if view == "play" else None


# Chooses the next click of a random game; what comes after it is the number of moves so far.
NEXT_OF_MANY = """
window.click = function () { """ + NEXT + """ };
let state = 1;
const chance = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32; };
window.next = () => new Promise((done) => click('mouse', [chance(), chance(), chance()],
  (act) => done({ ...act, moves: document.querySelectorAll('#moves [data-move]').length })));
"""


def memory(tab):
    """Games of chess by random clicks, one after the other in the same page, begun by its button."""
    tab.open(game="chess")
    tab.seat("person", "person")
    tab.run(NEXT_OF_MANY)
    kept, moves, played = {}, 0, 0
    while len(kept) < len(MOVES):
        # The browser keeps something of each script that the driver sends, so there is one a click, always the same.
        said = tab.driver.command("Runtime.evaluate", expression="next()", awaitPromise=True, returnByValue=True)
        act = said["result"]["value"]
        assert "wrong" not in act, act
        moves += act["moves"] - played
        played = act["moves"]
        isDue = moves >= MOVES[len(kept)]
        if isDue or "over" in act or played >= 100:
            tab.find("#new").click()
            tab.wait(lambda: tab.run("return document.querySelector('#new-dialog').open"))
            tab.find("#new-start").click()
            tab.wait(lambda: tab.count("#moves [data-move]") == 0)
            played = 0
            if isDue:
                tab.forget()
                kept[MOVES[len(kept)]] = tab.driver.heap()
        else:
            tab.press(act["x"], act["y"])
    first, last = (kept[moves] for moves in MOVES)
    tell(f"memory after {MOVES[0]} moves", first[0] / 1024, unit="KiB")
    tell(f"memory after {MOVES[1]:,} moves", last[0] / 1024, unit="KiB")
    tell("memory grown", (last[0] - first[0]) / 1024, LIMIT_OF_GROWTH / 1024, "KiB")
    tell("nodes of the document grown", last[1] - first[1], 500, "nodes")
    tell("listeners grown", last[2] - first[2], 100, "listeners")


def main():
    command = begin()
    with Server(command) as server, new_tab() as tab:
        tab.at(server)
        tab.driver.first_script(NOTES)
        for measure in [first_board, clicks, floods, memory]:
            measure(tab)
            tab.quiet()
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


main()
