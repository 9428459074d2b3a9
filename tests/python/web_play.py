"""Checks what is around the board in Play: the list of moves and the way back through it, results, typed moves, options."""

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

WORDS = "return [...document.querySelectorAll('#moves .move')].slice(1).map((move) => move.textContent)"
HERE = "return [...document.querySelectorAll('#moves .move')].findIndex((move) => move.matches('[aria-current]'))"
ALIKE = "return document.querySelector(`#board .hit[data-id='${arguments[0]}']`).getAttribute('aria-label')"
# Keeps every line that the page sends to plyd.
LISTENER = """
window.sentLines = [];
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (line) { if (!line.startsWith('auth ')) window.sentLines.push(line); return send.call(this, line); };
"""


def by_persons(tab, **fields):
    tab.open(**fields)
    tab.seat("person", "person")
    tab.settled()


def typed(tab, move):
    count = len(tab.moves())
    tab.find("#typed").clear()
    tab.find("#typed").send_keys(move, Keys.ENTER)
    tab.wait(lambda: len(tab.moves()) == count + 1 and tab.state()["open"])


def moves_are_written_and_numbered_as_players_do(tab):
    by_persons(tab, game="chess")
    tab.run("document.querySelector('#more').open = true")
    legal = lambda: tab.run("return [...document.querySelectorAll('#legal button')].map((button) => button.textContent)")
    tab.wait(lambda: "e4" in legal() and "Nf3" in legal() and "g1f3" not in legal())
    tab.find("#typed").send_keys("Nf")
    tab.wait(lambda: legal() == ["Nf3"])
    for move in ["e4", "e7e5", "nf3"]:
        typed(tab, move)
    assert tab.moves() == ["e2e4", "e7e5", "g1f3"], "the game's own texts"
    assert tab.run(WORDS) == ["1. e4", "e5", "2. Nf3"], tab.run(WORDS)
    # A link has no notation, so the page asks for it.
    tab.run("localStorage.clear()")
    by_persons(tab, game="chess", position="4k3/8/8/8/8/8/8/4K2R b K - 0 24", moves="e8d7 e1g1")
    tab.wait(lambda: tab.run(WORDS) == ["24… Kd7", "25. O-O"] and tab.text("#status").startswith("O-O was"))
    # Of a thing that is put on the board people read where; texts for programs stay as they are.
    by_persons(tab, game="cfour", moves="P@d1")
    assert (tab.run(WORDS), tab.moves()) == (["1. d1"], ["P@d1"]) and tab.text("#status").startswith("d1 was")
    assert "P@d1" in tab.run("return document.querySelector('#line').value")
    # A move belongs to the roll before it.
    by_persons(tab, game="backgammon", position="4HPwATDgc/ABMA w 53", moves="8/3,6/3")
    tab.wait(lambda: [word[:2] == "1." for word in tab.run(WORDS)] == [True, False])


def one_looks_back_by_clicks_and_keys(tab):
    tab.run("localStorage.clear()")
    by_persons(tab, game="chess")
    for move in ["e4", "e5", "Nf3"]:
        typed(tab, move)
    on = lambda spot: "White" in tab.run(ALIKE, spot)
    back = tab.find("#moves .primary")
    assert not back.is_displayed() and on("f3")
    tab.find("#moves .move:nth-of-type(2)").click()
    tab.wait(lambda: on("e4") and on("g1") and not on("f3"))
    assert tab.run(HERE) == 1 and back.is_displayed()
    # Nobody moves in the past.
    assert tab.state()["live"] == [] and not tab.find("#typed").is_enabled()
    tab.hit("g1").click()
    assert tab.state()["clicked"] == []
    tab.accessible()
    tab.shot("looking-back")
    # The board has its own keys.
    tab.find("#moves .move[aria-current]").click()
    for key, place, spot in [(Keys.HOME, 0, "e2"), (Keys.ARROW_RIGHT, 1, "e4"), (Keys.ARROW_LEFT, 0, "e2"), (Keys.END, 3, "f3")]:
        tab.key(key)
        tab.wait(lambda: tab.run(HERE) == place and on(spot))
    assert not back.is_displayed()
    for act, place in [("back", 2), ("first", 0), ("on", 1), ("last", 3)]:
        button = tab.find(f'#moves [data-act="{act}"]')
        assert button.text == "" and button.get_attribute("aria-label"), act
        button.click()
        tab.wait(lambda: tab.run(HERE) == place)
    tab.wait(lambda: len(tab.state()["live"]) > 0)
    tab.find('#moves [data-act="first"]').click()
    tab.wait(lambda: on("e2"))
    back.click()
    tab.wait(lambda: on("f3") and tab.state()["open"])
    tab.find("#undo").click()
    tab.wait(lambda: tab.run(WORDS) == ["1. e4", "e5"])


def arrows_walk_after_a_click_and_move_after_a_key(tab):
    by_persons(tab, game="chess", moves="e2e4 e7e5")
    at = lambda: tab.run("return document.activeElement.closest('.hit')?.dataset.id ?? ''")
    # A click chooses a piece; its square has the focus, but Left is for the game.
    tab.press(*tab.middle("d2"))
    tab.wait(lambda: tab.state()["clicked"] == ["d2"])
    for key, place in [(Keys.ARROW_LEFT, 1), (Keys.ARROW_LEFT, 0), (Keys.ARROW_RIGHT, 1), (Keys.END, 2)]:
        tab.key(key)
        tab.wait(lambda: tab.run(HERE) == place)
    tab.wait(lambda: tab.state()["open"])
    # A finger does the same.
    tab.touch(*tab.middle("d2"))
    tab.wait(lambda: tab.state()["clicked"] == ["d2"])
    tab.key(Keys.ARROW_LEFT)
    tab.wait(lambda: tab.run(HERE) == 1)
    tab.key(Keys.END)
    tab.wait(lambda: tab.run(HERE) == 2 and tab.state()["open"])
    # A key that leads to a square has the arrows for the board again.
    tab.press(*tab.middle("d2"))
    tab.wait(lambda: at() == "d2")
    tab.key(Keys.ARROW_UP, Keys.ARROW_RIGHT)
    assert at() == "e3" and tab.run(HERE) == 2
    # So does Tab, here back from what is behind the board.
    tab.press(*tab.middle("d2"))
    tab.key(Keys.TAB)
    assert at() == ""
    ActionChains(tab.driver, duration=0).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    tab.wait(lambda: at() != "")
    before = at()
    tab.key(Keys.ARROW_LEFT)
    assert at() not in ("", before) and tab.run(HERE) == 2
    tab.key(Keys.HOME)
    assert tab.run(HERE) == 2, "the board has all keys"


def a_result_has_its_reason_and_leads_on(tab):
    tab.run("localStorage.setItem('plyd.computer', JSON.stringify({ limit: 0.05, strength: '1200' }))")
    tab.open(game="chess", position="7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    tab.seat("person", "computer")
    tab.settled()
    assert not tab.find("#result").is_displayed()
    tab.find("#typed").send_keys("Qg7#", Keys.ENTER)
    tab.wait(lambda: tab.find("#result").is_displayed())
    assert tab.text("#status") == "White has won. Checkmate."
    assert tab.count("#panel [role=status]") == 1, "it is said once"
    shown = lambda: [button.get_attribute("id") for button in tab.driver.find_elements("css selector", "#result button") if button.is_displayed()]
    assert shown() == ["again", "easier", "harder", "analyse-this"]
    tab.accessible()
    tab.shot("result")
    tab.find("#easier").click()
    tab.wait(lambda: tab.moves() == [] and tab.state()["open"])
    assert not tab.find("#result").is_displayed()
    assert "position=7k" in tab.driver.current_url, "the same settings"
    assert tab.find("#strength").get_attribute("value") == "800"
    tab.find("#resign").click()
    places = tab.run("return [...document.querySelectorAll('#ask button')].map((one) => one.getBoundingClientRect())"
                     ".map(({ top, width }) => [top, width])")
    assert len(places) == 2 and places[0] == places[1], f"one row, of one size: {places}"
    tab.find('#ask [value="resign"]').click()
    tab.wait(lambda: tab.find("#result").is_displayed())
    assert shown() == ["again", "harder", "analyse-this"], "there is nothing easier"
    tab.find("#harder").click()
    tab.wait(lambda: not tab.find("#result").is_displayed() and tab.state()["open"])
    assert tab.find("#strength").get_attribute("value") == "1200"
    tab.run("localStorage.removeItem('plyd.computer')")
    by_persons(tab, game="tictactoe", moves="P@a1 P@b1 P@a2 P@b2 P@a3")
    assert shown() == ["again", "analyse-this"]
    tab.find("#again").click()
    tab.wait(lambda: tab.moves() == [] and tab.state()["open"])
    # On a phone the result is seen as soon as the game ends.
    tab.size(360, 640)
    for move in ["a1", "b1", "a2", "b2"]:
        typed(tab, move)
    tab.run("scrollTo(0, 0)")
    tab.find("#typed").send_keys("a3", Keys.ENTER)
    tab.wait(lambda: tab.find("#result").is_displayed())
    assert tab.run("return document.querySelector('#result').getBoundingClientRect().bottom <= innerHeight")
    tab.size(1280, 900)
    # Who has more points has won, whatever the number in which the game ends.
    by_persons(tab, game="dotsandboxes", moves="h11 h21 v11 v12", **{"option.Rows": "1", "option.Columns": "1"})
    assert tab.text("#status") == "Blue has won. Everything was counted. Red 0, Blue 1", tab.text("#status")
    # Points and reasons, in games that say them.
    points = tab.run("""
return import(new URL('play/result.js', document.querySelector('script[src$="/main.js"]').src)).then(({ reasonOf, scoreOf }) => {
  const view = { game: 'chess', sides: ['White', 'Black'], points: [23, -1.5], result: { reason: 'stalemate' } };
  return [reasonOf(view), scoreOf(view), reasonOf({ result: { reason: 'constructor' } }), scoreOf({})];
});
""")
    assert points == ["Stalemate.", "White 23, Black \u22121.5", "", ""], points


def a_wrong_move_is_refused_in_short(tab):
    by_persons(tab, game="chess")
    for language, word in [("it", "non è una mossa"), ("en", "not a legal move here. Did you mean e")]:
        tab.choose("#language", language)
        tab.wait(lambda: tab.run("return document.documentElement.lang") == language and tab.state()["open"])
        tab.find("#typed").clear()
        tab.find("#typed").send_keys("e2e5", Keys.ENTER)
        tab.wait(lambda: word in tab.text("#trouble"))
        assert len(tab.text("#trouble")) < 80 and tab.moves() == []


def another(tab, game):
    """Chooses another game, as people do: by the page of all games."""
    tab.find("#new").click()
    tab.wait(lambda: tab.find("#new-other").is_displayed())
    tab.find("#new-other").click()
    tile = f'#games .tile[data-game="{game}"]'
    tab.wait(lambda: tab.count(tile) == 1 and tab.find(tile).is_displayed())
    tab.find(tile).click()
    tab.wait(lambda: tab.find("#new-dialog").is_displayed())
    assert not tab.find("#new-other").is_displayed(), "it is where one comes from"
    tab.find("#new-start").click()
    tab.wait(lambda: tab.find("#play").is_displayed())


def a_new_game_has_no_options_of_the_last(tab):
    squares = lambda: tab.count("#board .hit")
    by_persons(tab, game="cfour", **{"option.Files": "6"})
    few = squares()
    another(tab, "tictactoe")
    tab.wait(lambda: squares() == 9)
    another(tab, "cfour")
    tab.wait(lambda: squares() > few)
    assert tab.text("#trouble") == "" and "option" not in tab.driver.current_url
    # The options of UCI have no game in their names; a search that runs ends for them.
    tab.run("localStorage.setItem('plyd.computer', JSON.stringify({ limit: 60 }))")
    tab.open(game="cfour")
    tab.seat("computer", "person")
    another(tab, "chess")
    tab.wait(lambda: tab.find("#game").get_attribute("data-game") == "chess" and tab.count("#board .hit") == 64)
    tab.open(game="chess", **{"option.UCI_Chess960": "true"})
    assert tab.text("#trouble") == "", tab.text("#trouble")
    tab.run("localStorage.removeItem('plyd.computer')")


def a_move_is_one_question(tab):
    script = tab.driver.first_script(LISTENER)
    by_persons(tab, game="chess")
    tab.run("window.sentLines.length = 0")
    typed(tab, "e4")
    assert tab.run("return window.sentLines") == ["position startpos moves e2e4", "view"], tab.run("return window.sentLines")
    tab.driver.drop_script(script)


def a_child_begins_in_three_taps(tab):
    """The start page is for who has not played yet; its games begin against the weakest opponent."""
    tab.size(360, 740)
    # The page would keep its game once more when it is left.
    tab.driver.get(f"{tab.server.page}healthz")
    tab.run("localStorage.clear()")
    tab.open()
    tiles = tab.count("#games .tile")
    tab.wait(lambda: tab.count("#games .picture > *") == tiles > 2)
    assert tab.run("return [...document.querySelectorAll('#games .doors a')].map((door) => new URL(door.href).hash)") == [
        "#view=play", "#view=analyse", "#view=watch", "#view=teach"]
    shown = tab.run("return [...document.querySelectorAll('#games .tile')].map((tile) => tile.dataset.game)")
    known = [game for game in ["chess", "cfour", "tictactoe", "checkers"] if game in shown]
    assert shown[:len(known)] == known, f"what most people know comes first: {shown}"
    tab.accessible()
    tab.shot("start")
    tab.find('#games .tile[data-game="cfour"]').click()
    tab.wait(lambda: tab.find("#new-dialog").is_displayed())
    assert tab.find("#new-strength").get_attribute("value") == "800"
    tab.accessible()
    tab.shot("new-game")
    tab.find("#new-start").click()
    # The game before, which is hidden, was settled too.
    tab.wait(lambda: tab.find("#board").is_displayed())
    tab.settled()
    assert tab.run("return scrollY") == 0, "the board is seen"
    tab.hit(tab.state()["live"][0]).click()
    tab.wait(lambda: len(tab.moves()) == 2 and tab.state()["open"])
    # The choice stays, and a dialog that is left begins nothing.
    assert tab.run("return JSON.parse(localStorage.getItem('plyd.computer')).strength") == "800"
    tab.find("#new").click()
    tab.wait(lambda: tab.find("#new-dialog").is_displayed())
    tab.find("#new-strength").send_keys(Keys.ESCAPE)
    tab.wait(lambda: not tab.find("#new-dialog").is_displayed())
    assert len(tab.moves()) == 2
    # Who has played finds their game again.
    tab.open()
    assert len(tab.moves()) == 2 and not tab.find("#games").is_displayed()
    tab.size(1440, 900)


def the_panel_has_one_drawer(tab):
    by_persons(tab, game="backgammon", moves="31")
    assert tab.count("#panel details") == 1 and not tab.find("#computer").is_displayed()
    tab.find("#more summary").send_keys(Keys.ENTER)
    tab.wait(lambda: tab.find("#computer").is_displayed())
    names = tab.run("return [...document.querySelectorAll('#more legend')].map((legend) => legend.textContent)")
    assert len(names) == len(set(names)) == 6 and all(names), names
    assert tab.count("#legal button") > 10
    assert "`" not in tab.text("#how") and tab.count("#how code") > 0, tab.text("#how")
    tab.wait(lambda: tab.text("#status").startswith("31 was rolled."))
    # The points are beside the names, and then in the result alone.
    by_persons(tab, game="flipello")
    assert tab.count("#sides .points") == 2
    by_persons(tab, game="go", position="3/1X1/3 b - 1 0.5")
    tab.find("#typed").send_keys("pass", Keys.ENTER)
    tab.wait(lambda: tab.state()["over"])
    assert tab.count("#sides .points") == 0 and "Black 9, White 0.5" in tab.text("#status"), tab.text("#status")
    # A move without a place has a word in each language, which can be typed too.
    by_persons(tab, game="go", moves="E5")
    tab.choose("#language", "it")
    tab.wait(lambda: tab.text("#buttons button") == "passo" and tab.state()["open"])
    tab.find("#typed").send_keys("passo", Keys.ENTER)
    tab.wait(lambda: tab.moves() == ["E5", "pass"])
    assert tab.run(WORDS)[1] == "passo" and "passo" in tab.text("#status")
    tab.choose("#language", "en")
    tab.wait(lambda: tab.run(WORDS)[1] == "pass")


def checks(tab):
    the_panel_has_one_drawer(tab)
    a_child_begins_in_three_taps(tab)
    moves_are_written_and_numbered_as_players_do(tab)
    one_looks_back_by_clicks_and_keys(tab)
    arrows_walk_after_a_click_and_move_after_a_key(tab)
    a_result_has_its_reason_and_leads_on(tab)
    a_wrong_move_is_refused_in_short(tab)
    a_new_game_has_no_options_of_the_last(tab)
    a_move_is_one_question(tab)
