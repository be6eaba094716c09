/** Live recordings survive their machine, but for seconds; a store that is away costs none. Real files, a folder as the shared store. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderBlobs } from "../../../adapters/embedded/blobs/index.ts";
import { createTestDatabase, createVirtualClock, silentLogger } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";
import { Spool, spoolMs } from "./spool.ts";

const file = "AB0001_0192-x.wav";

async function machines() {
  const root = await mkdtemp(join(tmpdir(), "liantai-spool-"));
  const clock = createVirtualClock();
  const store = createFolderBlobs(join(root, "store"));
  const { put } = store;
  let down = false;
  store.put = (key, data) => (down ? Promise.reject(new Error("ECONNREFUSED")) : put(key, data));
  const machine = async (name: string) => {
    const folder = await mkdtemp(join(root, name));
    return {
      folder,
      path: join(folder, file),
      spool: new Spool({ folder, blobs: store, clock, logger: silentLogger }),
    };
  };
  const [one, other] = [await machine("one"), await machine("other")];
  const pieces = async (): Promise<[string, number][]> => {
    const found: [string, number][] = [];
    for await (const { key, bytes } of store.list("spool/")) found.push([key, bytes]);
    return found;
  };
  /** The next copy has been made. */
  const copied = async (): Promise<void> => {
    await clock.advance(spoolMs);
    await one.spool.copied();
  };
  return {
    one,
    other,
    store,
    pieces,
    copied,
    break: (now: boolean) => (down = now),
    close: () => rm(root, { recursive: true }),
  };
}

test("what was written until the last copy is had on another machine, in the same bytes", async () => {
  const m = await machines();
  await writeFile(m.one.path, "RIFF-head");
  m.one.spool.follow(file);
  await m.copied();
  await appendFile(m.one.path, "-first");
  await m.copied();
  await m.copied();
  // A key has no capitals, and two files never have one key. Nothing is copied twice.
  expect(await m.pieces()).toEqual([
    ["spool/_a_b0001__0192-x.wav/000000000000", 9],
    ["spool/_a_b0001__0192-x.wav/000000000009", 6],
  ]);
  await appendFile(m.one.path, "-lost with the machine");
  await m.other.spool.fetch();
  expect(await readFile(m.other.path, "utf8")).toBe("RIFF-head-first");
  // Whoever has more of it keeps what it has.
  await m.one.spool.leave(file);
  await m.one.spool.fetch();
  expect(await readFile(m.one.path, "utf8")).toBe("RIFF-head-first-lost with the machine");
  await m.other.spool.drop(file);
  expect(await m.pieces()).toEqual([]);
  await m.close();
});

test("while the store is away nothing is lost, and the pieces that come then are of 4 MB at the most", async () => {
  const m = await machines();
  await writeFile(m.one.path, "head");
  m.one.spool.follow(file);
  await m.copied();
  m.break(true);
  const long = Buffer.alloc(9 * 1024 * 1024, "0123456789");
  await appendFile(m.one.path, long);
  await m.copied();
  await m.copied();
  expect(await m.pieces()).toHaveLength(1);
  m.break(false);
  await m.copied();
  expect((await m.pieces()).map(([, bytes]) => bytes)).toEqual([4, 4_194_304, 4_194_304, 1_048_576]);
  await m.other.spool.fetch();
  expect((await readFile(m.other.path)).equals(Buffer.concat([Buffer.from("head"), long]))).toBe(true);
  await m.one.spool.drop(file);
  await m.close();
});

test("a machine that takes a recording up again copies all of it: pieces of two machines give one file", async () => {
  const m = await machines();
  await writeFile(m.one.path, "aaaabbbb");
  m.one.spool.follow(file);
  await m.copied();
  await m.one.spool.leave(file);
  await m.other.spool.fetch();
  await appendFile(m.other.path, "cccc");
  await writeFile(m.one.path, await readFile(m.other.path));
  m.one.spool.follow(file);
  await m.copied();
  await m.one.spool.leave(file);
  await rm(m.other.path);
  await m.other.spool.fetch();
  expect(await readFile(m.other.path, "utf8")).toBe("aaaabbbbcccc");
  await m.close();
});

describe("calls", () => {
  let database: Database;
  let old: Stage;
  let s: Stage | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    await s?.stop();
    s = undefined;
    await old.ports.close();
  });
  const talking = async (ownMachine: boolean) => {
    old = await createStage({ database, greeting: "", ownMachine });
    const page = await old.ready("1001");
    const { leg } = await old.customer();
    old.sw.pickUp(old.sw.at(page.user)[0]!);
    await old.settle();
    return leg;
  };

  test("K7 the machine of a call is gone with its disk: the next one stores what was copied", async () => {
    await talking(true);
    await old.advance(spoolMs);
    // The copy was made: real files need real time.
    await old.copied();
    await old.kill();
    s = await createStage({ after: old, ownMachine: true });
    const [record] = await s.records();
    expect(record).toMatchObject({ cause: "serverRestart", recordingMs: 20, recordingKey: expect.any(String) });
    expect((await s.ports.blobs.stat(record!["recordingKey"] as string))?.bytes).toBe(44 + 640);
    const left = [];
    for await (const { key } of s.ports.blobs.list("spool/")) left.push(key);
    expect(left).toEqual([]);
  });

  test("a store that is away when the next machine begins is asked again: the call is closed, its recording follows", async () => {
    await talking(true);
    await old.advance(spoolMs);
    await old.copied();
    await old.kill();
    const { blobs } = old.ports;
    const { list } = blobs;
    blobs.list = () => {
      throw new Error("away");
    };
    let begun = false;
    const starting = createStage({ after: old, ownMachine: true }).finally(() => (begun = true));
    // A start waits for such a store, but not for long.
    while (!begun) {
      await new Promise((resolve) => setImmediate(resolve));
      await old.ports.clock.advance(100);
    }
    s = await starting;
    expect(await s.records()).toMatchObject([{ cause: "serverRestart", recordingKey: null }]);
    blobs.list = list;
    // Files of another machine come beside the calls: nobody waits for them but this test.
    do await s.advance(30_000);
    while ((await s.records())[0]!["recordingKey"] === null);
    expect(await s.records()).toMatchObject([{ recordingKey: expect.any(String), recordingMs: 20 }]);
  });

  test("a recording that the store does not take is stored when it does, with its digest and in the same process", async () => {
    const leg = await talking(false);
    await old.advance(3_000);
    const { adopt } = old.ports.blobs;
    let tries = 0;
    old.ports.blobs.adopt = () => Promise.reject(new Error(`away ${++tries}`));
    old.sw.leave(leg);
    await old.settle();
    await old.advance(60_000);
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(await old.records()).toMatchObject([{ cause: "completed", recordingKey: null }]);
    old.ports.blobs.adopt = adopt;
    await old.advance(30_000);
    expect(await old.records()).toMatchObject([{ recordingKey: expect.any(String), recordingMs: 3_000 }]);
    const [{ callId }] = (await old.records()) as [{ callId: string }];
    expect((await old.track(callId)).filter((t) => t === "recordingStored")).toHaveLength(1);
    await old.advance(60_000);
    expect((await old.track(callId)).filter((t) => t === "recordingStored")).toHaveLength(1);
  });

  test("a store that is away when a process starts holds up nothing: calls are closed, the recording follows", async () => {
    await talking(false);
    await old.advance(3_000);
    await old.kill();
    const { adopt } = old.ports.blobs;
    old.ports.blobs.adopt = () => Promise.reject(new Error("away"));
    s = await createStage({ after: old });
    expect(await s.records()).toMatchObject([{ cause: "serverRestart", recordingKey: null }]);
    s.ports.blobs.adopt = adopt;
    await s.advance(30_000);
    expect(await s.records()).toMatchObject([{ cause: "serverRestart", recordingKey: expect.any(String) }]);
  });

  test("a store that answers nothing when a process starts holds it up for a moment only: calls are closed at once", async () => {
    await talking(false);
    await old.advance(3_000);
    await old.kill();
    const { blobs, clock } = old.ports;
    const { adopt } = blobs;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    blobs.adopt = async (...of) => {
      await answered;
      return adopt.apply(blobs, of);
    };
    let begun = false;
    const starting = createStage({ after: old }).finally(() => (begun = true));
    // The database, in its thread, needs real time.
    for (let turn = 0; turn < 5_000 && !begun; turn += 1) {
      await clock.advance(10);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(begun).toBe(true);
    s = await starting;
    expect(await s.records()).toMatchObject([{ cause: "serverRestart", recordingKey: null, endAt: expect.any(Date) }]);
    answer();
    await s.engine.idle();
    expect(await s.records()).toMatchObject([{ recordingKey: expect.any(String), recordingMs: 20 }]);
  });
});
