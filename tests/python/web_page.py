"""Plays on the page of `plyd serve --web` in a browser, as people do: with mouse, touch and keyboard.

Usage: web_page.py SECONDS BROWSER DRIVER GAMES COMMAND [ARGUMENT ...]; each of GAMES, with commas between, is played
to its end; COMMAND serves, and gets `--web` here.
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import web_analyse
import web_games
import web_play
import web_texts
from browser import JUMPS, LONG, SCROLLS
from web_tab import Server, begin, new_tab


def the_token_leaves_the_address(tab):
    tab.open(game="tictactoe")
    assert tab.server.token not in tab.run("return location.href + document.documentElement.outerHTML + document.title")
    # The browser's own first page, an empty one, the icon, and this one once.
    assert tab.run("return history.length") <= 4
    assert tab.server.token not in tab.run("return JSON.stringify(localStorage)"), "other tabs do not get it"
    tab.driver.refresh()
    tab.ready()
    assert tab.text("#connection") == ""
    tab.run("sessionStorage.clear()")
    tab.driver.refresh()
    tab.wait(lambda: tab.run("return document.querySelector('#token-dialog').open"))
    tab.find("#token").send_keys("plyd_token_" + "0" * 64, Keys.ENTER)
    tab.wait(lambda: tab.run("return document.querySelector('#token-dialog').open && document.querySelector('#token').value === ''"))
    tab.find("#token").send_keys(f"{tab.server.page}#token={tab.server.token}", Keys.ENTER)
    tab.ready()


# The first socket of a document is told that its token came too late.
LATE = """
const Plain = WebSocket;
let isLate = true;
window.WebSocket = class extends Plain {
  send(line) {
    if (!isLate) return super.send(line);
    isLate = false;
    this.dispatchEvent(new MessageEvent('message', { data: 'info string error auth-required no token came within 5 seconds' }));
    this.close();
  }
};
"""


def a_token_that_came_too_late_is_sent_again(tab):
    script = tab.driver.first_script(LATE)
    tab.open(game="tictactoe")
    assert not tab.run("return document.querySelector('#token-dialog').open")
    tab.driver.drop_script(script)


def a_promotion_is_asked_for(tab):
    tab.open(game="chess", position="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    tab.seat("person", "person")
    tab.settled()
    ActionChains(tab.driver, duration=50).drag_and_drop(tab.hit("a7"), tab.hit("a8")).perform()
    tab.wait(lambda: len(tab.state()["asks"]) == 4)
    assert tab.moves() == []
    tab.key(Keys.ESCAPE)
    # The last click is taken back; the page hears of it after the question has gone.
    tab.wait(lambda: (state := tab.state())["asks"] == [] and state["clicked"] == ["a7"])
    tab.hit("a8").click()
    tab.find('#ask [value="=queen"]').click()
    tab.wait(lambda: tab.moves() == ["a7a8q"])
    assert "a8, White queen" in tab.wait(lambda: tab.hit("a8").get_attribute("aria-label"))


def half_moves_are_shown_and_men_go_in_any_order(tab):
    standing = lambda spot: tab.hit(spot).get_attribute("aria-label")
    tab.open(game="amazons")
    tab.seat("person", "person")
    tab.settled()
    for spot in ["d1", "d7"]:
        tab.hit(spot).click()
    tab.wait(lambda: "White" in standing("d7") and "White" not in standing("d1"))
    assert tab.moves() == []
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: "White" in standing("d1") and "White" not in standing("d7"))
    tab.open(game="backgammon", position="4HPwATDgc/ABMA w 53")
    tab.seat("person", "person")
    tab.settled()
    # The man on the lower point first.
    for spot in ["6", "3"]:
        tab.hit(spot).click()
    tab.wait(lambda: "1 White" in standing("3") and "4 White" in standing("6"))
    for spot in ["8", "3"]:
        tab.hit(spot).click()
    tab.wait(lambda: tab.moves() == ["8/3,6/3"])


def a_finger_drags_pieces_and_scrolls_elsewhere(tab):
    tab.size(360, 740)
    scrolled = lambda: tab.run("return scrollY")
    for game, start, goal, moves in [("chess", "e2", "e4", ["e2e4"]), ("tictactoe", "b1", "b3", [])]:
        tab.open(game=game)
        tab.seat("person", "person")
        tab.settled()
        tab.touch_drag(tab.middle(start), tab.middle(goal))
        tab.wait(lambda: tab.moves() == moves)
        if tab.can(SCROLLS):
            tab.wait(lambda: (scrolled() > 0) == (moves == []))
    tab.size(1280, 900)


def a_bad_link_shows_a_board_and_the_reason(tab):
    for fields, reason in [({"moves": "e2e5"}, "e2e5"), ({"position": "garbage"}, "garbage"), ({"option.Wings": "two"}, "Wings")]:
        tab.run("localStorage.clear()")
        tab.open(game="chess", **fields)
        assert len(tab.settled()["live"]) == 10, "the pieces that can move at the start"
        assert reason in tab.text("#trouble") and tab.find("#trouble").is_displayed(), tab.text("#trouble")
        assert tab.find("#game").get_attribute("data-game") == "chess"
        tab.seat("person", "person")
        tab.hit("e2").click()
        tab.hit("e4").click()
        tab.wait(lambda: tab.moves() == ["e2e4"])
    # What was refused is not told again, when the connection was lost.
    tab.server.stop()
    tab.hit("e7").click()
    tab.hit("e5").click()
    tab.server.start()
    tab.wait(lambda: tab.moves() == ["e2e4", "e7e5"])
    tab.quiet(lost=True)


def players_see_what_they_play_with(tab):
    # The pieces beside the names of the first and the second player.
    for game, clicks, shown in [
        ("cfour", [], ["disc", "disc"]),
        ("ataxx", [], ["disc", "disc"]),
        ("tictactoe", ["b2"], ["cross", ""]),
        ("tictactoe", ["b2", "a1"], ["cross", "ring"]),
        ("hex", [], ["disc", "disc"]),
    ]:
        tab.open(game=game)
        tab.seat("person", "person")
        tab.settled()
        for number, spot in enumerate(clicks):
            tab.hit(spot).click()
            tab.wait(lambda: len(tab.moves()) > number and tab.state()["open"])
        pieces = tab.run("return ['max', 'min'].map((side) => document.querySelector(`#sides .${side} .token`)?.classList[2] ?? '')")
        assert pieces == shown, f"{game} after {clicks}: {pieces}"


def pieces_slide_unless_nobody_wants_it(tab):
    def slides(fragment, start, goal):
        tab.open(game="chess", **fragment)
        tab.seat("person", "person")
        tab.settled()
        tab.run("window.slides = 0; const { animate } = Element.prototype;"
                "Element.prototype.animate = function (...all) { window.slides += 1; return animate.apply(this, all); };")
        moves = len(tab.moves())
        tab.hit(start).click()
        tab.hit(goal).click()
        tab.wait(lambda: len(tab.moves()) == moves + 1)
        return tab.run("return window.slides")

    castling = {"position": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}
    assert slides({}, "e2", "e4") == 1
    assert slides(castling, "e1", "g1") == 2, "king and rook"
    tab.media(prefers_reduced_motion="reduce")
    assert slides({}, "e2", "e4") == 0
    tab.media()
    tab.run("document.querySelector('#more').open = true")
    tab.find("#motion").click()
    assert slides({}, "e2", "e4") == 0
    tab.run("localStorage.removeItem('plyd.motion')")


def boards_look_as_people_know_them(tab):
    colour = lambda spot: tab.run("return getComputedStyle(document.querySelector(arguments[0])).fill", f".token.{spot} .body")
    tab.open(game="cfour", moves="P@d1 P@d2")
    tab.seat("person", "person")
    tab.settled()
    reds, yellows = ([int(part) for part in colour(side)[4:-1].split(",")] for side in ("max", "min"))
    assert reds[0] > 2 * max(reds[1:]) and min(yellows[:2]) > 2 * yellows[2], f"{reds}, {yellows}"
    # A disc is above the column at which a mouse points, and falls from there.
    ghosts = lambda: tab.count(".ghost .token.max")
    assert ghosts() == 0
    ActionChains(tab.driver).move_to_element(tab.hit("e6")).perform()
    tab.wait(lambda: ghosts() == 1)
    tab.run("window.falls = []; const { animate } = Element.prototype;"
            "Element.prototype.animate = function (frames, options) { if (this.matches('.token')) falls.push(frames.length); return animate.call(this, frames, options); };")
    tab.hit("e6").click()
    tab.wait(lambda: tab.moves()[2:] == ["P@e1"])
    assert tab.run("return window.falls") == [4]
    # Five men on a point, of which the uppermost is dragged.
    tab.open(game="backgammon", moves="31")
    tab.seat("person", "person")
    tab.settled()
    men = lambda: tab.count("#board .token.disc")
    assert (men(), tab.count(".token.die")) == (30, 2)
    ActionChains(tab.driver, duration=50).drag_and_drop(tab.hit("8"), tab.hit("5")).perform()
    tab.wait(lambda: "1 White" in tab.hit("5").get_attribute("aria-label"))
    assert men() == 30
    # All empty points of a board of go are Black's, after a pass.
    tab.open(game="go", position="3/1X1/3 b - 1 0.5")
    tab.settled()
    assert (tab.count(".territory.max"), tab.count("#board .plain")) == (8, 1)


def a_game_without_a_view_is_a_list(tab):
    tab.open(game="leaftree", position="[" + ",".join(["7"] * 4096) + "]")
    tab.seat("person", "person")
    tab.settled()
    assert len(tab.driver.find_elements(By.CSS_SELECTOR, "#buttons button")) == 4096
    tab.find("#buttons button:nth-child(3)").click()
    tab.wait(lambda: tab.moves() == ["2"])
    assert "+7" in tab.text("#status")


def a_game_against_the_computer(tab):
    tab.run("localStorage.setItem('plyd.computer', JSON.stringify({ limit: 0.05 }))")
    tab.open(game="tictactoe")
    tab.seat("person", "computer")
    tab.settled()
    tab.hit("b2").click()
    tab.wait(lambda: len(tab.moves()) == 2 and tab.state()["open"])
    link = tab.driver.current_url
    assert "token" not in link and "P%40b2" in link
    tab.find("#hint").click()
    tab.wait(lambda: tab.run("return document.querySelectorAll('.advice *').length") > 0)
    tab.find("#undo").click()
    tab.wait(lambda: tab.moves() == [])
    tab.settled()
    tab.find("#typed").send_keys("C3", Keys.ENTER)
    tab.wait(lambda: len(tab.moves()) == 2 and tab.state()["open"])
    assert tab.moves()[0] == "P@c3", "as the game writes it"
    tab.find("#typed").send_keys("z9", Keys.ENTER)
    tab.wait(lambda: tab.text("#trouble") == "z9 is not a legal move here.")
    assert len(tab.moves()) == 2
    played = tab.moves()
    tab.driver.refresh()
    tab.ready()
    assert tab.moves() == played, "a reload goes on"
    tab.find("#resign").click()
    tab.wait(lambda: tab.state()["asks"] == ["resign"])
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: tab.state()["asks"] == [])
    assert "resigns" not in tab.text("#status")
    tab.find("#resign").click()
    tab.find('#ask [value="resign"]').click()
    tab.wait(lambda: "resigns" in tab.text("#status"))
    tab.driver.refresh()
    tab.ready()
    tab.wait(lambda: "resigns" in tab.text("#status"))
    # Its link is the game, which nobody has given up.
    own = tab.driver.current_url
    tab.driver.get("about:blank")
    tab.driver.get(own)
    tab.ready()
    assert tab.moves() == played and "resigns" not in tab.text("#status")
    tab.driver.get("about:blank")
    tab.driver.get(link)
    tab.ready()
    assert tab.moves()[0] == "P@b2", "a link is a game"


def what_the_computer_thinks_is_shown_to_who_asks(tab):
    tab.run("localStorage.setItem('plyd.computer', JSON.stringify({ limit: 0.3 }))")
    tab.open(game="cfour")
    tab.seat("person", "computer")
    tab.run("const place = document.querySelector('#thinking'); window.thought = '';"
            "new MutationObserver(() => { window.thought += place.textContent; }).observe(place, { childList: true });")
    for number, is_shown in enumerate([False, True]):
        tab.run("const box = document.querySelector('#thoughts'); if (box.checked !== arguments[0]) box.click();", is_shown)
        tab.settled()
        tab.hit("d3").click()
        tab.wait(lambda: len(tab.moves()) == 2 * number + 2 and tab.state()["open"])
        assert (tab.run("return window.thought") != "") == is_shown
    tab.run("localStorage.removeItem('plyd.thoughts'); localStorage.removeItem('plyd.computer')")


def a_view_comes_when_the_server_is_there_again(tab):
    tab.open(game="tictactoe")
    # Else the browser has the view from its cache.
    tab.driver.clear_cache()
    tab.server.stop()
    tab.find("nav a[href='#view=watch']").click()
    tab.wait(lambda: tab.count("#watch .not-loaded") == 1 and tab.find("#watch .not-loaded button").text == "Try again")
    tab.server.start()
    tab.wait(lambda: tab.count("#watch .not-loaded") == 0 and tab.count("#watch form") == 1)


def a_game_outlasts_the_server(tab):
    tab.open(game="cfour")
    tab.seat("person", "person")
    tab.settled()
    tab.server.stop()
    tab.hit("d3").click()
    tab.wait(lambda: not tab.run("return document.querySelector('#connection').hidden"))
    tab.server.start()
    tab.wait(lambda: tab.moves() == ["P@d1"])
    assert tab.run("return document.querySelector('#connection').hidden")


def every_language_has_every_text(tab):
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        tab.wait(lambda: tab.run("return document.documentElement.lang") == language)


def every_look_fits_a_phone(tab):
    for width in [360, 768, 1280]:
        tab.size(width, 800)
        for game in ["chess", "backgammon", "hex"] if LONG or width == 360 else ["chess"]:
            tab.open(game=game)
            for look in ["light", "dark", "contrast"]:
                tab.choose("#looks", look)
                tab.fits()
    tab.choose("#looks", "auto")
    tab.size(360, 740)
    for view in ["play", "analyse", "watch", "teach"]:
        tab.open(view=view, game="chess")
        for language in ["it", "tr", "bn", "en"]:
            tab.choose("#language", language)
            tab.fits()
    tab.size(1280, 900)


def every_view_is_accessible(tab):
    for view in ["play", "games", "analyse", "watch", "teach"]:
        tab.open(view=view, game="chess")
        tab.run("document.querySelectorAll('main:not([hidden]) details').forEach((details) => { details.open = true; })")
        for look in ["light", "dark", "contrast"]:
            tab.choose("#looks", look)
            tab.accessible(only_colours=look != "light")
        tab.choose("#looks", "light")
        # On a phone some of it is arranged in another way.
        tab.size(360, 740)
        tab.accessible()
        tab.size(1280, 900)
    tab.choose("#looks", "auto")


# In each new document: how much has jumped, as browsers count it, without what a person has done.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def nothing_jumps_while_the_page_is_loaded(tab):
    if not tab.can(JUMPS):
        return
    script = tab.driver.first_script(SHIFTS)
    for size in [(1440, 900), (360, 740)]:
        tab.size(*size)
        for view in ["play", "games", "analyse", "watch", "teach"]:
            tab.open(view=view, game="chess")
            # Two pictures of the screen later everything has been counted.
            tab.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 50)))")
            shifted = tab.run("return window.shifted")
            assert shifted < 0.05, (view, size, shifted)
            assert tab.find(f"#{view}").is_displayed()
    tab.driver.drop_script(script)
    tab.size(1280, 900)


EVIL = b"""<!DOCTYPE html><title>waits</title><script>
const [address, main] = location.hash.slice(1).split(',');
const tries = [
  fetch(`http://${address}/`).then(() => 'reads the page', () => ''),
  fetch(`http://${address}/session`, { method: 'POST', mode: 'no-cors', body: 'go infinite' }).then(() => '', () => ''),
  new Promise((done) => {
    const socket = new WebSocket(`ws://${address}/session`);
    socket.onopen = () => done('opens a socket');
    socket.onerror = () => done('');
  }),
  new Promise((done) => {
    const script = document.createElement('script');
    script.src = main;
    script.onload = () => done('loads a script');
    script.onerror = () => done('');
    document.head.append(script);
  }),
];
Promise.all(tries).then((all) => { document.title = `done: ${all.join(' ')}`; });
</script>"""


class Evil(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(EVIL)

    def log_message(self, *_):
        pass


def a_page_of_another_origin_gets_nothing(tab):
    main = tab.run("return document.querySelector('script[src$=\"/main.js\"]').src")
    with ThreadingHTTPServer(("127.0.0.1", 0), Evil) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        tab.driver.get(f"http://127.0.0.1:{evil.server_port}/#{tab.server.address},{main}")
        tab.wait(lambda: tab.driver.title.startswith("done:"))
        assert tab.driver.title.removeprefix("done:").strip() == "", tab.driver.title
        tab.forget()
        evil.shutdown()


def play(tab, games):
    the_token_leaves_the_address(tab)
    a_token_that_came_too_late_is_sent_again(tab)
    web_games.plays(tab, games.split(","), len(web_games.WAYS))
    a_promotion_is_asked_for(tab)
    half_moves_are_shown_and_men_go_in_any_order(tab)
    a_finger_drags_pieces_and_scrolls_elsewhere(tab)
    a_bad_link_shows_a_board_and_the_reason(tab)
    players_see_what_they_play_with(tab)
    pieces_slide_unless_nobody_wants_it(tab)
    boards_look_as_people_know_them(tab)
    a_game_without_a_view_is_a_list(tab)
    a_game_against_the_computer(tab)
    what_the_computer_thinks_is_shown_to_who_asks(tab)
    web_play.checks(tab)


def views(tab):
    tab.open(game="tictactoe")
    every_language_has_every_text(tab)
    every_look_fits_a_phone(tab)
    every_view_is_accessible(tab)
    nothing_jumps_while_the_page_is_loaded(tab)
    tab.quiet()
    a_game_outlasts_the_server(tab)
    web_analyse.outlasts_the_server(tab)
    a_view_comes_when_the_server_is_there_again(tab)
    tab.quiet(lost=True)
    a_page_of_another_origin_gets_nothing(tab)


def analysis(tab):
    tab.open(game="tictactoe")
    web_texts.checks(tab)
    web_analyse.checks(tab)


def main():
    """The first argument says what is checked: games that are played, `views` or `analysis`."""
    what, *command = begin()
    with Server(command) as server, new_tab() as tab:
        tab.at(server)
        if what == "views":
            views(tab)
        elif what == "analysis":
            analysis(tab)
        else:
            play(tab, what)


main()
