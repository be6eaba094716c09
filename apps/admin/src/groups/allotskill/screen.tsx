import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import { notify, notifyDone, useMayPress } from "@liantai/api/client";
import { skillGroupMemberApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { DataTable, FailureState, LoadingState, type Column, ScrollBox } from "@liantai/ui";
import { FormDialog, NumberField, TransferList } from "@liantai/ui/resource";
import { useState } from "react";
import { object } from "yup";
import { skillGroupMembers, skillGroups } from "../../parts/queries.ts";
import { EnabledBadge } from "../../parts/rows.tsx";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";

type Member = ReplyOf<typeof skillGroupMemberApi.findExist>["list"][number];
const { level, priority } = skillGroupMemberApi.update.body!.fields;
const levelSchema = object({ level, priority });
const none: ReadonlySet<string> = new Set();
const everything = { pageNo: 1, pageSize: 99_999 };

const columns = (edit: ((id: string) => void) | undefined): readonly Column<Member>[] => [
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
  ...(edit
    ? [
        {
          id: "actions",
          title: "操作",
          width: 130,
          value: () => null,
          actions: true,
          cell: (m: Member) => (
            <Button size="2xs" variant="ghost" onClick={() => edit(m.agentId)}>
              级别与优先级
            </Button>
          ),
        },
      ]
    : []),
];

function Members({ id, may }: { readonly id: string; readonly may: boolean }) {
  const inside = skillGroupMembers.findExist.useQuery({ body: { ...everything, skillGroupId: id } });
  const outside = skillGroupMembers.findNotExist.useQuery({ body: { ...everything, skillGroupId: id } });
  const [add, adding] = skillGroupMembers.add.useMutation();
  const [update] = skillGroupMembers.update.useMutation();
  const [remove, removing] = skillGroupMembers.delete.useMutation();
  const [selected, setSelected] = useState(none);
  const [editing, setEditing] = useState<readonly string[]>();
  const failed = inside.error ?? outside.error;
  if (failed)
    return (
      <FailureState
        error={failed}
        onRetry={() => {
          void inside.refetch();
          void outside.refetch();
        }}
      />
    );
  if (!inside.data || !outside.data) return <LoadingState text="正在加载坐席…" />;
  const members = inside.data.list;
  const first = members.find((m) => m.agentId === editing?.[0]);
  const ids = (agentIds: readonly string[]) => ({ skillGroupId: id, agentIds: [...agentIds] });
  const refused = () => undefined;
  return (
    <ScrollBox display="flex" flexDirection="column" gap="2">
      <Box bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="none">
        <TransferList
          availableTitle="未分配的坐席"
          memberTitle="技能组坐席"
          height="220px"
          busy={!may || adding.isLoading || removing.isLoading}
          available={outside.data.list.map((s) => ({ id: s.agentId, label: s.name, detail: s.agentId }))}
          members={members.map((m) => ({
            id: m.agentId,
            label: m.name,
            detail: `${m.agentId} · 级别${m.level} · 优先级${m.priority}`,
          }))}
          onAdd={(agentIds) =>
            void add({ body: { ...ids(agentIds), level: 1, priority: 1 } })
              .unwrap()
              .then(({ count }) => notifyDone("坐席", "加入", { count, unit: "名" }), refused)
          }
          onRemove={(agentIds) =>
            void remove({ body: ids(agentIds) })
              .unwrap()
              .then(({ count }) => notifyDone("坐席", "移出", { count, unit: "名" }), refused)
          }
        />
      </Box>
      <HStack gap="2" flex="none">
        {may && (
          <Button size="xs" disabled={selected.size === 0} onClick={() => setEditing([...selected])}>
            设置级别与优先级
          </Button>
        )}
        <Text color="fg.muted">
          级别：1 最优，按“级别优先”分配时先接听。优先级：坐席在多个技能组时，先接数字小的组的来电。
        </Text>
      </HStack>
      <Flex minH="240px" flex="1" direction="column">
        <DataTable
          id="allotskill"
          label="技能组坐席"
          columns={columns(may ? (agentId) => setEditing([agentId]) : undefined)}
          rowId={(m) => m.agentId}
          list={{ rows: members, fetching: inside.isFetching, error: undefined, retry: () => void inside.refetch() }}
          empty={{ title: "技能组还没有坐席" }}
          selection={may ? { selected, onChange: setSelected } : undefined}
        />
      </Flex>
      <FormDialog
        open={editing !== undefined}
        title={`级别与优先级（${editing?.length ?? 0}名坐席）`}
        schema={levelSchema}
        values={{ level: first?.level ?? 1, priority: first?.priority ?? 1 }}
        onClose={() => setEditing(undefined)}
        onSubmit={async (values) => {
          const { count } = await update({
            body: { ...ids(editing ?? []), ...(values as { level: number; priority: number }) },
          }).unwrap();
          setSelected(none);
          notify({ title: `已保存${count}名坐席的级别与优先级` });
        }}
      >
        <NumberField name="level" label="级别" min={1} max={99} />
        <NumberField name="priority" label="优先级" min={1} max={99} />
      </FormDialog>
    </ScrollBox>
  );
}

/** 技能组坐席: who answers for a group, at what level. */
export default function AllotSkillScreen() {
  const may = useMayPress("/allotskill")("skillGroup.allot");
  const { data } = skillGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const options = data?.list.map((g) => ({ value: g.id, label: g.enabled === 1 ? g.name : `${g.name}（停用）` }));
  const [id, choose] = useSubject(options);
  return (
    <SubjectScreen label="技能组" options={options} value={id} onChange={choose} none="还没有技能组，请先新增">
      <Members key={id} id={id} may={may} />
    </SubjectScreen>
  );
}
