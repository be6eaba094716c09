/** W5: what an edge asks of an order's values. */
import type { EdgeCondition } from "./flow.ts";
import { conditionFaults, judgeAt } from "./judge.ts";

const judge = judgeAt(Date.parse("2026-11-20T09:00:00+08:00"));
const values = {
  level: "vip",
  amount: "1200.5",
  count: 3,
  tags: ["a", "b"],
  owner: { id: "1001", label: "李晓雯" },
  area: { ids: ["gd", "gz"], labels: ["广东", "广州"] },
  empty: "",
};
const holds = (when: EdgeCondition) => judge(when, values);

test("W5 leaves by their kind of value, numbers as numbers", () => {
  const asked: readonly [
    string,
    Extract<EdgeCondition, { field: string }>["op"],
    string | number | string[],
    boolean,
  ][] = [
    ["level", "eq", "vip", true],
    ["level", "ne", "vip", false],
    ["level", "in", ["vip", "gold"], true],
    ["amount", "gt", 999, true],
    ["amount", "gt", "999", true],
    ["amount", "lt", 1200.5, false],
    ["count", "gte", 3, true],
    ["tags", "contains", "b", true],
    ["tags", "in", ["c"], false],
    ["owner", "eq", "1001", true],
    ["area", "contains", "gz", true],
    ["level", "startsWith", "v", true],
    ["empty", "empty", "", true],
    ["absent", "notEmpty", "", false],
  ];
  expect(asked.map(([field, op, value]) => holds({ field, op, value }))).toEqual(asked.map(([, , , wanted]) => wanted));
});

test("W5 trees and expressions", () => {
  const vip: EdgeCondition = { field: "level", op: "eq", value: "vip" };
  expect(holds({ all: [vip, { not: { field: "empty", op: "notEmpty" } }] })).toBe(true);
  expect(holds({ any: [{ not: vip }, { expression: "amount * count > 3600" }] })).toBe(true);
  expect(holds({ expression: "amount * count > 3602" })).toBe(false);
  expect([holds({ all: [] }), holds({ any: [] })]).toEqual([true, false]);
});

test("W10 what cannot be read says why, and holds of nothing", () => {
  const broken: EdgeCondition = { expression: "amount >" };
  expect(conditionFaults(broken)).toHaveLength(1);
  expect(holds(broken)).toBe(false);
  expect(conditionFaults({ field: "gone", op: "eq", value: "1" }, ["level"])).toEqual(["条件中没有字段“gone”"]);
  expect(conditionFaults({ field: "level", op: "eq", value: "1" }, ["level"])).toEqual([]);
  expect(conditionFaults({ all: [{ not: { field: "level", op: "in", value: [] } }] }, ["level"], () => "等级")).toEqual(
    ["请填写条件“等级是其中之一”的值"],
  );
  expect(conditionFaults({ any: [] })).toEqual(["“满足以下任意一条”中没有条件"]);
  expect(conditionFaults({ field: "level", op: "notEmpty" })).toEqual([]);
});
