"""Watches in a browser, as people do: a search on the page of `plyd serve --web`, a match, and its record.

Usage: web_watch.py SECONDS CHROMIUM CHROMEDRIVER FOLDER PLYD [ARGUMENT ...]; the arguments come before each command of PLYD.
"""

import faulthandler
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlencode

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import browser

PAGE = "plyd: the page is at "


class Served:
    """A command of plyd that serves a page."""

    def __init__(self, command):
        self.process = subprocess.Popen([*command, "--web", "127.0.0.1:0"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        line = next(line for line in self.process.stderr if line.startswith(PAGE))
        self.page = line.removeprefix(PAGE).strip()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.token = (Path(os.environ["XDG_STATE_HOME"]) / "plyd/web-token").read_text("ascii").strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


class Tab:
    """A page in a tab."""

    def __init__(self, driver, seconds):
        self.driver, self.seconds = driver, seconds
        self.size(1280, 900)

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def open(self, served, **fields):
        self.driver.get("about:blank")
        self.driver.get(f"{served.page}#{urlencode({'token': served.token} | fields)}")
        self.wait(lambda: self.run("return document.documentElement.dataset.ready") == "true")
        assert served.token not in self.run("return location.href + document.documentElement.outerHTML")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, is_so):
        return WebDriverWait(self.driver, self.seconds, poll_frequency=0.02).until(lambda _: is_so())

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def enter(self, selector):
        """By keyboard. The page may draw its lists anew at any time, and keeps the focus."""
        self.run("document.querySelector(arguments[0]).focus()", selector)
        ActionChains(self.driver, duration=0).send_keys(Keys.ENTER).perform()

    def choose(self, selector, value):
        self.run("const list = document.querySelector(arguments[0]); list.value = arguments[1];"
                 "list.dispatchEvent(new Event('change', { bubbles: true }));", selector, value)

    def has_all_texts(self):
        keys = self.run("return [...document.querySelectorAll('[data-text]')]"
                        ".filter((one) => one.textContent === '' || /^watch-/.test(one.textContent))"
                        ".map((one) => one.dataset.text)")
        assert not keys, keys

    def fits(self):
        wide = self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, wide

    def shot(self, name):
        """A picture for people, where one is wanted."""
        if folder := os.environ.get("PLYD_TEST_SHOTS"):
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def complaints(self):
        return [entry for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]


def a_search_is_watched(tab, served):
    tab.open(served, game="tictactoe")
    tab.find("nav a[href='#view=watch']").click()
    tab.wait(lambda: tab.count("#watch-board svg") == 1)
    tab.choose("#watch [name=algorithm]", "alphabeta")
    tab.choose("#watch [name=plies]", "2")
    limit = tab.find("#watch [name=limit]")
    limit.clear()
    limit.send_keys("6", Keys.ENTER)
    tab.wait(lambda: tab.count("#watch tbody tr") == 10)
    tab.wait(lambda: tab.run("return !document.querySelector('#watch form [type=submit]').disabled"))
    # The root and its nine moves; each block is a node.
    assert tab.count("#watch .blocks g") > 10
    rows = tab.run("return [...document.querySelectorAll('#watch tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
    assert rows[0][1] == "0" and all(row[1] == "0" or row[1].startswith("≤ ") for row in rows[1:]), rows
    nodes = [int(row[2].replace(",", "")) for row in rows]
    assert nodes[0] == 1 + sum(nodes[1:]), nodes
    assert sum(int(row[4] or "0") for row in rows) > 0, "alpha-beta cuts"
    # By keyboard: a move opens what is below it, and shows its position.
    tab.enter("#watch tbody tr:nth-child(2) button")
    tab.wait(lambda: tab.count("#watch tbody tr") == 18)
    tab.wait(lambda: tab.count("#watch-board .tokens > *") == 1)
    tab.shot("watch-light")
    # A long one grows, and is stopped.
    tab.choose("#watch [name=kind]", "time")
    tab.choose("#watch [name=algorithm]", "pvs")
    limit.clear()
    limit.send_keys("600")
    tab.find("#watch form [type=submit]").click()
    tab.wait(lambda: tab.count("#watch tbody tr") > 1)
    tab.find("#watch form [type=button]").click()
    tab.wait(lambda: tab.run("return !document.querySelector('#watch form [type=submit]').disabled"))
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        tab.has_all_texts()
        for width in (360, 1280):
            tab.size(width, 800)
            tab.fits()
        if language == "bn":
            tab.choose("#looks", "dark")
            tab.size(360, 800)
            tab.shot("watch-bn-dark-phone")
            tab.size(1280, 900)
            tab.choose("#looks", "auto")


def a_match_is_watched(tab, served):
    tab.open(served)
    tab.wait(lambda: tab.count("#boards button") > 0 and tab.count("#games button") > 1)
    tab.wait(lambda: tab.count("#standings tbody tr") == 2 and tab.count("#board svg") == 1)
    assert "A" in tab.text("#standings tbody") and tab.find("#sprt").is_displayed()
    before = tab.text("#played")
    tab.wait(lambda: tab.text("#played") != before)
    tab.shot("match-light")
    # A game that has ended, to step through by keyboard.
    tab.enter("#games button:last-child")
    tab.wait(lambda: tab.text("#title").rstrip().endswith(("0–1", "1–0", "½–½")))
    tab.enter("#first")
    tab.wait(lambda: tab.count("#board .tokens > *") == 0)
    for tokens in (1, 2):
        tab.enter("#forward")
        tab.wait(lambda: tab.count("#board .tokens > *") == tokens)
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        tab.has_all_texts()
        for width in (360, 1280):
            tab.size(width, 800)
            tab.fits()
        if language == "tr":
            tab.choose("#looks", "dark")
            tab.size(360, 1600)
            tab.shot("match-tr-dark-phone")
            tab.size(1280, 900)
            tab.choose("#looks", "auto")


def a_record_is_shown(tab, served):
    tab.open(served)
    tab.wait(lambda: tab.count("#games button") > 1 and tab.count("#board svg") == 1)
    assert not tab.find("#live").is_displayed() and tab.count("#standings tbody tr") == 2
    plies = tab.text("#ply")
    tab.find("#back").click()
    tab.wait(lambda: tab.text("#ply") != plies)
    tab.shot("report")


def main():
    seconds, chromium, chromedriver, folder, *plyd = sys.argv[1:]
    faulthandler.dump_traceback_later(float(seconds), exit=True)
    record = str(Path(folder) / "match.db")
    match = ["match", "--game", "cfour", "--rounds", "100000", "--seed", "1", "--record", record, "--sprt", "elo0=0", "elo1=1",
             "--engine", "name=A", "builtin", "depth=6", "--engine", "name=B", "builtin", "depth=5"]
    only_here = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
    with browser(chromium, chromedriver, 60, only_here) as driver:
        tab = Tab(driver, 60)
        with Served([*plyd, "serve", "--listen", "127.0.0.1:0"]) as served:
            a_search_is_watched(tab, served)
            assert not (said := tab.complaints()), said
        with Served([*plyd, *match]) as served:
            a_match_is_watched(tab, served)
            assert not (said := tab.complaints()), said
            driver.get("about:blank")
        with Served([*plyd, "report", record]) as served:
            a_record_is_shown(tab, served)
            driver.get("about:blank")
            assert not (said := tab.complaints()), said


main()
