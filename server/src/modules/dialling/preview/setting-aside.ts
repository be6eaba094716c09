/** What a check says no to leaves the seat's hand: barred it is skipped, over its attempts it comes back when they allow it (D62). */
import { formatMinute } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { told } from "../ledger/entries.ts";
import { appendLedger } from "../ledger/repository.ts";
import { tellOver } from "../receipts/receipts.ts";
import type { Refused } from "./allowed.ts";
import { changeNumber, type ShownPhone } from "./repository.ts";

/** In words. The number is locked; one that was dialled stays in the hand, for its result. */
export async function refusedNumber(trx: Trx, hand: ShownPhone, { why, aside }: Refused, now: number): Promise<string> {
  if (!aside || hand.state !== "claimed") return why;
  const { check, detail, checks, nextAt } = aside;
  const { compId, id, taskId, settings } = hand;
  const state = nextAt === null ? "skipped" : "retry";
  await changeNumber(trx, hand, {
    ...{ state, reason: detail, nextAt: nextAt === null ? null : new Date(nextAt), takenAt: null, claimedUntil: null },
    // One that was skipped stands in 我的号码 with its reason.
    ...(settings.allotment === "pool" && state === "retry" ? { agentId: "" } : {}),
  });
  await appendLedger(trx, compId, new Date(now), [
    { kind: "skipped", taskId, phoneId: id, body: { check, detail, checks: told(checks), state, nextAt } },
  ]);
  if (nextAt !== null) return `${why}，${formatMinute(nextAt)}后再拨`;
  await tellOver(trx, compId, [id], now);
  return `${why}，已跳过`;
}
