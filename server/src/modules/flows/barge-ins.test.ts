/** G97: wordings that speech cut off, and of how many of them nothing was understood, from a log as the engine of calls writes it. */
import type { EndCause } from "@liantai/api/contract";
import { flowApi, flowReplayApi, flowVersionApi, intentApi } from "@liantai/api/contract/flow-editor";
import { compile, type FlowBody, type FlowEvent, type ReplayFact } from "@liantai/api/flows";
import { body, factsOf, node } from "@liantai/api/testing/flows";
import { silentLogger } from "../../testing/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";

const compId = "100001";
let office: Office;
let flow: { readonly id: string; readonly versionId: string; readonly body: FlowBody };
let intentId: string;

const speaks: FlowEvent = { type: "speechStarted", id: "" };
const heard = (text: string): FlowEvent => ({ type: "heard", id: "", text, confidence: 0.9 });
const nothing = (why: "silence" | "failed"): FlowEvent => ({ type: "nothingHeard", id: "", why });
const known = "查话费";

async function logCall(
  callId: string,
  doings: readonly (FlowEvent | "playDone")[],
  { versionId = flow.versionId, written = (fact: ReplayFact): ReplayFact => fact } = {},
): Promise<void> {
  const { clock, database } = office.ports;
  const log = createEventLog({ database, clock, logger: silentLogger });
  const from = clock.now();
  const put = (at: number, fact: CallFact, reason?: EndCause) =>
    void log.append({
      ...{ stream: "contact", kind: "call", compId, id: callId, at, actor: "engine", fact },
      ...(reason ? { reason } : {}),
    });
  put(from, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" });
  const program = compile({ flowId: flow.id, versionId, flowType: 1, body: flow.body, voice: null });
  const answer = (ask: { readonly what: string; readonly text?: string }) =>
    ask.what === "understand" ? { intentId: ask.text === known ? intentId : "", score: 0.9 } : undefined;
  for (const { at, fact } of factsOf(program, doings, answer, "flowEnded", from).map(({ at, fact }) => ({
    at,
    fact: written(fact),
  })))
    put(at, fact.type === "ended" ? { type: "ended" } : fact, fact.type === "ended" ? "flowEnded" : undefined);
  await log.flush();
}

beforeAll(async () => {
  office = await openOffice();
  const admin = office.administrator;
  ({ id: intentId } = await admin.call(intentApi.add, { body: { name: "查账单", samples: [known] } }));
  const drawn = body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请问您要办理什么业务"],
      config: { tries: 9, branches: [{ id: "bill", name: "查账单" }] },
      to: { bill: "bye", unknown: "bye", timeout: "bye" },
      intents: { bill: intentId },
    }),
    node("bye", "hangup"),
  ]);
  const made = { name: "打断", flowType: 1 as const, flow: JSON.stringify(drawn) };
  const { id, revision } = await admin.call(flowApi.create, { body: made });
  const { versionId } = await admin.call(flowVersionApi.publish, { body: { id, revision } });
  const { flow: kept } = await admin.call(flowApi.find, { params: { id } });
  flow = { id, versionId, body: JSON.parse(kept) as FlowBody };
});
afterAll(() => office?.close());

const figures = async (versionId = "") => {
  const { nodes } = await office.administrator.call(flowReplayApi.counters, {
    body: { flowId: flow.id, days: 1, versionId },
  });
  const { bargeIns, falseBargeIns } = nodes.find(({ nodeId }) => nodeId === "ask")!;
  return `${falseBargeIns}/${bargeIns}`;
};

test("G97 speech of which nothing comes is a false barge-in, by version; what is understood, a key or a failure is none", async () => {
  // No word of it known, silence, no intent; then what cuts nothing off, for the wording is over; then what is understood.
  await logCall("one", [
    ...[speaks, heard(" "), speaks, nothing("silence"), speaks, heard("今天天气")],
    ...["playDone" as const, speaks, heard(""), speaks, heard(known)],
  ]);
  expect(await figures()).toBe("3/4");
  await logCall("failed", [speaks, nothing("failed")]);
  await logCall("gone", [speaks, { type: "hungUp" }]);
  await logCall("keys", [speaks, { type: "digit", digit: "5" }, nothing("silence")]);
  expect(await figures()).toBe("3/7");
  await logCall("other", [speaks, heard("")], { versionId: "another" });
  expect([await figures(), await figures(flow.versionId), await figures("another")]).toEqual(["4/8", "3/7", "1/1"]);
  // In secret whatever is said is stars.
  const starred = (fact: ReplayFact): ReplayFact =>
    fact.type === "flowInput" && fact.event.type === "heard"
      ? { ...fact, event: { ...fact.event, text: "***" } }
      : fact;
  await logCall("secret", [speaks, heard(""), speaks, heard(known)], { versionId: "secret", written: starred });
  expect(await figures("secret")).toBe("1/2");
  const { list } = await office.administrator.call(flowReplayApi.calls, {
    body: { pageNo: 1, pageSize: 20, flowId: flow.id, days: 1, nodeId: "ask", how: "falseBargeIn" },
  });
  expect(list.map(({ callId }) => callId).sort()).toEqual(["one", "other", "secret"]);
});
