"""A headless browser in which the pages of plyd are opened. It ends with its `with` block, whatever happens."""

import contextlib
import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# Whether all is looked at in all sizes, looks and games, and not only one of each kind: see `long-tests` in tests/Cargo.toml.
LONG = "PLYD_TEST_LONG" in os.environ
# What some browsers cannot measure.
HEAP, JUMPS = "what memory a page keeps", "how much a page jumps while it is loaded"
SCROLLS = "that a finger scrolls"


@contextlib.contextmanager
def browser(program, driver, seconds, servers=False):
    """A driver that waits at most so many seconds for anything: of Firefox if its name says so, else of Chromium. Pages find
    nobody, or only servers on this machine."""
    # Each is only loaded where it is used, and Firefox uses what is above.
    if Path(driver).name == "geckodriver":
        from firefox import Firefox as Browser
    else:
        from chromium import Chromium as Browser
    profile = tempfile.mkdtemp(prefix="plyd-browser-")
    opened = None
    try:
        opened = Browser(program, driver, profile, servers)
        opened.set_page_load_timeout(seconds)
        opened.set_script_timeout(seconds)
        yield opened
    finally:
        if opened is not None:
            opened.quit()
        shutil.rmtree(profile, ignore_errors=True)


class Window:
    """What a person sees in a browser, and does there."""

    def __init__(self, driver, seconds):
        self.driver, self.seconds = driver, seconds

    def can(self, what):
        """Whether this browser can check this; if not, a line says so."""
        if what in self.driver.lacks:
            print(f"LEFT OUT: {what}", flush=True)
            return False
        return True

    def size(self, width, height):
        """That of the screen."""
        self.driver.screen(width, height)

    def media(self, medium="", **features):
        """What the person prefers, and `print` for what is on paper."""
        self.driver.media({name.replace("_", "-"): value for name, value in features.items()}, medium)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, is_so):
        return WebDriverWait(self.driver, self.seconds, poll_frequency=0.02).until(lambda _: is_so())

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def breaches(self, *, only_colours=False):
        """What axe-core finds to be wrong, and how many rules are kept. The rules for colours take the least time, and a
        look changes nothing else."""
        # It is half a megabyte, which each document reads once.
        if not self.run("return 'axe' in window"):
            self.run(Path(find_spec("axe_core_python").submodule_search_locations[0], "axe.min.js").read_text("utf-8"))
        return self.driver.execute_async_script(AXE, only_colours)

    def key(self, *keys):
        """Keys as a person presses them, wherever the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()


AXE = """
const [onlyColours, done] = arguments;
const options = onlyColours ? { runOnly: ['color-contrast'] } : { rules: { 'label-content-name-mismatch': { enabled: true } } };
axe.run(document, { ...options, resultTypes: ['violations'] }).then(({ violations, passes }) => done([
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 150)).join(' ')}`), passes.length]),
  (error) => done([[String(error)], 0]));
"""


class Page(Window):
    """One opened page, and what is seen on it."""

    def __init__(self, driver, path, seconds, width=1280, height=1000):
        super().__init__(driver, seconds)
        self.media()
        self.size(width, height)
        driver.get(Path(path).absolute().as_uri())
        self.wait(lambda: self.run("return document.querySelectorAll('.node').length") > 0)

    def media(self, medium="", **features):
        """Nothing should move by itself, whatever else is preferred."""
        super().media(medium, **{"prefers_color_scheme": "light", "prefers_reduced_motion": "reduce", **features})

    def click(self, action):
        self.find(f"[data-do={action}]:not(.quiz *)" if action == "quiz" else f"[data-do={action}]").click()

    def looks(self, keys):
        """What a reader sees after each of these keys, which are pressed one after the other."""
        if not keys:
            return []
        self.run("""
            window.looks = [];
            const look = () => {""" + LOOK + """};
            const note = () => looks.push(look());
            addEventListener('keyup', note);
            window.stopLooking = () => removeEventListener('keyup', note);""")
        self.key(*keys)
        self.wait(lambda: self.run("return looks.length") == len(keys))
        return self.run("stopLooking(); return looks;")

    def step(self):
        return int(self.run("return document.querySelector('input[type=range]').value"))

    def go_to(self, step):
        """With the slider."""
        self.run(
            "const range = document.querySelector('input[type=range]'); range.value = arguments[0];"
            "range.dispatchEvent(new Event('input', { bubbles: true }));", step)

    def view(self):
        """All that is drawn and said of the search. Which node the Tab key leads to is no part of it."""
        return self.look()["view"]

    def nodes(self):
        """What is drawn, by the number of the node."""
        return self.look()["nodes"]

    def look(self):
        """All that a reader of the first search sees, asked for at once."""
        return self.run(LOOK)


LOOK = """
const write = (part) => {
  if (part.nodeType === 3) return part.data;
  const attributes = [...part.attributes].filter(({ name }) => name !== 'tabindex');
  const written = attributes.map(({ name, value }) => `${name}=${value}`).sort().join(' ');
  return `<${part.nodeName} ${written}>${[...part.childNodes].map(write).join('')}`;
};
const panel = document.querySelector('.panel');
const step = panel.querySelector('input[type=range]').value;
const shown = [...panel.querySelectorAll('.box > svg, .sentence, .status, .place')];
const nodes = [...panel.querySelectorAll('.nodes > .node')].map((node) => [node.dataset.node, {
  ...node.dataset, expanded: node.getAttribute('aria-expanded'), checked: node.getAttribute('aria-checked'),
  text: node.querySelector('.value').textContent,
}]);
const facts = [...panel.querySelectorAll('[data-fact]')].map((fact) => [fact.dataset.fact, fact.lastChild.textContent]);
return {
  step: Number(step), view: shown.map(write).join() + step, nodes: Object.fromEntries(nodes),
  facts: Object.fromEntries(facts), sentence: panel.querySelector('.sentence').textContent,
};
"""
