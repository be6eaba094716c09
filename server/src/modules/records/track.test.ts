import type { CallFact, ContactEntry } from "../event-log/index.ts";
import { describe as words } from "./track.ts";

const names = { agents: new Map([["1001", "王芳"]]), groups: new Map([["g", "售后"]]), hide: true, hideDigits: true };
function said(fact: CallFact, reason?: ContactEntry["reason"], as = names): string {
  const { title, detail } = words(
    {
      compId: "100001",
      id: "c",
      at: 0,
      actor: "engine",
      stream: "contact",
      kind: "call",
      seq: 1,
      fact,
      ...(reason ? { reason } : {}),
    },
    as,
  );
  return `${title}：${detail}`;
}

test("E21 G133 a mark is said as the scale that the customer heard calls it; of an old one by its value", () => {
  const of = (mark: { readonly key?: string; readonly name?: string; readonly score: number }) =>
    said({ type: "surveyAnswered", agentId: "1001", ...mark }, undefined, { ...names, hideDigits: false });
  expect(of({ key: "4", name: "不满意", score: 3 })).toBe("客户评价：不满意（3分）");
  expect(of({ key: "5", name: "非常不满意", score: 1 })).toBe("客户评价：非常不满意（1分）");
  expect(of({ score: 1 })).toBe("客户评价：不满意（1分）");
});

test("why a call went where it went", () => {
  expect(
    said(
      {
        type: "created",
        direction: "inbound",
        caller: "13812345678",
        callee: "4001",
        target: { kind: "skillGroup", id: "g", name: "售后", rule: "夜间" },
      },
      "byTimeRule",
    ),
  ).toBe("客户来电：主叫138****5678，被叫4001，按时间规则「夜间」转技能组「售后」");
  expect(
    said({
      type: "created",
      direction: "inbound",
      caller: "1",
      callee: "4001",
      target: { kind: "extension", id: "1002", name: "1002" },
    }),
  ).toBe("客户来电：主叫1，被叫4001，按接入号设置转分机1002");
  expect(said({ type: "overflowed", kind: "dispatchQueue", id: "q", name: "主队列" }, "queueTimeout")).toBe(
    "溢出转移：转调度队列「主队列」，原因：排队超时",
  );
  expect(said({ type: "overflowed", kind: "voice", id: "v", name: "" }, "queueFull")).toBe(
    "溢出转移：转播放语音，原因：排队已满",
  );
  expect(said({ type: "groupAdded", skillGroupId: "g" }, "byDispatchQueue")).toBe(
    "增加技能组：售后一起接听，原因：调度队列按时间增加",
  );
  expect(
    said({ type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 5_000, skillGroupId: "g" }, "roundRobin"),
  ).toBe("分配坐席：坐席1001（王芳），售后，已空闲5秒，振铃时限20秒，原因：轮到该坐席");
  expect(said({ type: "screened", ok: false, text: "号码13812345678在企业黑名单中" }, "blacklisted")).toBe(
    "呼叫被限制：号码138****5678在企业黑名单中",
  );
  expect(said({ type: "dialled", to: "1002" }, "byTarget")).toContain("1002");
  expect(said({ type: "ended" }, "overConcurrency")).toBe("通话结束：超过并发数");
});
