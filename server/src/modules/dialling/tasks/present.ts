/** A task as its list, its form and its monitor show it. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import { taskSettings, type dialTaskApi, type TaskSettings } from "@liantai/api/contract/admin";
import { stateAt } from "../../tasks/index.ts";
import { hoursAt } from "../checks/index.ts";
import type { ProgressRow } from "../progress-repository.ts";
import { hoursOf, type HoursFacts } from "./hours.ts";
import type { TaskWhole } from "./repository.ts";

export type Shown = ReplyOf<(typeof dialTaskApi)["findById"]>;
export type Progress = Shown["progress"];

const nothing: Progress = {
  ...{ total: 0, waiting: 0, live: 0, retry: 0, done: 0, skipped: 0, stopped: 0 },
  ...{ attempts: 0, answered: 0, connected: 0, abandoned: 0, talkS: 0 },
};

export function shownProgress(row: ProgressRow | undefined): Progress {
  if (!row) return nothing;
  const { compId: _, taskId: __, talkMs, ...counts } = row;
  return { ...counts, talkS: Math.round(Number(talkMs) / 1_000) };
}

/** A setting that came with a later version has its default. */
export const settingsOf = ({ settings }: Pick<TaskWhole, "settings">): TaskSettings => ({
  ...taskSettings.getDefault(),
  ...settings,
});

/** What a running task waits for: its hours, or what the engine says; why one was paused by itself, as for arrears. '': neither. */
export function waitsFor(task: TaskWhole, facts: HoursFacts, now: number): string {
  const state = stateAt(task, now);
  if (state !== "running") return state === "paused" ? task.waitsFor : "";
  const { open, detail } = hoursAt(hoursOf(task, facts), now);
  return open ? task.waitsFor : `等待时段：${detail}`;
}

const timeOf = (at: Date | null): string | null => (at === null ? null : formatTime(at));

export interface Beside {
  readonly facts: HoursFacts;
  readonly progress: ProgressRow | undefined;
  readonly joined: number;
  readonly now: number;
}

export const presentTask = (task: TaskWhole, { facts, progress, joined, now }: Beside): Shown => ({
  ...settingsOf(task),
  id: task.id,
  taskIdentity: task.taskIdentity,
  ftype: task.ftype,
  fromAt: timeOf(task.fromAt) ?? "",
  untilAt: timeOf(task.untilAt) ?? "",
  state: stateAt(task, now),
  waitsFor: waitsFor(task, facts, now),
  createdAt: formatTime(task.createdAt),
  createdBy: task.createdBy,
  startedAt: timeOf(task.startedAt),
  endedAt: timeOf(task.endedAt),
  joined,
  progress: shownProgress(progress),
});
