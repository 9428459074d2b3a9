"""How the pages of `plyd explain` look and behave: on a phone, in the dark, by the keyboard alone, without a network."""

import re

from selenium.webdriver.common.keys import Keys

from browser import LONG

# All texts with the ratio of their contrast to what is behind them, and all outlines of nodes with theirs to the card.
CONTRAST = """
const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const parse = (colour) => {
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  return [...paint.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((part) => part / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ratio = (one, other) => {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return parse(getComputedStyle(document.body).backgroundColor);
};
const seen = [];
for (const element of document.querySelectorAll('body *')) {
  if (element.closest('[hidden], script, style, template, [aria-disabled=true], .unseen') || !element.getClientRects().length)
    continue;
  const style = getComputedStyle(element);
  const name = element.getAttribute('class') || element.tagName;
  const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (element instanceof SVGTextElement && isText) {
    const shape = element.closest('.node').querySelector('.outer');
    const fill = getComputedStyle(shape).fill;
    const behind = element.matches('.value:not(.long)') && !fill.startsWith('url') ? parse(fill) : ground(element);
    seen.push([name + ' ' + shape.parentNode.getAttribute('class'), ratio(parse(style.fill), behind), 4.5]);
  } else if (!(element instanceof SVGElement) && isText) {
    seen.push([name, ratio(parse(style.color), ground(element)), 4.5]);
  } else if (element.matches('.node > .outer')) {
    seen.push([name + ' ' + element.parentNode.getAttribute('class'), ratio(parse(style.stroke), ground(element)), 3]);
  }
}
return seen;
"""


def no_complaints(driver):
    complaints, _ = driver.said()
    assert complaints == [], complaints


def asks_for_nothing(example):
    """The page is all that the browser ever asks for."""
    driver = example.page.driver
    driver.asked()
    driver.refresh()
    own, asked = driver.current_url, driver.asked()
    assert asked, "the log has no request at all, not even for the page"
    assert all(url == own or url.startswith("data:") for url in asked), asked
    language = example.page.find("html").get_attribute("lang")
    assert language == example.data["lang"] == "en"


def contrast(example):
    """Texts and outlines are readable in the light and in the dark, in all states of a search and in the quiz."""
    page = example.page
    page.run("document.querySelector('details').open = true")
    grounds = set()
    for scheme in ["light", "dark"]:
        page.media(prefers_color_scheme=scheme)
        grounds.add(page.run("return getComputedStyle(document.body).backgroundColor"))
        page.key(Keys.HOME)
        for step in [0, 12, 17, len(example.data["panels"][0]["events"])]:
            page.go_to(step)
            readable(page, scheme)
        page.click("quiz")
        page.find(".node.leaf .outer").click()
        page.click("check")
        readable(page, scheme)
        page.click("reveal")
    assert len(grounds) == 2, "dark mode changes nothing"


def readable(page, scheme):
    seen = page.run(CONTRAST)
    assert len(seen) > 60
    faint = [(scheme, name, round(ratio, 2)) for name, ratio, least in seen if ratio < least]
    assert not faint, faint


def accessible(example):
    """axe-core finds no violation at the start, at the end and in the quiz, in the light and in the dark."""
    page = example.page
    page.run("document.querySelector('details').open = true")
    for scheme in ["light", "dark"]:
        page.media(prefers_color_scheme=scheme)
        for keys in [[Keys.HOME], [Keys.END], ["q"]]:
            page.key(*keys)
            only_colours = scheme == "dark" and not LONG
            violations, passes = page.breaches(only_colours=only_colours)
            assert violations == [], (scheme, keys, violations)
            assert passes > (0 if only_colours else 20)
        page.key(Keys.ESCAPE)


def on_paper(example):
    """From a browser in the dark the paper is light, the whole tree is on it, and no control."""
    page = example.page
    page.key(Keys.END)
    page.media(prefers_color_scheme="dark")
    page.media("print", prefers_color_scheme="dark")
    seen = page.run("""
        const style = getComputedStyle(document.body);
        return [style.backgroundColor, style.color, style.colorScheme];""")
    assert seen == ["rgb(255, 255, 255)", "rgb(0, 0, 0)", "light"], seen
    for part in [".controls", ".view", ".track", "footer details", ".overview"]:
        assert not page.find(part).is_displayed(), part
    box, tree, sheet = page.run("""
        const box = document.querySelector('.box');
        const tree = box.querySelector('svg').getBoundingClientRect();
        return [getComputedStyle(box).overflow, tree.width, document.documentElement.clientWidth];""")
    assert box == "visible" and tree <= sheet
    page.media()
    pdf = page.driver.paper()
    assert pdf.startswith(b"%PDF") and len(pdf) > 10_000
    # The long side of the paper is that of the tree.
    wide, high = page.run("const { width, height } = document.querySelector('.box > svg').viewBox.baseVal; return [width, height]")
    sheets = re.findall(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+) ?\]", pdf)
    assert sheets and all((float(across) > float(down)) == (wide > high) for across, down in sheets), (sheets, wide, high)


def without_a_script(example):
    """Without JavaScript the finished search is there as a drawing."""
    page = example.page
    page.driver.scripts(False)
    try:
        page.driver.refresh()
        picture = page.find("main img")
        assert picture.is_displayed() and picture.size["width"] > 200
        assert "leaves are read" in picture.get_attribute("alt")
        assert not page.find("footer").is_displayed()
        # On a phone the drawing is too wide; it opens with its root in view.
        size = page.driver.get_window_size()
        page.driver.set_window_size(500, 700)
        page.driver.refresh()
        picture, root = page.find("main img"), page.find(".still span").get_attribute("style")
        root = picture.rect["x"] + int(re.search(r"--root: (\d+)px", root).group(1))
        assert picture.rect["width"] >= 520 and 50 < root < 450, (picture.rect, root)
        page.driver.set_window_size(size["width"], size["height"])
    finally:
        page.driver.scripts(True)


def boards(example):
    """A board is drawn as its game draws it, not as lines of text."""
    page = example.page
    figures = page.run("return [...document.querySelectorAll('.node .figures')].map((one) => one.children.length)")
    assert len(figures) == len(example.tree)
    # Nine cells, and two strokes for each cross.
    assert all(count > 9 for count in figures), figures
    assert page.run("return document.querySelectorAll('.node text.board').length") == 0
    page.key(Keys.END)
    page.click("unfold")
    only_pruned_are_dashed(example, page.run(FRAMES, "board-frame"))


def picture(example, path):
    """The same in the drawing of `--format svg`: frames of boards by computed style."""
    driver = example.page.driver
    driver.get(path.absolute().as_uri())
    frames = example.page.run(FRAMES, "frame")
    only_pruned_are_dashed(example, [(str(example.node[path]), dashes) for path, dashes in frames])


# The dashes of the frame at each node, as the styles have it. Boards that are text have one, so it is added here.
FRAMES = """
return [...document.querySelectorAll('[data-node].node, [data-path]')].map((node) => {
  const frame = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  frame.setAttribute('class', arguments[0]);
  node.append(frame);
  const dashes = getComputedStyle(frame).strokeDasharray;
  frame.remove();
  return [node.dataset.node ?? node.dataset.path, dashes];
});
"""


def only_pruned_are_dashed(example, frames):
    """At the end of a search the frames of pruned boards are dashed, and no others."""
    is_pruned = lambda path: any(path == top or path.startswith(top + ".") for top in example.json["pruned"])
    assert len(frames) == len(example.tree)
    dashed = {example.paths[int(node)] for node, dashes in frames if dashes != "none"}
    assert dashed == {path for path in example.paths if is_pruned(path)}, dashed
    assert 0 < len(dashed) < len(frames), "some are pruned, and some are not"


def keyboard_alone(example):
    """From the top of the page all can be reached with the Tab key, and the focus is always seen."""
    page = example.page
    reached = []
    for _ in range(40):
        page.key(Keys.TAB)
        name, is_seen = page.run("""
            const at = document.activeElement;
            const shown = at.matches('.units input') ? at.nextElementSibling : at.querySelector?.('.ring') ?? at;
            const style = getComputedStyle(shown);
            const name = at.dataset.do ?? at.dataset.node ?? at.type ?? at.className ?? at.tagName;
            return [name, style.outlineStyle !== 'none' || (shown.matches('.ring') && style.stroke !== 'none')];""")
        if page.run("return document.activeElement === document.body"):
            break
        assert is_seen, f"the focus on {name} is not seen"
        reached.append(name)
    actions = ["first", "back", "play", "forward", "last", "quiz", "larger", "smaller", "fit", "unfold", "fold"]
    for name in [*actions, "radio", "range", "select-one", "0"]:
        assert name in reached, (name, reached)
    page.run("document.activeElement.blur()")
    page.key(Keys.SPACE)
    page.wait(lambda: page.step() >= 1)
    page.key(Keys.SPACE)
    step = page.step()
    page.key(Keys.ARROW_RIGHT)
    assert page.step() == step + 1


def on_a_phone(opened, width):
    """400 or 360 pixels wide: the page does not scroll sideways, the tree does within its box, the buttons are large enough."""
    for name in ["third-tutorial", "board", "comparison", "large"]:
        page = opened(name).page
        page.run("document.querySelector('details').open = true")
        page.key(Keys.END)
        fits(page, width)
        page.click("quiz")
        page.click("check")
        fits(page, width)
    assert page.run("const box = document.querySelector('.box'); return box.scrollWidth > box.clientWidth")


def fits(page, wide):
    width, room = page.run("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert (width, room) == (wide, wide), (width, room)
    buttons = page.run("""
        return [...document.querySelectorAll('button, select, input[type=range], .units span')]
            .map((one) => [one.dataset.do ?? one.tagName, one.getBoundingClientRect()])
            .filter(([, place]) => place.width > 0)
            .map(([name, place]) => [name, place.left, place.right, place.width, place.height]);""")
    assert len(buttons) >= 8
    for name, left, right, broad, high in buttons:
        assert left >= 0 and right <= wide, (name, left, right)
        assert min(broad, high) >= 24, (name, broad, high)
