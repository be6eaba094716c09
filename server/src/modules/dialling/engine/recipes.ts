/** Recipes at the moment of dialling: which one a claimed number meets, and what is made of it (D25). */
import type { Trx } from "../../../ports/database.ts";
import type { CheckStep } from "../checks/index.ts";
import { told } from "../ledger/entries.ts";
import { appendLedger } from "../ledger/repository.ts";
import { beforeCall, type BeforeDeed } from "../recipes/matching.ts";
import { tellOver } from "../receipts/receipts.ts";
import { noteBefore, planMessage } from "../recipes/plan-repository.ts";
import { giveBack, setAside, setPriority, type ClaimedPhone } from "./claims-repository.ts";
import type { RunRow } from "./repository.ts";

/** A recipe decides about a number. */
export interface Met {
  readonly phone: ClaimedPhone;
  readonly deed: BeforeDeed;
}

/** It has a message before its call. */
export interface Message extends Met {
  /** What was passed before it. */
  readonly checks: readonly CheckStep[];
  /** When the call is due. */
  readonly nextAt: number;
}

/** kept: persons one of whose numbers was passed over in this turn, so that the other one is dialled. */
export function recipeFor(
  { settings }: Pick<RunRow, "settings">,
  phone: ClaimedPhone,
  kept: Set<string>,
): Met | undefined {
  const { variables, attempts, place, lastCode, priority, person, batchNumber } = phone;
  const deed = beforeCall(settings.recipesBefore, {
    ...{ variables, attempts, place, lastCode, priority, batch: batchNumber ?? "" },
    ...{ told: phone.told, hasOther: phone.hasOther && !kept.has(person) },
  });
  if (deed?.action === "otherNumber") kept.add(person);
  return deed && { phone, deed };
}

interface Of {
  readonly compId: string;
  readonly taskId: string;
  /** Of what is noted. */
  readonly id: string;
  readonly now: number;
}

/** With the time of its call it stands there that the message is to be sent: neither without the other, and neither again after a kill. */
async function sendFirst(trx: Trx, of: Of, { phone, deed, checks, nextAt }: Message): Promise<void> {
  const { compId, taskId, now } = of;
  const to = { state: "retry", reason: deed.detail, nextAt } as const;
  if (!(await setAside(trx, compId, taskId, phone.id, to))) return;
  const body = { check: "recipe", detail: deed.detail, checks: told(checks), state: "retry", nextAt };
  await appendLedger(trx, compId, new Date(now), [{ kind: "skipped", taskId, phoneId: phone.id, body }]);
  await planMessage(trx, { compId, taskId, phoneId: phone.id }, deed, now);
}

/** Under the lease. A number with another priority goes back, and is dialled in its new turn. */
export async function followRecipe(trx: Trx, { compId, taskId, id, now }: Of, met: Met | Message) {
  if ("nextAt" in met) return sendFirst(trx, { compId, taskId, id, now }, met);
  const { phone, deed } = met;
  const { action, detail, priority } = deed;
  if (action === "priority") {
    if (!(await setPriority(trx, compId, phone.id, priority))) return;
    await giveBack(trx, compId, taskId, [phone.id]);
  } else {
    const aside = { state: "skipped", reason: detail, nextAt: null } as const;
    if (!(await setAside(trx, compId, taskId, phone.id, aside))) return;
    await appendLedger(trx, compId, new Date(now), [
      { kind: "skipped", taskId, phoneId: phone.id, body: { check: "recipe", detail, state: "skipped", nextAt: null } },
    ]);
    await tellOver(trx, compId, [phone.id], now);
  }
  await noteBefore(trx, { compId, taskId, phoneId: phone.id, id }, deed, now);
}
