import {
  Box,
  Flex,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
  Text,
} from "@chakra-ui/react";
import { taskStates, taskTypes } from "@liantai/api/contract/admin";
import { EmptyState, FailureState, LoadingState, useTab, useTabParams } from "@liantai/ui";
import { useId, useState } from "react";
import { NumberList } from "../numbers/number-list.tsx";
import { NoTask } from "../parts/no-task.tsx";
import type { NumbersParams } from "../parts/kinds.ts";
import { TaskMonitor } from "../parts/monitor.tsx";
import { tasks, type Task } from "../parts/queries.ts";

const ftype = 5;

/** The task that the tab was opened for, which may be older than those that are listed. */
function useAsked(list: readonly Task[]) {
  const { taskId } = useTabParams<NumbersParams>();
  const id = typeof taskId === "string" ? taskId : "";
  const listed = list.find((task) => task.id === id);
  const found = tasks.findById.useQuery({ body: { id } }, { skip: id === "" || listed !== undefined });
  return { id, task: listed ?? found.currentData, found };
}

/** The one the tab was opened for, until another is chosen here. */
function useChosen(asked: string) {
  const { revision = 0 } = useTab();
  const [seen, setSeen] = useState(-1);
  const [chosen, choose] = useState<string>();
  if (seen !== revision) {
    setSeen(revision);
    if (asked !== "") choose(asked);
  }
  return [chosen, choose] as const;
}

/** So many are listed, the newest first; older ones are looked for. */
const listed = 200;
const newest = { ftype, pageNo: 1, pageSize: listed, sortBy: "createdAt", sortOrder: "desc" } as const;

interface Finding {
  readonly found: readonly Task[];
  /** none: nothing was asked. */
  readonly told: string;
  readonly find: (text: string) => void;
}

/** Tasks by a part of their name, among all there are; the newest of them is chosen. */
function useFinding(choose: (id: string) => void): Finding {
  const [ask] = tasks.list.useLazyQuery();
  const [{ found, told }, setFound] = useState<Pick<Finding, "found" | "told">>({ found: [], told: "" });
  const find = (text: string) => {
    const taskIdentity = text.trim();
    if (taskIdentity === "") return setFound({ found, told: "" });
    void ask({ body: { ...newest, taskIdentity } })
      .unwrap()
      .then(
        ({ list, total }) => {
          const [first] = list;
          if (!first) return setFound({ found, told: "没有符合条件的任务" });
          setFound({ found: list, told: total > listed ? `找到${total}个，列出最新的${listed}个` : `找到${total}个` });
          choose(first.id);
        },
        // The shell has said why.
        () => undefined,
      );
  };
  return { found, told, find };
}

function FindTask({ told, find }: Omit<Finding, "found">) {
  const [text, setText] = useState("");
  return (
    <>
      <Input
        size="xs"
        w="200px"
        aria-label="查找通知任务"
        placeholder="更早的任务：输入标识，回车查找"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && find(text)}
      />
      <Text role="status" color="fg.muted" textStyle="xs">
        {told}
      </Text>
    </>
  );
}

interface ChooserProps {
  readonly list: readonly Task[];
  readonly task: Task;
  readonly onChoose: (id: string) => void;
  /** There are more than are listed. */
  readonly finding: Finding | undefined;
}

function Chooser({ list, task, onChoose, finding }: ChooserProps) {
  const id = useId();
  return (
    <Flex align="center" gap="2">
      <Text asChild>
        <label htmlFor={id}>通知任务</label>
      </Text>
      <NativeSelectRoot size="xs" w="320px">
        <NativeSelectField id={id} value={task.id} onChange={(event) => onChoose(event.target.value)}>
          {list.map(({ id: value, taskIdentity, state }) => (
            <option key={value} value={value}>
              {taskIdentity}（{taskStates[state]}）
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {finding && <FindTask told={finding.told} find={finding.find} />}
    </Flex>
  );
}

function Chosen({ list, total }: { readonly list: readonly Task[]; readonly total: number }) {
  const asked = useAsked(list);
  const [chosen, choose] = useChosen(asked.id);
  const finding = useFinding(choose);
  const of = asked.task;
  const known = new Set(list.map(({ id }) => id));
  const others = [...(of?.ftype === ftype ? [of] : []), ...finding.found].filter(
    ({ id }, at, all) => !known.has(id) && all.findIndex((one) => one.id === id) === at,
  );
  const all = [...others, ...list];
  const first = list.find(({ state }) => state === "running") ?? (list[0] as Task | undefined);
  const task = chosen === undefined ? first : all.find(({ id }) => id === chosen);
  if (task)
    return <Monitor list={all} task={task} onChoose={choose} finding={total > list.length ? finding : undefined} />;
  if (chosen === undefined)
    return (
      <EmptyState
        title={`还没有${taskTypes[ftype]}任务`}
        hint="在“语音通知”中新增任务、导入号码并启动后，在这里看进展。"
      />
    );
  const { isError, error, refetch } = asked.found;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  // A parameter may name a task of another kind.
  return of ? <NoTask ftype={ftype} /> : <LoadingState />;
}

function Monitor({ task, ...choice }: ChooserProps) {
  return (
    <Flex direction="column" h="full" overflow="auto">
      <Stack gap="3" px="3" pt="3">
        <Chooser task={task} {...choice} />
        <TaskMonitor key={task.id} id={task.id} />
      </Stack>
      <Box flex="1" minH="420px">
        <NumberList key={task.id} task={task} />
      </Box>
    </Flex>
  );
}

/** 语音通知监控 */
export default function VoiceNotificationMonitorScreen() {
  const { data, isError, error, refetch } = tasks.list.useQuery({ body: newest }, { refetchOnMountOrArgChange: true });
  if (data) return <Chosen list={data.list} total={data.total} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}
