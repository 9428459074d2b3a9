// The search, replayed: the state after a number of events, reached by applying events and by undoing them.

/**
 * @typedef {import("./types.js").Searched} Searched
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").SearchEvent} SearchEvent
 * @type {Readonly<State>}
 */
const UNSEEN = Object.freeze({
  visits: 0, round: 0, entered: null, alpha: null, beta: null, best: null, chosen: null, value: null, bound: null,
  skipped: null,
});

export class Replay {
  /**
   * `book` is whose code it is: that of CS188 tests the cut first, so that a window is not narrowed by what cuts.
   * @param {Pick<Searched, "tree" | "events">} panel
   * @param {string} [book]
   */
  constructor(panel, book = "tutorial") {
    this.panel = panel;
    this.isFirstTest = book === "cs188";
    this.events = panel.events;
    // How many events have been applied.
    this.step = 0;
    this.round = 0;
    // The depth of each round, which begins at the root.
    this.depths = this.events.flatMap((event) => (event.kind === "enter" && event.node === 0 ? [event.depth] : []));
    this.rounds = this.depths.length;
    /** @type {State[]} */
    this.nodes = panel.tree.map(() => UNSEEN);
    this.counts = { nodes: 0, leaves: 0, cuts: 0 };
    /** What each applied event changed: pairs of a node and its state before. @type {[number, State][][]} */
    this.journal = [];
  }

  /**
   * The event that happened last; undefined before the first.
   * @returns {SearchEvent | undefined}
   */
  get last() {
    return this.events[this.step - 1];
  }

  get isAtEnd() {
    return this.step === this.events.length;
  }

  /** @param {number} step */
  goTo(step) {
    const target = Math.max(0, Math.min(step, this.events.length));
    while (this.step < target) this.apply();
    while (this.step > target) this.undo();
  }

  /**
   * The step to which one move forward by this unit leads.
   * @param {string} unit
   */
  next(unit) {
    return this.find(unit, this.step + 1, 1);
  }

  /**
   * The step to which one move backward by this unit leads.
   * @param {string} unit
   */
  previous(unit) {
    return this.find(unit, this.step - 1, -1);
  }

  /**
   * @param {string} unit
   * @param {number} from
   * @param {number} by
   */
  find(unit, from, by) {
    const kind = unit === "node" ? "enter" : unit === "cut" ? "cut" : null;
    let step = from;
    while (kind !== null && step > 0 && step < this.events.length && this.events[step - 1].kind !== kind) step += by;
    return Math.max(0, Math.min(step, this.events.length));
  }

  apply() {
    const event = this.events[this.step];
    /** @type {[number, State][]} */
    const changed = [];
    /** @type {(node: number, fields: Partial<State>) => void} */
    const change = (node, fields) => {
      changed.push([node, this.nodes[node]]);
      this.nodes[node] = { ...this.nodes[node], ...fields };
    };
    switch (event.kind) {
      case "enter": {
        if (event.node === 0) this.round += 1;
        const { alpha, beta } = event;
        const visits = this.nodes[event.node].visits + 1;
        change(event.node, { ...UNSEEN, visits, round: this.round, entered: [alpha, beta], alpha, beta });
        break;
      }
      case "leaf":
        change(event.node, { value: event.value, bound: event.bound });
        break;
      case "update":
        change(event.node, { best: event.best, chosen: event.child, ...(this.isUntouched(this.step) ? {} : { alpha: event.alpha, beta: event.beta }) });
        break;
      case "cut":
        for (const child of event.skipped) change(child, { skipped: this.step });
        break;
      case "promise":
        change(event.child, { skipped: this.step });
        break;
      case "leave":
        change(event.node, { value: event.value, bound: event.bound });
        break;
    }
    this.count(event, 1);
    this.journal.push(changed);
    this.step += 1;
  }

  /**
   * Whether the code returns before it narrows the window by what this update has found.
   * @param {number} step
   */
  isUntouched(step) {
    const [event, next] = [this.events[step], this.events[step + 1]];
    return this.isFirstTest && next?.kind === "cut" && next.node === event.node;
  }

  undo() {
    this.step -= 1;
    const event = this.events[this.step];
    for (const [node, before] of (this.journal.pop() ?? []).reverse()) this.nodes[node] = before;
    if (event.kind === "enter" && event.node === 0) this.round -= 1;
    this.count(event, -1);
  }

  /**
   * @param {SearchEvent} event
   * @param {number} by
   */
  count(event, by) {
    if (event.kind === "enter") this.counts.nodes += by;
    else if (event.kind === "leaf") this.counts.leaves += by;
    else if (event.kind === "cut") this.counts.cuts += by;
  }

  /** The depth of the round that runs. */
  depth() {
    return this.depths[Math.max(this.round, 1) - 1];
  }

  /** The nodes between the root and the one that is looked at, both included: the line that the search stands on. */
  path() {
    /** @type {Set<number>} */
    const path = new Set();
    if (!this.last) return path;
    for (let node = /** @type {number | null} */ (this.last.node); node !== null; node = this.panel.tree[node].up) path.add(node);
    return path;
  }

  /** The best play as far as it is known: from the root the best child each time. */
  line() {
    /** @type {Set<number>} */
    const line = new Set();
    for (let node = /** @type {number | null} */ (0); node !== null && this.nodes[node].visits > 0; node = this.nodes[node].chosen) {
      if (line.has(node)) break;
      line.add(node);
    }
    return line.size > 1 || this.isAtEnd ? line : new Set();
  }
}
