import { Badge } from "@chakra-ui/react";
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import { queueFigureOf, type QueueFigureId, type queueListApi } from "@liantai/api/contract/admin";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { isBeyond, type Limits } from "@liantai/ui/resource";
import { Elapsed } from "../../home/parts/elapsed.tsx";
import { Figure } from "../parts/counting.tsx";
import { without } from "../parts/narrow.ts";
import type { ReactNode } from "react";

export type Queue = ReplyOf<typeof queueListApi.list>;
export type QueuedCall = Queue["calls"][number];

const groupText = ({ groups, queueName }: QueuedCall): string => {
  const names = groups.map(({ name }) => name).join("、");
  return queueName === null ? names : `${queueName}（${names}）`;
};

function stateOf({ callback, ringing }: QueuedCall): string {
  if (callback === null) return ringing === null ? "排队中" : `振铃 ${ringing}`;
  if (ringing !== null) return `回呼中 ${ringing}`;
  return callback.nextAt === null ? "等待回呼" : `${formatTime(callback.nextAt).slice(11, 16)} 再试`;
}

/** Who waits, and for whom. */
const who: readonly Column<QueuedCall>[] = [
  {
    id: "position",
    title: "位置",
    hint: "在最靠前的技能组中的名次",
    width: 64,
    align: "end",
    value: (c) => c.position,
  },
  {
    id: "kind",
    title: "类型",
    hint: "回呼：客户按键预约，不在线上，按原到达时间排队",
    width: 60,
    value: (c) => (c.callback === null ? "来电" : "回呼"),
  },
  {
    id: "number",
    title: "号码",
    hint: "来电的主叫号码，无查看权限时隐藏中间四位；回呼为要拨打的号码",
    width: 136,
    value: (c) => c.number,
    cell: (c) => (
      <>
        {c.number}
        {c.vip !== null && (
          <Badge size="xs" colorPalette="orange" ms="1" title={c.vip || undefined}>
            贵宾
          </Badge>
        )}
      </>
    ),
  },
  {
    id: "vip",
    title: "贵宾客户",
    hint: "号码在贵宾名单中时的客户名称",
    width: 96,
    value: (c) => c.vip,
    optional: true,
  },
  { id: "place", title: "归属地", hint: "号码所属的省市，按号段查得", width: 128, value: (c) => c.place },
  {
    id: "accessNumber",
    title: "接入号",
    hint: "客户拨打的号码",
    width: 84,
    value: (c) => c.accessNumber,
    optional: true,
  },
  {
    id: "groups",
    title: "技能组/队列",
    hint: "正在等待的技能组；从调度队列来的显示队列名和其中的技能组",
    width: 124,
    value: groupText,
  },
];

interface ColumnProps {
  readonly at: number;
  readonly offset: number;
  readonly limits: Limits;
}

/** A column of a figure: what is beyond its limit is marked. */
function watchedColumn(
  figureId: QueueFigureId,
  { at, limits }: ColumnProps,
  column: Omit<Column<QueuedCall>, "title" | "hint" | "cell"> & { readonly cell: (call: QueuedCall) => ReactNode },
): Column<QueuedCall> {
  const figure = queueFigureOf(figureId);
  return {
    ...column,
    title: figure.title ?? figure.name,
    hint: figure.formula,
    cell: (call) => (
      <Figure beyond={isBeyond(figure, figure.of?.(call, at) ?? null, limits)}>{column.cell(call)}</Figure>
    ),
  };
}

export const queueColumns = (props: ColumnProps): readonly Column<QueuedCall>[] => [
  ...who,
  watchedColumn("priority", props, {
    id: "priority",
    width: 76,
    align: "end",
    value: (c) => c.priority,
    cell: (c) => (c.priority > 0 ? `${c.moved > 0 ? "↑ " : ""}${c.priority}分` : "—"),
  }),
  {
    id: "arrivedAt",
    title: "到达",
    hint: "进入排队的时间；回呼保留预约时的到达时间",
    width: 76,
    value: (c) => c.arrivedAt,
    cell: (c) => formatTime(c.arrivedAt).slice(11),
    optional: true,
  },
  watchedColumn("longestWait", props, {
    id: "waited",
    width: 72,
    align: "end",
    value: (c) => props.at - c.queuedAt,
    cell: (c) => <Elapsed since={c.queuedAt} offset={props.offset} />,
  }),
  watchedColumn("expected", props, {
    id: "expected",
    width: 88,
    align: "end",
    value: (c) => c.expected,
    cell: (c) => (c.expected === null || c.ringing !== null ? "—" : formatDuration(c.expected)),
  }),
  watchedColumn("offered", props, {
    id: "offered",
    width: 98,
    value: (c) => c.offered.join("、"),
    cell: (c) => c.offered.join("、"),
    optional: true,
  }),
  {
    id: "state",
    title: "状态",
    hint: "排队中；正在哪个坐席振铃；回呼等待中、进行中或下次再试的时间",
    width: 104,
    value: stateOf,
    cell: (c) => <StatusBadge tone={c.ringing === null ? "held" : "ringing"}>{stateOf(c)}</StatusBadge>,
  },
];

/** px: 上移, 回拨 and 取消回呼; who is on the line has three shorter ones. */
export const actionsWidth = 164;

/** Beside an open call card: what says who waits, for what, and how long. The state says whether it is a callback. */
export const narrowed = (columns: readonly Column<QueuedCall>[]): readonly Column<QueuedCall>[] =>
  without(columns, ["kind", "place", "expected"]).map((column) =>
    column.id === "groups" ? { ...column, width: 104 } : column,
  );
