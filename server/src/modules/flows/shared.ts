/**
 * The shared sub-processes that a flow calls, and those that they call: read when a call begins, when a flow is judged or tested
 * (docs/protocol.md, G123).
 */
import {
  compile,
  link,
  own,
  sharedCalls,
  type FlowBody,
  type FlowType,
  type Program,
  type SharedFlow,
  type SharedFlows,
  type SharedVersion,
} from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import type { Called, Links, Programs } from "./programs.ts";
import { keptBody, voiceOf } from "./reading.ts";
import { sharedHeads, sharedTexts } from "./shared-repository.ts";
import type { VersionRow } from "./versions-repository.ts";

/** What a text calls directly; nearly every text calls none, and is not read for it. */
export const callsIn = (text: string): readonly Called[] =>
  text.includes('"to":"shared"')
    ? sharedCalls(keptBody(text)).map(({ flowId, versionId }) => ({ flowId, versionId }))
    : [];

/** links: the newest as somebody had them before. Of each flow the versions that are called, and the newest. */
export async function sharedIn(
  trx: Trx,
  compId: string,
  calls: readonly Called[],
  links: Links = {},
  texts: Pick<Map<string, SharedVersion & { readonly flowId: string }>, "get" | "set"> = new Map(),
): Promise<SharedFlows> {
  const flows: Record<string, SharedFlow & { readonly versions: Record<string, SharedVersion> }> = {};
  for (let asked = calls.filter(({ flowId }) => flowId !== ""); asked.length > 0;) {
    const strange = [...new Set(asked.map(({ flowId }) => flowId))].filter((id) => own(flows, id) === undefined);
    const heads = strange.length === 0 ? [] : await sharedHeads(trx, compId, strange);
    for (const { id, name, enabled, versionId } of heads)
      flows[id] = { flowId: id, name, enabled: enabled === 1, newest: own(links, id) ?? versionId, versions: {} };
    const wanted = asked.flatMap(({ flowId, versionId }) => {
      const flow = own(flows, flowId);
      const id = flow && (versionId || flow.newest);
      return !flow || !id || own(flow.versions, id) ? [] : [id];
    });
    const unread = [...new Set(wanted)].filter((id) => texts.get(`${compId}/${id}`) === undefined);
    for (const { id, flowId, version, flow } of unread.length === 0 ? [] : await sharedTexts(trx, compId, unread))
      texts.set(`${compId}/${id}`, { flowId, versionId: id, version, body: keptBody(flow) });
    asked = [...new Set(wanted)].flatMap((id) => {
      const found = texts.get(`${compId}/${id}`);
      const flow = found && own(flows, found.flowId);
      if (!found || !flow) return [];
      flow.versions[id] = found;
      return sharedCalls(found.body).map(({ flowId, versionId }) => ({ flowId, versionId }));
    });
  }
  return flows;
}

/** Of a text that stands in no version: as it would be published now. */
export async function linkedIn(trx: Trx, compId: string, body: FlowBody): Promise<FlowBody> {
  return link(body, await sharedIn(trx, compId, sharedCalls(body))).body;
}

/** The same with the program. */
export async function compiledIn(
  trx: Trx,
  compId: string,
  {
    flowId,
    flowType,
    body,
    tts,
  }: { readonly flowId: string; readonly flowType: FlowType; readonly body: FlowBody; readonly tts: string },
): Promise<Program> {
  const linked = link(body, await sharedIn(trx, compId, sharedCalls(body)));
  return compile({ flowId, versionId: "", flowType, voice: voiceOf(tts), ...linked });
}

type Version = Pick<VersionRow, "compId" | "flowId" | "id" | "version" | "flow" | "tts">;

/** links: of a call that began before; absent: it begins now. */
export async function programOf(
  programs: Programs,
  trx: Trx,
  flowType: FlowType,
  version: Version,
  links?: Links,
): Promise<Program> {
  const key = `${version.compId}/${version.id}`;
  const calls = programs.calls.get(key) ?? callsIn(version.flow);
  programs.calls.set(key, calls);
  if (calls.length === 0) return programs.of(flowType, version, {});
  return programs.of(flowType, version, await sharedIn(trx, version.compId, calls, links, programs.texts));
}
