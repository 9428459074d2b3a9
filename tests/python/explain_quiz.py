"""The quiz on the pages of `plyd explain`. The tree is MAX{MIN{3, 5}, MIN{2, MAX{7, 8}, 9}}: 1.1 and 1.2 are pruned."""

from selenium.webdriver.common.keys import Keys


def asks_for(example, *parts):
    """What the quiz asks for."""
    example.page.run("""for (const box of document.querySelectorAll('.asked input')) {
        if (box.checked !== arguments[0].includes(box.value)) box.click();
    }""", parts)


def begin(example):
    example.page.click("quiz")
    asks_for(example, "cuts")
    nodes = example.page.nodes().values()
    assert {node["state"] for node in nodes} == {"asked"}
    assert not any(key in node for node in nodes for key in ["value", "visits", "alpha"]), "the answer shows"
    for part in [".result", ".sentence", ".status", "#counts"]:
        assert not example.page.find(part).is_displayed(), f"{part} gives the answer away"


def mark(example, *paths):
    for path in paths:
        example.page.find(f".node[data-node='{example.node[path]}'] .outer").click()


def check(example, right=None, missing=None, too_many=None):
    """Presses check, and compares the verdict with what it should be."""
    page, words = example.page, example.data["words"]
    page.click("check")
    wrong = page.run("return [...document.querySelectorAll('.node.wrong')].map(node => node.dataset.node)")
    if right:
        assert page.text(".verdict") == words["page-right"]
        assert wrong == []
        return
    fault = words["page-mark-missing" if missing is not None else "page-mark-too-many"]
    node = example.node[missing if missing is not None else too_many]
    name, why = example.tree[node]["name"], example.tree[node]["why"]
    assert page.text(".verdict") == f"{words['page-wrong']} {name}: {fault} {why}"
    assert wrong == [str(node)]
    # Of the topmost node that was pruned the reason is known.
    assert missing not in example.json["pruned"] or why != ""


def right_and_wrong(example):
    assert example.json["pruned"] == ["1.1", "1.2"]
    page = example.page
    begin(example)
    # Nothing is marked: of the forgotten subtree the topmost node is told.
    check(example, missing="1.1")
    # One mark is missing.
    mark(example, "1.1")
    check(example, missing="1.2")
    # The right answer.
    mark(example, "1.2")
    check(example, right=True)
    # One mark too many, before and behind the right ones.
    mark(example, "0.1")
    check(example, too_many="0.1")
    mark(example, "0.1", "1.0")
    check(example, too_many="1.0")
    # Again: all marks are gone.
    page.click("again")
    assert page.text(".verdict") == ""
    assert not any(node["checked"] == "true" for node in page.nodes().values())
    mark(example, "0.0", "1.2")
    check(example, too_many="0.0")
    page.click("reveal")
    assert page.step() == len(example.json["events"])
    assert page.nodes()[str(example.node["1.1"])]["state"] == "pruned"
    assert page.find("#counts").is_displayed()


def inner_nodes(example):
    """A mark on a node counts for the leaves below, and the other way round."""
    begin(example)
    mark(example, "1.1.0", "1.1.1", "1.2")
    check(example, right=True)
    mark(example, "1.1.1")
    check(example, missing="1.1.1")
    mark(example, "1")
    check(example, too_many="1.0")
    # A folded answer counts, and is unfolded to be shown.
    example.page.click("again")
    mark(example, "1.2")
    example.page.find(f".node[data-node='{example.node['1']}'] .fold").click()
    assert str(example.node["1.1"]) not in example.page.nodes()
    check(example, missing="1.1")


def by_keyboard(example):
    page = example.page
    page.key("q")
    assert page.find(".quiz").is_displayed()
    asks_for(example, "cuts")
    # The keyboard is in the tree from the start, so no key presses a button.
    assert page.run("return document.activeElement.dataset.node") == "0"
    page.key(Keys.ARROW_DOWN, Keys.SPACE)
    assert page.text(".verdict") == "", "Space gave the answer away"
    assert page.nodes()[str(example.node["0"])]["checked"] == "true"
    page.key(Keys.SPACE, Keys.END)
    assert page.run("return document.activeElement.dataset.node") == str(example.node["1.2"])
    page.key(Keys.SPACE, Keys.ARROW_LEFT)
    assert page.run("return document.activeElement.dataset.node") == str(example.node["1"])
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.SPACE)
    marked = {example.paths[int(node)] for node, look in page.nodes().items() if look["checked"] == "true"}
    assert marked == {"1.1", "1.1.0", "1.1.1", "1.2"}
    page.key(Keys.ENTER)
    assert page.text(".verdict") == example.data["words"]["page-right"]
    page.key(Keys.ESCAPE)
    assert page.find(".sentence").is_displayed()
