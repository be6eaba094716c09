/** Projection of an agent's events: one row an interval, the newest open. Pure. */
import type { AgentEntry, Sequenced } from "./events.ts";

export interface StatusRow {
  readonly compId: string;
  readonly agentId: string;
  readonly seq: number;
  readonly code: number;
  readonly customStatusId: string | null;
  readonly fromAt: number;
  readonly toAt: number | null;
  readonly reason: string;
  readonly callId: string | null;
}

/** What is needed to go on: the last seq and the open interval. `touched` are the rows to save. */
export interface AgentProjection {
  readonly seq: number;
  readonly open?: StatusRow;
  readonly touched: readonly StatusRow[];
}

export function applyAgent(projection: AgentProjection | undefined, event: Sequenced<AgentEntry>): AgentProjection {
  if (event.fact.type === "moment") return { touched: [], ...projection, seq: event.seq };
  const row: StatusRow = {
    compId: event.compId,
    agentId: event.id,
    seq: event.seq,
    code: event.fact.code,
    customStatusId: event.fact.customStatusId ?? null,
    fromAt: event.at,
    toAt: null,
    reason: event.reason,
    callId: event.fact.callId ?? null,
  };
  const others = (projection?.touched ?? []).filter((r) => r.seq !== projection?.open?.seq);
  const closed = projection?.open ? [{ ...projection.open, toAt: Math.max(projection.open.fromAt, event.at) }] : [];
  return { seq: event.seq, open: row, touched: [...others, ...closed, row] };
}
