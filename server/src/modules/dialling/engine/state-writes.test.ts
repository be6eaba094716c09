import type { Flight } from "./flight.ts";
import { StateWrites } from "./state-writes.ts";

const flight = (phoneId: string, state: string): Flight => ({ phoneId, state }) as unknown as Flight;

test("of one number one state is written after the other, though the first takes longer; others do not wait", async () => {
  const written: string[] = [];
  const open: (() => void)[] = [];
  const writes = new StateWrites(async (_, { phoneId, state }) => {
    if (state === "ringing") await new Promise<void>((resolve) => open.push(resolve));
    if (state === "lost") throw new Error("the database is away");
    written.push(`${phoneId} ${state}`);
  });
  const all = [
    writes.put("t", flight("p1", "ringing")),
    writes.put("t", flight("p1", "answered")),
    writes.put("t", flight("p2", "answered")),
  ];
  await all[2];
  expect(written).toEqual(["p2 answered"]);
  for (const resolve of open) resolve();
  await Promise.all(all);
  expect(written).toEqual(["p2 answered", "p1 ringing", "p1 answered"]);
  await expect(writes.put("t", flight("p1", "lost"))).rejects.toThrow("away");
  await writes.put("t", flight("p1", "connected"));
  expect(written.at(-1)).toBe("p1 connected");
});
