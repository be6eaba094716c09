/** assignedVariable and recordSet: what a draft keeps, and what it says. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { assignedVariableApi, recordSetApi } from "@liantai/api/contract/flow-editor";
import {
  configOf,
  namesIn,
  nodeTypeOf,
  systemType,
  systemVariables,
  type FlowBody,
  type FlowNode,
  type SubProcess,
  type Talking,
} from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { FlowDeps } from "./deps.ts";
import { keptBody, textOf } from "./reading.ts";
import { known } from "./rows.ts";
import { save } from "./service.ts";
import { thingsAround, type Things } from "./surroundings.ts";

interface Placed {
  readonly sub: SubProcess;
  readonly node: FlowNode;
}

const placesIn = ({ nodes }: FlowBody): readonly Placed[] =>
  nodes.flatMap(({ subProcess: sub }) => sub.flow.nodes.map((node) => ({ sub, node })));

const shown = ({ sub, node }: Placed) => ({
  subProcessId: sub.subProcessId,
  subProcessName: sub.subProcessName,
  nodeId: node.nodeId,
  nodeName: node.nodeName,
});

const setIn = ({ node }: Placed): readonly string[] => nodeTypeOf(node.nodeType)?.sets?.(configOf(node)) ?? [];
const readIn = ({ node }: Placed): readonly string[] => [
  ...(nodeTypeOf(node.nodeType)?.reads?.(configOf(node)) ?? []),
  ...node.talkings.flatMap(({ text, variable }) => [...namesIn(text), ...variable]),
];

export async function assignedVariable(
  { ports }: FlowDeps,
  { flowId, compId: given }: BodyOf<typeof assignedVariableApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof assignedVariableApi.list>> {
  const compId = compOf(caller, given);
  const flow = await ports.database.tenant(compId, (trx) => known(trx, compId, flowId));
  const body = keptBody(flow.draft);
  const places = placesIn(body);
  const by = (names: (place: Placed) => readonly string[], vName: string) =>
    places.filter((place) => names(place).includes(vName)).map(shown);
  const own = body.collectVariable.map((variable) => ({ ...variable, system: 0 as const }));
  const system = Object.entries(systemVariables).map(([vName, vAlias]) => {
    const kind = { type: systemType(vName), value: "", system: 1 as const };
    return { vName, vAlias, ...kind };
  });
  return [...own, ...system].map(({ vName, vAlias, type, value, system: isSystem }) => {
    const used = { setBy: by(setIn, vName), readBy: by(readIn, vName) };
    return { vName, vAlias, type, value, system: isSystem, ...used };
  });
}

const everywhere = { subProcessId: "", subProcessName: "", nodeId: "", nodeName: "全局" };

function wordingsIn(body: FlowBody): readonly (ReturnType<typeof shown> & { readonly talking: Talking })[] {
  const { unknown, timeout } = body.globals;
  return [
    ...[...unknown.talkings, ...timeout.talkings].flat().map((talking) => ({ ...everywhere, talking })),
    ...placesIn(body).flatMap((place) => place.node.talkings.map((talking) => ({ ...shown(place), talking }))),
  ];
}

function soundsOf(things: Things, { playType, text, audios, talkKey, promptId = "" }: Talking) {
  const found = audios.map((id) => ({ id, thing: things.of("voice", id) }));
  const heard =
    playType === "prompt"
      ? things.of("sharedPrompt", promptId)
      : playType === "tts"
        ? text.trim() !== ""
        : audios.length > 0 && found.every(({ thing }) => thing);
  return {
    talkKey,
    playType,
    text: playType === "prompt" ? (things.of("sharedPrompt", promptId)?.name ?? "") : text,
    audios: found.map(({ id, thing }) => ({ id, name: thing?.name ?? "", durationMs: thing?.durationMs ?? 0 })),
    sounds: heard ? (1 as const) : (0 as const),
  };
}

export async function recordSet(
  { ports, neighbours }: FlowDeps,
  { flowId, compId: given }: BodyOf<typeof recordSetApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof recordSetApi.list>> {
  const compId = compOf(caller, given);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, flowId);
    const things = await thingsAround(neighbours, trx, compId);
    const list = wordingsIn(keptBody(flow.draft)).map(({ talking, ...place }) => ({
      ...place,
      ...soundsOf(things, talking),
    }));
    return { revision: flow.revision, list };
  });
}

/** A change of the draft as any other: by its revision, told to who has it open. */
export async function saveRecordSet(
  deps: FlowDeps,
  { flowId, revision, wordings, compId: given }: BodyOf<typeof recordSetApi.save>,
  context: RequestContext,
): Promise<ReplyOf<typeof recordSetApi.save>> {
  const compId = compOf(context.caller, given);
  const { flow, things } = await deps.ports.database.tenant(compId, async (trx) => ({
    flow: await known(trx, compId, flowId),
    things: await thingsAround(deps.neighbours, trx, compId),
  }));
  const sounds = new Map(wordings.map(({ talkKey, audios }) => [talkKey, audios]));
  const lost = wordings.flatMap(({ audios }) => audios).find((id) => !things.of("voice", id));
  if (lost !== undefined) throw fieldRefusal("wordings", "话术", "语音不存在或已被删除");
  const body = keptBody(flow.draft);
  const there = new Set(wordingsIn(body).map(({ talking }) => talking.talkKey));
  if (wordings.some(({ talkKey }) => !there.has(talkKey)))
    throw fieldRefusal("wordings", "话术", "话术不存在或已被删除");
  const changed = mapTalkings(body, (talking) => {
    const audios = sounds.get(talking.talkKey);
    if (audios === undefined) return talking;
    // Who says it himself names no shared prompt any more.
    const { promptId = "", ...own } = talking;
    if (audios.length > 0) return { ...own, audios, playType: "audio" };
    return talking.playType === "prompt" ? { ...own, audios, promptId } : { ...own, audios, playType: "tts" };
  });
  return save(deps, { compId, id: flowId, revision, flow: textOf(changed), tts: undefined }, context);
}

function mapTalkings(body: FlowBody, to: (talking: Talking) => Talking): FlowBody {
  const { unknown, timeout } = body.globals;
  const lines = (each: readonly (readonly Talking[])[]) => each.map((line) => line.map(to));
  return {
    ...body,
    globals: {
      unknown: { ...unknown, talkings: lines(unknown.talkings) },
      timeout: { ...timeout, talkings: lines(timeout.talkings) },
    },
    nodes: body.nodes.map(({ subProcess }) => ({
      subProcess: {
        ...subProcess,
        flow: {
          ...subProcess.flow,
          nodes: subProcess.flow.nodes.map((node) => ({ ...node, talkings: node.talkings.map(to) })),
        },
      },
    })),
  };
}
