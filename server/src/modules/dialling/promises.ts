/** A promised call is reminded of while its number waits for it (D65): whatever ends the number ends the reminder, in one transaction. */
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { complaint } from "../numbers/index.ts";
import { finishReminders, tellOver, type EndedDue } from "../reminders/index.ts";
import { freePromised, promisedNumbers, promisedOfNumber } from "./promises-repository.ts";

export type EndedPromises = EndedDue;

export const promiseOf = (phoneId: string): string => `promise/${phoneId}`;

/** Of whichever of these numbers was promised a call; tellPromises once the transaction is over. */
export const endPromises = (
  trx: Trx,
  compId: string,
  phoneIds: readonly string[],
  now: number,
): Promise<EndedPromises> => finishReminders(trx, compId, phoneIds.map(promiseOf), new Date(now));

/** These tasks dial no more. */
export const endPromisesOfTasks = async (
  trx: Trx,
  compId: string,
  taskIds: readonly string[],
  now: number,
): Promise<EndedPromises> => endPromises(trx, compId, await promisedNumbers(trx, compId, taskIds), now);

/** Seats that are in the task no more are reminded of nothing of it, and what they promised is whoever's it comes to (D68). */
export async function freePromises(
  trx: Trx,
  compId: string,
  taskId: string,
  agentIds: readonly string[],
  now: number,
): Promise<EndedPromises> {
  if (agentIds.length === 0) return [];
  const ended = await endPromises(trx, compId, await promisedNumbers(trx, compId, [taskId], agentIds), now);
  const ids = ended.map(({ key }) => key.split("/")[1] ?? "");
  if (ids.length > 0) await freePromised(trx, compId, ids);
  return ended;
}

/** A call to this number came to such a result: after a complaint nobody calls it for a month (D55), in whichever task it was promised. */
export const endPromisesAfter = async (
  trx: Trx,
  compId: string,
  phone: string,
  result: string | undefined,
  now: number,
): Promise<EndedPromises> =>
  result?.includes(complaint) ? endPromises(trx, compId, await promisedOfNumber(trx, compId, phone), now) : [];

/** Pages that show one take it away. What is not due yet is on no page. */
export const tellPromises = ({ broker, clock }: Pick<Ports, "broker" | "clock">, ended: EndedPromises): Promise<void> =>
  tellOver(
    broker,
    ended.filter(({ dueAt }) => dueAt.getTime() <= clock.now()),
  );
