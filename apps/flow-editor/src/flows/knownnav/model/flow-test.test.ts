import { bodyWith, small } from "../testing/design.ts";
import { readTest, testFault, writeTest, type TestLines } from "./flow-test.ts";

/** As the engine's own suite has them. */
const kept = {
  steps: [
    { do: "silence" },
    { do: "say", value: "查一下账单", early: true },
    { do: "keys", value: "1" },
    { do: "audio", value: "转人工", audio: { id: "a1", name: "客户.wav" } },
    { do: "audio", value: "转人工", audio: { id: "a2", name: "抢话.wav" }, early: true },
    { do: "wait", value: 3 },
    { do: "hangUp" },
  ],
  overrides: {
    now: "2026-11-26 09:00",
    vars: { caller: "13800000000" },
    transfers: { g1: "absent" },
    interfaces: { if: { ok: true, values: { sum: 12.5 } }, other: { ok: false, class: "timeout" } },
    area: { province: "浙江", city: "杭州" },
    blacklisted: true,
    timeRules: ["t1"],
    messageSeconds: 12,
    draw: 7,
  },
  expect: [
    { what: "said", value: "12.5元" },
    { what: "node", value: "bye", not: true },
    { what: "variable", name: "sum", value: "12.5" },
    { what: "result", value: "hangup" },
  ],
};

test("a kept test is read into lines and written as it was", () => {
  expect(writeTest(readTest(kept))).toEqual(kept);
  expect(testFault(readTest(kept), bodyWith({ main: small }))).toBeUndefined();
});

test.each<[string, Partial<TestLines>]>([
  ["“按键”的按键只能是0–9、*和#", { steps: [{ kind: "keys", value: "a" }] }],
  ["请填写“变量等于”的变量名", { expected: [{ kind: "variable", value: "1" }] }],
  ["请选择“音频文件”的文件", { steps: [{ kind: "audio", value: "转人工" }] }],
  ["请填写“音频文件”的说的话", { steps: [{ kind: "audio", value: " ", audio: { id: "a", name: "a.wav" } }] }],
  ["“接口成功”的返回值不是JSON对象", { given: [{ kind: "interfaces", name: "i", value: "[1" }] }],
  ["“经过节点”的节点已不在流程中", { expected: [{ kind: "node", value: "gone" }] }],
  ["请至少填写一项期望", {}],
  ["“等待”的秒数应为0到3600的整数", { steps: [{ kind: "wait", value: "3601" }] }],
  ["不支持“fly”", { steps: [{ kind: "fly", value: "" }] }],
])("%s", (fault, lines) => {
  expect(testFault({ steps: [], given: [], expected: [], ...lines }, bodyWith({ main: small }))).toBe(fault);
});

test("what is no test is one without lines", () => {
  expect(readTest({ steps: 3, overrides: null, expect: "x" })).toEqual({ steps: [], given: [], expected: [] });
});
