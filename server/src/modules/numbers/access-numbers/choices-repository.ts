/** What an access number may lead to, by kind. */
import { flowTypes } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";

export interface Choice {
  readonly id: string;
  readonly label: string;
}

const offKinds = ["skillGroup", "dispatchQueue", "seat", "meetingRoom", "flow"] as const;
type OffKind = (typeof offKinds)[number];

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
  readonly off: (Choice & { readonly kind: OffKind })[];
}

const choice = ({ id, label }: Choice): Choice => ({ id, label });
const seatChoice = ({ agentId, name }: { readonly agentId: string; readonly name: string }): Choice => ({
  id: agentId,
  label: `${name}（${agentId}）`,
});

export async function listChoices(trx: Trx, compId: string): Promise<Choices> {
  const [groups, queues, seats, extensions, voice, rooms, flows, timeRule] = [
    await trx
      .selectFrom("skill_group")
      .select(["id", "name as label", "enabled"])
      .where("compId", "=", compId)
      .orderBy("name")
      .execute(),
    await trx
      .selectFrom("dispatch_group")
      .select(["id", "name as label", "enabled"])
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
      .select(["id", "name", "code", "memberPin", "enable as enabled"])
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
  const things = {
    skillGroup: groups,
    dispatchQueue: queues,
    seat: seats.map((seat) => ({ ...seatChoice(seat), enabled: seat.enabled })),
    meetingRoom: rooms.map(({ id, name, code, memberPin, enabled }) => ({
      id,
      label: `${name}（${code}${memberPin === "" ? "，无需密码" : ""}）`,
      enabled,
    })),
    flow: flows,
  };
  const offered = (kind: OffKind): Choice[] => things[kind].filter(on).map(choice);
  return {
    skillGroup: offered("skillGroup"),
    dispatchQueue: offered("dispatchQueue"),
    seat: offered("seat"),
    meetingRoom: offered("meetingRoom"),
    flow: offered("flow"),
    voice,
    timeRule,
    extension: extensions.map((e) => ({
      id: e.extension,
      label: e.agentId ? `${e.extension}（坐席${e.agentId}）` : e.extension,
    })),
    off: offKinds.flatMap((kind) =>
      things[kind].filter((thing) => !on(thing)).map((thing) => ({ kind, ...choice(thing) })),
    ),
  };
}
