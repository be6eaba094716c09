/** npm run flow:replay: a call in flows, run again and printed node by node. Reads only; nothing that the flow asks for is done. */
import { formatTime } from "@liantai/api/contract";
import { compile, link, partsOf, replayResult, type Program, type Replay, type ReplayVisit } from "@liantai/api/flows";
import { object, string } from "yup";
import type { Database, Trx } from "../../ports/database.ts";
import { isContact, readStream } from "../event-log/index.ts";
import type { FlowNeighbour } from "./deps.ts";
import type { Links } from "./programs.ts";
import { keptBody, voiceOf } from "./reading.ts";
import { factsOf, ofFlow, runAgain } from "./replay-of-call.ts";
import { findFlow } from "./repository.ts";
import { worldOf } from "./running.ts";
import { callsIn, sharedIn } from "./shared.ts";
import { enterpriseOfCall } from "./stays-repository.ts";
import { findVersion, listVersions, type VersionRow } from "./versions-repository.ts";

export interface FlowReplayQuestion {
  readonly callId: string;
  /** Absent: the call's own. */
  readonly compId?: string | undefined;
  /** A number, or 'draft'. Absent: the one the call had. */
  readonly version?: string | undefined;
}

const question = object({
  callId: string().required().max(64),
  compId: string().max(64),
  version: string().matches(/^([1-9]\d{0,8}|draft)$/),
});

/** As it comes over the control socket, from the tool that has looked at it. */
export const parseFlowQuestion = (text: string): FlowReplayQuestion =>
  question.validateSync(JSON.parse(text), { strict: true });

const seconds = (ms: number): string => `+${(ms / 1_000).toFixed(1)}s`.padStart(9);

/** Variables that a visit left otherwise than the one before. */
const changed = (visit: ReplayVisit, before: ReplayVisit | undefined): string =>
  Object.entries(visit.vars)
    .filter(([name, value]) => value !== "" && value !== (before?.vars[name] ?? ""))
    .map(([name, value]) => `${name}=${value}`)
    .join("，");

function visitLines(
  visit: ReplayVisit,
  before: ReplayVisit | undefined,
  { stored, departs }: Replay,
  at: number,
): string[] {
  const indent = " ".repeat(11);
  const vars = changed(visit, before);
  const was = stored[at];
  return [
    `${seconds(visit.at)}  ${visit.nodeName}${visit.exit === "" ? "" : ` -> ${visit.exitName}`}`,
    ...visit.why.map((why) => `${indent}${why}`),
    ...(vars === "" ? [] : [`${indent}变量：${vars}`]),
    ...(departs === at
      ? [
          `${indent}与原通话不同，原通话：${was ? `${was.nodeName}${was.exit === "" ? "" : ` -> ${was.exit}`}` : "没有这一步"}`,
        ]
      : []),
  ];
}

function replayLines(replay: Replay, own: boolean): string[] {
  const { visits, stored, departs, missing, result, target } = replay;
  const short = departs !== null && departs >= visits.length ? stored[departs] : undefined;
  return [
    ...visits.flatMap((visit, at) => visitLines(visit, visits[at - 1], replay, at)),
    ...(short ? [`           与原通话不同，原通话还经过：${short.nodeName}`] : []),
    `结果：${replayResult(result)}${target === "" ? "" : `，目标${target}`}`,
    ...missing.map((each) => `缺少：${each}`),
    departs === null
      ? own
        ? "核对：与原通话经过的节点一致"
        : "与原通话经过的节点一致"
      : `${own ? "核对失败" : "不同"}：从第${departs + 1}个节点起与原通话不同`,
  ];
}

const nameOf = (version: number | "draft"): string => (version === "draft" ? "草稿" : `第${version}版`);

async function versionNamed(trx: Trx, compId: string, flowId: string, version: string): Promise<VersionRow> {
  const row = (await listVersions(trx, compId, flowId)).find((each) => each.version === Number(version));
  const found = row && (await findVersion(trx, compId, row.id));
  if (!found) throw new Error(`the flow has no version ${version}`);
  return found;
}

/** Throws with a sentence where there is no such call, or nothing of it to run. */
export async function replayFlowCall(
  database: Database,
  { callId, compId: given, version }: FlowReplayQuestion,
  neighbours: readonly FlowNeighbour[] = [],
): Promise<string> {
  // Who asks has the installation's data; ids of calls are the same in no two enterprises.
  const compId = given ?? (await database.system((trx) => enterpriseOfCall(trx, callId)));
  if (compId === undefined) throw new Error(`there is no call ${callId}`);
  return database.tenant(compId, async (trx) => {
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    if (events.length === 0) throw new Error(`enterprise ${compId} has no call ${callId}`);
    const facts = factsOf(events);
    const all = partsOf(facts);
    if (all.length === 0) throw new Error(`call ${callId} was in no flow`);
    const lines: string[] = [];
    // Under another version the first flow of the call is run: where it would have led to others is not known.
    const first = all[0]?.began && ofFlow(facts, all[0].began.flowId);
    for (const part of version === undefined ? all : first ? [first] : []) {
      const own = part.began && (await findVersion(trx, compId, part.began.versionId));
      const flow = own && (await findFlow(trx, compId, own.flowId));
      if (!own || !flow) {
        lines.push(`流程「${part.name}」：没有记录所用的版本，不能回放`);
        continue;
      }
      const { flowType } = flow;
      const of = async (
        { id, flow: text, tts }: Pick<VersionRow, "id" | "flow" | "tts">,
        links?: Links,
      ): Promise<Program> => {
        const linked = link(keptBody(text), await sharedIn(trx, compId, callsIn(text), links));
        return compile({ flowId: flow.id, versionId: id, flowType, voice: voiceOf(tts), ...linked });
      };
      const base = await of(own, part.began?.links ?? {});
      const other =
        version === undefined || version === "draft" ? undefined : await versionNamed(trx, compId, flow.id, version);
      const under =
        version === "draft"
          ? await of({ id: "", flow: flow.draft, tts: flow.tts })
          : other && other.id !== own.id
            ? await of(other)
            : base;
      const world = await worldOf(neighbours, trx, compId, under);
      const { replay } = await runAgain({ part, base, under, world });
      const shown = version === "draft" ? ("draft" as const) : (other ?? own).version;
      lines.push(
        `流程「${flow.name}」 ${nameOf(shown)}${shown === own.version ? "" : `（原通话：${nameOf(own.version)}）`}，` +
          `通话${callId}，${formatTime(part.inputs[0]?.at ?? 0)}`,
        ...replayLines(replay, under === base),
        "",
      );
    }
    if (lines.length === 0) throw new Error(`call ${callId} began in a flow before its version was logged`);
    return lines.join("\n").trimEnd();
  });
}
