/** Area 'dialling': tasks that dial by themselves or for agents, their numbers, and what came of them (screens.md, "admin: dialling"). */
import { defineArea } from "../area.ts";
import { carrierPromptApi, carrierPromptPage } from "./carrier-prompts.ts";
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { TaskType } from "../tasks/kinds.ts";
import { taskExperimentApi } from "./experiments.ts";
import { taskFields } from "./fields.ts";
import { dialTimeApi, taskAccessNumApi, taskMemberApi } from "./members.ts";
import { taskMonitorApi } from "./monitor.ts";
import { taskReplayApi } from "./replay.ts";
import { numberListApi, numberListButtons, numberListPage } from "./number-lists.ts";
import { taskButton, taskPages, taskVerbs, type TaskVerb } from "./parts.ts";
import { taskPhoneApi } from "./phones.ts";
import { previewTaskApi } from "./preview.ts";
import {
  callTaskCdrApi,
  commonFeeApi,
  intentionFiguresApi,
  ivrCallCdrApi,
  ivrKeyApi,
  robotCdrApi,
  robotTaskApi,
  robotTaskCdrApi,
} from "./figures.ts";
import { noticePage, voiceNoticeApi } from "./notices.ts";
import { rowsOf } from "../tab-row.ts";
import { dialTaskApi } from "./tasks.ts";

export * from "./carrier-prompts.ts";
export * from "./experiments.ts";
export * from "./fields.ts";
export * from "./figures.ts";
export * from "./members.ts";
export * from "./monitor.ts";
export * from "./number-lists.ts";
export * from "./notices.ts";
export * from "./parts.ts";
export * from "./phones.ts";
export * from "./preview.ts";
export * from "./pushed-phones.ts";
export * from "./recipes.ts";
export { provinces, type RegionHours } from "./regions.ts";
export * from "./replay.ts";
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
  row("/voicenotice", "语音通知模板", "A"),
  row("/voicenotificationmonitor", "语音通知监控", "A", { param: "state" }),
];

const kinds: readonly TaskType[] = [1, 2, 3, 4, 5];
const verbs = () => Object.keys(taskVerbs) as TaskVerb[];

const buttonsOfTasks = (): PageButtons =>
  Object.fromEntries(
    kinds.map((ftype) => [
      taskPages[ftype].list,
      verbs().map((verb) => ({ code: taskButton(ftype, verb), name: taskVerbs[verb], who: ["A"] as const })),
    ]),
  );

const carrierPromptButtons = (): PageButtons[string] => [
  { code: "carrierPrompt.add", name: "新增运营商提示音", who: ["A"] },
  { code: "carrierPrompt.update", name: "编辑运营商提示音", who: ["A"] },
  { code: "carrierPrompt.delete", name: "删除运营商提示音", who: ["A"] },
];

/** What the form calls them. */
const labels = () =>
  Object.fromEntries(Object.entries(taskFields).map(([name, field]) => [`dialTask.${name}`, field.spec.label ?? name]));

export const diallingArea = /* #__PURE__ */ defineArea(() => ({
  tabs: diallingTabs,
  resources: [
    dialTaskApi,
    taskReplayApi,
    taskPhoneApi,
    numberListApi,
    taskMemberApi,
    taskAccessNumApi,
    dialTimeApi,
    taskMonitorApi,
    taskExperimentApi,
    previewTaskApi,
    voiceNoticeApi,
    callTaskCdrApi,
    robotTaskCdrApi,
    robotCdrApi,
    ivrCallCdrApi,
    ivrKeyApi,
    intentionFiguresApi,
    commonFeeApi,
    robotTaskApi,
    carrierPromptApi,
  ],
  buttons: {
    ...buttonsOfTasks(),
    [carrierPromptPage]: [...buttonsOfTasks()[carrierPromptPage]!, ...carrierPromptButtons()],
    [numberListPage]: numberListButtons,
    [noticePage]: crudButtons("voiceNotice", ["A"]),
  },
  logWords: {
    objects: {
      dialTask: "外呼任务",
      taskPhone: "外呼号码",
      numberList: "号码清单",
      dialTime: "外呼时段",
      previewNumber: "预览号码",
      voiceNotice: "语音通知模板",
      carrierPrompt: "运营商提示音",
    },
    actions: {
      start: "启动",
      pause: "暂停",
      stop: "停止",
      copy: "复制",
      recall: "重呼",
      toTask: "加入任务",
      previewResult: "提交业务结果",
      reschedule: "预约回呼",
      skip: "跳过",
      releaseNumber: "放回号码",
      startExperiment: "开始实验",
      stopExperiment: "停止实验",
      cut: "从录音截取",
      heard: "标记误判",
    },
    fields: {
      ...labels(),
      "dialTask.state": "状态",
      "dialTask.experiment": "实验内容",
      "taskPhone.batches": "批次",
      "taskPhone.succeed": "成功",
      "taskPhone.failing": "失败",
      "taskPhone.repetition": "重复",
      "taskPhone.blackList": "黑名单",
      "taskPhone.stopped": "停止的号码",
      "taskPhone.heard": "实际接听方",
      "dialTask.copyOf": "复制自",
      "dialTask.numbers": "号码数",
      "dialTask.codes": "呼叫结果",
      "voiceNotice.text": "通知内容",
      "voiceNotice.tts": "音色",
      "voiceNotice.repeats": "播放遍数",
      "voiceNotice.confirmKey": "确认键",
      "voiceNotice.replies": "回复键",
      "voiceNotice.goodbye": "结束语",
      "carrierPrompt.code": "呼叫结果",
      "carrierPrompt.carrier": "运营商",
      "carrierPrompt.hangsUp": "识别后挂断",
      "carrierPrompt.source": "录音来源",
      "carrierPrompt.from": "起点",
      "carrierPrompt.to": "终点",
    },
  },
}));
