import { createPgBossJobs } from "../../adapters/embedded/jobs/index.ts";
import type { PgliteJobsBackend } from "../../adapters/embedded/database/index.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import type { Clock } from "../../ports/clock.ts";
import { agent, openDemo, type Demo } from "../../testing/demo.ts";
import { createTestDatabase, silentLogger } from "../../testing/index.ts";
import { createEventLog } from "../event-log/index.ts";
import { createAuditPurge } from "../audit/index.ts";
import { createMaintenanceModule, nightlyQueues } from "./index.ts";
import { everyNight, nextNight } from "./nightly.ts";

const hour = 3_600_000;
const day = 24 * hour;
const shanghai = (text: string) => new Date(`${text.replace(" ", "T")}+08:00`).getTime();
const logged: { level: string; fields: Record<string, unknown>; text: string | undefined }[] = [];
const log = (level: string) => (fields: object, text?: string) =>
  void logged.push({ level, fields: fields as Record<string, unknown>, text });
const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo({ logger });
  await demo.ports.jobs.start();
});
afterAll(() => demo.close());
beforeEach(() => void logged.splice(0));

/** Time, then whatever the database still has to do for what fell due. */
async function until(text: string, happened: () => boolean): Promise<void> {
  await demo.clock.advance(shanghai(text) - demo.clock.now());
  await demo.eventually(happened);
}
const notified = (text: string) => logged.filter((line) => line.text?.startsWith(text));

test.each([
  ["2026-03-02 02:59:59", "2026-03-02 03:00:00"],
  ["2026-03-02 03:00:00", "2026-03-03 03:00:00"],
  ["2026-12-31 23:59:59", "2027-01-01 03:00:00"],
])("after %s the next night is %s", (now, next) => expect(nextNight(shanghai(now), 180)).toBe(shanghai(next)));

test("of several processes one runs a night, a run that fails does not end the nights", async () => {
  const runs: number[] = [];
  const run = async () => {
    runs.push(demo.clock.now());
    if (runs.length === 1) throw new Error("the database is away");
  };
  for (let process = 0; process < 3; process += 1) await everyNight(demo.ports, "probe", 60, run);
  // Monday 09:00. The first try fails, the next comes a second later.
  await until("2026-03-03 01:00:05", () => runs.length === 2);
  await until("2026-03-05 02:00:00", () => runs.length === 4);
  expect(runs).toEqual([
    shanghai("2026-03-03 01:00:00"),
    shanghai("2026-03-03 01:00:01"),
    shanghai("2026-03-04 01:00:00"),
    shanghai("2026-03-05 01:00:00"),
  ]);
});

test("the operation log is kept as long as it is said and no longer", async () => {
  const { database, clock } = demo.ports;
  const at = (days: number) => new Date(clock.now() - days * day);
  const line = {
    compId: "100001",
    userId: "u",
    userName: "u",
    nickName: "",
    module: "",
    action: "update",
    object: "seat",
    objectId: "1",
    objectName: "",
    before: "null",
    after: "null",
    address: "",
  };
  await database.system((trx) =>
    trx
      .insertInto("operation_log")
      .values([
        ...[29, 364, 366].map((days) => ({ ...line, id: `kept-${days}`, at: at(days) })),
        ...Array.from({ length: 1_001 }, (_, n) => ({ ...line, id: `old-${n}`, at: at(900) })),
      ])
      .execute(),
  );
  const left = () =>
    database.system((trx) =>
      trx.selectFrom("operation_log").select("id").where("id", "like", "kept-%").orderBy("id").execute(),
    );
  expect(await createAuditPurge(demo.ports)()).toEqual({ operations: 1_002 });
  expect((await left()).map(({ id }) => id)).toEqual(["kept-29", "kept-364"]);
  expect(await createAuditPurge(demo.ports, 30)()).toEqual({ operations: 1 });
  expect((await left()).map(({ id }) => id)).toEqual(["kept-29"]);
});

test("the purge removes what is past its time and nothing else", async () => {
  await demo.signIn(agent);
  const now = shanghai("2026-03-05 03:00:00");
  const at = (days: number) => new Date(now - days * day);
  await demo.ports.database.system(async (trx) => {
    const session = await trx.selectFrom("session").selectAll().executeTakeFirstOrThrow();
    const kept = [
      ["live-and-old", null],
      ["ended-89", at(89.9)],
      ["ended-91", at(90.1)],
      ...Array.from({ length: 1_500 }, (_, n) => [`ended-many-${n}`, at(200)] as const),
    ] as const;
    await trx
      .insertInto("session")
      .values(
        kept.map(([id, endedAt]) => ({
          ...session,
          id,
          accessHash: `a-${id}`,
          refreshHash: `r-${id}`,
          createdAt: at(400),
          endedAt,
          endReason: endedAt ? "logout" : null,
        })),
      )
      .execute();
    const attempt = await trx.selectFrom("login_log").selectAll().executeTakeFirstOrThrow();
    await trx
      .insertInto("login_log")
      .values([364, 366, 800].map((days) => ({ ...attempt, id: `log-${days}`, at: at(days) })))
      .execute();
  });
  const maintenance = createMaintenanceModule({ ports: { ...demo.ports, logger }, purge: demo.auth.purge });
  await maintenance.start?.();
  await until("2026-03-05 03:00:30", () => notified("nightly purge").length > 0);
  expect(notified("nightly purge").map(({ fields }) => fields)).toEqual([{ sessions: 1_501, logins: 2 }]);
  const left = await demo.ports.database.system(async (trx) => ({
    sessions: await trx.selectFrom("session").select("id").execute(),
    logins: await trx.selectFrom("login_log").select("id").execute(),
  }));
  expect(left.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(["live-and-old", "ended-89"]));
  expect(left.sessions).toHaveLength(3);
  expect(left.logins.map(({ id }) => id)).not.toEqual(expect.arrayContaining(["log-366"]));
  expect(left.logins).toHaveLength(2);
  await maintenance.stop?.();
});

test("the comparison goes over all in slices, tells what differs at error level without values, and counts it", async () => {
  const { clock, random, database } = demo.ports;
  const eventLog = createEventLog({ database, clock, logger });
  const ids = Array.from({ length: 9 }, () => random.id());
  for (const id of ids)
    void eventLog.append({
      stream: "contact",
      kind: "call",
      compId: "100001",
      id,
      at: clock.now(),
      actor: "caller",
      fact: { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" },
    });
  await eventLog.flush();
  let slices = 0;
  const jobs = {
    ...demo.ports.jobs,
    send: async (...[queue, data, options]: Parameters<typeof demo.ports.jobs.send>) => {
      if (queue === nightlyQueues.reconcile && "from" in data) slices += 1;
      return demo.ports.jobs.send(queue, data, options);
    },
  };
  const maintenance = createMaintenanceModule({
    ports: { ...demo.ports, jobs, logger },
    purge: demo.auth.purge,
    slice: { page: 2, pages: 1 },
  });
  const gauges = async () =>
    Object.fromEntries(await Promise.all(maintenance.gauges.map(async ({ name, value }) => [name, await value()])));
  expect(await gauges()).toEqual({
    projection_differences: 0,
    projection_rows_compared: 0,
    projection_compared_at_seconds: 0,
    blobs_up: 1,
  });
  await maintenance.start?.();
  await until("2026-03-05 03:20:30", () => notified("nightly comparison").length > 0);
  expect(notified("nightly comparison")).toEqual([
    { level: "info", fields: { rows: 9, found: 0 }, text: expect.anything() },
  ]);
  expect(slices).toBeGreaterThan(3);

  await database.system((trx) =>
    trx.updateTable("call_record").set({ caller: "13912345678" }).where("callId", "in", [ids[0]!, ids[8]!]).execute(),
  );
  await until("2026-03-06 03:20:30", () => notified("nightly comparison").length > 1);
  expect(notified("nightly comparison").at(-1)).toMatchObject({ level: "error", fields: { rows: 9, found: 2 } });
  expect(
    notified("rows differ").flatMap(({ level, fields }) => [level, fields["found"], fields["differences"]]),
  ).toEqual(
    [ids[0], ids[8]].flatMap((id) => [
      "error",
      1,
      [{ compId: "100001", stream: "contact", id, kind: "columns", columns: ["caller"] }],
    ]),
  );
  expect(JSON.stringify(logged)).not.toContain("13912345678");
  expect(await gauges()).toEqual({
    projection_differences: 2,
    projection_rows_compared: 9,
    projection_compared_at_seconds: expect.any(Number),
    blobs_up: 1,
  });
  await maintenance.stop?.();
});

test("on pg-boss: a night that several processes planned and none was there for runs once, at the next start", async () => {
  const database = await createTestDatabase();
  const real = createSystemClock();
  const night = shanghai("2026-03-02 03:00:00");
  let ahead: number | undefined;
  const clock: Clock = { ...real, now: () => real.now() + (ahead ?? 0) };
  let runs = 0;
  const start = async () => {
    const jobs = createPgBossJobs({ database, clock: real, random: createSystemRandom(real), logger: silentLogger });
    await jobs.start();
    // The first plans before the night, and is gone by then.
    ahead ??= night - 60_000 - real.now();
    for (let process = 0; process < 2; process += 1)
      await everyNight({ jobs, clock }, "probe", 180, async () => void (runs += 1));
    return jobs;
  };
  await (await start()).stop();
  expect(clock.now()).toBeLessThan(night);
  // The night comes, by our clock and by that of the jobs, which is the database's.
  ahead = night + 100 - real.now();
  const { executeSql } = database.jobsBackend as PgliteJobsBackend;
  await executeSql("update pgboss.job set start_after = now() - interval '1 second' where name = 'probe'");
  const due = async () =>
    (await executeSql("select 1 from pgboss.job where name = 'probe' and start_after < now() and completed_on is null"))
      .rows.length;
  expect([runs, await due()]).toEqual([0, 1]);
  const jobs = await start();
  while ((await due()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await jobs.stop();
  await database.close();
  expect(runs).toBe(1);
});
