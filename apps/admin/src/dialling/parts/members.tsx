import { Flex } from "@chakra-ui/react";
import { taskMemberApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, formatDuration, Pager, StatusBadge, type Column } from "@liantai/ui";
import { ActionBar, formOf, MultiSelectField, useActionColumn, type Action } from "@liantai/ui/resource";
import { viewOf } from "../../queues/parts/live.ts";
import { useCommonOptions } from "./choices.ts";
import { members, type Member, type Task } from "./queries.ts";
import { usePage } from "../../parts/use-page.ts";

const schema = taskMemberApi.add.body!.pick(["agentIds"]);

/** 1: joined now; participates, but is not here; only allotted. */
function standing({ joined, participateStatus }: Member) {
  if (joined === 1) return { text: "已加入", tone: "ready" } as const;
  return participateStatus === 1
    ? ({ text: "参与，未登录", tone: "held" } as const)
    : ({ text: "未加入", tone: "offline" } as const);
}

const columns: readonly Column<Member>[] = [
  { id: "agentId", title: "工号", width: 80, value: (m) => m.agentId },
  { id: "name", title: "姓名", width: 110, value: (m) => m.name },
  { id: "group", title: "技能组", width: 130, value: (m) => m.groupName },
  {
    id: "joined",
    title: "参与状态",
    width: 124,
    value: (m) => standing(m).text,
    cell: (m) => <StatusBadge tone={standing(m).tone}>{standing(m).text}</StatusBadge>,
  },
  { id: "calls", title: "通话", width: 64, align: "end", value: (m) => m.calls },
  {
    id: "talkS",
    title: "通话时长",
    width: 88,
    align: "end",
    value: (m) => m.talkS,
    cell: (m) => formatDuration(m.talkS),
  },
];

const SeatsField = ({ known }: { readonly known: ReadonlySet<string> }) => {
  const { seats, answer } = useCommonOptions();
  return (
    <MultiSelectField
      name="agentIds"
      label="坐席"
      height="320px"
      answer={answer}
      options={seats.filter(({ value }) => !known.has(String(value)))}
      hint="坐席在“坐席任务”中加入后才会接到此任务的电话"
    />
  );
};

function Members({ task: { id }, mayChange }: Omit<MembersProps, "onClose">) {
  const { page, pager } = usePage("dialtask.members");
  const answer = members.list.useQuery({ body: { taskId: id, ...page } }, { refetchOnMountOrArgChange: true });
  const [add] = members.add.useMutation();
  const [remove] = members.delete.useMutation();
  const known = new Set((answer.data?.list ?? []).map(({ agentId }) => agentId));
  const adding: Action = {
    label: "添加坐席",
    may: mayChange,
    adds: true,
    form: () =>
      formOf({
        title: "添加坐席",
        small: true,
        schema,
        values: { agentIds: [] },
        fields: <SeatsField known={known} />,
        submit: "添加",
        send: ({ agentIds }) => add({ body: { taskId: id, agentIds } }).unwrap(),
      }),
    done: ["坐席", "添加"],
  };
  const removing: Action<Member> = {
    label: "移出",
    may: mayChange,
    danger: true,
    confirm: ({ agentId, name }) => ({
      title: "移出坐席",
      text: `确定要将“${name || agentId}”移出任务吗？正在进行的通话不受影响。`,
    }),
    run: ({ agentId }) => remove({ body: { taskId: id, agentIds: [agentId] } }),
    done: ["坐席", "移出"],
  };
  const shown = useActionColumn(columns, [removing]);
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <DataTable
        id="dialtask.members"
        label="任务成员"
        columns={shown.columns}
        rowId={({ agentId }) => agentId}
        list={viewOf(answer, ({ list }) => list)}
        empty={{ title: "还没有坐席", hint: "任务设置的技能组里的坐席，或在这里添加的坐席可以加入任务。" }}
        toolbar={<ActionBar row={undefined} actions={[adding]} />}
      />
      <Pager total={answer.data?.total ?? 0} {...pager} />
      {shown.opened}
    </Flex>
  );
}

interface MembersProps {
  readonly task: Task;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

/** The seats that are allotted to a task, and which of them have joined. */
export const MembersDrawer = ({ onClose, ...rest }: MembersProps) => (
  <AppDrawer open title={`成员：${rest.task.taskIdentity}`} width="780px" onClose={onClose}>
    <Members {...rest} />
  </AppDrawer>
);
