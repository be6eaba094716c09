/** State of the streams being written, and how a batch changes it. A further contact kind adds its projection here. */
import type { Trx } from "../../ports/database.ts";
import { applyAgent, type AgentLine } from "./agent-status.ts";
import { applyCall, type CallRecord } from "./call-record.ts";
import type { Entry, Sequenced } from "./events.ts";
import { isAgent, isContact, readAgentLine, readStream, saveCalls, saveStatus } from "./repository.ts";

export type Line =
  | { readonly kind: "call"; readonly record: CallRecord | undefined }
  | { readonly kind: "agent"; readonly line: AgentLine | undefined };

export const seqOf = (line: Line): number =>
  line.kind === "call" ? (line.record?.appliedSeq ?? 0) : (line.line?.seq ?? 0);

export function apply(line: Line, event: Sequenced): Line {
  if (line.kind === "call" && isContact(event)) return { kind: "call", record: applyCall(line.record, event) };
  if (line.kind === "agent" && isAgent(event)) return { kind: "agent", line: applyAgent(line.line, event) };
  throw new Error(`an entry of kind ${event.kind} in a stream of kind ${line.kind}`);
}

const fresh = (entry: Entry): Line =>
  entry.kind === "call" ? { kind: "call", record: undefined } : { kind: "agent", line: undefined };

/** Reads what earlier batches, or an earlier process, left of the entry's stream. */
export async function load(trx: Trx, entry: Entry): Promise<Line> {
  if (entry.kind === "agent") return { kind: "agent", line: await readAgentLine(trx, entry.compId, entry.id) };
  const events = await readStream(trx, entry);
  return events.reduce<Line>(apply, fresh(entry));
}

export async function save(trx: Trx, lines: readonly Line[]): Promise<void> {
  await saveCalls(
    trx,
    lines.flatMap((l) => (l.kind === "call" && l.record ? [l.record] : [])),
  );
  await saveStatus(
    trx,
    lines.flatMap((l) => (l.kind === "agent" && l.line ? l.line.touched : [])),
  );
}

/** What need not be remembered once saved; undefined: drop the stream from memory. */
export function settle(line: Line): Line | undefined {
  if (line.kind === "agent") return line.line ? { kind: "agent", line: { ...line.line, touched: [] } } : undefined;
  return line.record && line.record.endAt !== null && line.record.liveRecording === null ? undefined : line;
}
