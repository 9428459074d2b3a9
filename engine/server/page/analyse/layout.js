/** The elements of the view: made once, with the names by which the other modules know them. */
import { html } from "../element.js";
import { stepButtons } from "../steps.js";

const button = (/** @type {string} */ act, /** @type {string} */ text, /** @type {Object<string, string>} */ more = {}) =>
  html("button", { type: "button", "data-act": act, "data-text": text, ...more });

/** @param {HTMLElement} container */
export function build(container) {
  const parts = {
    board: html("div", { class: "board" }),
    buttons: html("div", { class: "buttons" }),
    graph: html("div", { class: "graph" }),
    status: html("p", { class: "status", role: "status", "aria-live": "polite" }),
    trouble: html("p", { class: "trouble", role: "alert", hidden: "" }),
    picker: html("input", { type: "file", multiple: "", accept: ".pgn,.sgf,.txt,application/x-chess-pgn,application/vnd.chess-pgn,text/plain", hidden: "", tabindex: "-1" }),
    file: html("section", { class: "shelf", hidden: "" }),
    fileTitle: html("h3"),
    filter: html("input", { type: "search", autocomplete: "off", spellcheck: "false" }),
    fileGames: html("ol", { class: "rows", "data-label": "analyse-file" }),
    fileRest: html("p", { class: "note", role: "status" }),
    saved: html("details", { class: "shelf" }),
    savedTitle: html("summary"),
    savedList: html("ul", { class: "rows", "data-label": "analyse-saved-list" }),
    savedNone: html("p", { class: "note", "data-text": "analyse-saved-none" }),
    exportAll: /** @type {HTMLButtonElement} */ (button("export", "analyse-export")),
    mistakes: html("section", { class: "mistakes", hidden: "" }),
    progress: html("progress", { hidden: "", "data-label": "analyse-pass" }),
    engines: html("div", { class: "engines" }),
    seconds: html("input", { type: "number", min: "0.05", max: "600", step: "any", value: "1", required: "" }),
    moves: html("div", { class: "tree", role: "group", "data-label": "analyse-moves" }),
    comment: html("textarea", { rows: "2", maxlength: "2000" }),
    judgement: html("select"),
    knowledge: html("div", { class: "knowledge" }),
    legal: html("details", { class: "legal" }),
    game: html("select"),
    text: html("textarea", { rows: "6", spellcheck: "false", autocapitalize: "off" }),
    undo: /** @type {HTMLButtonElement} */ (button("undo", "analyse-undo", { "aria-keyshortcuts": "Control+Z", disabled: "" })),
    promote: /** @type {HTMLButtonElement} */ (
      button("promote", "analyse-promote", { "aria-keyshortcuts": "Shift+ArrowUp" })),
    remove: /** @type {HTMLButtonElement} */ (button("remove", "analyse-remove", { "aria-keyshortcuts": "Delete" })),
    pass: button("pass", "analyse-pass", { "aria-pressed": "false" }),
  };
  const said = (/** @type {string} */ text) => html("span", { "data-text": text });
  parts.legal.append(html("summary", { "data-text": "analyse-legal" }), parts.knowledge);
  parts.file.append(parts.fileTitle, html("label", {}, said("analyse-filter"), " ", parts.filter), parts.fileGames, parts.fileRest);
  parts.saved.append(parts.savedTitle, parts.savedNone, parts.savedList, html("div", { class: "row" }, parts.exportAll, button("new", "analyse-new")));
  container.append(
    html("section", { class: "left", "data-label": "analyse-board" },
      parts.board, parts.buttons,
      html("div", { class: "steps", role: "group", "data-label": "analyse-steps" },
        ...stepButtons(), button("turn", "turn-board"))),
    html("section", { class: "right", "data-label": "analyse-title" },
      html("h2", { class: "unseen", "data-text": "analyse-title" }),
      parts.status, parts.trouble,
      html("h3", { "data-text": "analyse-engines" }),
      parts.engines,
      html("div", { class: "row" }, button("add", "analyse-add")),
      html("div", { class: "row" }, parts.pass, html("label", {}, parts.seconds, " ", said("analyse-seconds")), parts.progress),
      html("h3", { "data-text": "analyse-moves" }),
      parts.moves,
      html("div", { class: "row" }, parts.promote, parts.remove, parts.undo),
      parts.mistakes,
      parts.graph,
      html("div", { class: "row files" }, button("open", "analyse-open", { class: "primary" }),
        button("take", "analyse-take"), button("play", "analyse-play")),
      parts.picker, html("p", { class: "note", "data-text": "analyse-drop" }),
      parts.file, parts.saved,
      html("div", { class: "row" }, html("label", {}, said("analyse-judgement"), " ", parts.judgement)),
      html("label", { class: "wide" }, said("analyse-comment"), parts.comment),
      parts.legal,
      html("details", { class: "texts" }, html("summary", { "data-text": "analyse-texts" }),
        html("label", {}, said("game"), " ", parts.game),
        html("label", { class: "wide" }, said("record-text"), parts.text),
        html("div", { class: "row" }, button("read", "record-read"), button("write", "record-write"), button("line", "record-line")),
        html("p", { class: "note", "data-text": "record-note" }))));
  return parts;
}

/** @typedef {ReturnType<typeof build>} Parts */
