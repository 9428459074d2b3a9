// The quiz: the reader marks what the search will never look at, and is told the first node that is wrong, and why.

export class Quiz {
  constructor(panel) {
    this.panel = panel;
    this.isOn = false;
    this.marked = new Set();
    this.wrong = null;
  }

  get tree() {
    return this.panel.data.tree;
  }

  get words() {
    return this.panel.words;
  }

  toggle() {
    this.isOn = !this.isOn;
    this.panel.play(false);
    this.clear();
    // The reader begins in the tree, where the keys mark nodes: a key on a button would be an answer.
    if (this.isOn) this.panel.setFocus(0);
    else this.panel.button("forward").focus({ preventScroll: true });
  }

  /** Forgets all marks. */
  clear() {
    this.marked.clear();
    this.tell("", null);
  }

  reveal() {
    this.isOn = false;
    this.panel.goTo(this.panel.replay.events.length);
    this.panel.button("back").focus({ preventScroll: true });
  }

  mark(node) {
    if (!this.marked.delete(node)) this.marked.add(node);
    this.tell("", null);
  }

  /** Whether a node, or one above it, is marked. */
  isMarked(node) {
    for (let at = node; at !== null; at = this.tree[at].up) if (this.marked.has(at)) return true;
    return false;
  }

  /** The first node, in the order of the tree, at which the marks and the search differ; null if they agree. */
  firstWrong() {
    const isPruned = (node) => this.tree[node].visits === 0;
    const isLeaf = (node) => this.tree[node].children.length === 0;
    const order = [];
    const open = [0];
    while (open.length > 0) {
      const node = open.pop();
      order.push(node);
      open.push(...[...this.tree[node].children].reverse());
    }
    // Leaves decide, so that it does not matter whether a node is marked or all that is below it.
    const first = order.find((node) => isLeaf(node) && isPruned(node) !== this.isMarked(node));
    if (first === undefined) return null;
    // Of a whole subtree that was forgotten, the topmost node is told.
    const hasMark = (node) => this.marked.has(node) || this.tree[node].children.some(hasMark);
    let wrong = first;
    while (isPruned(first) && this.tree[wrong].up !== null && isPruned(this.tree[wrong].up)
      && !hasMark(this.tree[wrong].up)) wrong = this.tree[wrong].up;
    return wrong;
  }

  check() {
    const wrong = this.firstWrong();
    if (wrong === null) {
      this.tell(this.words.say("page-right"), null);
      return;
    }
    const { name, why, visits } = this.tree[wrong];
    const fault = visits === 0 ? this.words.say("page-mark-missing") : this.words.say("page-mark-too-many");
    this.panel.folds.show(wrong);
    this.tell(`${this.words.say("page-wrong")} ${name}: ${fault} ${why}`, wrong);
    this.panel.follow(wrong);
  }

  tell(text, wrong) {
    this.wrong = wrong;
    const verdict = this.panel.find(".verdict");
    verdict.textContent = text;
    verdict.className = `verdict ${text === "" ? "" : wrong === null ? "right" : "wrong"}`;
    this.panel.show();
  }

  /** No search stands anywhere in the quiz. */
  path() {
    return new Set();
  }

  look(node) {
    const record = this.tree[node];
    const isMarked = this.isMarked(node);
    const isLeaf = record.children.length === 0;
    const value = isLeaf && record.content !== null ? this.words.leafText(record) : "";
    const marks = [];
    if (isMarked) marks.push("marked");
    if (this.marked.has(node)) marks.push("own");
    if (this.wrong === node) marks.push("wrong");
    const spoken = [record.name, ...(isLeaf ? [] : [record.turn.toUpperCase()]), ...(value === "" ? [] : [value])];
    return {
      state: "asked", marks, value, bounds: [], handed: [], spoken: spoken.join(", "),
      attributes: {
        "aria-checked": isMarked, "aria-current": null, "data-visits": null, "data-value": null, "data-bound": null,
        "data-alpha": null, "data-beta": null, "data-best": null, "data-chosen": null,
      },
    };
  }
}
