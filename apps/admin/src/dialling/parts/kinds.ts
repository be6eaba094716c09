/** The five kinds of task as data: their pages, what a task of each is called, and what it has besides the others. */
import { taskButton, taskPages, taskTypes, type TaskType, type TaskVerb } from "@liantai/api/contract/admin";
import { useMayPress } from "@liantai/api/client";
import { bus } from "@liantai/bus";

interface Kind {
  readonly noun: string;
  /** Seats take part in it. */
  readonly seats: boolean;
  /** Said in an empty list: what such a task is, and how to make one. */
  readonly hint: string;
  readonly how: string;
  /** The default name of the file that is filled in. */
  readonly sheet: string;
}

const hints: Readonly<Record<TaskType, string>> = {
  1: "机器人逐个拨打名单，与客户对话并给出意向等级。",
  2: "坐席先看客户资料，再由坐席拨出。",
  3: "系统按坐席空闲情况自动拨打，接通后转给坐席。",
  4: "系统逐个拨打名单，接通后进入所选流程。",
  5: "系统逐个拨打名单，接通后播放通知模板。",
};

export const kindOf = (ftype: TaskType): Kind => ({
  noun: `${taskTypes[ftype]}任务`,
  seats: ftype === 2 || ftype === 3,
  hint: hints[ftype],
  how: "点击“新增”建立任务，再导入号码。",
  sheet: `${taskTypes[ftype]}号码导入模板.xlsx`,
});

/** What the person may press on a task of this kind. */
export function useTaskRights(ftype: TaskType): (verb: TaskVerb) => boolean {
  const press = useMayPress(taskPages[ftype].list);
  return (verb) => press(taskButton(ftype, verb));
}

/** The parameter of the pages of numbers. */
export interface NumbersParams {
  readonly taskId: unknown;
}

/**
 * Opens the numbers of a task in a tab of their own. Those of notifications stand in their monitor, one tab for all tasks: it shows
 * the one that was asked for last and is called as it is in the menu, as another may be chosen in it.
 */
export function openNumbers(ftype: TaskType, { id, taskIdentity }: { id: string; taskIdentity: string }): void {
  const name = taskPages[ftype].numbers.slice(1);
  const own = ftype === 5 ? { cover: true } : { title: `${taskIdentity}号码明细` };
  bus.publish("tab.open", { name, params: { taskId: id }, ...own });
}
