/** K88: after an upgrade, rows of calls that were made otherwise are made anew, once, beside calls that go on. */
import { dayMs } from "@liantai/api/contract";
import { openDemo, type Demo } from "../../testing/demo.ts";
import { createEventLog, projectionVersion, reconcile, type CallFact } from "../event-log/index.ts";
import { createMaintenanceModule, type MaintenanceModule } from "./index.ts";

const compId = "100001";
const minute = 60_000;
const logged: { fields: object; text: string | undefined }[] = [];
const none = () => undefined;
const logger = {
  ...{ debug: none, warn: none, error: none },
  info: (fields: object, text?: string) => void logged.push({ fields, text }),
};

let demo: Demo;
let maintenance: MaintenanceModule;
const ids: string[] = [];
const said = () => logged.filter(({ text }) => text?.startsWith("calls are as this version"));
const madeAnew = () => logged.filter(({ text }) => text?.startsWith("calls were made anew"));

beforeAll(async () => {
  demo = await openDemo();
  await demo.ports.jobs.start();
  const { database, clock, random } = demo.ports;
  const eventLog = createEventLog({ database, clock, logger });
  const head = { stream: "contact", kind: "call", compId, actor: "1001" } as const;
  for (let n = 0; n < 7; n += 1) {
    const id = random.id();
    ids.push(id);
    const at = clock.now();
    const facts: CallFact[] = [
      { type: "created", direction: "internal", caller: "1001", callee: "1002", agentId: "1001" },
      { type: "answered", agentId: "1002" },
      // The last one is alive.
      ...(n < 6
        ? ([{ type: "hungup", side: "far", cause: "normal", agentId: "1002" }, { type: "ended" }] as const)
        : []),
    ];
    for (const fact of facts)
      void eventLog.append({ ...head, id, at, fact, ...(fact.type === "ended" ? { reason: "completed" } : {}) });
  }
  await eventLog.flush();
});
afterAll(() => demo.close());
beforeEach(() => void logged.splice(0));

async function start(): Promise<void> {
  maintenance = createMaintenanceModule({
    ports: { ...demo.ports, logger },
    purge: async () => ({}),
    slice: { page: 2, pages: 1 },
  });
  await maintenance.start?.();
}
/** As an earlier version might have left them: another word, a leg too few, a leg that there is not. */
const spoil = () =>
  demo.ports.database.system(async (trx) => {
    const own = trx.updateTable("call_record").where("compId", "=", compId);
    await own.set({ hungUpBy: "system", talkMs: 7 }).where("callId", "in", [ids[0]!, ids[6]!]).execute();
    await own.set({ appliedSeq: 2 }).where("callId", "=", ids[3]!).execute();
    const [leg] = await trx.selectFrom("call_leg").selectAll().where("callId", "=", ids[5]!).execute();
    await trx.deleteFrom("call_leg").where("callId", "=", ids[4]!).execute();
    await trx
      .insertInto("call_leg")
      .values({ ...leg!, seq: 9 })
      .execute();
  });
const differing = async () => {
  const { samples } = await reconcile(demo.ports.database);
  return samples.map(({ id, kind }) => `${ids.indexOf(id)} ${kind}`).sort();
};
async function pass(): Promise<void> {
  await demo.clock.advance(minute);
  for (let slice = 0; slice < 12; slice += 1) {
    for (let i = 0; i < 6; i += 1) await demo.ports.database.ping();
    await demo.clock.advance(1_000);
  }
}

test("K88 what differs of ended calls is made anew from a minute after the start until nothing does; the night tells more", async () => {
  await spoil();
  expect(await differing()).toEqual(["0 columns", "3 behind", "4 columns", "5 columns", "6 columns"]);
  await start();
  await demo.clock.advance(minute - 1_000);
  expect(await differing()).toHaveLength(5);
  await pass();
  await demo.eventually(() => madeAnew().length > 0);
  expect(madeAnew()).toMatchObject([{ fields: { rows: 7, mended: 3 } }]);
  expect(await differing()).toEqual(["3 behind", "6 columns"]);
  // A process of the version before went on, and wrote as that did.
  await demo.ports.database.system((trx) =>
    trx.updateTable("call_record").set({ talkMs: 8 }).where("callId", "=", ids[2]!).execute(),
  );
  await demo.clock.advance(dayMs - minute);
  await pass();
  await demo.eventually(() => madeAnew().length > 1);
  expect([madeAnew()[1]?.fields, said()]).toEqual([{ rows: 7, mended: 1 }, []]);
  await demo.clock.advance(dayMs - minute);
  await pass();
  await demo.eventually(() => said().length > 0);
  expect(said()).toMatchObject([{ fields: { rows: 7, mended: 0 } }]);
  expect(await differing()).toEqual(["3 behind", "6 columns"]);
  const legs = await demo.ports.database.system((trx) =>
    trx.selectFrom("call_leg").select("callId").where("compId", "=", compId).execute(),
  );
  expect(ids.slice(4, 6).map((id) => legs.filter(({ callId }) => callId === id).length)).toEqual([2, 2]);
  await maintenance.stop?.();
});

test("K88 once for a version: the next start makes nothing anew, and begins where another version was through", async () => {
  await demo.ports.database.system((trx) =>
    trx.updateTable("call_record").set({ talkMs: 9 }).where("callId", "=", ids[1]!).execute(),
  );
  await start();
  await pass();
  expect([said(), await differing()]).toEqual([[], ["1 columns", "3 behind", "6 columns"]]);
  await maintenance.stop?.();
  await demo.ports.database.system((trx) =>
    trx
      .updateTable("setting")
      .set({ key: "projection-mend-0" })
      .where("key", "=", `projection-mend-${projectionVersion}`)
      .execute(),
  );
  await start();
  await pass();
  await demo.eventually(() => madeAnew().length > 0);
  expect([madeAnew()[0]?.fields, await differing()]).toEqual([{ rows: 7, mended: 1 }, ["3 behind", "6 columns"]]);
  await maintenance.stop?.();
});
