/** What became of an attempt, by the facts of its call. Pure. */
import type { Answerer, Witness } from "@liantai/api/contract/admin";
import type { Release } from "../../../ports/switch.ts";

/** Epoch ms. */
export interface CallFacts {
  readonly result: number;
  readonly cause: string | null;
  readonly startAt: number;
  readonly ringAt: number | null;
  readonly answerAt: number | null;
  readonly endAt: number | null;
  readonly agentId: string | null;
  readonly accessNumber: string | null;
  /** What the network said of who was called. */
  readonly release?: Release | null;
}

export interface AttemptOutcome {
  readonly code: number;
  readonly cause: string;
  readonly ringAt: number | null;
  readonly answeredAt: number | null;
  readonly connectedAt: number | null;
  readonly endedAt: number;
  readonly displayed: string;
  readonly agentId: string;
  readonly abandoned: boolean;
  readonly answerer: Answerer | "";
  readonly witness: Witness;
}

/** Sound tells more than a code does, and any of both more than our own cause. */
function witnessOf({ release }: CallFacts): Witness {
  if (!release) return "engine";
  if (release.earlyMedia !== undefined && release.earlyMedia !== "unknown") return "sample";
  return release.sipCode === undefined && release.q850 === undefined ? "engine" : "signal";
}

/**
 * Of a call whose agent was there before who was called (preview): an answer is a connection, and nobody is abandoned. What dials without
 * an agent says more of its own (answered, abandoned, who answered). endAt null: it was cut off with the process that had it.
 */
export function outcomeOf(call: CallFacts, now: number): AttemptOutcome {
  const { result, cause, ringAt, answerAt, endAt, agentId, accessNumber } = call;
  // 100 and 180 are of calls that go on: a call that is over and says so was lost on its way.
  const code = answerAt === null && (result === 100 || result === 180) ? 0 : result;
  return {
    code,
    cause: cause ?? "",
    ringAt,
    answeredAt: answerAt,
    connectedAt: answerAt,
    endedAt: endAt ?? now,
    displayed: accessNumber ?? "",
    agentId: agentId ?? "",
    abandoned: false,
    answerer: answerAt === null ? "" : "person",
    witness: answerAt === null ? witnessOf(call) : "engine",
  };
}
