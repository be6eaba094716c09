import { createTestDatabase, createVirtualClock, silentLogger } from "../../testing/index.ts";
import type { Database } from "../../ports/database.ts";
import { createLeases } from "../lease/index.ts";
import { createEventLog, readStream, type Entry } from "./index.ts";

const name = "installation";
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "甲" }).execute());
});
afterAll(() => database.close());

const clock = createVirtualClock();
const entry = (id: string, kind: "created" | "mark"): Entry => ({
  stream: "contact",
  kind: "call",
  compId: "100001",
  id,
  at: clock.now(),
  actor: "engine",
  fact:
    kind === "created"
      ? { type: "created", direction: "inbound", caller: "138", callee: "4001" }
      : { type: "held", agentId: "1001" },
});
const events = (id: string) =>
  database.system((trx) =>
    trx.selectFrom("event").select(["seq", "epoch", "type"]).where("streamId", "=", id).orderBy("seq").execute(),
  );

/** Each has taken the lease of the one before. */
async function owner(lost: () => void = () => undefined) {
  const epoch = (await createLeases(database).take(name, `owner-${Math.random()}`, 60_000))!;
  return { epoch, log: createEventLog({ database, clock, logger: silentLogger, lease: { name, epoch, lost } }) };
}

test("K34 an owner that was followed writes nothing: neither what waits nor what comes, and it is told once", async () => {
  let told = 0;
  const old = await owner(() => (told += 1));
  await old.log.append(entry("c1", "created"));
  const next = await owner();
  await next.log.append(entry("c1", "mark"));
  // Before the lease it would have been read again and written with seq 3.
  const refused = await Promise.allSettled([
    old.log.append(entry("c1", "mark")),
    old.log.append(entry("c2", "created")),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(old.log.append(entry("c3", "created"))).rejects.toThrow("lease");
  await old.log.flush();
  await next.log.append(entry("c1", "mark"));
  expect(await events("c1")).toEqual([
    { seq: 1, epoch: old.epoch, type: "created" },
    { seq: 2, epoch: next.epoch, type: "held" },
    { seq: 3, epoch: next.epoch, type: "held" },
  ]);
  expect([(await events("c2")).length, (await events("c3")).length, told]).toEqual([0, 0, 1]);
  expect(next.epoch).toBe(old.epoch + 1);
});

test("K34 a batch that is tried again after the lease has changed hands is refused whole", async () => {
  let away = true;
  const { epoch } = await owner();
  const log = createEventLog({
    database: { ...database, system: (run) => (away ? Promise.reject(new Error("away")) : database.system(run)) },
    clock,
    logger: silentLogger,
    lease: { name, epoch, lost: () => undefined },
  });
  const written = Promise.allSettled([log.append(entry("c4", "created")), log.append(entry("c5", "created"))]);
  await clock.settle();
  await owner();
  away = false;
  await clock.advance(10_000);
  expect((await written).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const left = await database.system((trx) => readStream(trx, { compId: "100001", stream: "contact", id: "c4" }));
  expect(left).toEqual([]);
});
