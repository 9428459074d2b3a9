// Reads lines with the JSON of views, and finds for each which moves a person can make by clicks, as the page's own module
// filters them. They have to be exactly the legal ones. Tells how many views there were, or of the first that is wrong.
// Usage: node filter.mjs GESTURES <VIEWS; GESTURES is the file of the module.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// No package says that the file is a module, so it is given as one.
const source = readFileSync(process.argv[2], "utf8");
const { click, fitting, live } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

function reachable(moves, clicks, found) {
  const steps = live(moves, clicks);
  // The moves that do not fit any more are left out on the way, as there may be thousands.
  const parts = new Map([...steps].map((step) => [step, {}]));
  for (const [text, all] of Object.entries(moves)) {
    const part = parts.get(all[clicks.length]);
    if (part !== undefined) part[text] = all;
  }
  for (const [step, part] of parts) {
    const after = click(part, clicks, step);
    after.play.forEach((move) => found.add(move));
    if (after.play.length > 0) continue;
    // A whole move that others go on from is played by its last spot, clicked again.
    click(part, after.clicks, step).play.forEach((move) => found.add(move));
    reachable(Object.fromEntries(fitting(part, after.clicks)), after.clicks, found);
  }
  return found;
}

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { game, moves } = JSON.parse(line);
  count += 1;
  // There may be too many for gestures.
  if (moves === null) continue;
  const found = reachable(moves, [], new Set());
  const missing = Object.keys(moves).filter((move) => !found.has(move));
  const added = [...found].filter((move) => !(move in moves));
  if (missing.length + added.length > 0) {
    console.log(`${game}: missing ${missing}, too many ${added}: ${line}`);
    process.exit(1);
  }
}
console.log(count);
