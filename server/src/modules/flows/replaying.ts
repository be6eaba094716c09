/** Calls that were in a flow: counters of its nodes, the calls behind them, and one run again (decision 084). */
import { AppError, dayMs, formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { flowReplayApi, StayOutcome } from "@liantai/api/contract/flow-editor";
import { flowTypes, linkedNameOf, ownName, replayResult, testOf, type Replay } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import { shareBounds } from "../../statistics/shares.ts";
import type { Trx } from "../../ports/database.ts";
import { isContact, readStream } from "../event-log/index.ts";
import type { FlowDeps } from "./deps.ts";
import { bodyOf, keptBody } from "./reading.ts";
import { factsOf, ofFlow, runAgain } from "./replay-of-call.ts";
import { known, missingVersion } from "./rows.ts";
import { worldOf } from "./running.ts";
import { compiledIn, programOf } from "./shared.ts";
import {
  callOf,
  callsIn,
  countCalls,
  countOutcomes,
  countStays,
  type CountedStays,
  type StayFilter,
} from "./stays-repository.ts";
import { findVersion, listVersions } from "./versions-repository.ts";

type Api = typeof flowReplayApi;
type Context = RequestContext;
type Node = ReplyOf<Api["counters"]>["nodes"][number];

/** Of a shared sub-process: of its canvases, in calls that were in any flow. */
async function filterOf(
  { ports }: FlowDeps,
  trx: Trx,
  compId: string,
  { days, ...of }: Omit<StayFilter, "since" | "shared"> & { readonly days: number },
): Promise<StayFilter> {
  const { flowType } = await known(trx, compId, of.flowId);
  const filter = { ...of, since: new Date(ports.clock.now() - days * dayMs) };
  if (flowType !== flowTypes.shared) return filter;
  const version = of.versionId ? await findVersion(trx, compId, of.versionId) : undefined;
  return { ...filter, shared: { version: version?.version ?? 0 } };
}

const sums = ["visits", "hangUps", "over", "ms", "bargeIns", "falseBargeIns"] as const;
type Counted = Record<(typeof sums)[number], number> & { readonly branches: Node["branches"] };

/** own: by the names that the nodes have on their own canvas, whatever version of it. */
function nodesOf(rows: readonly CountedStays[], own: boolean): Node[] {
  const nodes = new Map<string, Counted>();
  for (const { nodeId: named, exit, ...row } of rows) {
    const nodeId = own ? ownName(named) : named;
    const node: Counted = nodes.get(nodeId) ?? {
      ...{ visits: 0, hangUps: 0, over: 0, ms: 0, bargeIns: 0, falseBargeIns: 0, branches: [] },
    };
    for (const sum of sums) node[sum] += row[sum];
    const branch = node.branches.find((each) => each.exit === exit);
    if (branch) branch.count += row.visits;
    else if (exit !== "") node.branches.push({ exit, count: row.visits });
    nodes.set(nodeId, node);
  }
  return Array.from(nodes, ([nodeId, { over, ms, branches, ...counted }]) => ({
    ...{ nodeId, branches, ...counted },
    exits: branches.reduce((sum, { count }) => sum + count, 0),
    meanMs: over === 0 ? null : Math.round(ms / over),
  }));
}

export async function counters(
  deps: FlowDeps,
  body: BodyOf<Api["counters"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["counters"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { flowId, versionId, days } = body;
    const filter = await filterOf(deps, trx, compId, { flowId, versionId, days });
    const [rows, calls] = await Promise.all([countStays(trx, compId, filter), countCalls(trx, compId, filter)]);
    return { calls, nodes: nodesOf(rows, filter.shared !== undefined) };
  });
}

/** 95 of 100 cases, both sides. */
const twoSided = 1.959_964;

const rateOf = (count: number, calls: number) => ({
  ...{ count, share: calls === 0 ? 0 : count / calls },
  ...shareBounds(count, calls, twoSided),
});

export async function outcomes(
  deps: FlowDeps,
  { flowId, days, compId: given }: BodyOf<Api["outcomes"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["outcomes"]>> {
  const compId = compOf(caller, given);
  return deps.ports.database.tenant(compId, async (trx) => {
    const filter = await filterOf(deps, trx, compId, { flowId, days });
    // Nobody leaves a call by it: its outcomes are the calling flow's.
    const counted = filter.shared ? [] : await countOutcomes(trx, compId, filter);
    const numbers = new Map((await listVersions(trx, compId, flowId)).map(({ id, version }) => [id, version]));
    const over = counted.filter(({ outcome }) => outcome !== "open");
    return [...new Set(over.map(({ versionId }) => versionId))]
      .map((versionId) => {
        const own = over.filter((each) => each.versionId === versionId);
        const all = own.reduce((sum, each) => sum + each.calls, 0);
        const rate = (outcome: StayOutcome) => rateOf(own.find((each) => each.outcome === outcome)?.calls ?? 0, all);
        return {
          ...{ versionId, version: numbers.get(versionId) ?? 0, calls: all },
          ...{ hungUp: rate("hungUp"), answered: rate("answered"), failed: rate("failed") },
        };
      })
      .sort((a, b) => b.version - a.version);
  });
}

export async function calls(
  deps: FlowDeps,
  body: BodyOf<Api["calls"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["calls"]>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { flowId, versionId, days, nodeId, exit, how, pageNo, pageSize } = body;
  return deps.ports.database.tenant(compId, async (trx) => {
    const filter = await filterOf(deps, trx, compId, { flowId, versionId, days, nodeId, exit, how });
    const [total, rows, versions] = await Promise.all([
      countCalls(trx, compId, filter),
      callsIn(trx, compId, filter, { pageNo, pageSize }),
      listVersions(trx, compId, flowId),
    ]);
    const numbers = new Map(versions.map((each) => [each.id, each.version]));
    const list = rows.map(({ at, caller: number, recorded, firstNode, ...row }) => ({
      ...row,
      at: formatTime(at),
      caller: hide ? maskPhone(number) : number,
      version: (filter.shared ? linkedNameOf(firstNode)?.version : numbers.get(row.versionId)) ?? 0,
      hasRecording: recorded ? (1 as const) : (0 as const),
    }));
    return { list, total, pageNo, pageSize };
  });
}

/** As whoever asks may see it. */
function shown({ visits, stored, departs, target, missing, result }: Replay, hide: boolean) {
  const text = (each: string): string => (hide ? maskNumbers(each) : each);
  return {
    visits: visits.map(({ says, why, vars, ...visit }) => ({
      ...visit,
      says: says.map(text),
      why: why.map(text),
      vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, text(value)])),
    })),
    stored: stored.map((each) => ({ ...each })),
    missing: missing.map(text),
    ...{ departs, target: text(target), result: replayResult(result) },
  };
}

export async function replayCall(
  deps: FlowDeps,
  { flowId, callId, versionId: wanted, flow: text, compId: given }: BodyOf<Api["replay"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["replay"]>> {
  const { ports, programs, neighbours } = deps;
  const compId = compOf(caller, given);
  const hide = hidesNumbers(caller);
  const found = await ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, flowId);
    if (flow.flowType === flowTypes.shared) throw new AppError("refused", "公共子流程请在调用它的流程里回放");
    const call = await callOf(trx, compId, callId);
    if (!call) throw new AppError("notFound", "通话记录不存在");
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    const part = ofFlow(factsOf(events), flowId);
    if (!part) throw new AppError("refused", "这次通话没有经过该流程，或发生在开始记录之前");
    const own = part.began && (await findVersion(trx, compId, part.began.versionId));
    const other = wanted === "" || wanted === "draft" ? undefined : await findVersion(trx, compId, wanted);
    if (wanted !== "" && wanted !== "draft" && other?.flowId !== flowId) throw missingVersion();
    if (!own) throw new AppError("refused", "没有记录这次通话所用的流程版本，不能回放");
    const base = await programOf(programs, trx, flow.flowType, own, part.began?.links ?? {});
    const drafted = () => {
      const body = text ? bodyOf(text) : keptBody(flow.draft);
      return compiledIn(trx, compId, { flowId, flowType: flow.flowType, body, tts: flow.tts });
    };
    const named = other && other.id !== own.id ? await programOf(programs, trx, flow.flowType, other) : base;
    const under = wanted === "draft" ? await drafted() : named;
    return { call, events, part, own, other, base, under, world: await worldOf(neighbours, trx, compId, under) };
  });
  const { call, events, part, own, other, base, under, world } = found;
  const { replay, followed } = await runAgain({ part, base, under, world });
  const start = part.inputs[0]?.at ?? call.startAt.getTime();
  const recorded = events.find(({ fact }) => fact.type === "recordingStarted");
  const number = call.direction === "inbound" ? call.caller : call.callee;
  return {
    ...shown(replay, hide),
    callId,
    startTime: formatTime(start),
    caller: hide ? maskPhone(number) : number,
    ownVersion: own.version,
    version: wanted === "draft" ? 0 : (other ?? own).version,
    recordingMs: call.recordingKey === null || !recorded ? null : start - recorded.at,
    test: testOf(part, followed, maskNumbers),
  };
}
