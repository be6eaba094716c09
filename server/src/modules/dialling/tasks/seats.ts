/** Which seats are allotted to a task: those of its skill group and those it names, for kinds that seats take part in. */
import { seatTaskTypes, type TaskSettings, type TaskType } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { seatsOfGroup } from "../../groups/index.ts";
import type { Allotted, TaskRegister } from "../../tasks/index.ts";
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

export const allotSeats = async (
  trx: Trx,
  register: Pick<TaskRegister, "allot">,
  compId: string,
  task: { readonly id: string; readonly ftype: TaskType; readonly settings: Seated },
): Promise<Allotted> => register.allot(trx, compId, task.id, await seatsFor(trx, compId, task.ftype, task.settings));
