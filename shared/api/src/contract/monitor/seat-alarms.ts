/** 坐席告警: how long a seat is in a state, and its other columns; the server tells whom a rule names (docs/protocol.md Q17). */
import { alarmEndpoints, type AlarmFigure } from "../alarm-rules.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { seatStatus } from "../states.ts";
import type { LiveAgent } from "./live.ts";

const { ringing, ringStart, inCall, talking, conference, consulting, consultHungUp, hold } = seatStatus;

/** codes: of the states that count as one; how long a seat is in it is what is watched. A held talk is a talk. */
export interface SeatFigure extends AlarmFigure {
  readonly codes?: readonly number[];
}

const time = (id: string, name: string, formula: string, codes: readonly number[]): SeatFigure => ({
  id,
  name,
  formula,
  unit: "seconds",
  worse: "more",
  codes,
});

const ofDay = (
  id: keyof SeatDay,
  name: string,
  formula: string,
  unit: SeatFigure["unit"],
  worse: SeatFigure["worse"] = "more",
): SeatFigure => ({ id, name, formula, unit, worse, day: true });

/** What may be watched of a seat, by 告警设置 and by 告警规则: times in states, and columns. */
export const seatFigures: readonly SeatFigure[] = [
  time("ringing", "振铃时长", "话机连续振铃的秒数", [ringing, ringStart]),
  time("talking", "通话时长", "连续通话、保持、咨询或会议的秒数，状态变化时重新计", [
    inCall,
    talking,
    conference,
    consulting,
    consultHungUp,
    hold,
  ]),
  time("wrapUp", "话后时长", "话后处理的秒数", [seatStatus.afterCall, seatStatus.hangup]),
  time("busy", "忙碌时长", "连续忙碌或处于自定义状态的秒数", [seatStatus.busy]),
  time("ready", "空闲时长", "连续空闲的秒数", [seatStatus.idle]),
  ofDay("signedInS", "今日签入", "今天 0 点以来状态不是离线的时长合计，每 10 秒刷新", "seconds"),
  ofDay("idleS", "今日空闲", "今天 0 点以来空闲的时长合计，每 10 秒刷新", "seconds"),
  ofDay("busyS", "今日忙碌", "今天 0 点以来忙碌和自定义状态的时长合计，每 10 秒刷新", "seconds"),
  ofDay("wrapUpS", "今日话后", "今天 0 点以来话后处理的时长合计，每 10 秒刷新", "seconds"),
  ofDay("inbound", "呼入", "今天开始、由该坐席处理的呼入通话数", "count"),
  ofDay("outbound", "呼出", "今天该坐席的呼出通话数，内部通话不计", "count"),
  ofDay("answered", "接听", "今天该坐席的通话中双方接通的通话数", "count", "less"),
  ofDay("missed", "未接", "今天振铃后超时未接或拒接的次数", "count"),
  ofDay("averageTalkS", "均话时长", "今天接通的通话的通话时长合计 ÷ 接听", "seconds"),
  {
    id: "network",
    name: "网络等级",
    formula: "通话时为话机到服务器的语音质量：1 较差，2 良好，3、4 优秀；签入后话机中断或未注册为 0，没有测到的不计",
    unit: "count",
    worse: "less",
  },
];
const byId: ReadonlyMap<string, SeatFigure> = new Map(seatFigures.map((figure) => [figure.id, figure]));
export const seatFigureOf = (id: string): SeatFigure | undefined => byId.get(id);

/** What is known of a seat's moment, and of its day. */
type Moment = Pick<LiveAgent, "code" | "since" | "registered" | "level">;
export interface SeatDay {
  readonly signedInS: number;
  readonly idleS: number;
  readonly busyS: number;
  readonly wrapUpS: number;
  readonly inbound: number;
  readonly outbound: number;
  readonly answered: number;
  readonly missed: number;
  readonly averageTalkS: number | null;
}

/** 0: it cannot be heard. */
export function networkLevel({ code, registered, level = 0 }: Moment): number | null {
  if (code === seatStatus.offline) return null;
  if (!registered || level < 0) return 0;
  return level > 0 ? level : null;
}

/** null: there is nothing to compare: another state, or nothing measured. now: epoch ms. */
export function seatValue(id: string, seat: Moment, day: SeatDay | undefined, now: number): number | null {
  const codes = byId.get(id)?.codes;
  if (codes) {
    const { code, since } = seat;
    return codes.includes(code) && since > 0 ? Math.max(0, Math.floor((now - since) / 1_000)) : null;
  }
  return id === "network" ? networkLevel(seat) : (day?.[id as keyof SeatDay] ?? null);
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
