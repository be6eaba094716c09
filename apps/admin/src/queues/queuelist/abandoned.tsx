import { Button } from "@chakra-ui/react";
import { queriesOf, useSeesCalls } from "@liantai/api/client";
import { endCauses, formatTime, type EndCause, type ReplyOf } from "@liantai/api/contract";
import { abandonedApi, abandonedDays, abandonedStates } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import type { Action } from "@liantai/ui/resource";
import { useHearsWithoutSeat } from "../../parts/hearing.tsx";
import { CallerList } from "../parts/caller-list.tsx";
import { without, type ViewProps } from "../parts/narrow.ts";
import { callingFrom } from "./calling-seat.tsx";
import { useMayWatch } from "../../parts/watching.ts";

type Abandoned = ReplyOf<typeof abandonedApi.list>["list"][number];

const abandoned = queriesOf(abandonedApi);

const filterSchema = abandonedApi.list.body!.pick(["state", "number"]);
const defaults = () => ({ state: "open" as const, number: "" });
const stateOptions = Object.entries(abandonedStates).map(([value, label]) => ({ value, label }));

/** Who called back, when, and whether somebody answered. */
function CalledBack({ calledBack }: Abandoned) {
  const seesCalls = useSeesCalls();
  if (!calledBack) return <StatusBadge tone="held">未回拨</StatusBadge>;
  const { callId, agentId, at, answered } = calledBack;
  const text = `${agentId ?? ""} ${formatTime(at)} ${answered ? "已接通" : "未接通"}`;
  if (!seesCalls) return text;
  return (
    <Button size="2xs" variant="ghost" px="1" title="查看回拨的通话" onClick={() => openCall(callId)}>
      {text}
    </Button>
  );
}

const columns: readonly Column<Abandoned>[] = [
  { id: "number", title: "来电号码", width: 116, value: (c) => c.number },
  { id: "place", title: "归属地", width: 120, value: (c) => c.place },
  { id: "groupName", title: "技能组", width: 108, value: (c) => c.groupName },
  { id: "accessNumber", title: "接入号", width: 84, value: (c) => c.accessNumber, optional: true },
  {
    id: "arrivedAt",
    title: "来电时间",
    width: 148,
    value: (c) => c.arrivedAt,
    cell: (c) => formatTime(c.arrivedAt),
  },
  {
    id: "waitS",
    title: "等待",
    hint: "在队列中等待的时长，含振铃",
    width: 76,
    align: "end",
    value: (c) => c.waitS,
    cell: (c) => formatDuration(c.waitS),
  },
  { id: "cause", title: "原因", width: 94, value: (c) => endCauses[c.cause as EndCause] ?? "" },
  {
    id: "calledBack",
    title: "回拨情况",
    hint: "最近一次由谁、在什么时候回拨，客户是否接听",
    width: 240,
    value: (c) => c.calledBack?.agentId ?? "",
    cell: (c) => <CalledBack {...c} />,
  },
];
const aside = without(columns, ["place", "groupName"]);

const empty = {
  title: "没有需要回拨的来电",
  hint: `最近${abandonedDays}天排队后没有接通、或坐席中断未能恢复的来电会出现在这里。`,
};

/** 排队列表, 未接来电: one press calls back from the own seat, or from one that an administrator names. */
export function AbandonedCalls({ narrow }: ViewProps) {
  const press = useMayWatch("/queuelist");
  const seatless = useHearsWithoutSeat();
  const [callBack] = abandoned.callBack.useMutation();
  const actions: readonly Action<Abandoned>[] = [
    {
      label: "回拨",
      may: press("queuelist.callNow"),
      ...callingFrom(seatless, ({ callId }: Abandoned, agentId) => callBack({ body: { callId, ...agentId } })),
    },
  ];
  return (
    <CallerList<Abandoned, ReturnType<typeof defaults>>
      id="queuelist.abandoned"
      label="未接来电"
      endpoint={abandoned.list}
      filterSchema={filterSchema}
      defaults={defaults}
      number="来电号码"
      states={stateOptions}
      columns={narrow ? aside : columns}
      rowId={(c) => c.callId}
      actions={actions}
      empty={empty}
    />
  );
}
