// How nodes look after a number of events.

/** Tells of each node how it looks, asked in the order of the tree. `path` is the line that the search stands on. */
function looks(replay, path) {
  const { tree } = replay.panel;
  const { last } = replay;
  const line = replay.line();
  const pruned = new Set();
  return (node) => {
    const record = tree[node];
    const state = replay.nodes[node];
    const isLeft = last?.node === node && (last.kind === "leave" || last.kind === "leaf");
    let status = "waiting";
    if (state.visits === 0) {
      // What is below a skipped node is skipped with it.
      if (state.skipped !== null || pruned.has(record.up) || (replay.isAtEnd && node !== 0)) status = "pruned";
    } else if (state.skipped !== null) {
      status = "skipped";
    } else {
      status = path.has(node) && !isLeft ? "open" : "visited";
    }
    const marks = [];
    if (status === "pruned" && pruned.has(record.up)) marks.push("under");
    if (status === "pruned") pruned.add(node);
    if (last?.node === node) marks.push("current");
    if (record.up !== null && replay.nodes[record.up].chosen === node) marks.push("chosen");
    if (line.has(node)) marks.push("line");
    if (state.visits > 0 && state.round < replay.round) marks.push("old");
    const chance = record.chance === null ? [] : [record.chance];
    const words = [record.name, ...chance, ...(record.children.length > 0 ? [record.turn.toUpperCase()] : [])];
    const value = nodeValue(record, state, status);
    if (value !== "") words.push(value);
    words.push(say(`page-${status}`), ...marks.filter((mark) => mark !== "under").map((mark) => say(`page-${mark}`)));
    return {
      state: status,
      marks,
      value,
      bounds: state.alpha === null ? [] : boundTexts(state.alpha, state.beta),
      handed: state.entered === null ? [] : boundTexts(...state.entered),
      spoken: words.join(", "),
      attributes: {
        "aria-current": last?.node === node ? "step" : null, "aria-checked": null,
        "data-visits": state.visits, "data-value": state.value, "data-bound": state.bound,
        "data-alpha": state.alpha, "data-beta": state.beta, "data-best": state.best, "data-chosen": state.chosen,
      },
    };
  };
}

/** The value that stands at a node: what was found, the best so far, or what is known of a leaf before it is read. */
function nodeValue(record, state, status) {
  if (state.value !== null) return valueText(state.value, state.bound);
  if (state.best !== null) return valueText(state.best, null);
  return record.children.length === 0 && record.content !== null && status !== "open" ? leafText(record) : "";
}
