import { operateLogApi } from "@liantai/api/contract/admin";
import { contentLimits, flowApi, flowVersionApi, flowTestApi, lookUpTableApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { bodyWith, plainNode, spoken } from "../blank.ts";
import { mapBody } from "../mapping.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 20 };
const content = (rows: readonly (readonly string[])[], columns = ["门店", "城市", "电话"]): string =>
  JSON.stringify({ columns, rows });
const shops = content([
  ["001", "北京", "010"],
  ["002", "上海", "021"],
]);
let made = 0;
const name = () => `门店${(made += 1)}`;

/** Says the 城市 of shop 001. */
const flowOf = (tableId: string, column = "城市"): FlowBody => ({
  ...bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "find" }),
    plainNode("find", "variable", "查门店", {
      ...{ x: 200, y: 0, nextNodeId: "end" },
      config: { assign: [{ vName: "town", from: "lookUp", value: "001", tableId, column }] },
    }),
    plainNode("end", "hangup", "挂机", { x: 400, y: 0, talkings: [spoken("city", "您在${town}")] }),
  ]),
  collectVariable: [{ vName: "town", vAlias: "城市", type: "text", value: "" }],
});
const drawn = async (tableId: string, column?: string) => {
  const flowName = name();
  const flow = JSON.stringify(flowOf(tableId, column));
  const { id } = await office.administrator.call(flowApi.create, { body: { name: flowName, flowType: 1, flow } });
  return { id, name: flowName };
};

test("G119 a supervisor's save is a version; an old one comes back as a new one, and a stale save is refused", async () => {
  const { monitor, agent } = office;
  const called = name();
  const { id } = await monitor.call(lookUpTableApi.add, { body: { name: called, content: shops } });
  const given = { id, name: called, note: "换号码" };
  const changed = content([["001", "北京", "400"]]);
  expect(await monitor.call(lookUpTableApi.update, { body: { ...given, version: 1, content: changed } })).toEqual({
    version: 2,
  });
  expect(await monitor.call(lookUpTableApi.update, { body: { ...given, version: 2, content: changed } })).toEqual({
    version: 2,
  });
  expect(
    await refused(monitor.call(lookUpTableApi.update, { body: { ...given, version: 1, content: shops } })),
  ).toMatchObject({ code: 409 });
  const versions = await monitor.call(lookUpTableApi.versions, { body: { id } });
  expect(versions).toMatchObject([
    { version: 2, note: "换号码", restores: 0 },
    { version: 1, note: "", restores: 0 },
  ]);
  const { versionId } = versions[1]!;
  expect(await monitor.call(lookUpTableApi.find, { body: { id, versionId } })).toMatchObject({
    shown: 1,
    content: shops,
  });
  expect(await monitor.call(lookUpTableApi.rollback, { body: { id, versionId } })).toEqual({ version: 3 });
  expect(await monitor.call(lookUpTableApi.find, { body: { id } })).toMatchObject({ version: 3, content: shops });
  const { list } = await monitor.call(lookUpTableApi.list, { body: { ...page, name: called } });
  expect(list).toMatchObject([{ id, version: 3, columns: ["门店", "城市", "电话"], rows: 2 }]);
  expect(await refused(agent.call(lookUpTableApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect(await refused(agent.call(lookUpTableApi.rollback, { body: { id, versionId } }))).toMatchObject({
    status: 403,
  });
  const log = await office.administrator.call(operateLogApi.list, { body: page });
  expect(log.list.filter((line) => line.objectName === called).map((line) => line.actionText)).toEqual([
    "回退版本",
    "编辑",
    "新增",
  ]);
});

test.each([
  [content([], ["门店"]), "至少要有键和一列"],
  [content([], ["门店", "城市", "城市"]), "列名“城市”重复"],
  [content([], ["门店", " "]), "第2列的列名不能为空"],
  [content([["1", "北京"]]), "第1行有2格，应有3格"],
  [content([["", "北京", ""]]), "第1行的“门店”不能为空"],
  [content([["1 ", "北京", ""]]), "第1行的“门店”前后不能有空格"],
  [
    content([
      ["1", "", ""],
      ["1", "", ""],
    ]),
    "第2行的“门店”与第1行相同：1",
  ],
  [content([["1", "长".repeat(201), ""]]), "第1行的“城市”超过200个字符"],
  [content(Array.from({ length: 5_001 }, (_, at) => [`${at}`, "", ""])), "最多5000行"],
  ["{}", "只能有列名和由文字组成的行"],
])("G119 a table that is none is refused with a sentence: %#", async (text, sentence) => {
  const { fields } = await refused(office.monitor.call(lookUpTableApi.add, { body: { name: name(), content: text } }));
  expect(fields.map(({ message }) => message).join()).toContain(sentence);
});

test("G119 a table that flows read is not deleted, nor the column: the refusal names flow and node", async () => {
  const { administrator, monitor } = office;
  const called = name();
  const { id } = await monitor.call(lookUpTableApi.add, { body: { name: called, content: shops } });
  const flow = await drawn(id);
  const where = `流程「${flow.name}」的节点「查门店」`;
  expect((await refused(monitor.call(lookUpTableApi.delete, { body: { ids: [id] } }))).msg).toBe(
    `查找表「${called}」正在使用，不能删除：${where}`,
  );
  const without = content([["001", "010"]], ["门店", "电话"]);
  expect(
    (await refused(monitor.call(lookUpTableApi.update, { body: { id, name: called, version: 1, content: without } })))
      .msg,
  ).toBe(`列“城市”正在使用，不能删除或改名：${where}`);
  expect(
    await administrator.call(flowVersionApi.dependents, { body: { kind: "lookUpTable", dependencyId: id } }),
  ).toMatchObject({
    flows: [{ flowName: flow.name, draft: 1, running: 0, nodes: [{ nodeName: "查门店" }] }],
    others: [],
  });
  await administrator.call(flowApi.delete, { params: { id: flow.id } });
  expect(await monitor.call(lookUpTableApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
});

test("G119 a flow that reads what is not there is not published; its tests read the table as it is", async () => {
  const { administrator, monitor } = office;
  const { id } = await monitor.call(lookUpTableApi.add, { body: { name: name(), content: shops } });
  const wrong = await drawn(id, "省份");
  const { findings } = await administrator.call(flowVersionApi.validate, { body: { id: wrong.id } });
  expect(findings.map(({ nodeName, text }) => [nodeName, text])).toEqual([
    ["查门店", expect.stringContaining("没有列“省份”")],
  ]);
  const right = await drawn(id);
  const one = { steps: [], overrides: {}, expect: [{ what: "said" as const, value: "您在北京" }] };
  await administrator.call(flowTestApi.add, { body: { flowId: right.id, name: "北京", test: one } });
  expect(await administrator.call(flowVersionApi.publish, { body: { id: right.id, revision: 1 } })).toMatchObject({
    version: 1,
    findings: [],
  });
});

test("G119 a flow that is imported reads the table of its new enterprise, and none where there is none", () => {
  const assigned = (id: string) => {
    const { nodes } = mapBody(flowOf("001"), ({ kind }) => (kind === "lookUpTable" ? id : "other")).nodes[0]!.subProcess
      .flow;
    return nodes[1]!.config["assign"];
  };
  const kept = { vName: "town", from: "lookUp", value: "001", column: "城市" };
  expect([assigned("here"), assigned("")]).toEqual([[{ ...kept, tableId: "here" }], [{ ...kept, tableId: "" }]]);
});

test("G119 of a table the last 50 versions are kept", async () => {
  const { monitor } = office;
  const called = name();
  const { id } = await monitor.call(lookUpTableApi.add, { body: { name: called, content: shops } });
  for (let version = 1; version <= contentLimits.versions; version++)
    await monitor.call(lookUpTableApi.update, {
      body: { id, name: called, version, content: content([["001", `北京${version}`, ""]]) },
    });
  const versions = await monitor.call(lookUpTableApi.versions, { body: { id } });
  expect([versions.length, versions.at(-1)!.version]).toEqual([contentLimits.versions, 2]);
});
