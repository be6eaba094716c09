/** Who may do what with a room: administrators all, seats their own rooms; hosts lead the meetings of rooms they are members of. */
import { AppError, isSeat } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { findRoom, hostsRoom, type RoomRow, type Seat } from "./repository.ts";

/** Whose rooms are seen; undefined: all. A seat without a number has none. */
export const seatOf = (caller: Caller): Seat => (isSeat(caller) ? (caller.agentId ?? "") : undefined);

export const owns = (caller: Caller, { ownerId }: Pick<RoomRow, "ownerId">): boolean =>
  seatOf(caller) === undefined || (ownerId !== "" && ownerId === caller.agentId);

/** A room that the caller may not see is none. */
export async function seen(trx: Trx, compId: string, caller: Caller, id: string): Promise<RoomRow> {
  const room = await findRoom(trx, compId, seatOf(caller), id);
  if (!room) throw new AppError("notFound", "会议室不存在");
  return room;
}

export async function own(trx: Trx, compId: string, caller: Caller, id: string): Promise<RoomRow> {
  const room = await seen(trx, compId, caller, id);
  if (!owns(caller, room)) throw new AppError("forbidden", "只有会议室的创建人可以操作");
  return room;
}

export async function led(trx: Trx, compId: string, caller: Caller, id: string): Promise<RoomRow> {
  const room = await seen(trx, compId, caller, id);
  if (owns(caller, room) || (await hostsRoom(trx, compId, caller.agentId ?? "", id))) return room;
  throw new AppError("forbidden", "只有会议室的创建人和主持人可以操作");
}
