/** A stored call run again: as the log of the call engine has it (telephony/engine/flow-replay.test.ts has calls of a scripted switch). */
import { compile } from "../compile.ts";
import type { FlowBody, FlowNode } from "../flow.ts";
import { runFlowTest } from "../flow-test/index.ts";
import type { Program } from "../program.ts";
import type { FlowEvent, Question } from "../session.ts";
import { body, node } from "../testing/build.ts";
import { factsOf, type Answer } from "../testing/log.ts";
import { noTools } from "../tools.ts";
import { flowTestFault } from "../../test-schema.ts";
import { followed, partsOf, rerun, testOf, type StoredPart } from "./index.ts";

const compiled = (flow: FlowBody, versionId = "v1"): Program =>
  compile({ flowId: "f", versionId, flowType: 1, body: flow, voice: null });

const logOf = (...of: Parameters<typeof factsOf>): StoredPart => partsOf(factsOf(...of))[0]!;

const digit = (key: string): FlowEvent => ({ type: "digit", digit: key });

const menu = (more: { readonly pin?: Partial<FlowNode>; readonly rich?: string } = {}) =>
  body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1", "2"] },
      to: { "key-1": "密码", "key-2": "查询", timeout: "再见", invalid: "再见" },
    }),
    {
      ...node("密码", "keyCollect", {
        says: ["请输入密码"],
        config: { vName: "pin", min: 4, max: 6, terminator: "#", check: "number" },
        to: { collected: "查询", timeout: "再见", invalid: "再见" },
        sensitive: true,
      }),
      ...more.pin,
    },
    node("查询", "interface", {
      config: { interfaceId: "if", reply: [{ path: "sum", vName: "sum" }] },
      to: { ok: "判断", failed: "再见", timeout: "再见" },
    }),
    node("判断", "condition", {
      config: {
        rules: [{ id: "rich", name: "多", rows: [{ variable: "sum", operator: "gt", value: more.rich ?? "10" }] }],
      },
      to: { rich: "客服", else: "再见" },
    }),
    node("客服", "skillGroup", { config: { targetId: "g1" }, to: { absent: "再见", timeout: "再见" } }),
    node("再见", "hangup", { says: ["再见"] }),
  ]);
const rich = (ask: Question): Answer | undefined =>
  ask.what === "interface" ? { ok: true, status: 200, values: { sum: 12 } } : undefined;

test("G90 a stored call reaches the same nodes under its own version, with what it took and why", () => {
  const program = compiled(menu());
  const part = logOf(program, ["playDone", digit("2")], rich, "abandonedInQueue");
  const found = followed(program, part, noTools);
  expect(found).toMatchObject({ departs: null, missing: [], target: "g1", versionId: "v1" });
  expect(found.visits.map(({ nodeId, exitName }) => [nodeId, exitName])).toEqual([
    ["开始", "下一步"],
    ["导航", "按2"],
    ["查询", "成功"],
    ["判断", "多"],
    ["客服", ""],
  ]);
  const [, nav, asked, judged] = found.visits;
  expect(nav!.says).toEqual(["请按键"]);
  expect(nav!.why).toEqual(["客户按键 2"]);
  expect(asked!.why).toEqual(["接口成功，状态200"]);
  expect(judged!.why).toEqual(["规则成立：sum（12）大于10"]);
  expect(judged!.vars).toMatchObject({ sum: "12", lastKeys: "2" });
});

test("G177 what a rule made of the dialogue meanwhile is no step of the flow's own: a replay goes by it", () => {
  const program = compiled(menu());
  type Facts = Parameters<typeof partsOf>[0];
  const scored = { type: "flowStep", step: "intention", nodeId: "导航", nodeName: "导航", content: "0分" } as const;
  const facts = factsOf(program, ["playDone", digit("2")], rich, "abandonedInQueue").flatMap((each): Facts =>
    each.fact.type === "flowInput" ? [each, { at: each.at, fact: scored }] : [each],
  );
  expect(followed(program, partsOf(facts)[0]!, noTools)).toMatchObject({ departs: null, missing: [], target: "g1" });
});

test("G90 a log that the program does not follow is told, with where", () => {
  const part = logOf(compiled(menu()), ["playDone", digit("2")], rich);
  const found = followed(compiled(menu({ rich: "99" })), part, noTools);
  expect(found.departs).toBe(3);
  expect(found.missing).toEqual(["与原通话不同：日志不完整，或流程程序已更新"]);
});

test("G91 keys that no log has: the way is the one that was taken, the value stays hidden", () => {
  const program = compiled(menu());
  const keys = "4711#".split("").map(digit);
  const part = logOf(program, ["playDone", digit("1"), "playDone", ...keys], rich);
  expect(JSON.stringify(part)).not.toContain("4711");
  const found = followed(program, part, noTools);
  expect(found).toMatchObject({ departs: null, missing: [] });
  expect(found.visits.at(-1)).toMatchObject({ nodeId: "客服", vars: { pin: "***" } });
  // One that no key tried in its stead would pass.
  const strict = compiled(
    menu({
      pin: { config: { vName: "pin", min: 8, max: 8, terminator: "", check: "date" } },
    }),
  );
  const dated = logOf(strict, ["playDone", digit("1"), "playDone", ..."20261126".split("").map(digit)], rich);
  const forced = followed(strict, dated, noTools);
  expect(forced).toMatchObject({ departs: null, missing: [] });
  expect(forced.visits.at(-1)).toMatchObject({ nodeId: "客服", vars: { pin: "***" } });
  const test = testOf(part, found, (text) => text.replace(/\d{4}(?=\d{4}$)/, "****"));
  expect(test.steps).toEqual([
    { do: "keys", value: "1" },
    { do: "keys", value: "1111#" },
  ]);
});

test("G92 under another version it goes as the same caller and the same answers lead; what was not asked is told", () => {
  const program = compiled(menu());
  const part = logOf(program, ["playDone", digit("2")], rich);
  const base = followed(program, part, noTools);
  expect(rerun(compiled(menu({ rich: "50" }), "v2"), part, base, noTools)).toMatchObject({
    ...{ versionId: "v2", departs: 3, result: "hangup", missing: [] },
  });
  const other = menu();
  const nodes = other.nodes[0]!.subProcess.flow.nodes.map((each) =>
    each.nodeId === "查询" ? { ...each, config: { ...each.config, interfaceId: "other" } } : each,
  );
  const changed: FlowBody = {
    ...other,
    nodes: [{ subProcess: { ...other.nodes[0]!.subProcess, flow: { nodes, edges: [], groups: [] } } }],
  };
  const stopped = rerun(compiled(changed, "v3"), part, base, noTools);
  expect(stopped).toMatchObject({ departs: 2, result: "missing", missing: ["原通话没有问过：接口调用"] });
  expect(stopped.visits.at(-1)).toMatchObject({ nodeId: "查询", exit: "" });
});

const speech = (threshold: number) =>
  body([
    node("开始", "start", { to: { next: "问" } }),
    node("问", "speech", {
      says: ["要办什么"],
      config: { threshold, branches: [{ id: "bill", name: "查账单" }] },
      to: { bill: "客服", unknown: "再见", timeout: "再见" },
      intents: { bill: "i1" },
    }),
    node("客服", "skillGroup", { config: { targetId: "g1" }, to: { absent: "再见", timeout: "再见" } }),
    node("再见", "hangup"),
  ]);
const understands = (ask: Question): Answer | undefined =>
  ask.what === "understand" ? { intentId: "i1", score: 0.8, secondId: "", secondScore: 0, by: "sample" } : undefined;

test("G92 sentences that another version asks about otherwise are reckoned anew, where somebody can", () => {
  const program = compiled(speech(0.4));
  const said: FlowEvent = { type: "heard", id: "", text: "查账单", confidence: 1 };
  const part = logOf(program, ["playDone", said], understands);
  const base = followed(program, part, noTools);
  expect(base.visits[1]!.why).toEqual(["客户说“查账单”：意图「查账单」，得分0.80（例句）"]);
  const other = compiled(speech(0.9), "v2");
  expect(rerun(other, part, base, noTools).missing).toEqual(["原通话没有问过：意图识别"]);
  const not = { intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} };
  const anew = rerun(other, part, base, noTools, { understand: () => not });
  expect(anew).toMatchObject({ departs: 1, result: "waiting", missing: [] });
});

test("G93 a call becomes a flow test that its own version passes", () => {
  const program = compiled(menu());
  const hungUp: FlowEvent = { type: "hungUp" };
  const part = logOf(program, ["playDone", "timer", "playDone", digit("2"), hungUp], rich, "abandonedInQueue");
  const base = followed(program, part, noTools);
  const test = testOf(part, base, (text) => text.replace("0013", "****"));
  expect(flowTestFault(test)).toBeUndefined();
  expect(test).toMatchObject({
    steps: [{ do: "silence" }, { do: "keys", value: "2" }],
    overrides: {
      now: "2026-11-26 09:00:00",
      vars: { caller: "138****8000" },
      interfaces: { if: { ok: true, values: { sum: 12 } } },
    },
  });
  expect(JSON.stringify(test)).not.toContain("13800138000");
  const not = { intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} };
  const world = { understand: () => not };
  expect(runFlowTest(program, { name: "n", ...test }, noTools, world)).toMatchObject({ failures: [] });
  expect(runFlowTest(compiled(menu({ rich: "99" })), { name: "n", ...test }, noTools, world).passed).toBe(false);
});
