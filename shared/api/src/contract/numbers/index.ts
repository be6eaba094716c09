/** Area 'numbers': access numbers, where they lead, whose they are; time rules (screens.md, "admin: call centre"). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { accessNumApi } from "./access-numbers.ts";
import { displayRuleApi } from "./display-rule.ts";
import { stickyApi } from "./sticky.ts";
import { timeRuleApi } from "./time-rules.ts";

export {
  accessNumberField,
  accessNumOwnerKinds,
  accessNumStates,
  type AccessNumOwnerKind,
  type AccessNumState,
} from "./access-number-fields.ts";
export * from "./access-numbers.ts";
export * from "./display-rule.ts";
export * from "./sticky.ts";
export * from "./time-rules.ts";
export * from "./working-arithmetic.ts";
export * from "./working-time.ts";

const row = rowsOf("admin", "call-centre");

export const numbersTabs = [
  row("/dnis", "接入号码", "OA"),
  row("/setDnis", "接入号设置", "A"),
  row("/allocationDnis", "接入号分配", "OA"),
  row("/timeRule", "时间规则", "A"),
];

export const numbersArea = /* #__PURE__ */ defineArea(() => ({
  tabs: numbersTabs,
  resources: [accessNumApi, displayRuleApi, stickyApi, timeRuleApi],
  buttons: {
    "/dnis": [{ code: "accessNum.update", name: "编辑", who: ["A"] }],
    "/setDnis": [{ code: "accessNum.set", name: "保存设置", who: ["A"] }],
    "/allocationDnis": [{ code: "accessNum.allot", name: "分配号码", who: ["A"] }],
    "/timeRule": crudButtons("timeRule", ["A"]),
  },
  logWords: {
    objects: { accessNumber: "接入号码", accessNum: "接入号码", timeRule: "时间规则", displayRule: "外显规则" },
    actions: { notAllot: "取消分配", pauseDisplay: "暂停外显", resumeDisplay: "恢复外显" },
    fields: {
      "accessNum.group": "坐席组",
      "accessNum.seat": "坐席",
      localPresence: "按归属地选择",
      dailyCap: "每日上限",
      restS: "休息时间",
      pauseFalling: "自动暂停",
      fallPct: "接通率降至",
      leastCalls: "判断呼叫数",
      quickPct: "秒挂率上限",
      refusedPct: "拒绝投诉率上限",
      restHours: "暂停时长",
      fallback: "其他时间",
      target: "转至",
      timeRule: "时间规则",
      greeting: "问候语",
      greetingVoice: "问候语音",
      timeRuleId: "时间规则编号",
      days: "日期",
      ranges: "时段",
      date: "日期",
      from: "开始",
      to: "结束",
    },
  },
}));
