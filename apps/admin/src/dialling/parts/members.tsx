import { Flex } from "@chakra-ui/react";
import { taskMemberApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, formatDuration, Pager, type Column } from "@liantai/ui";
import { ActionBar, formOf, MultiSelectField, useActionColumn, type Action } from "@liantai/ui/resource";
import { viewOf } from "../../queues/parts/live.ts";
import { useCommonOptions } from "./choices.ts";
import { members, type Member, type Task } from "./queries.ts";
import { partColumn } from "../../parts/task-part.tsx";
import { usePage } from "../../parts/use-page.ts";

const schema = taskMemberApi.add.body!.pick(["agentIds"]);

const everybody = { pageNo: 1, pageSize: 9_999 } as const;

const columns: readonly Column<Member>[] = [
  { id: "agentId", title: "工号", width: 80, value: (m) => m.agentId },
  { id: "name", title: "姓名", width: 110, value: (m) => m.name },
  { id: "group", title: "技能组", width: 130, value: (m) => m.groupName },
  partColumn(130),
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

/** Whoever is a member already, on whichever page of the list, is not offered. */
const SeatsField = ({ taskId }: { readonly taskId: string }) => {
  const { seats, answer } = useCommonOptions();
  const all = members.list.useQuery({ body: { taskId, ...everybody } }, { refetchOnMountOrArgChange: true });
  const known = new Set(all.data?.list.map(({ agentId }) => agentId));
  return (
    <MultiSelectField
      name="agentIds"
      label="坐席"
      height="320px"
      answer={all.data ? answer : all}
      options={all.data ? seats.filter(({ value }) => !known.has(String(value))) : []}
      hint="坐席在“坐席任务”中加入后才会接到此任务的电话"
    />
  );
};

function Members({ task: { id }, mayChange }: Omit<MembersProps, "onClose">) {
  const { page, pager } = usePage("dialtask.members");
  const answer = members.list.useQuery({ body: { taskId: id, ...page } }, { refetchOnMountOrArgChange: true });
  const [add] = members.add.useMutation();
  const [remove] = members.delete.useMutation();
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
        fields: <SeatsField taskId={id} />,
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
