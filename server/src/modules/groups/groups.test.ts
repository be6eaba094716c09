import {
  agentApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
  skillGroupApi,
  skillGroupMemberApi,
} from "@liantai/api/contract/admin";
import { demoEnterprise } from "../system/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

const { compId } = demoEnterprise;
const nowhere = { kind: "none", id: "" } as const;
const fields = {
  name: "售前",
  enabled: 1,
  strategy: "level",
  queueLimit: 5,
  maxWaitS: 60,
  ringS: 20,
  wrapUpS: 10,
  serviceLevelS: 20,
  shortAbandonS: 8,
  musicId: "",
  positionOn: 1,
  positionEveryS: 30,
  waitEveryS: 0,
  waitText: "",
  waitVoiceId: "",
  recordMode: 1,
  priorityMin: 3,
  transferPriorityMin: 2,
  callbackPriorityMin: 4,
  stickyDays: 7,
  stickyWaitS: 20,
  missLimit: 2,
  wrapUpMode: "timed" as const,
  wrapUpExtendS: 15,
  estimateOn: 1,
  estimateErrorPct: 25,
  menuEveryS: 30,
  menuCallback: 0,
  menuVoicemail: 1,
  menuVoiceId: "",
  voicemailMaxS: 90,
  voicemailOffer: 1,
  voicemailOfferS: 30,
  voicemailWorkS: 60,
  rings: [{ afterS: 0, kind: "level" as const, level: 1, groupId: "" }],
  overflowFull: nowhere,
  overflowWait: nowhere,
  overflowAbsent: nowhere,
  remark: "",
};
const queue = {
  name: "主队列",
  enabled: 1,
  maxWaitS: 0,
  overflowFull: nowhere,
  overflowWait: nowhere,
  overflowAbsent: nowhere,
  remark: "",
};
let office: Office;
/** An operator inside the enterprise may press what its administrator may. */
let administrator: Person;
const changed: unknown[] = [];

beforeAll(async () => {
  office = await openOffice();
  administrator = await office.enter(compId);
  await office.ports.broker.subscribe("groups.changed", (message) => changed.push(message));
});
afterAll(() => office.close());

const page = { pageNo: 1, pageSize: 10 };
const groups = async (who: keyof Pick<Office, "administrator" | "agent" | "monitor">, more: object = {}) =>
  (
    await (who === "administrator" ? administrator : office[who]).call(skillGroupApi.list, {
      body: { ...page, ...more },
    })
  ).list;

test("skill groups: added, found, changed with what changed in the operation log, refused twice by name", async () => {
  const { id } = await administrator.call(skillGroupApi.add, { body: fields });
  expect(await groups("administrator", { name: "售前" })).toEqual([{ id, ...fields, members: 0 }]);
  await administrator.call(skillGroupApi.update, {
    body: { ...fields, id, strategy: "random", ringS: 25, overflowWait: { kind: "hangup", id: "x" } },
  });
  expect(await groups("administrator", { name: "售前" })).toMatchObject([
    { strategy: "random", ringS: 25, overflowWait: { kind: "hangup", id: "" } },
  ]);
  expect(changed.at(-1)).toEqual({ compId });
  const log = await office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select(["before", "after"])
      .where("object", "=", "skillGroup")
      .where("action", "=", "update")
      .executeTakeFirstOrThrow(),
  );
  expect(log).toEqual({
    before: { strategy: "level", ringS: 20, overflowWait: "未设置" },
    after: { strategy: "random", ringS: 25, overflowWait: "直接挂断" },
  });
  expect((await refused(administrator.call(skillGroupApi.add, { body: fields }))).fields).toEqual([
    { path: "name", label: "技能组名称", message: "技能组名称已存在" },
  ]);
  const twice = await Promise.allSettled(
    [1, 2].map(() => administrator.call(skillGroupApi.add, { body: { ...fields, name: "同时" } })),
  );
  expect(twice.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refused(administrator.call(skillGroupApi.update, { body: { ...fields, id: "nothing" } }))).toMatchObject(
    { code: 404 },
  );
});

test("what cannot be is refused at its field", async () => {
  const short = administrator.call(skillGroupApi.add, { body: { ...fields, name: "短", shortAbandonS: 61 } });
  expect((await refused(short)).fields).toEqual([
    { path: "shortAbandonS", label: "短放弃时限", message: "短放弃时限不能大于60" },
  ]);
  const add = (more: object) =>
    refused(administrator.call(skillGroupApi.add, { body: { ...fields, name: "新组", ...more } })).then((r) =>
      r.fields.map((f) => `${f.path}: ${f.message}`),
    );
  expect(await add({ overflowWait: { kind: "skillGroup", id: "nothing" } })).toEqual([
    "overflowWait.id: 等待超时的目标不存在",
  ]);
  expect(await add({ overflowFull: { kind: "seat", id: "" } })).toEqual(["overflowFull.id: 请选择排队已满的目标"]);
  expect(await add({ musicId: "nothing" })).toEqual(["musicId: 等待音乐不存在"]);
  expect(await add({ waitEveryS: 30 })).toEqual(["waitText: 请输入等待提示内容或选择语音"]);
  expect(await add({ strategy: "whatever", ringS: 4 })).toEqual(expect.arrayContaining(["ringS: 振铃时长不能小于5"]));
  const [own] = await groups("administrator", { name: "售前" });
  const { members: _, ...row } = own!;
  expect(
    (
      await refused(
        administrator.call(skillGroupApi.update, {
          body: { ...row, overflowWait: { kind: "skillGroup", id: own!.id } },
        }),
      )
    ).fields,
  ).toMatchObject([{ path: "overflowWait.id", message: "等待超时时不能转到自己" }]);
});

test("seats of a group: both sides of the list, level and priority; agents see agents alone, and their own groups", async () => {
  const [group] = await groups("administrator", { name: "售前" });
  const body = { skillGroupId: group!.id };
  const ids = async (endpoint: typeof skillGroupMemberApi.findExist | typeof skillGroupMemberApi.findNotExist) =>
    (await administrator.call(endpoint, { body: { ...page, ...body } })).list.map((r) => r.agentId);
  expect(
    await administrator.call(skillGroupMemberApi.add, {
      body: { ...body, agentIds: ["1001", "1002", "1001"], level: 3, priority: 1 },
    }),
  ).toEqual({ count: 2 });
  expect(
    await administrator.call(skillGroupMemberApi.add, { body: { ...body, agentIds: ["1001"], level: 9, priority: 9 } }),
  ).toEqual({ count: 0 });
  expect(await ids(skillGroupMemberApi.findExist)).toEqual(["1001", "1002"]);
  expect(await ids(skillGroupMemberApi.findNotExist)).not.toContain("1001");
  expect(
    (
      await refused(
        administrator.call(skillGroupMemberApi.add, { body: { ...body, agentIds: ["9999"], level: 1, priority: 1 } }),
      )
    ).fields,
  ).toMatchObject([{ message: "坐席9999不存在" }]);
  expect(
    await administrator.call(skillGroupMemberApi.update, {
      body: { ...body, agentIds: ["1002"], priority: 2 },
    }),
  ).toEqual({ count: 1 });
  expect(
    await refused(
      administrator.call(skillGroupMemberApi.update, {
        body: { ...body, agentIds: ["1002", "1003"], level: 2 },
      }),
    ),
  ).toMatchObject({ code: 409, msg: "数据已被他人修改，请刷新后重试" });
  expect(
    (
      await administrator.call(skillGroupMemberApi.list, {
        body: { ...page, ...body, sortBy: "priority", sortOrder: "desc" },
      })
    ).list,
  ).toMatchObject([
    { agentId: "1002", level: 3, priority: 2, agentRole: 2 },
    { agentId: "1001", level: 3, priority: 1 },
  ]);
  const everybody = new Set([
    ...(await ids(skillGroupMemberApi.findNotExist)),
    ...(await ids(skillGroupMemberApi.findExist)),
  ]);
  const monitors = await office.ports.database.system((trx) =>
    trx.selectFrom("account").select("agentId").where("compId", "=", compId).where("roleType", "=", 3).execute(),
  );
  for (const { agentId } of monitors) {
    expect([...everybody]).toContain(agentId);
    await administrator.call(skillGroupMemberApi.add, { body: { ...body, agentIds: [agentId!] } });
  }
  const listed = async (who: typeof administrator) =>
    (await who.call(skillGroupMemberApi.list, { body: { ...page, ...body } })).list.map((r) => r.agentId);
  expect(await listed(administrator)).toEqual(expect.arrayContaining(monitors.map((m) => m.agentId)));
  expect((await listed(office.agent)).sort()).toEqual(["1001", "1002"]);
  await administrator.call(skillGroupMemberApi.delete, {
    body: { ...body, agentIds: monitors.map((m) => m.agentId!) },
  });
  expect((await groups("agent")).map((g) => g.name).sort()).toEqual(
    (await groups("administrator", { agentId: "1001" })).map((g) => g.name).sort(),
  );
  expect((await groups("administrator", { agentId: "1001" })).map((g) => g.name)).toContain("售前");
  expect(await groups("agent", { name: "同时" })).toEqual([]);
  expect(
    await administrator.call(skillGroupMemberApi.delete, { body: { ...body, agentIds: ["1002", "1003"] } }),
  ).toEqual({ count: 1 });
});

test("dispatch queues: groups in order, sorted as a whole, and what is used is not deleted", async () => {
  const [first] = await groups("administrator", { name: "售前" });
  const [second] = await groups("administrator", { name: "同时" });
  const { id } = await administrator.call(dispatchGroupApi.add, {
    body: { ...queue, overflowWait: { kind: "skillGroup", id: second!.id } },
  });
  const body = { dispatchGroupId: id };
  expect(
    await administrator.call(dispatchGroupMemberApi.add, {
      body: { ...body, skillGroupIds: [first!.id, second!.id], nextAfterS: 15 },
    }),
  ).toEqual({ count: 2 });
  expect(
    await administrator.call(dispatchGroupMemberApi.add, {
      body: { ...body, skillGroupIds: [first!.id], nextAfterS: 15 },
    }),
  ).toEqual({ count: 0 });
  const members = async () =>
    (await administrator.call(dispatchGroupMemberApi.list, { body: { ...page, ...body } })).list.map((m) => [
      m.name,
      m.sort,
      m.nextAfterS,
      m.members,
    ]);
  expect(await members()).toEqual([
    ["售前", 1, 15, 1],
    ["同时", 2, 15, 0],
  ]);
  await administrator.call(dispatchGroupMemberApi.update, {
    body: {
      ...body,
      members: [
        { skillGroupId: second!.id, nextAfterS: 5 },
        { skillGroupId: first!.id, nextAfterS: 0 },
      ],
    },
  });
  expect(await members()).toEqual([
    ["同时", 1, 5, 0],
    ["售前", 2, 0, 1],
  ]);
  const remove = (ids: string[]) =>
    refused(administrator.call(skillGroupApi.delete, { body: { ids } })).then((r) => r.msg);
  expect(await remove([first!.id])).toBe("技能组「售前」正在使用，不能删除：调度队列「主队列」");
  expect(await remove([second!.id])).toBe(
    "技能组「同时」正在使用，不能删除：调度队列「主队列」的溢出、调度队列「主队列」",
  );
  const [demo] = (await groups("administrator")).filter((g) => g.id !== first!.id && g.id !== second!.id);
  expect(await remove([demo!.id])).toMatch(/正在使用，不能删除：.*接入号码4002/);
  expect(
    await administrator.call(dispatchGroupMemberApi.delete, { body: { ...body, skillGroupIds: [first!.id] } }),
  ).toEqual({ count: 1 });
  expect(
    (
      await refused(
        administrator.call(dispatchGroupMemberApi.update, {
          body: { ...body, members: [{ skillGroupId: first!.id, nextAfterS: 5 }] },
        }),
      )
    ).code,
  ).toBe(409);
  expect(await administrator.call(skillGroupApi.delete, { body: { ids: [first!.id] } })).toEqual({ count: 1 });
  await office.ports.database.system((trx) =>
    trx
      .updateTable("access_number")
      .set({ targetKind: "dispatchQueue", targetId: id })
      .where("number", "=", "4002")
      .execute(),
  );
  expect((await refused(administrator.call(dispatchGroupApi.delete, { body: { ids: [id] } }))).msg).toBe(
    "调度队列「主队列」正在使用，不能删除：接入号码4002",
  );
  await office.ports.database.system((trx) =>
    trx
      .updateTable("access_number")
      .set({ targetKind: "skillGroup", targetId: demo!.id })
      .where("number", "=", "4002")
      .execute(),
  );
  expect(await administrator.call(dispatchGroupApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  expect((await refused(office.agent.call(skillGroupApi.add, { body: fields }))).status).toBe(403);
});

test("a seat or an extension that calls are led to is not deleted", async () => {
  const [group] = await groups("administrator", { name: "同时" });
  const { members: _, ...row } = group!;
  await administrator.call(skillGroupApi.update, {
    body: { ...row, overflowAbsent: { kind: "seat", id: "1004" }, overflowWait: { kind: "extension", id: "1004" } },
  });
  expect((await refused(administrator.call(agentApi.delete, { body: { ids: ["1004"] } }))).msg).toBe(
    "坐席「1004」正在使用，不能删除：技能组「同时」的溢出",
  );
  await administrator.call(skillGroupApi.update, { body: { ...row, overflowAbsent: nowhere } });
  expect(await administrator.call(agentApi.delete, { body: { ids: ["1004"] } })).toEqual({ count: 1 });
});

describe("Q4 rings", () => {
  const step = (afterS: number, level: number) => ({ afterS, kind: "level" as const, level, groupId: "" });
  const further = (groupId: string, afterS = 30) => ({ afterS, kind: "group" as const, level: 0, groupId });
  const saving = (rings: readonly object[]) => ({
    body: { ...fields, name: "扩展", rings: [...rings] as (typeof fields)["rings"] },
  });

  test("a step that cannot be is refused by name", async () => {
    for (const [rings, msg] of [
      [[step(10, 1)], "按级别扩展须从等待0秒开始，级别逐步增大"],
      [[step(0, 2), step(10, 2)], "按级别扩展须从等待0秒开始，级别逐步增大"],
      [[step(0, 1), step(0, 2)], "后一步的等待时长须大于前一步"],
      [[step(0, 0)], "级别须为1到99"],
      [[further("")], "请选择技能组"],
      [[further("nothing")], "技能组不存在"],
      [Array.from({ length: 7 }, (_, i) => step(i, i + 1)), "最多6个扩展步骤"],
    ] as const)
      expect(await refused(administrator.call(skillGroupApi.add, saving(rings)))).toMatchObject({ msg });
  });

  test("a group that another one's rings add is not deleted", async () => {
    const { id } = await administrator.call(skillGroupApi.add, { body: { ...fields, name: "后援" } });
    const { id: own } = await administrator.call(skillGroupApi.add, saving([step(0, 1), further(id)]));
    const { msg } = await refused(administrator.call(skillGroupApi.delete, { body: { ids: [id] } }));
    expect(msg).toContain("扩展");
    const itself = { ...saving([further(own)]).body, id: own };
    expect(await refused(administrator.call(skillGroupApi.update, { body: itself }))).toMatchObject({
      msg: "扩展步骤不能增加本技能组",
    });
    expect(await administrator.call(skillGroupApi.delete, { body: { ids: [id, own] } })).toEqual({ count: 2 });
  });
});

test("Q29 a group that a number leads to is not switched off; what is not led to is, and stays so while it is edited", async () => {
  const add = async (endpoint: typeof skillGroupApi | typeof dispatchGroupApi, body: object) =>
    (await administrator.call(endpoint.add as never, { body } as never)) as { readonly id: string };
  const off = (endpoint: typeof skillGroupApi | typeof dispatchGroupApi, body: object, id: string) =>
    administrator.call(endpoint.update as never, { body: { ...body, id, enabled: 0 } } as never);
  const lead = (targetKind: string, targetId: string) =>
    office.ports.database.system((trx) =>
      trx.updateTable("access_number").set({ targetKind, targetId }).where("number", "=", "4002").execute(),
    );
  const group = { ...fields, name: "夜间组" };
  const night = { ...queue, name: "夜间队列" };
  const { id } = await add(skillGroupApi, group);
  const { id: queueId } = await add(dispatchGroupApi, night);
  for (const kind of ["skillGroup", "callback"]) {
    await lead(kind, id);
    expect((await refused(off(skillGroupApi, group, id))).msg).toBe(
      "技能组「夜间组」有接入号码转入，不能停用：接入号码4002。请先修改接入号设置",
    );
  }
  expect(await off(dispatchGroupApi, night, queueId)).toBeNull();
  await administrator.call(dispatchGroupApi.update, { body: { ...night, id: queueId } });
  await lead("dispatchQueue", queueId);
  expect((await refused(off(dispatchGroupApi, night, queueId))).msg).toMatch(
    /^调度队列「夜间队列」有接入号码转入，不能停用/,
  );
  expect(await off(skillGroupApi, group, id)).toBeNull();
  await lead("skillGroup", id);
  expect(await off(skillGroupApi, { ...group, remark: "暂停" }, id)).toBeNull();
});
