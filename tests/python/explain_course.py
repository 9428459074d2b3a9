"""The page of `plyd explain --course`: examples, exercises by their address, the quiz, worksheets, and the page in another."""

import json

from browser import Window

SIZE = 4_000_000


def missed(tree, alpha=float("-inf"), beta=float("inf"), is_max=True):
    """How many nodes alpha-beta skips, by its definition, and the value."""
    if not isinstance(tree, list):
        return 0, tree
    count, best = 0, float("-inf") if is_max else float("inf")
    for child in tree:
        if alpha >= beta:
            count += 1
            continue
        below, value = missed(child, alpha, beta, not is_max)
        count += below
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return count, best


def course(driver, file, seconds):
    page = Window(driver, seconds)
    page.size(1280, 1000)
    address = file.absolute().as_uri()

    def drawn():
        page.wait(lambda: page.run("return document.querySelectorAll('.nodes .node').length") > 0)

    def go(fragment):
        driver.get("about:blank")
        driver.get(f"{address}{fragment}")
        drawn()

    assert file.stat().st_size < SIZE
    go("")
    data = json.loads(page.run("return document.querySelector('#data').textContent"))
    examples, exercises = data["panels"][:data["examples"]], data["panels"][data["examples"]:]
    assert (len(examples), len(exercises)) == (20, 100)
    assert page.text("#position") == "[[3,12,8],[2,4,6],[14,5,2]]"
    # In each exercise there is something to find, and no two are the same.
    assert all(missed(json.loads(exercise["position"]))[0] > 0 for exercise in exercises)
    assert len({exercise["position"] for exercise in exercises}) == len(exercises)
    # The address selects, and so do the buttons, which change the address.
    go("#exercise=17")
    assert page.text("#position") == exercises[16]["position"] and page.find(".quiz").is_displayed()
    page.find("#next").click()
    page.wait(lambda: page.text("#position") == exercises[17]["position"])
    assert page.run("return location.hash") == "#exercise=18"
    # Who reveals the answer has no points for it, and the next one counts.
    page.find("[data-do=reveal]").click()
    page.find("#previous").click()
    page.wait(lambda: page.text("#position") == exercises[16]["position"])
    assert page.text(".score") == "Tree 7\u2009/\u200910 \u00b7 Points: 0\u2009/\u20093"
    go("#example=3")
    assert page.text("#position") == examples[2]["position"] and not page.find(".quiz").is_displayed()
    for fragment in ["#exercise=101", "#example=0", "#exercise=x", "#worksheet=200"]:
        go(fragment)
        assert page.text("#position") == examples[0]["position"], fragment
    # Worksheets, with and without answers.
    states = "return [...new Set([...document.querySelectorAll('#worksheet .nodes .node')].map((node) => node.dataset.state))].sort()"
    for fragment, seen in [("#worksheet=1-10", ["waiting"]), ("#worksheet=1-10&answers", ["pruned", "visited"])]:
        go(fragment)
        assert page.run("return document.querySelectorAll('#worksheet figure').length") == 10
        assert page.run(states) == seen, fragment
        violations, _ = page.breaches(only_colours=False)
        assert violations == [], violations
    # In a page of a course, on a phone too.
    page.size(360, 740)
    go("#exercise=17")
    assert page.run("return document.documentElement.scrollWidth") <= 360
    violations, _ = page.breaches(only_colours=False)
    assert violations == [], violations
    outer = file.with_name("outer.html")
    outer.write_text(f"<!DOCTYPE html><title>A course</title><iframe src='{file.name}#exercise=17' title='plyd'></iframe>", "utf-8")
    driver.get(outer.absolute().as_uri())
    driver.switch_to.frame(0)
    drawn()
    assert page.text("#position") == exercises[16]["position"]
    driver.switch_to.default_content()
