/** Which seats are allotted to a task: those of its skill group and those it names, for kinds that seats take part in. */
import { seatTaskTypes, type TaskSettings, type TaskType } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { seatsOfGroup } from "../../groups/index.ts";
import type { Allotted, TaskRegister } from "../../tasks/index.ts";
import { freePromises, tellPromises, type EndedPromises } from "../promises.ts";
import { knownSeats } from "./members-repository.ts";

export const hasSeats = (ftype: TaskType): boolean => seatTaskTypes.some((type) => type === ftype);

type Seated = Pick<TaskSettings, "groupId" | "agentIds">;

/** Work numbers; a seat that is named and gone is left out. */
export async function seatsFor(
  trx: Trx,
  compId: string,
  ftype: TaskType,
  { groupId, agentIds }: Seated,
): Promise<readonly string[]> {
  if (!hasSeats(ftype)) return [];
  const ofGroup = groupId === "" ? [] : await seatsOfGroup(trx, compId, groupId);
  return [...new Set([...ofGroup, ...(await knownSeats(trx, compId, agentIds))])];
}

export interface AllottedAnew extends Allotted {
  /** Of those who went. */
  readonly promises: EndedPromises;
}

/** The task is locked, or new. tellAllotted once the transaction is over. */
export async function allotSeats(
  trx: Trx,
  register: Pick<TaskRegister, "allot">,
  compId: string,
  task: { readonly id: string; readonly ftype: TaskType; readonly settings: Seated },
  now: number,
): Promise<AllottedAnew> {
  const who = await register.allot(trx, compId, task.id, await seatsFor(trx, compId, task.ftype, task.settings));
  return { ...who, promises: await freePromises(trx, compId, task.id, who.went, now) };
}

export async function tellAllotted(
  ports: Pick<Ports, "broker" | "clock">,
  register: Pick<TaskRegister, "allotted">,
  compId: string,
  taskId: string,
  who: AllottedAnew,
): Promise<void> {
  await register.allotted(compId, taskId, who);
  await tellPromises(ports, who.promises);
}
