import { Box, Flex, HStack, Text } from "@chakra-ui/react";
import { notify, notifyDone, useMayPress } from "@liantai/api/client";
import { skillGroupMemberApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { DataTable, FailureState, LoadingState, offText, type Column, ScrollBox } from "@liantai/ui";
import { NumberField, TransferList, useActionColumn, formOf, type Action, ActionBar } from "@liantai/ui/resource";
import { useState } from "react";
import { skillGroupMembers, skillGroups } from "../../parts/queries.ts";
import { EnabledBadge } from "../../parts/rows.tsx";
import { StaleNote } from "../../parts/stale-note.tsx";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";

type Member = ReplyOf<typeof skillGroupMemberApi.findExist>["list"][number];
const levelSchema = skillGroupMemberApi.update.body!.pick(["level", "priority"]);
const none: ReadonlySet<string> = new Set();
const everything = { pageNo: 1, pageSize: 99_999 };

const columns: readonly Column<Member>[] = [
  { id: "agentId", title: "坐席工号", width: 110, value: (m) => m.agentId },
  { id: "name", title: "坐席姓名", width: 140, value: (m) => m.name },
  { id: "role", title: "角色", width: 80, value: (m) => (m.agentRole === 3 ? "班长" : "坐席") },
  { id: "level", title: "级别", width: 80, align: "end", value: (m) => m.level },
  { id: "priority", title: "优先级", width: 80, align: "end", value: (m) => m.priority },
  {
    id: "enabled",
    title: "状态",
    width: 84,
    value: (m) => m.enabled,
    cell: (m) => <EnabledBadge enabled={m.enabled} />,
  },
];

type MemberList = ReplyOf<typeof skillGroupMemberApi.findExist>["list"];

/** Seats in and out of the group. */
function Transfer({
  id,
  may,
  members,
  outside,
}: {
  readonly id: string;
  readonly may: boolean;
  readonly members: MemberList;
  readonly outside: ReplyOf<typeof skillGroupMemberApi.findNotExist>["list"];
}) {
  const [add, adding] = skillGroupMembers.add.useMutation();
  const [remove, removing] = skillGroupMembers.delete.useMutation();
  // A refusal is said by the shell.
  const refused = () => undefined;
  return (
    <Box bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="none">
      <TransferList
        availableTitle="未分配的坐席"
        memberTitle="技能组坐席"
        height="220px"
        busy={!may || adding.isLoading || removing.isLoading}
        available={outside.map((s) => ({ id: s.agentId, label: s.name, detail: s.agentId }))}
        members={members.map((m) => ({
          id: m.agentId,
          label: m.name,
          detail: `${m.agentId} · 级别${m.level} · 优先级${m.priority}`,
        }))}
        onAdd={(agentIds) =>
          void add({ body: { skillGroupId: id, agentIds: [...agentIds], level: 1, priority: 1 } })
            .unwrap()
            .then(({ count }) => notifyDone("坐席", "加入", { count, unit: "名" }), refused)
        }
        onRemove={(agentIds) =>
          void remove({ body: { skillGroupId: id, agentIds: [...agentIds] } })
            .unwrap()
            .then(({ count }) => notifyDone("坐席", "移出", { count, unit: "名" }), refused)
        }
      />
    </Box>
  );
}

/** The form of level and priority, of these seats together. */
function useLevels(skillGroupId: string, onDone: () => void) {
  const [update] = skillGroupMembers.update.useMutation();
  return (agentIds: string[], first: Member | undefined) =>
    formOf({
      title: `级别与优先级（${agentIds.length}名坐席）`,
      small: true,
      schema: levelSchema,
      values: { level: first?.level ?? 1, priority: first?.priority ?? 1 },
      fields: (
        <>
          <NumberField name="level" label="级别" min={1} max={99} />
          <NumberField name="priority" label="优先级" min={1} max={99} />
        </>
      ),
      async send(typed) {
        const { count } = await update({ body: { skillGroupId, agentIds, ...typed } }).unwrap();
        onDone();
        notify({ title: `已保存${count}名坐席的级别与优先级` });
      },
    });
}

function Members({ id, may }: { readonly id: string; readonly may: boolean }) {
  const inside = skillGroupMembers.findExist.useQuery({ body: { ...everything, skillGroupId: id } });
  const outside = skillGroupMembers.findNotExist.useQuery({ body: { ...everything, skillGroupId: id } });
  const [selected, setSelected] = useState(none);
  const levels = useLevels(id, () => setSelected(none));
  const members = inside.data?.list ?? [];
  const rowActions: readonly Action<Member>[] = [
    { label: "级别与优先级", may, form: (member) => levels([member.agentId], member) },
  ];
  const { columns: shown, opened } = useActionColumn(columns, rowActions);
  const failed = inside.error ?? outside.error;
  const again = () => {
    void inside.refetch();
    void outside.refetch();
  };
  if (failed && !(inside.data && outside.data)) return <FailureState error={failed} onRetry={again} />;
  if (!inside.data || !outside.data) return <LoadingState text="正在加载坐席…" />;
  return (
    <ScrollBox display="flex" flexDirection="column" gap="2">
      {failed && <StaleNote onRetry={again} />}
      <Transfer id={id} may={may} members={members} outside={outside.data.list} />
      <HStack gap="2" flex="none">
        <ActionBar
          row={undefined}
          actions={[
            {
              label: "设置级别与优先级",
              may,
              main: true,
              disabled: selected.size === 0,
              form: () =>
                levels(
                  [...selected],
                  members.find((m) => selected.has(m.agentId)),
                ),
            },
          ]}
        />
        <Text color="fg.muted">
          级别：1 最优，按“级别优先”分配时先接听。优先级：坐席在多个技能组时，先接数字小的组的来电。
        </Text>
      </HStack>
      <Flex minH="240px" flex="1" direction="column">
        <DataTable
          id="allotskill"
          label="技能组坐席"
          columns={shown}
          rowId={(m) => m.agentId}
          list={{ rows: members, fetching: inside.isFetching, error: undefined, retry: () => void inside.refetch() }}
          empty={{ title: "技能组还没有坐席" }}
          selection={may ? { selected, onChange: setSelected } : undefined}
        />
      </Flex>
      {opened}
    </ScrollBox>
  );
}

/** 技能组坐席: who answers for a group, at what level. */
export default function AllotSkillScreen() {
  const may = useMayPress("/allotskill")("skillGroup.allot");
  const list = skillGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const options = list.data?.list.map((g) => ({ value: g.id, label: g.enabled === 1 ? g.name : offText(g.name) }));
  const subject = useSubject(options);
  const { id } = subject;
  return (
    <SubjectScreen label="技能组" list={list} options={options} subject={subject} none="还没有技能组，请先新增">
      <Members key={id} id={id} may={may} />
    </SubjectScreen>
  );
}
