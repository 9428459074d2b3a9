// The algorithm as a few lines of code, with the lines at which the search stands.

/**
 * The lines: the key of the text, how deep it is indented, and the kinds of events at which the search stands there, each
 * with the turn it is about. A line with a kind of node is left out where no node is of that kind.
 */
const LINES = [
  { text: "code-head", depth: 0, at: ["enter"] },
  { text: "code-leaf", depth: 1, at: ["leaf"] },
  { text: "code-max", depth: 1, of: "max" },
  { text: "code-max-first", depth: 2, of: "max" },
  { text: "code-each", depth: 2, of: "max" },
  { text: "code-max-best", depth: 3, of: "max", at: ["update"] },
  { text: "code-max-bound", depth: 3, of: "max", at: ["narrows"], isBound: true },
  { text: "code-max-cut", depth: 3, of: "max", at: ["cut"], isBound: true },
  { text: "code-return", depth: 2, of: "max", at: ["leave"] },
  { text: "code-min", depth: 1, of: "min" },
  { text: "code-min-first", depth: 2, of: "min" },
  { text: "code-each", depth: 2, of: "min" },
  { text: "code-min-best", depth: 3, of: "min", at: ["update"] },
  { text: "code-min-bound", depth: 3, of: "min", at: ["narrows"], isBound: true },
  { text: "code-min-cut", depth: 3, of: "min", at: ["cut"], isBound: true },
  { text: "code-return", depth: 2, of: "min", at: ["leave"] },
  { text: "code-chance", depth: 1, of: "chance", at: ["leave", "narrow", "cut", "probe"] },
];

/** The keys of texts that depend on the conventions, and what they are then. */
const VARIANTS = {
  plain: {
    "code-head": "code-head-plain", "code-max-best": "code-max-best-plain", "code-min-best": "code-min-best-plain",
  },
  strict: { "code-max-cut": "code-max-cut-strict", "code-min-cut": "code-min-cut-strict" },
  hard: { "code-return": "code-return-hard" },
};

export class Code {
  /** `data` is one search, `list` the element for the lines, `words` the texts. Only the textbooks' searches have lines. */
  constructor(data, list, words) {
    const { algorithm, cut, fail, tree } = data;
    this.tree = tree;
    this.list = list;
    const isPlain = algorithm === "minimax";
    const isKnown = isPlain || algorithm === "alphabeta";
    const variants = { ...(isPlain && VARIANTS.plain), ...(cut === "strict" && VARIANTS.strict), ...(fail === "hard" && VARIANTS.hard) };
    const turns = new Set(tree.filter((node) => node.children.length > 0).map((node) => node.turn));
    const isThere = ({ of, isBound }) => isKnown && !(isPlain && isBound) && (of === undefined || turns.has(of));
    this.lines = LINES.filter(isThere).map((line) => {
      const item = document.createElement("li");
      item.textContent = words.say(variants[line.text] ?? line.text);
      item.className = `depth-${line.depth}`;
      list.append(item);
      return { ...line, item };
    });
    list.hidden = !isKnown;
  }

  /** Marks the lines at which the search stands after its last event. */
  show(replay) {
    const { last } = replay;
    const turn = last && this.tree[last.node].turn;
    const kinds = last ? [last.kind] : [];
    // An update may move a bound of the window, too.
    const [, before] = replay.journal[replay.journal.length - 1]?.[0] ?? [];
    if (last?.kind === "update" && (last.alpha !== before.alpha || last.beta !== before.beta)) kinds.push("narrows");
    for (const { of, at, item } of this.lines) {
      const isHere = at !== undefined && (of === undefined || of === turn) && at.some((kind) => kinds.includes(kind));
      if (isHere) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }
}
