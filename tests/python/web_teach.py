"""Teaches on the page of `plyd serve --web`: trees written and drawn, exercises solved, worksheets marked.

Usage: web_teach.py SECONDS BROWSER DRIVER COMMAND [ARGUMENT ...]; COMMAND serves, and gets `--web` here.
"""

import json
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import parse_qs

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import LONG
from web_tab import Server, begin, environment, new_tab

# The tree of a tutorial, as it is written there.
TUTORIAL = "MAX {MIN {3, 5, 10}, MIN {2, a, b}, MIN {2, 7, 3}}"
INSIDE = "const place = document.querySelector(arguments[0]).shadowRoot; "
EXPLAINED = "#teach > .explained"


def inside(tab, host, script, *arguments):
    """Runs a script on `place`, what is in the shadow of an element."""
    return tab.run(INSIDE + script, host, *arguments)


def told(tab, selector):
    """The texts of what is explained, of each search."""
    return inside(tab, EXPLAINED, "return [...place.querySelectorAll(arguments[1])].map((one) => one.textContent)", selector)


def edit(tab, is_on=True):
    """Turns the switch with which the tree is changed."""
    switch = tab.find("#teach .edit-switch")
    if (switch.get_attribute("aria-pressed") == "true") != is_on:
        switch.click()


def choose(tab, path):
    """A click on a node, while the tree is changed."""
    inside(tab, EXPLAINED, "place.querySelector(`.nodes .node[data-path='${arguments[1]}']`).dispatchEvent("
           "new MouseEvent('click', { bubbles: true }))", path)


def drawn(tab):
    """The nodes of the tree that is changed by their paths: how they look, and what stands at them."""
    return inside(tab, EXPLAINED, """return Object.fromEntries([...place.querySelectorAll('.nodes .node')].map((node) =>
        [node.dataset.path, { marks: node.dataset.marks.split(' '), state: node.dataset.state,
          text: node.querySelector('.value').textContent, name: node.querySelector('.name')?.textContent }]))""")


def explained(tab, position):
    """Waits until the searches of this position are shown."""
    tab.wait(lambda: told(tab, "#position") == [position])


def write(tab, text):
    """Pastes a tree in the place of the one that stands there: typed on a slow machine it would be many trees."""
    tab.run("const field = document.querySelector('#teach-tree'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input', { bubbles: true }));", text)


def a_tutorials_tree_is_explained_step_by_step(tab):
    tab.open(view="teach", tree="((1 2) (3 4))")
    explained(tab, "[[1,2],[3,4]]")
    write(tab, TUTORIAL)
    explained(tab, "[[3,5,10],[2,?,?],[2,7,3]]")
    assert tab.text("#teach-trouble-tree") == ""
    inside(tab, EXPLAINED, "place.querySelector('[data-do=forward]').focus()")
    # Nothing is given away before the first step.
    assert not inside(tab, EXPLAINED, "return place.querySelector('#counts').checkVisibility()")
    lines = told(tab, ".lines li")
    current = lambda: told(tab, ".lines [aria-current]")
    interval = lambda: inside(tab, EXPLAINED, "return place.querySelector('.interval').getAttribute('aria-label')")
    assert current() == [] and len(lines) == 16
    tab.key(Keys.ARROW_RIGHT)
    assert current() == ["value(node, \u03b1, \u03b2):"]
    tab.key(*[Keys.ARROW_RIGHT] * 3)
    assert current() == ["if node is a leaf: return its value"]
    tab.key(Keys.ARROW_RIGHT)
    assert current() == ["best \u2190 min(best, value(child, \u03b1, \u03b2))", "\u03b2 \u2190 min(\u03b2, best)"]
    assert interval().endswith("\u03b1 \u2212\u221e, \u03b2 3, Best so far: 3"), interval()
    tab.key("3", Keys.ARROW_RIGHT)
    assert current() == ["if \u03b1 \u2265 \u03b2: leave the loop (cut)"]
    assert inside(tab, EXPLAINED, "return place.querySelector('.interval').classList.contains('empty')")
    tab.key(Keys.END)
    assert told(tab, ".result")[0].startswith("Value: 3")
    assert told(tab, "#counts [data-count=leaves]")[0] == "5"
    edit(tab)
    look = drawn(tab)
    edit(tab, False)
    assert {path for path, node in look.items() if node["state"] == "pruned"} == {"1.1", "1.2", "2.1", "2.2"}
    assert look["1"]["text"] == "\u22642"


# The trees of four tutorials as they write them, each in its language: what is shown, the value, and the leaves read.
TUTORIALS = [
    ("bn", "arr [] ={13, 8, 24, -5, 23, 15, -14, -20}", "13 8 24 -5 23 15 -14 -20", 13, 7),
    ("tr", "MAX {MIN {3, 5, 10}, MIN {2, 2}}", "[[3,5,10],[2,2]]", 3, 4),
    ("tr", "MAX {MIN {3, 5, 10}, MIN {2, a, b}, MIN {2, 7, 3}}", "[[3,5,10],[2,?,?],[2,7,3]]", 3, 5),
    ("it", "{3, 5, 2, 9}", "3 5 2 9", 3, 3),
    ("it", "{3, 5, 2, 9, 12, 5, 23, 23}", "3 5 2 9 12 5 23 23", 12, 7),
]


# How a tree is laid out: where its nodes are, their outlines, its size, and how far the slider goes.
LAYOUT = """
const all = [...place.querySelectorAll('.nodes .node')].map((node) => [node.getAttribute('transform'), node.querySelector('.outer').getAttribute('d')]);
return JSON.stringify([all, place.querySelector('[role=tree]').getAttribute('viewBox'), place.querySelector('input[type=range]')?.max,
  place.querySelector('.place')?.textContent]);
"""
# Trees of one shape, whose leaves take the same room: in the first one much is cut, in the second one nothing.
ALIKE = ["((13 15 10) (12 17 19) (12 17 13))", "((10 11 12) (23 25 27) (33 35 37))"]


def nothing_tells_the_answer_before_it_was_seen(tab):
    layouts = set()
    for tree in ALIKE:
        tab.open(view="teach", tree=tree)
        explained(tab, tree.replace(" ", ",").replace("(", "[").replace(")", "]"))
        layouts.add(inside(tab, EXPLAINED, LAYOUT))
        edit(tab)
        assert len(drawn(tab)) == 13 and {node["state"] for node in drawn(tab).values()} == {"waiting"}
        layouts.add(inside(tab, EXPLAINED, LAYOUT))
        inside(tab, EXPLAINED, "place.querySelector('[data-do=quiz]').click()")
        layouts.add(inside(tab, EXPLAINED, LAYOUT))
        assert {node["state"] for node in drawn(tab).values()} == {"asked"}
        # In the quiz no tool and no change of the tree is in sight.
        assert not tab.run("return document.querySelector('#teach .tools').checkVisibility()")
        inside(tab, EXPLAINED, "place.querySelector('[data-do=reveal]').click()")
        tab.wait(lambda: "visited" in {node["state"] for node in drawn(tab).values()})
        # In the quiz it is not there either, though it was seen before.
        inside(tab, EXPLAINED, "place.querySelector('[data-do=quiz]').click()")
        tab.wait(lambda: {node["state"] for node in drawn(tab).values()} == {"asked"})
    assert len(layouts) == 1, layouts


# All that stands in the panel, without what names the algorithm, and the window, which minimax does not have.
SEEN = """
const panel = place.querySelector('.panel').cloneNode(true);
for (const part of panel.querySelectorAll('.panel-title, .conventions, .interval, .lines, .asked, .answer')) part.remove();
return panel.outerHTML;
"""
RANDOM_TREES = 200 if LONG else 12


def random_tree(chance, depth=3):
    if depth == 0:
        return str(chance.randint(0, 99))
    return f"({' '.join(random_tree(chance, depth - 1) for _ in range(chance.randint(2, 3)))})"


def differing(one, other):
    """Where two pages differ first."""
    at = len(os.path.commonprefix([str(one), str(other)]))
    return [str(page)[max(0, at - 200):at + 200] for page in [one, other]]


def no_predictor_finds_a_cut_before_the_first_step(tab):
    """Alpha-beta's page is that of minimax, which cuts nothing, for many random trees."""
    tab.open(view="teach", tree="(1 2)")
    explained(tab, "[1,2]")
    for seed in range(RANDOM_TREES):
        tree = random_tree(random.Random(seed))
        pages = []
        for algorithm in ["alphabeta", "minimax"]:
            tab.run("for (const box of document.querySelectorAll('#teach .search input[type=checkbox]')) "
                    "box.checked = box.value === arguments[0];", algorithm)
            write(tab, tree)
            wanted = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}[algorithm]
            position = tree.replace(" ", ",").replace("(", "[").replace(")", "]")
            tab.wait(lambda: told(tab, ".panel-title") == [wanted] and told(tab, "#position") == [position])
            page = [inside(tab, EXPLAINED, SEEN)]
            inside(tab, EXPLAINED, "place.querySelector('[data-do=quiz]').click()")
            page.append(inside(tab, EXPLAINED, SEEN))
            pages.append(page)
        assert pages[0] == pages[1], (tree, differing(*pages))
    tab.run("document.querySelector('#teach input[value=minimax]').checked = false;"
            "document.querySelector('#teach input[value=alphabeta]').click()")


def every_tutorial_is_explained_in_its_language(tab):
    def at_the_end(value, leaves):
        def is_told():
            # The language and the text are two changes, and the later one draws anew.
            inside(tab, EXPLAINED, "place.querySelector('[data-do=last]').click()")
            return re.search(rf"\b{value}\b", told(tab, ".result")[0])
        tab.wait(is_told)
        assert told(tab, "#counts [data-count=leaves]")[0] == str(leaves)

    # The board of the one in Bengali and Java, where the player to move has a stone more.
    tab.choose("#language", "bn")
    tab.open(view="teach", game="tictactoe", position="PpP/1p1/P2 w", depth="9")
    tab.wait(lambda: told(tab, "#game") == ["টিক-ট্যাক-টো"])
    at_the_end(10, 7)
    assert "P@a2" in told(tab, ".result")[0], told(tab, ".result")
    tab.open(view="teach", tree="(1 2)")
    explained(tab, "[1,2]")
    for language, text, position, value, leaves in TUTORIALS:
        tab.choose("#language", language)
        write(tab, text)
        explained(tab, position)
        at_the_end(value, leaves)
    tab.choose("#language", "en")


def drawing(tab):
    """A tree is drawn by mouse and keyboard: the text follows, and what a change changes is told and marked."""
    write(tab, "((3 5) (2 9))")
    explained(tab, "[[3,5],[2,9]]")
    # What a change changes is told to who has seen what there was.
    inside(tab, EXPLAINED, "place.querySelector('[data-do=last]').click()")
    edit(tab)
    choose(tab, "0.0")
    assert "selected" in drawn(tab)["0.0"]["marks"]
    tab.key("1")
    assert tab.run("return document.activeElement.id") == "teach-edit-value"
    tab.key(Keys.ENTER)
    explained(tab, "[[1,5],[2,9]]")
    assert tab.find("#teach-tree").get_attribute("value") == "((1 5) (2 9))"
    said = tab.text("#teach .changes")
    assert "root: 3 \u2192 2" in said and "Leaves read: 3 \u2192 4" in said, said
    assert "root (best child): A \u2192 B" in said, said
    look = drawn(tab)
    assert {path for path, node in look.items() if "changed" in node["marks"]} == {"", "0", "0.0", "1", "1.1"}, look
    # A node of its own, with a name, chance, and an unknown leaf.
    tab.wait(lambda: inside(tab, EXPLAINED, "return place.activeElement?.dataset.path") == "0.0")
    tab.key(Keys.ARROW_UP, "n")
    tab.find("#teach-edit-name").send_keys("Left", Keys.ENTER)
    tab.wait(lambda: tab.find("#teach-tree").get_attribute("value") == "(Left:(1 5) (2 9))")
    tab.find("#teach [data-edit=add-child]").click()
    tab.wait(lambda: tab.find("#teach-tree").get_attribute("value") == "(Left:(1 5 0) (2 9))")
    tab.find("#teach [data-edit=unknown]").click()
    tab.wait(lambda: "Left.2" in tab.text("#teach-trouble-tree") or "0.2" in tab.text("#teach-trouble-tree"))
    # What is wrong is still drawn, so that it can be mended.
    tab.wait(lambda: drawn(tab).get("0.2") == {"marks": ["selected"], "state": "asked", "text": "?", "name": None})
    assert not inside(tab, EXPLAINED, "return place.querySelector('.stepping').checkVisibility()")
    assert tab.find("#teach-tree").get_attribute("aria-invalid") == "true"
    tab.find("#teach [data-edit=remove]").click()
    tab.wait(lambda: tab.text("#teach-trouble-tree") == "")
    tab.find("#teach [data-edit=chance]").click()
    tab.wait(lambda: tab.find("#teach-tree").get_attribute("value") == "(Left:CHANCE(1 5) (2 9))")
    explained(tab, "[CHANCE{1/2:1,1/2:5},[2,9]]")
    tab.find("#teach [data-edit=undo]").click()
    explained(tab, "[[1,5],[2,9]]")
    # The address brings the tree back, and holds no token.
    link = tab.driver.current_url
    assert tab.server.token not in link and parse_qs(link.partition("#")[2])["tree"] == ["(Left:(1 5) (2 9))"]
    tab.driver.refresh()
    tab.ready()
    explained(tab, "[[1,5],[2,9]]")
    # Algorithms side by side, with their counts.
    tab.run("document.querySelector('#teach details.search').open = true")
    tab.find("#teach input[value=minimax]").click()
    tab.wait(lambda: told(tab, ".panel-title") == ["Alpha-beta", "Minimax"])
    tab.find("#teach input[value=minimax]").click()
    tab.wait(lambda: told(tab, ".panel-title") == ["Alpha-beta"])


def each_search_has_its_own_refusal(tab):
    write(tab, TUTORIAL)
    explained(tab, "[[3,5,10],[2,?,?],[2,7,3]]")
    tab.run("document.querySelector('#teach details.search').open = true")
    tab.find("#teach input[value=minimax]").click()
    tab.wait(lambda: told(tab, ".refused h2") == ["Minimax"])
    assert "unknown" in told(tab, ".refused .verdict")[0] and told(tab, ".panel-title") == ["Alpha-beta"]
    assert tab.text("#teach-trouble-tree") == "" and tab.find("#teach-tree").get_attribute("aria-invalid") == "false"
    tab.accessible()
    # Without another search the reason is that of the tree.
    tab.find("#teach input[value=alphabeta]").click()
    tab.wait(lambda: "unknown" in tab.text("#teach-trouble-tree"))
    tab.find("#teach input[value=alphabeta]").click()
    tab.find("#teach input[value=minimax]").click()
    tab.wait(lambda: told(tab, ".refused") == [] and told(tab, ".panel-title") == ["Alpha-beta"])
    # Everybody's first tree has no unknown leaf, so that the searches can be compared.
    tab.run("localStorage.removeItem('plyd.teach-tree')")
    tab.open(view="teach")
    explained(tab, "[[3,12,8],[2,4,6],[14,5,2]]")


def bad_trees_are_told_where_they_were_typed(tab):
    for text, part in [("((3 5) (2 9)", "should close"), ("1 2 3 4 5", "do not fill"), ("(3 x5 3,,)", "")]:
        write(tab, text)
        tab.wait(lambda: part in tab.text("#teach-trouble-tree") and tab.text("#teach-trouble-tree") != "")
        # The last good tree stays in sight.
        tab.wait(lambda: tab.run("const { inert, hidden } = document.querySelector(arguments[0]); return inert && !hidden", EXPLAINED))
        write(tab, "(1 2)")
        tab.wait(lambda: not tab.run("return document.querySelector(arguments[0]).inert", EXPLAINED))
        explained(tab, "[1,2]")


def pruned(tree, path=(), alpha=float("-inf"), beta=float("inf"), is_max=True):
    """The topmost nodes that alpha-beta never looks at, by its definition; and the value."""
    if not isinstance(tree, list):
        return [], tree
    missed, best = [], float("-inf") if is_max else float("inf")
    for number, child in enumerate(tree):
        if alpha >= beta:
            missed.append((*path, number))
            continue
        below, value = pruned(child, (*path, number), alpha, beta, not is_max)
        missed += below
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return missed, best


def asks_for(tab, *parts):
    """What the quiz asks for."""
    inside(tab, EXPLAINED, """for (const box of place.querySelectorAll('.asked input')) {
        if (box.checked !== arguments[1].includes(box.value)) box.click();
    }""", parts)


def an_exercise_is_solved_by_keyboard(tab):
    tab.open(view="teach", seed="7", depth="3", branching="2")
    tab.wait(lambda: len(told(tab, "#position")) == 1)
    tab.wait(lambda: inside(tab, EXPLAINED, "return place.activeElement?.matches('.node') === true"))
    position = told(tab, "#position")[0]
    missed, _ = pruned(json.loads(position))
    assert missed, "this exercise has nothing to find"
    asks_for(tab, "cuts")
    paths = inside(tab, EXPLAINED, """
        return [...place.querySelectorAll('.nodes > .node')].map((node) => node.getAttribute('aria-label'))""")
    order = list(walk(json.loads(position)))
    assert len(order) == len(paths)
    at = 0
    for path in missed:
        tab.key(*[Keys.ARROW_DOWN] * (order.index(path) - at), Keys.SPACE)
        at = order.index(path)
    tab.key(Keys.ENTER)
    assert told(tab, ".verdict") == ["Right: these are the nodes that the search never looks at."]
    tab.key(Keys.SPACE, Keys.ENTER)
    assert told(tab, ".verdict")[0].startswith("Not right.")
    # The next one is another one, and its link brings it back.
    tab.find("#teach .exercise [type=submit]").click()
    tab.wait(lambda: told(tab, "#position") not in ([position], []))
    link, position = tab.driver.current_url, told(tab, "#position")
    fields = parse_qs(link.partition("#")[2])
    assert set(fields) == {"view", "seed", "depth", "branching", "exercise"} and fields["exercise"] == ["2"]
    tab.driver.get("about:blank")
    tab.driver.get(link)
    tab.ready()
    tab.wait(lambda: told(tab, "#position") == position)


def a_student_answers_an_exercise_in_four_clicks(tab):
    """From the start page: the door, the exercises, a node that is never looked at, and the check."""
    tab.driver.get(f"{tab.server.page}healthz")
    tab.run("localStorage.clear()")
    tab.open()
    door = "#games .doors a[href='#view=teach']"
    tab.wait(lambda: tab.count(door) == 1)
    tab.find(door).click()
    exercises = "#teach [data-tab=exercise]"
    tab.wait(lambda: tab.count(exercises) == 1 and tab.find(exercises).is_displayed())
    tab.find(exercises).click()
    tab.wait(lambda: told(tab, "#position") not in ([], ["[[3,12,8],[2,4,6],[14,5,2]]"]))
    tab.wait(lambda: {node["state"] for node in drawn(tab).values()} == {"asked"})
    tree = json.loads(told(tab, "#position")[0])
    missed, _ = pruned(tree)
    inside(tab, EXPLAINED, "place.querySelectorAll('.nodes > .node')[arguments[1]].dispatchEvent("
           "new MouseEvent('click', { bubbles: true }))", list(walk(tree)).index(missed[0]))
    inside(tab, EXPLAINED, "place.querySelector('[data-do=check]').click()")
    words = "Right: these are the nodes" if len(missed) == 1 else "Not right."
    assert told(tab, ".verdict")[0].startswith(words), told(tab, ".verdict")


def ends(tree, path=(), alpha=float("-inf"), beta=float("inf"), is_max=True, found=None):
    """The value and the window with which alpha-beta leaves each inner node, by its definition."""
    found = {} if found is None else found
    best = float("-inf") if is_max else float("inf")
    for number, child in enumerate(tree):
        if alpha >= beta:
            break
        value = ends(child, (*path, number), alpha, beta, not is_max, found)[path + (number,)][0] if isinstance(child, list) else child
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    found[path] = (best, alpha, beta)
    return found


def ten_exercises_give_a_code(tab):
    """Each has something to find; cuts, values and windows are asked for; the code says how many were right."""
    tab.open(view="teach", seed="11", depth="2", branching="2")
    for number in range(10):
        tab.wait(lambda: told(tab, ".score") and told(tab, ".score")[0].startswith(f"Tree {number + 1}\u2009/\u200910"))
        tree = json.loads(told(tab, "#position")[0])
        missed, _ = pruned(tree)
        assert missed, tree
        asks_for(tab, "cuts", "values", "bounds")
        order = list(walk(tree))
        nodes = inside(tab, EXPLAINED, "return [...place.querySelectorAll('.nodes > .node')].map((node) => node.dataset.node)")
        click = "place.querySelector(`.nodes > .node[data-node='${arguments[1]}'] .outer`).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        fill = """const field = place.querySelector(`[data-answer=${arguments[1]}]`); field.value = arguments[2];
            field.dispatchEvent(new Event('input', { bubbles: true }));"""
        for path, told_of in ends(tree).items():
            # A click chooses the node, and a second one takes its mark away again.
            for _ in range(2):
                inside(tab, EXPLAINED, click, nodes[order.index(path)])
            for name, value in zip(["value", "alpha", "beta"], told_of):
                # In the last tree one value is wrong.
                value += number == 9 and path == () and name == "value"
                inside(tab, EXPLAINED, fill, name, "" if abs(value) == float("inf") else str(value))
        for path in missed:
            inside(tab, EXPLAINED, click, nodes[order.index(path)])
        inside(tab, EXPLAINED, "place.querySelector('[data-do=check]').click()")
        is_right = "right" in inside(tab, EXPLAINED, "return place.querySelector('.verdict').className")
        assert is_right == (number < 9), (number, told(tab, ".verdict"))
        # The first answer counts.
        inside(tab, EXPLAINED, "place.querySelector('[data-do=again]').click(); place.querySelector('[data-do=check]').click()")
        points = 3 * (number + 1) - (number == 9)
        assert f"{points}\u2009/\u2009{3 * (number + 1)}" in told(tab, ".score")[0], told(tab, ".score")
        if number < 9:
            tab.find("#teach .exercise [type=submit]").click()
    inside(tab, EXPLAINED, """place.querySelector('.student').value = 'Ada Lovelace';
        place.querySelector('.coded').requestSubmit()""")
    code = told(tab, ".given-code")[0]
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "codes.csv")
        table.write_text(f"student,code\nAda Lovelace,{code}\nBob,{code}\n", "utf-8")
        checked = subprocess.run([tab.server.command[0], "explain", "--check-codes", table], capture_output=True, text=True,
                                 env=environment(), check=False)
    assert checked.returncode == 1, checked
    _, ada, bob = checked.stdout.splitlines()
    assert ada == "Ada Lovelace,29,30,seed 11 depth 2 branching 2,3 3 3 3 3 3 3 3 3 2,", ada
    assert bob.startswith("Bob,,,,,"), bob


def walk(tree, path=()):
    yield path
    for number, child in enumerate(tree if isinstance(tree, list) else []):
        yield from walk(child, (*path, number))


def a_worksheet_is_made_and_marked(tab):
    tab.open(view="teach")
    tab.find("#teach [data-tab=sheet]").click()
    for name, number in [("count", "2"), ("depth", "2"), ("seed", "5")]:
        tab.run("document.querySelector(arguments[0]).value = arguments[1]", f"#sheet-{name}", number)
    tab.find("#teach .sheet .fields [type=submit]").click()
    tab.wait(lambda: len(tab.run("return [...document.querySelectorAll('#teach .made a')].map((link) => link.download)")) == 4)
    trees = tab.run("return [...document.querySelectorAll('#teach .made code')].map((tree) => tree.textContent)")
    assert len(trees) == 2
    answers = []
    for number, tree in enumerate(trees, 1):
        missed, _ = pruned(json.loads(tree.replace("(", "[").replace(")", "]").replace(" ", ",")))
        answers.append(f"Ada,{number},{' '.join('.'.join(map(str, path)) for path in missed) or 'none'}")
    answers += ["Bob,1,0 1", "\u0996,2,Z9"]
    field = tab.find("#sheet-answers")
    field.clear()
    field.send_keys("\n".join(["student,exercise,answer", *answers]))
    tab.find("#teach .mark [type=submit]").click()
    marked = "return document.querySelector('#teach .marks p')?.textContent"
    tab.wait(lambda: tab.run(marked) == "Right: 2; wrong: 3; cannot be judged: 1.")
    rows = tab.run("return [...document.querySelectorAll('#teach .marks tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert rows[0][:3] == ["Ada", "1", "1"] and rows[2][2] == "0" and rows[3][2] == "" and rows[3][3] != ""
    field.send_keys("\nAda,9,none")
    tab.find("#teach .mark [type=submit]").click()
    tab.wait(lambda: "they are 1 to 2" in tab.text("#teach .marks"))
    # All of it is in the language of the page.
    tab.choose("#language", "it")
    tab.wait(lambda: tab.run(marked) == "Giuste: 2; sbagliate: 3; non valutabili: 2.")
    rows = tab.run("return [...document.querySelectorAll('#teach .marks tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert rows[0] == ["Studente", "Esercizio", "Voto", "Nota"] and ["Ada", "tutti", "2", "2 / 2"] in rows, rows
    assert "Esercizi, da stampare" in tab.text("#teach .made")
    tab.choose("#language", "en")
    tab.wait(lambda: "Right" in tab.run(marked))
    tab.find("#teach .made button").click()
    tab.wait(lambda: told(tab, ".verdict") == [""])


def a_position_of_play_is_a_tree(tab):
    tab.open(game="tictactoe", position="P1P/pp1/3[PPPpp] w - - 0 1")
    tab.seat("person", "person")
    tab.settled()
    tab.find("#explain").click()
    tab.wait(lambda: tab.driver.find_elements(By.CSS_SELECTOR, "#teach > .explained"))
    tab.wait(lambda: told(tab, "#game") == ["tictactoe"])
    # Boards are drawn as boards.
    tab.wait(lambda: inside(tab, EXPLAINED, "return place.querySelectorAll('.node .figures').length") > 5)
    tab.find("#teach .position .primary").click()
    tab.wait(lambda: told(tab, "#game") == ["tictactoe"])
    # The server's bound, told where it was asked.
    tab.open(view="teach", game="chess", depth="9")
    tab.wait(lambda: "5000 nodes" in tab.text("#teach .position .trouble"))


def every_language_teaches(tab):
    tab.open(view="teach", tree="((3 5) (2 9))")
    explained(tab, "[[3,5],[2,9]]")
    titles = {"en": "Alpha-beta", "it": "Alfa-beta", "tr": "Alfa-beta", "bn": "\u0986\u09b2\u09ab\u09be-\u09ac\u09bf\u099f\u09be"}
    seen = set()
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        tab.wait(lambda: told(tab, ".panel-title")[0].lower() == titles[language].lower())
        words = told(tab, ".lines li") + [tab.text("#teach .tabs")]
        seen.add(tuple(words))
        for tab_name in ["position", "exercise", "sheet", "tree"]:
            tab.find(f"#teach [data-tab={tab_name}]").click()
        missing = tab.run("""return [...document.querySelectorAll('#teach *')].map((one) => one.firstChild?.data ?? '')
            .filter((text) => /teach-|page-|code-/.test(text))""")
        assert missing == [], (language, missing)
        tab.wait(lambda: told(tab, ".panel-title"))
    assert len(seen) == 4


def everybody_can_use_it(tab):
    """axe-core finds no violation, and nothing is wider than a phone, in all parts; in all looks of the part that has most."""
    for width, looks in [(1280, ["light", "dark", "contrast"]), (360, ["dark"])]:
        tab.size(width, 800)
        tab.open(view="teach", tree="((3 5 10) (2 a b) (CHANCE(7 8) 3))")
        for look in looks:
            tab.choose("#looks", look)
            for name in ["sheet", "exercise", "position", "tree"] if look == looks[0] else ["tree"]:
                tab.find(f"#teach [data-tab={name}]").click()
                if name == "tree":
                    tab.wait(lambda: told(tab, "#position"))
                tab.fits()
                if width > 360 or name == "tree":
                    tab.accessible(only_colours=look not in ["light", looks[0]])
    tab.choose("#looks", "auto")
    tab.size(1280, 900)


CHECKS = [
    a_tutorials_tree_is_explained_step_by_step, nothing_tells_the_answer_before_it_was_seen,
    no_predictor_finds_a_cut_before_the_first_step, every_tutorial_is_explained_in_its_language, drawing, each_search_has_its_own_refusal, bad_trees_are_told_where_they_were_typed,
    a_student_answers_an_exercise_in_four_clicks, an_exercise_is_solved_by_keyboard, ten_exercises_give_a_code, a_worksheet_is_made_and_marked, a_position_of_play_is_a_tree, every_language_teaches,
    everybody_can_use_it,
]


def main():
    command = begin()
    with Server(command) as server, new_tab() as tab:
        tab.at(server)
        for check in CHECKS:
            check(tab)
            tab.quiet()


if __name__ == "__main__":
    main()
