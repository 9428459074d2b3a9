// The algorithm as a few lines of code, as a book writes it, with the lines at which the search stands.

/**
 * @typedef {import("./types.js").Searched} Searched
 */

/**
 * The lines of a tutorial: the key of the text, how deep it is indented, and the kinds of events at which the search stands
 * there, each with the turn it is about. A line with a kind of node is left out where no node is of that kind.
 */
const TUTORIAL = /** @type {Line[]} */ ([
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
]);

/** @typedef {{text: string, depth: number, at?: string[], of?: string, isBound?: boolean}} Line */

/** The keys of texts that depend on the conventions, and what they are then. */
const VARIANTS = {
  plain: {
    "code-head": "code-head-plain", "code-max-best": "code-max-best-plain", "code-min-best": "code-min-best-plain",
  },
  strict: { "code-max-cut": "code-max-cut-strict", "code-min-cut": "code-min-cut-strict" },
  hard: { "code-return": "code-return-hard" },
};

/** The two players in a book that has a function for each: names, and how one bound is met and the other raised. */
const PLAYERS = [
  { of: "max", other: "min", first: "\u2212\u221e", bound: "\u03b1", meets: "\u03b2", signs: [">", "\u2265"] },
  { of: "min", other: "max", first: "+\u221e", bound: "\u03b2", meets: "\u03b1", signs: ["<", "\u2264"] },
];

/**
 * The lines of a book, in its own words, which no language changes. `isPlain` is minimax; `isStrict` cuts later; `isHard`
 * stays within the window.
 * @type {Object<string, (how: {isPlain: boolean, isStrict: boolean, isHard: boolean}) => Line[]>}
 */
const BOOKS = {
  // The lectures of CS188: the cut is tested before alpha or beta moves.
  cs188({ isPlain, isStrict, isHard }) {
    const window = isPlain ? "" : ", \u03b1, \u03b2";
    return [
      { text: `value(state${window}):`, depth: 0, at: ["enter"] },
      { text: "if state is terminal: return its utility", depth: 1, at: ["leaf"] },
      { text: `if MAX is next: return max-value(state${window})`, depth: 1, of: "max" },
      { text: `if MIN is next: return min-value(state${window})`, depth: 1, of: "min" },
      { text: "if chance is next: return exp-value(state)", depth: 1, of: "chance", at: ["leave", "narrow", "cut", "probe"] },
      ...PLAYERS.flatMap(({ of, first, bound, meets, signs }) => [
        { text: `${of}-value(state${window}):`, depth: 0, of },
        { text: `v = ${first}`, depth: 1, of },
        { text: "for each successor of state:", depth: 1, of },
        { text: `v = ${of}(v, value(successor${window}))`, depth: 2, of, at: ["update"] },
        { text: `if v ${signs[isStrict ? 0 : 1]} ${meets}: return v`, depth: 2, of, at: ["cut"], isBound: true },
        { text: `${bound} = ${of}(${bound}, v)`, depth: 2, of, at: ["narrows"], isBound: true },
        { text: isHard ? "return v, within the first \u03b1 and \u03b2" : "return v", depth: 1, of, at: ["leave"] },
      ]),
    ];
  },
  // Russell and Norvig, fourth edition.
  aima({ isPlain, isStrict, isHard }) {
    const window = isPlain ? "" : ", \u03b1, \u03b2";
    return [
      ...PLAYERS.flatMap(({ of, other, first, bound, meets, signs }) => [
        { text: `${of.toUpperCase()}-VALUE(state${window}):`, depth: 0, of, at: ["enter"] },
        { text: "if IS-TERMINAL(state): return UTILITY(state)", depth: 1, of, at: ["leaf"] },
        { text: `v \u2190 ${first}`, depth: 1, of },
        { text: "for each a in ACTIONS(state):", depth: 1, of },
        { text: `v2 \u2190 ${other.toUpperCase()}-VALUE(RESULT(state, a)${window})`, depth: 2, of },
        { text: `if v2 ${signs[0]} v: v \u2190 v2`, depth: 2, of, at: ["update"] },
        { text: `${bound} \u2190 ${of.toUpperCase()}(${bound}, v)`, depth: 3, of, at: ["narrows"], isBound: true },
        { text: `if v ${signs[isStrict ? 0 : 1]} ${meets}: return v`, depth: 2, of, at: ["cut"], isBound: true },
        { text: isHard ? "return v, within the first \u03b1 and \u03b2" : "return v", depth: 1, of, at: ["leave"] },
      ]),
      { text: "CHANCE: return the sum of P(r) \u00b7 VALUE(RESULT(state, r))", depth: 0, of: "chance", at: ["enter", "leave", "narrow", "cut", "probe"] },
    ];
  },
};

export class Code {
  /**
   * `data` is one search, `list` the element for the lines, `words` the texts, `book` whose code it is. Only the textbooks'
   * searches have lines.
   * @param {Searched} data
   * @param {HTMLElement} list
   * @param {import("./words.js").Words} words
   * @param {string} book
   */
  constructor(data, list, words, book) {
    const { algorithm, cut, fail, tree } = data;
    this.tree = tree;
    const isPlain = algorithm === "minimax";
    const isKnown = isPlain || algorithm === "alphabeta";
    const [isStrict, isHard] = [cut === "strict", fail === "hard"];
    /** @type {Object<string, string>} */
    const variants = { ...(isPlain && VARIANTS.plain), ...(isStrict && VARIANTS.strict), ...(isHard && VARIANTS.hard) };
    const lines = BOOKS[book]?.({ isPlain, isStrict, isHard })
      ?? TUTORIAL.map((line) => ({ ...line, text: words.say(variants[line.text] ?? line.text) }));
    // A leaf is the turn of nobody, but AIMA calls the function of a player with it.
    /** @type {Set<string>} */
    const turns = new Set(tree.filter((node) => book === "aima" || node.children.length > 0).map((node) => node.turn));
    /** @type {(line: Line) => boolean} */
    const isThere = ({ of, isBound }) => isKnown && !(isPlain && isBound) && (of === undefined || turns.has(of));
    list.replaceChildren();
    this.lines = lines.filter(isThere).map((line) => {
      const item = document.createElement("li");
      item.textContent = line.text;
      item.className = `depth-${line.depth}`;
      list.append(item);
      return { ...line, item };
    });
    list.hidden = !isKnown;
  }

  /**
   * Marks the lines at which the search stands after its last event.
   * @param {import("./replay.js").Replay} replay
   */
  show(replay) {
    const { last } = replay;
    const turn = last && this.tree[last.node].turn;
    const kinds = last ? [/** @type {string} */ (last.kind)] : [];
    // An update may move a bound of the window, too.
    const before = replay.journal[replay.journal.length - 1]?.[0]?.[1];
    const now = last && replay.nodes[last.node];
    if (last?.kind === "update" && (now?.alpha !== before?.alpha || now?.beta !== before?.beta)) kinds.push("narrows");
    for (const { of, at, item } of this.lines) {
      const isHere = at !== undefined && (of === undefined || of === turn) && at.some((kind) => kinds.includes(kind));
      if (isHere) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }
}
