// How nodes look after a number of events.

/**
 * @typedef {import("./types.js").TreeNode} TreeNode
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Look} Look
 */

/**
 * Tells of each node how it looks. `path` is the line that the search stands on.
 * @param {import("./replay.js").Replay} replay
 * @param {Set<number>} path
 * @param {import("./words.js").Words} words
 * @returns {(node: number) => Look}
 */
export function looks(replay, path, words) {
  const { tree } = replay.panel;
  const { last } = replay;
  const line = replay.line();
  /** @type {Map<number, boolean>} */
  const pruned = new Map();
  // What is below a skipped node is skipped with it.
  /** @type {(node: number | null) => boolean} */
  const isPruned = (node) => {
    if (node === null) return false;
    if (!pruned.has(node)) {
      const state = replay.nodes[node];
      const isSkipped = state.skipped !== null || isPruned(tree[node].up) || (replay.isAtEnd && node !== 0);
      pruned.set(node, state.visits === 0 && isSkipped);
    }
    return pruned.get(node) ?? false;
  };
  return (node) => {
    const record = tree[node];
    const state = replay.nodes[node];
    const isLeft = last?.node === node && (last.kind === "leave" || last.kind === "leaf");
    let status = "waiting";
    if (state.visits === 0) {
      if (isPruned(node)) status = "pruned";
    } else if (state.skipped !== null) {
      status = "skipped";
    } else {
      status = path.has(node) && !isLeft ? "open" : "visited";
    }
    const marks = [];
    if (status === "pruned" && isPruned(record.up)) marks.push("under");
    if (last?.node === node) marks.push("current");
    if (record.up !== null && replay.nodes[record.up].chosen === node) marks.push("chosen");
    if (line.has(node)) marks.push("line");
    if (state.visits > 0 && state.round < replay.round) marks.push("old");
    const chance = record.chance === null ? [] : [record.chance];
    const spoken = [record.name, ...chance, ...(record.children.length > 0 ? [record.turn.toUpperCase()] : [])];
    const value = nodeValue(record, state, status, words);
    if (value !== "") spoken.push(value);
    spoken.push(words.say(`page-${status}`));
    spoken.push(...marks.filter((mark) => mark !== "under").map((mark) => words.say(`page-${mark}`)));
    return {
      state: status,
      marks,
      value,
      bounds: state.alpha === null || state.beta === null ? [] : words.boundTexts(state.alpha, state.beta),
      handed: state.entered === null ? [] : words.boundTexts(...state.entered),
      spoken: spoken.join(", "),
      attributes: {
        "aria-current": last?.node === node ? "step" : null, "aria-checked": null,
        "data-visits": state.visits, "data-value": state.value, "data-bound": state.bound,
        "data-alpha": state.alpha, "data-beta": state.beta, "data-best": state.best, "data-chosen": state.chosen,
      },
    };
  };
}

/**
 * The value that stands at a node: what was found, the best so far, or what is known of a leaf before it is read.
 * @param {TreeNode} record
 * @param {State} state
 * @param {string} status
 * @param {import("./words.js").Words} words
 */
function nodeValue(record, state, status, words) {
  if (state.value !== null) return (record.horizon ? "\u2248" : "") + words.valueText(state.value, state.bound);
  if (state.best !== null) return words.valueText(state.best, null);
  return record.children.length === 0 && record.content !== null && status !== "open" ? words.leafText(record) : "";
}
