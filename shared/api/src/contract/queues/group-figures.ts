/**
 * The figures of 技能组监控: names, formulas and what may be watched for. One source for columns, hints and alarms. Those of the moment
 * are the engine's, those of today are counted of the stays in the group's queue and of its agents' talks (docs/protocol.md K64).
 */
import type { AlarmFigure } from "../alarm-rules.ts";
import { shortAbandonText } from "../call-records/figures.ts";
import { estimateRules } from "./wait-estimate.ts";
import type { CallsBehind } from "../home/metrics.ts";

export interface GroupFigure extends AlarmFigure {
  /** Calls behind it, of today, in 通话记录. */
  readonly calls?: CallsBehind;
}

export const groupFigures = [
  {
    id: "signedIn",
    name: "签入",
    formula: "此刻已签入的坐席数，等于空闲、振铃、通话、话后、忙碌之和",
    unit: "count",
    worse: "less",
  },
  { id: "idle", name: "空闲", formula: "此刻状态为空闲的坐席数", unit: "count", worse: "less" },
  { id: "ringing", name: "振铃", formula: "此刻话机正在振铃的坐席数", unit: "count", worse: "more" },
  {
    id: "talking",
    name: "通话",
    formula: "此刻在通话、保持、咨询、会议、监控通话或正在外呼的坐席数",
    unit: "count",
    worse: "more",
  },
  { id: "wrapUp", name: "话后", formula: "此刻在话后处理的坐席数", unit: "count", worse: "more" },
  { id: "busy", name: "忙碌", formula: "此刻忙碌或处于自定义状态的坐席数", unit: "count", worse: "more" },
  {
    id: "waiting",
    name: "排队",
    formula: "此刻在该技能组排队、还没有坐席接听的来电数，含正在振铃的；同时在几个技能组排队的，每个组都计",
    unit: "count",
    worse: "more",
    calls: { figure: "waiting" },
  },
  {
    id: "longestWait",
    name: "最长等待",
    formula: "此刻排队的来电中，从进入排队起等待最久的时长",
    unit: "seconds",
    worse: "more",
  },
  {
    id: "estimatedWait",
    name: "预计等待",
    formula:
      `预计等待时长：（排队人数 + 1）× 最近${estimateRules.calls}通的平均处理时长（通话 + 话后）` +
      `÷ 已签入且不在自定义状态的坐席数；有坐席空闲且无人排队时为 0`,
    unit: "seconds",
    worse: "more",
  },
  {
    id: "estimateError",
    name: "预计误差",
    formula:
      `最近${estimateRules.callers}位排队后接听的客户，|预计等待 - 实际等待| ÷ 实际等待 的中位数；` +
      `不足${estimateRules.least}位时不显示`,
    unit: "percent",
    worse: "more",
  },
  {
    id: "inbound",
    name: "今日呼入",
    formula: "今天进入该技能组排队的次数，含转接进来的；同一通话再次进入另计一次，通话记录里只列一条",
    unit: "count",
    worse: "more",
    day: true,
    calls: { figure: "queued" },
  },
  {
    id: "answered",
    name: "接听",
    formula: "其中由该技能组的坐席接听的次数",
    unit: "count",
    worse: "less",
    day: true,
    calls: { figure: "queueAnswered" },
  },
  {
    id: "abandoned",
    name: "放弃",
    formula: "其中客户没有等到接听就挂断的次数，短放弃不计",
    unit: "count",
    worse: "more",
    day: true,
    calls: { figure: "lost" },
  },
  {
    id: "shortAbandoned",
    name: "短放弃",
    formula: `其中客户${shortAbandonText}的次数，不计入放弃；时限是进入排队时该技能组的，没有单独设置的按企业设置`,
    unit: "count",
    worse: "more",
    day: true,
    calls: { figure: "shortAbandoned" },
  },
  {
    id: "overflowed",
    name: "溢出",
    formula:
      "今天因排队已满、等待超时或无坐席签入，从该技能组转往别处的次数；同时在几个技能组排队的，每个技能组各计一次",
    unit: "count",
    worse: "more",
    day: true,
  },
  {
    id: "callbacks",
    name: "回呼",
    formula: "今天在该技能组排队时按键预约回呼的次数，不计入放弃",
    unit: "count",
    worse: "more",
    day: true,
  },
  {
    id: "answerRate",
    name: "接通率",
    formula: "接听 ÷（接听 + 放弃），短放弃、转往别处和仍在排队的不计",
    unit: "percent",
    worse: "less",
    day: true,
    calls: { figure: "decided" },
  },
  {
    id: "serviceLevel",
    name: "服务水平",
    formula: "等待没有超过进入排队时该技能组服务水平阈值的接听 ÷（接听 + 放弃），短放弃、转往别处和仍在排队的不计",
    unit: "percent",
    worse: "less",
    day: true,
    calls: { figure: "leveled" },
  },
  {
    id: "answerSpeed",
    name: "平均应答",
    formula: "平均应答速度（ASA）：接听的从进入该技能组排队到接听的时长合计（含振铃）÷ 接听",
    unit: "seconds",
    worse: "more",
    day: true,
    calls: { figure: "queueAnswered" },
  },
  {
    id: "handleTime",
    name: "平均处理",
    formula:
      "平均处理时长（AHT）：该技能组坐席的（通话时长（含保持）+ 话后处理时长）÷ 次数，含被咨询后接手的；通话或话后还没有结束的不计",
    unit: "seconds",
    worse: "more",
    day: true,
    calls: { figure: "handled" },
  },
] as const satisfies readonly GroupFigure[];

export type GroupFigureId = (typeof groupFigures)[number]["id"];
