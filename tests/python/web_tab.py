"""The page of plyd in a tab of a browser, and the server behind it."""

import contextlib
import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlencode

from browser import LONG, Window, browser

PAGE = "plyd: the page is at "
# How long a tab waits for anything, in seconds: that is for what hangs, so a busy machine has much time.
PATIENCE = 180


def environment():
    """What a plyd sees: no settings of the person who runs this, and nothing that is for tests."""
    seen = {name: value for name, value in os.environ.items() if not name.startswith("PLYD_TEST_")}
    return {"PLYD_CONFIG": "", **seen}


class Server:
    """A command of plyd that serves a page, at the address that follows these arguments; with another one as its
    neighbour, for the same user."""

    def __init__(self, command, before=("--web",), neighbour=None):
        self.command = [*command, *before]
        self.address = "127.0.0.1:0"
        self.neighbour = neighbour
        self.state = neighbour.state if neighbour else tempfile.TemporaryDirectory(prefix="plyd-state-")
        self.start()
        self.token = Path(self.state.name, "plyd/web-token").read_text("ascii").strip()

    def start(self):
        # Nor is the token that of this person.
        seen = {**environment(), "XDG_STATE_HOME": self.state.name}
        self.process = subprocess.Popen([*self.command, self.address], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True, env=seen)
        line = next(line for line in self.process.stderr if line.startswith(PAGE))
        self.page = line.removeprefix(PAGE).strip().partition("#")[0]
        self.address = self.page.removeprefix("http://").removesuffix("/")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        if self.neighbour is None:
            self.state.cleanup()


def begin():
    """The arguments of the program after the first three, which are: how many seconds it may take, after which it ends,
    a browser, and its driver.
    """
    faulthandler.dump_traceback_later(float(sys.argv[1]), exit=True)
    return sys.argv[4:]


@contextlib.contextmanager
def new_tab():
    """A tab of a new browser. In the end nothing may have been said on the console, nor asked of anybody else."""
    with browser(*sys.argv[2:4], PATIENCE, servers=True) as driver:
        tab = Tab(driver, PATIENCE)
        yield tab
        tab.quiet()
        assert tab.asked > 0, "its requests are not seen"


class Tab(Window):
    """The page in a tab."""

    def __init__(self, driver, seconds):
        super().__init__(driver, seconds)
        self.server = None
        # Where the page may ask for something.
        self.own = set()
        # How many addresses it has asked for.
        self.asked = 0
        self.size(1280, 900)
        driver.get("about:blank")
        # The browser's own first page asks for much.
        self.forget()

    def at(self, server):
        """Goes to this server from now on."""
        self.server = server
        self.own |= {f"http://{server.address}/", f"ws://{server.address}/"}
        return self

    def open(self, **fields):
        # Elsewhere first, as another fragment alone opens no document; with the same server, so in the same process.
        self.driver.get(f"{self.server.page}healthz")
        self.driver.get(f"{self.server.page}#{urlencode({'token': self.server.token} | fields)}")
        self.ready()
        assert self.server.token not in self.run("return location.href + document.title + document.documentElement.outerHTML")

    def ready(self):
        self.wait(lambda: self.run("return document.documentElement.dataset.ready") == "true")

    def hit(self, spot):
        return self.find(f'.hit[data-id="{spot}"]')

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def moves(self):
        return self.run("return [...document.querySelectorAll('#moves [data-move]')].map((move) => move.dataset.move)")

    def choose(self, selector, value):
        """A choice from a list, as a person makes it."""
        self.run("const list = document.querySelector(arguments[0]); list.value = arguments[1];"
                 "list.dispatchEvent(new Event('change', { bubbles: true }));", selector, value)

    def seat(self, first, second):
        self.choose("#sides .max select", first)
        self.choose("#sides .min select", second)

    def state(self):
        return self.run(STATE)

    def settled(self):
        """Waits until a person can act, or the game is over."""
        self.wait(lambda: (state := self.state())["open"] or state["over"])
        return self.state()

    def press(self, x, y):
        """A click of the mouse at a place of the window."""
        self.driver.press(x, y)

    def touch(self, x, y):
        """A tap of a finger."""
        self.driver.touch((x, y))

    def touch_drag(self, start, goal):
        """A finger goes from one place to another."""
        (x, y), (to_x, to_y) = start, goal
        self.driver.touch(*[(x + (to_x - x) * part, y + (to_y - y) * part) for part in [0, 0.25, 0.5, 0.75, 1]])

    def middle(self, spot):
        """Where a spot of the board is in the window."""
        return self.run("const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2];", self.hit(spot))

    @contextlib.contextmanager
    def hidden(self):
        """Another tab lies in front of this one meanwhile."""
        with self.driver.tab_in_front():
            self.wait(lambda: self.run("return document.visibilityState") == "hidden")
            yield
        self.wait(lambda: self.run("return document.visibilityState") == "visible")

    def fits(self):
        """Nothing is wider than the screen."""
        wide = self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (wide, self.driver.current_url)

    def quiet(self, lost=False):
        """Since the last time nothing was said on the console (but of a lost connection), nor asked of anybody else."""
        said, of_lost = self.driver.said()
        # A page without an icon of its own, which ours is not.
        said = [line for line in said if "/favicon.ico" not in line and not (lost and line in of_lost)]
        assert not said, said
        asked = set(self.driver.asked())
        self.asked += len(asked)
        elsewhere = [url for url in asked if not url.startswith((*self.own, "about:", "blob:", "data:"))]
        assert not elsewhere, elsewhere

    def forget(self):
        """All that was said and asked so far is of no interest."""
        self.driver.said()
        self.driver.asked()

    def accessible(self, *, only_colours=False):
        """axe-core finds no violation in what is shown."""
        violations, passes = self.breaches(only_colours=only_colours and not LONG)
        assert violations == [], violations
        assert passes > (0 if only_colours else 15), passes

    def shot(self, name):
        """A picture for people, where one is wanted."""
        if folder := os.environ.get("PLYD_TEST_SHOTS"):
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))


STATE = """
const all = (selector, name) => [...document.querySelectorAll(selector)].map((element) => element.dataset[name]);
return {
  open: document.querySelector('#board').dataset.open === 'true',
  over: document.querySelector('#resign').disabled,
  live: all('.hit.live', 'id'), clicked: all('.hit.clicked', 'id'), buttons: all('#buttons button', 'step'),
  asks: [...document.querySelectorAll('#ask[open] .list button')].map((button) => button.value),
};
"""
