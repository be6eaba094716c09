/** 应急开关 over HTTP: who may switch what, and who is told. */
import { emergencyApi, operateLogApi, skillGroupApi } from "@liantai/api/contract/admin";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { body, node } from "@liantai/api/testing/flows";
import { demoFlow, seedFlow } from "../flows/index.ts";
import { publish, subscribe } from "../topics.ts";
import { watchEmergencyTargets } from "./emergency-targets.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
let office: Office;
let served = "";
let other = "";
const asked: object[] = [];
const told: object[] = [];
const nowhere = { kind: "none" as const, id: "" };

beforeAll(async () => {
  office = await openOffice();
  await office.ports.broker.serve("telephony.engine", async (request) => void asked.push(request as object));
  await subscribe(office.ports.broker, "message.send", (sent) => void told.push(sent));
  const groups = (await office.administrator.call(skillGroupApi.list, { body: { pageNo: 1, pageSize: 10 } })).list;
  served = groups.find(({ members }) => members > 0)!.id;
  const { members: _, id: __, ...row } = groups.find(({ id }) => id === served)!;
  other = (await office.administrator.call(skillGroupApi.add, { body: { ...row, name: "无人组" } })).id;
});
afterAll(() => office?.close());

const list = async () => office.monitor.call(emergencyApi.list, { body: {} });

test("Q13 an administrator switches a number; it is told, logged, shown with who and when, and taken off once", async () => {
  const { administrator, agent } = office;
  const number = (await administrator.call(emergencyApi.choices, { body: {} })).number[0]!.id;
  const body = { subject: "number" as const, id: number, action: "announce" as const, text: "停电", target: nowhere };
  expect((await refused(agent.call(emergencyApi.set, { body }))).status).toBe(403);
  expect((await refused(administrator.call(emergencyApi.set, { body: { ...body, text: "" } }))).data).toMatchObject({
    fields: [{ path: "text" }],
  });
  await administrator.call(emergencyApi.set, { body });
  expect(asked).toMatchObject([{ verb: "emergency", compId, subject: "number", id: number }]);
  expect(told).toMatchObject([{ to: { compId }, message: { type: "msgNotify", level: "warning", sound: true } }]);
  expect(await list()).toMatchObject([
    { subject: "number", id: number, action: "announce", text: "停电", by: expect.stringMatching(/./) },
  ]);
  await administrator.call(emergencyApi.clear, { body: { subject: "number", id: number } });
  expect(await list()).toEqual([]);
  await refused(administrator.call(emergencyApi.clear, { body: { subject: "number", id: number } }));
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 10 } });
  expect(log.list.slice(0, 2).map(({ action }) => action)).toEqual(["switchOff", "switchOn"]);
});

test("Q31 one press switches several numbers, all or none, each in the operation log; everybody is told once", async () => {
  const { administrator } = office;
  const known = (await administrator.call(emergencyApi.choices, { body: {} })).number;
  const [numbers, names] = [known.map(({ id }) => id), known.map(({ label }) => label)];
  expect(numbers.length).toBeGreaterThan(1);
  const press = (subjectIds: readonly string[]) =>
    administrator.call(emergencyApi.set, {
      body: { subject: "number", subjectIds: [...subjectIds], action: "close", target: nowhere },
    });
  for (const ids of [[], Array.from({ length: 201 }, (_, n) => String(n))])
    expect((await refused(press(ids))).data).toMatchObject({ fields: [{ path: "subjectIds" }] });
  expect((await refused(press([...numbers, "10"]))).code).not.toBe(200);
  expect(await list()).toEqual([]);
  const [askedBefore, toldBefore] = [asked.length, told.length];
  await press([...numbers, numbers[0]!]);
  expect((await list()).map(({ id, action }) => [id, action])).toEqual([...numbers].sort().map((id) => [id, "close"]));
  expect(asked.slice(askedBefore).map((each) => (each as { id: string }).id)).toEqual([...numbers].sort());
  const title = `应急开关：接入号码${names.join("、")}`;
  expect(told.slice(toldBefore)).toMatchObject([{ to: { compId }, message: { title } }]);
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 10 } });
  expect(log.list.slice(0, numbers.length + 1).map(({ action }) => action)).toEqual([
    ...numbers.map(() => "switchOn"),
    "switchOff",
  ]);
  expect(log.list.slice(0, numbers.length).map(({ objectName }) => objectName)).toEqual(
    [...numbers]
      .sort()
      .reverse()
      .map((id) => expect.stringContaining(id) as string),
  );
  for (const id of numbers) await administrator.call(emergencyApi.clear, { body: { subject: "number", id } });
});

test("Q13 a monitor switches the groups of the own seats alone, and no number; a target must be there and another one", async () => {
  const { monitor, administrator } = office;
  const close = (subject: "number" | "skillGroup", id: string) =>
    monitor.call(emergencyApi.set, { body: { subject, id, action: "close", target: nowhere } });
  const known = await administrator.call(emergencyApi.choices, { body: {} });
  await refused(close("number", known.number[0]!.id));
  await refused(close("skillGroup", other));
  const to = (id: string) =>
    monitor.call(emergencyApi.set, {
      body: { subject: "skillGroup", id: served, action: "target", target: { kind: "skillGroup", id } },
    });
  await refused(to("gone"));
  await refused(to(served));
  await to(other);
  expect(await list()).toMatchObject([
    { subject: "skillGroup", id: served, action: "target", targetName: "技能组：无人组" },
  ]);
  // Only who leads elsewhere has a target to name.
  const without = (action: "close" | "target") =>
    monitor.call(emergencyApi.set, { body: { subject: "skillGroup", id: served, action } as never });
  expect((await refused(without("target"))).fields).toMatchObject([{ path: "target", message: "请选择转到的目标" }]);
  await without("close");
  expect(await list()).toMatchObject([{ id: served, action: "close", target: nowhere }]);
});

test("G116 a switch leads into a published flow, not into one that leads back; a flow that a switch leads to does not go", async () => {
  const { monitor, administrator, ports } = office;
  const at = { body: demoFlow(served, { wait: "w", closed: "c", busy: "b" }), at: new Date(0) };
  const plain = { body: body([node("start", "start")]), at: new Date(0) };
  await ports.database.system((trx) =>
    Promise.all([
      seedFlow(trx, compId, { ...at, id: "circle", versionId: "c1", name: "绕回" }),
      seedFlow(trx, compId, { ...plain, id: "calm", versionId: "c2", name: "应急流程" }),
      seedFlow(trx, compId, { ...plain, id: "agents", versionId: "c3", name: "坐席辅助", flowType: 5 }),
    ]),
  );
  const { flow } = await monitor.call(emergencyApi.choices, { body: {} });
  expect(flow.map(({ id }) => id)).toEqual(expect.arrayContaining(["circle", "calm"]));
  expect(flow.map(({ id }) => id)).not.toContain("agents");
  const to = (id: string) =>
    monitor.call(emergencyApi.set, {
      body: { subject: "skillGroup", id: served, action: "target", target: { kind: "flow", id } },
    });
  expect((await refused(to("circle"))).fields).toMatchObject([
    { path: "target.id", message: expect.stringContaining("会转入技能组") },
  ]);
  expect((await refused(to("agents"))).fields).toMatchObject([{ path: "target.id" }]);
  await to("calm");
  expect(await list()).toMatchObject([{ targetName: "流程：应急流程", gone: 0 }]);
  expect((await refused(administrator.call(flowApi.delete, { params: { id: "calm" } }))).msg).toContain("应急开关");
});

test("Q13 a target that goes out of service is shown, and the administrators are told once; back again, the next time anew", async () => {
  const { monitor } = office;
  const until = async (found: () => Promise<boolean>) => {
    while (!(await found())) await new Promise(setImmediate);
  };
  const end = await watchEmergencyTargets(office);
  await monitor.call(emergencyApi.set, {
    body: { subject: "skillGroup", id: served, action: "target", target: { kind: "skillGroup", id: other } },
  });
  expect(await list()).toMatchObject([{ gone: 0 }]);
  const enable = async (enabled: 0 | 1) => {
    await office.ports.database.system((trx) =>
      trx.updateTable("skill_group").set({ enabled }).where("compId", "=", compId).where("id", "=", other).execute(),
    );
    await publish(office.ports.broker, "groups.changed", { compId });
    await until(async () => (await list())[0]?.gone === 1 - enabled);
  };
  const toldAt = async () => {
    const rows = await office.ports.database.system((trx) =>
      trx.selectFrom("emergency_switch").select("toldAt").where("subjectId", "=", served).execute(),
    );
    return rows[0]?.toldAt;
  };
  const gone = () =>
    told.filter((sent) => JSON.stringify(sent).includes("要转到的目标已失效")) as { to: object; message: object }[];
  await enable(0);
  await until(async () => gone().length === 1);
  expect(await list()).toMatchObject([{ targetName: "技能组：无人组（目标已停用）" }]);
  expect(gone()[0]).toMatchObject({ to: { compId, administrators: true }, message: { level: "error", sound: true } });
  await publish(office.ports.broker, "groups.changed", { compId });
  await publish(office.ports.broker, "groups.changed", { compId });
  await enable(1);
  await until(async () => (await toldAt()) === null);
  expect(gone()).toHaveLength(1);
  await enable(0);
  await until(async () => gone().length === 2);
  await end();
});
