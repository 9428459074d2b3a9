"""Opens the pages of `plyd explain` in a browser, and does what a reader does.

Usage: explain_page.py SECONDS BROWSER DRIVER FOLDER [NAME ...]; the folder has NAME.html and NAME.json for each
search, and course.html. With names only these are checked.
"""

import json
import signal
import sys
from pathlib import Path

from selenium.webdriver.common.keys import Keys

import explain_course
import explain_linear
import explain_looks
import explain_quiz
from browser import LONG, Page, browser


class Example:
    """A search: the page, what is in it, and the JSON of the same search."""

    def __init__(self, driver, folder, name, seconds, **sizes):
        self.page = Page(driver, folder / f"{name}.html", seconds, **sizes)
        self.json = json.loads((folder / f"{name}.json").read_text("utf-8"))
        self.data = json.loads(self.page.text("#data"))
        self.tree = self.data["panels"][0]["tree"]
        self.paths = [self.path(node) for node in range(len(self.tree))]
        self.node = {path: node for node, path in enumerate(self.paths)}

    def path(self, node):
        numbers = []
        while (up := self.tree[node]["up"]) is not None:
            numbers.append(str(self.tree[node]["index"]))
            node = up
        return ".".join(reversed(numbers))

    def says(self, value):
        return self.data["values"][str(value)]


def steps(example):
    """Forward to the end and back to the start, by the keyboard: each step looks the same from both sides."""
    page, events = example.page, example.json["events"]
    assert page.step() == 0
    # How many steps there are is only told when the end was seen.
    page.key(Keys.END, Keys.HOME)
    forward = [page.view()]
    for number, (event, look) in enumerate(zip(events, page.looks([Keys.ARROW_RIGHT] * len(events)), strict=True), 1):
        shows(example, event, number, look)
        forward.append(look["view"])
    assert len(set(forward)) == len(forward)
    at_the_end(example)
    page.key(Keys.ARROW_RIGHT)
    assert page.view() == forward[-1]
    backward = [look["view"] for look in page.looks([Keys.ARROW_LEFT] * len(events))]
    for number, (view, before) in enumerate(zip(backward[::-1], forward)):
        assert view == before, f"step {number} looks different backward"
    page.key(Keys.END)
    assert page.view() == forward[-1]
    page.key(Keys.HOME)
    assert page.view() == forward[0]


def shows(example, event, number, look):
    """What the page shows after an event is what the JSON says of it."""
    assert look["step"] == number
    nodes = look["nodes"]
    node = nodes[str(example.node[event["path"]])]
    assert [one for one in nodes.values() if "current" in one["marks"].split()] == [node]
    infinite = {"alpha": -(2**31), "beta": 2**31 - 1}
    for key in ["alpha", "beta"]:
        if key in event:
            bound = infinite[key] if event[key] is None else event[key]
            assert node[key] == str(bound), (number, event, node)
            assert look["facts"][key] == example.says(bound)
    if event["event"] == "update":
        assert node["best"] == str(event["best"]), (number, node)
        assert node["chosen"] == str(example.node[event["child"]]), (number, node)
        assert "chosen" in nodes[node["chosen"]]["marks"].split()
    if event["event"] in ["leaf", "leave"]:
        assert (node["value"], node["bound"]) == (str(event["value"]), event["bound"]), (number, node)
    if event["event"] == "cut":
        for path in event["skipped"]:
            assert nodes[str(example.node[path])]["state"] in ["pruned", "skipped"], (number, path)
    assert look["sentence"] == example.data["panels"][0]["events"][number - 1]["sentence"] != ""


def at_the_start(example):
    """Before the first step nothing tells what the search finds; at the end the result is there."""
    page, told = example.page, example.json
    assert not page.find("#counts").is_displayed()
    assert page.text(".result") == example.data["words"]["page-result-later"]
    assert {look["state"] for look in page.nodes().values()} == {"waiting"}
    page.key(Keys.ARROW_RIGHT)
    assert page.text(".result") == example.data["words"]["page-result-later"]
    page.key(Keys.END)
    assert page.find("#counts").is_displayed()
    assert example.says(told["value"]) in page.text(".result")
    # The conventions are named.
    for label, text in example.data["panels"][0]["conventions"]:
        assert f"{label}: {text}" in page.text(".conventions")


def at_the_end(example):
    """What was visited and pruned, values and counts are those of the JSON."""
    page, told = example.page, example.json
    shown = page.look()
    nodes = shown["nodes"]
    visited = {event["path"] for event in told["events"] if event["event"] == "enter"}
    assert {example.paths[int(node)] for node, look in nodes.items() if look["visits"] != "0"} == visited
    pruned = [example.paths[int(node)] for node, look in nodes.items() if look["state"] == "pruned"]
    assert {path for path in pruned if path.rpartition(".")[0] not in pruned} == set(told["pruned"])
    last = {event["path"]: event for event in told["events"] if event["event"] in ["leaf", "leave"]}
    sign = {"exact": "", "lower": "\u2265", "upper": "\u2264"}
    for path, event in last.items():
        look = nodes[str(example.node[path])]
        assert (look["value"], look["bound"]) == (str(event["value"]), event["bound"]), path
        assert look["text"] == sign[event["bound"]] + example.says(event["value"]), path
    for key in ["nodes", "leaves", "cuts"]:
        assert shown["facts"][key] == f"{told[key]:,}"
        assert page.text(f"#counts [data-count={key}]") == f"{told[key]:,}"
    line = {told["line"].rsplit(".", up)[0] for up in range(told["line"].count(".") + 1)} | {""}
    assert {example.paths[int(node)] for node, look in nodes.items() if "line" in look["marks"].split()} == line
    assert example.says(told["value"]) in page.text(".result")


def units(example):
    """By node each step ends on a node that is entered, by cut on a cut, forward and backward."""
    page, events = example.page, example.json["events"]
    for key, kind in [("2", "enter"), ("3", "cut"), ("1", None)]:
        page.key(Keys.HOME, key)
        wanted = [0, *(at for at, event in enumerate(events, 1) if kind in [None, event["event"]])]
        wanted += [len(events)] if wanted[-1] != len(events) else []
        for way, expected in [(Keys.ARROW_RIGHT, wanted), (Keys.ARROW_LEFT, wanted[::-1])]:
            assert page.step() == expected[0]
            steps = [look["step"] for look in page.looks([way] * (len(expected) - 1))]
            assert steps == expected[1:], (kind, way)


def folds(example):
    """A fold hides what is below the node and nothing else; unfolding brings it back as it was."""
    page = example.page
    page.go_to(20)
    before, view = set(page.nodes()), page.view()
    node = example.node["1"]
    below = {str(other) for other, path in enumerate(example.paths) if path.startswith("1.")}
    page.find(f".node[data-node='{node}'] .fold").click()
    assert set(page.nodes()) == before - below
    assert page.nodes()[str(node)]["expanded"] == "false"
    assert page.text(f".node[data-node='{node}'] .hidden-count") == str(len(below))
    edges = page.run("return [...document.querySelectorAll('.edges > .edge')].map(edge => edge.dataset.edge)")
    assert set(edges) == before - below - {"0"}
    # The keyboard stands on the node that was clicked.
    page.key(Keys.ENTER)
    assert set(page.nodes()) == before
    assert page.view() == view


def plays(example):
    """It plays by itself to the end, and pauses when told so."""
    page = example.page
    page.run("const speed = document.querySelector('.speed select'); speed.value = '200';"
             "speed.dispatchEvent(new Event('change'));")
    page.click("first")
    page.click("play")
    page.wait(lambda: page.step() >= 2)
    page.click("play")
    assert page.find("[data-do=play]").get_attribute("aria-pressed") == "false"
    page.go_to(len(example.json["events"]) - 2)
    page.click("play")
    page.wait(lambda: page.step() == len(example.json["events"]))
    page.wait(lambda: page.find("[data-do=play]").get_attribute("aria-pressed") == "false")


def together(example):
    """Two searches step together, or each for itself."""
    page = example.page
    both = lambda: page.run("return [...document.querySelectorAll('input[type=range]')].map(range => Number(range.value))")
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert both() == [2, 2]
    page.find("#together").click()
    page.key(Keys.ARROW_RIGHT)
    assert both() == [3, 2]
    page.find(".panel:nth-child(2) [data-do=forward]").click()
    page.key(Keys.ARROW_RIGHT)
    assert both() == [3, 4]
    heads = page.run("return [...document.querySelectorAll('#counts th[scope=col]')].map(head => head.textContent)")
    assert heads[:2] == [run["title"] for run in example.json["runs"]]


def large(example):
    """A tree of some 2,000 nodes begins folded, unfolds where the search goes, and as a whole."""
    page, count = example.page, len(example.tree)
    assert count > 2_000
    assert len(page.nodes()) < 300
    leaf = next(at for at, event in enumerate(example.json["events"], 1) if event["event"] == "leaf")
    page.go_to(leaf)
    shows(example, example.json["events"][leaf - 1], leaf, page.look())
    page.key(*[Keys.ARROW_RIGHT] * 5)
    assert page.step() == leaf + 5
    assert page.find(".overview").is_displayed()
    page.click("unfold")
    # Of very many nodes only those in view are drawn; the others as lines.
    placed = lambda: int(page.find("[role=tree]").get_attribute("data-nodes"))
    assert placed() == count
    page.wait(lambda: 0 < len(page.nodes()) <= 601)
    page.key(Keys.ARROW_RIGHT, Keys.END)
    shown = page.look()
    assert shown["facts"]["nodes"] == f"{example.json['nodes']:,}"
    last = {event["path"]: event for event in example.json["events"] if event["event"] in ["leaf", "leave"]}
    assert shown["nodes"]
    for node, look in shown["nodes"].items():
        assert look["value"] == str(last[example.paths[int(node)]]["value"]), node
    # A step brings its node into view.
    for step in [leaf, len(example.json["events"]) - 40]:
        page.go_to(step)
        page.wait(lambda: [look for look in page.nodes().values() if "current" in look["marks"].split()])
        shows(example, example.json["events"][step - 1], step, page.look())
    # The whole tree has room in the box.
    page.click("fit")
    size = page.run("const box = document.querySelector('.box'); return [box.scrollWidth, box.clientWidth];")
    assert size[0] <= size[1], size
    assert not page.find(".overview").is_displayed()
    page.click("fold")
    assert placed() < 100


# The checks of each search.
CHECKS = {
    "third-tutorial": [
        at_the_start, steps, units, folds, plays, explain_looks.asks_for_nothing, explain_looks.keyboard_alone,
        explain_looks.on_paper, explain_looks.without_a_script,
    ],
    "second-tutorial": [steps],
    "pvs": [steps, units],
    "board": [steps, explain_looks.boards, explain_looks.accessible],
    "edges": [steps, explain_looks.contrast],
    "inner": [explain_looks.accessible, explain_quiz.right_and_wrong, explain_quiz.inner_nodes, explain_quiz.by_keyboard],
    "comparison": [together, explain_looks.contrast],
    "large": [large],
}


def main():
    seconds, chromium, chromedriver, folder = float(sys.argv[1]), *sys.argv[2:4], Path(sys.argv[4])

    def too_late(*_):
        raise TimeoutError(f"the checks took longer than {seconds} s")

    signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    wanted = sys.argv[5:] or CHECKS
    with browser(chromium, chromedriver, seconds) as driver:
        for name in wanted:
            for check in CHECKS[name]:
                check(Example(driver, folder, name, seconds))
                explain_looks.no_complaints(driver)
        explain_looks.picture(Example(driver, folder, "board", seconds), folder / "board.svg")
        explain_course.course(driver, folder / "course.html", seconds)
        if (folder / "wider.html").exists():
            explain_linear.linear(*[lambda name=name: Example(driver, folder, name, seconds) for name in ["wide", "wider"]])
        for width in [400, 360] if LONG else [360]:
            explain_looks.on_a_phone(lambda name: Example(driver, folder, name, seconds, width=width, height=800), width)
        explain_looks.no_complaints(driver)


if __name__ == "__main__":
    main()
