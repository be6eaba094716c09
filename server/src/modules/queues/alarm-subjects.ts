/** What alarm rules are about: skill groups (Q16) and seats (Q17). */
import { isMonitor } from "@liantai/api/contract";
import {
  alarmApi,
  groupFigures,
  seatAlarmApi,
  seatFigures,
  seatValue,
  type AlarmApi,
  type AlarmFigure,
} from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createSeatDays } from "../monitor/index.ts";
import { followableSeats, monitoredGroups } from "../seats/index.ts";
import type { Figures, Watched } from "./alarm-state.ts";
import { seatGroups, seatsWatched } from "./alarms-repository.ts";
import { watched } from "./queue-list.ts";

type Who = Pick<Caller, "roleType" | "agentId">;

export interface AlarmSubject {
  readonly id: "group" | "seat";
  readonly api: AlarmApi;
  /** As the log calls a rule. */
  readonly object: string;
  readonly figures: readonly AlarmFigure[];
  /** How what a rule may name one of is called, and all of them. */
  readonly of: string;
  readonly all: string;
  readonly screen: "skillgroupmonitor" | "realtimemonitoring";
  /** What a rule of theirs may name. */
  groups(deps: AdministrationDeps, compId: string, who: Who): Promise<readonly { id: string; name: string }[]>;
  /** What is watched that they may see, by id. */
  seen(deps: AdministrationDeps, compId: string, who: Who): Promise<readonly string[]>;
}

export const groupAlarms: AlarmSubject = {
  id: "group",
  api: alarmApi,
  object: "alarm",
  figures: groupFigures,
  of: "技能组",
  all: "全部技能组",
  screen: "skillgroupmonitor",
  groups: watched,
  seen: async (deps, compId, who) => (await watched(deps, compId, who)).map(({ id }) => id),
};

export const seatAlarms: AlarmSubject = {
  id: "seat",
  api: seatAlarmApi,
  object: "seatAlarm",
  figures: seatFigures,
  of: "坐席组",
  all: "全部坐席",
  screen: "realtimemonitoring",
  groups: ({ ports }, compId, who) =>
    ports.database.tenant(compId, async (trx) => {
      const all = await seatGroups(trx, compId);
      if (!isMonitor(who)) return all;
      const own = new Set(who.agentId === null ? [] : await monitoredGroups(trx, compId, who.agentId));
      return all.filter(({ id }) => own.has(id));
    }),
  seen: ({ ports }, compId, who) => ports.database.tenant(compId, (trx) => followableSeats(trx, compId, who)),
};

/** What seats do at the moment, from the engine's memory, and did today. */
export function seatFiguresNow({ ports, engine }: AdministrationDeps): Figures {
  const days = createSeatDays(ports);
  return async (compId, withDay) => {
    const today = withDay ? await days(compId) : undefined;
    const seats = await ports.database.tenant(compId, (trx) => seatsWatched(trx, compId));
    const live = new Map((await engine.live(compId, true)).agents.map((agent) => [agent.agentId, agent]));
    const now = ports.clock.now();
    return seats.flatMap(({ agentId, name, groupId }): Watched[] => {
      const agent = live.get(agentId);
      if (!agent) return [];
      const value = (figure: string) => seatValue(figure, agent, today?.of(agentId), now);
      return [{ id: agentId, name: `${name}（${agentId}）`, within: groupId ?? "-", value }];
    });
  };
}
