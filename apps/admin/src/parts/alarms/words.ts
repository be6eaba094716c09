/** What alarm rules are about: skill groups (技能组监控) and seats (实时监控, 组长监控). */
import { queriesOf } from "@liantai/api/client";
import { alarmApi, groupFigures, seatAlarmApi, seatFigures } from "@liantai/api/contract/admin";

export const groupAlarms = {
  screen: "skillgroupmonitor",
  api: alarmApi,
  queries: queriesOf(alarmApi),
  figures: groupFigures,
  /** What a rule may name one of, all of them, and what is told of. */
  of: "技能组",
  all: "全部技能组",
  each: "技能组",
  /** A new rule. */
  first: { figure: "waiting", value: 5, forS: 10 },
} as const;

export const seatAlarms = {
  screen: "realtimemonitoring",
  api: seatAlarmApi,
  queries: queriesOf(seatAlarmApi),
  figures: seatFigures,
  of: "坐席组",
  all: "全部坐席",
  each: "坐席",
  first: { figure: "ringing", value: 20, forS: 0 },
} as const;

export type AlarmWords = typeof groupAlarms | typeof seatAlarms;
