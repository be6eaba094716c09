import { createTurns } from "./turns.ts";

test("what is asked for while it runs is done once more, whatever failed; others do not wait for it", async () => {
  const began: string[] = [];
  const failed: string[] = [];
  const ends: (() => void)[] = [];
  const turns = createTurns(
    async (key) => {
      began.push(key);
      if (key === "b") throw new Error("b");
      await new Promise<void>((resolve) => ends.push(resolve));
    },
    (_error, key) => failed.push(key),
  );
  const first = turns.take("a");
  await turns.take("b");
  expect(failed).toEqual(["b"]);
  const all = Promise.all([first, turns.take("a"), turns.take("a")]);
  ends[0]!();
  await turns.take("b");
  await new Promise(setImmediate);
  ends[1]!();
  await all;
  expect(began.toSorted()).toEqual(["a", "a", "b", "b"]);
  await turns.idle();
});
