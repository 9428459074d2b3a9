/**
 * What a change of a tree has changed in its search: values, cuts and best moves, node by node, and the counts.
 *
 * @typedef {import("./modules.js").Searched} Searched
 * @typedef {{name: string, before: string, after: string, isMove: boolean}} Change
 */
import { modules } from "./modules.js";

/** Each node by its path from the root, with what the search found. */
function found(/** @type {import("./modules.js").Modules["Replay"]} */ Replay, /** @type {Searched} */ search, /** @type {InstanceType<import("./modules.js").Modules["Words"]>} */ words) {
  const replay = new Replay(search);
  replay.goTo(search.events.length);
  /** @type {string[]} */
  const paths = [];
  /** @type {Map<string, {at: number, name: string, value: string, child: string}>} */
  const nodes = new Map();
  search.tree.forEach((node, at) => {
    paths[at] = node.up === null ? "" : `${paths[node.up]}.${node.index}`;
    const { visits, value, bound, chosen } = replay.nodes[at];
    const isRead = visits > 0 && value !== null;
    nodes.set(paths[at], {
      at, name: node.name, child: chosen === null ? "" : search.tree[chosen].name,
      value: isRead ? words.valueText(value, bound) : words.say("page-pruned"),
    });
  });
  return nodes;
}

/**
 * Compares two searches. The nodes that have changed are told by their places in the later one.
 * @param {{data: import("./modules.js").Explained}} before
 * @param {{data: import("./modules.js").Explained}} after
 * @returns {Promise<{changes: Change[], nodes: Set<number>, counts: Change[]}>}
 */
export async function compare(before, after) {
  const { Replay, Words } = await modules();
  const words = new Words(after.data);
  const [one, other] = [before.data, after.data].map((data) => found(Replay, data.panels[0], new Words(data)));
  /** @type {Change[]} */
  const changes = [];
  const nodes = new Set();
  for (const [path, now] of other) {
    const then = one.get(path);
    if (then === undefined) {
      nodes.add(now.at);
      continue;
    }
    if (then.value !== now.value) changes.push({ name: now.name, before: then.value, after: now.value, isMove: false });
    if (then.child !== now.child && then.child !== "" && now.child !== "") {
      changes.push({ name: now.name, before: then.child, after: now.child, isMove: true });
    }
    if (then.value !== now.value || then.child !== now.child) nodes.add(now.at);
  }
  const counts = /** @type {const} */ (["nodes", "leaves", "cuts"]).map((key) => ({
    name: words.say(`page-${key}`), isMove: false,
    before: words.numberText(before.data.panels[0].counts[key]), after: words.numberText(after.data.panels[0].counts[key]),
  }));
  return { changes, nodes, counts: counts.filter((count) => count.before !== count.after) };
}
