/** Area 'dialling': tasks that dial by themselves or for agents, their numbers, and what came of them (screens.md, "admin: dialling"). */
import { defineArea } from "../area.ts";
import { crudButtons, type PageButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import type { TaskType } from "../tasks/kinds.ts";
import { dialTimeApi, taskAccessNumApi, taskMemberApi } from "./members.ts";
import { taskMonitorApi } from "./monitor.ts";
import { noticePage, voiceNoticeApi } from "./notices.ts";
import { numberListApi, numberListButtons, numberListPage } from "./number-lists.ts";
import { taskButton, taskPages, taskVerbs, type TaskVerb } from "./parts.ts";
import { taskPhoneApi } from "./phones.ts";
import { previewTaskApi } from "./preview.ts";
import { dialTaskApi } from "./tasks.ts";

export * from "./fields.ts";
export * from "./members.ts";
export * from "./monitor.ts";
export * from "./notices.ts";
export * from "./number-lists.ts";
export * from "./parts.ts";
export * from "./phones.ts";
export * from "./preview.ts";
export * from "./tasks.ts";

const row = rowsOf("admin", "dialling");
const ofTask = { param: "required" } as const;

export const diallingTabs = [
  row("/ivrdial", "IVR外呼", "A"),
  row("/ivrdialnumberdetail", "IVR外呼号码明细", "A", ofTask),
  row("/autodial", "自动外呼", "A"),
  row("/autodialnumberdetail", "自动外呼号码明细", "A", ofTask),
  row("/previewoutbound", "预览外呼", "A"),
  row("/previewoutboundnumberdetail", "预览外呼号码明细", "A", ofTask),
  row("/intelligentdial", "智能外呼", "A"),
  row("/intelligentdialnumberdetail", "智能外呼号码明细", "A", ofTask),
  row("/ivrnumber", "IVR号码", "A"),
  row("/voicenotification", "语音通知", "A"),
  row("/voicenotificationmonitor", "语音通知监控", "A", { param: "state" }),
];

const kinds: readonly TaskType[] = [1, 2, 3, 4, 5];
const verbs = Object.keys(taskVerbs) as TaskVerb[];

const buttons: PageButtons = Object.fromEntries(
  kinds.map((ftype) => [
    taskPages[ftype].list,
    verbs.map((verb) => ({ code: taskButton(ftype, verb), name: taskVerbs[verb], who: ["A"] as const })),
  ]),
);

export const diallingArea = /* #__PURE__ */ defineArea(() => ({
  tabs: diallingTabs,
  planned: [noticePage],
  resources: [
    dialTaskApi,
    taskPhoneApi,
    numberListApi,
    taskMemberApi,
    taskAccessNumApi,
    dialTimeApi,
    taskMonitorApi,
    voiceNoticeApi,
    previewTaskApi,
  ],
  buttons: { ...buttons, [numberListPage]: numberListButtons, [noticePage]: crudButtons("voiceNotice", ["A"]) },
  logWords: {
    objects: { dialTask: "外呼任务", taskPhone: "外呼号码", dialTime: "外呼时段", previewNumber: "预览号码" },
    actions: {
      start: "启动",
      pause: "暂停",
      stop: "停止",
      copy: "复制",
      recall: "重呼",
      previewResult: "提交业务结果",
      reschedule: "预约回呼",
      skip: "跳过",
    },
    fields: { ftype: "任务类型", taskIdentity: "任务标识", perSecond: "每秒呼叫数", concurrency: "最大并发" },
  },
}));
