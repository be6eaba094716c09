/** Area 'queues': what waits now, skill group by skill group and caller by caller (技能组监控, 排队列表). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { abandonedApi } from "./abandoned.ts";
import { alarmApi } from "./alarms.ts";
import { assistanceApi } from "./assistance.ts";
import { queueCallbackApi } from "./callbacks.ts";
import { customerPriorityApi } from "./customer-priorities.ts";
import { emergencyApi } from "./emergency.ts";
import { groupMonitorApi } from "./group-monitor.ts";
import { queueListApi } from "./queue-list.ts";
import { vipApi } from "./vips.ts";
import { voicemailApi } from "./voicemails.ts";

export * from "./abandoned.ts";
export * from "./alarms.ts";
export * from "./assistance.ts";
export * from "./callbacks.ts";
export * from "./customer-priorities.ts";
export * from "./emergency.ts";
export * from "./group-figures.ts";
export * from "./group-monitor.ts";
export * from "./queue-figures.ts";
export * from "./queue-list.ts";
export * from "./vips.ts";
export * from "./voicemails.ts";
export * from "./wait-estimate.ts";

const row = rowsOf("admin", "call-centre");

export const queuesTabs = [row("/queuelist", "排队列表", "AM"), row("/skillgroupmonitor", "技能组监控", "AM")];

const who = ["A", "M"] as const;

export const queuesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: queuesTabs,
  resources: [
    groupMonitorApi,
    queueListApi,
    queueCallbackApi,
    abandonedApi,
    voicemailApi,
    vipApi,
    customerPriorityApi,
    emergencyApi,
    alarmApi,
    assistanceApi,
  ],
  buttons: {
    "/queuelist": [
      { code: "queuelist.moveUp", name: "上移", who },
      { code: "queuelist.transfer", name: "转移", who },
      { code: "queuelist.pickUp", name: "接起", who: ["M"] },
      { code: "queuelist.callNow", name: "回拨", who },
      { code: "queuelist.cancelCallback", name: "取消回呼", who },
      { code: "queuelist.assignVoicemail", name: "分配留言", who },
      { code: "queuelist.transcribeVoicemail", name: "填写留言文字", who },
      ...crudButtons("vip", who).map(({ name, ...button }) => ({ ...button, name: `${name}贵宾` })),
      ...crudButtons("customerPriority", who).map(({ name, ...button }) => ({ ...button, name: `${name}客户优先级` })),
    ],
    "/skillgroupmonitor": [
      { code: "skillgroupmonitor.join", name: "加入通话", who: ["M"] },
      { code: "skillgroupmonitor.emergency", name: "应急开关", who },
      { code: "skillgroupmonitor.alarm", name: "告警通知", who },
    ],
  },
  logWords: {
    objects: {
      queuedCall: "排队来电",
      assistance: "举手求助",
      voicemail: "留言",
      vip: "贵宾客户",
      customerPriority: "客户优先级",
      emergency: "应急开关",
      alarm: "告警通知",
    },
    actions: {
      moveUp: "上移",
      queueTransfer: "转移排队来电",
      queuePickUp: "接起排队来电",
      callbackNow: "回拨预约客户",
      callBack: "回拨未接来电",
      cancelCallback: "取消回呼",
      switchOn: "启用",
      switchOff: "恢复",
      assignVoicemail: "分配留言",
      transcribeVoicemail: "填写留言文字",
      takeVoicemail: "领取留言",
      callBackVoicemail: "回拨留言客户",
      finishVoicemail: "处理完成",
      reopenVoicemail: "重新打开",
      answerAssistance: "应答求助",
    },
    fields: {
      "queuedCall.to": "转移到",
      "vip.phone": "号码",
      "vip.name": "客户",
      "vip.priorityMin": "优先分钟数",
      "customerPriority.formId": "客户表单",
      "customerPriority.field": "字段",
      "customerPriority.value": "选项",
      "customerPriority.priorityMin": "优先分钟数",
      "alarm.groupId": "技能组",
      "alarm.figure": "指标",
      "alarm.comparison": "条件",
      "alarm.value": "阈值",
      "alarm.forS": "持续时间（秒）",
      "alarm.restMin": "间隔时间（分钟）",
      "alarm.accountIds": "通知人员",
      "emergency.way": "处理方式",
      "emergency.text": "公告内容",
      "emergency.target": "转到",
      "voicemail.agentId": "处理坐席",
      "assistance.waitS": "等待时长（秒）",
      "assistance.way": "应答方式",
      "assistance.line": "回复内容",
    },
  },
}));
