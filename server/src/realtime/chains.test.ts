import { createChains } from "./chains.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("A6 one that hangs keeps back its own call alone; within one the order stands, whatever fails, and nothing is left", async () => {
  const done: string[] = [];
  const failed: string[] = [];
  const chains = createChains((error) => void failed.push((error as Error).message));
  let answer: () => void = () => undefined;
  chains.add("a", () => new Promise((resolve) => (answer = resolve)));
  chains.add("a", async () => void done.push("a2"));
  chains.add("b", async () => {
    done.push("b1");
    throw new Error("away");
  });
  chains.add("b", async () => void done.push("b2"));
  await turn();
  expect([done, failed, chains.size]).toEqual([["b1", "b2"], ["away"], 1]);
  answer();
  await turn();
  expect([done, chains.size]).toEqual([["b1", "b2", "a2"], 0]);
});
