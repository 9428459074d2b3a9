"""Checks what the page has from the texts of games: names, sides, options, rules, in the language of the page."""

from selenium.webdriver.common.keys import Keys

# What the page shows of a game in a language: its name and the sides.
SHOWN = """
return ['#game', '#sides .max .name', '#sides .min .name'].map((place) => document.querySelector(place)?.textContent.trim());
"""
# The first option in the window of a new game, and one of its choices.
OPTION = """
return ['#new-options label > span', '#new-options option:last-child'].map((place) => document.querySelector(place)?.textContent);
"""
IS_OPEN = "return document.querySelector('#new-dialog').open"
EXPECTED = {
    "it": ["Backgammon", "Bianco", "Nero"],
    "tr": ["Tavla", "Beyaz", "Siyah"],
    "bn": ["ব্যাকগ্যামন", "সাদা", "কালো"],
    "en": ["Backgammon", "White", "Black"],
}


def option(tab):
    tab.find("#new").click()
    tab.wait(lambda: tab.run(IS_OPEN))
    shown = tab.run(OPTION)
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: not tab.run(IS_OPEN))
    return shown


def every_language_has_the_texts_of_games(tab):
    tab.open(game="backgammon")
    seen = []
    for language in EXPECTED:
        tab.choose("#language", language)
        # The page's texts come first, then the game's.
        tab.wait(lambda: tab.run(SHOWN) == EXPECTED[language])
        seen.append(option(tab))
    assert len({label for label, _ in seen}) == len({choice for _, choice in seen}) == len(EXPECTED), seen
    # A new document has the texts from its beginning.
    tab.choose("#language", "it")
    tab.wait(lambda: tab.run(SHOWN) == EXPECTED["it"])
    tab.open(game="cfour")
    tab.wait(lambda: tab.run(SHOWN)[0] == "Forza quattro" and tab.driver.title == "Forza quattro – plyd")
    assert option(tab)[0] == "Larghezza della tavola"
    described = tab.run("return document.getElementById(document.querySelector('#typed').getAttribute('aria-describedby')).textContent")
    assert "colonna" in described, described
    tab.choose("#language", "en")
    tab.wait(lambda: tab.run(SHOWN)[0] == "Connect four")


def the_rules_are_read_in_a_dialog(tab):
    tab.open(game="cfour")
    tab.size(360, 740)
    for look in ["light", "dark", "contrast"]:
        tab.choose("#looks", look)
        tab.find("#rules").click()
        tab.wait(lambda: tab.run("return document.activeElement.id") == "rules-name")
        tab.accessible(only_colours=look != "light")
        tab.fits()
        tab.shot(f"rules-{look}")
        assert tab.text("#rules-name") == "Connect four"
        texts = tab.text("#rules-dialog .texts")
        assert "Four stones of one player in a line win" in texts and "`" not in texts and "Apache-2.0" in texts, texts
        tab.key(Keys.ESCAPE)
        tab.wait(lambda: tab.run("return document.activeElement.id") == "rules")
    tab.choose("#looks", "auto")
    tab.size(1280, 900)
    tab.find("#rules").click()
    tab.wait(lambda: tab.run("return document.querySelector('#rules-dialog').open"))
    tab.key(Keys.TAB, Keys.ENTER)
    tab.wait(lambda: not tab.run("return document.querySelector('#rules-dialog').open"))


# A library may have any texts. What is shown of them, and where they lead.
TOLD = """
const [about, done] = arguments;
const module = (name) => import(new URL(name, document.querySelector('script[src]').src));
Promise.all([module('about.js'), module('play/rules.js')]).then(([{ question }, { showRules }]) => {
  question().read(`response ${JSON.stringify(about)}`);
  showRules(about.game, 'Otherwise');
  const dialog = document.querySelector('#rules-dialog');
  const told = [dialog.querySelector('h2').textContent, dialog.querySelector('.texts').innerHTML];
  dialog.close();
  done(told);
});
"""


def texts_of_games_are_never_markup(tab):
    def told(**about):
        about = {"game": "strange", "language": "en", "languages": [], "name": "Strange", "sides": ["A", "B"]} | about
        return tab.driver.in_page(TOLD, about)

    name, html = told(name="<b>N</b>", rules="<img src=x>\n`<i>`", home="javascript:alert(1)", author="<u>")
    assert name == "<b>N</b>" and "<img" not in html and "<u>" not in html and "<a" not in html, html
    assert "<code>&lt;i&gt;</code>" in html and "javascript:alert(1)" in html, html
    assert "<a" not in told(home="http://example.org/")[1]
    html = told(home="https://example.org/")[1]
    assert 'href="https://example.org/"' in html and "noopener" in html, html
    assert "There are no rules" in told()[1]


def checks(tab):
    every_language_has_the_texts_of_games(tab)
    the_rules_are_read_in_a_dialog(tab)
    texts_of_games_are_never_markup(tab)
