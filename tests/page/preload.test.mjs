import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../engine/server/page/", import.meta.url);
const text = (/** @type {URL} */ file) => readFileSync(file, "utf8");

/** A module, and all that it needs before it runs. */
function needed(/** @type {URL} */ module, /** @type {Set<string>} */ found = new Set()) {
  if (found.has(module.href)) return found;
  found.add(module.href);
  for (const [, name] of text(module).matchAll(/^(?:import|export) [^;]*?from "([^"]+)";$/gm)) needed(new URL(name, module), found);
  return found;
}

test("the connection waits for none of the modules that it does not need", () => {
  const index = text(new URL("index.html", page));
  // The files of plyd-explain have their folder beside that of the server.
  const files = [...index.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, name]) =>
    new URL(name.startsWith("explain/") ? `../../${name}` : name, page).href);
  const first = needed(new URL("start.js", page));
  first.delete(new URL("start.js", page).href);
  assert.ok(first.size > 3);
  assert.deepEqual(new Set(files.slice(0, first.size)), first);
  // And each module of the first board is on its way at once.
  const all = needed(new URL("main.js", page));
  const scripts = ["start.js", "main.js"].map((name) => new URL(name, page).href);
  assert.deepEqual(new Set([...files, ...scripts]), new Set([...all, ...scripts]));
});
