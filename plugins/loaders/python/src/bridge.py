"""Between the loader and a game: one call for each question, with states as bytes. Each game has this module anew."""

import builtins
import io
import struct
import sys

#: The name under which Python knows the text of the game.
FILE = "<game>"
#: The most bytes of a state.
MOST_BYTES = 1024
#: The kinds of outcome, as the loader has them.
ONGOING, SCORE, CLAIMED = 0, 4, 5
KINDS = {1: 1, -1: 2, 0: 3}
#: What follows when a position is repeated, as the loader has it.
VERDICTS = ("draw", "loss", "forbidden")
NEEDED = ("outcome", "moves", "play")
#: Exceptions of the loader's own work, which no answer of a function is to blame for.
OWN = (MemoryError, OSError, RecursionError)

# Standard output and input belong to plyd's protocol.
sys.stdout = sys.__stdout__ = sys.stderr
sys.stdin = sys.__stdin__ = io.StringIO()
sys.dont_write_bytecode = True
sys.argv = ["plyd"]
# A thread that computes for long makes those of other games wait so many seconds for each answer.
sys.setswitchinterval(0.0005)

module_of = type(sys)
#: The built-in functions of the game, which may replace them without an effect on other games.
own_builtins = module_of("builtins")
vars(own_builtins).update(vars(builtins))
#: The modules that are the game's own.
own_modules = {"builtins": own_builtins}
plyd_game = game_class = None
#: The choices of each option by their texts, the default first.
choices = {}


class Fault(Exception):
    """What the loader finds wrong, with line and column, 0 for none."""

    def __init__(self, reason, line=0, column=0):
        super().__init__(reason)
        self.line, self.column = line, column


def explain(error):
    """Line, column and reason of an exception, as one text."""
    if isinstance(error, Fault):
        line, column, reason = error.line, error.column, str(error)
    else:
        line, column, reason = line_of(error), 0, type(error).__name__
        said = str(error)
        if said:
            reason += ": " + said
        if not line and isinstance(error, struct.error):
            reason = "a state does not fit STATE: " + said
        elif not line and not isinstance(error, OWN):
            reason = "a function returned something of another kind: " + reason
    return f"{line} {column} {one_line(reason)}".encode("utf-8", "replace")


def line_of(error):
    """The last line of the game's own text that led to an exception."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno or line
        trace = trace.tb_next
    return line


def one_line(text):
    return "".join(sign if sign.isprintable() else " " for sign in text[:2000]).strip()


def run(name, text, file):
    """The module of a text."""
    code = compile(text, file, "exec", dont_inherit=True)
    module = module_of(name)
    module.__builtins__ = vars(own_builtins)
    # Where dataclasses look for the module of a class.
    sys.modules[name] = module
    exec(code, vars(module))
    return module, code


def load(text, library):
    """Runs the text of a game, and returns what it declares, as JSON. `library` is the text of `plyd_game`."""
    global plyd_game, game_class
    if "\0" in text:
        raise Fault("a zero byte", text[: text.index("\0")].count("\n") + 1)
    name = __name__ + "_game"
    plyd_game, _ = run(__name__ + "_library", library, "<plyd_game>")
    own_modules["plyd_game"] = plyd_game
    import_any = builtins.__import__

    def import_own(name, *rest, **named):
        return own_modules.get(name) or import_any(name, *rest, **named)

    own_builtins.__import__ = import_own
    try:
        module, code = run(name, text, FILE)
    except SyntaxError as error:
        if error.filename != FILE or error.__traceback__.tb_next.tb_next is not None:
            raise
        raise Fault(f"{type(error).__name__}: {error.msg}", error.lineno or 0, max(error.offset or 0, 0)) from None
    found = [it for it in vars(module).values() if isinstance(it, type) and issubclass(it, plyd_game.Game)]
    found = [it for it in dict.fromkeys(found) if it is not plyd_game.Game and it.__module__ == name]
    found = [it for it in found if not any(it in other.__mro__[1:] for other in found)]
    if not found:
        raise Fault("the text imports plyd_game, but has no class that derives from it")
    lines = {const.co_name: const.co_firstlineno for const in code.co_consts if isinstance(const, type(code))}
    if len(found) > 1:
        names = " and ".join(it.__name__ for it in found)
        raise Fault(f"{names} are games, and a file is one game", lines.get(found[1].__name__, 0))
    game_class = found[0]
    check_names(game_class, text)
    try:
        return declared(game_class)
    except Fault as fault:
        fault.line = lines.get(game_class.__name__, 0)
        raise


def check_names(game, text):
    """Refuses a name that is nearly one that plyd asks for, which the game lacks: nobody would miss a misspelt function."""
    known = {name: value for name, value in vars(plyd_game.Game).items() if not name.startswith("_")}
    has = {name for parent in game.__mro__ for name in vars(parent) if parent not in (plyd_game.Game, object)}
    for name in sorted(has):
        if name.startswith("_") or name in known:
            continue
        is_function = callable(getattr(game, name))
        for other in sorted(known.keys() - has):
            if is_function != other.isupper() and is_near(name, other):
                reason = f"`{name}` means nothing to plyd: did you mean `{other}`? If not, begin it with `_`"
                raise Fault(reason, line_of_name(text, name))


def is_near(name, known):
    if name.lower() == known.lower():
        return True
    if len(name) == len(known):
        apart = [at for at in range(len(name)) if name[at].lower() != known[at].lower()]
        if len(apart) == 2 and apart[1] == apart[0] + 1 and sorted(name.lower()) == sorted(known.lower()):
            return True
    # A letter more or less makes other words of short ones.
    return len(known) >= 6 and distance(name, known) <= (1 if len(known) < 8 else 2)


def distance(one, other):
    """The letters to put in, take out or change."""
    row = range(len(other) + 1)
    for at, letter in enumerate(one, 1):
        last, row = row, [at]
        for to, wanted in enumerate(other, 1):
            row.append(min(last[to] + 1, row[-1] + 1, last[to - 1] + (letter != wanted)))
    return row[-1]


def line_of_name(text, name):
    """The line where a class gives something this name, 0 if it is not in the text."""
    # It takes long to import, and most games do without.
    import ast

    for class_ in ast.walk(ast.parse(text)):
        for it in class_.body if isinstance(class_, ast.ClassDef) else []:
            if isinstance(it, (ast.FunctionDef, ast.AsyncFunctionDef)) and it.name == name:
                return it.lineno
            targets = it.targets if isinstance(it, ast.Assign) else [getattr(it, "target", None)]
            names = (part for target in targets if target for part in ast.walk(target))
            if any(isinstance(part, ast.Name) and part.id == name for part in names):
                return it.lineno
    return 0


def declared(game):
    for name in NEEDED:
        if getattr(game, name) is getattr(plyd_game.Game, name):
            raise Fault(f"the class {game.__name__} needs the function `{name}`")
    if game.START is None and game.open is plyd_game.Game.open:
        raise Fault(f"the class {game.__name__} needs START, the state at the start, or the function `open`")
    if not isinstance(game.ABOUT, str | None):
        raise Fault("ABOUT should be a text in TOML")
    choices.update(declared_choices(game.OPTIONS))
    facts = {
        "id": a_text("ID", game.ID),
        "name": a_text("NAME", game.ID if game.NAME is None else game.NAME),
        "version": a_text("VERSION", game.VERSION),
        "sides": game.SIDES and [a_text("SIDES", side) for side in a_pair("SIDES", game.SIDES)],
        "board": game.BOARD and [number("BOARD", side, 1, 1024) for side in a_pair("BOARD", game.BOARD)],
        "options": [{"name": name, "choices": list(values)} for name, values in choices.items()],
        "perft": list(counts(game.PERFT)),
        "about": game.ABOUT,
    }
    packing(game)
    return to_json(facts)


def declared_choices(options):
    if not isinstance(options, dict):
        raise Fault(f"OPTIONS is {options!r}, but should be names with their choices: {{'Size': (8, 6)}}")
    found = {}
    for name, values in options.items():
        if not isinstance(values, (tuple, list)) or not values or not all(isinstance(it, (str, int)) for it in values):
            raise Fault(f"OPTIONS has {values!r} for {name!r}, but should have texts or whole numbers: (8, 6)")
        found[a_text("OPTIONS", name)] = {str(it): it for it in values}
        if len(found[name]) < len(values):
            raise Fault(f"OPTIONS has a choice of {name!r} twice: {values!r}")
    return found


def counts(perft):
    """The known numbers of leaves, with the options and the setup of each."""
    if not isinstance(perft, dict):
        raise Fault(f"PERFT is {perft!r}, but should be {{depth: leaves}}, or have that for each setup")
    if not any(isinstance(it, dict) for it in perft.values()):
        perft = {"": perft}
    for key, leaves in perft.items():
        chosen, setup = a_pair("PERFT", key if isinstance(key, tuple) else ("", key))
        if not isinstance(leaves, dict):
            raise Fault(f"PERFT has {leaves!r} for {key!r}, but should have {{depth: leaves}}")
        for line in a_text("PERFT", chosen).splitlines():
            option, _, value = line.partition("=")
            if value not in choices.get(option, ()):
                known = " ".join(f"{option}={it}" for option, values in choices.items() for it in values)
                raise Fault(f"PERFT has the choice {line!r}, but there are: {known or 'no options'}")
        for depth, count in leaves.items():
            yield {
                "setup": a_text("PERFT", setup),
                "options": chosen,
                "depth": number("PERFT", depth, 1, 1000),
                "leaves": number("PERFT", count, 0, 2**64 - 1),
            }


def to_json(it):
    # It takes longer to import than a game takes to load, and most calls do without.
    import json

    # Half of a pair of surrogates is no character: it is replaced, as in other texts.
    return json.dumps(it, ensure_ascii=False).encode("utf-8", "replace")


def a_text(name, it):
    if not isinstance(it, str):
        raise Fault(f"{name} is {it!r}, but should be a text")
    return it


def a_pair(name, it):
    if not isinstance(it, (tuple, list)) or len(it) != 2:
        raise Fault(f"{name} is {it!r}, but should be a pair")
    return it


def number(name, it, low, high):
    if not isinstance(it, int) or not low <= it <= high:
        raise Fault(f"{name} is {it!r}, but should be a whole number from {low} to {high}")
    return int(it)


def packing(game):
    text = a_text("STATE", game.STATE)
    try:
        packed = struct.Struct(text if text[:1] in tuple("@=<>!") else "=" + text)
    except struct.error as error:
        raise Fault(f"STATE is {text!r}: {error}") from None
    if not 1 <= packed.size <= MOST_BYTES:
        raise Fault(f"STATE is {text!r}, of {packed.size} bytes, but a state has 1 to {MOST_BYTES}")
    return packed


def open_(setup, chosen):
    """An instance: its facts, its first state, and the functions that answer about its states. `chosen` has a line
    `NAME=CHOICE` for each option that was set. A choice that there is not counts as the default."""
    game = game_class()
    if choices:
        chosen = dict(line.split("=", 1) for line in chosen.splitlines())
        game.options = {
            name: values.get(chosen.get(name), next(iter(values.values()))) for name, values in choices.items()
        }
    try:
        state = game.open(setup)
    except ValueError as error:
        raise Fault(str(error) or "the setup is refused without a reason") from None
    packed = packing(game)
    try:
        root = packed.pack(*state)
    except (struct.error, TypeError) as error:
        raise Fault(f"the state {state!r} does not fit STATE, {game.STATE!r}: {error}") from None
    if setup and not game.valid(packed.unpack(root)):
        raise Fault("the game has no such position")
    most = number("MAX_MOVES", game.MAX_MOVES, 1, 2**24 - 1)
    facts = (
        most,
        -1 if game.MAX_PLIES is None else number("MAX_PLIES", game.MAX_PLIES, 0, 2**32 - 2),
        number("WIN", game.WIN, 1, 1_000_000),
    )
    chance = (0, 0, 0)
    if game.CHANCE is not None:
        if not isinstance(game.CHANCE, (tuple, list)) or len(game.CHANCE) != 3:
            raise Fault(f"CHANCE is {game.CHANCE!r}, but should be three numbers")
        outcomes, low, high = game.CHANCE
        low = number("CHANCE", low, -1_000_000, 1_000_000)
        chance = number("CHANCE", outcomes, 1, most), low, number("CHANCE", high, low, 1_000_000)
    return facts + repetition(game.REPETITION) + chance, root, functions(game, packed)


def repetition(rule):
    """The number of times, what follows, and the move to which the rule does not apply, -1 for none."""
    times, what, free = (*rule, -1)[:3] if isinstance(rule, (tuple, list)) and 2 <= len(rule) <= 3 else (rule, "draw", -1)
    if what not in VERDICTS:
        raise Fault(f"REPETITION has {what!r}, but should have one of: {', '.join(VERDICTS)}")
    times = number("REPETITION", times, 0, 1000)
    return times, VERDICTS.index(what), number("REPETITION", free, -1, 2**32 - 1)


def functions(game, packed):
    pack, unpack = packed.pack, packed.unpack
    turn, outcome, moves, play, evaluate = game.turn, game.outcome, game.moves, game.play, game.evaluate

    def look(s, want):
        """Kind of outcome, turn, value and moves, the last two if wanted."""
        end = outcome(s)
        if end is None:
            found = None
            if want & 1:
                found = moves(s)
                if type(found) is not list:
                    found = list(found)
            return ONGOING, turn(s), evaluate(s) if want & 2 else 0, found
        if isinstance(end, plyd_game.Score):
            return SCORE, turn(s), int(end), None
        if end == plyd_game.CLAIM:
            return CLAIMED, turn(s), 0, list(moves(s)) if want & 1 else None
        kind = KINDS.get(end)
        if kind is None:
            raise Fault(f"outcome returned {end!r}; it is None, 1, 0, -1, a plyd_game.Score or plyd_game.CLAIM")
        return kind, turn(s), 0, None

    def examine(state, want):
        return look(unpack(state), want)

    def step(state, mv, want):
        s = play(unpack(state), mv)
        return pack(*s), look(s, want)

    def text(state):
        return a_text("the text of a state", game.text(unpack(state))).encode("utf-8", "replace")

    def move_text(state, mv):
        return a_text("the text of a move", game.move_text(unpack(state), mv)).encode("utf-8", "replace")

    def picture(state):
        return a_text("the picture", game.picture(unpack(state))).encode("utf-8", "replace")

    def view(state):
        found = game.view(unpack(state))
        return b"" if found is None else to_json(found)

    def gesture(state, mv):
        s = unpack(state)
        if game.gesture is not None:
            return " ".join(game.gesture(s, mv)).encode("utf-8", "replace")
        word = a_text("the text of a move", game.move_text(s, mv))
        found = game.view(s) if game.view is not None else None
        is_spot = found and any(spot["id"] == word and not spot.get("inert") for spot in found["spots"])
        return (word if is_spot else "!" + word).encode("utf-8", "replace")

    def weights(state, outcomes):
        return list(game.weights(unpack(state), memoryview(outcomes).cast("I").tolist()))

    def key(state):
        return int(game.key(unpack(state))) & 0xFFFF_FFFF_FFFF_FFFF

    def board_key(state):
        return int(game.board_key(unpack(state))) & 0xFFFF_FFFF_FFFF_FFFF

    def irreversible(state, mv):
        return int(bool(game.irreversible(unpack(state), mv)))

    optional = (picture, view, weights, key, irreversible, board_key)
    return (step, examine, text, move_text, gesture, *(it if getattr(game, it.__name__) else None for it in optional))
