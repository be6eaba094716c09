/** What a machine that died has of recordings when it comes back (docs/protocol.md P30). Real files, a folder as the shared store. */
import { access, copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../ports/database.ts";
import { createTestDatabase } from "../../testing/index.ts";
import { createLeftovers, leftoversMs } from "./leftovers.ts";
import { createStage, type Stage } from "./testing/stage.ts";

let database: Database;
let old: Stage;
let next: Stage;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  old = await createStage({ database, greeting: "", ownMachine: true });
  const page = await old.ready("1001");
  const { leg } = await old.customer();
  old.sw.pickUp(old.sw.at(page.user)[0]!);
  await old.settle();
  customer = leg;
});
afterEach(async () => {
  await next.stop();
  await old.ports.close();
});

let customer: string;
const folderOf = ({ ports }: Stage): string => join(ports.folder, "recordings-live");
const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const keyOf = async (stage: Stage) => (await stage.records())[0]!["recordingKey"];

/** A process on the disk of the first, beside `next`. */
function cameBack(has: () => boolean = () => false) {
  const { blobs, broker, clock, logger } = next.ports;
  const shared = { ...blobs, shared: true };
  return createLeftovers({ blobs: shared, broker, clock, database, logger, folder: folderOf(old), has });
}
const fileOf = async () => `${old.compId}_${(await old.records())[0]!["callId"] as string}.wav`;

test("P30 a call that nobody else has a recording of: it goes up when the machine is back; whoever has the calls stores it", async () => {
  const path = join(folderOf(old), await fileOf());
  // It died before the first copy was made.
  await old.kill();
  next = await createStage({ after: old, ownMachine: true });
  expect(await next.records()).toMatchObject([{ cause: "serverRestart", recordingKey: null }]);
  const back = cameBack();
  await back.start();
  expect(await there(path)).toBe(false);
  await next.settle();
  const [record] = await next.records();
  expect(record).toMatchObject({ recordingKey: expect.any(String), recordingMs: 20 });
  expect((await next.ports.blobs.stat(record!["recordingKey"] as string))?.bytes).toBe(44 + 640);
  const pieces = [];
  for await (const { key } of next.ports.blobs.list("spool/")) pieces.push(key);
  expect(pieces).toEqual([]);
  back.stop();
});

test("P30 a call whose recording is stored: what the machine has of it goes, and changes nothing", async () => {
  const path = join(folderOf(old), await fileOf());
  const copy = join(await mkdtemp(join(tmpdir(), "liantai-leftovers-")), "x.wav");
  await copyFile(path, copy);
  old.sw.leave(customer);
  await old.settle();
  await old.kill();
  next = await createStage({ after: old, ownMachine: true });
  const key = await keyOf(next);
  expect(key).toEqual(expect.any(String));
  await copyFile(copy, path);
  const back = cameBack();
  await back.start();
  await next.settle();
  expect([await there(path), await keyOf(next)]).toEqual([false, key]);
  back.stop();
});

test("P30 a call that goes on elsewhere: its file stays until the call is over; an engine of this process sees to its own", async () => {
  const path = join(folderOf(old), await fileOf());
  // Nothing of it has been closed yet.
  next = old;
  let here = true;
  const back = cameBack(() => here);
  await back.start();
  here = false;
  await old.advance(leftoversMs);
  expect(await there(path)).toBe(true);
  // In these minutes it was copied to the store: whoever goes on has it from there.
  await old.copied();
  await old.kill();
  next = await createStage({ after: old, ownMachine: true });
  const key = await keyOf(next);
  expect(key).toEqual(expect.any(String));
  here = true;
  await next.advance(leftoversMs);
  expect(await there(path)).toBe(true);
  here = false;
  await next.advance(leftoversMs);
  while (await there(path)) await next.settle();
  expect(await keyOf(next)).toBe(key);
  back.stop();
});
