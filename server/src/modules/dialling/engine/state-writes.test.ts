import type { Flight } from "./flight.ts";
import { StateWrites } from "./state-writes.ts";

const flight = (phoneId: string, state: string): Flight => ({ phoneId, state }) as unknown as Flight;

test("of one number one state is written after the other, though the first takes longer; others do not wait", async () => {
  const written: string[] = [];
  let through = (): void => undefined;
  const long = new Promise<void>((resolve) => (through = resolve));
  const writes = new StateWrites(async (_, { phoneId, state }) => {
    if (state === "ringing") await long;
    written.push(`${phoneId} ${state}`);
  });
  const all = [
    writes.put("t", flight("p1", "ringing")),
    writes.put("t", flight("p1", "answered")),
    writes.put("t", flight("p2", "answered")),
  ];
  await all[2];
  expect(written).toEqual(["p2 answered"]);
  through();
  await Promise.all(all);
  expect(written).toEqual(["p2 answered", "p1 ringing", "p1 answered"]);
});

test("one that is not written keeps none behind it", async () => {
  const written: string[] = [];
  const writes = new StateWrites(async (_, { state }) => {
    if (state === "ringing") throw new Error("the database is away");
    written.push(state);
  });
  const [lost, next] = [writes.put("t", flight("p", "ringing")), writes.put("t", flight("p", "connected"))];
  await expect(lost).rejects.toThrow("away");
  await next;
  expect(written).toEqual(["connected"]);
});
