"""The view Analyse of the page."""

import re
import tempfile
import time
from pathlib import Path

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

ENGINES = """
return [...document.querySelectorAll('#analyse .engine')].map((engine) => ({
  lines: [...engine.querySelectorAll('.lines li')].map((line) => [line.querySelector('.value').textContent,
    ...[...line.querySelectorAll('button')].map((move) => move.textContent)]),
  chances: engine.querySelector('.chances').hidden ? '' : engine.querySelector('.chances').getAttribute('aria-label'),
}));
"""
TREE = """
const walk = (line) => [...line.children].filter((part) => !part.matches('.comment')).map((part) => part.matches('.move')
  ? part.querySelector('.word').textContent + (part.hasAttribute('aria-current') ? '!' : '') : walk(part));
// A file that is read has no tree for a moment.
const line = document.querySelector('#analyse .tree .line');
return line === null ? null : walk(line).slice(1);
"""
RECORD = """[Event "A game"]
[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"]

{Three knights have moved.} 3. Bb5 $1 a6 (3... Nf6 4. O-O (4.d3 Bc5) 4... Nxe4!?) (3...f5) 4. Bxc6 dxc6 ; and so on
5. O-O 1-0

[Event "Another"]
1. e4 *"""
WRITTEN = ("{Three knights have moved.} 3. Bb5 $1 a6 (3... Nf6 4. O-O (4. d3 Bc5) 4... Nxe4 $5) (3... f5) 4. Bxc6 "
           "dxc6 {and so on} 5. O-O 1-0")


def tree(tab):
    return tab.run(TREE)


def act(tab, name):
    tab.run("document.querySelector(`#analyse [data-act=${arguments[0]}]`).click()", name)


def open_analysis(tab, searching=True, **fields):
    """A new analysis, with the engines that a browser begins with; they search at once, if they were asked before."""
    tab.driver.get(tab.server.page + "healthz")
    tab.run("localStorage.clear(); indexedDB.deleteDatabase('plyd'); sessionStorage.setItem('plyd.searching', String(arguments[0]))", searching)
    tab.open(view="analyse", **fields)


def read(tab, text):
    tab.run("document.querySelector('#analyse .texts').open = true;"
            "document.querySelector('#analyse .texts textarea').value = arguments[0]", text)
    act(tab, "read")


def written(tab):
    tab.run("document.querySelector('#analyse .texts textarea').value = ''")
    act(tab, "write")
    return tab.wait(lambda: tab.run("return document.querySelector('#analyse .texts textarea').value"))


def two_engines_search_side_by_side(tab):
    open_analysis(tab, game="chess", moves="e2e4 e7e5")
    act(tab, "add")
    tab.choose("#analyse .engine-2 [data-choice=algorithm]", "mcts")
    tab.run("const lines = document.querySelector('#analyse .engine-2 [data-choice=lines]'); lines.value = '2';"
            "lines.dispatchEvent(new Event('change'))")
    tab.wait(lambda: [len(engine["lines"]) for engine in tab.run(ENGINES)] == [3, 2])
    first, second = tab.run(ENGINES)
    assert len({line[1] for line in first["lines"]}) == 3, "each line begins with a move of its own"
    assert "White wins" in first["chances"] and "Black wins" in second["chances"]
    tab.wait(lambda: tab.run("return ['engine-1', 'engine-2'].every((name) => document.querySelector(`#analyse .advice .${name}`))"))
    tab.wait(lambda: len(tab.run("return document.querySelectorAll('#analyse .curve')")) == 2)
    # The first two moves of a line are played, and both engines go on from there.
    tab.wait(lambda: tab.run("const lines = [...document.querySelectorAll('#analyse .engine-1 .lines li')];"
                             "const move = lines.map((line) => line.querySelectorAll('button')[1]).find((move) => move !== undefined);"
                             "move?.click(); return move !== undefined"))
    tab.wait(lambda: len(tree(tab)) == 4 and tree(tab)[3].endswith("!"))
    tab.wait(lambda: all(engine["lines"] for engine in tab.run(ENGINES)))
    # The whole game is searched, and the values are kept for a reload.
    tab.run("document.querySelector('#analyse .row input').value = '0.05'")
    act(tab, "pass")
    tab.wait(lambda: tab.run("return document.querySelector('#analyse [data-act=pass]').ariaPressed") == "false")
    points = "return [...document.querySelectorAll('#analyse .curve')].map((curve) => curve.getAttribute('points').split(' ').length)"
    tab.wait(lambda: tab.run(points) == [5, 5])
    moves = tree(tab)
    tab.driver.refresh()
    tab.ready()
    assert tree(tab) == moves
    tab.wait(lambda: [len(engine["lines"]) for engine in tab.run(ENGINES)] == [3, 2])
    act(tab, "dismiss")
    assert len(tab.run(ENGINES)) == 1


def engines_search_when_asked(tab):
    open_analysis(tab, searching=False, game="tictactoe", moves="b2 a1")
    runs = lambda: tab.run("return document.querySelector('#analyse [data-act=run]').ariaPressed") == "true"
    searches = lambda: len(tab.run(ENGINES)[0]["lines"]) > 0
    tab.wait(lambda: len(tree(tab)) == 2)
    assert not runs() and not searches()
    # The tab remembers it.
    for asked in [True, False]:
        tab.run("document.querySelector('#analyse [data-act=run]').focus()")
        tab.key(" ")
        tab.wait(lambda: (runs(), searches()) == (asked, asked))
        tab.driver.refresh()
        tab.ready()
        tab.wait(lambda: (runs(), searches()) == (asked, asked))
    # Who has the whole game searched has asked.
    tab.run("document.querySelector('#analyse .row input').value = '0.05'")
    act(tab, "pass")
    tab.wait(lambda: runs() and searches())


def nothing_is_searched_in_a_hidden_tab(tab):
    open_analysis(tab, game="chess")
    busy = lambda: tab.count("#analyse .busy")
    has_lines = lambda: len(tab.run(ENGINES)[0]["lines"]) > 0
    tab.wait(lambda: busy() == 1 and has_lines())
    with tab.hidden():
        tab.wait(lambda: busy() == 0)
        assert has_lines(), "what was found stays"
    tab.wait(lambda: busy() == 1)
    # The search of a whole game waits as well, behind the position that it is at.
    open_analysis(tab, searching=False, game="tictactoe", moves="b2 a1 c3 a2 a3 c1")
    tab.run("document.querySelector('#analyse .row input').value = '0.3'")
    act(tab, "pass")
    tab.wait(lambda: busy() == 1)
    with tab.hidden():
        tab.wait(lambda: busy() == 0)
        time.sleep(1)
        assert busy() == 0 and passes(tab)
    tab.wait(lambda: not passes(tab))
    assert tree(tab)[-1].endswith("!")


def the_table_tells_what_it_knows(tab):
    open_analysis(tab, game="chess")
    tab.run("document.querySelector('#analyse .legal').open = true")
    tab.wait(lambda: tab.count("#analyse .legal tbody tr") == 20)
    value = "return document.querySelector('#analyse .legal td.value')?.textContent ?? ''"
    tab.wait(lambda: tab.run(value) != "")
    # The best one comes first, and is played by a click.
    best = tab.run("const best = document.querySelector('#analyse .legal tbody button'); best.click(); return best.textContent")
    tab.wait(lambda: tree(tab) == [f"{best}!"])


def variations_are_gone_through_by_keyboard(tab):
    open_analysis(tab, game="tictactoe")
    act(tab, "dismiss")

    def click(spot):
        count = len(tab.run("return document.querySelectorAll('#analyse .tree .move')"))
        tab.find(f'#analyse .hit[data-id="{spot}"]').click()
        tab.wait(lambda: len(tab.run("return document.querySelectorAll('#analyse .tree .move')")) == count + 1)
        tab.wait(lambda: tab.run("return document.querySelector('#analyse .board').dataset.open") == "true")

    def press(key, shift=False):
        before = tree(tab)
        chain = ActionChains(tab.driver, duration=0)
        (chain.key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT) if shift else chain.send_keys(key)).perform()
        return tab.wait(lambda: (now := tree(tab)) != before and now)

    def settled(tree_now):
        tab.wait(lambda: tree(tab) == tree_now)

    for spot in ["b2", "a1", "c3"]:
        click(spot)
    settled(["b2", "a1", "c3!"])
    tab.run("document.querySelector('#analyse .tree [tabindex=\"0\"]').focus()")
    press(Keys.ARROW_LEFT)
    assert press(Keys.ARROW_LEFT) == ["b2!", "a1", "c3"]
    tab.wait(lambda: tab.run("return document.querySelectorAll('#analyse .token').length") == 1)
    click("a3")
    settled(["b2", "a1", ["a3!"], "c3"])
    tab.run("document.querySelector('#analyse .tree [tabindex=\"0\"]').focus()")
    assert press(Keys.ARROW_UP) == ["b2", "a1!", ["a3"], "c3"]
    assert press(Keys.ARROW_DOWN) == ["b2", "a1", ["a3!"], "c3"]
    assert press(Keys.ARROW_UP, shift=True) == ["b2", "a3!", ["a1", "c3"]]
    dead = lambda: tab.run("return ['promote', 'remove'].map((act) => document.querySelector(`#analyse [data-act=${act}]`).disabled)")
    assert press(Keys.HOME) == ["b2", "a3", ["a1", "c3"]] and dead() == [True, True], "the start stays"
    assert press(Keys.END) == ["b2", "a3!", ["a1", "c3"]] and dead() == [False, False]
    assert press(Keys.DELETE) == ["b2!", "a1", "c3"]
    assert tab.run("return document.activeElement.getAttribute('aria-current')") == "step", "the focus goes with the moves"
    tab.driver.refresh()
    tab.ready()
    settled(["b2!", "a1", "c3"])
    act(tab, "play")
    # The computer may have answered by now.
    tab.wait(lambda: tab.moves()[:1] == ["P@b2"])
    assert "view=" not in tab.driver.current_url


def a_chess_game_comes_and_goes_as_pgn(tab):
    open_analysis(tab, game="tictactoe")
    read(tab, RECORD)
    moves = ["Bb5", "a6", ["Nf6", "O-O", ["d3", "Bc5"], "Nxe4"], ["f5"], "Bxc6", "dxc6", "O-O!"]
    tab.wait(lambda: tree(tab) == moves)
    text = written(tab)
    assert text.split("\n\n")[1].replace("\n", " ").strip() == WRITTEN, text
    assert '[SetUp "1"]\n[FEN "r1bqkbnr/' in text and "Variant" not in text
    act(tab, "first")
    tab.wait(lambda: tree(tab) != moves)
    read(tab, text)
    tab.wait(lambda: tree(tab) == moves)
    # Of two texts the later one counts, though the first one takes longer.
    read(tab, text)
    read(tab, "1. e4 e5")
    short = ["e4", "e5!"]
    tab.wait(lambda: tree(tab) == short)
    for _ in range(20):
        # Each needs an answer of the session that reads, so the first text would have been read meanwhile.
        written(tab)
    assert tree(tab) == short
    read(tab, text)
    tab.wait(lambda: tree(tab) == moves)
    read(tab, "1. e4 e5 2. Ke3")
    tab.wait(lambda: tab.text("#analyse .right > .trouble") == "Line 1: Ke3 is not a legal move.")
    assert tree(tab) == moves, "what cannot be read changes nothing"
    # On a phone the reason is seen, though it is not where the text is.
    tab.size(360, 740)
    tab.run("document.querySelector('#analyse [data-act=read]').scrollIntoView()")
    read(tab, "1. e4 e5 2. Ke3")
    place = "return document.querySelector('#analyse .right > .trouble').getBoundingClientRect().top"
    tab.wait(lambda: 0 <= tab.run(place) < 740)
    tab.size(1280, 900)
    for wrong in ["1. e4 {", "1. e4 (e5", "[Event]\n1. e4", "   "]:
        tab.run("document.querySelector('#analyse .right > .trouble').hidden = true")
        read(tab, wrong if wrong.startswith("1.") or not wrong.strip() else "[A \"b\"]" + wrong)
        tab.wait(lambda: not tab.run("return document.querySelector('#analyse .right > .trouble').hidden"))


# As lichess exports a study, with what people write into it.
STUDY = """[Event "A \\"study\\""]
[White "Nobody"]
[Result "1-0"]
[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"]
[ECO "A00"]

9 .e3 {[%clk 0:05:00] slow} (9. --) Kd7 ± 10. .. 1–0
"""


def games_of_other_programs_are_read(tab):
    open_analysis(tab, game="tictactoe")
    read(tab, STUDY)
    tab.wait(lambda: tree(tab) == ["e3", "Kd7!"])
    tab.wait(lambda: "is a null move" in tab.text("#analyse .right > .trouble"))
    head, moves = written(tab).split("\n\n")
    assert moves.replace("\n", " ").strip() == "9. e3 {[%clk 0:05:00] slow} 9... Kd7 $16 1-0", moves
    assert head.splitlines() == [
        '[Event "A \\"study\\""]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]', '[White "Nobody"]', '[Black "?"]',
        '[Result "1-0"]', '[ECO "A00"]', '[SetUp "1"]', '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"]',
    ], head
    read(tab, "e4 e5 Ng1-f3 exd6e.p.")
    tab.wait(lambda: "exd6e.p." in tab.text("#analyse .right > .trouble"))
    assert tree(tab) == ["e3", "Kd7!"], "what cannot be read changes nothing"
    read(tab, "e4 e5 Ng1-f3 (Nc3 Nf6)")
    tab.wait(lambda: tree(tab) == ["e4", "e5", "Nf3!", ["Nc3", "Nf6"]])
    # The rules of one game are not those of the next one.
    read(tab, '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. g3 d5 *')
    tab.wait(lambda: tree(tab) == ["g3", "d5!"])
    read(tab, '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *')
    tab.wait(lambda: tree(tab) == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O!"])
    assert tab.run("return document.querySelector('#analyse .right > .trouble').hidden")
    read(tab, "(;SZ[9]KM[6.5]PB[Ann]C[Hello];B[ee]TE[1];W[ge](;B[cc])(;B[gg];AW[aa]))")
    tab.wait(lambda: tree(tab) == ["E5", "G5", "C7!", ["G3"]])
    tab.wait(lambda: "stones are put on the board behind the start" in tab.text("#analyse .right > .trouble"))
    text = written(tab)
    assert '[Black "Ann"]' in text and "{Hello} 1. E5 $1 G5 2. C7 (2. G3)" in text.replace("\n", " "), text
    read(tab, '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *')
    tab.wait(lambda: tree(tab) == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O!"])
    act(tab, "line")
    assert "e1g1" in tab.run("return document.querySelector('#analyse .texts textarea').value")


def people_remark_on_moves(tab):
    open_analysis(tab, game="tictactoe", moves="P@b2 P@a1")
    tab.wait(lambda: tree(tab) == ["b2", "a1!"])
    act(tab, "back")
    tab.wait(lambda: tree(tab) == ["b2!", "a1"])
    tab.choose("#analyse .right > .row select", "1")
    tab.find("#analyse .right > label textarea").send_keys("The {middle} <b>is</b> best")
    seen = "return ['.glyphs', '.comment'].map((part) => document.querySelector(`#analyse .tree ${part}`)?.textContent)"
    assert tab.run(seen) == ["!", "The {middle} <b>is</b> best"]
    act(tab, "on")
    tab.wait(lambda: tree(tab) == ["b2", "a1!"])
    assert tab.run("return document.querySelector('#analyse .right > label textarea').value") == "", "it is of another move"
    tab.driver.refresh()
    tab.ready()
    tab.wait(lambda: tree(tab) == ["b2", "a1!"])
    text = written(tab)
    assert "1. P@b2 $1 {The (middle) <b>is</b> best} 1... P@a1 *" in text.replace("\n", " "), text
    read(tab, text)
    tab.wait(lambda: tab.run(seen) == ["!", "The (middle) <b>is</b> best"])
    tab.fits()


def work_is_not_lost(tab):
    """Each change of the tree can be taken back, and what comes in place of another tree leaves that among the saved ones."""
    control_z = lambda: ActionChains(tab.driver, duration=0).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    open_analysis(tab, searching=False, game="chess")
    tab.open(game="tictactoe", moves="P@b2 P@a1")
    tab.open(view="analyse", game="chess")
    read(tab, "1. e4 e5 (1... c5 {open}) 2. Nf3 *")
    whole = ["e4", "e5", ["c5"], "Nf3!"]
    tab.wait(lambda: tree(tab) == whole)
    # What was read can be read again, so it is not saved.
    read(tab, "1. d4 d5 {solid} (1... Nf6) *")
    tab.wait(lambda: tree(tab) == ["d4", "d5!", ["Nf6"]])
    assert saved(tab) == []
    act(tab, "undo")
    tab.wait(lambda: tree(tab) == whole)
    act(tab, "first")
    tab.wait(lambda: tree(tab) == ["e4", "e5", ["c5"], "Nf3"])
    act(tab, "on")
    tab.wait(lambda: tree(tab) == ["e4!", "e5", ["c5"], "Nf3"])
    tab.find("#analyse .right > label textarea").send_keys("Best by test")
    comment = lambda: tab.run("return document.querySelector('#analyse .right > label textarea').value")
    # The letters of a comment are one change.
    act(tab, "undo")
    tab.wait(lambda: comment() == "")
    tab.run("document.querySelector('#analyse .tree [tabindex=\"0\"]').focus()")
    tab.key(Keys.DELETE)
    tab.wait(lambda: tree(tab) == [])
    control_z()
    now = ["e4!", "e5", ["c5"], "Nf3"]
    tab.wait(lambda: tree(tab) == now)
    act(tab, "take")
    tab.wait(lambda: tree(tab)[:1] == ["b2"])
    assert len(saved(tab)) == 1, saved(tab)
    act(tab, "undo")
    tab.wait(lambda: tree(tab) == now)
    # A browser that saves nothing: people are asked before their work goes.
    asks = lambda: tab.state()["asks"]
    tab.run("IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }")
    act(tab, "take")
    tab.wait(lambda: asks() == ["replace"])
    assert "no room" in tab.text("#analyse .right > .trouble")
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: asks() == [] and tree(tab) == now)
    act(tab, "take")
    tab.wait(lambda: asks() == ["replace"])
    tab.find('#ask [value="replace"]').click()
    tab.wait(lambda: tree(tab)[:1] == ["b2"])
    tab.accessible()


GAMES = """[Event "Casual"]
[Date "1852.??.??"]
[White "Anderssen"]
[Black "Dufresne"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 {[Event "in a comment"] 1-0} 3. Bc4 Bc5 (3... Nf6) 4. b4 1-0

[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Carl"]
[Black "Dora"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""
# Files are here until the end, as a browser reads them when it has time.
FOLDER = tempfile.TemporaryDirectory(prefix="plyd-games-")
ANN = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#!"]
LISTED = "return [...document.querySelectorAll(`#analyse ${arguments[0]} .rows .name`)].map((name) => name.textContent)"
SEND = """
const data = new DataTransfer();
if (arguments[2] === '') data.setData('text/plain', arguments[1]);
else data.items.add(new File([arguments[1]], arguments[2]));
const more = { bubbles: true, cancelable: true };
document.querySelector('#analyse .board').dispatchEvent(arguments[0] === 'paste'
  ? new ClipboardEvent('paste', { ...more, clipboardData: data }) : new DragEvent(arguments[0], { ...more, dataTransfer: data }));
"""


def listed(tab):
    """The games of the file."""
    return tab.run(LISTED, "section.shelf")


def saved(tab):
    """The saved analyses."""
    return tab.run(LISTED, "details.shelf")


def choose_file(tab, text, name="three.pgn"):
    path = Path(FOLDER.name, name)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    tab.find("#analyse input[type=file]").send_keys(str(path))


def files_of_many_games_are_opened(tab):
    names = ["1. Anderssen – Dufresne", "2. Ann – Bob", "3. Carl – Dora"]
    first = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", ["Nf6"], "b4!"]
    trouble = lambda: tab.text("#analyse .right > .trouble")
    for way in ["file", "drop", "paste", "text"]:
        open_analysis(tab, searching=False, game="tictactoe")
        assert listed(tab) == []
        if way == "file":
            choose_file(tab, GAMES)
        elif way == "text":
            read(tab, GAMES)
        else:
            tab.run(SEND, way, GAMES, "three.pgn" if way == "drop" else "")
        tab.wait(lambda: tree(tab) == first)
        tab.wait(lambda: listed(tab) == names)
    # A text has no name of its own, so what it is called is in the language of the page.
    for language, called in [("it", "testo incollato"), ("en", "pasted text")]:
        tab.choose("#language", language)
        tab.wait(lambda called=called: called in tab.text("#analyse section.shelf h3"))
    facts = tab.run("return document.querySelector('#analyse [data-game=\"0\"] .facts').textContent")
    assert facts == "1-0 · 1852 · Casual · 7 plies", facts
    # The filter, and the keys.
    find = tab.find("#analyse input[type=search]")
    find.send_keys("o d")
    tab.wait(lambda: listed(tab) == [names[2]])
    find.send_keys(Keys.BACKSPACE * 3, "1-0")
    tab.wait(lambda: listed(tab) == names[:2])
    find.send_keys(Keys.BACKSPACE * 3, Keys.ARROW_DOWN)
    tab.key(Keys.ARROW_DOWN)
    assert tab.run("return document.activeElement.dataset.game") == "1"
    tab.key(Keys.ENTER)
    tab.wait(lambda: tree(tab) == ANN)
    assert tab.run("return document.querySelector('#analyse .rows [aria-current]').dataset.game") == "1"
    for size in [(1440, 900), (360, 740)]:
        tab.size(*size)
        tab.accessible()
        tab.fits()
    tab.size(1280, 900)
    # The list outlasts a reload.
    tab.driver.refresh()
    tab.ready()
    tab.wait(lambda: tree(tab) == ANN and listed(tab) == names)
    # What is too large, or no game, changes nothing.
    tab.run(SEND, "drop", "x" * (8 * 1024 * 1024 + 1), "large.pgn")
    tab.wait(lambda: "8.0 MB" in trouble())
    tab.run(SEND, "paste", "1. e4 e5 2. Ke3 *", "")
    tab.wait(lambda: "Ke3" in trouble())
    assert tree(tab) == ANN and listed(tab) == names
    # Old files are not UTF-8.
    choose_file(tab, '[White "Müller"]\n\n1. d4 *\n\n[White "B"]\n\n1. c4 *'.encode("latin-1"))
    tab.wait(lambda: listed(tab)[:1] == ["1. Müller – ?"])
    tab.wait(lambda: tree(tab) == ["d4!"])


def passes(tab):
    return tab.run("return document.querySelector('#analyse [data-act=pass]').ariaPressed") == "true"


def a_game_is_analysed_in_three_clicks(tab):
    """From Play: the view, a file, and the search of its game. Then the mistakes have their signs and what was better."""
    open_analysis(tab, searching=False, game="chess")
    tab.open(game="chess")
    tab.find('nav a[href="#view=analyse"]').click()
    tab.ready()
    tab.wait(lambda: tab.count("#analyse [data-act=open]") == 1)
    choose_file(tab, GAMES.split("\n\n", 2)[2])
    tab.wait(lambda: tree(tab) == ANN)
    tab.run("document.querySelector('#analyse .row input').value = '0.4'")
    tab.find("#analyse [data-act=pass]").click()
    tab.wait(lambda: tab.count("#analyse .mistakes:not([hidden])") == 1 and not passes(tab))
    tab.wait(lambda: "??" in tab.text("#analyse .tree"))
    found = tab.run("return [...document.querySelectorAll('#analyse .mistakes .rows li')].map((row) => row.textContent)")
    assert any(re.match(r"3… Nf6 \?\? loses [0-9.]+% · better \S+$", row) for row in found), found
    table = tab.run("return [...document.querySelectorAll('#analyse .mistakes tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
    assert [row[0] for row in table] == ["Ann", "Bob"] and table[1][1] == "1", table
    text = written(tab).replace("\n", " ")
    assert re.search(r"Nf6 \$4 \(3\.\.\. (?!Nf6)\S+", text), text
    # A mistake leads to its position.
    tab.run("[...document.querySelectorAll('#analyse .mistakes .rows button')].find((one) => one.textContent.includes(' Nf6 ')).click()")
    tab.wait(lambda: "Nf6!" in tree(tab))
    # The graph has a mark for it, axes, and the keys of a slider.
    graph = "document.querySelector('#analyse .graph svg')"
    tab.wait(lambda: tab.count("#analyse .graph .mark.glyph-4") == 1)
    assert tab.run("return [...document.querySelectorAll('#analyse .levels span')].map((one) => one.textContent)") == ["100%", "50%", "0%"]
    assert tab.run("return [...document.querySelectorAll('#analyse .plies span')].map((one) => one.textContent)") == ["1", "2", "3", "4"]
    said = lambda: tab.run(f"return [{graph}.getAttribute('aria-valuenow'), {graph}.getAttribute('aria-valuetext')]")
    assert said()[0] == "6" and said()[1].startswith("Ply 6, Nf6: #1"), said()
    tab.run(f"{graph}.focus()")
    tab.key(Keys.ARROW_LEFT)
    # A value that the search replaces is missing for a moment.
    tab.wait(lambda: said()[0] == "5" and re.fullmatch(r"Ply 5, Qh5: [+−]?\d+\.\d\d", said()[1]))
    tab.key(Keys.HOME)
    tab.wait(lambda: said()[0] == "0")
    assert tab.run(f"return document.activeElement === {graph}")
    for size in [(1440, 900), (360, 740)]:
        tab.size(*size)
        tab.accessible()
        tab.fits()
    tab.shot("analysed-360")
    tab.size(1440, 900)
    tab.shot("analysed-1440")
    tab.size(1280, 900)
    # One step takes all marks back.
    act(tab, "undo")
    tab.wait(lambda: "??" not in tab.text("#analyse .tree") and [one for one in tree(tab) if isinstance(one, list)] == [])


def analyses_are_saved(tab):
    open_analysis(tab, searching=False, game="chess")
    choose_file(tab, GAMES)
    tab.wait(lambda: len(listed(tab)) == 3)
    remark = lambda: tab.run("return document.querySelector('#analyse .right > label textarea').value")
    # Each game of the file keeps its analysis.
    for number, comment in [(2, "Short"), (1, "The queen comes")]:
        tab.run("document.querySelector(`#analyse [data-game='${arguments[0]}']`).click()", number)
        tab.wait(lambda: tab.run("return document.querySelector('#analyse .rows [aria-current]')?.dataset.game") == str(number))
        tab.wait(lambda: remark() == "")
        tab.find("#analyse .right > label textarea").send_keys(comment)
    tab.run("document.querySelector('#analyse [data-game=\"2\"]').click()")
    tab.wait(lambda: remark() == "Short")
    assert sorted(saved(tab)) == ["Ann – Bob", "Carl – Dora"], saved(tab)
    tab.driver.refresh()
    tab.ready()
    tab.wait(lambda: remark() == "Short" and len(saved(tab)) == 2)
    tab.run("document.querySelector('#analyse details.shelf').open = true")
    entry = lambda name, part: tab.run(
        "return [...document.querySelectorAll('#analyse details.shelf li')].find((row) => row.textContent.startsWith(arguments[0])).querySelector(arguments[1])", name, part)
    entry("Ann – Bob", "[data-saved]").click()
    tab.wait(lambda: remark() == "The queen comes" and tree(tab) == ANN)
    assert tab.run("return document.querySelector('#analyse section.shelf .rows [aria-current]').dataset.game") == "1"
    # Another name, which stays.
    entry("Ann – Bob", "[data-entry=rename]").click()
    tab.key(*["Mate in four", Keys.ENTER])
    tab.wait(lambda: sorted(saved(tab)) == ["Carl – Dora", "Mate in four"])
    for size in [(1440, 900), (360, 740)]:
        tab.size(*size)
        tab.accessible()
        tab.fits()
    tab.size(1280, 900)
    # All of them in one file.
    tab.run("URL.createObjectURL = (blob) => { blob.text().then((text) => { window.exported = text; }); return '#'; };"
            "HTMLAnchorElement.prototype.click = () => {};")
    act(tab, "export")
    text = tab.wait(lambda: tab.run("return window.exported"))
    assert text.count("[White ") == 2 and "{The queen comes}" in text and "{Short}" in text, text
    # Who deletes one is asked.
    asks = lambda: tab.state()["asks"]
    entry("Carl – Dora", "[data-entry=delete]").click()
    tab.wait(lambda: asks() == ["delete"])
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: asks() == [] and len(saved(tab)) == 2)
    entry("Carl – Dora", "[data-entry=delete]").click()
    tab.wait(lambda: asks() == ["delete"])
    tab.find('#ask [value="delete"]').click()
    tab.wait(lambda: saved(tab) == ["Mate in four"])
    act(tab, "new")
    tab.wait(lambda: tree(tab) == [])
    assert saved(tab) == ["Mate in four"]


def one_notation_and_the_units_of_the_game(tab):
    open_analysis(tab, game="chess", moves="e2e4 e7e5 g1f3")
    assert tree(tab) == ["e4", "e5", "Nf3!"], "what comes from Play is written as people write it"
    tab.run("document.querySelector('#analyse .legal').open = true")
    coordinates = re.compile(r"[a-h][1-8][a-h][1-8]")

    def seen():
        lines = tab.run(ENGINES)[0]["lines"]
        replies = tab.run("return [...document.querySelectorAll('#analyse td.reply')].map((cell) => cell.textContent)")
        assert not coordinates.search(str([lines, replies])), (lines, replies)
        assert all(re.fullmatch(r"([≥≤] )?([+−]?\d+\.\d\d|#−?\d+)", line[0]) for line in lines), lines
        return len(lines) == 3 and all(len(line) > 3 for line in lines) and any(replies)

    tab.wait(seen)
    assert "in pawns, for White" in tab.text("#analyse .status")
    open_analysis(tab, game="go", **{"option.Size": "5"})
    tab.choose("#analyse .engine [data-choice=algorithm]", "mcts")
    values = lambda: [line[0] for line in tab.run(ENGINES)[0]["lines"]]
    tab.wait(lambda: values() and all(re.fullmatch(r"([≥≤] )?(\d+\.\d%|#−?\d+)", value) for value in values()))
    assert "what Black can expect" in tab.text("#analyse .status")


def a_game_without_fen_comes_and_goes_as_pgn(tab):
    open_analysis(tab, game="kalah", moves="c f")
    text = written(tab)
    assert '[Variant "kalah"]' in text and text.rstrip().endswith("*"), text
    tab.open(game="tictactoe")
    # A move of the computer would write the position into the field.
    tab.seat("person", "person")
    tab.run("document.querySelector('#more').open = true; document.querySelector('#line').value = arguments[0]", text)
    tab.find("#set-up").click()
    tab.wait(lambda: len(tab.moves()) == 2)
    moves = tab.moves()
    tab.run("document.querySelector('#line').value = ''")
    tab.find("#write-record").click()
    again = tab.wait(lambda: tab.run("return document.querySelector('#line').value"))
    assert again.split("\n\n")[1] == text.split("\n\n")[1] and all(move in again for move in moves), again


def outlasts_the_server(tab):
    open_analysis(tab, game="chess")
    tab.wait(lambda: tab.run(ENGINES)[0]["lines"])
    tab.server.stop()
    tab.wait(lambda: not tab.run("return document.querySelector('#connection').hidden"))
    before = tab.text("#analyse .facts")
    tab.server.start()
    tab.wait(lambda: tab.run("return document.querySelector('#connection').hidden"))
    tab.wait(lambda: tab.text("#analyse .facts") != before)


def checks(tab):
    engines_search_when_asked(tab)
    two_engines_search_side_by_side(tab)
    nothing_is_searched_in_a_hidden_tab(tab)
    the_table_tells_what_it_knows(tab)
    variations_are_gone_through_by_keyboard(tab)
    a_chess_game_comes_and_goes_as_pgn(tab)
    games_of_other_programs_are_read(tab)
    people_remark_on_moves(tab)
    work_is_not_lost(tab)
    files_of_many_games_are_opened(tab)
    a_game_is_analysed_in_three_clicks(tab)
    analyses_are_saved(tab)
    one_notation_and_the_units_of_the_game(tab)
    a_game_without_fen_comes_and_goes_as_pgn(tab)
