"""Watches in a browser, as people do: a search on the page of `plyd serve --web`, a match, and its record.

Usage: web_watch.py SECONDS BROWSER DRIVER FOLDER PLYD [ARGUMENT ...]; the arguments come before each command of PLYD.
"""

import os
import signal
import subprocess
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from browser import HEAP
from web_tab import PATIENCE, Server, begin, environment, new_tab


def enter(tab, selector):
    """By keyboard. The page may draw its lists anew at any time, and keeps the focus."""
    tab.run("document.querySelector(arguments[0]).focus()", selector)
    tab.key(Keys.ENTER)


def has_all_texts(tab):
    keys = tab.run("return [...document.querySelectorAll('[data-text]')]"
                   ".filter((one) => one.textContent === '' || /^watch-/.test(one.textContent))"
                   ".map((one) => one.dataset.text)")
    assert not keys, keys


# The blocks of the tree, each with its number, its place and its width, by rows.
BLOCKS = """
return [...document.querySelectorAll('#watch .block')].map((block) => {
  const { left, top, width } = block.getBoundingClientRect();
  // One without a text may be narrower than its own padding.
  const fits = block.textContent === '' || block.scrollWidth <= block.clientWidth + 1;
  return { id: +block.dataset.id, left, top, width, fits, text: block.textContent };
});
"""


def a_search_is_watched(tab):
    tab.open(game="tictactoe")
    tab.find("nav a[href='#view=watch']").click()
    tab.wait(lambda: tab.count("#watch-board svg") == 1)
    # Nobody has to ask for it.
    tab.wait(lambda: tab.count("#watch tbody tr") == 10)
    stopped = lambda: tab.run("return document.querySelector('#watch form [type=button]').disabled")
    tab.choose("#watch [name=kind]", "depth")
    limit = tab.find("#watch [name=limit]")
    limit.clear()
    limit.send_keys("6", Keys.ENTER)
    tab.wait(lambda: tab.count("#watch tbody tr") == 10 and stopped())
    rows = tab.run("return [...document.querySelectorAll('#watch tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
    assert sorted(row[0] for row in rows[1:]) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"], rows
    assert rows[0][1] == "0" and all(row[1] == "0" or row[1].startswith("≤ ") for row in rows[1:]), rows
    nodes = [int(row[2].replace(",", "")) for row in rows]
    assert nodes[0] == 1 + sum(nodes[1:]), nodes
    assert sum(int(row[4] or "0") for row in rows) > 0, "alpha-beta cuts"
    # Each block is as wide as its share, and the first plies are whole.
    blocks = tab.run(BLOCKS)
    root = next(block for block in blocks if block["id"] == 0)
    below = [block for block in blocks if abs(block["top"] - root["top"] - 28) < 4]
    assert len(below) == 9 and all(block["fits"] for block in blocks), blocks
    for block, count in zip(sorted(below, key=lambda block: block["left"]), nodes[1:]):
        assert abs(block["width"] / root["width"] - count / nodes[0]) < 0.01, (block, count, nodes)
    # By keyboard: what a block is, into it, and back.
    tab.run("document.querySelector('#watch .flame').focus()")
    tab.key(Keys.ARROW_DOWN)
    tab.key(Keys.ARROW_DOWN)
    tab.wait(lambda: " · value 0 · " in tab.text("#watch .facts"))
    tab.key(Keys.ENTER)
    tab.wait(lambda: tab.count("#watch tbody tr") == 9 and tab.count("#watch .trail li") == 2)
    tab.wait(lambda: tab.count("#watch-board .tokens > *") == 1)
    inner = tab.run("return document.querySelector('#watch .block').dataset.id")
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: tab.count("#watch tbody tr") == 10 and tab.count("#watch .trail li") == 1)
    # By mouse, and back by the trail.
    tab.find(f"#watch .block[data-id='{inner}']").click()
    tab.wait(lambda: tab.count("#watch .trail li") == 2)
    tab.find("#watch .trail button").click()
    tab.wait(lambda: tab.count("#watch .trail li") == 1)
    # By the table.
    enter(tab, "#watch tbody tr:nth-child(2) button")
    tab.wait(lambda: tab.count("#watch tbody tr") == 9 and tab.count("#watch-board .tokens > *") == 1)
    tab.accessible()
    tab.shot("watch-light")
    # A long one grows, and is stopped.
    tab.choose("#watch [name=kind]", "time")
    tab.choose("#watch [name=algorithm]", "pvs")
    limit.clear()
    limit.send_keys("600")
    tab.find("#watch form [type=submit]").click()
    tab.wait(lambda: tab.count("#watch tbody tr") > 1)
    # What stays is not drawn anew.
    tab.run("window.first = document.querySelector(\"#watch .block[data-id='1']\")")
    before = tab.text("#watch .state")
    tab.wait(lambda: tab.text("#watch .state") != before)
    assert tab.run("return first === document.querySelector(\"#watch .block[data-id='1']\")")
    tab.find("#watch form [type=button]").click()
    tab.wait(stopped)
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        has_all_texts(tab)
        for width in (360, 1280):
            tab.size(width, 800)
            tab.fits()
        if language == "bn":
            tab.choose("#looks", "dark")
            tab.size(360, 800)
            tab.shot("watch-bn-dark-phone")
            tab.size(1280, 900)
            tab.choose("#looks", "auto")


def a_link_chooses_the_game(tab):
    """The page says which game is searched, and all of it is in the language that it has."""
    tab.open(game="tictactoe")
    tab.open(view="watch", game="cfour", moves="4 4")
    tab.wait(lambda: tab.text("#watch .of") == "Connect four, after 2 moves" and tab.count("#watch-board .tokens > *") == 2)
    tab.wait(lambda: tab.count("#watch tbody tr") == 8 and tab.text("#watch .state") != "The search begins.")
    # In the unit in which Analyse has it.
    tab.wait(lambda: tab.text("#watch tbody tr td").endswith("%"))
    legend = tab.text("#watch .legend")
    tab.choose("#language", "it")
    tab.wait(lambda: tab.text("#watch .of").endswith("dopo 2 mosse") and tab.text("#watch .legend") != legend)
    tab.wait(lambda: tab.run("return /\\d,\\d+ s/.test(document.querySelector('#watch .state').textContent)"))
    tab.choose("#language", "en")
    tab.find("nav a[href='#view=play']").click()
    tab.find("nav a[href='#view=watch']").click()
    tab.wait(lambda: tab.text("#watch .of") == "Tic-tac-toe, after 0 moves")


# In each new document, before its own scripts: notes the sockets that it opens.
SOCKETS = """
window.sockets = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain { constructor(...all) { super(...all); sockets.push(this); } };
"""

# Sends each of them so many lines of a search, as the page itself would.
LINES = """
const [count, done] = arguments;
for (let sent = 0; sent < count; sent += 1) {
  const line = `info depth ${1 + sent % 40} multipv ${1 + sent % 3} score cp ${sent % 97} nodes ${sent} nps 1000 time ${sent} pv e2e4 e7e5`;
  for (const socket of sockets) if (socket.readyState === 1) socket.dispatchEvent(new MessageEvent('message', { data: line }));
}
done(count);
"""


def a_hidden_tab_keeps_little(tab):
    """Beside a search without an end: of many lines only the last ones, and it shows them when a person comes back."""
    measured = tab.can(HEAP)
    tab.run("localStorage.setItem('plyd.computer', JSON.stringify({ limit: 1000 })); sessionStorage.setItem('plyd.searching', 'true')")
    for view, shown in [("play", "#thinking"), ("analyse", "#analyse .facts"), ("watch", "#watch .state")]:
        script = tab.driver.first_script(SOCKETS)
        tab.open(game="chess", **({} if view == "play" else {"view": view}))
        # The tab that lies in front is not ours.
        tab.driver.drop_script(script)
        if view == "play":
            tab.choose("#sides .max select", "computer")
        elif view == "watch":
            tab.choose("#watch [name=kind]", "time")
            tab.run("document.querySelector('#watch [name=limit]').value = '1000'; document.querySelector('#watch form [type=submit]').click()")
        tab.wait(lambda: tab.text(shown) != "")
        if view == "watch":
            # The whole is up to date while it grows.
            tab.wait(lambda: tab.run("return parseFloat(/([0-9.]+) s/.exec(document.querySelector('#watch .state').textContent)?.[1] ?? 0)") > 1)
            both = tab.run("return ['#watch .state', '#watch tbody td:nth-child(3)'].map((part) => document.querySelector(part).textContent.split(' ')[0])")
            assert both[0] == both[1], both
        with tab.hidden():
            kept = []
            for count in [2_000, 20_000]:
                tab.driver.in_page(LINES, count)
                kept.append(tab.driver.heap()[0] if measured else 0)
            before = tab.text(shown)
        assert kept[1] - kept[0] < 1 << 20, (view, kept)
        tab.wait(lambda: tab.text(shown) != before)
    tab.run("localStorage.removeItem('plyd.computer')")


def a_match_is_watched(tab):
    tab.open()
    tab.wait(lambda: tab.count("#boards button") > 0 and tab.count("#games button") > 1)
    tab.wait(lambda: tab.count("#standings tbody tr") == 2 and tab.count("#board svg") == 1)
    assert "A" in tab.text("#standings tbody") and tab.find("#sprt").is_displayed()
    before = tab.text("#played")
    tab.wait(lambda: tab.text("#played") != before)
    with tab.hidden():
        before = tab.text("#played")
    tab.wait(lambda: tab.text("#played") != before)
    tab.accessible()
    tab.shot("match-light")
    # A game that has ended, to step through by keyboard.
    enter(tab, "#games button:last-child")
    tab.wait(lambda: tab.text("#title").rstrip().endswith(("0–1", "1–0", "½–½")))
    enter(tab, "#steps [data-act=first]")
    tab.wait(lambda: tab.count("#board .tokens > *") == 0)
    for tokens in (1, 2):
        enter(tab, "#steps [data-act=on]")
        tab.wait(lambda: tab.count("#board .tokens > *") == tokens)
    # The moves are a list, and the values a curve for each engine.
    plies = int(tab.text("#ply").split()[3].rstrip(":"))
    assert tab.count("#moves button") == plies + 1 and tab.count("#graph .curve") >= 2, plies
    assert tab.text("#curves").split() == [tab.text(f"#seat-{player} strong") for player in (0, 1)]
    assert all(" s" in tab.text(f"#seat-{player} .clock") for player in (0, 1)), "the time of a move"
    here = lambda: tab.run("return [...document.querySelectorAll('#moves button')].findIndex((move) => move.matches('[aria-current]'))")
    assert here() == 2
    tab.run("document.activeElement.blur()")
    for key, ply in [(Keys.ARROW_RIGHT, 3), (Keys.HOME, 0), (Keys.END, plies), (Keys.ARROW_LEFT, plies - 1)]:
        tab.key(key)
        tab.wait(lambda ply=ply: here() == ply and tab.count("#board .tokens > *") == ply)
    tab.run("document.querySelectorAll('#moves button')[4].click()")
    tab.wait(lambda: tab.count("#board .tokens > *") == 4)
    # A game in progress is followed, until somebody walks back.
    # One may end before it is open, and then another one is opened.
    tab.wait(lambda: tab.run("if (document.querySelector('#follow').hidden) document.querySelector('#boards button')?.click();"
                             "return !document.querySelector('#follow').hidden") and here() > 1)
    tab.run("document.activeElement.blur()")
    tab.key(Keys.HOME)
    tab.wait(lambda: here() == 0)
    before = tab.count("#moves button")
    tab.wait(lambda: tab.count("#moves button") != before or not tab.find("#follow").is_displayed())
    assert here() == 0 and tab.run("return document.querySelector('#follow').getAttribute('aria-pressed')") == "false"
    for language in ["it", "tr", "bn", "en"]:
        tab.choose("#language", language)
        has_all_texts(tab)
        for width in (360, 1280):
            tab.size(width, 800)
            tab.fits()
            tab.accessible()
        if language == "tr":
            tab.choose("#looks", "dark")
            tab.size(360, 1600)
            tab.shot("match-tr-dark-phone")
            tab.size(1280, 900)
            tab.choose("#looks", "auto")


def a_record_is_shown(tab):
    tab.open()
    tab.wait(lambda: tab.count("#games button") > 1 and tab.count("#board svg") == 1)
    assert not tab.find("#live").is_displayed() and tab.count("#standings tbody tr") == 2
    plies = tab.text("#ply")
    tab.find("#steps [data-act=back]").click()
    tab.wait(lambda: tab.text("#ply") != plies)
    tab.shot("report")


def pages_lead_to_each_other(tab, plyd, record):
    """From a match to where its games are analysed, and from a search to the match. No address in a page has the token."""
    with Server([*plyd, "report", record]) as match:
        tab.at(match).open()
        tab.wait(lambda: "runs on this machine" in tab.text("#onward") and tab.count("#moves button") > 4)
        with Server([*plyd, "serve", "--listen", "127.0.0.1:0"], neighbour=match) as play:
            assert match.token == play.token
            tab.at(play)
            enter(tab, "#moves button:nth-child(4)")
            tab.run("document.dispatchEvent(new Event('visibilitychange'))")
            tab.wait(lambda: tab.count("#onward a") == 1)
            assert match.token not in tab.run("return document.documentElement.outerHTML")
            first = tab.driver.current_window_handle
            tab.find("#onward a").click()
            tab.driver.switch_to.window(tab.wait(lambda: next((one for one in tab.driver.window_handles if one != first), None)))
            tab.ready()
            tab.wait(lambda: tab.count("#analyse .tree .move") == 4)
            assert match.token not in tab.run("return location.href")
            tab.find("nav a[href='#view=watch']").click()
            tab.wait(lambda: tab.text("#watch .onward a") == f"The match at {match.address}")
            tab.driver.close()
            tab.driver.switch_to.window(first)
            match.process.kill()
            match.process.wait(PATIENCE)
            tab.open(game="cfour", view="watch")
            tab.wait(lambda: "shows a match" in tab.text("#watch .onward"))
            tab.driver.get("about:blank")
    tab.quiet(lost=True)


def a_match_is_two_clicks_away(tab, plyd):
    """From the page of plyd: the view and the match. Its game in progress is there at once, and each ended one a click away."""
    match = ["match", "--game", "cfour", "--rounds", "100000",
             "--engine", "name=A", "builtin", "movetime=50", "--engine", "name=B", "builtin", "movetime=40"]
    with Server([*plyd, "serve", "--listen", "127.0.0.1:0"]) as play:
        tab.at(play).open(game="tictactoe")
        with Server([*plyd, *match], neighbour=play) as served:
            tab.at(served)
            first = tab.driver.current_window_handle
            tab.find("nav a[href='#view=watch']").click()
            tab.wait(lambda: tab.count("#watch .onward a") == 1)
            tab.find("#watch .onward a").click()
            tab.driver.switch_to.window(tab.wait(lambda: next((one for one in tab.driver.window_handles if one != first), None)))
            tab.ready()
            tab.wait(lambda: tab.count("#board svg") == 1 and tab.text("#title") != "" and tab.count("#moves button") > 1)
            tab.wait(lambda: tab.count("#games button") > 0)
            # The list is drawn anew as games end.
            tab.run("document.querySelector('#games button').click()")
            tab.wait(lambda: tab.text("#title").rstrip().endswith(("0–1", "1–0", "½–½")) and tab.count("#moves button") > 4)
            tab.driver.close()
            tab.driver.switch_to.window(first)
            tab.driver.get("about:blank")
    tab.quiet(lost=True)


def a_growing_record_is_followed(tab, plyd, record):
    """Of a match that another process plays, with more games than a list holds, and more than one answer has."""
    quick = ["match", "--game", "tictactoe", "--rounds", "100000", "--record", record, "--random-plies", "4",
             "--engine", "name=A", "builtin", "depth=1", "--engine", "name=B", "builtin", "depth=1"]
    with subprocess.Popen([*plyd, *quick], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=environment()) as match:
        try:
            report = [*plyd, "report", record]
            asked = {"capture_output": True, "check": False, "env": environment()}
            tab.wait(lambda: subprocess.run(report, **asked).returncode == 0)
            with Server([*plyd, "report", record]) as served:
                tab.at(served).open()
                numbers = lambda: tab.run("return [...document.querySelectorAll('#games button')].map((game) => +game.dataset.number)")
                tab.wait(lambda: len(numbers()) == 500)
                with tab.hidden():
                    newest = numbers()[0]
                    tab.wait(lambda: numbers()[0] > newest + 64)
                match.send_signal(signal.SIGINT)
                match.wait(PATIENCE)
                seen = tab.wait(lambda: tab.text("#played").startswith(f"{numbers()[0] + 1:,} ") and numbers())
                assert seen == list(range(seen[0], seen[0] - 500, -1)), "no game is left out"
                enter(tab, "#more")
                tab.wait(lambda: len(numbers()) == 564)
                assert numbers() == list(range(seen[0], seen[0] - 564, -1))
                tab.driver.get("about:blank")
                tab.quiet()
        finally:
            match.kill()


def a_match_ends_with_its_result(tab, plyd, record):
    """The page has the last game and all results, opens any game, and keeps what it has when plyd has ended."""
    short = ["match", "--game", "cfour", "--rounds", "4", "--seed", "1",
             "--engine", "name=A", "builtin", "movetime=100", "--engine", "name=B", "builtin", "movetime=50"]
    with Server([*plyd, *short, "--record", record]) as served:
        tab.at(served).open()
        tab.wait(lambda: tab.text("#what").endswith("it is over"))
        for number in (0, 3):
            tab.find(f"#games button[data-number='{number}']").click()
            tab.wait(lambda: tab.text("#title").startswith(f"Game {number + 1}") and tab.count("#board svg") == 1)
        assert served.process.poll() is None, "plyd ends while its page is open"
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(PATIENCE) == 0
    # It asks again, and gets no answer.
    tab.run("document.dispatchEvent(new Event('visibilitychange'))")
    games = int(tab.text("#played").split()[0])
    assert tab.text("#played").startswith(f"{games} of {games} ") and tab.count("#games button") == games, tab.text("#played")
    assert not tab.find("#live").is_displayed() and not tab.find("#connection").is_displayed()
    assert tab.text("#title").rstrip().endswith(("0–1", "1–0", "½–½")) and tab.count("#board svg") == 1
    with Server([*plyd, *short, "--record", record + "2"]) as served:
        tab.at(served).open()
        tab.wait(lambda: tab.text("#what").endswith("it is over"))
        tab.driver.get("about:blank")
        assert served.process.wait(PATIENCE) == 0, "the last page is closed"
    tab.quiet(lost=True)


def main():
    folder, *plyd = begin()
    record = str(Path(folder) / "match.db")
    match = ["match", "--game", "cfour", "--rounds", "100000", "--seed", "1", "--record", record, "--sprt", "elo0=0", "elo1=1",
             "--engine", "name=A", "builtin", "depth=6", "--engine", "name=B", "builtin", "depth=5"]
    checks = [
        ([a_search_is_watched, a_link_chooses_the_game, a_hidden_tab_keeps_little], ["serve", "--listen", "127.0.0.1:0"]),
        ([a_match_is_watched], match), ([a_record_is_shown], ["report", record]),
    ]
    with new_tab() as tab:
        for acts, arguments in checks:
            if arguments is match:
                # Of games in other processes only those that have ended are shown.
                os.environ["PLYD_PLUGINS_ISOLATION"] = "none"
            with Server([*plyd, *arguments]) as served:
                for act in acts:
                    act(tab.at(served))
                tab.driver.get("about:blank")
                tab.quiet()
        pages_lead_to_each_other(tab, plyd, record)
        a_match_is_two_clicks_away(tab, plyd)
        a_match_ends_with_its_result(tab, plyd, str(Path(folder) / "short.db"))
        a_growing_record_is_followed(tab, plyd, str(Path(folder) / "quick.db"))


main()
