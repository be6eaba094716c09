import { Button, HStack, IconButton, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { seatRoleTexts } from "@liantai/api/contract/admin";
import { ConfirmDialog, type Column } from "@liantai/ui";
import { ResourceScreen, TextField, TreeList, useResourceList } from "@liantai/ui/resource";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { object, string } from "yup";
import { useOpenAt } from "../../parts/subject.tsx";
import { agentGroupMembers, agentGroups, seatLabel, useGroups, type AgentGroup } from "../seats/queries.ts";
import { GroupForm, type EditedGroup } from "./group-form.tsx";

type Member = NonNullable<ReturnType<typeof agentGroupMembers.list.useQuery>["data"]>["list"][number];

const filterSchema = object({ id: string(), name: string().label("姓名或工号").max(30) });
const defaults = () => ({ id: "", name: "" });
const columns: readonly Column<Member>[] = [
  { id: "agentId", title: "坐席工号", width: 110, value: (s) => s.agentId },
  { id: "name", title: "姓名", width: 160, value: (s) => s.name },
  { id: "roleType", title: "角色", width: 90, value: (s) => seatRoleTexts[s.roleType] ?? "" },
];

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
  const [edited, setEdited] = useState<EditedGroup>();
  const [leaving, setLeaving] = useState<AgentGroup>();
  const [remove, { isLoading }] = agentGroups.delete.useMutation();
  const named = (id: string) => groups?.find((g) => g.id === id);
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
          ? { title: "组里还没有坐席", hint: "点击“分配成员”把坐席加入本组。" }
          : { title: "还没有坐席组", hint: "先新增一个坐席组。" }
      }
      query={<TextField name="name" label="姓名或工号" />}
      side={
        <>
          {may("agentGroup.add") && (
            <HStack p="2" pb="0">
              <Button size="xs" onClick={() => setEdited({})}>
                <Plus aria-hidden />
                新增坐席组
              </Button>
            </HStack>
          )}
          <TreeList
            label="坐席组"
            nodes={tree}
            selected={group?.id}
            onSelect={(id) => setParams({ id }, { replace: true })}
            searchable
            actions={({ id, label }) => (
              <HStack gap="0">
                {may("agentGroup.add") && (
                  <IconButton
                    size="2xs"
                    variant="ghost"
                    aria-label={`在${label}下新增`}
                    title="新增下级组"
                    onClick={() => setEdited({ parentId: id })}
                  >
                    <Plus aria-hidden />
                  </IconButton>
                )}
                {may("agentGroup.update") && (
                  <IconButton
                    size="2xs"
                    variant="ghost"
                    aria-label={`编辑${label}`}
                    title="编辑"
                    onClick={() => setEdited({ group: named(id)! })}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                )}
                {may("agentGroup.delete") && (
                  <IconButton
                    size="2xs"
                    variant="ghost"
                    colorPalette="red"
                    aria-label={`删除${label}`}
                    title="删除"
                    onClick={() => setLeaving(named(id))}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                )}
              </HStack>
            )}
          />
        </>
      }
      toolbar={
        group && (
          <>
            {mayAllot && (
              <Button size="xs" onClick={() => openAt("/allotMember", { id: group.id })}>
                分配成员
              </Button>
            )}
            {may("agentGroup.update") && (
              <Button size="xs" variant="outline" onClick={() => setEdited({ group })}>
                编辑“{group.name}”
              </Button>
            )}
            <Text color="fg.muted">班长：{group.monitors.map(seatLabel).join("、") || "未设置"}</Text>
          </>
        )
      }
    >
      <GroupForm edited={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除坐席组"
        confirm="删除"
        dangerous
        busy={isLoading}
        text={`确定删除坐席组“${leaving?.name ?? ""}”吗？组内有坐席或下级组时不能删除。`}
        onClose={() => setLeaving(undefined)}
        onConfirm={() =>
          void remove({ body: { ids: [leaving!.id] } })
            .unwrap()
            .then(
              () => notifyDone("坐席组", "删除"),
              () => undefined,
            )
            .finally(() => setLeaving(undefined))
        }
      />
    </ResourceScreen>
  );
}
