/** Area 'dialling': tasks that dial by themselves or for agents, their numbers, and what came of them (screens.md, "admin: dialling"). */
import { defineArea } from "../area.ts";
import type { PageButtons } from "../buttons.ts";
import type { TaskType } from "../tasks/kinds.ts";
import { dialTimeApi, taskAccessNumApi, taskMemberApi } from "./members.ts";
import { numberListApi, numberListButtons, numberListPage } from "./number-lists.ts";
import { taskButton, taskPages, taskVerbs, type TaskVerb } from "./parts.ts";
import { taskPhoneApi } from "./phones.ts";
import { dialTaskApi } from "./tasks.ts";

export * from "./fields.ts";
export * from "./members.ts";
export * from "./number-lists.ts";
export * from "./parts.ts";
export * from "./phones.ts";
export * from "./pushed-phones.ts";
export * from "./tasks.ts";

const kinds: readonly TaskType[] = [1, 2, 3, 4, 5];
const verbs = Object.keys(taskVerbs) as TaskVerb[];

const buttons: PageButtons = Object.fromEntries(
  kinds.map((ftype) => [
    taskPages[ftype].list,
    verbs.map((verb) => ({ code: taskButton(ftype, verb), name: taskVerbs[verb], who: ["A"] as const })),
  ]),
);

export const diallingArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  planned: [...kinds.map((ftype) => taskPages[ftype].list), numberListPage],
  resources: [dialTaskApi, taskPhoneApi, numberListApi, taskMemberApi, taskAccessNumApi, dialTimeApi],
  buttons: { ...buttons, [numberListPage]: numberListButtons },
  logWords: {
    objects: { dialTask: "外呼任务", taskPhone: "外呼号码", numberList: "号码清单", dialTime: "外呼时段" },
    actions: { start: "启动", pause: "暂停", stop: "停止", copy: "复制", recall: "重呼", toTask: "加入任务" },
    fields: { ftype: "任务类型", taskIdentity: "任务标识", perSecond: "每秒呼叫数", concurrency: "最大并发" },
  },
}));
