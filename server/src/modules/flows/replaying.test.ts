/** Counters of a flow, the calls behind them, and a call run again, over HTTP and a log as the engine of calls writes it. */
import type { EndCause } from "@liantai/api/contract";
import { flowApi, flowReplayApi, flowTestApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { compile, type FlowBody, type FlowEvent, type ReplayFact } from "@liantai/api/flows";
import { factsOf } from "@liantai/api/testing/flows";
import { silentLogger } from "../../testing/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";
import { bodyWith, plainNode, spoken } from "./blank.ts";

const compId = "100001";
let office: Office;
let admin: Person;
let flow: { readonly id: string; readonly versionId: string; readonly body: FlowBody };

const hour = 3_600_000;
const page = { pageNo: 1, pageSize: 20 };
const menuOf = (bye: string): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "menu" }),
    plainNode("menu", "keyNav", "主菜单", {
      ...{ x: 200, y: 0, talkings: [spoken("hello", "请按键")], config: { keys: ["1", "2"] } },
      branch: ["key-1", "key-2", "timeout", "invalid"].map((id) => ({
        ...{ id, nodeName: id, dictionariesId: "", nodeId: id === "key-1" ? "more" : bye },
      })),
    }),
    plainNode("more", "play", "营业时间", { x: 400, y: 0, nextNodeId: "end", talkings: [spoken("open", "九点")] }),
    plainNode("end", "hangup", "挂机", { x: 600, y: 0 }),
  ]);

async function logCall(
  callId: string,
  doings: readonly (FlowEvent | "playDone" | "timer")[],
  { ago = 0, end = "flowEnded" }: { readonly ago?: number; readonly end?: EndCause } = {},
): Promise<void> {
  const { clock, database } = office.ports;
  const log = createEventLog({ database, clock, logger: silentLogger });
  const from = clock.now() - ago;
  const put = (at: number, fact: CallFact, reason?: EndCause) =>
    void log.append({
      ...{ stream: "contact", kind: "call", compId, id: callId, at, actor: "engine", fact },
      ...(reason ? { reason } : {}),
    });
  put(from, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" });
  const program = compile({ flowId: flow.id, versionId: flow.versionId, flowType: 1, body: flow.body, voice: null });
  const entry = (fact: ReplayFact): CallFact => (fact.type === "ended" ? { type: "ended" } : fact);
  for (const { at, fact } of factsOf(program, doings, undefined, end, from))
    put(at, entry(fact), fact.type === "ended" ? end : undefined);
  await log.flush();
}
const digit = (key: string): FlowEvent => ({ type: "digit", digit: key });

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  const body = menuOf("end");
  const { id, revision } = await admin.call(flowApi.create, {
    body: { name: "总机", flowType: 1, flow: JSON.stringify(body) },
  });
  const { versionId } = await admin.call(flowVersionApi.publish, { body: { id, revision } });
  const found = await admin.call(flowApi.find, { params: { id } });
  flow = { id, versionId, body: JSON.parse(found.flow) as FlowBody };
  await logCall("one", ["playDone", digit("1"), "playDone"]);
  await logCall("two", ["playDone", { type: "hungUp" }], { end: "abandonedInFlow" });
  await logCall("old", ["playDone", digit("2")], { ago: 3 * 24 * hour });
});
afterAll(() => office?.close());

test("G94 counters of a day and of a week, by version; a figure is as many as the calls behind it", async () => {
  const of = (days: 1 | 7 | 30, versionId = "") =>
    admin.call(flowReplayApi.counters, { body: { flowId: flow.id, days, versionId } });
  const day = await of(1);
  expect(day.calls).toBe(2);
  const menu = day.nodes.find(({ nodeId }) => nodeId === "menu")!;
  expect(menu).toMatchObject({ visits: 2, exits: 1, hangUps: 1, branches: [{ exit: "key-1", count: 1 }] });
  expect(menu.meanMs).toBeGreaterThan(0);
  const week = await of(7, flow.versionId);
  expect(week.nodes.find(({ nodeId }) => nodeId === "menu")).toMatchObject({ visits: 3, exits: 2 });
  expect((await of(7, "none")).calls).toBe(0);
  const behind = (more: object) =>
    admin.call(flowReplayApi.calls, { body: { ...page, flowId: flow.id, days: 7, nodeId: "menu", ...more } });
  expect((await behind({ how: "hungUp" })).list).toMatchObject([
    { callId: "two", outcome: "hungUp", lastNode: "主菜单", version: 1, nodes: 2, caller: "13800138000" },
  ]);
  expect((await behind({ exit: "key-2" })).list.map(({ callId }) => callId)).toEqual(["old"]);
  expect((await behind({ how: "exited" })).total).toBe(2);
  expect(await refused(admin.call(flowReplayApi.counters, { body: { flowId: flow.id, days: 2 as 1 } }))).toMatchObject({
    msg: "天数只能是1、7或30",
  });
});

test("G96 how calls left a flow, by version, each share with its interval", async () => {
  const of = (days: 1 | 7) => admin.call(flowReplayApi.outcomes, { body: { flowId: flow.id, days } });
  const [week] = await of(7);
  expect(week).toMatchObject({ versionId: flow.versionId, version: 1, calls: 3, answered: { count: 0 } });
  // One of three, by Wilson's formula with z = 1.96: 0.0615 to 0.7923.
  expect(week!.hungUp).toMatchObject({ count: 1, share: 1 / 3 });
  expect(week!.hungUp.low).toBeCloseTo(0.0615, 3);
  expect(week!.hungUp.high).toBeCloseTo(0.7923, 3);
  expect((await of(1)).map(({ calls, hungUp }) => [calls, hungUp.count])).toEqual([[2, 1]]);
});

test("G90 G92 a call is run again under its version, and under the draft that is drawn", async () => {
  const own = await admin.call(flowReplayApi.replay, { body: { flowId: flow.id, callId: "one" } });
  expect(own).toMatchObject({ departs: null, missing: [], ownVersion: 1, version: 1, result: "流程挂机" });
  expect(own.visits.map(({ nodeName, exitName }) => [nodeName, exitName])).toEqual([
    ["开始", "下一步"],
    ["主菜单", "按1"],
    ["营业时间", "下一步"],
    ["挂机", ""],
  ]);
  const drawn = JSON.stringify({
    ...flow.body,
    nodes: menuOf("end").nodes.map(({ subProcess }) => ({
      subProcess: {
        ...subProcess,
        flow: {
          ...subProcess.flow,
          nodes: subProcess.flow.nodes.map((each) =>
            each.nodeId === "menu" ? { ...each, branch: each.branch.map((one) => ({ ...one, nodeId: "end" })) } : each,
          ),
        },
      },
    })),
  });
  const draft = await admin.call(flowReplayApi.replay, {
    body: { flowId: flow.id, callId: "one", versionId: "draft", flow: drawn },
  });
  expect(draft).toMatchObject({ departs: 2, version: 0, result: "流程挂机" });
  const replay = (body: object) =>
    refused(admin.call(flowReplayApi.replay, { body: { flowId: flow.id, callId: "one", ...body } }));
  expect(await replay({ callId: "none" })).toMatchObject({ msg: "通话记录不存在" });
  expect(await replay({ versionId: "none" })).toMatchObject({ msg: "流程版本不存在或已被删除" });
});

test("G93 the test of a call has no whole number, is kept as it is and passes", async () => {
  const { test: made } = await admin.call(flowReplayApi.replay, { body: { flowId: flow.id, callId: "two" } });
  expect(JSON.stringify(made)).not.toContain("13800138000");
  const { id } = await admin.call(flowTestApi.add, { body: { flowId: flow.id, name: "通话", enabled: 1, test: made } });
  const { results } = await admin.call(flowTestApi.run, { body: { flowId: flow.id, ids: [id] } });
  expect(results).toMatchObject([{ passed: 1, faults: [] }]);
});
