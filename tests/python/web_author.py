"""Looks at a game in a browser while its author saves it: `plyd web --watch`.

Usage: web_author.py SECONDS BROWSER DRIVER FOLDER PLYD [ARGUMENT ...]; the arguments come before each command of PLYD.
"""

from pathlib import Path

from web_tab import Server, begin, new_tab

GAME = """[small]
name = Small
board = {size}x{size}
place = P
piece.P = stone
goals =
    line 3: win
    no move: draw
"""


def a_save_is_seen(tab, text):
    spots = lambda: tab.count(".hit[data-id]")
    save = lambda size: text.write_text(GAME.format(size=size), "ascii")
    tab.open(game="small")
    tab.seat("person", "person")
    tab.settled()
    assert spots() == 9 and not tab.find("#built").is_displayed()
    tab.hit("c3").click()
    tab.wait(lambda: len(tab.moves()) == 1)
    played = tab.moves()
    save(4)
    tab.wait(lambda: spots() == 16)
    assert tab.moves() == played and "A new build of Small is in play" in tab.text("#built"), tab.text("#built")
    # Nobody plays with a text that is wrong. The next one is right.
    text.write_text("[small]\nbord = 3x3\n", "ascii")
    save(5)
    tab.wait(lambda: spots() == 25)
    tab.hit("e5").click()
    tab.wait(lambda: len(tab.moves()) == 2)
    # A board without the place of the second move.
    save(4)
    tab.wait(lambda: "does not accept this position" in tab.text("#built"))
    assert spots() == 25 and len(tab.moves()) == 2, "what was there stays"
    save(6)
    tab.wait(lambda: spots() == 36)
    assert "is in play" in tab.text("#built") and len(tab.moves()) == 2
    tab.shot("author")
    tab.quiet()


def an_author_plays_in_three_clicks(tab, text):
    """In a browser that knows nothing: the game, the start, and the first move. What is saved then is there without a click."""
    text.write_text(GAME.format(size=3), "ascii")
    tab.driver.get(f"{tab.server.page}healthz")
    tab.run("localStorage.clear()")
    tab.open()
    tile = "#games .tile[data-game=small]"
    tab.wait(lambda: tab.count(tile) == 1)
    tab.find(tile).click()
    tab.wait(lambda: tab.find("#new-dialog").is_displayed())
    tab.find("#new-start").click()
    tab.wait(lambda: tab.find("#board").is_displayed() and tab.count(".hit[data-id]") == 9)
    tab.settled()
    tab.hit("b2").click()
    tab.wait(lambda: len(tab.moves()) == 2 and tab.state()["open"])
    text.write_text(GAME.format(size=4), "ascii")
    tab.wait(lambda: tab.count(".hit[data-id]") == 16 and len(tab.moves()) == 2)


def main():
    folder, *plyd = begin()
    text = Path(folder) / "small.ini"
    text.write_text(GAME.format(size=3), "ascii")
    watched = [*plyd, "web", "--no-browser", "--watch", str(text)]
    with new_tab() as tab, Server(watched, before=()) as served:
        a_save_is_seen(tab.at(served), text)
        an_author_plays_in_three_clicks(tab, text)
        tab.quiet()


main()
