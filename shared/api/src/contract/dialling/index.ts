/** Area 'dialling': tasks that dial by themselves or for agents, their numbers, and what came of them (screens.md, "admin: dialling"). */
import { defineArea } from "../area.ts";
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { TaskType } from "../tasks/kinds.ts";
import { dialTimeApi, taskAccessNumApi, taskMemberApi } from "./members.ts";
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
import { taskButton, taskPages, taskVerbs, type TaskVerb } from "./parts.ts";
import { taskPhoneApi } from "./phones.ts";
import { rowsOf } from "../tab-row.ts";
import { dialTaskApi } from "./tasks.ts";

export * from "./fields.ts";
export * from "./figures.ts";
export * from "./members.ts";
export * from "./notices.ts";
export * from "./parts.ts";
export * from "./phones.ts";
export * from "./tasks.ts";

const kinds: readonly TaskType[] = [1, 2, 3, 4, 5];
const verbs = Object.keys(taskVerbs) as TaskVerb[];

const buttons: PageButtons = Object.fromEntries(
  kinds.map((ftype) => [
    taskPages[ftype].list,
    verbs.map((verb) => ({ code: taskButton(ftype, verb), name: taskVerbs[verb], who: ["A"] as const })),
  ]),
);

const row = rowsOf("admin", "dialling");

export const diallingTabs = [row(noticePage, "语音通知模板", "A")];

export const diallingArea = /* #__PURE__ */ defineArea(() => ({
  tabs: diallingTabs,
  planned: kinds.map((ftype) => taskPages[ftype].list),
  resources: [
    dialTaskApi,
    taskPhoneApi,
    taskMemberApi,
    taskAccessNumApi,
    dialTimeApi,
    voiceNoticeApi,
    callTaskCdrApi,
    robotTaskCdrApi,
    robotCdrApi,
    ivrCallCdrApi,
    ivrKeyApi,
    intentionFiguresApi,
    commonFeeApi,
    robotTaskApi,
  ],
  buttons: { ...buttons, [noticePage]: crudButtons("voiceNotice", ["A"]) },
  logWords: {
    objects: { dialTask: "外呼任务", taskPhone: "外呼号码", dialTime: "外呼时段", voiceNotice: "语音通知模板" },
    actions: { start: "启动", pause: "暂停", stop: "停止", copy: "复制", recall: "重呼" },
    fields: {
      ftype: "任务类型",
      taskIdentity: "任务标识",
      perSecond: "每秒呼叫数",
      concurrency: "最大并发",
      "voiceNotice.text": "通知内容",
      "voiceNotice.tts": "音色",
      "voiceNotice.repeats": "播放遍数",
      "voiceNotice.confirmKey": "确认键",
      "voiceNotice.replies": "回复键",
      "voiceNotice.goodbye": "结束语",
    },
  },
}));
