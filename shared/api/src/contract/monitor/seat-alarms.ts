/** 坐席告警: how long a seat is in a state; the server watches, and tells whom a rule names (docs/protocol.md Q17). */
import { alarmEndpoints, type AlarmFigure } from "../alarm-rules.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { seatStatus } from "../states.ts";

const { ringing, ringStart, inCall, talking, conference, consulting, consultHungUp, hold } = seatStatus;

/** codes: of the states that count as one. A held talk is a talk. */
export const seatFigures: readonly (AlarmFigure & { readonly codes: readonly number[] })[] = [
  { id: "ringing", name: "振铃时长", formula: "话机连续振铃的秒数", unit: "seconds", codes: [ringing, ringStart] },
  {
    id: "talking",
    name: "通话时长",
    formula: "连续通话、保持、咨询或会议的秒数，状态变化时重新计",
    unit: "seconds",
    codes: [inCall, talking, conference, consulting, consultHungUp, hold],
  },
  {
    id: "wrapUp",
    name: "话后时长",
    formula: "话后处理的秒数",
    unit: "seconds",
    codes: [seatStatus.afterCall, seatStatus.hangup],
  },
  {
    id: "busy",
    name: "忙碌时长",
    formula: "连续忙碌或处于自定义状态的秒数",
    unit: "seconds",
    codes: [seatStatus.busy],
  },
  { id: "ready", name: "空闲时长", formula: "连续空闲的秒数", unit: "seconds", codes: [seatStatus.idle] },
];

/** s in its state, if that is the one that is watched. */
export function secondsIn(
  { code, since }: { readonly code: number; readonly since: number },
  figure: string,
  now: number,
): number | null {
  const codes = seatFigures.find(({ id }) => id === figure)?.codes ?? [];
  return codes.includes(code) && since > 0 ? Math.max(0, Math.floor((now - since) / 1_000)) : null;
}

export const seatAlarmApi = defineResource(
  alarmEndpoints({
    name: "seatAlarm",
    prefix: "/dca/api/v1/seatAlarm",
    tag: "SeatAlarm",
    figures: seatFigures,
    of: "坐席组",
    press: roles(RoleTypes.supervisors, { button: "realtimemonitoring.alarm", purview: "monitor" }),
    looks: onPages(roles(RoleTypes.supervisors), "/realtimemonitoring", "/headmanmonitor"),
  }),
);
