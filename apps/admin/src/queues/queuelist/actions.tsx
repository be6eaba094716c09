import { SimpleGrid, Text } from "@chakra-ui/react";
import { queueListApi, queueNumber, queueTargets } from "@liantai/api/contract/admin";
import { LoadingState } from "@liantai/ui";
import { formOf, type Action } from "@liantai/ui/resource";
import { askToSupervise, useHearsWithoutSeat } from "../../parts/hearing.tsx";
import { noChoices, TargetFields } from "../../parts/target-fields.tsx";
import { useHasOwnSeat, useMayWatch } from "../../parts/watching.ts";
import { queueList } from "../parts/live.ts";
import { useCallbackActions } from "./callbacks.tsx";
import type { QueuedCall } from "./columns.tsx";

const schema = queueListApi.transfer.body!.pick(["to"]);

/** What can be chosen is as it is now: asked when the form opens. */
function Targets() {
  const { data } = queueList.targets.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  if (!data) return <LoadingState />;
  return (
    <>
      <SimpleGrid columns={2} gap="3">
        <TargetFields
          name="to"
          label="转移到"
          kinds={queueTargets}
          choices={{ ...noChoices, ...data }}
          typed={{ kind: queueNumber, label: "分机或外线" }}
        />
      </SimpleGrid>
      <Text color="fg.muted" mt="2">
        坐席只列出此刻空闲的。转到坐席、分机或外线无人接听时，来电回到原队列的最前面。
      </Text>
    </>
  );
}

/** On the line, not to be called back. */
const waits = ({ callback }: QueuedCall): boolean => callback === null;

const atSeat = "正在坐席处振铃";

/** What a supervisor may do about a waiting caller. One that rings at a seat is let alone. */
export function useQueueActions(): readonly Action<QueuedCall>[] {
  const press = useMayWatch("/queuelist");
  const seatless = useHearsWithoutSeat();
  const bySeat = useHasOwnSeat();
  const [moveUp] = queueList.moveUp.useMutation();
  const [pickUp] = queueList.pickUp.useMutation();
  const [transfer] = queueList.transfer.useMutation();
  const callbacks = useCallbackActions<QueuedCall>(
    ({ callback, ringing }) => callback && { id: callback.id, calling: ringing !== null },
  );
  return [
    {
      label: "上移",
      may: press("queuelist.moveUp"),
      disabled: ({ callback, ringing, position }) =>
        (ringing !== null && atSeat) ||
        (position === 1 && "已在最前面") ||
        ((callback?.nextAt ?? null) !== null && "未到下次回呼时间"),
      run: (call) => moveUp({ body: { callId: call.callId } }),
      done: ["排队客户", "上移一位"],
    },
    {
      label: "接起",
      may: press("queuelist.pickUp") && bySeat,
      shown: waits,
      run: (call) => pickUp({ body: { callId: call.callId } }),
      done: ["来电", "接起", { note: "正在转到您的话机。" }],
    },
    {
      label: "接起",
      may: seatless,
      shown: waits,
      run: (call) => askToSupervise({ command: "pickup", callId: call.callId }),
    },
    {
      label: "转移",
      may: press("queuelist.transfer"),
      shown: waits,
      disabled: (call) => call.ringing !== null && atSeat,
      form: (call) =>
        formOf({
          title: `转移来电：${call.number}`,
          small: true,
          submit: "转移",
          width: "480px",
          schema,
          values: { to: { kind: "skillGroup", id: "" } },
          fields: <Targets />,
          send: ({ to }) => transfer({ body: { callId: call.callId, to } }),
        }),
      done: ["来电", "转移"],
    },
    ...callbacks,
  ];
}
