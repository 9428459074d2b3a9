"""The page of `plyd serve --web` in a tab of a browser, and the server behind it."""

import os
import signal
import subprocess
import threading
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PAGE = "plyd: the page is at "


class Server:
    """The server with the page."""

    def __init__(self, command):
        self.command = command
        self.address = "127.0.0.1:0"
        self.start()
        self.token = (Path(os.environ["XDG_STATE_HOME"]) / "plyd/web-token").read_text("ascii").strip()

    def start(self):
        self.process = subprocess.Popen([*self.command, "--web", self.address], stderr=subprocess.PIPE, text=True)
        line = next(line for line in self.process.stderr if line.startswith(PAGE))
        self.page = line.removeprefix(PAGE).strip()
        self.address = self.page.removeprefix("http://").removesuffix("/")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


class Tab:
    """The page in a tab."""

    def __init__(self, driver, server, seconds):
        self.driver, self.server, self.seconds = driver, server, seconds
        self.size(1280, 900)

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def open(self, token=True, **game):
        fragment = ({"token": self.server.token} if token else {}) | game
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.page}#{urlencode(fragment)}")
        self.ready()

    def ready(self):
        self.wait(lambda: self.run("return document.documentElement.dataset.ready") == "true")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, is_so):
        return WebDriverWait(self.driver, self.seconds, poll_frequency=0.02).until(lambda _: is_so())

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def hit(self, spot):
        return self.find(f'.hit[data-id="{spot}"]')

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def moves(self):
        return self.run("return [...document.querySelectorAll('#moves li')].map((move) => move.textContent)")

    def choose(self, selector, value):
        """A choice from a list, as a person makes it."""
        self.run("const list = document.querySelector(arguments[0]); list.value = arguments[1];"
                 "list.dispatchEvent(new Event('change'));", selector, value)

    def seat(self, first, second):
        self.choose("#sides .max select", first)
        self.choose("#sides .min select", second)

    def state(self):
        return self.run(STATE)

    def settled(self):
        """Waits until a person can act, or the game is over."""
        self.wait(lambda: (state := self.state())["open"] or state["over"])
        return self.state()

    def touch(self, element):
        place = self.run("const { x, y, width, height } = arguments[0].getBoundingClientRect();"
                         "return { x: x + width / 2, y: y + height / 2 }", element)
        for kind, points in [("touchStart", [place]), ("touchEnd", [])]:
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def complaints(self):
        return [entry for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]

    def key(self, *keys):
        """Keys as a person presses them, wherever the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def accessible(self):
        """axe-core finds no violation in what is shown."""
        self.run(Path(find_spec("axe_core_python").submodule_search_locations[0], "axe.min.js").read_text("utf-8"))
        violations, passes = self.driver.execute_async_script(AXE)
        assert violations == [], violations
        assert passes > 15, passes


STATE = """
const all = (selector, name) => [...document.querySelectorAll(selector)].map((element) => element.dataset[name]);
return {
  open: document.querySelector('#board').dataset.open === 'true',
  over: document.querySelector('#resign').disabled,
  live: all('.hit.live', 'id'), clicked: all('.hit.clicked', 'id'), buttons: all('#buttons button', 'step'),
  asks: [...document.querySelectorAll('#ask[open] .list button')].map((button) => button.value),
};
"""

AXE = """
const done = arguments[0];
const rules = { 'label-content-name-mismatch': { enabled: true } };
axe.run(document, { rules }).then(({ violations, passes }) => done([
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 150)).join(' ')}`), passes.length]),
  (error) => done([[String(error)], 0]));
"""
