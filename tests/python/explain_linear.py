"""The work for each event of a search on the page of `plyd explain` does not grow with the search. Work is counted, not
timed: what a replay reads of nodes and events, and what a step changes in the document."""

import json
from pathlib import Path

# Goes through all events and back again, and counts what is read of the tree, the events and the states.
REPLAY = """
const [source, text, done] = arguments;
import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))).then(({ Replay }) => {
  let reads = 0;
  const counted = (list) => new Proxy(list, {
    get(target, key) {
      reads += 1;
      return target[key];
    },
  });
  const { tree, events } = JSON.parse(text);
  // Far more than a step needs: then the count is clear, and the rest would take long.
  const most = 5000 * events.length;
  const replay = new Replay({ tree: counted(tree), events: counted(events) });
  replay.nodes = counted(replay.nodes);
  reads = 0;
  const look = () => [replay.path(), replay.line(), replay.depth(), replay.next('event'), replay.previous('event')];
  while (!replay.isAtEnd && reads < most) {
    replay.goTo(replay.step + 1);
    look();
  }
  while (replay.step > 1 && reads < most) {
    replay.goTo(replay.step - 1);
    look();
  }
  done(reads / events.length);
}, (error) => done(String(error)));
"""

# Takes so many steps forward, and tells of each how many changes it made in the document, with those of the next pictures.
STEPS = """
const [count, done] = arguments;
const changes = [];
let changed = 0;
const observer = new MutationObserver((records) => { changed += records.length; });
observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
const frame = () => new Promise(requestAnimationFrame);
(async () => {
  for (let step = 0; step < count; step += 1) {
    changed = 0;
    document.querySelector('[data-do=forward]').click();
    for (let picture = 0; picture < 3; picture += 1) await frame();
    changes.push(changed);
  }
  done(changes);
})();
"""

REPLAY_FILE = Path(__file__).parents[2] / "engine/explain/page/replay.js"


def linear(small, large):
    """Two searches to the same depth, of which the second has about ten times as many nodes."""
    sizes, reads, changes, walks = [], [], [], []
    for search in [small, large]:
        example = search()
        events = example.data["panels"][0]["events"]
        # The events of a node: entered, and read or left, and no more updates than children.
        sizes.append(len(example.tree))
        walks.append(len(events) / len(example.tree))
        page = example.page
        page.go_to(len(events) // 2)
        each = sorted(page.driver.execute_async_script(STEPS, 24))
        changes.append(each[len(each) // 2])
        panel = json.dumps(example.data["panels"][0])
        page.driver.get("about:blank")
        read = page.driver.execute_async_script(REPLAY, REPLAY_FILE.read_text("utf-8"), panel)
        assert isinstance(read, (int, float)), read
        reads.append(read)
    assert sizes[0] > 500 and sizes[1] > 8 * sizes[0], sizes
    assert walks[1] < 1.2 * walks[0] < 4, walks
    assert reads[1] < 1.2 * reads[0], f"reads for each event: {reads}"
    assert 0 < changes[1] < 1.5 * changes[0] + 10, f"changes for each step: {changes}"
