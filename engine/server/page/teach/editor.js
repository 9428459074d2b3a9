/**
 * A tree that is drawn by hand, with mouse and keyboard. Every change is told as text; what the search finds for the text
 * comes back and is shown in the drawing.
 *
 * @typedef {import("./modules.js").Explained} Explained
 * @typedef {import("./tree.js").Part} Part
 * @typedef {import("./tree.js").Path} Path
 */
import { html } from "../element.js";
import { t } from "../words.js";
import { modules } from "./modules.js";
import { shadowOf } from "./shadow.js";
import { addChild, leaf, mayName, partAt, remove, textOf, toggleChance, treeOf, turnsOf } from "./tree.js";

/** A larger tree is written, not drawn. */
const MOST_NODES = 400;
/** So many changes can be taken back. */
const MOST_UNDONE = 100;

/** Words for a tree that was not searched: it has no values but those of its leaves. */
const PLAIN = {
  valueText: String, boundTexts: () => ["", ""], numberText: String,
  leafText: (/** @type {any} */ node) => (node.content === "?" ? "?" : String(node.content).replace("-", "\u2212")),
  say: () => t("teach-drawing"),
};

export class Editor {
  /** @type {Part} */
  #root = leaf("0");
  /** @type {Path} */
  #selected = [];
  /** @type {Part[]} */
  #undone = [];
  /** @type {Promise<HTMLElement>} */
  #place;
  /** @type {Promise<void>} */
  #ready;
  /** @type {any} */
  #drawing = null;
  /** @type {Path[]} the paths of the nodes that are drawn */
  #paths = [];
  /** @type {Explained | null} */
  #data = null;
  /** @type {Set<number>} */
  #changed = new Set();
  /** Whether the reader knows what the search finds. */
  #isSeen = false;

  /**
   * @param {HTMLElement} container
   * @param {(text: string) => void} tell hears of every change
   */
  constructor(container, tell) {
    this.tell = tell;
    const button = (/** @type {string} */ name) => html("button", { type: "button", "data-edit": name, "data-text": `teach-${name}` });
    const field = (/** @type {string} */ name) => html("label", { "data-field": name },
      html("span", { "data-text": `teach-${name}` }),
      html("input", { id: `teach-edit-${name}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: "6" }));
    this.bar = html("div", { class: "edit-bar", role: "group", "data-label": "teach-edit" },
      ...["value", "name", "weight"].map(field),
      ...["add-child", "add-beside", "unknown", "chance", "player", "remove", "undo"].map(button));
    const host = html("div", { class: "explained drawing" });
    this.results = html("input", { type: "checkbox", id: "teach-results", checked: "" });
    this.host = host;
    this.large = html("p", { class: "note", "data-text": "teach-too-large", hidden: "" });
    container.append(this.large, this.bar, host,
      html("label", { class: "check" }, this.results, html("span", { "data-text": "teach-results" })),
      html("p", { class: "note", "data-text": "teach-edit-keys" }));
    this.#place = shadowOf(host);
    this.results.addEventListener("change", () => this.draw());
    this.bar.addEventListener("click", ({ target }) => {
      const name = target instanceof Element && target.closest("button")?.dataset.edit;
      if (name) this.#act(name);
    });
    for (const name of ["value", "name", "weight"]) {
      const input = this.#input(name, container);
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
    this.#ready = this.#place.then(async (place) => {
      const box = html("div", { class: "box" });
      // The search below wants room, too.
      box.style.maxHeight = "45vh";
      place.append(box, (await modules()).patterns());
      place.addEventListener("click", ({ target }) => {
        const node = target instanceof Element && target.closest(".node");
        if (node) this.select(this.#paths[Number(node.getAttribute("data-node"))], true);
      });
      place.addEventListener("dblclick", () => this.#edit("value"));
      place.addEventListener("keydown", (event) => this.#key(event));
    });
  }

  /** The reader knows what the search finds, or should find it out: then it is not in the drawing. */
  seen(/** @type {boolean} */ isSo) {
    if (this.#isSeen === isSo) return;
    this.#isSeen = isSo;
    if (this.#data !== null) this.draw();
  }

  /** Takes over the tree of a search, and shows what was found for it. */
  async show(/** @type {Explained} */ data, /** @type {Set<number>} */ changed) {
    const [{ tree, notDrawn }] = data.panels;
    this.#changed = changed;
    this.rest(false);
    const isTooLarge = notDrawn !== null || tree.length > MOST_NODES;
    this.large.hidden = !isTooLarge;
    this.bar.hidden = this.host.hidden = isTooLarge;
    if (isTooLarge) return;
    this.#root = treeOf(tree);
    this.#data = data;
    if (partAt(this.#root, this.#selected) === undefined) this.#selected = [];
    await this.draw();
  }

  /** What was written is another tree, which is not known here: this one cannot be changed until it is. */
  rest(/** @type {boolean} */ isSo) {
    this.bar.inert = this.host.inert = isSo;
  }

  /** The tree was refused, or not searched to its end: only what it holds is shown. */
  async plain() {
    this.#data = null;
    this.#changed = new Set();
    await this.draw();
  }

  #input(/** @type {string} */ name, /** @type {ParentNode} */ within = this.bar) {
    return /** @type {HTMLInputElement} */ (within.querySelector(`#teach-edit-${name}`));
  }

  /** Draws the tree, with the result if it is there and wanted. */
  async draw() {
    await this.#ready;
    const [place, { Drawing, looks, prepare, Replay, Words }] = await Promise.all([this.#place, modules()]);
    const box = place.querySelector(".box");
    if (box === null) return;
    const hadFocus = place.getRootNode() instanceof ShadowRoot && /** @type {ShadowRoot} */ (place.getRootNode()).activeElement?.closest(".node") != null;
    box.replaceChildren();
    const parts = this.#list();
    const data = this.#data;
    const panel = { ...this.#panel(parts), events: [], ground: null };
    prepare({ panels: [panel] });
    const words = data === null ? PLAIN : new Words(data);
    let look = (/** @type {number} */ node) => this.#plainLook(panel.tree[node]);
    if (data !== null && this.results.checked && this.#isSeen) {
      const [search] = data.panels;
      const replay = new Replay(search);
      replay.goTo(search.events.length);
      const path = replay.path();
      const paint = looks(replay, path, words);
      // The search has its nodes in an order of its own.
      const places = placesOf(search.tree);
      look = (node) => {
        const at = places.get(this.#paths[node].join("."));
        if (at === undefined) return this.#plainLook(panel.tree[node]);
        const seen = paint(at);
        const marks = seen.marks.filter((/** @type {string} */ mark) => mark !== "current");
        return this.#changed.has(at)
          ? { ...seen, marks: [...marks, "changed"], spoken: `${seen.spoken}, ${t("teach-changed")}` } : { ...seen, marks };
      };
      panel.tree.forEach((node, at) => {
        const place = places.get(this.#paths[at].join("."));
        if (place !== undefined) Object.assign(node, { label: search.tree[place].label, name: search.tree[place].name });
      });
      const own = new Map(this.#paths.map((path, at) => [places.get(path.join(".")), at]));
      panel.events = search.events.filter((/** @type {any} */ event) => own.has(event.node))
        .map((/** @type {any} */ event) => ({ ...event, node: own.get(event.node) }));
    }
    this.#drawing = new Drawing(panel, box, false, words);
    const drawing = this.#drawing;
    const seen = this.#inOrder(panel.tree);
    drawing.arrange(seen);
    drawing.draw(seen, (/** @type {number} */ node) => {
      const seenAs = look(node);
      const isSelected = this.#paths[node].join() === this.#selected.join();
      drawing.paint(node, {
        ...seenAs, hidden: null, marks: isSelected ? [...seenAs.marks, "current"] : seenAs.marks,
        attributes: { tabindex: isSelected ? 0 : -1, "aria-selected": isSelected, "data-path": this.#paths[node].join(".") },
      });
    });
    const [width, height] = [box.clientWidth - 2, parseFloat(getComputedStyle(box).maxHeight) - 2];
    const fitting = Math.min(width / drawing.width, height / drawing.height);
    drawing.scale(Math.min(1.3, Math.max(0.72, fitting)));
    for (const fold of box.querySelectorAll(".fold")) fold.remove();
    this.#fill();
    if (hadFocus) this.focus();
  }

  /** All parts, parents first, with their paths. */
  #list() {
    /** @type {{part: Part, path: Path, up: number | null}[]} */
    const list = [{ part: this.#root, path: [], up: null }];
    for (let at = 0; at < list.length; at += 1) {
      const { part, path } = list[at];
      part.children.forEach((child, index) => list.push({ part: child, path: [...path, index], up: at }));
    }
    this.#paths = list.map(({ path }) => path);
    return list;
  }

  /** The tree as the drawing wants it. */
  #panel(/** @type {{part: Part, path: Path, up: number | null}[]} */ list) {
    const turns = turnsOf(this.#root);
    return {
      /** @type {any[]} */
      events: [], ground: null,
      tree: list.map(({ part, path, up }) => ({
        up, index: path[path.length - 1] ?? 0, turn: turns.get(part), move: path.length === 0 ? "" : String(path[path.length - 1]),
        chance: part.weight === "" ? null : part.weight, label: part.name === "" ? null : part.name,
        name: part.name === "" ? path.join(".") || t("teach-root") : part.name,
        content: part.children.length === 0 ? part.value : null, horizon: false, hidden: null, pieces: null, board: null,
      })),
    };
  }

  #plainLook(/** @type {any} */ node) {
    const value = node.content === null ? "" : PLAIN.leafText(node);
    const kind = node.children.length === 0 ? [] : [node.turn.toUpperCase()];
    return {
      state: "asked", marks: /** @type {string[]} */ ([]), value, bounds: [], handed: [],
      spoken: [node.name, ...kind, ...(value === "" ? [] : [value])].join(", "), attributes: {},
    };
  }

  /** The nodes, each before those below it, from left to right. */
  #inOrder(/** @type {any[]} */ tree) {
    const order = [];
    const open = [0];
    while (open.length > 0) {
      const node = /** @type {number} */ (open.pop());
      order.push(node);
      open.push(...[...tree[node].children].reverse());
    }
    return order;
  }

  /** The keyboard stands on a node. */
  async select(/** @type {Path} */ path, takesFocus = false) {
    this.#selected = path;
    await this.draw();
    if (takesFocus) this.focus();
  }

  focus() {
    this.#drawing?.svg.querySelector(".node[tabindex='0']")?.focus({ preventScroll: false });
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
    this.#after();
  }

  #after() {
    this.#data = null;
    this.draw();
    this.tell(textOf(this.#root));
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
        return this.#after();
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

  #key(/** @type {KeyboardEvent} */ event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      event.preventDefault();
      return this.#act("undo");
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#selected;
    const last = at[at.length - 1] ?? 0;
    const move = (/** @type {Path} */ path) => {
      if (partAt(this.#root, path) !== undefined) this.select(path, true);
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
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  }

  /** Acts if the button for it can be pressed. */
  #press(/** @type {string} */ name) {
    if (!(/** @type {HTMLButtonElement} */ (this.bar.querySelector(`[data-edit="${name}"]`)).disabled)) this.#act(name);
  }
}

/** The path of a node of a search. */
function pathOf(/** @type {any[]} */ tree, /** @type {number} */ node) {
  const path = [];
  for (let at = node; tree[at].up !== null; at = tree[at].up) path.unshift(tree[at].index);
  return path;
}

/** The places of the nodes of a search, by their paths. */
function placesOf(/** @type {any[]} */ tree) {
  return new Map(tree.map((_, at) => [pathOf(tree, at).join("."), at]));
}
