import { Button, Flex, HStack, Text } from "@chakra-ui/react";
import { notifyDone, useSeesCalls } from "@liantai/api/client";
import { answerers, heardAs, witnesses, type Heard, type TaskType } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { AppDrawer, DataTable, formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { useMemo } from "react";
import { viewOf } from "../../queues/parts/live.ts";
import { useTaskRights } from "../parts/kinds.ts";
import { phones, type Attempt, type Phone, type Task } from "../parts/queries.ts";
import { resultText } from "../parts/words.ts";
import { Actions } from "./actions.tsx";

function answererText({ answerer, heard }: Attempt): string {
  const found = answerer && answerers[answerer];
  return heard ? `${heardAs[heard]}（误判为${found}）` : found;
}

/** What it was not: a detection that was wrong took the one for the other. */
const otherOf = ({ answerer }: Attempt): Heard => (answerer === "machine" || answerer === "fax" ? "person" : "machine");
type Mark = (attempt: Attempt, heard: "" | Heard) => void;

function resultTone({ code, endedAt }: Attempt) {
  if (endedAt === null) return "talking";
  return code === 200 ? "ready" : "offline";
}

interface Shown {
  readonly ftype: TaskType;
  /** Its call's detail may be seen. */
  readonly opens: boolean;
  readonly title: string;
  /** 误判 may be said of it. */
  readonly mark: Mark | undefined;
}

function RowActions({ attempt, ftype, opens, title, mark }: Shown & { readonly attempt: Attempt }) {
  const { callId, heard, answerer, endedAt } = attempt;
  return (
    <HStack gap="1" justify="end">
      {mark && endedAt !== null && answerer !== "" && (
        <Button
          size="2xs"
          variant="ghost"
          title={heard ? "撤销误判" : `实际是${heardAs[otherOf(attempt)]}`}
          onClick={() => mark(attempt, heard ? "" : otherOf(attempt))}
        >
          {heard ? "撤销误判" : "误判"}
        </Button>
      )}
      {opens && callId !== "" && (
        <Button size="2xs" variant="ghost" onClick={() => openCall(callId, title)}>
          {ftype === 1 ? "对话" : "通话详情"}
        </Button>
      )}
    </HStack>
  );
}

const columnsOf = ({ ftype, opens, title, mark }: Shown): readonly Column<Attempt>[] => [
  { id: "attempt", title: "次数", width: 62, align: "end", value: (a) => a.attempt },
  { id: "startedAt", title: "开始时间", width: 156, value: (a) => a.startedAt },
  {
    id: "code",
    title: "呼叫结果",
    width: 92,
    value: (a) => resultText(a.code),
    cell: (a) => (
      <StatusBadge tone={resultTone(a)}>{a.endedAt === null ? "进行中" : resultText(a.code) || "未知"}</StatusBadge>
    ),
  },
  {
    id: "witness",
    title: "依据",
    hint: "由什么得出呼叫结果",
    width: 70,
    value: (a) => (a.witness === null ? "" : witnesses[a.witness]),
  },
  { id: "answerer", title: "接听方", width: mark ? 132 : 72, value: answererText },
  { id: "displayed", title: "外显号码", width: 92, value: (a) => a.displayed },
  { id: "ringS", title: "振铃", width: 60, align: "end", value: (a) => a.ringS, cell: (a) => formatDuration(a.ringS) },
  { id: "talkS", title: "通话", width: 60, align: "end", value: (a) => a.talkS, cell: (a) => formatDuration(a.talkS) },
  ...(ftype === 2 || ftype === 3 ? [{ id: "agent", title: "坐席", width: 62, value: (a: Attempt) => a.agentId }] : []),
  ...(ftype === 3
    ? [{ id: "abandoned", title: "呼损", width: 62, value: (a: Attempt) => (a.abandoned ? "是" : "") }]
    : []),
  ...(ftype === 1 ? [{ id: "level", title: "意向", width: 62, value: (a: Attempt) => a.level }] : []),
  { id: "result", title: "业务结果", width: 92, value: (a) => a.result },
  { id: "cost", title: "费用", width: 64, align: "end", value: (a) => a.cost, cell: (a) => a.cost.toFixed(2) },
  ...(opens || mark
    ? [
        {
          id: "actions",
          title: "操作",
          width: mark ? 144 : 84,
          value: () => null,
          actions: true,
          cell: (a: Attempt) => <RowActions attempt={a} {...{ ftype, opens, title, mark }} />,
        },
      ]
    : []),
];

interface AttemptsProps {
  readonly task: Pick<Task, "id" | "ftype" | "amd">;
  readonly phone: Phone;
}

/** Of a task with 应答检测, for who may change its numbers. */
function useMark({ id: taskId, ftype, amd }: AttemptsProps["task"]): Mark | undefined {
  const may = useTaskRights(ftype)("numbers");
  const [heardOf] = phones.heard.useMutation();
  return useMemo(
    () =>
      may && amd === 1
        ? ({ id }, heard) =>
            // The shell says why it was refused.
            void heardOf({ body: { taskId, id, heard } })
              .unwrap()
              .then(
                () => notifyDone("误判", heard ? "标记" : "撤销"),
                () => undefined,
              )
        : undefined,
    [may, amd, heardOf, taskId],
  );
}

/** Recording, track and dialogue of each stand in the detail of its call. */
function Attempts({ task, phone }: AttemptsProps) {
  const { id: taskId, ftype } = task;
  const answer = phones.attempts.useQuery({ body: { taskId, id: phone.id } }, { refetchOnMountOrArgChange: true });
  const opens = useSeesCalls();
  const mark = useMark(task);
  const title = `通话 ${phone.phone}`;
  const columns = useMemo(() => columnsOf({ ftype, opens, title, mark }), [ftype, opens, title, mark]);
  return (
    <Flex direction="column" gap="2" h="full" minH="300px">
      <Text color="fg.muted">
        {opens ? "录音、通话轨迹和对话在通话详情里。" : "您没有查看通话详情的权限，录音和对话不可查看。"}
      </Text>
      <DataTable
        id={`dialtask.attempts.${ftype}`}
        label="呼叫明细"
        columns={columns}
        rowId={(attempt) => attempt.id}
        list={viewOf(answer, (list) => list)}
        empty={{ title: "还没有拨打过这个号码" }}
      />
      <Actions taskId={taskId} id={phone.id} />
    </Flex>
  );
}

/** Every try of a number. */
export const AttemptsDrawer = ({ onClose, ...rest }: AttemptsProps & { readonly onClose: () => void }) => (
  <AppDrawer open title={`呼叫明细：${rest.phone.phone}`} width="1100px" onClose={onClose}>
    <Attempts {...rest} />
  </AppDrawer>
);
