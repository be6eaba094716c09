/** Sentences that flows heard, as they are kept (docs/protocol.md, I12). */
import { createHash } from "node:crypto";
import { matchDefaults, understandingLimits } from "@liantai/api/contract/flow-editor";
import type { Trx } from "../../../ports/database.ts";
import type { Random } from "../../../ports/clock.ts";
import type { Match, MatchOptions } from "../intents/match.ts";
import { normalise } from "../language/normalise.ts";
import { insertHeard, leftUnknown } from "./repository.ts";

export interface Heard extends MatchOptions {
  readonly compId: string;
  readonly at: Date;
  readonly callId: string;
  readonly flowId: string;
  readonly versionId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
  /** Of the node's branches; none: it has no intents. */
  readonly intentIds: readonly string[];
  /** Or that the knowledge base had no answer. */
  readonly match: Match | "unanswered";
}

const none: Pick<Match, "intent" | "second" | "scores" | "by"> = {
  intent: undefined,
  second: undefined,
  scores: [],
  by: "none",
};

/** Equal for sentences that are compared as the same. */
export const groupKey = (text: string): string => createHash("md5").update(normalise(text)).digest("hex");

/**
 * In the transaction of the step that heard it; the id of the row. Not for what a sensitive node heard. A sentence that says
 * nothing (signs alone) is not kept, nor one a second time that the knowledge base has no answer to and that the call left
 * unknown before: who is not understood is often led to the knowledge base with the same sentence.
 */
export async function keepHeard(trx: Trx, random: Pick<Random, "id">, heard: Heard): Promise<string | undefined> {
  const {
    match: found,
    intentIds,
    threshold = matchDefaults.threshold,
    margin = matchDefaults.margin,
    ...rest
  } = heard;
  const text = rest.text.slice(0, understandingLimits.sentence);
  if (normalise(text) === "") return undefined;
  const key = groupKey(text);
  const unanswered = found === "unanswered";
  if (unanswered && (await leftUnknown(trx, heard.compId, heard.callId, key))) return undefined;
  const match = unanswered ? none : found;
  const id = random.id();
  // Of one that was not understood: what came nearest.
  const next = match.intent ? match.second : match.scores[0];
  await insertHeard(trx, {
    ...rest,
    id,
    text,
    groupKey: key,
    intentId: match.intent?.id ?? null,
    score: match.intent?.score ?? 0,
    secondId: next?.id ?? null,
    secondScore: next?.score ?? 0,
    matchedBy: match.by,
    branchIntents: JSON.stringify(intentIds),
    threshold,
    margin,
    state: match.intent ? "understood" : "unknown",
  });
  return id;
}
