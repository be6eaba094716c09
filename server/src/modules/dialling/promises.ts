/** A promised call is reminded of while its number waits for it (D65): whatever ends the number ends the reminder, in one transaction. */
import type { Trx } from "../../ports/database.ts";
import { finishReminders } from "../reminders/index.ts";
import { promisedNumbers } from "./promises-repository.ts";

export const promiseOf = (phoneId: string): string => `promise/${phoneId}`;

/** Whichever of these numbers was promised a call. */
export async function endPromises(trx: Trx, compId: string, phoneIds: readonly string[], now: number): Promise<void> {
  await finishReminders(trx, compId, phoneIds.map(promiseOf), new Date(now));
}

/** These tasks dial no more. */
export const endPromisesOfTasks = async (trx: Trx, compId: string, taskIds: readonly string[], now: number) =>
  endPromises(trx, compId, await promisedNumbers(trx, compId, taskIds), now);
