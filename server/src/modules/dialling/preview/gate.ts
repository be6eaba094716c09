/** A seat's call for a preview task: it is about the number in its hands, and the attempt is committed before anything is dialled. */
import { previewTask } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import type { PreviewGate } from "../../tasks/index.ts";
import { lockPhone, openAttempt, withdrawAttempt } from "../attempts/opening-repository.ts";
import { dialledEntry, withdrawnEntry } from "../ledger/entries.ts";
import { appendLedger } from "../ledger/repository.ts";
import { allowed } from "./allowed.ts";
import { lockLines } from "./line-repository.ts";
import { seatLine } from "./line.ts";
import { inHand, lockHand } from "./repository.ts";
import { refusedNumber } from "./setting-aside.ts";

const refuse = (msg: string): CommandReply => ({ code: -403, msg });

async function begin(
  { random, clock, dialHours }: Pick<Ports, "random" | "clock" | "dialHours">,
  trx: Trx,
  { compId, agentId }: Pick<Caller, "compId" | "agentId">,
  taskId: string,
  number: string,
): ReturnType<PreviewGate["begin"]> {
  const now = clock.now();
  await lockHand(trx, compId, agentId ?? "");
  const hand = await inHand(trx, compId, agentId ?? "");
  if (!hand || hand.taskId !== taskId) return refuse("请先领取号码");
  const phone = await lockPhone(trx, compId, hand.id, now);
  // Somebody took it back between the two.
  if (!phone?.takenAt || phone.agentId !== agentId) return refuse("请先领取号码");
  if (phone.phone !== number) return refuse("只能外呼已领取的号码");
  const locked = { ...hand, state: phone.state, reason: phone.reason };
  const may = await allowed(trx, locked, phone.attemptsToday, { now, law: dialHours });
  if (may.why !== undefined) return refuse(await refusedNumber(trx, locked, may, now));
  await lockLines(trx, compId);
  const line = await seatLine(trx, hand, now);
  if (line.why !== undefined) return refuse(line.why);
  const { displayed } = line;
  const attemptId = random.id();
  const seat = agentId ?? "";
  const attempt = await openAttempt(trx, phone, {
    ...{ attemptId, callId: attemptId, ftype: previewTask, displayed, agentId: seat, now },
  });
  await appendLedger(trx, compId, new Date(now), [
    dialledEntry({
      ...{ attemptId, phone: hand, attempt, displayed, agentId: seat },
      ...{ kind: may.kind, checks: [...may.checks, ...line.checks], rules: may.rules },
    }),
  ]);
  return {
    ...{ phoneId: phone.id, attemptId, ringS: hand.settings.ringS },
    ...(displayed === "" ? {} : { displayed }),
    ...(hand.settings.hideNumber === 1 ? { hidden: true } : {}),
  };
}

export const createPreviewGate = ({
  database,
  ...deps
}: Pick<Ports, "database" | "random" | "clock" | "dialHours">): PreviewGate => ({
  begin: (trx, caller, taskId, number) => begin(deps, trx, caller, taskId, number),
  async withdraw(compId, attemptId) {
    await database.tenant(compId, async (trx) => {
      const gone = await withdrawAttempt(trx, compId, attemptId);
      if (gone) await appendLedger(trx, compId, new Date(deps.clock.now()), [withdrawnEntry(gone, attemptId)]);
    });
  },
});
