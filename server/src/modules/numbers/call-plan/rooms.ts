/** Meeting rooms by their codes. */
import type { Selectable } from "kysely";
import type { RoomInfo } from "../../../ports/engine.ts";
import type { MeetingRoomTable } from "../../../ports/schema/meetings.ts";
import { findRoomByCode, findRoomMember } from "../rooms-repository.ts";
import type { NumbersDeps } from "./deps.ts";
import type { Verbs } from "./questions.ts";

export const roomInfo = (row: Selectable<MeetingRoomTable>): RoomInfo => ({
  roomId: row.id,
  name: row.name,
  code: row.code,
  max: row.maxMembers,
  enterMuted: row.enterMuted === 1,
  tone: row.tone === 1,
  waitForHost: row.waitForHost === 1,
  record: row.record === 1,
  hostPin: row.hostPin,
  memberPin: row.memberPin,
});

export const room = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["room"]>[0],
  code: Parameters<Verbs["room"]>[1],
  agentId: Parameters<Verbs["room"]>[2],
): ReturnType<Verbs["room"]> =>
  deps.database.tenant(compId, async (trx) => {
    if (!/^\d{4,8}$/.test(code)) return undefined;
    const row = await findRoomByCode(trx, compId, code);
    if (!row) return undefined;
    const member = await findRoomMember(trx, compId, row.id, agentId);
    const owns = row.ownerId !== "" && row.ownerId === agentId;
    return {
      ...roomInfo(row),
      known: owns || member !== undefined,
      hosts: owns || member?.host === 1,
    };
  });
