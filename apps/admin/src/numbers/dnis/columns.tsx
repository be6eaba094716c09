import { accessNumStates, type accessNumApi, type AccessNumState } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { StatusBadge, type Column } from "@liantai/ui";

export type NumberRow = ReplyOf<typeof accessNumApi.list>["list"][number];

const tones = {
  unallocated: "offline",
  disabled: "offline",
  unset: "busy",
  targetOff: "busy",
  idle: "ready",
  busy: "talking",
  full: "held",
} as const satisfies Record<AccessNumState, string>;

export const stateColumn: Column<NumberRow> = {
  id: "state",
  title: "状态",
  width: 92,
  value: (n) => accessNumStates[n.state],
  cell: (n) => <StatusBadge tone={tones[n.state]}>{accessNumStates[n.state]}</StatusBadge>,
};
export const numberColumns: readonly Column<NumberRow>[] = [
  { id: "number", title: "接入号码", width: 112, value: (n) => n.number, sortBy: "number" },
  { id: "title", title: "号码名称", width: 132, value: (n) => n.title, sortBy: "title" },
];
export const enterpriseColumn: Column<NumberRow> = {
  id: "compName",
  title: "所属企业",
  width: 190,
  value: (n) => (n.compId ? `${n.compName ?? ""}（${n.compId}）` : "未分配"),
  sortBy: "compName",
};

export const dnisColumns = (operator: boolean): readonly Column<NumberRow>[] => [
  ...numberColumns,
  ...(operator ? [enterpriseColumn] : []),
  stateColumn,
  {
    id: "concurrency",
    title: "当前/并发上限",
    width: 122,
    align: "end",
    sortBy: "concurrency",
    value: (n) => n.concurrency,
    cell: (n) => `${n.activeCalls} / ${n.concurrency === 0 ? "不限" : n.concurrency}`,
  },
  {
    id: "price",
    title: "资费(元/分钟)",
    width: 128,
    // Operators set it.
    optional: !operator,
    align: "end",
    sortBy: "price",
    value: (n) => n.price,
    cell: (n) => n.price.toFixed(3),
  },
  ...(operator
    ? []
    : [
        { id: "place", title: "归属地", width: 110, optional: true, value: (n: NumberRow) => n.place },
        {
          id: "displayPaused",
          title: "外显",
          width: 92,
          value: (n: NumberRow) => (n.displayPaused ? `已暂停：${n.displayPaused}` : "正常"),
          cell: (n: NumberRow) =>
            n.displayPaused ? (
              <span title={n.displayPaused}>
                <StatusBadge tone="held">已暂停</StatusBadge>
              </span>
            ) : (
              "正常"
            ),
        },
        {
          id: "displayCalls",
          title: "今日外显",
          width: 88,
          align: "end" as const,
          optional: true,
          value: (n: NumberRow) => n.displayCalls,
        },
        {
          id: "leadsTo",
          title: "转至",
          width: 152,
          value: (n: NumberRow) => (n.rules > 0 ? `按${n.rules}条时间规则；其他时间 ${n.leadsTo}` : n.leadsTo),
        },
      ]),
  { id: "isDefault", title: "企业默认", width: 84, value: (n) => (n.isDefault === 1 ? "默认" : null) },
  { id: "groups", title: "坐席组数", width: 84, align: "end", optional: true, value: (n) => n.groups },
  { id: "seats", title: "坐席数", width: 76, align: "end", optional: true, value: (n) => n.seats },
];
