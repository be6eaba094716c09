/** Flows: what is wrong with them in words, and what they would do. */
import { dueOf } from "./due.ts";
import type { FlowDefinition } from "./flow.ts";
import { simulateFlow } from "./simulate.ts";
import { edge, flow, is, judge, node, otherwise, task } from "./testing/stage.ts";
import { validateFlow } from "./validate.ts";

const texts = (definition: FlowDefinition) => validateFlow(definition).map(({ text }) => text);
const creator = { by: "creator" } as const;
const plain = (nodes: FlowDefinition["nodes"], edges: FlowDefinition["edges"]): FlowDefinition => ({
  nodes: [node("start", "开始"), ...nodes, node("end", "结束")],
  edges,
});

test("W10 a sound flow has nothing said of it, returns and loops through people included", () => {
  expect(texts(flow)).toEqual([]);
  expect(
    texts(
      plain(
        [task("甲", creator), node("gateway", "条件")],
        [edge("开始", "甲"), edge("甲", "条件"), edge("条件", "甲", is("a", 1)), otherwise("条件", "结束")],
      ),
    ),
  ).toEqual([]);
});

test("W10 each fault by its name", () => {
  expect(texts({ nodes: [], edges: [] })).toEqual(["缺少开始节点", "缺少结束节点"]);
  expect(
    texts(
      plain([task("甲", creator), task("乙", creator)], [edge("开始", "甲"), edge("甲", "结束"), edge("乙", "结束")]),
    ),
  ).toEqual(["从开始节点走不到「乙」"]);
  expect(texts(plain([task("甲", undefined)], [edge("开始", "甲"), edge("甲", "结束")]))).toEqual([
    "「甲」没有设置处理人",
  ]);
  expect(texts(plain([task("甲", { by: "seat", agentIds: [] })], [edge("开始", "甲"), edge("甲", "结束")]))).toEqual([
    "「甲」没有设置处理人",
  ]);
  expect(texts(plain([task("甲", creator)], [edge("开始", "甲"), edge("甲", "丁")]))).toEqual(
    expect.arrayContaining(["从「甲」出发的连线没有指向任何节点", "从开始节点走不到「结束」"]),
  );
  expect(texts(plain([task("甲", creator)], [edge("开始", "甲"), edge("甲", "结束", is("a", 1))]))).toEqual([
    "「甲」的连线都有条件，请增加一条“其他情况”",
  ]);
  expect(texts(plain([task("甲", creator)], [edge("开始", "甲"), edge("甲", "结束"), edge("结束", "甲")]))).toEqual([
    "结束节点「结束」之后不能再有连线",
  ]);
  expect(texts(plain([task("甲", creator, { actions: ["approve"] })], [edge("开始", "甲")]))).toEqual(
    expect.arrayContaining(["「甲」没有下一步"]),
  );
  expect(
    texts(plain([task("甲", creator, { actions: ["transfer"] })], [edge("开始", "甲"), edge("甲", "结束")])),
  ).toEqual(["「甲」既不能通过也不能办结，工单会停在这里"]);
  expect(
    texts(
      plain(
        [task("甲", creator, { limit: { minutes: 30, warnMinutes: 30 } })],
        [edge("开始", "甲"), edge("甲", "结束")],
      ),
    ),
  ).toEqual(["「甲」的提前提醒应短于处理时限"]);
});

test("W10 an endless loop is named with its nodes: without people, and with people but without an end", () => {
  expect(
    texts(
      plain(
        [node("gateway", "甲"), node("gateway", "乙")],
        [edge("开始", "甲"), edge("甲", "乙"), otherwise("乙", "甲"), edge("乙", "结束", is("a", 1))],
      ),
    ),
  ).toEqual(["「甲」→「乙」是没有人处理的死循环"]);
  expect(
    texts(
      plain(
        [
          task("甲", creator, { actions: ["approve"] }),
          task("乙", creator, { actions: ["approve"] }),
          task("丙", creator),
        ],
        [edge("开始", "丙"), edge("丙", "结束", is("a", 1)), otherwise("丙", "甲"), edge("甲", "乙"), edge("乙", "甲")],
      ),
    ),
  ).toEqual(["「甲」→「乙」循环往复，走不到结束"]);
});

test("W10 fields that the form has not, and conditions that cannot be read, are said with their place", () => {
  const made = plain(
    [task("甲", { by: "field", field: "owner" }, { fields: { phone: { hidden: true } } })],
    [edge("开始", "甲"), edge("甲", "结束", is("a", 1)), { ...otherwise("甲", "结束"), id: "其他" }],
  );
  expect(validateFlow(made, { fields: ["title"], conditionFaults: () => ["没有字段 a"] })).toEqual([
    { nodeId: "甲", text: "「甲」的处理人字段“owner”不在表单中" },
    { nodeId: "甲", text: "「甲」设置了表单中没有的字段“phone”" },
    { edgeId: "甲-结束", text: "「甲」到「结束」的条件：没有字段 a" },
  ]);
});

test("W10 simulated: the way these values take, who would have it, and where a decision leads", () => {
  const way = (values: Record<string, unknown>, decisions: Parameters<typeof simulateFlow>[2] = []) => {
    const { steps, done, text } = simulateFlow(flow, values, decisions, judge);
    return [steps.map((s) => `${s.name} ${s.handler} ${s.did} ${s.to}`), done, text];
  };
  expect(way({})).toEqual([
    [
      "开始 创建人 提交 受理",
      "受理 坐席组 通过 处理",
      "处理 指定坐席 通过 会签",
      "会签 指定坐席 通过 回访",
      "回访 创建人 通过 结束",
    ],
    true,
    undefined,
  ]);
  expect(way({ level: "joint" })[0]).toEqual([
    "开始 创建人 提交 受理",
    "受理 坐席组 通过 协办",
    "回访 创建人 通过 结束",
  ]);
  expect(way({ level: "urgent" }, ["approve", "returnPrevious", "complete"])[0]).toEqual([
    "开始 创建人 提交 受理",
    "受理 坐席组 通过 会签",
    "会签 指定坐席 退回上一步 受理",
    "受理 坐席组 办结 受理",
  ]);
  expect(
    way(
      {},
      Array.from({ length: 300 }, (_, i) => (i % 2 ? "returnPrevious" : "approve")),
    )[2],
  ).toBe("走了200步仍未结束");
});

test("W9 limits in working time: due, warned before, and what was spent before a pause counts", () => {
  const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
  const rule = {
    weekly: [
      {
        days: [1, 2, 3, 4, 5],
        ranges: [
          { from: "09:00", to: "12:00" },
          { from: "13:00", to: "18:00" },
        ],
      },
    ],
    holidays: [{ date: "2026-11-23", name: "厂庆" }],
    specials: [],
  };
  const limit = { minutes: 120, warnMinutes: 30 };
  expect(dueOf(rule, at("2026-11-20 17:30"), limit)).toEqual({
    dueAt: at("2026-11-24 10:30"),
    warnAt: at("2026-11-24 10:00"),
  });
  expect(dueOf(rule, at("2026-11-24 11:30"), limit, 60 * 60_000)).toEqual({
    dueAt: at("2026-11-24 13:30"),
    warnAt: at("2026-11-24 12:00"),
  });
  expect(dueOf(undefined, 0, { minutes: 10 })).toEqual({ dueAt: 600_000 });
  expect(dueOf({ weekly: [], holidays: [], specials: [] }, 0, limit)).toEqual({});
});
