/**
 * Games as text that other programs read and write: PGN (S. Edwards, "Portable Game Notation Specification", 1994), for
 * any game. Moves are as people write them where the game has such a notation, else in the game's own text.
 *
 * A game in a text: the tags, the comment before the first move, and the words of the moves with their variations. A
 * variation stands instead of the move before it.
 * @typedef {import("./remarks.js").Remark} Remark
 * @typedef {Remark & {word: string, variations: Line[]}} Word
 * @typedef {Word[]} Line
 * @typedef {{tags: Map<string, string>, comment: string, line: Line}} Record
 * @typedef {Remark & {text: string, by: string, children: Written[]}} Written a move to be written, whose it was, and
 *   what follows it; the first one is the main line
 */
import { addComment, addGlyph, bracketed, glyphOf } from "./remarks.js";

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "*"]);
/** Remarks that stand apart from their move. */
const REMARKS = new Set(["e.p.", "ep"]);
/** Lines of moves are broken before this. */
const LINE = 80;
/** So deep may variations lie in each other. */
const MOST_DEPTH = 100;
/** So many moves are read. */
const MOST_WORDS = 5_000;

/** The longest move, in characters. */
const MOST_WORD = 1_024;
const GAP = /(?:[\s\uFEFF]+|%[^\n]*)/y;
const COMMENT = /\{([^}]*)\}|;([^\n]*)/y;
const TAG = /\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]/y;

function at(/** @type {RegExp} */ pattern, /** @type {string} */ text, /** @type {number} */ place) {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

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

/** Whether a text is PGN, and no line of the protocol. */
export const isRecord = (/** @type {string} */ text) => /^\s*(?:\[\s*\w+\s*"|1\s*\.|[{;])/.test(text);

/**
 * Reads the first game of a text.
 * @param {string} text
 * @returns {Record}
 */
export function readRecord(text) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  /** @type {Line} */
  const main = [];
  /** The lines that are open, the innermost last. @type {Line[]} */
  const open = [main];
  let [place, words] = [0, 0];
  /** Comments that stand before the first move of a line belong to that move, and those before all moves to the game. */
  let [comment, early] = ["", ""];
  const wrong = (/** @type {string} */ key) => new Unreadable(key, { line: text.slice(0, place).split("\n").length });
  while (place < text.length) {
    const first = text[place];
    const gap = at(GAP, text, place);
    if (gap !== null && (first !== "%" || place === 0 || text[place - 1] === "\n")) {
      place += gap[0].length;
    } else if (first === "{" || first === ";") {
      const found = at(COMMENT, text, place);
      if (found === null) throw wrong("record-comment");
      const words = found[1] ?? found[2];
      const before = open[open.length - 1].at(-1);
      if (before !== undefined) addComment(before, words);
      else if (open.length > 1) early = `${early} ${words}`;
      else comment = `${comment} ${words}`;
      place += found[0].length;
    } else if (first === "[") {
      // A second game begins.
      if (main.length > 0) break;
      const tag = at(TAG, text, place);
      if (tag === null) throw wrong("record-tag");
      tags.set(tag[1], tag[2].replace(/\\(.)/g, "$1"));
      place += tag[0].length;
    } else if (first === "(") {
      const before = open[open.length - 1].at(-1);
      if (before === undefined || open.length > MOST_DEPTH) throw wrong("record-variation");
      /** @type {Line} */
      const variation = [];
      before.variations.push(variation);
      open.push(variation);
      early = "";
      place += 1;
    } else if (first === ")") {
      if (open.length === 1) throw wrong("record-variation");
      open.pop();
      place += 1;
    } else {
      const word = wordAt(text.slice(place, place + MOST_WORD));
      place += word.length;
      if (RESULTS.has(word)) {
        if (open.length === 1) break;
        continue;
      }
      const line = open[open.length - 1];
      const [, bare, sign] = /^(?:\d+\.+)?(.*?)([!?]*)$/s.exec(word) ?? ["", word, ""];
      const glyph = glyphOf(bare === "" ? sign : bare);
      const before = line.at(-1);
      if (glyph !== null && before !== undefined) addGlyph(before, glyph);
      // A lone number is that of a move, or in some games a move; the rules will tell.
      if (bare === "" || bare.startsWith("$") || REMARKS.has(bare)) continue;
      words += 1;
      if (words > MOST_WORDS) throw new Unreadable("record-long", { most: MOST_WORDS });
      /** @type {Word} */
      const next = { word: bare, variations: [], comment: "", glyphs: [] };
      const own = glyphOf(sign);
      if (own !== null) addGlyph(next, own);
      addComment(next, early);
      early = "";
      line.push(next);
    }
  }
  if (open.length > 1) throw wrong("record-variation");
  return { tags, comment: comment.trim(), line: main };
}

/** A word ends at a blank, a comment, a glyph, or a bracket that does not begin and end within it. */
function wordAt(/** @type {string} */ rest) {
  let depth = 0;
  for (let end = 0; end < rest.length; end += 1) {
    const letter = rest[end];
    if (/\s/.test(letter) || "{};".includes(letter)) return rest.slice(0, Math.max(1, end));
    if (letter === "$" && end > 0) return rest.slice(0, end);
    if (letter === "(") {
      if (!/^[^\s]*\)/.test(rest.slice(end))) return rest.slice(0, end);
      depth += 1;
    } else if (letter === ")") {
      if (depth === 0) return rest.slice(0, Math.max(1, end));
      depth -= 1;
    }
  }
  return rest;
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
 * Writes a game.
 * @param {{game: string, options: Object<string, string>, setup: string}} start where it begins
 * @param {Written[]} children the first moves
 * @param {{players: [string, string], result: string, date: Date, comment: string}} about
 * @returns {string}
 */
export function writeRecord({ game, options, setup }, children, { players, result, date, comment }) {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
  const isChess960 = game === "chess" && options.UCI_Chess960 === "true";
  /** @type {[string, string][]} */
  const tags = [
    ["Event", "plyd"], ["Site", "?"], ["Date", day], ["Round", "-"], ["White", players[0]], ["Black", players[1]], ["Result", result],
  ];
  if (isChess960) tags.push(["Variant", "Chess960"]);
  else if (game !== "chess") tags.push(["Variant", game]);
  const rules = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  if (rules.length > 0 && !isChess960) tags.push(["Options", rules.join("; ")]);
  if (setup !== "") tags.push(["SetUp", "1"], ["FEN", setup]);
  const words = [...bracketed({ comment, glyphs: [] }), ...movesText(children, firstNumber(setup)), result];
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`).join("\n");
  return `${head}\n\n${broken(words)}\n`;
}

/** The number of the first move: the last word of a setup in the form of FEN, where it is the sixth. */
function firstNumber(/** @type {string} */ setup) {
  const words = setup.split(" ");
  return words.length >= 6 ? Math.max(1, Number.parseInt(words[words.length - 1], 10) || 1) : 1;
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
