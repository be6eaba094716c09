/** 外呼任务: tasks of the seats that one supervises, started and stopped through the own link (realtime.md section 6). */
import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { taskSupervisionApi, taskTypes } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { AppDrawer, DataTable, Pager, usePolling, type Column } from "@liantai/ui";
import { useActionColumn, type Action } from "@liantai/ui/resource";
import { useState } from "react";
import { FindInput } from "../../parts/find-input.tsx";
import { usePage } from "../../parts/use-page.ts";
import { TaskStateBadge } from "../../parts/task-state.tsx";
import { useMayDo } from "../../parts/reveal.tsx";
import { viewOf } from "../../queues/parts/live.ts";

type Row = ReplyOf<typeof taskSupervisionApi.list>["list"][number];

const { list } = queriesOf(taskSupervisionApi);

const columns: readonly Column<Row>[] = [
  { id: "taskIdentity", title: "任务标识", width: 220, value: (t) => t.taskIdentity },
  { id: "ftype", title: "任务类型", width: 90, value: (t) => taskTypes[t.ftype] },
  {
    id: "state",
    title: "任务状态",
    width: 90,
    value: (t) => t.state,
    cell: (t) => <TaskStateBadge state={t.state} />,
  },
  {
    id: "seats",
    title: "参与坐席",
    hint: "参与任务的坐席数 / 分配到任务的坐席数，只计您监控的坐席",
    width: 90,
    align: "end",
    value: (t) => t.joined,
    cell: (t) => (t.seats > 0 ? `${t.joined} / ${t.seats}` : "—"),
  },
];

const order = (command: "taskStart" | "taskStop", { id, taskIdentity }: Row) =>
  bus.publish("task.order", { command, taskId: id, taskIdentity });

const actions: readonly Action<Row>[] = [
  { label: "启动", shown: ({ state }) => state !== "running", run: (task) => order("taskStart", task) },
  {
    label: "停止",
    folded: true,
    danger: true,
    confirm: ({ taskIdentity }) => ({
      title: "停止任务",
      text: `停止后任务[${taskIdentity}]不能再启动，没有拨完的号码不再拨打，正在进行的通话不受影响。`,
    }),
    run: (task) => order("taskStop", task),
  },
];

function Tasks() {
  const [taskIdentity, setTaskIdentity] = useState("");
  const { page, pager } = usePage("monitor.tasks");
  const answer = list.useQuery({ body: { ...page, taskIdentity } }, { refetchOnMountOrArgChange: true });
  const again = () => void answer.refetch();
  usePolling(again);
  useBus("task.ordered", again);
  useBus("link.refetch", again);
  const shown = useActionColumn(columns, actions);
  const find = (text: string) => {
    pager.onPage(1);
    setTaskIdentity(text);
  };
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <Flex gap="2" align="center">
        <FindInput label="任务标识" placeholder="任务标识，回车查找" width="240px" onFind={find} />
        <Text color="fg.muted" textStyle="xs">
          还没有结束的任务
        </Text>
      </Flex>
      <Box flex="1" minH="240px" display="flex" flexDirection="column">
        <DataTable
          id="monitor.tasks"
          label="外呼任务"
          columns={shown.columns}
          rowId={({ id }) => id}
          list={viewOf(answer, (data) => data.list)}
          empty={
            taskIdentity
              ? { title: "没有符合条件的任务" }
              : { title: "没有可以启停的任务", hint: "分配了您监控的坐席、还没有结束的任务会出现在这里。" }
          }
        />
      </Box>
      <Pager total={answer.data?.total ?? 0} {...pager} />
      {shown.opened}
    </Flex>
  );
}

/** The button, and the list it opens; for who may supervise. */
export function TasksButton() {
  const may = useMayDo("monitor");
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpen(true)}>
        外呼任务
      </Button>
      <AppDrawer open={open} title="外呼任务" width="720px" onClose={() => setOpen(false)}>
        {open && <Tasks />}
      </AppDrawer>
    </>
  );
}
