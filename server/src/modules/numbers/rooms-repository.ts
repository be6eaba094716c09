/** SQL of meeting rooms as they are dialled. */
import type { Trx } from "../../ports/database.ts";

export const findRoomByCode = (trx: Trx, compId: string, code: string) =>
  trx
    .selectFrom("meeting_room")
    .selectAll()
    .where("compId", "=", compId)
    .where("code", "=", code)
    .where("enable", "=", 1)
    .executeTakeFirst();

export const findRoomById = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("meeting_room").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** host: 1, it leads the room's meetings. undefined: it is no standing member. */
export const findRoomMember = (trx: Trx, compId: string, roomId: string, agentId: string) =>
  trx
    .selectFrom("meeting_member")
    .select("host")
    .where("compId", "=", compId)
    .where("roomId", "=", roomId)
    .where("kind", "=", "seat")
    .where("value", "=", agentId)
    .executeTakeFirst();
