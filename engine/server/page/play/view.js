/**
 * The view Play: a table, a board, a panel, and an engine behind them. Other views ask for its game, so it is there
 * before it is shown.
 *
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Option} Option
 * @typedef {import("../types.js").View} View
 *
 * What it needs of the page: the names of all games, a new session, the view that is shown, and a way to show Play.
 * @typedef {{games: Map<string, string>, connect: () => Engine, current: () => string, arrive: () => Promise<void>}} Site
 */
import { aboutGame } from "../about.js";
import { choose } from "../ask.js";
import { chosenClock, connectChoices, STRENGTHS } from "../choices.js";
import { Clock } from "../clock.js";
import { byId, typed } from "../element.js";
import { Lost } from "../engine.js";
import { fromFragment, newGame, toFragment } from "../game.js";
import { keep, kept } from "../keep.js";
import { Looker } from "../looker.js";
import { moveOf, shownMove } from "../notation.js";
import { Surface } from "../surface.js";
import { PLAY } from "../views.js";
import { t } from "../words.js";
import { PlayedMoves } from "./moves.js";
import { say, showClocks, showInfo, showLegal, showPanel, showStatus } from "./panel.js";
import { Result } from "./result.js";
import { Table } from "./table.js";
import { plainly } from "./typed.js";

/** How often the clocks are shown, in milliseconds. */
const TICK = 200;
/** The state of an address that the page has written for its own game: a reload keeps it, and a link has none. */
const HERE = "here";

export class Play {
  /** All options of a session. @type {Option[]} */
  options = [];
  #typed = byId("typed", HTMLInputElement);
  /** Looks at positions beside the game. @type {Looker | null} */
  #looker = null;
  /** What the next picture of the screen shows of a search. @type {(() => void) | null} */
  #waiting = null;
  #isResumed = false;
  /** Whether a person has chosen a game, which the one of the start does not replace. */
  #hasChosen = false;

  /**
   * @param {Engine} engine
   * @param {Site} site
   */
  constructor(engine, site) {
    this.site = site;
    engine.built = (game) => this.#lookAgain(game);
    const [board, buttons] = ["board", "buttons"].map((id) => byId(id, HTMLElement));
    this.surface = new Surface(board, buttons, (move) => this.table.play(move));
    this.table = new Table(engine, {
      change: () => this.#change(), info: (info, view) => this.#showSoon(info, view),
      advice: (move) => this.#advise(move), trouble: (error) => this.trouble(error),
    });
    this.played = new PlayedMoves(this.table, site.connect, () => this.update(),
      () => showStatus(this.table, this.played));
    this.result = new Result(this.table, {
      again: () => this.#startAnew({ ...this.table.game, moves: [] }),
      analyse: () => { location.hash = `view=analyse&${toFragment(this.game)}`; },
    });
    this.#listen();
  }

  /** The game, as far as it has been played. */
  get game() {
    return this.table.game;
  }

  /**
   * Shows the game of the address, else the one that is there.
   * @param {HTMLElement} _container
   * @param {Context} context
   */
  async show(_container, { fields }) {
    const game = fromFragment(fields.toString());
    if (!this.#isResumed) await this.resume(game);
    else if (game !== null && toFragment(game) !== toFragment(this.game)) this.#begin(game);
    else this.update();
  }

  /** The game goes on while another view is shown. */
  hide() {}

  speak() {
    byId("trouble", HTMLElement).hidden = true;
    connectChoices(this.table, this.options);
    this.update();
  }

  /**
   * Takes up the game of the address, else the one that was played last, else the first one.
   * @param {Game | null} linked
   */
  async resume(linked) {
    this.#isResumed = true;
    const { options, site: { games }, surface, table } = this;
    const last = kept("game", /** @type {any} */ (null));
    const isLast = last !== null && (linked === null || toFragment(linked) === toFragment(last.game));
    // Somebody who opens a link wants the game, and not that it was given up here.
    const isHere = linked === null || history.state === HERE;
    if (isLast) {
      Object.assign(table.players, last.players);
      [table.seed, table.rolls, surface.turned] = [last.seed, last.rolls, last.turned];
    }
    connectChoices(table, options);
    const [preferred] = games.keys();
    if (preferred === undefined) return this.trouble(t("no-games"));
    const game = linked ?? last?.game ?? newGame(preferred);
    const clock = isLast && last.left !== null ? new Clock(last.left, last.left.increment) : null;
    if (!games.has(game.game)) this.trouble(t("unknown-game", { game: game.game }));
    else if (await table.load(game, clock)) {
      if (isLast && isHere && last.given !== null) {
        table.given = last.given;
        await table.again();
      }
      return;
    }
    if (this.#hasChosen) return;
    // The reason stays on the page.
    const reason = byId("trouble", HTMLElement).textContent ?? "";
    await this.#begin(newGame(games.has(game.game) ? game.game : preferred));
    this.trouble(reason);
  }

  /** Asks how to begin a new game, and begins it. */
  async ask(/** @type {string} */ game) {
    const module = await import("./new_game.js").catch(() => null);
    if (module === null) return this.trouble(t("view-not-loaded"));
    const { options, site, table } = this;
    this.#looker ??= new Looker(site.connect());
    const view = game === table.view?.game ? table.view : await this.#looker.view(newGame(game)).catch(() => null);
    if (view === null) return this.trouble(t("unknown-game", { game }));
    // Who has never chosen begins against the weakest.
    const { strength } = { strength: String(STRENGTHS[0]), ...kept("computer", {}) };
    const seats = kept("seats", module.seatsOf(table.players));
    const last = { strength, seats, options: game === this.game.game ? this.game.options : {} };
    const chosen = await module.askNewGame(view, site.games.get(game) ?? game, options, last);
    if (chosen === null) return;
    Object.assign(table.players, module.SEATS[chosen.seats]);
    table.computer.strength = chosen.strength;
    keep("computer", table.computer);
    keep("seats", chosen.seats);
    connectChoices(table, options);
    this.#hasChosen = true;
    await this.#startAnew(newGame(game, chosen.options));
    // The game that was there before is not seen in between.
    if (site.current() !== PLAY) await site.arrive();
  }

  /** The table has changed: what was wrong before is no more. */
  #change() {
    byId("trouble", HTMLElement).hidden = true;
    this.update();
  }

  /** Shows the table, after a change or with other texts. */
  update() {
    const { played, site, surface, table } = this;
    const { view, game } = table;
    if (view === null) return;
    // What is older is not shown any more.
    if (this.#waiting !== null) this.#waiting = () => {};
    played.update();
    showPanel(table, played, (side, player) => table.seat(side, player));
    this.result.update();
    // Nobody moves while an earlier position is on the board.
    if (played.isBack) this.#typed.disabled = byId("hint", HTMLButtonElement).disabled = true;
    surface.show(played.view ?? view, !played.isBack && table.isPersonsTurn);
    this.#typed.value = "";
    this.#showLegal();
    const name = byId("game", HTMLElement);
    [name.textContent, name.dataset.game] = [aboutGame(game.game)?.name ?? site.games.get(game.game) ?? game.game, game.game];
    byId("how", HTMLElement).replaceChildren(...typed(aboutGame(game.game)?.moves ?? ""));
    this.#remember();
    if (site.current() !== PLAY) return;
    document.title = `${name.textContent} – plyd`;
    const fragment = `#${toFragment(game)}`;
    if (location.hash !== fragment || history.state !== HERE) history.replaceState(HERE, "", fragment);
  }

  /** Says what is wrong. */
  trouble(/** @type {unknown} */ error) {
    if (error instanceof Lost) return;
    const place = byId("trouble", HTMLElement);
    const text = error instanceof Error ? error.message : String(error);
    place.textContent = plainly(text, this.table.view);
    place.hidden = false;
  }

  /** Keeps the game for a reload, or for tomorrow. */
  #remember() {
    const { view, game, players, given, clock, seed, rolls } = this.table;
    // Who only saw the start page has begun no game.
    if (view === null || this.site.current() === "games") return;
    const left = clock === null ? null : { max: clock.of("max"), min: clock.of("min"), increment: clock.increment };
    keep("game", { game, players, given, left, seed, rolls, turned: this.surface.turned });
  }

  async #begin(/** @type {Game} */ game) {
    if (!this.site.games.has(game.game)) return this.trouble(t("unknown-game", { game: game.game }));
    await this.table.load(game, chosenClock());
  }

  /** Begins a game with other dice than the one before. */
  async #startAnew(/** @type {Game} */ game) {
    this.table.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    byId("seed", HTMLInputElement).value = String(this.table.seed);
    await this.#begin(game);
  }

  /** A new build of the game is there: the position is looked at again with it. */
  async #lookAgain(/** @type {string} */ game) {
    const { table } = this;
    if (game !== this.game.game || table.view === null) return;
    const loaded = await table.load(this.game, table.clock);
    const place = byId("built", HTMLElement);
    const time = new Date().toLocaleTimeString(document.documentElement.lang);
    const name = this.site.games.get(game) ?? game;
    place.textContent = t(loaded ? "new-build" : "new-build-refuses", { game: name, time });
    place.hidden = false;
  }

  /** Many lines come between two pictures of the screen; only the last one is shown. */
  #showSoon(/** @type {Info} */ info, /** @type {View} */ view) {
    // A line that only says where the search is has no value, and one before it may have one.
    if (info.cp === undefined && info.mate === undefined) return;
    const { isPersonsTurn, players } = this.table;
    // A person at the board asks for it, or it would help against the computer.
    if (!isPersonsTurn && Object.values(players).includes("person") && !kept("thoughts", false)) return;
    if (this.#waiting === null) {
      requestAnimationFrame(() => {
        this.#waiting?.();
        this.#waiting = null;
      });
    }
    this.#waiting = () => showInfo(info, view);
  }

  #advise(/** @type {string} */ move) {
    if (this.played.isBack) return;
    this.surface.advise([{ move, kind: "" }]);
    say(t("hint-is", { move: shownMove(move, this.table.view?.notation?.[move]) }));
  }

  #showLegal() {
    showLegal(this.table, this.#typed.value.trim(), (move) => this.#play(move));
  }

  /** Plays what was typed: a move as the game or people write it, in any case of its letters if that is clear. */
  #play(/** @type {string} */ text) {
    const { view } = this.table;
    if (view === null || !this.table.isPersonsTurn || this.played.isBack || text === "") return;
    // Games read moves in more ways than that, so the server decides.
    const word = text.replace(/\s+/g, "");
    const shown = Object.keys(view.moves ?? {}).find((move) => shownMove(move, view.notation?.[move]) === text);
    this.table.play(shown ?? moveOf(view, text) ?? moveOf(view, word) ?? word);
  }

  /** The game from text or as text. Few people want it, so the first board does not wait for it. */
  async #exchange(/** @type {"setUp" | "writeGame"} */ act) {
    const module = await import("./exchange.js").catch(() => null);
    if (module === null) return this.trouble(t("view-not-loaded"));
    const trouble = (/** @type {unknown} */ error) => this.trouble(error);
    const begin = (/** @type {Game} */ game) => this.#begin(game);
    await module[act](this.table, this.site.games, { connect: this.site.connect, begin, trouble }).catch(trouble);
  }

  async #openRules() {
    const module = await import("./rules.js").catch(() => null);
    const { game } = this.game;
    if (module === null) this.trouble(t("view-not-loaded"));
    else module.showRules(game, this.site.games.get(game) ?? game);
  }

  #listen() {
    const { surface, table } = this;
    /** @type {Object<string, () => unknown>} */
    const acts = {
      new: () => this.ask(this.game.game),
      undo: () => table.undo(),
      hint: () => table.hint(),
      pause: () => table.pause(),
      resign: async () => {
        if (await choose(t("resign-sure"), [["resign", t("resign")]]) !== null) table.resign();
      },
      rules: () => this.#openRules(),
      explain: () => { location.hash = `view=teach&${toFragment(this.game)}`; },
      turn: () => {
        surface.turned = !surface.turned;
        this.update();
      },
      "set-up": () => this.#exchange("setUp"),
      "write-record": () => this.#exchange("writeGame"),
      "copy-link": async () => {
        await navigator.clipboard.writeText(location.href).catch(() => {});
        say(t("copied"));
      },
    };
    for (const [id, act] of Object.entries(acts)) byId(id, HTMLElement).onclick = act;
    byId("typing", HTMLFormElement).onsubmit = (event) => {
      event.preventDefault();
      this.#play(this.#typed.value.trim());
    };
    this.#typed.oninput = () => this.#showLegal();
    byId("more", HTMLElement).addEventListener("toggle", () => this.#showLegal());
    window.addEventListener("pagehide", () => this.#remember());
    setInterval(() => {
      table.tick();
      showClocks(table);
    }, TICK);
  }
}
