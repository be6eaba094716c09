/** 误判 through the front door: who may say who answered, and what the detection is worth by it (inventory dialling.md C6, E14). */
import { dialTaskApi, previewTaskApi, taskMonitorApi, taskPhoneApi, type Heard } from "@liantai/api/contract/admin";
import { migrationNames } from "../../../migrations/index.ts";
import { appendLedger } from "../ledger/repository.ts";
import { verifyLedgers } from "../ledger/verify.ts";
import { addAttempt, addPhones, addTask, compId } from "../tasks/testing.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

let made = 0;
let task = "";
let phone = "";
const at = new Date("2026-03-02T02:00:00Z");
beforeEach(async () => {
  made += 1;
  task = await addTask(admin, { taskIdentity: `误判${made}`, amd: 1, mode: "ratio" });
  [phone = ""] = await addPhones(office, task, [{ state: "done", attempts: 1 }]);
});

/** A call that was answered, as its attempt was closed. */
async function answered(callId: string, more: object): Promise<void> {
  const answeredAt = new Date(at.getTime() + 5_000);
  const whole = { startedAt: at, answeredAt, endedAt: answeredAt, code: 200, phoneId: phone, callId };
  await addAttempt(office, task, { ...whole, ...more });
}
const attempts = () => admin.call(taskPhoneApi.attempts, { body: { taskId: task, id: phone } });
async function say(who: Person, callId: string, heard: "" | Heard, taskId = task) {
  const id = (await attempts()).find((one) => one.callId === callId)?.id ?? "none";
  return who.call(taskPhoneApi.heard, { body: { taskId, id, heard } });
}
const watched = async () => (await admin.call(taskMonitorApi.detail, { body: { id: task } })).task;
const abandoned = async () =>
  (await admin.call(dialTaskApi.progress, { body: { ids: [task] } }))[0]!.progress.abandoned;
const entries = () =>
  office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_ledger").select(["kind", "body"]).where("taskId", "=", task).orderBy("seq").execute(),
  );

test("D45 a person who was taken for a machine counts as abandoned: in the try, the counters, the rate and the ledger", async () => {
  for (let n = 0; n < 9; n += 1) await answered(`person${n}`, { answerer: "person", connectedAt: at });
  await answered("machine", { answerer: "machine" });
  await answered("other", { answerer: "fax" });
  expect(await watched()).toMatchObject({
    abandonedAll: 0,
    detection: { machines: 2, misjudged: 0, missed: 0, rate: 0, low: 0 },
  });
  await say(admin, "machine", "person");
  await say(admin, "machine", "person");
  await say(admin, "person0", "machine");
  expect((await attempts()).find(({ callId }) => callId === "machine")).toMatchObject({
    ...{ answerer: "machine", heard: "person", abandoned: true },
  });
  expect(await abandoned()).toBe(1);
  // Eight who are people by all accounts, and the one who was not known to be one. Wilson's bounds of 1 in 9, as published.
  expect(await watched()).toMatchObject({
    abandonedAll: 11.1,
    detection: { machines: 2, misjudged: 1, missed: 1, rate: 11.1, low: 2, high: 43.5 },
  });
  await say(admin, "machine", "");
  expect(await abandoned()).toBe(0);
  expect((await watched()).detection).toMatchObject({ misjudged: 0, rate: 0 });
  expect(await entries()).toEqual([
    { kind: "heard", body: '{"abandoned":true,"answerer":"machine","heard":"person"}' },
    { kind: "heard", body: '{"abandoned":false,"answerer":"person","heard":"machine"}' },
    { kind: "heard", body: '{"abandoned":false,"answerer":"machine","heard":""}' },
  ]);
  expect((await verifyLedgers(office.ports.database)).find((one) => one.compId === compId)).not.toHaveProperty(
    "broken",
  );
});

test("D45 the seat that had the call says it, and no other seat; one that an agent had was not abandoned", async () => {
  const agent = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  const colleague = await office.signIn({ code: compId, roleType: 2, account: "1002" });
  await answered("own", { answerer: "machine", agentId: "1001", connectedAt: at });
  const body = { callId: "own", heard: "person" as const };
  expect((await refused(colleague.call(previewTaskApi.heard, { body }))).msg).toBe("呼叫不存在");
  await agent.call(previewTaskApi.heard, { body });
  expect((await agent.call(previewTaskApi.ofCall, { body: { callId: "own" } })).number).toMatchObject({
    detects: true,
    heard: "person",
  });
  expect((await attempts())[0]).toMatchObject({ heard: "person", abandoned: false });
  expect(await watched()).toMatchObject({ abandonedAll: 0, detection: { misjudged: 1, rate: 100 } });
  expect(await abandoned()).toBe(0);
});

test("D45 E22 it is refused where nobody answered, where the task does not listen, and to whoever keeps no numbers", async () => {
  const agent = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  await answered("missed", { answerer: "", answeredAt: null, code: 594 });
  expect((await refused(say(admin, "missed", "machine"))).msg).toBe("该呼叫没有被接听");
  expect((await refused(say(admin, "none", "machine"))).msg).toBe("呼叫不存在");
  expect(await refused(say(agent, "missed", "machine"))).toMatchObject({ status: 403 });
  const deaf = await addTask(admin, { taskIdentity: "不检测" });
  await answered("person", { answerer: "person", taskId: deaf });
  const id = (await admin.call(taskPhoneApi.attempts, { body: { taskId: deaf, id: phone } }))[0]!.id;
  const body = { taskId: deaf, id, heard: "machine" as const };
  expect((await refused(admin.call(taskPhoneApi.heard, { body }))).msg).toBe("任务没有启用应答检测");
  expect((await admin.call(taskMonitorApi.detail, { body: { id: deaf } })).task.detection).toBeNull();
});

test("D12 D45 the way down to before such words leaves their entries, and a chain that holds; new ones are refused there", async () => {
  const { database } = office.ports;
  await answered("before", { answerer: "machine" });
  await say(admin, "before", "person");
  const all = () => entries().then((list) => list.map(({ kind }) => kind));
  const broken = async () => (await verifyLedgers(database)).find((one) => one.compId === compId)!.broken;
  await database.migrateDown(migrationNames.length - migrationNames.indexOf("142-who-answered"));
  const [kept, chain] = [await all(), await broken()];
  const entry = { kind: "heard", taskId: task, phoneId: phone, body: {} } as const;
  const another = await database.tenant(compId, (trx) => appendLedger(trx, compId, at, [entry])).catch(String);
  await database.migrate();
  expect(kept).toEqual(["heard"]);
  expect(chain).toBeUndefined();
  expect(another).toMatch("dial_ledger_kind_check");
  // And up again: the attempt's own column went with the way down, its entry did not, and the chain goes on.
  await say(admin, "before", "person");
  expect(await all()).toEqual(["heard", "heard"]);
  expect(await broken()).toBeUndefined();
});
