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
  /** Switched off: no choice any more, and named where something leads there already. */
  readonly off: (Choice & { readonly kind: "seat" | "flow" })[];
}

const seatChoice = ({ agentId, name }: { readonly agentId: string; readonly name: string }): Choice => ({
  id: agentId,
  label: `${name}（${agentId}）`,
});

export async function listChoices(trx: Trx, compId: string): Promise<Choices> {
  const [skillGroup, dispatchQueue, seats, extensions, voice, rooms, flows, timeRule] = [
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
      .select(["agentId", "name", "enabled"])
      .where("compId", "=", compId)
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
      .select(["id", "name as label", "enabled"])
      .where("compId", "=", compId)
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
  const on = ({ enabled }: { readonly enabled: number }): boolean => enabled === 1;
  const flowChoice = ({ id, label }: Choice): Choice => ({ id, label });
  return {
    skillGroup,
    dispatchQueue,
    voice,
    flow: flows.filter(on).map(flowChoice),
    timeRule,
    meetingRoom: rooms.map(({ id, name, code, memberPin }) => ({
      id,
      label: `${name}（${code}${memberPin === "" ? "，无需密码" : ""}）`,
    })),
    seat: seats.filter(on).map(seatChoice),
    extension: extensions.map((e) => ({
      id: e.extension,
      label: e.agentId ? `${e.extension}（坐席${e.agentId}）` : e.extension,
    })),
    off: [
      ...seats.filter((seat) => !on(seat)).map((seat) => ({ kind: "seat" as const, ...seatChoice(seat) })),
      ...flows.filter((flow) => !on(flow)).map((flow) => ({ kind: "flow" as const, ...flowChoice(flow) })),
    ],
  };
}
