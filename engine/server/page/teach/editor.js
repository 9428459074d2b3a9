/**
 * A tree that is changed by hand, with mouse and keyboard: the tree of the search that is shown, which stays where it is.
 * Every change is told as text; what the search finds for the text comes back with the next drawing.
 *
 * @typedef {import("../../../explain/page/panel.js").Panel} Panel
 * @typedef {import("../../../explain/page/types.js").Look} Look
 * @typedef {import("./modules.js").Explained} Explained
 * @typedef {import("./tree.js").Part} Part
 * @typedef {import("./tree.js").Path} Path
 */
import { html } from "../element.js";
import { t } from "../words.js";
import { addChild, boundsIn, leaf, mayName, nodesOf, partAt, pathOf, remove, textOf, toggleChance, treeOf, turnsOf } from "./tree.js";

/** A larger tree is written, not drawn. */
const MOST_NODES = 400;
/** So many changes can be taken back. */
const MOST_UNDONE = 100;

export class Editor {
  /** Whether the tree is being changed. */
  isOn = false;
  /** @type {Part} */
  #root = leaf("0");
  /** @type {Path} */
  #selected = [];
  /** @type {Part[]} */
  #undone = [];
  /** What is behind the tree: its lowest and highest values, if they are named. @type {string[]} */
  #bounds = [];
  /** The search that is shown, as a panel of the page of `plyd explain`. @type {Panel | null} */
  #panel = null;
  /** The nodes that are not as they were before the last change. @type {Set<number>} */
  #changed = new Set();

  /**
   * @param {HTMLElement} host what shows the search. It has places for the switch and for the tools
   * @param {(text: string) => void} tell hears of every change
   */
  constructor(host, tell) {
    this.tell = tell;
    this.host = host;
    const button = (/** @type {string} */ name) => html("button", { type: "button", "data-edit": name, "data-text": `teach-${name}` });
    const field = (/** @type {string} */ name) => html("label", { "data-field": name },
      html("span", { "data-text": `teach-${name}` }),
      html("input", { id: `teach-edit-${name}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: "6" }));
    this.switch = html("button", { type: "button", slot: "edit", class: "edit-switch", "aria-pressed": "false", "data-text": "teach-edit-tree" });
    this.bar = html("div", { class: "edit-bar", role: "group", "data-label": "teach-edit" },
      ...["value", "name", "weight"].map(field),
      ...["add-child", "add-beside", "unknown", "chance", "player", "remove", "undo"].map(button));
    this.large = html("p", { class: "note", "data-text": "teach-too-large" });
    this.bar.append(html("details", {}, html("summary", { "data-text": "teach-keys" }), html("p", { class: "note", "data-text": "teach-edit-keys" })));
    this.tools = html("div", { slot: "tools", class: "tools", hidden: "" }, this.large, this.bar);
    host.append(this.switch, this.tools);
    this.switch.addEventListener("click", () => this.turn(!this.isOn));
    this.bar.addEventListener("click", ({ target }) => {
      const name = target instanceof Element && target.closest("button")?.dataset.edit;
      if (name) this.#act(name);
    });
    for (const name of ["value", "name", "weight"]) {
      const input = this.#input(name);
      input.addEventListener("change", () => this.#take(name, input.value));
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === "Escape") {
          event.preventDefault();
          if (event.key === "Escape") this.#fill();
          else this.#take(name, input.value);
          this.focus();
        }
      });
    }
    host.addEventListener("dblclick", (event) => {
      const isNode = event.composedPath().some((one) => one instanceof Element && one.matches(".node"));
      if (this.isOn && isNode) this.#edit("value");
    });
  }

  /** Begins to change the tree, or ends it. */
  turn(/** @type {boolean} */ isOn) {
    this.isOn = isOn;
    this.switch.setAttribute("aria-pressed", String(isOn));
    this.tools.hidden = !isOn;
    if (this.#panel === null) return;
    if (isOn) this.#fill();
    this.#panel.show();
  }

  /** The tree of a search, before it is shown, and the nodes that have changed in it. */
  take(/** @type {Explained} */ data, /** @type {Set<number>} */ changed) {
    const [{ tree, notDrawn, position }] = data.panels;
    this.#bounds = boundsIn(position);
    this.#changed = changed;
    const isTooLarge = notDrawn !== null || tree.length > MOST_NODES;
    this.large.hidden = !isTooLarge;
    this.bar.hidden = isTooLarge;
    this.#root = isTooLarge ? leaf("0") : treeOf(tree);
    if (partAt(this.#root, this.#selected) === undefined) this.#selected = [];
  }

  /** The tree as it is, for a drawing of it without a search: it is not one that is accepted. */
  plain() {
    this.#changed = new Set();
    return nodesOf(this.#root, t("teach-root"));
  }

  /** The panel in which the tree is shown now; nothing while none is. The keyboard stands where it stood. */
  shown(/** @type {Panel | null} */ panel, /** @type {boolean} */ takesFocus) {
    this.#panel = panel;
    if (panel === null) return;
    panel.setPlace(Math.max(0, this.#nodeAt(this.#selected)));
    panel.draw();
    if (takesFocus) this.focus();
    this.#fill();
  }

  // What the panel asks, see `isEdited` in panel.js of the page of `plyd explain`.

  /** Adds to how a node looks. What has changed is shown to a reader who stands at the end of the search. */
  look(/** @type {Panel} */ panel, /** @type {number} */ node, /** @type {Look} */ seenAs) {
    const isSelected = node === panel.focus;
    if (isSelected) seenAs.marks.push("selected");
    seenAs.attributes["aria-selected"] = isSelected;
    seenAs.attributes["data-path"] = pathOf(panel.data.tree, node).join(".");
    if (!panel.replay.isAtEnd || !this.#changed.has(node)) return;
    seenAs.marks.push("changed");
    seenAs.spoken += `, ${t("teach-changed")}`;
  }

  /** The keyboard stands on another node. */
  chosen(/** @type {Panel} */ panel, /** @type {number} */ node) {
    this.#selected = pathOf(panel.data.tree, node);
    this.#fill();
  }

  /** The node of the panel at a path; -1 where there is none. */
  #nodeAt(/** @type {Path} */ path) {
    const tree = this.#panel?.data.tree ?? [];
    return tree.findIndex((_, node) => pathOf(tree, node).join() === path.join());
  }

  #input(/** @type {string} */ name) {
    return /** @type {HTMLInputElement} */ (this.bar.querySelector(`#teach-edit-${name}`));
  }

  /** The keyboard goes to the node that is chosen. */
  focus() {
    this.#panel?.setFocus(this.#panel.focus);
  }

  /** Fills in the fields for the node that is chosen. */
  #fill() {
    const part = partAt(this.#root, this.#selected);
    if (part === undefined) return;
    const isLeaf = part.children.length === 0;
    const above = this.#selected.length === 0 ? undefined : partAt(this.#root, this.#selected.slice(0, -1));
    const fields = { value: isLeaf, name: true, weight: above?.isChance === true };
    for (const [name, isThere] of Object.entries(fields)) {
      const input = this.#input(name);
      input.disabled = !isThere;
      input.value = isThere ? part[/** @type {"value" | "name" | "weight"} */ (name)] : "";
    }
    const can = {
      "add-beside": this.#selected.length > 0, unknown: isLeaf, chance: !isLeaf, player: mayName(this.#root, this.#selected),
      remove: this.#selected.length > 0, undo: this.#undone.length > 0,
    };
    for (const [name, isSo] of Object.entries(can)) {
      /** @type {HTMLButtonElement} */ (this.bar.querySelector(`[data-edit="${name}"]`)).disabled = !isSo;
    }
  }

  /** Changes the tree. */
  #change(/** @type {(root: Part, part: Part) => Path | void} */ act) {
    const before = structuredClone(this.#root);
    const part = partAt(this.#root, this.#selected);
    if (part === undefined) return;
    this.#selected = act(this.#root, part) ?? this.#selected;
    this.#undone.push(before);
    if (this.#undone.length > MOST_UNDONE) this.#undone.shift();
    this.#told();
  }

  /** The tools are those of the node that is chosen now, before the server has answered. */
  #told() {
    this.#fill();
    this.tell([textOf(this.#root), ...this.#bounds].join(" "));
  }

  #take(/** @type {string} */ name, /** @type {string} */ text) {
    const field = /** @type {"value" | "name" | "weight"} */ (name);
    const value = text.trim();
    if (partAt(this.#root, this.#selected)?.[field] === value || (field === "value" && value === "")) return;
    this.#change((_, part) => void (part[field] = value));
  }

  #act(/** @type {string} */ name) {
    const at = this.#selected;
    switch (name) {
      case "add-child": return this.#change((_, part) => [...at, addChild(part)]);
      case "add-beside": return this.#change((root) => {
        const above = at.slice(0, -1);
        const part = partAt(root, above);
        return part === undefined ? at : [...above, addChild(part)];
      });
      case "unknown": return this.#change((_, part) => void (part.value = part.value === "?" ? "0" : "?"));
      case "chance": return this.#change((_, part) => toggleChance(part));
      case "player": return this.#change((root, part) => {
        part.turn = turnsOf(root).get(part) === "max" ? "min" : "max";
      });
      case "remove": return this.#change((root) => {
        remove(root, at);
        return at.slice(0, -1);
      });
      case "undo": {
        const before = this.#undone.pop();
        if (before === undefined) return;
        this.#root = before;
        if (partAt(before, at) === undefined) this.#selected = [];
        return this.#told();
      }
    }
  }

  /** Leads to a field of the bar. */
  #edit(/** @type {string} */ name, /** @type {string} */ begun = "") {
    const input = this.#input(name);
    if (input.disabled) return;
    input.focus();
    if (begun === "") input.select();
    else input.value = begun;
  }

  /** Does what a key in the tree means, and says whether it means anything. */
  key(/** @type {KeyboardEvent} */ event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      event.preventDefault();
      this.#act("undo");
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || this.bar.hidden) return false;
    const at = this.#selected;
    const last = at[at.length - 1] ?? 0;
    const move = (/** @type {Path} */ path) => {
      const node = this.#nodeAt(path);
      if (node >= 0) this.#panel?.setFocus(node);
    };
    /** @type {Object<string, () => void>} */
    const keys = {
      ArrowUp: () => move(at.slice(0, -1)), ArrowDown: () => move([...at, 0]),
      ArrowLeft: () => { if (last > 0) move([...at.slice(0, -1), last - 1]); },
      ArrowRight: () => { if (at.length > 0) move([...at.slice(0, -1), last + 1]); },
      Enter: () => this.#edit(partAt(this.#root, at)?.children.length === 0 ? "value" : "name"),
      n: () => this.#edit("name"), w: () => this.#edit("weight"), "+": () => this.#act("add-child"), Insert: () => this.#act("add-beside"),
      Delete: () => this.#press("remove"), Backspace: () => this.#press("remove"),
      "?": () => this.#press("unknown"), c: () => this.#press("chance"), p: () => this.#press("player"),
    };
    if (/^[\p{Nd}\-\u2212]$/u.test(key)) keys[key] = () => this.#edit("value", key);
    if (!Object.hasOwn(keys, key)) return false;
    event.preventDefault();
    keys[key]();
    return true;
  }

  /** Acts if the button for it can be pressed. */
  #press(/** @type {string} */ name) {
    if (!(/** @type {HTMLButtonElement} */ (this.bar.querySelector(`[data-edit="${name}"]`)).disabled)) this.#act(name);
  }
}
