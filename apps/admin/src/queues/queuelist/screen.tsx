import { Flex } from "@chakra-ui/react";
import { queueFigures, queueValue } from "@liantai/api/contract/admin";
import { DataTable } from "@liantai/ui";
import { ActionBar, alarmAction, useActionColumn, useLimits, useView, Views } from "@liantai/ui/resource";
import { HearingField } from "../../parts/hearing.tsx";
import { useAlarms } from "../../parts/use-alarms.ts";
import { useMemo, useRef } from "react";
import { EmergencyList } from "../parts/emergency.tsx";
import { HelpList } from "../parts/help-list.tsx";
import { queueList, useClockOffset, useLive, viewOf } from "../parts/live.ts";
import { useNarrow, type ViewProps } from "../parts/narrow.ts";
import { AbandonedCalls } from "./abandoned.tsx";
import { Callbacks } from "./callbacks.tsx";
import { useQueueActions } from "./actions.tsx";
import { CustomerPriorities } from "./customer-priorities.tsx";
import { Vips } from "./vips.tsx";
import { Voicemails } from "./voicemails.tsx";
import { actionsWidth, narrowed, queueColumns, type Queue } from "./columns.tsx";

const screen = "queuelist";
const empty = { title: "此刻没有来电在排队", hint: "有来电进入排队时会自动出现。" };

const alarmingOf = (queue: Queue) => [
  {
    id: "queue",
    name: "排队",
    value: (figure: string) => queueValue(figure, queue),
  },
];

const views = {
  waiting: "排队",
  callbacks: "回呼",
  abandoned: "未接来电",
  voicemails: "留言",
  vips: "贵宾名单",
  customerPriorities: "客户优先级",
} as const;

const shown = {
  waiting: Waiting,
  callbacks: Callbacks,
  abandoned: AbandonedCalls,
  voicemails: Voicemails,
  vips: Vips,
  customerPriorities: CustomerPriorities,
} as const;

/** 排队列表 */
export default function QueueListScreen() {
  const [view, setView] = useView(views);
  const box = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(box);
  const Shown = shown[view];
  return (
    <Flex ref={box} direction="column" gap="2" p="3" h="full" minH="420px">
      <HelpList />
      <EmergencyList />
      <Views label="排队列表" views={views} value={view} onChange={setView} />
      {view === "waiting" ? (
        <Shown narrow={narrow} />
      ) : (
        // Both bring a margin of their own.
        <Flex direction="column" flex="1" minH="0" mx="-3" mb="-3" mt="-2">
          <Shown narrow={narrow} />
        </Flex>
      )}
    </Flex>
  );
}

/** Who waits now, those who are to be called back among them. */
function Waiting({ narrow }: ViewProps) {
  const answer = queueList.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useLive(answer.refetch);
  const offset = useClockOffset();
  const [limits, setLimits] = useLimits(screen);
  const { data } = answer;
  const alarming = useMemo(() => data && alarmingOf(data), [data]);
  useAlarms(screen, queueFigures, alarming, limits);
  const columns = useMemo(() => {
    const all = queueColumns({ at: data?.at ?? 0, offset, limits });
    return narrow ? narrowed(all) : all;
  }, [data?.at, offset, limits, narrow]);
  const shown = useActionColumn(columns, useQueueActions(), actionsWidth);
  return (
    <Flex direction="column" flex="1" minH="0">
      <DataTable
        id={screen}
        label="排队列表"
        columns={shown.columns}
        rowId={(call) => call.callId}
        list={viewOf(answer, ({ calls }) => calls)}
        empty={empty}
        toolbar={
          <Flex align="center" gap="3">
            <ActionBar row={undefined} actions={[alarmAction(queueFigures, limits, setLimits)]} />
            <HearingField />
          </Flex>
        }
      />
      {shown.opened}
    </Flex>
  );
}
