/**
 * Faults of flows that only their callers would notice: nothing to hear, and interfaces that keep them waiting. The administrators of the
 * enterprise are told of each once, until it was away for a while (docs/protocol.md, G105 and G106).
 */
import { minuteMs, type OutgoingMessage } from "@liantai/api/contract";
import { mostSilenceMs, type FlowState, type Program, type Question } from "@liantai/api/flows";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Call } from "../call/types.ts";
import { placeOf } from "./flow-given.ts";

/** What was answered within the last of these counts: long enough for some calls, short enough to be about now. */
const windowMs = 5 * minuteMs;
/** Of fewer the 95th percentile is the slowest answer alone. */
const fewest = 20;
/** An interface that is asked hundreds of times a minute is judged by its newest answers. */
const mostKept = 1_000;
/** Who hears nothing for three seconds asks whether anybody is there. A node that waits less long has its own patience for the limit. */
const slowMs = 3_000;
/** The same fault is told again after so long. */
const restMs = 30 * minuteMs;

interface FlowAlarmsDeps {
  readonly clock: Clock;
  tell(compId: string, message: Extract<OutgoingMessage, { type: "msgNotify" }>): void;
}

/** What these alarms look at of a session of a flow. */
interface Watched {
  readonly call: Call;
  readonly program?: Program;
  readonly state?: FlowState;
  readonly gone: boolean;
  readonly timers: Map<string, Timer>;
}

/** Something sounds or rings, or he is listened to: then he is not left alone. Timers alone are the time to answer. */
const present: ReadonlySet<string> = new Set(["play", "keys", "listen", "transfer", "record"]);

/** Nothing sounds and nothing is expected of the caller: the flow waits for the world, or is not there yet. */
function isDead({ gone, program, state }: Watched): boolean {
  if (gone || state?.over === true) return false;
  const kinds = Object.values(state?.open ?? {});
  if (kinds.some((kind) => present.has(kind))) return false;
  return program === undefined || kinds.length === 0 || kinds.some((kind) => kind === "ask" || kind === "load");
}

const seconds = (ms: number): string => `${Number((ms / 1_000).toFixed(1))}秒`;

const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/**
 * Of one enterprise's engine, and counted in its memory. That counts all its calls: they are in the one process that has its lease, parted
 * switch or not (K42, K43), never in two, so that no limit is reached over several processes and in none of them. Who takes the lease over
 * begins anew. A hand-over is of an enterprise without a call; after a death what goes on being slow is told of once it has been answered
 * twenty times there, a silence ten seconds after its call went on, and a fault that was told of before may be told of a second time: for
 * these, counters that outlive the process would cost each answer a round to the broker.
 */
export class FlowAlarms {
  readonly #d: FlowAlarmsDeps;
  readonly #answers = new Map<string, { readonly at: number; readonly ms: number }[]>();
  readonly #told = new Map<string, number>();

  constructor(deps: FlowAlarmsDeps) {
    this.#d = deps;
  }

  /** After every step: the silence counts from when it began, whatever is gone through meanwhile. */
  watch(session: Watched): void {
    const { timers } = session;
    if (isDead(session) === timers.has("deadAir")) return;
    timers.get("deadAir")?.cancel();
    timers.delete("deadAir");
    if (!isDead(session)) return;
    timers.set(
      "deadAir",
      this.#d.clock.after(mostSilenceMs, () => this.#silent(session)),
    );
  }

  #silent(session: Watched): void {
    if (!isDead(session)) return;
    const { call, program, state } = session;
    const { nodeId, nodeName } = placeOf(program, state);
    const where = nodeName === "" ? "流程还没有开始" : `节点「${nodeName}」`;
    const flowId = program?.flowId ?? call.flow?.flowId ?? "";
    this.#tell(call, `flow-silent-${flowId}-${nodeId}`, {
      title: `流程「${call.flow?.name ?? ""}」有来电长时间无声`,
      text: `${where}，客户已有${seconds(mostSilenceMs)}没有听到声音，也没有被提问，请检查流程`,
    });
  }

  /** Where the call was when it asked. ms: until the answer, whatever it was. */
  asked(call: Call, program: Program, state: FlowState, ask: Question, ms: number): void {
    if (ask.what !== "interface") return;
    const now = this.#d.clock.now();
    const key = `${call.compId}/${ask.interfaceId}`;
    const kept = [...(this.#answers.get(key) ?? []), { at: now, ms }].filter(({ at }) => now - at <= windowMs);
    this.#answers.set(key, kept.slice(-mostKept));
    const limit = Math.min(slowMs, ask.timeoutMs);
    const slow = percentile95(kept.map((each) => each.ms));
    const id = `flow-slow-${ask.interfaceId}`;
    if (kept.length < fewest || slow < limit) return;
    const { nodeName } = placeOf(program, state);
    this.#tell(call, id, {
      title: `流程「${call.flow?.name ?? ""}」的接口响应过慢`,
      text: `节点「${nodeName}」调用的接口，最近5分钟内${kept.length}次调用有5%用时达到${seconds(slow)}或更久，上限${seconds(limit)}`,
    });
  }

  #tell({ compId }: Call, id: string, words: { readonly title: string; readonly text: string }): void {
    const now = this.#d.clock.now();
    for (const [each, at] of this.#told) if (now - at >= restMs) this.#told.delete(each);
    const key = `${compId}/${id}`;
    if (this.#told.has(key)) return;
    this.#told.set(key, now);
    const target = { name: "processconfig" } as const;
    this.#d.tell(compId, { type: "msgNotify", id, ...words, level: "warning", sound: true, target });
  }
}
