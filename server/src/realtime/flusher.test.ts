import { createFlusher, gatherMs } from "./flusher.ts";

function setUp() {
  let now = 100;
  const due: { at: number; run: () => void }[] = [];
  const flusher = createFlusher({
    now: () => now,
    soon: (run) => due.push({ at: now, run }),
    later: (run, ms) => due.push({ at: now + ms, run }),
  });
  const flushed: [string, number][] = [];
  const items = Object.fromEntries(["a", "b"].map((name) => [name, { flush: () => void flushed.push([name, now]) }]));
  const to = (time: number) => {
    now = time;
    for (const entry of due.splice(0))
      if (entry.at <= now) entry.run();
      else due.push(entry);
  };
  return { touch: (name: string) => flusher.touch(items[name]!), to, flushed };
}

test("a message after a quiet spell leaves in its turn; those that follow are gathered and leave together", () => {
  const { touch, to, flushed } = setUp();
  touch("a");
  touch("a");
  to(100);
  expect(flushed).toEqual([["a", 100]]);
  to(103);
  touch("a");
  to(104);
  touch("b");
  touch("a");
  to(100 + gatherMs - 1);
  expect(flushed).toHaveLength(1);
  to(100 + gatherMs);
  expect(flushed.slice(1)).toEqual([
    ["a", 100 + gatherMs],
    ["b", 100 + gatherMs],
  ]);
  to(150);
  touch("b");
  to(150);
  expect(flushed.at(-1)).toEqual(["b", 150]);
});
