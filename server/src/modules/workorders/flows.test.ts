/** Flows over HTTP: drafts, versions that never change, faults by name, nodes, trying out, running orders moved. */
import { formStreamApi, workFlowApi, workNodeApi, type FlowDefinition } from "@liantai/api/contract/work-orders";
import { refused } from "../../testing/office.ts";
import { flowOf, openFloor, task, type Floor } from "./testing/floor.ts";

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.office.close());

const versions = (id: string) => floor.people.admin.call(workFlowApi.versions, { body: { id } });

test("W10 a flow with a fault is not published, and every fault is named", async () => {
  const { admin } = floor.people;
  const base = flowOf(floor.groupId);
  const broken: FlowDefinition = {
    nodes: [...base.nodes, task("孤岛", { by: "creator" }), task("无人", { by: "seat", agentIds: [] })],
    edges: [
      ...base.edges,
      { id: "6", from: "孤岛", to: "end" },
      { id: "7", from: "无人", to: "" },
      { id: "8", from: "处理", to: "无人", when: { expression: "amount >" } },
    ],
  };
  const { id } = await admin.call(workFlowApi.add, {
    body: { name: "有误", formId: floor.formId, definition: broken },
  });
  const said = await refused(admin.call(workFlowApi.publish, { body: { id } }));
  expect(said.code).toBe(0);
  for (const text of [
    "从开始节点走不到「孤岛」",
    "「无人」没有设置处理人",
    "从「无人」出发的连线没有指向任何节点",
    "「处理」到「无人」的条件：",
  ])
    expect(said.msg).toContain(text);
  expect(await admin.call(workFlowApi.validate, { body: { definition: base } })).toEqual([]);
  expect((await versions(id)).list).toEqual([]);
  expect((await refused(floor.create(floor.people["1001"], id))).msg).toBe("流程「有误」尚未发布");
});

test("W9 E20 a version never changes: a new one is for new orders, 50 that run end on theirs, a plan moves ten after a look", async () => {
  const { admin } = floor.people;
  const flowId = await floor.flow("变更", flowOf(floor.groupId));
  const before = (await versions(flowId)).list[0]!.definition;
  const old = [];
  for (let i = 0; i < 51; i += 1) old.push((await floor.create(floor.people["1001"], flowId)).id);
  await floor.handle(floor.people["1002"], old[0]!, "claim");
  await floor.handle(floor.people["1002"], old[0]!, "complete");
  const redrawn: FlowDefinition = {
    nodes: before.nodes.map((n) => (n.id === "受理" ? task("初审", { by: "group", groupId: floor.groupId }) : n)),
    edges: before.edges.map((e) => ({
      ...e,
      from: e.from === "受理" ? "初审" : e.from,
      to: e.to === "受理" ? "初审" : e.to,
    })),
  };
  await admin.call(workFlowApi.update, {
    body: { id: flowId, name: "变更", formId: floor.formId, definition: redrawn },
  });
  expect(await admin.call(workFlowApi.publish, { body: { id: flowId } })).toEqual({ version: 2 });
  const shown = await versions(flowId);
  expect(shown.list.map(({ version, running }) => [version, running])).toEqual([
    [2, 0],
    [1, 50],
  ]);
  expect(shown.list[1]!.definition).toEqual(before);
  const fresh = await floor.create(floor.people["1001"], flowId);
  expect((await admin.call(formStreamApi.find, { body: { id: fresh.id } })).order).toMatchObject({
    flowVersion: 2,
    nodeName: "初审",
  });

  const plan = (nodes?: Record<string, string>) =>
    admin.call(workFlowApi.plan, { body: { id: flowId, version: 2, ...(nodes ? { nodes } : {}) } });
  expect(await plan()).toMatchObject({
    moved: 0,
    list: old.slice(1).map((id) => ({ id, text: "新版本中没有对应的节点" })),
  });
  expect(new Set((await plan({ 受理: "处理" })).list.map(({ text }) => text))).toEqual(new Set([""]));
  const look = await plan({ 受理: "初审" });
  expect(look).toMatchObject({ moved: 50, list: { length: 50, 0: { from: "受理", to: "初审", version: 1 } } });
  const moved = await admin.call(workFlowApi.migrate, {
    body: { id: flowId, version: 2, nodes: { 受理: "初审" }, orderIds: old.slice(1, 11) },
  });
  expect(moved.moved).toBe(10);
  expect((await versions(flowId)).list.map(({ running }) => running)).toEqual([11, 40]);
  const history = await admin.call(formStreamApi.history, { body: { id: old[1]! } });
  expect(history.at(-1)).toMatchObject({
    event: null,
    name: "变更流程版本",
    data: { version: 2, from: "受理", to: "初审" },
  });
  await floor.handle(floor.people["1003"], old[1]!, "claim");
  await floor.handle(floor.people["1003"], old[1]!, "approve");
  // What was not moved ends as it began.
  const rest = old.slice(11);
  expect(rest).toHaveLength(40);
  for (const id of rest) {
    expect(await floor.codes(id)).toEqual([15, 1]);
    await floor.handle(floor.people["1002"], id, "claim");
    await floor.handle(floor.people["1002"], id, "complete");
    expect((await admin.call(formStreamApi.find, { body: { id } })).order).toMatchObject({
      ...{ flowVersion: 1, nodeName: "受理", state: "done" },
    });
  }
});

test("a flow with orders is not deleted, one without is; names are taken once; a copy has the draft", async () => {
  const { admin } = floor.people;
  const used = await floor.flow("在用", flowOf(floor.groupId));
  await floor.create(floor.people["1001"], used);
  expect((await refused(admin.call(workFlowApi.delete, { body: { ids: [used] } }))).msg).toBe(
    "“在用”已有工单，不能删除，可以停用",
  );
  expect((await refused(admin.call(workFlowApi.add, { body: { name: "在用" } }))).msg).toBe("流程名称已存在");
  const { id } = await admin.call(workFlowApi.clone, { body: { id: used, name: "在用的副本" } });
  expect((await versions(id)).draft).toEqual((await versions(used)).draft);
  expect(await admin.call(workFlowApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
});

test("nodes one at a time: added, changed, deleted with their lines", async () => {
  const { admin } = floor.people;
  const { id: flowId } = await admin.call(workFlowApi.add, {
    body: { name: "逐个", definition: flowOf(floor.groupId) },
  });
  const node = task("复核", { by: "creator" });
  await admin.call(workNodeApi.add, { body: { flowId, node } });
  expect((await refused(admin.call(workNodeApi.add, { body: { flowId, node } }))).msg).toBe("节点编号已存在");
  await admin.call(workNodeApi.update, { body: { flowId, node: { ...node, name: "二次复核" } } });
  const tasks = await admin.call(workNodeApi.list, { body: { flowId, kind: "task" } });
  expect(tasks.list.map(({ node: { name }, flowName }) => [name, flowName])).toEqual([
    ["受理", "逐个"],
    ["处理", "逐个"],
    ["二次复核", "逐个"],
  ]);
  expect(await admin.call(workNodeApi.delete, { body: { flowId, ids: ["处理", "没有"] } })).toEqual({ count: 1 });
  const { draft } = await versions(flowId);
  expect(draft.edges.map(({ id }) => id)).toEqual(["1", "2", "4"]);
  const wrong = await refused(
    admin.call(workNodeApi.update, { body: { flowId, node: { kind: "robot", id: "x" } as never } }),
  );
  expect(wrong.msg).toContain("类型只能是以下值之一");
});

test("W10 tried out on values without an order", async () => {
  const { admin } = floor.people;
  const said = await admin.call(workFlowApi.simulate, {
    body: { definition: flowOf(floor.groupId), values: { level: "urgent" }, decisions: ["approve", "complete"] },
  });
  expect(said).toMatchObject({
    done: 1,
    steps: [{ did: "提交", to: "受理" }, { did: "通过", to: "处理" }, { did: "办结" }],
  });
  expect((await admin.call(workFlowApi.simulate, { body: { definition: { nodes: [], edges: [] } } })).text).toBe(
    "缺少开始节点",
  );
});

test("W20 a draft that somebody else changed is not overwritten; W21 nodes of all flows, and their field rules", async () => {
  const { admin } = floor.people;
  const { id } = await admin.call(workFlowApi.add, {
    body: { name: "并行修改", formId: floor.formId, definition: flowOf(floor.groupId) },
  });
  const { flow, draft } = await versions(id);
  expect(flow).toMatchObject({ id, name: "并行修改", formId: floor.formId, version: 0, revision: 1 });
  const mine = { id, name: "并行修改", formId: floor.formId, definition: draft };
  const saved = await admin.call(workFlowApi.update, { body: { ...mine, revision: flow.revision } });
  expect(saved).toEqual({ revision: 2 });
  const late = await refused(
    admin.call(workFlowApi.update, { body: { ...mine, definition: flowOf("else"), revision: 1 } }),
  );
  expect(late).toMatchObject({ code: 409, msg: "流程已被张建国修改，请刷新后重试" });
  for (const stale of [
    admin.call(workFlowApi.publish, { body: { id, revision: 1 } }),
    admin.call(workNodeApi.delete, { body: { flowId: id, ids: ["处理"], revision: 1 } }),
    admin.call(workNodeApi.saveConfig, { body: { flowId: id, nodes: {}, revision: 1 } }),
  ])
    expect((await refused(stale)).code).toBe(409);
  expect((await versions(id)).draft).toEqual(draft);

  const fields = { fee: { require: true }, secret: { hidden: true } };
  const set = await admin.call(workNodeApi.saveConfig, { body: { flowId: id, nodes: { 受理: fields }, revision: 2 } });
  expect(set).toEqual({ revision: 3 });
  const found = await admin.call(workNodeApi.list, { body: { name: "受", formId: floor.formId, pageSize: 200 } });
  expect(found.list.filter(({ flowId }) => flowId === id)).toEqual([
    expect.objectContaining({ flowName: "并行修改", revision: 3, node: expect.objectContaining({ fields }) }),
  ]);
  expect(found.total).toBe(found.list.length);
  const nobody = await refused(admin.call(workNodeApi.saveConfig, { body: { flowId: id, nodes: { start: fields } } }));
  expect(nobody.msg).toBe("「开始」没有人处理，不能设置字段");
});

test("what a flow may name: seats in service, groups, roles of seats, time rules", async () => {
  const said = await floor.people.admin.call(workFlowApi.choices, { body: {} });
  expect(said.seats.map(({ agentId }) => agentId)).toEqual(["1001", "1002", "1003", "1004", "1005"]);
  expect(said.moreSeats).toBe(false);
  expect(said.groups).toContainEqual({ id: floor.groupId, name: "客服部" });
  expect(said.roles).toHaveLength(2);
});

test("W84 an enterprise of 10,000 seats is offered 500, others by name or number, and is told who is named already", async () => {
  const { ports } = floor.office;
  const compId = "100001";
  const more = Array.from({ length: 10_000 }, (_, n) => String(20_000 + n));
  await ports.database.system(async (trx) => {
    for (let at = 0; at < more.length; at += 1_000) {
      const some = more.slice(at, at + 1_000);
      await trx
        .insertInto("seat")
        .values(some.map((agentId) => ({ compId, agentId, name: `批量${agentId}`, terminalType: 2 })))
        .execute();
      await trx
        .insertInto("account")
        .values(
          some.map((agentId) => ({
            ...{ id: `many-${agentId}`, compId, account: agentId, userName: `${compId}2${agentId}`, agentId },
            ...{
              nickName: `批量${agentId}`,
              roleType: 2,
              roleId: "r",
              groupId: null,
              empower: "null",
              passwordHash: "",
            },
            passwordChangedAt: new Date(ports.clock.now()),
          })),
        )
        .execute();
    }
  });
  const ask = (body: object) => floor.people.admin.call(workFlowApi.choices, { body });
  const first = await ask({ agentIds: ["29999", "88888"] });
  expect(first.moreSeats).toBe(true);
  expect(first.seats).toHaveLength(501);
  expect(first.seats.at(-1)).toEqual({ agentId: "29999", name: "批量29999" });
  const found = await ask({ name: "批量2999" });
  expect(found.moreSeats).toBe(false);
  expect(found.seats).toHaveLength(10);
  expect((await ask({ name: "1002" })).seats.map(({ agentId }) => agentId)).toEqual(["1002", "21002"]);
});
