import { Flex, NativeSelect, Text } from "@chakra-ui/react";
import { shortTime, type Failure } from "@liantai/api/contract";
import { bus } from "@liantai/bus";
import { EmptyState, FailureState, LoadingState, Section, usePolling, useTabParams, useWhenActive } from "@liantai/ui";
import { ActionBar } from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import { preview, useSeatTasks, type SeatTask } from "../queries.ts";
import { NumberCard } from "./number-card.tsx";
import { OwnNumbers } from "./own-numbers.tsx";

const isTakable = ({ joined, state }: SeatTask): boolean => joined === 1 && state === "running";

/** The one whose numbers are taken: as the tab was opened for, else the first that can be. */
function useChosen(tasks: readonly SeatTask[]) {
  const { taskId } = useTabParams<{ readonly taskId: unknown }>();
  const [chosen, setChosen] = useState(typeof taskId === "string" ? taskId : "");
  const task = tasks.find(({ id }) => id === chosen) ?? tasks[0];
  return [task, setChosen] as const;
}

function Choice({
  tasks,
  task,
  choose,
}: {
  readonly tasks: readonly SeatTask[];
  readonly task: SeatTask;
  readonly choose: (id: string) => void;
}) {
  if (tasks.length === 1)
    return (
      <Text fontWeight="500" truncate title={task.taskIdentity}>
        任务：{task.taskIdentity}
      </Text>
    );
  return (
    <NativeSelect.Root size="sm" width="260px">
      <NativeSelect.Field
        aria-label="预览任务"
        value={task.id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {tasks.map(({ id, taskIdentity }) => (
          <option key={id} value={id}>
            {taskIdentity}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** What the seat has in its hands; asked again when a call begins, ends or is on record. */
function useHand() {
  const hand = preview.current.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const { refetch } = hand;
  const again = useWhenActive(() => void refetch());
  useEffect(() => {
    const ends = (["call.dialling", "call.ended", "call.recorded"] as const).map((name) => bus.subscribe(name, again));
    return () => ends.forEach((end) => end());
  }, [again]);
  usePolling(again);
  return hand;
}

const nothing = (tasks: readonly SeatTask[]): string =>
  tasks.length === 0
    ? "管理员把预览外呼任务分配给您后，可以在“坐席任务”中加入。"
    : "请先在“坐席任务”中加入正在运行的预览外呼任务。";

function Hand({ tasks }: { readonly tasks: readonly SeatTask[] }) {
  const joined = tasks.filter(isTakable);
  const [task, choose] = useChosen(joined);
  const { data, error, refetch } = useHand();
  const [take, { data: taken, reset }] = preview.take.useMutation();
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { number } = data;
  if (!number && !task)
    return (
      <EmptyState title="没有可以外呼的任务" hint={nothing(tasks)}>
        <ActionBar
          actions={[{ label: "打开坐席任务", run: () => bus.publish("tab.open", { name: "seattask" }) }]}
          row={undefined}
        />
      </EmptyState>
    );
  const next = task && {
    label: number ? "下一个号码" : "领取号码",
    main: true,
    disabled: number?.live === true,
    run: () => take({ body: { taskId: task.id } }).unwrap(),
  };
  const due = data.nextAt ?? taken?.nextAt;
  // What a task said it has is said of that task alone.
  const turnTo = (id: string) => {
    choose(id);
    reset();
  };
  return (
    <Flex direction="column" gap="3">
      <Flex gap="2" align="center" wrap="wrap">
        {task && <Choice tasks={joined} task={task} choose={turnTo} />}
        {next && <ActionBar actions={[next]} row={undefined} />}
        {due && <Text color="fg.muted">下一个预约或重拨：{shortTime(due, Date.now())}</Text>}
      </Flex>
      {number ? (
        <NumberCard key={`${number.id} ${number.takenAt}`} number={number} />
      ) : (
        <Text color="fg.muted">
          {taken?.number === null ? "该任务现在没有可以领取的号码。" : "点击“领取号码”开始外呼。"}
        </Text>
      )}
    </Flex>
  );
}

/** 坐席预览任务 */
export default function SeatPreviewTaskScreen() {
  const { data, error, refetch } = useSeatTasks(2);
  usePolling(() => void refetch());
  return (
    <Flex direction="column" gap="3" p="3" h="full" minH="560px" overflowY="auto">
      <Section title="当前号码">
        {error && !data ? (
          <>
            <Text role="alert" color="fg.error">
              预览外呼任务查询失败：{(error as Failure).text}
            </Text>
            <FailureState error={error} onRetry={() => void refetch()} />
          </>
        ) : data ? (
          <Hand tasks={data} />
        ) : (
          <LoadingState />
        )}
      </Section>
      <OwnNumbers />
    </Flex>
  );
}
