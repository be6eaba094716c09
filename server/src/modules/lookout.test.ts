import { createVirtualClock, silentLogger, type VirtualClock } from "../testing/index.ts";
import type { Database } from "../ports/database.ts";
import { Lookout } from "./lookout.ts";

let clock: VirtualClock;
let began: number;
/** When each look was, in ms from the beginning. */
let looks: number[];
let warned: string[];
/** What the next look resolves with. */
let next: () => Promise<number | undefined>;
let hearers: Set<() => void>;
let lookout: Lookout;

beforeEach(() => {
  clock = createVirtualClock();
  began = clock.now();
  [looks, warned, hearers] = [[], [], new Set()];
  next = async () => undefined;
  const database = {
    inserted(table: string, heard: () => void) {
      expect(table).toBe("reminder");
      hearers.add(heard);
      return () => void hearers.delete(heard);
    },
  } as Pick<Database, "inserted"> as Database;
  lookout = new Lookout({
    ports: {
      clock,
      database,
      logger: { ...silentLogger, warn: (_fields, message) => void warned.push(message ?? "") },
    },
    ...{ table: "reminder", latestMs: 30_000, failed: "not looked for" },
    look() {
      looks.push(clock.now() - began);
      return next();
    },
  });
  lookout.start();
});
afterEach(() => lookout.stop());

const put = () => hearers.forEach((heard) => heard());

test("nothing waits: it looks at the start and each half minute", async () => {
  await clock.advance(60_000);
  expect(looks).toEqual([0, 30_000, 60_000]);
});

test("it looks at the moment at which the next is due", async () => {
  next = async () => (clock.now() < began + 12_345 ? began + 12_345 : undefined);
  await clock.advance(20_000);
  expect(looks).toEqual([0, 12_345]);
});

test("what is due and was not done, for another process has it, is looked for each second", async () => {
  next = async () => (clock.now() < began + 2_500 ? began - 1 : undefined);
  await clock.advance(10_000);
  expect(looks).toEqual([0, 1_000, 2_000, 3_000]);
});

test("what this process puts in is looked for a moment later; many transactions are one look", async () => {
  await clock.advance(5_000);
  for (let n = 0; n < 20; n += 1) {
    put();
    await clock.advance(1);
  }
  await clock.advance(1_000);
  expect(looks).toEqual([0, 5_050]);
});

test("what is put in while it looks is found by another look; two never overlap", async () => {
  await clock.settle();
  await clock.advance(1_000);
  const ends: (() => void)[] = [];
  next = () => new Promise((resolve) => ends.push(() => resolve(undefined)));
  put();
  await clock.advance(50);
  put();
  await clock.advance(500);
  expect(looks).toEqual([0, 1_050]);
  ends.shift()?.();
  await clock.settle();
  expect(looks).toEqual([0, 1_050, 1_550]);
  ends.shift()?.();
});

test("a look that fails is said and made again a second later", async () => {
  next = async () => {
    if (clock.now() - began < 1_000) throw new Error("the database is away");
    return undefined;
  };
  await clock.advance(5_000);
  expect(looks).toEqual([0, 1_000]);
  expect(warned).toEqual(["not looked for"]);
});

test("after its end it does not look any more, and its end waits for what is under way", async () => {
  await clock.advance(1);
  let end: (() => void) | undefined;
  next = () => new Promise((resolve) => (end = () => resolve(began)));
  put();
  await clock.advance(50);
  let stopped = false;
  const stopping = lookout.stop().then(() => (stopped = true));
  await clock.settle();
  expect([stopped, hearers.size]).toEqual([false, 0]);
  end?.();
  await stopping;
  await clock.advance(60_000);
  expect(looks).toEqual([0, 51]);
});
