/** The seats of a skill group, what each does now, and the way into its call. */
import { Button } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { seatStatusText, type ReplyOf } from "@liantai/api/contract";
import type { groupMonitorApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, StatusBadge, type Column } from "@liantai/ui";
import { createElement, useMemo, useState } from "react";
import { askToSupervise, useHearsWithoutSeat } from "../../parts/hearing.tsx";
import { Elapsed } from "../../home/parts/elapsed.tsx";
import { reasonText, toneOf } from "../../home/parts/timeline-model.ts";
import { groupMonitor, useClockOffset, useLive, viewOf } from "../parts/live.ts";
import type { Group } from "./figures.tsx";
import { useHasOwnSeat, useMayWatch } from "../../parts/watching.ts";

type Seat = ReplyOf<typeof groupMonitorApi.detail>["seats"][number];

const stateText = (seat: Seat): string => seatStatusText(seat.code, seat.statusName ?? undefined);

/** An administrator has no seat: the workstation brings his page, or the extension he named, into the call. */
const JoinWithoutSeat = ({ seat }: { readonly seat: Seat }) => (
  <Button size="2xs" variant="ghost" onClick={() => askToSupervise({ command: "insert", agentId: seat.agentId })}>
    加入通话
  </Button>
);

function Join({ seat }: { readonly seat: Seat }) {
  const [join] = groupMonitor.join.useMutation();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const answer = await join({ body: { agentId: seat.agentId } });
    setBusy(false);
    if (!answer.error) notifyDone("通话", "加入", { note: "您的话机正在接通，三方都能听到您。" });
  };
  return (
    <Button size="2xs" variant="ghost" loading={busy} onClick={() => void press()}>
      加入通话
    </Button>
  );
}

const columnsOf = (offset: number, joins: typeof Join | undefined): readonly Column<Seat>[] => [
  { id: "agentId", title: "工号", hint: "坐席的工号", width: 70, value: (s) => s.agentId },
  { id: "name", title: "姓名", hint: "坐席的姓名", width: 92, value: (s) => s.name },
  { id: "level", title: "级别", hint: "在该技能组中的级别，1 最优先", width: 60, align: "end", value: (s) => s.level },
  {
    id: "state",
    title: "状态",
    hint: "坐席此刻的状态，自定义状态显示其名称",
    width: 104,
    value: stateText,
    cell: (s) => <StatusBadge tone={toneOf(s.code)}>{stateText(s)}</StatusBadge>,
  },
  {
    id: "since",
    title: "时长",
    hint: "此刻 − 进入当前状态的时间",
    width: 78,
    align: "end",
    value: (s) => (s.since > 0 ? -s.since : null),
    cell: (s) => (s.since > 0 ? <Elapsed since={s.since} offset={offset} /> : "—"),
  },
  {
    id: "number",
    title: "对方号码",
    hint: "当前通话的对方号码，无查看权限时隐藏中间四位",
    width: 116,
    value: (s) => s.number,
  },
  {
    id: "reason",
    title: "原因",
    hint: "进入当前状态的原因",
    width: 120,
    value: (s) => (s.since > 0 ? reasonText(s.reason) : null),
  },
  ...(joins
    ? [
        {
          id: "actions",
          title: "操作",
          width: 84,
          value: () => null,
          actions: true,
          cell: (s: Seat) => (s.kind === "talking" && s.number !== null ? createElement(joins, { seat: s }) : null),
        },
      ]
    : []),
];

function Seats({ group }: { readonly group: Group }) {
  const offset = useClockOffset();
  const own = useHasOwnSeat();
  const bySeat = useMayWatch("/skillgroupmonitor")("skillgroupmonitor.join") && own;
  const seatless = useHearsWithoutSeat();
  const joins = seatless ? JoinWithoutSeat : bySeat ? Join : undefined;
  const answer = groupMonitor.detail.useQuery({ body: { id: group.id } }, { refetchOnMountOrArgChange: true });
  useLive(answer.refetch);
  const columns = useMemo(() => columnsOf(offset, joins), [offset, joins]);
  return (
    <DataTable
      id="skillgroupmonitor.seats"
      label={`${group.name}的坐席`}
      columns={columns}
      rowId={(seat) => seat.agentId}
      list={viewOf(answer, ({ seats }) => seats)}
      empty={{ title: "该技能组没有您可以查看的坐席" }}
    />
  );
}

export function SeatsDrawer({ of, onClose }: { readonly of: Group | undefined; readonly onClose: () => void }) {
  return (
    <AppDrawer open={of !== undefined} title={of ? `${of.name}：坐席` : ""} width="780px" onClose={onClose}>
      {of && <Seats group={of} />}
    </AppDrawer>
  );
}
