/** SQL of meeting rooms as they are dialled. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { MeetingRoomTable } from "../../ports/schema/meetings.ts";

type RoomRow = Selectable<MeetingRoomTable>;

/** Who dials in waits for a host only where one can come: its owner, a seat that is a host of it, or whoever has the host's pin. */
async function asDialled(trx: Trx, row: RoomRow | undefined): Promise<RoomRow | undefined> {
  if (row?.waitForHost !== 1 || row.ownerId !== "" || row.hostPin !== "") return row;
  const host = await trx
    .selectFrom("meeting_member")
    .select("id")
    .where("compId", "=", row.compId)
    .where("roomId", "=", row.id)
    .where("kind", "=", "seat")
    .where("host", "=", 1)
    .executeTakeFirst();
  return host ? row : { ...row, waitForHost: 0 };
}

const rooms = (trx: Trx, compId: string) => trx.selectFrom("meeting_room").selectAll().where("compId", "=", compId);

export const findRoomByCode = async (trx: Trx, compId: string, code: string): Promise<RoomRow | undefined> =>
  asDialled(trx, await rooms(trx, compId).where("code", "=", code).where("enable", "=", 1).executeTakeFirst());

export const findRoomById = async (trx: Trx, compId: string, id: string): Promise<RoomRow | undefined> =>
  asDialled(trx, await rooms(trx, compId).where("id", "=", id).executeTakeFirst());

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
