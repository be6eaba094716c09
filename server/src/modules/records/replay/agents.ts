/** What agents did, from their states: when they were not to be had, and how long each call had them. Pure. */
import { seatStatus, type AgentReason, type SeatStatusCode } from "@liantai/api/contract";
import type { Sequenced } from "../../event-log/index.ts";
import type { Away } from "../../routing/index.ts";

/** From one change to the next. Times are epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly code: SeatStatusCode;
  readonly reason: AgentReason;
  readonly callId?: string;
}

/** By agent; the last one lasts until `until`. */
export function spansOf(events: readonly Sequenced[], until: number): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, Span[]>();
  for (const event of events) {
    if (event.stream !== "agent" || event.fact.type !== "stateChanged") continue;
    const { id, at, reason, fact } = event;
    const spans = found.get(id) ?? [];
    found.set(id, spans);
    const last = spans.pop();
    if (last) spans.push({ ...last, to: at });
    spans.push({ from: at, to: until, code: fact.code, reason, ...(fact.callId ? { callId: fact.callId } : {}) });
  }
  return found;
}

const apart: ReadonlySet<SeatStatusCode> = new Set([seatStatus.offline, seatStatus.idle, seatStatus.busy]);
const missedBy: ReadonlySet<AgentReason> = new Set(["noAnswer", "declined", "deviceGone"]);

/** After an answer at that time: how long it was talked, and wrapped up. */
export function handling(spans: readonly Span[], callId: string, at: number) {
  let talkMs = 0;
  let wrapUpMs = 0;
  for (const span of spans) {
    if (span.to <= at) continue;
    if (span.callId !== callId || apart.has(span.code)) break;
    const ms = span.to - Math.max(at, span.from);
    if (span.code === seatStatus.afterCall) wrapUpMs += ms;
    else if (wrapUpMs > 0) break;
    else talkMs += ms;
  }
  return { talkMs, wrapUpMs };
}

/** Two streams note one thing, each by the clock when it does. */
const sameMs = 1_000;

/** After a miss that ended at that time: how long he was busy because of it; undefined: he was not. */
export function restAfter(spans: readonly Span[], at: number): number | undefined {
  const first = spans.findIndex(
    ({ from, code, reason }) => Math.abs(from - at) < sameMs && code === seatStatus.busy && missedBy.has(reason),
  );
  if (first < 0) return undefined;
  const next = spans.findIndex(({ code }, i) => i > first && code !== seatStatus.busy);
  return (next < 0 ? spans.at(-1)!.to : spans[next]!.from) - spans[first]!.from;
}

/**
 * When he is not to be had whatever the queue does. `ours`: calls that the queue gave him and that come once more; what he did for
 * them, and being busy after one of them rang in vain, follow from what comes of it then.
 */
export function awayOf(spans: readonly Span[], ours: ReadonlySet<string>): Away[] {
  const away: Away[] = [];
  let resting = false;
  for (const [i, { from, to, code, reason, callId }] of spans.entries()) {
    const before = spans[i - 1];
    if (code !== seatStatus.busy) resting = false;
    else if (missedBy.has(reason) && before?.callId !== undefined && ours.has(before.callId)) resting = true;
    const pooled =
      code === seatStatus.idle || resting || (!apart.has(code) && callId !== undefined && ours.has(callId));
    if (pooled || to <= from) continue;
    const offline = code === seatStatus.offline;
    const last = away.at(-1);
    if (last?.to === from && last.offline === offline) away[away.length - 1] = { ...last, to };
    else away.push({ from, to, offline });
  }
  return away;
}
