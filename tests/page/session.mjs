// A session of plyd over pipes, for tests that need the answers of a real one.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The program; the Rust test that runs all of these names it. */
const program = process.env.PROGRAM;
/** The options of a test that needs it. */
export const needsPlyd = program === undefined ? { skip: "PROGRAM does not name plyd" } : {};

/**
 * @typedef {import("../../engine/server/page/types.js").Game} Game
 * @typedef {import("../../engine/server/page/types.js").View} View
 * @typedef {import("../../engine/server/page/types.js").Record} Record
 */
export class Session {
  constructor() {
    this.process = spawn(program ?? "", { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.game = "";
  }

  /** Sends lines, and gives the first answer that begins so, without that. */
  async ask(/** @type {string[]} */ lines, /** @type {string} */ word) {
    if (lines.length > 0) this.process.stdin.write(`${lines.join("\n")}\n`);
    for (;;) {
      const { value: line, done } = await this.lines.next();
      if (done || / error /.test(line)) throw new Error(`${lines.join(" | ").slice(0, 2_000)}: ${line}`);
      if (line.startsWith(word)) return line.slice(word.length);
    }
  }

  /** The lines that choose a game. */
  choice(/** @type {Game} */ { game, options }) {
    const chosen = Object.entries(options).map(([name, value]) => `setoption name ${game}.${name} value ${value}`);
    return [`setoption name UCI_Variant value ${game}`, ...chosen];
  }

  /** The lines that choose a position. */
  position(/** @type {Game} */ game) {
    const begun = game.setup === "" ? "startpos" : `fen ${game.setup}`;
    const moves = game.moves.length === 0 ? "" : ` moves ${game.moves.join(" ")}`;
    return [...this.choice(game), `position ${begun}${moves}`];
  }

  /** @returns {Promise<View>} */
  async view(/** @type {Game} */ game) {
    return JSON.parse(await this.ask([...this.position(game), "view"], "view "));
  }

  /** @returns {Promise<Record>} */
  async read(/** @type {string} */ text, /** @type {Game} */ game) {
    return JSON.parse(await this.ask([...this.choice(game), `read ${JSON.stringify(text)}`], "read "));
  }

  /** What a search of a tree explains, as the page gets it; `done` is the line behind it. */
  explain(/** @type {string} */ tree, words = "") {
    return this.explainGame({ game: "leaftree", options: {}, setup: tree, moves: [] }, words);
  }

  /** The same of a position. */
  async explainGame(/** @type {Game} */ game, words = "") {
    const explained = await this.ask([...this.position(game), `explain format page ${words}`.trim()], "{");
    await this.ask([], "explain done");
    return JSON.parse(`{${explained}`);
  }
}

/**
 * Does something with a session, which ends with it: node would wait for one that a failed test has left.
 * @template T
 * @param {(session: Session) => Promise<T>} act
 */
export async function inSession(act) {
  const session = new Session();
  try {
    return await act(session);
  } finally {
    session.process.kill();
  }
}
