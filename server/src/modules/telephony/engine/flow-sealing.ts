/**
 * What a caller typed or said in secret lies sealed in the snapshot of his call while it lives (G113): his flow's whole part of it, for
 * secrets stand in variables, in what is being said and in what is asked.
 */
import type { StoredSnapshot } from "../../event-log/index.ts";
import type { CallFlow } from "../call/flow-types.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import type { CallSnapshot } from "./snapshots.ts";

const contextOf = (compId: string, callId: string): string => `liveCall/${compId}/${callId}`;

const hasSecrets = ({ state }: CallFlow): boolean =>
  state !== undefined && (state.secret.length > 0 || state.recordingPaused);

/** As it is stored. */
export function writtenCall(snapshot: CallSnapshot, { sealer }: Pick<FlowPort, "sealer"> = noFlows): string {
  const { call } = snapshot;
  if (!call.flow || !hasSecrets(call.flow)) return JSON.stringify(snapshot);
  const sealed = sealer.seal(JSON.stringify(call.flow), contextOf(call.compId, call.callId));
  return JSON.stringify({ ...snapshot, call: { ...call, flow: { sealed } } });
}

interface Sealed {
  readonly call?: { readonly flow?: { readonly sealed?: unknown } };
}

/** As it was before it was stored; what does not open is damaged. */
export function opened(row: StoredSnapshot, { sealer }: Pick<FlowPort, "sealer"> = noFlows): StoredSnapshot {
  const { call } = (row.state ?? {}) as Sealed;
  const sealed = call?.flow?.sealed;
  if (typeof sealed !== "string") return row;
  try {
    const flow: unknown = JSON.parse(sealer.unseal(sealed, contextOf(row.compId, row.id)));
    return { ...row, state: { ...(row.state as object), call: { ...call, flow } } };
  } catch {
    return { ...row, state: null };
  }
}
