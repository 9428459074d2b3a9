/**
 * The engine: questions and searches, over a connection that may be lost and come again. The server keeps nothing of a
 * client that has left, so every question brings its position, and every new connection the options.
 *
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Record} Record
 * @typedef {import("./types.js").View} View
 */
import { aboutGame, question } from "./about.js";
import { Lines } from "./lines.js";

/** A line of the server that says what is wrong. */
export class Refusal extends Error {
  /** @param {string} line */
  constructor(line) {
    const [, code, text] = /^info string error (\S+) ?(.*)$/.exec(line) ?? ["", "unknown", line];
    super(text);
    this.code = code;
  }
}

/** The connection was lost before the answer. */
export class Lost extends Error {}

/** Errors after which the answers of a session cannot be told apart any more. */
const GRAVE = new Set(["plugin", "plugin-crashed", "plugin-disabled", "timeout", "no-game", "forbidden", "shutdown",
  "auth-revoked", "idle", "line-too-long", "unknown-command"]);
/** Errors of `setoption` alone: by its code an error says which line it is of. */
const OPTION_ERRORS = new Set(["unknown-option", "bad-value", "unknown-game"]);
/** The answer to a question about a position that was refused. */
const NO_POSITION = "info string error no-position ";
const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

/** What `plyd web --watch` says of a game that was built again. */
const BUILD = "info string build ";

/** The errors that answer a text which cannot be read. */
const UNREAD = /^info string error (bad-read|out-of-resources) /;

export class Engine {
  /** @type {Lines | null} */
  #lines = null;
  /** @type {Map<string, string>} */
  #options = new Map();
  /** Those of the game that was chosen last. @type {Set<string>} */
  #ofGame = new Set();
  /** Those that were set since the last view. @type {Set<string>} */
  #fresh = new Set();
  /** What was refused of them, which the next view says, whenever it came. @type {Refusal | null} */
  #refused = null;
  /** @type {{isEnd: (line: string) => boolean, isSure: boolean, lines: string[], resolve: (lines: string[]) => void,
   *   reject: (error: Error) => void} | null} */
  #question = null;
  /** @type {{info: (info: Info) => void, tree?: (part: import("./types.js").TreePart) => void, resolve: (best: string) => void, reject: (error: Error) => void,
   *   trouble?: string} | null} */
  #search = null;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #failures = 0;

  /**
   * @param {() => Promise<string>} askToken asks for a token, after one was refused
   * @param {string | null} token
   * @param {(state: "open" | "lost" | "full") => void} tell hears of the connection
   */
  constructor(askToken, token, tell) {
    this.askToken = askToken;
    this.token = token;
    this.tell = tell;
    /** Hears of a game that has a new build. @type {(game: string) => void} */
    this.built = () => {};
  }

  /**
   * Chooses a game with its options, now and whenever a connection is new. The options that are not given here get their
   * defaults: only a new session has them, so it is begun if one of them was set. No option can be set during a search,
   * so a search ends where something changes.
   * @param {Game} game
   * @param {Object<string, string>} [settings] all other options, such as those of the search; without them these stay
   */
  async choose({ game, options }, settings) {
    /** @type {Map<string, string>} */
    const wanted = new Map([["UCI_Variant", game]]);
    for (const [name, value] of Object.entries(options)) wanted.set(optionName(game, name), value);
    const ofGame = new Set(wanted.keys());
    for (const [name, value] of Object.entries(settings ?? {})) wanted.set(name, value);
    const dropped = () => [...this.#options.keys()]
      .filter((name) => !wanted.has(name) && (settings !== undefined || this.#ofGame.has(name)));
    const isChange = ([name, value] = ["", ""]) => this.#options.get(name) !== value;
    if (dropped().length === 0 && ![...wanted].some(isChange)) return;
    await this.stop();
    const old = dropped();
    for (const name of old) this.#options.delete(name);
    this.#ofGame = ofGame;
    if (old.length > 0) this.close();
    for (const [name, value] of [...wanted].filter(isChange)) {
      this.#options.set(name, value);
      this.#fresh.add(name);
      this.#lines?.send(optionLine(name, value));
    }
  }

  /**
   * Sends lines, and gives what is answered up to the line that ends the answer. One question at a time.
   * @param {string[]} lines
   * @param {(line: string) => boolean} isEnd
   * @param {boolean} [isSure] whether that line comes also after an error of the library
   * @returns {Promise<string[]>}
   */
  ask(lines, isEnd, isSure = false) {
    const answer = this.#turn.then(async () => {
      const connection = await this.#connection();
      return new Promise((resolve, reject) => {
        this.#question = { isEnd, isSure, lines: [], resolve, reject };
        lines.forEach((line) => connection.send(line));
      });
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /**
   * The view of a position. What people read of the game comes with it, if that is not known yet.
   * @param {string} position
   * @returns {Promise<View>}
   */
  async view(position) {
    const isEnd = (/** @type {string} */ line) => line.startsWith("view ") || line.startsWith(NO_POSITION);
    const isKnown = aboutGame(this.#options.get("UCI_Variant") ?? "") !== undefined;
    const { line: about, read } = question();
    const lines = await this.ask([...(isKnown ? [] : [about]), position, "view"], isEnd);
    const wrong = lines.find((line) => line.startsWith("info string error "));
    const refusal = this.#refused ?? (wrong === undefined ? null : new Refusal(wrong));
    // The next session does not get what was refused.
    if (this.#refused !== null) this.#fresh.forEach((name) => this.#options.delete(name));
    this.#refused = null;
    this.#fresh.clear();
    if (refusal !== null) throw refusal;
    lines.filter((line) => line.startsWith("response ")).forEach(read);
    return JSON.parse(lines[lines.length - 1].slice(5));
  }

  /**
   * Asks what people read of games, in the language of the page. What comes behind an error is not known then. For a
   * session that is for nothing else, as it has another game afterwards.
   * @param {string[]} games
   */
  async about(games) {
    const last = games.at(-1);
    if (last === undefined) return;
    const { line, read } = question();
    const isEnd = (/** @type {string} */ answer) =>
      answer.startsWith(`response {"game":"${last}",`) || answer.startsWith("info string error ");
    const lines = await this.ask(games.flatMap((game) => [optionLine("UCI_Variant", game), line]), isEnd);
    lines.filter((answer) => answer.startsWith("response ")).forEach(read);
  }

  /**
   * The first positions of games, and what people read of them, in one question. For a session that is for nothing else. A
   * game that is refused has none.
   * @param {string[]} games
   * @param {(view: View) => void} seen is called with each as soon as it is there
   */
  async overview(games, seen) {
    if (games.length === 0) return;
    const { line, read } = question();
    let left = games.length;
    const isEnd = (/** @type {string} */ answer) => {
      if (answer.startsWith("response ")) read(answer);
      const isView = answer.startsWith("view ");
      if (isView) seen(JSON.parse(answer.slice(5)));
      if (isView || answer.startsWith(NO_POSITION)) left -= 1;
      return left === 0;
    };
    await this.ask(games.flatMap((game) => [optionLine("UCI_Variant", game), line, "position startpos", "view"]), isEnd);
  }

  /**
   * The game that a text has, which may be of another game than that of the session: then its moves are not there.
   * @param {string} text
   * @returns {Promise<Record>}
   */
  async read(text) {
    const isEnd = (/** @type {string} */ line) => line.startsWith("read {") || UNREAD.test(line);
    const last = (await this.ask([`read ${JSON.stringify(text)}`], isEnd)).pop() ?? "";
    if (UNREAD.test(last)) throw new Refusal(last);
    return JSON.parse(last.slice(5));
  }

  /**
   * The options that the engine has, and the names of its games.
   * @returns {Promise<{options: Option[], games: Map<string, string>}>}
   */
  async describe() {
    const lines = await this.ask(["games", "uci"], (line) => line === "uciok");
    const names = lines.map((line) => /^game (\S+) (?:version \S+ )?interface \S+ (?:selected )?name (.+)$/.exec(line)).filter((found) => found !== null);
    const options = lines.map(readOption).filter((option) => option !== null);
    return {
      // A server that was started for one game lists only the options of that one after `uci`.
      options: [...new Map(options.map((option) => [option.name, option])).values()],
      games: new Map(names.map(([, id, name]) => [id, name])),
    };
  }

  /**
   * Searches a position; gives the best move, or "(none)".
   * @param {string} position
   * @param {string} go
   * @param {(info: Info) => void} info
   * @param {(part: import("./types.js").TreePart) => void} [tree] hears of the tree, if that is watched
   * @returns {Promise<string>}
   */
  async search(position, go, info, tree) {
    await this.stop();
    const connection = await this.#connection();
    return new Promise((resolve, reject) => {
      this.#search = { info, tree, resolve, reject };
      connection.send(position);
      connection.send(go);
    });
  }

  /** Ends the search, and waits until it has ended. */
  async stop() {
    if (this.#search === null) return;
    const { resolve, reject } = this.#search;
    await new Promise((done) => {
      this.#search = {
        info: () => {},
        resolve: (best) => { resolve(best); done(null); },
        reject: (error) => { reject(error); done(null); },
      };
      this.#lines?.send("stop");
    });
  }

  /** Ends the session, and what is asked or searched in it. The next question begins a new one. */
  close() {
    const lines = this.#lines;
    this.#lines = null;
    this.tell("open");
    lines?.close();
    this.#drop();
  }

  async #connection() {
    if (this.#lines !== null) return this.#lines;
    while (this.token === null) this.token = await this.askToken();
    if (this.#failures > 0) {
      const pause = PAUSES[Math.min(this.#failures, PAUSES.length) - 1];
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    /** @type {Lines} */
    const lines = new Lines(this.token, {
      line: (line) => this.#lines === lines && this.#hear(line),
      open: () => {
        this.#failures = 0;
        this.tell("open");
      },
      end: (ending) => this.#lines === lines && this.#end(ending),
    });
    this.#lines = lines;
    this.#refused = null;
    for (const [name, value] of this.#options) lines.send(optionLine(name, value));
    return lines;
  }

  /** @param {"lost" | "refused" | "full"} ending */
  #end(ending) {
    this.#lines = null;
    if (ending === "refused") this.token = null;
    else this.#failures += 1;
    const isNeeded = this.#question !== null || this.#search !== null;
    // A connection that nobody needs is made anew with the next question.
    if (isNeeded && ending !== "refused") this.tell(ending);
    this.#drop();
  }

  #drop() {
    const [question, search] = [this.#question, this.#search];
    this.#question = this.#search = null;
    question?.reject(new Lost());
    search?.reject(new Lost());
  }

  /** @param {string} line */
  #hear(line) {
    const code = /^info string error (\S+)/.exec(line)?.[1];
    const isOfOption = code !== undefined && OPTION_ERRORS.has(code);
    if (isOfOption) this.#refused ??= new Refusal(line);
    if (line.startsWith("bestmove ")) {
      const search = this.#search;
      this.#search = null;
      if (search?.trouble !== undefined) search.reject(new Refusal(search.trouble));
      else search?.resolve(line.split(" ")[1]);
    } else if (line.startsWith(BUILD)) {
      this.built(line.slice(BUILD.length));
    } else if (/^info (depth|nodes) /.test(line)) {
      this.#search?.info(readInfo(line));
    } else if (line.startsWith("tree ")) {
      this.#search?.tree?.(JSON.parse(line.slice(5)));
    } else if (this.#question !== null) {
      const question = this.#question;
      if (!isOfOption) question.lines.push(line);
      if (code !== undefined && GRAVE.has(code) && !(question.isSure && code === "plugin")) {
        this.#question = null;
        question.reject(new Refusal(line));
        this.#lines?.close();
      } else if (question.isEnd(line)) {
        this.#question = null;
        question.resolve(question.lines);
      }
    } else if (this.#search !== null && code !== undefined && !isOfOption) {
      // The first error is that of the position, if that is refused.
      this.#search.trouble ??= line;
    }
  }
}

const optionLine = (/** @type {string} */ name, /** @type {string} */ value) =>
  `setoption name ${name} value ${value}`;

/** What the protocol calls an option of a game: those of UCI have no game in their names. */
const optionName = (/** @type {string} */ game, /** @type {string} */ name) => (name.startsWith("UCI_") ? name : `${game}.${name}`);

/**
 * @param {string} line
 * @returns {Option | null}
 */
export function readOption(line) {
  const found = /^(?:game \S+ )?option name (.+?) type (\S+)(.*)$/.exec(line);
  if (found === null) return null;
  const [, name, type, rest] = found;
  /** @type {Option} */
  const option = { name, type, value: "", choices: [] };
  for (const [, word, value] of rest.matchAll(/ (default|min|max|var) (.*?)(?= (?:default|min|max|var) |$)/g)) {
    if (word === "default") option.value = value;
    else if (word === "var") option.choices.push(value);
    else option[/** @type {"min" | "max"} */ (word)] = Number(value);
  }
  return option;
}

/**
 * @param {string} line
 * @returns {Info}
 */
export function readInfo(line) {
  const words = line.split(" ");
  const number = (/** @type {string} */ name) => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : Number(words[at + 1]);
  };
  const pv = words.indexOf("pv");
  const wdl = words.indexOf("wdl");
  const chances = words.slice(wdl + 1, wdl + 4).map(Number);
  return {
    depth: number("depth"), seldepth: number("seldepth"), multipv: number("multipv"), nodes: number("nodes"),
    nps: number("nps"), time: number("time"), cp: number("cp"), mate: number("mate"),
    wdl: wdl < 0 ? undefined : [chances[0], chances[1], chances[2]],
    bound: words.find((word) => word === "lowerbound" || word === "upperbound"),
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}
