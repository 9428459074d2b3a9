/**
 * What is beside the analysis: the file with its games, and the saved analyses. The analysis is saved as it changes, so
 * that another one can come in its place and nothing is lost.
 *
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./games.js").Found} Found
 * @typedef {import("./library.js").Entry} Entry
 * @typedef {{id: string, name: string, source: string}} Saved which saved analysis a tree is, or will be
 */
import { choose } from "../ask.js";
import { html } from "../element.js";
import { newGame } from "../game.js";
import { Unreadable } from "../notation.js";
import { writeTree } from "../records.js";
import { decimal } from "../scores.js";
import { MoveTree } from "../tree.js";
import { t } from "../words.js";
import { fingerprint, gamesOf, MOST_CHARACTERS, MOST_GAMES, playersOf, TooMany } from "./games.js";
import { Library, MOST_SAVED, NoRoom } from "./library.js";
import { Shelf } from "./shelf.js";

/** So long an exported file is kept for the browser, in milliseconds. */
const RELEASE = 60_000;
/** The players of a game without tags. @type {[string, string]} */
const NOBODY = ["?", "?"];

export class Desk {
  /** @type {Found[]} */
  #games = [];
  /** @type {Entry[]} */
  #entries = [];
  #library = new Library();

  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    const { parts } = analysis;
    this.shelf = new Shelf(parts, {
      pick: (number) => this.#try(() => this.#pick(number)),
      open: (entry) => this.#try(() => this.#open(entry)),
      rename: (entry, name) => this.#try(() => this.#rename(entry, name)),
      remove: (entry) => this.#try(() => this.#remove(entry)),
    });
    parts.picker.addEventListener("change", () => {
      const files = [...parts.picker.files ?? []];
      // The same file can be chosen again.
      parts.picker.value = "";
      this.openFiles(files);
    });
    this.#hearDropsAndPastes();
  }

  #hearDropsAndPastes() {
    const { analysis } = this;
    const isFor = (/** @type {DragEvent} */ event) => analysis.isOpen && event.dataTransfer !== null
      && [...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")
      && /** @type {Element} */ (event.target).closest("input, textarea, dialog") === null;
    document.addEventListener("dragover", (event) => {
      if (!isFor(event)) return;
      event.preventDefault();
      analysis.container.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) analysis.container.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      analysis.container.classList.remove("dropping");
      if (!isFor(event)) return;
      event.preventDefault();
      this.#receive(/** @type {DataTransfer} */ (event.dataTransfer));
    });
    document.addEventListener("paste", (event) => {
      if (!analysis.isOpen || event.clipboardData === null) return;
      if (/** @type {Element} */ (event.target).closest("input, select, textarea, dialog") !== null) return;
      this.#receive(event.clipboardData);
    });
  }

  #receive(/** @type {DataTransfer} */ data) {
    const text = data.getData("text/plain");
    if (data.files.length > 0) this.openFiles([...data.files]);
    else if (text.trim() !== "") this.openText(text);
  }

  /** Opens files: their games are in one list. */
  openFiles(/** @type {File[]} */ files) {
    return this.#try(async () => {
      if (files.length === 0) return;
      // A character takes a byte at least.
      this.#mustBeShort(files.reduce((sum, { size }) => sum + size, 0));
      const texts = await Promise.all(files.map(async (file) => decoded(await file.arrayBuffer())));
      await this.#openText(texts.join("\n\n"), files.map(({ name }) => name).join(", "), true);
    });
  }

  /** Opens the games of a text: the first one, and a list of all if there are more. One game is read as it is written. */
  openText(/** @type {string} */ text) {
    return this.#try(() => this.#openText(text, "", false));
  }

  async #openText(/** @type {string} */ text, /** @type {string} */ name, /** @type {boolean} */ isFile) {
    this.#mustBeShort(text.length);
    const games = gamesOf(text);
    const [first] = games;
    // The server says why this is none.
    if (first === undefined) return this.analysis.read(text);
    if (games.length === 1) return isFile ? this.#openGame(first) : this.analysis.read(text, this.#newFrom(first));
    this.#showFile(name, games);
    await this.#library.keepFile({ name, text }).catch(() => {});
    await this.#pick(0);
  }

  #mustBeShort(/** @type {number} */ size) {
    const megabytes = (/** @type {number} */ all) => all / 2 ** 20;
    if (size <= MOST_CHARACTERS) return;
    throw new Unreadable("analyse-file-long", { size: decimal(megabytes(size), 1), most: megabytes(MOST_CHARACTERS) });
  }

  #showFile(/** @type {string} */ name, /** @type {Found[]} */ games) {
    this.#games = games;
    this.shelf.showFile(name, games);
    this.mark();
  }

  /** Marks the game of the file that the analysis began with, and the saved analysis that it is. */
  mark() {
    const { saved, context } = this.analysis;
    const source = saved?.source ?? "";
    this.shelf.mark(source === "" ? -1 : this.#games.findIndex(({ text }) => fingerprint(text) === source));
    this.shelf.showSaved(this.#entries, saved?.id ?? "", context.games);
  }

  /** Opens a game of the list, if it is not open. */
  async #pick(/** @type {number} */ number) {
    const game = this.#games[number];
    if (this.analysis.saved?.source !== fingerprint(game.text)) await this.#openGame(game);
  }

  /** Opens a game, or the analysis that was made of it. */
  async #openGame(/** @type {Found} */ game) {
    const source = fingerprint(game.text);
    await this.analysis.flush();
    const known = this.#entries.find((entry) => entry.source === source);
    if (known !== undefined) await this.#open(known);
    else await this.analysis.read(game.text, this.#newFrom(game));
  }

  /** @returns {Saved} */
  #newFrom(/** @type {Found} */ game) {
    return { id: newId(), name: playersOf(game.tags) || game.tags.get("Event") || "", source: fingerprint(game.text) };
  }

  async #open(/** @type {Entry} */ { id, name, source }) {
    const tree = MoveTree.fromJson(await this.#library.tree(id));
    if (tree === null) throw new Unreadable("analyse-lost");
    if (!this.analysis.context.games.has(tree.game)) throw new Unreadable("unknown-game", { game: tree.game });
    await this.analysis.replace(tree, { id, name, source });
  }

  /** Saves the analysis; fails if the browser does not. */
  async save() {
    const { analysis } = this;
    const { tree, context } = analysis;
    analysis.saved ??= { id: newId(), name: "", source: "" };
    const { saved } = analysis;
    saved.name ||= playersOf(new Map(tree.tags)) || (context.games.get(tree.game) ?? tree.game);
    const entry = { ...saved, game: tree.game, date: Date.now(), moves: tree.line().length - 1 };
    await this.#library.save(entry, tree.toJson());
    const known = this.#entries.find(({ id }) => id === entry.id);
    if (known !== undefined && known.moves === entry.moves && known.name === entry.name) known.date = entry.date;
    else await this.refresh();
  }

  /** Whether the analysis is among the saved ones. */
  get isSaved() {
    return this.#entries.some(({ id }) => id === this.analysis.saved?.id);
  }

  /** Shows what is saved, and the file that was opened last. */
  async restore() {
    const file = await this.#library.file().catch(() => undefined);
    if (file !== undefined && this.#games.length === 0) this.#showFile(file.name, gamesOf(file.text));
    await this.refresh().catch(() => {});
  }

  async refresh() {
    this.#entries = await this.#library.list();
    this.mark();
  }

  async #rename(/** @type {Entry} */ entry, /** @type {string} */ name) {
    await this.#library.rename({ ...entry, name });
    if (this.analysis.saved?.id === entry.id) this.analysis.saved.name = name;
    await this.refresh();
  }

  async #remove(/** @type {Entry} */ entry) {
    if (await choose(t("analyse-delete-ask", { name: entry.name }), [["delete", t("analyse-delete")]]) === null) return;
    await this.#library.remove(entry.id);
    // The one that is open stays open; it is saved again when it is changed.
    if (this.analysis.saved?.id === entry.id) this.analysis.forget();
    await this.refresh();
  }

  /** Begins an analysis without moves, of the same game. */
  begin() {
    return this.#try(() => this.analysis.replace(new MoveTree(newGame(this.analysis.tree.game)), null));
  }

  /** Writes all saved analyses into one file. */
  exportAll() {
    return this.#try(async () => {
      await this.analysis.flush();
      const texts = [];
      for (const { id } of this.#entries) {
        const tree = MoveTree.fromJson(await this.#library.tree(id));
        if (tree !== null) texts.push(await writeTree(tree, { players: NOBODY }, this.analysis.looker));
      }
      const href = URL.createObjectURL(new Blob([texts.join("\n")], { type: "application/x-chess-pgn" }));
      html("a", { href, download: "plyd-analyses.pgn" }).click();
      // The browser may not have taken it yet.
      setTimeout(() => URL.revokeObjectURL(href), RELEASE);
    });
  }

  async #try(/** @type {() => unknown} */ act) {
    try {
      await act();
    } catch (error) {
      this.analysis.trouble(error instanceof TooMany ? t("analyse-file-many", { most: MOST_GAMES }) : saveTrouble(error));
    }
  }
}

/** What people read of an error of the library. */
export function saveTrouble(/** @type {unknown} */ error) {
  if (error instanceof NoRoom) return t("analyse-saved-full", { most: MOST_SAVED });
  return error instanceof DOMException ? t("analyse-not-saved", { why: error.message }) : error;
}

/** Old files are not always UTF-8. */
function decoded(/** @type {ArrayBuffer} */ bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
