/** 通话质量: the worst connections of the day, and the call behind each. */
import { Button } from "@chakra-ui/react";
import { queriesOf, useSeesCalls } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { poorAudioApi, poorMos, satisfiedMos } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { AppDrawer, DataTable, formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { useMemo, useState } from "react";
import { useLive, viewOf } from "../../queues/parts/live.ts";

type Row = ReplyOf<typeof poorAudioApi.list>[number];

const { list } = queriesOf(poorAudioApi);

const toneOf = ({ mos }: Row) => (mos < poorMos.nearlyAll ? "busy" : mos < poorMos.many ? "held" : "offline");

function who({ customer, agentId, agentName, number }: Row): string {
  if (customer || agentId === null) return number;
  return agentName ? `${agentName}（${agentId}）` : agentId;
}

const columnsOf = (detail: boolean): readonly Column<Row>[] => [
  { id: "startTime", title: "时间", width: 84, value: (r) => r.startTime, cell: (r) => r.startTime.slice(11) },
  {
    id: "side",
    title: "哪一方",
    width: 76,
    value: (r) => (r.customer ? "客户" : r.agentId === null ? "第三方" : "坐席"),
  },
  { id: "who", title: "号码/坐席", width: 148, value: who },
  { id: "talkS", title: "通话", width: 78, align: "end", value: (r) => r.talkS, cell: (r) => formatDuration(r.talkS) },
  {
    id: "mos",
    title: "音质",
    hint: `按丢包、抖动和往返时间估算的平均评分（ITU-T G.107），最高 4.4，低于 ${satisfiedMos} 时有人会不满意`,
    width: 68,
    align: "end",
    value: (r) => r.mos,
    cell: (r) => <StatusBadge tone={toneOf(r)}>{r.mos.toFixed(2)}</StatusBadge>,
  },
  {
    id: "worstMos",
    title: "最差",
    hint: "约每 5 秒测一次，其中最低的评分",
    width: 62,
    align: "end",
    value: (r) => r.worstMos,
  },
  {
    id: "loss",
    title: "丢包",
    width: 66,
    align: "end",
    value: (r) => r.loss,
    cell: (r) => `${(r.loss * 100).toFixed(1)}%`,
  },
  { id: "jitterMs", title: "抖动", hint: "毫秒", width: 62, align: "end", value: (r) => r.jitterMs },
  { id: "rttMs", title: "往返", hint: "毫秒", width: 62, align: "end", value: (r) => r.rttMs },
  ...(detail
    ? [
        {
          id: "actions",
          title: "操作",
          width: 68,
          value: () => null,
          actions: true,
          cell: (r: Row) => (
            <Button size="2xs" variant="ghost" onClick={() => openCall(r.callId)}>
              通话
            </Button>
          ),
        },
      ]
    : []),
];

function PoorAudio() {
  const detail = useSeesCalls();
  const answer = list.useQuery({}, { refetchOnMountOrArgChange: true });
  useLive(answer.refetch);
  const columns = useMemo(() => columnsOf(detail), [detail]);
  return (
    <DataTable
      id="monitor.poorAudio"
      label="今日音质最差的通话"
      columns={columns}
      rowId={(r) => `${r.callId}-${r.seq}`}
      list={viewOf(answer, (rows) => rows)}
      empty={{ title: "今天没有音质不好的通话", hint: `音质评分低于 ${satisfiedMos} 的通话结束后会出现在这里。` }}
    />
  );
}

/** The button, and the list it opens. */
export function PoorAudioButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpen(true)}>
        通话质量
      </Button>
      <AppDrawer open={open} title="今日音质最差的通话" width="860px" onClose={() => setOpen(false)}>
        {open && <PoorAudio />}
      </AppDrawer>
    </>
  );
}
