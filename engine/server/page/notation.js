/**
 * Games as text that other programs read: PGN (S. Edwards, "Portable Game Notation Specification", 1994), for
 * any game. Moves are as people write them where the game has such a notation, else in the game's own text.
 *
 * @typedef {import("./remarks.js").Remark} Remark
 * @typedef {Remark & {text: string, by: string, children: Written[]}} Written a move to be written, whose it was, and
 *   what follows it; the first one is the main line
 */
import { firstNumber } from "./numbering.js";
import { bracketed } from "./remarks.js";
import { t } from "./words.js";

/** Lines of moves are broken before this. */
const LINE = 80;
/** Tags that say what the game is, and not where it comes from: they are written from the game itself. */
const OWN = new Set(["Result", "Variant", "Options", "SetUp", "FEN"]);

/** Moves without a place that the page has words for. */
const WORDS = new Set(["pass", "swap", "none"]);
/** A move from a place to itself, as games without a word for it write a pass. */
const STAYS = /^([a-z]+\d+)\1$/;

/** A text is no game. The message is a key of the texts of the page. */
export class Unreadable extends Error {
  /**
   * @param {string} key
   * @param {Object<string, string | number>} [values]
   */
  constructor(key, values = {}) {
    super(key);
    this.values = values;
  }
}

/**
 * The legal move that a word means; `null` if it means none.
 * @param {import("./types.js").View} view
 * @param {string} word
 * @returns {string | null}
 */
export function moveOf({ moves, notation = {} }, word) {
  if (moves === null) return word;
  const texts = Object.keys(moves);
  if (texts.includes(word)) return word;
  const plain = (/** @type {string} */ text) => text.replace(/[+#!?=:()-]/g, "").replace(/0/g, "O").replace(/^([KQRBN]?[a-h]?[1-8]?)x/, "$1");
  for (const alike of [(/** @type {string} */ text) => text, plain, (/** @type {string} */ text) => text.toLowerCase()]) {
    const found = texts.filter((text) => alike(notation[text] ?? text) === alike(word) || alike(text) === alike(word));
    if (found.length === 1) return found[0];
  }
  // Many games read the places of a move alone.
  const found = texts.filter((text) => moves[text].join("").toLowerCase() === word.toLowerCase());
  return found.length === 1 ? found[0] : null;
}

/**
 * A move as people read it. A game without a notation of its own writes the thing that comes onto the board as `P@d1`:
 * as no other of its moves is a place alone, that is `d1`.
 * @param {string} move the game's own text
 * @param {string} [written] how people write it, if that is another text
 */
export function shownMove(move, written = "") {
  if (WORDS.has(move)) return t(`move-${move}`);
  if (STAYS.test(move)) return t("move-pass");
  return written === "" || written === move ? move.replace(/^P@/, "") : written;
}

/**
 * Writes a game.
 * @param {{game: string, options: Object<string, string>, setup: string}} start where it begins
 * @param {Written[]} children the first moves
 * @param {{players: [string, string], result: string, date: Date, remark: Remark, tags: [string, string][]}} about the tags
 *   are those that were read with the game
 * @returns {string}
 */
export function writeRecord({ game, options, setup }, children, { players, result, date, remark, tags: read }) {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
  const isChess960 = game === "chess" && options.UCI_Chess960 === "true";
  const kept = new Map(read);
  /** The seven tags that every game has. @type {[string, string][]} */
  const usual = read.length > 0
    ? [["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], ["White", "?"], ["Black", "?"]]
    : [["Event", "plyd"], ["Site", "?"], ["Date", day], ["Round", "-"], ["White", players[0]], ["Black", players[1]]];
  const names = new Set(usual.map(([name]) => name));
  /** @type {[string, string][]} */
  const tags = [...usual.map(([name, value]) => /** @type {[string, string]} */ ([name, kept.get(name) ?? value])), ["Result", result]];
  tags.push(...[...kept].filter(([name]) => !names.has(name) && !OWN.has(name)));
  if (isChess960) tags.push(["Variant", "Chess960"]);
  else if (game !== "chess") tags.push(["Variant", game]);
  const rules = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  if (rules.length > 0 && !isChess960) tags.push(["Options", rules.join("; ")]);
  if (setup !== "") tags.push(["SetUp", "1"], ["FEN", setup]);
  const words = [...bracketed(remark), ...movesText(children, firstNumber(setup)), result];
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`).join("\n");
  return `${head}\n\n${broken(words)}\n`;
}

/** The words of some moves, one of which is played, and of what follows them. */
function movesText(/** @type {Written[]} */ children, /** @type {number} */ number) {
  /** @type {string[]} */
  const words = [];
  /**
   * What is still to be written, the next one last. A number stands before each move of the first player, and where a
   * line begins; before a roll, if it is the first player's; behind a roll there is none.
   * @type {(string | {among: Written[], number: number, isNew: boolean, isBehindRoll: boolean})[]}
   */
  const rest = [{ among: children, number, isNew: true, isBehindRoll: false }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") {
      words.push(next);
      continue;
    }
    const [main, ...others] = next.among;
    if (main === undefined) continue;
    if (!next.isBehindRoll || next.isNew) {
      if (mover(main) !== "min") words.push(`${next.number}.`);
      else if (next.isNew) words.push(`${next.number}...`);
    }
    words.push(main.text, ...bracketed(main));
    const { number, isBehindRoll } = next;
    const after = (/** @type {Written} */ { by, children }, /** @type {boolean} */ isNew) =>
      ({ among: children, number: number + (by === "min" ? 1 : 0), isNew, isBehindRoll: by === "chance" });
    rest.push(after(main, others.length > 0 || main.comment !== ""));
    for (const other of others.reverse()) {
      // The variation is written first, then its bracket closed, then the main line goes on.
      rest.push(")", after(other, other.comment !== ""), { among: [{ ...other, children: [] }], number, isNew: true, isBehindRoll }, "(");
    }
  }
  return words;
}

/** Whose a move is; a roll is of the player who moves next. */
function mover(/** @type {Written} */ move) {
  let one = move;
  while (one.by === "chance" && one.children.length > 0) [one] = one.children;
  return one.by;
}

/** Words with blanks between, in lines. Brackets stand at the words that they enclose. */
function broken(/** @type {string[]} */ words) {
  /** @type {string[]} */
  const joined = [];
  let opening = "";
  for (const word of words) {
    if (word === "(") opening += word;
    else if (word === ")") joined.push(`${joined.pop() ?? ""})`);
    else {
      joined.push(opening + word);
      opening = "";
    }
  }
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of joined.join(" ").split(" ")) {
    if (line !== "" && line.length + 1 + word.length >= LINE) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}
