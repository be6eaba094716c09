import { forEachAlone } from "./each.ts";

test("one that fails is logged with what it is, and those behind it have their turn", async () => {
  const done: number[] = [];
  const logged: unknown[] = [];
  const error = new Error("away");
  await forEachAlone(
    [1, 2, 3],
    async (n) => {
      if (n === 2) throw error;
      done.push(n);
    },
    {
      logger: { warn: (fields, text) => void logged.push([fields, text]) },
      message: "not done",
      about: (n) => ({ id: n }),
    },
  );
  expect([done, logged]).toEqual([[1, 3], [[{ error, id: 2 }, "not done"]]]);
});
