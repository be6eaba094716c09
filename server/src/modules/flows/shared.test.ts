/** Shared sub-processes over HTTP: published in versions, called by other flows, kept by the calls that began with them. */
import type { EndCause } from "@liantai/api/contract";
import { accessNumApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowReplayApi,
  flowResolvingApi,
  flowTestApi,
  flowVersionApi,
  type PublishRefusal,
} from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowBody, type FlowEvent, type Program, type ReplayFact } from "@liantai/api/flows";
import { factsOf } from "@liantai/api/testing/flows";
import { silentLogger } from "../../testing/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";
import { bodyWith, plainNode, spoken, wayOut } from "./blank.ts";
import { createFlows } from "./index.ts";

const compId = "100001";
let office: Office;
let admin: Person;
/** Of another enterprise. */
let other: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  await office.ports.database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values({ compId: "100002", name: "乙企业", createdAt: new Date(office.ports.clock.now()) })
      .execute(),
  );
  other = await office.enter("100002");
});
afterAll(() => office?.close());

/** Says it and comes back with a result. */
const asks = (text: string, result = "好"): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "ask" }),
    plainNode("ask", "play", "问一句", { x: 1, y: 0, nextNodeId: "end", talkings: [spoken("t", text)] }),
    plainNode("end", "end", "返回", { x: 2, y: 0, config: { result } }),
  ]);
const calls = (targetId: string, config: Readonly<Record<string, unknown>> = {}, last = "hangup"): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "call" }),
    plainNode("call", "jump", "问单号", {
      ...{ x: 1, y: 0, nextNodeId: "end", config: { to: "shared", targetId, results: ["好"], ...config } },
      branch: [wayOut("好", "好", "end")],
    }),
    plainNode("end", last, "结束", { x: 2, y: 0 }),
  ]);

let made = 0;
async function newFlow(flow: FlowBody, flowType: 1 | 6 = 1, who = admin): Promise<{ id: string; name: string }> {
  const name = `${flowType === 6 ? "公共" : "流程"}${(made += 1)}`;
  const { id } = await who.call(flowApi.create, { body: { name, flowType, flow: JSON.stringify(flow) } });
  return { id, name };
}
async function publish(id: string, flow?: FlowBody, who = admin) {
  const { revision } = await who.call(flowApi.find, { params: { id } });
  const saved = flow
    ? await who.call(flowApi.save, { body: { id, revision, flow: JSON.stringify(flow) } })
    : { revision };
  return who.call(flowVersionApi.publish, { body: { id, revision: saved.revision } });
}
const programOf = async (flowId: string): Promise<Program> =>
  (await admin.call(flowResolvingApi.transfer, { body: { flowId } })).program;
const saidIn = (program: Program): string => {
  const words = Object.values(program.subs).flatMap(({ nodes }) => Object.values(nodes).flatMap((n) => n.talkings));
  return words.map(({ text }) => text).join();
};

test("G123 the newest takes effect from the next call, a named version stays, and a call keeps what it began with", async () => {
  const shared = await newFlow(asks("第一版"), flowTypes.shared);
  const one = await publish(shared.id);
  const newest = await newFlow(calls(shared.id));
  const fixed = await newFlow(calls(shared.id, { version: one.versionId }));
  await publish(newest.id);
  await publish(fixed.id);
  const began = await programOf(newest.id);
  expect([saidIn(began), began.links]).toEqual(["第一版", { [shared.id]: one.versionId }]);
  const two = await publish(shared.id, asks("第二版"));
  expect(saidIn(await programOf(newest.id))).toBe("第二版");
  expect(saidIn(await programOf(fixed.id))).toBe("第一版");
  // Another process, which has never seen the call.
  const elsewhere = createFlows({ ...office.ports, logger: silentLogger });
  const taken = await elsewhere.byVersion(compId, began.versionId, began.links);
  expect(taken?.program).toEqual(began);
  const begins = await elsewhere.byVersion(compId, began.versionId);
  expect(begins?.program.links).toEqual({ [shared.id]: two.versionId });
  // A return to an old version is a new one, and the newest.
  await admin.call(flowVersionApi.rollback, { body: { versionId: one.versionId } });
  expect(saidIn(await programOf(newest.id))).toBe("第一版");
  const diff = await admin.call(flowVersionApi.diff, { body: { id: shared.id, a: one.versionId, b: two.versionId } });
  expect(diff.wordings).toMatchObject([{ before: "第一版", after: "第二版" }]);
});

test("G123 no call begins in a shared sub-process, and nothing leads to it but flows that call it", async () => {
  const shared = await newFlow(asks("喂"), flowTypes.shared);
  await publish(shared.id);
  const transfer = admin.call(flowResolvingApi.transfer, { body: { flowId: shared.id } });
  expect(await refused(transfer)).toMatchObject({
    msg: `公共子流程「${shared.name}」由其他流程调用，不能直接接听来电`,
  });
  const flows = createFlows({ ...office.ports, logger: silentLogger });
  expect(await flows.resolve(compId, shared.id, "13800138000")).toBeUndefined();
  const choices = await admin.call(accessNumApi.choices, {});
  expect(choices.flow.some(({ id }) => id === shared.id)).toBe(false);
  const jumps = await newFlow(calls(shared.id, { to: "flow", results: [] }));
  const found = await admin.call(flowVersionApi.validate, { body: { id: jumps.id } });
  expect(found.findings.map(({ text }) => text)).toContain("节点“问单号”：流程不存在");
  const share = admin.call(flowVersionApi.share, { body: { id: shared.id, versions: [] } });
  expect(await refused(share)).toMatchObject({ msg: expect.stringContaining("不按比例分配") });
});

test("G124 publishing names the node whose sub-process is not published, another enterprise's, or goes round", async () => {
  const shared = await newFlow(asks("喂"), flowTypes.shared);
  const flow = await newFlow(calls(shared.id));
  const texts = async (id: string, who = admin) => {
    const { data } = await refused(publish(id, undefined, who));
    return (data as PublishRefusal).findings.map(({ nodeName, text }) => `${nodeName}: ${text}`);
  };
  expect(await texts(flow.id)).toEqual([`问单号: 节点“问单号”：公共子流程“${shared.name}”还没有发布`]);
  await publish(shared.id);
  await publish(flow.id);
  const foreign = await newFlow(calls(shared.id), 1, other);
  expect(await texts(foreign.id, other)).toEqual(["问单号: 节点“问单号”：公共子流程不存在"]);
  const second = await newFlow(calls(shared.id, {}, "end"), flowTypes.shared);
  await publish(second.id);
  const { revision } = await admin.call(flowApi.find, { params: { id: shared.id } });
  const round = JSON.stringify(calls(second.id, { results: [] }, "end"));
  await admin.call(flowApi.save, { body: { id: shared.id, revision, flow: round } });
  expect(await texts(shared.id)).toContain(
    `问单号: 节点“问单号”：公共子流程循环调用：${shared.name} → ${second.name} → ${shared.name}`,
  );
  await admin.call(flowApi.update, { body: { id: second.id, name: second.name, enabled: 0 } });
  const late = await newFlow(calls(second.id));
  expect(await texts(late.id)).toEqual([`问单号: 节点“问单号”：公共子流程“${second.name}”已停用`]);
});

test("G124 publishing a shared one warns of the nodes that its new version no longer fits", async () => {
  const shared = await newFlow(asks("喂"), flowTypes.shared);
  const one = await publish(shared.id);
  const newest = await newFlow(calls(shared.id));
  const fixed = await newFlow(calls(shared.id, { version: one.versionId }));
  await publish(newest.id);
  await publish(fixed.id);
  expect((await publish(shared.id, asks("喂喂"))).findings).toEqual([]);
  const warned = `发布后，流程「${newest.name}」的节点“问单号”：公共子流程“${shared.name}”没有结果“好”`;
  const { findings } = await publish(shared.id, asks("喂", "另外"));
  expect(findings).toMatchObject([{ severity: "warning", text: warned }]);
  const drawn = await admin.call(flowVersionApi.validate, { body: { id: shared.id } });
  expect(drawn.findings.map(({ text }) => text)).toEqual([warned]);
});

test("G125 one that is called does not go, and says by whom; renamed it is called still; users are listed by version", async () => {
  const shared = await newFlow(asks("喂"), flowTypes.shared);
  const one = await publish(shared.id);
  await publish(shared.id, asks("喂喂"));
  const newest = await newFlow(calls(shared.id));
  const fixed = await newFlow(calls(shared.id, { version: one.versionId }));
  await publish(fixed.id);
  await admin.call(flowApi.update, { body: { id: shared.id, name: `${shared.name}新`, enabled: 1 } });
  const kind = { kind: "sharedFlow", dependencyId: shared.id } as const;
  const users = await admin.call(flowVersionApi.dependents, { body: kind });
  expect(
    users.flows.map(({ flowName, running, nodes }) => [flowName, running, nodes.map((n) => [n.nodeName, n.version])]),
  ).toEqual([
    [newest.name, 0, [["问单号", 0]]],
    [fixed.name, 1, [["问单号", 1]]],
  ]);
  expect(await other.call(flowVersionApi.dependents, { body: kind })).toEqual({ flows: [], others: [] });
  const gone = () => admin.call(flowApi.delete, { params: { id: shared.id } });
  const message = `流程「${shared.name}新」正在使用，不能删除：流程「${newest.name}」、流程「${fixed.name}」`;
  expect(await refused(gone())).toMatchObject({ msg: message });
  await publish(newest.id);
  expect(saidIn(await programOf(newest.id))).toBe("喂喂");
  for (const { id } of [newest, fixed]) await admin.call(flowApi.delete, { params: { id } });
  await gone();
});

test("G125 what an old version names, which somebody holds on to, does not go either", async () => {
  const inner = await newFlow(asks("里面"), flowTypes.shared);
  await publish(inner.id);
  const outer = await newFlow(calls(inner.id, {}, "end"), flowTypes.shared);
  const one = await publish(outer.id);
  await publish(outer.id, asks("不再叫它"));
  const flow = await newFlow(calls(outer.id, { version: one.versionId, results: [] }));
  await publish(flow.id);
  const gone = refused(admin.call(flowApi.delete, { params: { id: inner.id } }));
  expect(await gone).toMatchObject({ msg: expect.stringContaining(`流程「${outer.name}」`) });
  expect(saidIn(await programOf(flow.id))).toBe("里面");
});

test("G125 exported by itself it comes in by itself; who calls it, brought by a ZIP, calls it by name and its newest", async () => {
  const shared = await newFlow(asks("喂"), flowTypes.shared);
  const one = await publish(shared.id);
  const flow = await newFlow(calls(shared.id, { version: one.versionId }));
  const zipOf = async (id: string) => {
    const { bytes } = await admin.file(flowApi.exportZip, { query: { id } });
    return new File([new Uint8Array(bytes)], "流程.zip", { type: "application/zip" });
  };
  const importing = (files: File, name: string) => other.call(flowApi.importZip, { body: { files, name } as never });
  const zip = await zipOf(flow.id);
  const there = await importing(await zipOf(shared.id), shared.name);
  await publish(there.id, undefined, other);
  const made = await importing(zip, "齐全的");
  expect(made.missing).toEqual([]);
  const { flow: text } = await other.call(flowApi.find, { params: { id: made.id } });
  const node = (JSON.parse(text) as FlowBody).nodes[0]!.subProcess.flow.nodes.find(({ nodeId }) => nodeId === "call");
  expect(node?.config).toMatchObject({ to: "shared", targetId: there.id, version: "" });
  await publish(made.id, undefined, other);
});

async function logCall(program: Program, doings: readonly (FlowEvent | "playDone")[], end: EndCause): Promise<string> {
  const { clock, database, random } = office.ports;
  const log = createEventLog({ database, clock, logger: silentLogger });
  const callId = random.id();
  const from = clock.now();
  const put = (at: number, fact: CallFact, reason?: EndCause) =>
    void log.append({
      ...{ stream: "contact", kind: "call", compId, id: callId, at, actor: "engine", fact },
      ...(reason ? { reason } : {}),
    });
  put(from, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" });
  const entry = (fact: ReplayFact): CallFact => (fact.type === "ended" ? { type: "ended" } : fact);
  for (const { at, fact } of factsOf(program, doings, undefined, end, from))
    put(at, entry(fact), fact.type === "ended" ? end : undefined);
  await log.flush();
  return callId;
}

test("G126 figures, replays and tests go over the border", async () => {
  const shared = await newFlow(asks("第一版"), flowTypes.shared);
  const one = await publish(shared.id);
  const flow = await newFlow(calls(shared.id));
  await publish(flow.id);
  const first = await logCall(await programOf(flow.id), ["playDone"], "flowEnded");
  const two = await publish(shared.id, asks("第二版"));
  await logCall(await programOf(flow.id), [], "abandonedInFlow");
  const figures = async (flowId: string, versionId = "") => {
    const { calls: all, nodes } = await admin.call(flowReplayApi.counters, { body: { flowId, versionId, days: 1 } });
    return [all, nodes.find(({ nodeId }) => nodeId === "ask")] as const;
  };
  expect(await figures(shared.id)).toMatchObject([2, { visits: 2, exits: 1, hangUps: 1 }]);
  expect(await figures(shared.id, one.versionId)).toMatchObject([1, { visits: 1, hangUps: 0 }]);
  expect(await figures(shared.id, two.versionId)).toMatchObject([1, { visits: 1, hangUps: 1 }]);
  // On the calling flow's canvas stands what is drawn there.
  const own = await admin.call(flowReplayApi.counters, { body: { flowId: flow.id, versionId: "", days: 1 } });
  expect(own.nodes.find(({ nodeId }) => nodeId === "call")).toMatchObject({ visits: 2, exits: 1 });
  const list = { flowId: shared.id, nodeId: "ask", days: 1, pageNo: 1, pageSize: 20 } as const;
  const behind = await admin.call(flowReplayApi.calls, { body: list });
  expect(behind.list.map(({ version, lastNode }) => [version, lastNode])).toEqual([
    [2, "问一句"],
    [1, "返回"],
  ]);
  // Run again it goes through the version that it had.
  const replay = await admin.call(flowReplayApi.replay, { body: { flowId: flow.id, callId: first } });
  expect([replay.departs, replay.visits.map(({ nodeName }) => nodeName)]).toEqual([
    null,
    ["开始", "问单号", "开始", "问一句", "返回", "结束"],
  ]);
  expect(replay.visits.flatMap(({ says }) => says)).toEqual(["第一版"]);
  // The test that the call becomes holds for the version of today as well.
  const kept = await admin.call(flowTestApi.run, { body: { flowId: flow.id, test: replay.test } });
  expect(kept.results[0]?.faults).toEqual([]);
  const test = { steps: [], overrides: {}, expect: [{ what: "said" as const, value: "第二版" }] };
  const run = await admin.call(flowTestApi.run, { body: { flowId: flow.id, test } });
  expect(run).toMatchObject({ passed: 1, coverage: { nodes: { all: 3, missing: [] } } });
});
