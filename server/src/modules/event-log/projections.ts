/** State of the streams being written, and how a batch changes it. A further contact kind adds its projection here. */
import type { Trx } from "../../ports/database.ts";
import { applyAgent, type AgentProjection } from "./agent-status.ts";
import { applyCall, type CallRecord } from "./call-record.ts";
import type { Entry, Sequenced } from "./events.ts";
import { isAgent, isContact, readAgentProjection, readStream, saveCalls, saveStatus } from "./repository.ts";

export type Projection =
  | { readonly kind: "call"; readonly record: CallRecord | undefined }
  | { readonly kind: "agent"; readonly agent: AgentProjection | undefined };

export const seqOf = (projection: Projection): number =>
  projection.kind === "call" ? (projection.record?.appliedSeq ?? 0) : (projection.agent?.seq ?? 0);

export function apply(projection: Projection, event: Sequenced): Projection {
  if (projection.kind === "call" && isContact(event))
    return { kind: "call", record: applyCall(projection.record, event) };
  if (projection.kind === "agent" && isAgent(event))
    return { kind: "agent", agent: applyAgent(projection.agent, event) };
  throw new Error(`an entry of kind ${event.kind} in a stream of kind ${projection.kind}`);
}

const fresh = (entry: Entry): Projection =>
  entry.kind === "call" ? { kind: "call", record: undefined } : { kind: "agent", agent: undefined };

/** Reads what earlier batches, or an earlier process, left of the entry's stream. */
export async function load(trx: Trx, entry: Entry): Promise<Projection> {
  if (entry.kind === "agent") return { kind: "agent", agent: await readAgentProjection(trx, entry.compId, entry.id) };
  const events = await readStream(trx, entry);
  return events.reduce<Projection>(apply, fresh(entry));
}

export async function save(trx: Trx, projections: readonly Projection[]): Promise<void> {
  await saveCalls(
    trx,
    projections.flatMap((l) => (l.kind === "call" && l.record ? [l.record] : [])),
  );
  await saveStatus(
    trx,
    projections.flatMap((l) => (l.kind === "agent" && l.agent ? l.agent.touched : [])),
  );
}

/** What need not be remembered once saved; undefined: drop the stream from memory. */
export function settle(projection: Projection): Projection | undefined {
  if (projection.kind === "agent")
    return projection.agent ? { kind: "agent", agent: { ...projection.agent, touched: [] } } : undefined;
  return projection.record && projection.record.endAt !== null && projection.record.liveRecording === null
    ? undefined
    : projection;
}
