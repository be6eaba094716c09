/** Work orders over HTTP: steps, claims at once, stale saves, batches, who sees what, another enterprise. */
import { formStreamApi, orderCommands, workDelegateApi, workNodeApi } from "@liantai/api/contract/work-orders";
import { formDraftApi } from "@liantai/api/contract/workorder";
import { refused, type Person } from "../../testing/office.ts";
import { flowOf, openFloor, task, type Floor } from "./testing/floor.ts";

let floor: Floor;
let flowId: string;
beforeAll(async () => {
  floor = await openFloor();
  flowId = await floor.flow("报障", flowOf(floor.groupId));
});
afterAll(() => floor?.office.close());

const find = (by: Person, id: string) => by.call(formStreamApi.find, { body: { id } });

test("W4 a walk from the draft to the end: numbers, holders, history in the words of the events", async () => {
  const { people, handle } = floor;
  const { id, workCode } = await floor.create(people["1001"], flowId, { level: "urgent" });
  expect(workCode).toMatch(/^GD20260302\d{6}$/);
  await handle(people["1003"], id, "claim");
  await handle(people["1003"], id, "approve", { text: "需要上门" });
  expect((await find(people["1002"], id)).order).toMatchObject({ state: "handling", holder: "1002", nodeName: "处理" });
  expect(await handle(people["1002"], id, "complete", { text: "已修复" })).toMatchObject({ state: "done", workCode });
  const history = await people["1001"].call(formStreamApi.history, { body: { id } });
  expect(history.map(({ event, name, by, from, to, text }) => [event, name, by, from, to, text])).toEqual([
    [15, "创建", "1001", "", "", ""],
    [1, "提交", "1001", "开始", "受理", ""],
    [6, "领取", "1003", "", "", ""],
    [2, "通过", "1003", "受理", "处理", "需要上门"],
    [8, "办结", "1002", "处理", "处理", "已修复"],
  ]);
  expect(history.every(({ historyKind }) => historyKind === null)).toBe(true);
  expect(history[2]).toMatchObject({ byName: "陈思雨", seq: 3 });
});

test("W11 of 20 claims at once one wins, and the others are told who has it", async () => {
  const { people, groupId } = floor;
  const id = (await floor.create(people["1001"], flowId)).id;
  expect(groupId).not.toBe("");
  const claimers = Array.from({ length: 20 }, (_, i) => people[(["1001", "1002", "1003", "1004"] as const)[i % 4]!]);
  const said = await Promise.all(
    claimers.map((by) =>
      by.call(formStreamApi.handle, { body: { id, command: "claim" } }).then(
        () => "won",
        (error: Error) => error.message,
      ),
    ),
  );
  const { holder } = (await find(people.admin, id)).order;
  expect(said.filter((one) => one === "won")).toHaveLength(1);
  const others = said.filter((one) => one !== "won");
  expect(new Set(others)).toEqual(new Set([`工单已被${holder}领取`, "工单已在您手中"]));
  expect(await floor.codes(id)).toEqual([15, 1, 6]);
});

test("W12 a stale save is refused with field, mine and theirs, and nothing of it is written", async () => {
  const { people, handle } = floor;
  const { id } = await floor.create(people["1001"], flowId, { address: "旧", other: "1" });
  const { seq } = await handle(people["1002"], id, "claim");
  await handle(people["1002"], id, "save", { seq, values: { address: "人民路1号", level: "urgent" } });
  const stale = await refused(
    people["1002"].call(formStreamApi.handle, {
      body: { id, command: "save", seq, values: { address: "解放路2号", other: "2", level: "urgent" } },
    }),
  );
  expect(stale).toMatchObject({
    code: 409,
    data: {
      conflicts: [{ field: "address", label: "地址", mine: "解放路2号", theirs: "人民路1号" }],
      seq: seq + 1,
      field: "address",
      mine: "解放路2号",
      theirs: "人民路1号",
    },
  });
  expect((await find(people["1002"], id)).values).toEqual({ address: "人民路1号", other: "1", level: "urgent" });
  const [one, other] = await Promise.allSettled(
    ["甲", "乙"].map((address) => handle(people["1002"], id, "save", { seq: seq + 1, values: { address } })),
  );
  expect([one!.status, other!.status].sort()).toEqual(["fulfilled", "rejected"]);
  expect(await floor.codes(id)).toEqual([15, 1, 6, 0, 0]);
  expect(await refused(people["1002"].call(formStreamApi.handle, { body: { id, command: "save" } }))).toMatchObject({
    fields: [{ path: "seq" }],
  });
});

test("W3 what the state does not allow is refused over HTTP too, and leaves no event", async () => {
  const { people } = floor;
  const { id } = await floor.create(people["1001"], flowId, {}, false);
  const before = await floor.codes(id);
  for (const command of Object.keys(orderCommands) as (keyof typeof orderCommands)[]) {
    if (["save", "submit", "remove", "comment", "prioritize"].includes(command)) continue;
    const said = await refused(
      people.admin.call(formStreamApi.handle, {
        body: { id, command, seq: 1, to: "1002", nodeId: "处理", text: "说明" },
      }),
    );
    expect(said.msg).toMatch(/[\u4e00-\u9fff]/);
  }
  expect(await floor.codes(id)).toEqual(before);
});

test("W5 fields: what the node locks or hides nobody writes, what it requires stands there", async () => {
  const { people, handle } = floor;
  const fields = { fee: { enable: false }, secret: { hidden: true }, result: { require: true } };
  const locked = await floor.flow("字段", flowOf(floor.groupId, { fields }));
  const { id } = await floor.create(people["1001"], locked, { fee: "1" });
  await handle(people["1002"], id, "claim");
  const write = (values: Record<string, unknown>, command: "save" | "approve" = "save") =>
    refused(handle(people["1002"], id, command, { values }));
  expect((await write({ fee: "2" })).fields).toEqual([
    { path: "values.fee", label: "费用", message: "“费用”不能修改" },
  ]);
  expect((await write({ secret: "2" })).fields).toMatchObject([{ path: "values.secret", label: "内情" }]);
  expect((await write({ other: "2" }, "approve")).fields).toEqual([
    { path: "values.result", label: "结果", message: "该字段不能为空" },
  ]);
  expect((await find(people["1002"], id)).fields).toEqual({ ...fields, workCode: { enable: false, require: false } });
  await handle(people["1002"], id, "approve", { values: { result: "好" } });
  const strange = await floor.create(people["1001"], flowId);
  expect(
    (
      await refused(
        people["1003"].call(formStreamApi.handle, { body: { id: strange.id, command: "urge", values: { a: "1" } } }),
      )
    ).msg,
  ).toBe("该操作不能修改字段");
  expect(await people.admin.call(workNodeApi.config, { query: { formConfId: "none" } })).toEqual({
    nodes: [],
    current: null,
  });
});

test("W11 a batch does what it can: 200 orders, 5 that are done already are told with their reasons", async () => {
  const { people, handle } = floor;
  const ids: string[] = [];
  for (let i = 0; i < 200; i += 1) ids.push((await floor.create(people["1001"], flowId)).id);
  for (const id of ids.slice(0, 5)) {
    await handle(people["1002"], id, "claim");
    await handle(people["1002"], id, "complete");
  }
  const said = await people["1005"].call(formStreamApi.jumpOrCompleteBatch, { body: { ids } });
  expect([said.succeed, said.failing]).toEqual([195, 5]);
  expect(said.list).toEqual(
    ids.slice(0, 5).map((id) => ({ id, workCode: expect.stringMatching(/^GD/), text: "工单已办结，不能跳转" })),
  );
  for (const id of ids.slice(5)) expect([id, await floor.codes(id)]).toEqual([id, [15, 1, 11]]);
  for (const id of ids.slice(0, 5)) expect(await floor.codes(id)).toEqual([15, 1, 6, 8]);
});

test("W13 who sees what: agents their own and what they may claim, monitors their groups, administrators all; others nothing", async () => {
  const { people, handle } = floor;
  const own = await floor.flow("专办", {
    ...flowOf(""),
    nodes: flowOf("").nodes.map((n) => (n.id === "受理" ? task("受理", { by: "seat", agentIds: ["1003"] }) : n)),
  });
  const { id } = await floor.create(people["1001"], own);
  const sees = async (by: Person) => {
    const { list } = await by.call(formStreamApi.list, { body: { flowId: own } });
    return list.map((row) => row.id);
  };
  expect(await sees(people["1001"])).toEqual([id]);
  expect(await sees(people["1003"])).toEqual([id]);
  expect(await sees(people["1002"])).toEqual([]);
  expect(await sees(people["1005"])).toEqual([id]);
  expect(await sees(people.admin)).toEqual([id]);
  expect(await refused(find(people["1002"], id))).toMatchObject({ code: 404, msg: "工单不存在" });
  await handle(people["1003"], id, "transfer", { to: "1002" });
  expect(await sees(people["1002"])).toEqual([id]);
  expect((await people["1002"].call(formStreamApi.list, { body: { flowId: own, scope: "mine" } })).total).toBe(1);
  expect((await people["1003"].call(formStreamApi.list, { body: { flowId: own, scope: "mine" } })).total).toBe(0);
  expect((await people["1003"].call(formStreamApi.list, { body: { flowId: own, scope: "taken" } })).total).toBe(1);
  expect(await people["1002"].call(formStreamApi.actions, { body: { id } })).toContainEqual({
    command: "transferBack",
    name: "转回",
  });
});

test("W6 W85 a stand-in takes what comes while a seat is away, and only whoever looks after the seat names one", async () => {
  const { people } = floor;
  const save = (
    by: Person,
    agentId: string,
    delegateId: string,
    fromTime = "2026-03-01 00:00:00",
    untilTime = "2026-03-09 00:00:00",
  ) => by.call(workDelegateApi.save, { body: { agentId, delegateId, fromTime, untilTime } });
  expect((await refused(save(people["1001"], "1002", "1003"))).msg).toBe("只能设置本人或所管坐席的代办人");
  expect((await refused(save(people["1002"], "1002", "1002"))).msg).toBe("代办人不能是本人");
  expect((await refused(save(people["1002"], "1002", "9999"))).msg).toBe("坐席不存在或已停用");
  expect((await refused(save(people["1002"], "1002", "1003", "2026-03-09 00:00:00"))).msg).toBe(
    "结束时间应晚于开始时间",
  );
  await save(people["1005"], "1002", "1004");
  expect(await people["1002"].call(workDelegateApi.list, { body: {} })).toMatchObject([
    { agentId: "1002", agentName: "王志强", delegateId: "1004", delegateName: "赵海峰" },
  ]);
  expect(await people["1001"].call(workDelegateApi.list, { body: {} })).toEqual([]);
  const { id } = await floor.create(people["1001"], flowId, { level: "urgent" });
  await floor.handle(people["1001"], id, "claim");
  await floor.handle(people["1001"], id, "approve");
  expect((await find(people.admin, id)).order.holder).toBe("1004");
  await people["1002"].call(workDelegateApi.delete, { body: { agentId: "1002" } });
  expect(await people["1005"].call(workDelegateApi.list, { body: {} })).toEqual([]);
});

test("W8 a sub-order opens with the parent's values, the parent waits for it and goes on", async () => {
  const { people, handle } = floor;
  const place = { x: 0, y: 0 };
  const parentFlow = await floor.flow("协办", {
    nodes: [
      { kind: "start", id: "start", name: "开始", ...place },
      { kind: "subOrder", id: "sub", name: "协办", ...place, formId: "f", flowId, wait: "all" },
      task("确认", { by: "creator" }),
      { kind: "end", id: "end", name: "结束", ...place },
    ],
    edges: [
      { id: "1", from: "start", to: "sub" },
      { id: "2", from: "sub", to: "确认" },
      { id: "3", from: "确认", to: "end" },
    ],
  });
  const { id } = await floor.create(people["1001"], parentFlow, { address: "人民路1号" });
  expect((await find(people["1001"], id)).order).toMatchObject({ state: "suspended", nodeName: "协办" });
  const [child] = (await people.admin.call(formStreamApi.list, { body: { parentId: id } })).list;
  expect((await find(people.admin, child!.id)).values).toEqual({ address: "人民路1号" });
  await handle(people["1003"], child!.id, "claim");
  await handle(people["1003"], child!.id, "complete");
  expect((await find(people["1001"], id)).order).toMatchObject({ state: "handling", holder: "1001", nodeName: "确认" });
  const second = await people["1001"].call(formStreamApi.create, { body: { flowId, title: "加急", parentId: id } });
  expect((await refused(handle(people["1001"], id, "complete"))).msg).toBe("还有1个子工单未办结，确定要办结吗？");
  expect((await find(people["1001"], id)).subOrders).toContainEqual({ id: second.id, done: false });
});

test("F96 the order that a draft became removes it, and drafts of others stay", async () => {
  const { "1001": agent } = floor.people;
  const draft = (aboutId: string) => ({ formId: floor.formId, aboutId });
  const head = { title: "漏水", priority: 1 } as const;
  for (const about of ["c1", "c2"])
    await agent.call(formDraftApi.save, { body: { ...draft(about), values: { level: "urgent" }, head } });
  const body = { flowId, title: "漏水", values: { level: "urgent" }, submit: false };
  await agent.call(formStreamApi.create, { body: { ...body, aboutId: "c1" } });
  const kept = async (about: string) => (await agent.call(formDraftApi.find, { body: draft(about) })).draft;
  expect([await kept("c1"), await kept("c2")]).toMatchObject([null, { values: { level: "urgent" }, head }]);
});

test("F97 a draft is called anew when it is saved, by its creator; what was submitted keeps its title", async () => {
  const { people, handle } = floor;
  const { id, seq } = await floor.create(people["1001"], flowId, {}, false);
  const save = (by: Person, title: string, at: number) =>
    by.call(formStreamApi.handle, { body: { id, command: "save", seq: at, title } });
  expect((await refused(save(people["1005"], "别人的", seq))).msg).toBe("只有创建人可以保存");
  await save(people["1001"], "三楼漏水", seq);
  expect((await find(people["1001"], id)).order.title).toBe("三楼漏水");
  await handle(people["1001"], id, "submit");
  await handle(people["1002"], id, "claim");
  const { order } = await find(people["1002"], id);
  expect(await refused(save(people["1002"], "另一个", order.seq))).toMatchObject({
    fields: [{ path: "title", message: "提交后不能修改标题" }],
  });
  // As it is: no change of it.
  await save(people["1002"], "三楼漏水", order.seq);
  expect((await find(people["1002"], id)).order.title).toBe("三楼漏水");
  // Back at its creator it has been known by it.
  await handle(people["1002"], id, "returnCreator", { text: "地址不全" });
  const returned = (await find(people["1001"], id)).order;
  expect(returned.state).toBe("draft");
  expect(await refused(save(people["1001"], "另一个", returned.seq))).toMatchObject({
    fields: [{ path: "title", message: "提交后不能修改标题" }],
  });
});

test("W3 a person notes something on an order that he sees, and who has it or supervises it changes its priority", async () => {
  const { people, handle } = floor;
  const { id } = await floor.create(people["1001"], flowId);
  await handle(people["1002"], id, "claim");
  const { seq } = (await find(people["1001"], id)).order;
  const step = (by: Person, command: "comment" | "prioritize", more: object = {}) =>
    by.call(formStreamApi.handle, { body: { id, command, ...more } });
  // A note asks nothing of what was seen.
  await step(people["1001"], "comment", { text: "客户下午在家" });
  expect((await refused(step(people["1001"], "comment", { text: " " }))).msg).toBe("请填写备注");
  expect((await refused(step(people["1004"], "comment", { text: "看看" }))).code).toBe(404);
  expect(await refused(step(people["1002"], "prioritize", { seq: seq + 1 }))).toMatchObject({
    fields: [{ path: "priority", message: "请选择优先级" }],
  });
  expect((await refused(step(people["1002"], "prioritize", { seq, priority: 1 }))).code).toBe(409);
  const foreign = step(people["1001"], "prioritize", { seq: seq + 1, priority: 1 });
  expect((await refused(foreign)).msg).toBe("工单不在您手中，不能调整优先级");
  await step(people["1002"], "prioritize", { seq: seq + 1, priority: 1 });
  await step(people["1005"], "prioritize", { seq: seq + 2, priority: 4 });
  expect((await find(people["1001"], id)).order).toMatchObject({ priority: 4, holder: "1002", state: "handling" });
  const history = await people["1001"].call(formStreamApi.history, { body: { id } });
  expect(history.slice(-3).map(({ event, name, by, text, from, to }) => [event, name, by, text, from, to])).toEqual([
    [null, "备注", "1001", "客户下午在家", "", ""],
    [null, "调整优先级", "1002", "", "普通", "紧急"],
    [null, "调整优先级", "1005", "", "紧急", "低"],
  ]);
  // The buttons.
  expect((await find(people["1001"], id)).actions).toContain("comment");
  expect((await find(people["1001"], id)).actions).not.toContain("prioritize");
  expect((await find(people["1002"], id)).actions).toEqual(expect.arrayContaining(["comment", "prioritize"]));
  await handle(people["1002"], id, "complete");
  expect((await find(people["1002"], id)).actions).toContain("comment");
  expect((await find(people["1002"], id)).actions).not.toContain("prioritize");
});
