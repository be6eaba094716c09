import { taskKinds, type TaskType } from "@liantai/api/contract/admin";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { kindOf } from "./kinds.ts";
import { overOf, ProgressBar } from "./progress.tsx";
import type { Task } from "./queries.ts";
import { shareText, stateText, stateTone, waitingText } from "./words.ts";

const count = (
  id: "attempts" | "connected" | "answered",
  title: string,
  hint: string,
  width: number,
): Column<Task> => ({ id, title, hint, width, align: "end", value: (t) => t.progress[id] });

/** Of all answers, as in the statistics; what the agents took of them stands in a column of its own. */
export const rateHint = (ftype: TaskType): string =>
  `应答的次数 ÷ 呼叫的次数${ftype === 3 ? "，不论是否由坐席接听" : ""}`;

const seats: readonly Column<Task>[] = [
  {
    id: "joined",
    title: "坐席",
    hint: "已加入任务的坐席数",
    width: 60,
    align: "end",
    value: (t) => t.joined,
  },
];
const abandoned: Column<Task> = {
  id: "abandoned",
  title: "呼损率",
  hint: "真人接听后 2 秒内没有坐席的次数 ÷ 真人接听的次数",
  width: 72,
  align: "end",
  value: (t) => t.progress.abandoned,
  cell: (t) => shareText(t.progress.abandoned, t.progress.abandoned + t.progress.connected),
};

/** Together with the buttons as wide as the list at 1280 px beside the open menu (task-screen.test.tsx). */
export const taskColumns = (ftype: TaskType): readonly Column<Task>[] => [
  { id: "taskIdentity", title: "任务标识", width: 144, value: (t) => t.taskIdentity, sortBy: "taskIdentity" },
  {
    id: "state",
    title: "状态",
    width: 174,
    value: stateText,
    cell: (t) => (
      <span title={waitingText(t)}>
        <StatusBadge tone={stateTone(t)}>{stateText(t)}</StatusBadge>
      </span>
    ),
  },
  {
    id: "progress",
    title: "进度",
    hint: "不再拨打的号码 ÷ 全部号码",
    width: 140,
    value: (t) => overOf(t.progress),
    cell: (t) => <ProgressBar of={t.progress} name={t.taskIdentity} />,
  },
  count("attempts", "呼叫", "拨打的次数，含重拨", 68),
  ftype === 3
    ? count("connected", "人工接通", "接通并由坐席接听的次数", 78)
    : count("connected", "接通", "接通的次数", 68),
  {
    id: "rate",
    title: "接通率",
    hint: rateHint(ftype),
    width: 72,
    align: "end",
    value: (t) => t.progress.answered,
    cell: (t) => shareText(t.progress.answered, t.progress.attempts),
  },
  ...(ftype === 3 ? [abandoned] : []),
  ...(kindOf(ftype).seats ? seats : []),
  { ...count("answered", "应答", "被接听的次数，含答录机", 68), optional: true },
  {
    id: "talkS",
    title: "通话时长",
    width: 88,
    align: "end",
    value: (t) => t.progress.talkS,
    cell: (t) => formatDuration(t.progress.talkS),
    optional: true,
  },
  { id: "kind", title: "任务性质", width: 80, value: (t) => taskKinds[t.kind], optional: true },
  {
    id: "priority",
    title: "优先级",
    width: 68,
    align: "end",
    value: (t) => t.priority,
    sortBy: "priority",
    optional: true,
  },
  { id: "fromAt", title: "开始时间", width: 156, value: (t) => t.fromAt, optional: true },
  { id: "untilAt", title: "结束时间", width: 156, value: (t) => t.untilAt, optional: true },
  { id: "createdAt", title: "创建时间", width: 156, value: (t) => t.createdAt, sortBy: "createdAt", optional: true },
  { id: "createdBy", title: "创建人", width: 90, value: (t) => t.createdBy, optional: true },
  { id: "remark", title: "备注", width: 160, value: (t) => t.remark, optional: true },
];
