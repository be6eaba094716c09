import { HStack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { seatRoleTexts } from "@liantai/api/contract/admin";
import type { Column } from "@liantai/ui";
import {
  ActionButtons,
  useActions,
  type TreeNode,
  ResourceScreen,
  TextField,
  TreeList,
  useResourceList,
  type Action,
  ActionBar,
} from "@liantai/ui/resource";
import { Pencil, Trash2 } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { object, string } from "yup";
import { useOpenAt } from "../../parts/subject.tsx";
import { agentGroupMembers, agentGroups, seatLabel, useGroups, type AgentGroup } from "../seats/queries.ts";
import { GroupForm } from "./group-form.tsx";

type Member = NonNullable<ReturnType<typeof agentGroupMembers.list.useQuery>["data"]>["list"][number];

const filterSchema = object({ id: string(), name: string().label("姓名或工号").max(30) });
const defaults = () => ({ id: "", name: "" });
const columns: readonly Column<Member>[] = [
  { id: "agentId", title: "坐席工号", width: 110, value: (s) => s.agentId },
  { id: "name", title: "姓名", width: 160, value: (s) => s.name },
  { id: "roleType", title: "角色", width: 90, value: (s) => seatRoleTexts[s.roleType] ?? "" },
];

/** Of a node of the tree: what hangs under it, itself, its end. */
function useNodeActions(groups: readonly AgentGroup[]): readonly Action<TreeNode>[] {
  const may = useMayPress("/seatsgroup");
  const [remove] = agentGroups.delete.useMutation();
  const named = (id: string) => groups.find((g) => g.id === id);
  return [
    {
      label: "新增下级",
      may: may("agentGroup.add"),
      adds: true,
      sheet: ({ id }, close) => <GroupForm parentId={id} onClose={close} />,
    },
    {
      label: "编辑",
      may: may("agentGroup.update"),
      icon: <Pencil aria-hidden />,
      sheet: ({ id }, close) => <GroupForm group={named(id)} onClose={close} />,
    },
    {
      label: "删除",
      may: may("agentGroup.delete"),
      danger: true,
      icon: <Trash2 aria-hidden />,
      confirm: ({ label }) => ({
        title: "删除坐席组",
        text: `确定要删除坐席组“${label}”吗？组内有坐席或下级组时不能删除。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["坐席组", "删除"],
    },
  ];
}

function Side({ chosen, onSelect }: { readonly chosen: string | undefined; readonly onSelect: (id: string) => void }) {
  const mayAdd = useMayPress("/seatsgroup")("agentGroup.add");
  const { tree, groups } = useGroups();
  const nodeActions = useNodeActions(groups ?? []);
  const { press, opened } = useActions(nodeActions);
  return (
    <>
      <HStack p="2" pb="0">
        <ActionBar
          actions={[
            { label: "新增坐席组", may: mayAdd, adds: true, sheet: (_, close) => <GroupForm onClose={close} /> },
          ]}
          row={undefined}
        />
      </HStack>
      <TreeList
        label="坐席组"
        nodes={tree}
        selected={chosen}
        onSelect={onSelect}
        searchable
        actions={(node) => (
          <HStack gap="0">
            <ActionButtons look="icon" actions={nodeActions} row={node} name={node.label} press={press} />
          </HStack>
        )}
      />
      {opened}
    </>
  );
}

/** 坐席组: the tree, and the seats of the chosen group. */
export default function SeatsGroupScreen() {
  const may = useMayPress("/seatsgroup");
  const mayAllot = useMayPress("/allotMember")("agentGroupMember.save");
  const openAt = useOpenAt();
  const { tree, groups } = useGroups();
  const [params, setParams] = useSearchParams();
  const asked = params.get("id") ?? "";
  // Until one is chosen the first of the tree is.
  const group = groups?.find((g) => g.id === asked) ?? groups?.find((g) => g.id === tree[0]?.id);
  const resource = useResourceList<Member, ReturnType<typeof defaults>>({
    id: "seatsgroup",
    endpoint: agentGroupMembers.list,
    filterSchema,
    defaults,
    extra: { groupId: group?.id ?? "" },
    skip: !group,
  });
  const actions: readonly Action[] = group
    ? [
        { label: "分配成员", may: mayAllot, main: true, run: () => openAt("/allotMember", { id: group.id }) },
        {
          label: `编辑“${group.name}”`,
          may: may("agentGroup.update"),
          sheet: (_, close) => <GroupForm group={group} onClose={close} />,
        },
      ]
    : [];
  return (
    <ResourceScreen
      label="组成员"
      columns={columns}
      rowId={(seat) => seat.agentId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={() => ({ ...defaults(), id: asked })}
      sideWidth="260px"
      empty={
        group
          ? { title: "组里还没有坐席", ...(mayAllot ? { hint: "点击“分配成员”把坐席加入本组。" } : {}) }
          : { title: "还没有坐席组", ...(may("agentGroup.add") ? { hint: "先新增一个坐席组。" } : {}) }
      }
      query={<TextField name="name" label="姓名或工号" />}
      side={<Side chosen={group?.id} onSelect={(id) => setParams({ id }, { replace: true })} />}
      actions={actions}
      toolbar={group && <Text color="fg.muted">班长：{group.monitors.map(seatLabel).join("、") || "未设置"}</Text>}
    />
  );
}
