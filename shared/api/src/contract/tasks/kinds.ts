/** Kinds and states of dialling tasks, and what is said when a seat or a supervisor asks something of one (realtime.md section 8). */

/** ftype. */
export const taskTypes = { 1: "智能外呼", 2: "预览外呼", 3: "自动外呼", 4: "IVR外呼", 5: "语音通知" } as const;
export type TaskType = keyof typeof taskTypes;

export const robotTask = 1;
export const previewTask = 2;
export const autoTask = 3;
const ivrTask = 4;

/** Those that seats take part in. */
export const seatTaskTypes = [autoTask, previewTask] as const;
export type SeatTaskType = (typeof seatTaskTypes)[number];

export const taskStates = {
  notStarted: "未启动",
  running: "运行中",
  paused: "已暂停",
  completed: "已完成",
  stopped: "已停止",
  expired: "已过期",
} as const;
export type TaskState = keyof typeof taskStates;

/** How a seat stands to a task it is allotted to; both are 0 or 1. Taking part outlives a sign-out, joining does not. */
export const taskParts = { joined: "已加入", away: "参与中，未加入", out: "未参与" } as const;
export type TaskPart = keyof typeof taskParts;

export function taskPartOf(seat: { readonly participateStatus: number; readonly joined: number }): TaskPart {
  if (seat.joined === 1) return "joined";
  return seat.participateStatus === 1 ? "away" : "out";
}

export const taskCommands = ["taskStart", "taskStop", "taskJoin", "taskExit"] as const;
export type TaskCommand = (typeof taskCommands)[number];
export const isTaskCommand = (name: string): name is TaskCommand => taskCommands.some((known) => known === name);

/** Why a seat is not let into a task: the codes of the specification. */
export const joinRefusals = {
  35: "任务已过期，无法加入",
  36: "任务未启动，无法加入",
  40: "您已在该任务中",
} as const;
export type JoinRefusal = keyof typeof joinRefusals;

const typeWord = (ftype: number | undefined): string => (ftype === autoTask ? "自动" : ftype === ivrTask ? "IVR" : "");

/** What failed, before the reason. ftype undefined: no such task. */
export const taskFailure = (command: TaskCommand | "taskPause", ftype?: number): string =>
  ({
    taskPause: `暂停${typeWord(ftype)}外呼任务失败`,
    taskStart: `启动${typeWord(ftype)}外呼任务失败`,
    taskStop: `停止${typeWord(ftype)}外呼任务失败`,
    taskJoin: "加入任务失败",
    taskExit: "退出任务失败",
  })[command];

export const taskLeft = (identity: string): string => `任务标识[${identity}]退出成功`;

/** The group of the queue in which the seats of a task stand; no skill group has such an id. */
export const taskGroup = (taskId: string): string => `task:${taskId}`;
