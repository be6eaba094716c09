import type { Worker } from "node:worker_threads";
import { silentLogger } from "../options.ts";
import { MediaPool } from "./pool.ts";
import type { MediaEvent } from "./protocol.ts";

/** There is no proper way to make a thread die; that is the point of the test. */
const threadsOf = (pool: MediaPool): Worker[] =>
  (pool as unknown as { threads: { worker: Worker }[] }).threads.map(({ worker }) => worker);

const two = { workers: 2, hostAddresses: ["127.0.0.1"], iceServers: [] };

test("threads begin when somebody may soon call, not with the server, and what is asked of them at once waits", async () => {
  const pool = new MediaPool(two, silentLogger, () => undefined);
  expect(pool.size).toBe(0);
  pool.place("a");
  expect(pool.size).toBe(2);
  pool.wake();
  expect(pool.size).toBe(2);
  expect(await pool.ask("offer", { leg: "a" })).toContain("m=audio");
  await pool.stop();
  pool.wake();
  expect(pool.size).toBe(0);
});

test("threads that end before they are ready are not begun again in a circle: the next call tries", async () => {
  const failed: string[] = [];
  const pool = new MediaPool(two, silentLogger, (event) => {
    if ("leg" in event) failed.push(event.leg);
  });
  pool.place("a");
  await Promise.all(threadsOf(pool).map((worker) => worker.terminate()));
  expect(failed).toEqual(["a"]);
  expect(pool.size).toBe(0);
  pool.place("b");
  expect(await pool.ask("offer", { leg: "b" })).toContain("m=audio");
  await pool.stop();
});

test("a media thread that dies fails its own legs, is replaced, and the others know nothing of it", async () => {
  const events: MediaEvent[] = [];
  let failed: () => void = () => {};
  const both = new Promise<void>((resolve) => (failed = resolve));
  const pool = new MediaPool(two, silentLogger, (event) => {
    events.push(event);
    if (events.length === 2) failed();
  });
  pool.place("a");
  pool.place("b", "a");
  pool.place("c");
  await Promise.all(["a", "b", "c"].map((leg) => pool.ask("offer", { leg })));
  const hanging = pool.ask("digits", { leg: "a", digits: "1" }).catch((error: Error) => error.message);
  await threadsOf(pool)[0]?.terminate();
  await both;
  expect(events).toEqual(["a", "b"].map((leg) => ({ kind: "failed", leg, alone: false })));
  expect(await hanging).toBeDefined();
  await expect(pool.ask("hear", { leg: "a", hearing: undefined })).rejects.toMatchObject({ code: "leg-gone" });
  await pool.ask("hear", { leg: "c", hearing: undefined });
  pool.place("d");
  expect(await pool.ask("offer", { leg: "d" })).toContain("m=audio");
  expect(pool.size).toBe(2);
  await pool.stop();
  expect(await pool.recordStop("x")).toBeUndefined();
});
