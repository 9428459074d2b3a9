"""The view Analyse of the page."""

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
return walk(document.querySelector('#analyse .tree .line')).slice(1);
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
    tab.run("localStorage.clear(); sessionStorage.setItem('plyd.searching', String(arguments[0]))", searching)
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
    settled(["P@b2", "P@a1", "P@c3!"])
    tab.run("document.querySelector('#analyse .tree [tabindex=\"0\"]').focus()")
    press(Keys.ARROW_LEFT)
    assert press(Keys.ARROW_LEFT) == ["P@b2!", "P@a1", "P@c3"]
    tab.wait(lambda: tab.run("return document.querySelectorAll('#analyse .token').length") == 1)
    click("a3")
    settled(["P@b2", "P@a1", ["P@a3!"], "P@c3"])
    tab.run("document.querySelector('#analyse .tree [tabindex=\"0\"]').focus()")
    assert press(Keys.ARROW_UP) == ["P@b2", "P@a1!", ["P@a3"], "P@c3"]
    assert press(Keys.ARROW_DOWN) == ["P@b2", "P@a1", ["P@a3!"], "P@c3"]
    assert press(Keys.ARROW_UP, shift=True) == ["P@b2", "P@a3!", ["P@a1", "P@c3"]]
    assert press(Keys.HOME) == ["P@b2", "P@a3", ["P@a1", "P@c3"]]
    assert press(Keys.END) == ["P@b2", "P@a3!", ["P@a1", "P@c3"]]
    assert press(Keys.DELETE) == ["P@b2!", "P@a1", "P@c3"]
    assert tab.run("return document.activeElement.getAttribute('aria-current')") == "step", "the focus goes with the moves"
    tab.driver.refresh()
    tab.ready()
    settled(["P@b2!", "P@a1", "P@c3"])
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
    tab.wait(lambda: "Ke3" in tab.text("#analyse .right > .trouble"))
    assert tree(tab) == moves, "what cannot be read changes nothing"
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
    tab.wait(lambda: tree(tab) == ["P@b2", "P@a1!"])
    act(tab, "back")
    tab.wait(lambda: tree(tab) == ["P@b2!", "P@a1"])
    tab.choose("#analyse .right select", "1")
    tab.find("#analyse .right > label textarea").send_keys("The {middle} <b>is</b> best")
    seen = "return ['.glyphs', '.comment'].map((part) => document.querySelector(`#analyse .tree ${part}`)?.textContent)"
    assert tab.run(seen) == ["!", "The {middle} <b>is</b> best"]
    act(tab, "on")
    tab.wait(lambda: tree(tab) == ["P@b2", "P@a1!"])
    assert tab.run("return document.querySelector('#analyse .right > label textarea').value") == "", "it is of another move"
    tab.driver.refresh()
    tab.ready()
    tab.wait(lambda: tree(tab) == ["P@b2", "P@a1!"])
    text = written(tab)
    assert "1. P@b2 $1 {The (middle) <b>is</b> best} 1... P@a1 *" in text.replace("\n", " "), text
    read(tab, text)
    tab.wait(lambda: tab.run(seen) == ["!", "The (middle) <b>is</b> best"])
    tab.fits()


def work_is_not_lost(tab):
    """Each change of the tree can be taken back, and who has worked on it is asked before another tree comes in its place."""
    control_z = lambda: ActionChains(tab.driver, duration=0).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    open_analysis(tab, game="chess")
    tab.open(game="tictactoe", moves="P@b2 P@a1")
    tab.open(view="analyse", game="chess")
    read(tab, "1. e4 e5 (1... c5 {open}) 2. Nf3 *")
    whole = ["e4", "e5", ["c5"], "Nf3!"]
    tab.wait(lambda: tree(tab) == whole)
    # What was read can be read again, so nobody is asked.
    read(tab, "1. d4 d5 {solid} (1... Nf6) *")
    tab.wait(lambda: tree(tab) == ["d4", "d5!", ["Nf6"]])
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
    tab.wait(lambda: tree(tab) == ["e4!", "e5", ["c5"], "Nf3"])
    asks = lambda: tab.state()["asks"]
    act(tab, "take")
    tab.wait(lambda: asks() == ["replace"])
    tab.key(Keys.ESCAPE)
    tab.wait(lambda: asks() == [] and tree(tab) == ["e4!", "e5", ["c5"], "Nf3"])
    act(tab, "take")
    tab.wait(lambda: asks() == ["replace"])
    tab.find('#ask [value="replace"]').click()
    tab.wait(lambda: tree(tab)[:1] == ["P@b2"])
    act(tab, "undo")
    tab.wait(lambda: tree(tab) == ["e4!", "e5", ["c5"], "Nf3"])
    tab.accessible()


def a_game_without_fen_comes_and_goes_as_pgn(tab):
    open_analysis(tab, game="kalah", moves="c f")
    text = written(tab)
    assert '[Variant "kalah"]' in text and text.rstrip().endswith("*"), text
    tab.open(game="tictactoe")
    # A move of the computer would write the position into the field.
    tab.seat("person", "person")
    tab.run("document.querySelector('#text').open = true; document.querySelector('#line').value = arguments[0]", text)
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
    a_game_without_fen_comes_and_goes_as_pgn(tab)
