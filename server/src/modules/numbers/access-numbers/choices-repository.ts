/** What an access number may lead to, by kind. */
import { flowTypes } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";

export interface Choice {
  readonly id: string;
  readonly label: string;
}

export interface Choices {
  readonly skillGroup: Choice[];
  readonly dispatchQueue: Choice[];
  readonly seat: Choice[];
  readonly extension: Choice[];
  readonly voice: Choice[];
  readonly meetingRoom: Choice[];
  readonly flow: Choice[];
  readonly timeRule: Choice[];
}

export async function listChoices(trx: Trx, compId: string): Promise<Choices> {
  const [skillGroup, dispatchQueue, seats, extensions, voice, rooms, flow, timeRule] = [
    await trx
      .selectFrom("skill_group")
      .select(["id", "name as label"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("dispatch_group")
      .select(["id", "name as label"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("seat")
      .select(["agentId", "name"])
      .where("compId", "=", compId)
      .where("enabled", "=", 1)
      .orderBy("agentId")
      .execute(),
    await trx
      .selectFrom("extension")
      .select(["extension", "agentId"])
      .where("compId", "=", compId)
      .orderBy("extension")
      .execute(),
    await trx
      .selectFrom("voice")
      .select(["id", "name as label"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("meeting_room")
      .select(["id", "name", "code", "memberPin"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("voice_flow")
      .select(["id", "name as label"])
      .where("compId", "=", compId)
      .where("enabled", "=", 1)
      .where("versionId", "<>", "")
      .where("flowType", "<>", flowTypes.shared)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("time_rule")
      .select(["id", "name as label"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
  ];
  return {
    skillGroup,
    dispatchQueue,
    voice,
    flow,
    timeRule,
    meetingRoom: rooms.map(({ id, name, code, memberPin }) => ({
      id,
      label: `${name}（${code}${memberPin === "" ? "，无需密码" : ""}）`,
    })),
    seat: seats.map((s) => ({ id: s.agentId, label: `${s.name}（${s.agentId}）` })),
    extension: extensions.map((e) => ({
      id: e.extension,
      label: e.agentId ? `${e.extension}（坐席${e.agentId}）` : e.extension,
    })),
  };
}
