/** What is switched off is no new choice, and stays where it was chosen before (docs/protocol.md, K94). */
import {
  accessNumApi,
  dialTaskApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
  meetingRoomApi,
  skillGroupApi,
} from "@liantai/api/contract/admin";
import { flowApi, robotAgentApi } from "@liantai/api/contract/flow-editor";
import { demoEnterprise } from "../system/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

const { compId } = demoEnterprise;
const nowhere = { kind: "none", id: "" } as const;
const queue = { enabled: 1, maxWaitS: 0, remark: "", overflowFull: nowhere, overflowWait: nowhere } as const;
let office: Office;
let admin: Person;
let group: object;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  [group = {}] = (await admin.call(skillGroupApi.list, { body: { pageNo: 1, pageSize: 1 } })).list;
});
afterAll(() => office.close());

/** Whatever is typed. */
const body = (fields: object) => ({ body: fields as never });
const addGroup = async (name: string, more: object = {}) =>
  (await admin.call(skillGroupApi.add, body({ ...group, name, overflowAbsent: nowhere, rings: [], ...more }))).id;
const switchOff = (id: string, name: string) =>
  admin.call(skillGroupApi.update, body({ ...group, id, name, enabled: 0, rings: [] }));
const fieldsOf = async (call: Promise<unknown>) => (await refused(call)).fields;

test("K94 an overflow, a ring and a queue take no group, queue or seat that is switched off, and keep theirs", async () => {
  const late = await addGroup("夜班");
  const to = { kind: "skillGroup", id: late } as const;
  const ring = { afterS: 30, kind: "group", level: 1, groupId: late };
  const own = { name: "白班", overflowWait: to, rings: [ring] };
  const kept = await addGroup(own.name, own);
  const { id: main } = await admin.call(dispatchGroupApi.add, body({ ...queue, name: "总机", overflowAbsent: to }));
  await switchOff(late, "夜班");
  await admin.call(skillGroupApi.update, body({ ...group, ...own, id: kept, remark: "改了备注" }));
  await admin.call(
    dispatchGroupApi.update,
    body({ ...queue, id: main, name: "总机", overflowAbsent: to, remark: "改" }),
  );
  const fresh = { ...group, name: "新组", overflowWait: to };
  expect(await fieldsOf(admin.call(skillGroupApi.add, body(fresh)))).toEqual([
    { path: "overflowWait.id", label: "等待超时", message: "等待超时的目标已停用" },
  ]);
  const ringing = { ...group, name: "新组", rings: [ring] };
  expect(await fieldsOf(admin.call(skillGroupApi.add, body(ringing)))).toMatchObject([
    { path: "rings[0].groupId", message: "技能组已停用" },
  ]);
  const seatOff = { kind: "seat", id: "1002" };
  await office.ports.database.system((trx) =>
    trx.updateTable("seat").set({ enabled: 0 }).where("compId", "=", compId).where("agentId", "=", "1002").execute(),
  );
  const led = { ...queue, id: main, name: "总机", overflowAbsent: seatOff };
  expect(await fieldsOf(admin.call(dispatchGroupApi.update, body(led)))).toMatchObject([
    { path: "overflowAbsent.id", message: "无坐席签入的目标已停用" },
  ]);
  const joins = { dispatchGroupId: main, skillGroupIds: [late], nextAfterS: 30 };
  expect(await fieldsOf(admin.call(dispatchGroupMemberApi.add, body(joins)))).toMatchObject([
    { path: "skillGroupIds", message: "技能组「夜班」已停用" },
  ]);
});

test("K94 what is switched off is no choice of an access number, and named apart", async () => {
  const off = await addGroup("停用组");
  await switchOff(off, "停用组");
  const { id: queueId } = await admin.call(
    dispatchGroupApi.add,
    body({ ...queue, name: "停用队列", enabled: 0, overflowAbsent: nowhere }),
  );
  const { id: roomId } = await admin.call(meetingRoomApi.create, body({ name: "旧会议室", code: "7705", enable: 0 }));
  const choices = await admin.call(accessNumApi.choices, { body: {} });
  const things = { skillGroup: off, dispatchQueue: queueId, meetingRoom: roomId };
  for (const [kind, id] of Object.entries(things)) {
    expect(choices[kind as keyof typeof things].map((one) => one.id)).not.toContain(id);
    expect(choices.off).toContainEqual(expect.objectContaining({ kind, id }));
    const fallback = { target: { kind, id }, greeting: "", greetingVoice: "" };
    const [{ id: number = "" } = {}] = (await admin.call(accessNumApi.list, body({ pageNo: 1, pageSize: 1 }))).list;
    expect(
      await fieldsOf(admin.call(accessNumApi.saveSetting, body({ id: number, rules: [], fallback }))),
    ).toMatchObject([{ path: "fallback.target.id", message: "所选的对象不存在或已停用" }]);
  }
});

test("K94 a task and a robot keep what was switched off since, and take no such thing anew", async () => {
  const flow = await admin.call(flowApi.create, { body: { name: "推荐", flowType: 2 } });
  const led = await addGroup("外呼组");
  const robot = { name: "小推", flowId: flow.id, fallbackGroupId: led };
  const { id: robotId } = await admin.call(robotAgentApi.add, body(robot));
  const task = { taskIdentity: "推荐套餐", ftype: 3, groupId: led, agentIds: ["1003"] };
  const { id: taskId } = await admin.call(dialTaskApi.add, body(task));
  await switchOff(led, "外呼组");
  await office.ports.database.system(async (trx) => {
    await trx.updateTable("voice_flow").set({ enabled: 0 }).where("id", "=", flow.id).execute();
    await trx.updateTable("seat").set({ enabled: 0 }).where("agentId", "=", "1003").execute();
  });
  await admin.call(robotAgentApi.update, body({ ...robot, id: robotId, remark: "改" }));
  await admin.call(dialTaskApi.update, body({ ...task, id: taskId, remark: "改" }));
  expect(await fieldsOf(admin.call(robotAgentApi.add, body({ ...robot, name: "小新" })))).toMatchObject([
    { path: "flowId", message: "流程“推荐”已停用" },
  ]);
  const other = await admin.call(flowApi.create, { body: { name: "推荐二", flowType: 2 } });
  const withGroup = { ...robot, name: "小新", flowId: other.id };
  expect(await fieldsOf(admin.call(robotAgentApi.add, body(withGroup)))).toMatchObject([
    { path: "fallbackGroupId", message: "技能组已停用" },
  ]);
  expect(await fieldsOf(admin.call(dialTaskApi.add, body({ ...task, taskIdentity: "新" })))).toMatchObject([
    { path: "groupId", message: "技能组已停用" },
  ]);
  const seats = { taskIdentity: "新", ftype: 3, agentIds: ["1001", "1003"] };
  expect(await fieldsOf(admin.call(dialTaskApi.add, body(seats)))).toMatchObject([
    { path: "agentIds", message: "坐席 1003 已停用" },
  ]);
});
