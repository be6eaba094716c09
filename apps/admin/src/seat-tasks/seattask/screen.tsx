import { Flex, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import type { Failure } from "@liantai/api/contract";
import { seatTaskTypes, taskFailure, taskLeft, taskTypes } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { DataTable, usePolling, type Column } from "@liantai/ui";
import { isFailure, Outcome, useActionColumn, type Action } from "@liantai/ui/resource";
import { useMemo } from "react";
import { seatTasks, useOwnSeat, useSeatTasks, type SeatTask } from "../queries.ts";
import { partColumn } from "../../parts/task-part.tsx";
import { TaskStateBadge } from "../../parts/task-state.tsx";
import { isOver } from "../words.ts";

const columns: readonly Column<SeatTask>[] = [
  { id: "taskIdentity", title: "任务标识", width: 240, value: (t) => t.taskIdentity },
  { id: "ftype", title: "任务类型", width: 100, value: (t) => taskTypes[t.ftype] },
  {
    id: "state",
    title: "任务状态",
    width: 100,
    value: (t) => t.state,
    cell: (t) => <TaskStateBadge state={t.state} />,
  },
  partColumn(130),
];

const rowId = ({ id }: SeatTask) => id;

/** Joining and leaving; the server says why it refuses (35, 36, 40). */
function useTaskActions(): readonly Action<SeatTask>[] {
  const seat = useOwnSeat();
  const [join] = seatTasks.join.useMutation();
  const [leave] = seatTasks.update.useMutation();
  return [
    {
      label: "加入",
      main: true,
      shown: (t) => t.joined === 0 && !isOver(t),
      run: ({ id }) => join({ body: { ...seat, id } }),
      done: ({ taskIdentity }) => [`任务[${taskIdentity}]`, "加入"],
    },
    {
      label: "退出",
      shown: (t) => t.participateStatus === 1,
      confirm: ({ taskIdentity }) => ({
        title: "退出任务",
        text: `退出任务[${taskIdentity}]？退出后不再接到该任务的号码，需要时可以重新加入。`,
      }),
      async run({ id, taskIdentity }) {
        const say = (text: string, level: "success" | "error") =>
          bus.publish("notification.show", { id: `task-left-${id}`, title: "外呼任务", text, level });
        try {
          await leave({ body: { ...seat, id, taskIdentity, participateStatus: 0 } }).unwrap();
          say(taskLeft(taskIdentity), "success");
        } catch (error) {
          // What is of the session, and not of the task, the shell says.
          if (!isFailure(error) || error.action !== "none") throw error;
          claimFailure(error);
          say(`${taskFailure("taskExit")}：${error.text}`, "error");
        }
        return new Outcome({});
      },
    },
    {
      label: "去外呼",
      shown: (t) => t.ftype === 2 && t.joined === 1 && t.state === "running",
      run: ({ id }) => bus.publish("tab.open", { name: "seatpreviewtask", params: { taskId: id }, cover: true }),
    },
  ];
}

const textOf = (error: unknown): string => (error as Failure).text;

/** 坐席任务: the seat's tasks of both kinds, in one list. */
export default function SeatTaskScreen() {
  const [automatic, previewed] = seatTaskTypes;
  const asked = [
    { ftype: automatic, query: useSeatTasks(automatic) },
    { ftype: previewed, query: useSeatTasks(previewed) },
  ] as const;
  const [first, second] = [asked[0].query, asked[1].query];
  const rows = useMemo(() => [...(first.data ?? []), ...(second.data ?? [])], [first.data, second.data]);
  const again = () => {
    for (const { query } of asked) if (!query.isUninitialized) void query.refetch();
  };
  usePolling(again);
  const shown = useActionColumn(columns, useTaskActions());
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
      {asked.map(
        ({ ftype, query }) =>
          query.error && (
            <Text key={ftype} role="alert" color="fg.error">
              {taskTypes[ftype]}任务查询失败：{textOf(query.error)}
            </Text>
          ),
      )}
      <DataTable
        id="seattask"
        label="坐席任务"
        columns={shown.columns}
        rowId={rowId}
        list={{
          rows: first.data || second.data ? rows : undefined,
          fetching: first.isFetching || second.isFetching,
          error: first.error && second.error,
          retry: again,
        }}
        empty={{ title: "没有分配给您的外呼任务", hint: "管理员把任务分配给您后，任务会显示在这里。" }}
      />
      {shown.opened}
    </Flex>
  );
}
