import { Button } from "@chakra-ui/react";
import { queriesOf, useSeesCalls } from "@liantai/api/client";
import { endCauses, formatTime, type EndCause, type ReplyOf } from "@liantai/api/contract";
import { callbackStates, callbackTries, queueCallbackApi } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { StatusBadge, type Column } from "@liantai/ui";
import type { Action } from "@liantai/ui/resource";
import { useHearsWithoutSeat } from "../../parts/hearing.tsx";
import { CallerList } from "../parts/caller-list.tsx";
import { without, type ViewProps } from "../parts/narrow.ts";
import { callingFrom } from "./calling-seat.tsx";
import { useMayWatch } from "../../parts/watching.ts";

type Callback = ReplyOf<typeof queueCallbackApi.list>["list"][number];

const queueCallbacks = queriesOf(queueCallbackApi);

const filterSchema = queueCallbackApi.list.body!.pick(["state", "number"]);
const defaults = () => ({ state: "" as const, number: "" });
const stateOptions = Object.entries(callbackStates).map(([value, label]) => ({ value, label }));
const tones = {
  waiting: "held",
  dialling: "ringing",
  done: "talking",
  failed: "offline",
  cancelled: "offline",
} as const;

const isOpen = ({ state }: Pick<Callback, "state">): boolean => state === "waiting" || state === "dialling";

/** What a supervisor may do about one who is to be called back. */
export function useCallbackActions<Row extends { readonly number: string }>(
  of: (row: Row) => { readonly id: string; readonly calling: boolean } | null,
) {
  const press = useMayWatch("/queuelist");
  const seatless = useHearsWithoutSeat();
  const [callNow] = queueCallbacks.callNow.useMutation();
  const [cancel] = queueCallbacks.cancel.useMutation();
  const shown = (row: Row): boolean => of(row) !== null;
  const disabled = (row: Row) => of(row)?.calling === true && "正在回拨";
  const actions: readonly Action<Row>[] = [
    {
      label: "回拨",
      may: press("queuelist.callNow"),
      shown,
      disabled,
      ...callingFrom(seatless, (row: Row, agentId) => callNow({ body: { id: of(row)?.id ?? "", ...agentId } })),
    },
    {
      label: "取消回呼",
      may: press("queuelist.cancelCallback"),
      shown,
      disabled,
      confirm: () => ({ title: "取消回呼？", text: "客户不再排队，也不会收到回呼。", press: "取消回呼" }),
      run: (row) => cancel({ body: { id: of(row)?.id ?? "" } }),
      done: ["回呼", "取消"],
    },
  ];
  return actions;
}

const outcome = ({ state, lastCause }: Callback): string =>
  state === "failed" || (state === "waiting" && lastCause !== null)
    ? (endCauses[lastCause as EndCause] ?? lastCause ?? "")
    : "";

/** The call in which it was asked for, and the last callback. */
function Calls({ callId, lastCallId }: Callback) {
  if (!useSeesCalls()) return null;
  return (
    <>
      <Button size="2xs" variant="ghost" px="1" onClick={() => openCall(callId)}>
        原来电
      </Button>
      {lastCallId !== null && (
        <Button size="2xs" variant="ghost" px="1" onClick={() => openCall(lastCallId)}>
          回呼
        </Button>
      )}
    </>
  );
}

const columns: readonly Column<Callback>[] = [
  { id: "number", title: "回呼号码", width: 116, value: (c) => c.number },
  { id: "groupName", title: "技能组", width: 116, value: (c) => c.groupName },
  { id: "accessNumber", title: "接入号", width: 84, value: (c) => c.accessNumber },
  {
    id: "arrivedAt",
    title: "到达",
    hint: "原来电的到达时间，回呼按它排队",
    width: 158,
    value: (c) => c.arrivedAt,
    cell: (c) => formatTime(c.arrivedAt),
  },
  {
    id: "state",
    title: "状态",
    width: 96,
    value: (c) => callbackStates[c.state],
    cell: (c) => <StatusBadge tone={tones[c.state]}>{callbackStates[c.state]}</StatusBadge>,
  },
  {
    id: "tries",
    title: "次数",
    hint: `最多拨打${callbackTries.most}次，每次间隔${callbackTries.everyMin}分钟`,
    width: 60,
    align: "end",
    value: (c) => c.tries,
  },
  { id: "outcome", title: "未通原因", width: 96, value: outcome },
  { id: "agentId", title: "坐席", width: 72, value: (c) => c.agentId },
  {
    id: "closedBy",
    title: "结束人",
    width: 84,
    value: (c) => (c.closedBy === "engine" ? "系统" : c.closedBy),
    optional: true,
  },
  {
    id: "calls",
    title: "通话",
    width: 110,
    value: (c) => c.callId,
    cell: (c) => <Calls {...c} />,
  },
];
const aside = without(columns, ["groupName", "accessNumber", "tries", "agentId"]);

const empty = { title: "没有预约的回呼", hint: "客户在排队菜单中按键预约后会出现在这里。" };

/** 排队列表, 回呼: those that wait and those that are over. */
export function Callbacks({ narrow }: ViewProps) {
  const actions = useCallbackActions<Callback>((c) =>
    isOpen(c) ? { id: c.id, calling: c.state === "dialling" } : null,
  );
  return (
    <CallerList<Callback, ReturnType<typeof defaults>>
      id="queuelist.callbacks"
      label="回呼"
      endpoint={queueCallbacks.list}
      filterSchema={filterSchema}
      defaults={defaults}
      number="回呼号码"
      states={stateOptions}
      columns={narrow ? aside : columns}
      rowId={(c) => c.id}
      actions={actions}
      empty={empty}
    />
  );
}
