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
  const leases = createLeases(database);
  const owner = `owner-${Math.random()}`;
  await leases.join(owner, 60_000);
  const epoch = (await leases.take(owner, [name])).get(name)!;
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

test("K34 a batch of several enterprises: what is under a lease that was lost is refused, and everything else is written", async () => {
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100002", name: "乙" }).execute());
  const leases = createLeases(database, false);
  const lost: string[] = [];
  for (const who of ["old", "new"]) await leases.join(who, 60_000);
  const epochs = await leases.take("old", ["100001", "100002"]);
  const shared = createEventLog({ database, clock, logger: silentLogger });
  const under = (compId: string, epoch = epochs.get(compId)!) =>
    shared.under({ name: compId, epoch, lost: () => lost.push(compId) });
  const [first, second] = [under("100001"), under("100002")];
  // The first enterprise alone goes to another process.
  await database.system((trx) =>
    trx
      .updateTable("telephony_lease")
      .set({ owner: "new", epoch: epochs.get("100001")! + 1 })
      .where("name", "=", "100001")
      .execute(),
  );
  const of = (compId: string, id: string): Entry => ({ ...entry(id, "created"), compId });
  const written = await Promise.allSettled([
    first.append(of("100001", "c6")),
    second.append(of("100002", "c7")),
    second.append(of("100002", "c8")),
    first.written(),
    second.written(),
  ]);
  second.keep({ kind: "call", compId: "100002", id: "c7", state: () => JSON.stringify({ v: 1 }) });
  first.keep({ kind: "call", compId: "100001", id: "c6", state: () => JSON.stringify({ v: 1 }) });
  await shared.flush();
  expect(written.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect([await events("c6"), (await events("c7")).map(({ epoch }) => epoch), lost]).toEqual([
    [],
    [epochs.get("100002")],
    ["100001"],
  ]);
  await expect(first.append(of("100001", "c9"))).rejects.toThrow("another");
  await expect(first.written()).rejects.toThrow("another");
  const kept = await database.system((trx) => trx.selectFrom("live_call").select(["id", "epoch"]).execute());
  expect(kept).toEqual([{ id: "c7", epoch: epochs.get("100002") }]);
  // Its own again, under a later epoch.
  await under("100001", epochs.get("100001")! + 1).append(of("100001", "c9"));
  expect((await events("c9")).map(({ epoch }) => epoch)).toEqual([epochs.get("100001")! + 1]);
});
