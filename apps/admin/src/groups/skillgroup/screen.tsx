import { Button } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { skillGroupApi, strategies, type Strategy } from "@liantai/api/contract/admin";
import { ConfirmDialog, formatDuration, type Column } from "@liantai/ui";
import {
  FormDrawer,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  RowActions,
  type RowAction,
  sending,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { accessNumbers, skillGroups } from "../../parts/queries.ts";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { noChoices } from "../../parts/target-fields.tsx";
import { blankGroup, SkillGroupFields } from "./fields.tsx";

type GroupRow = ReplyOf<typeof skillGroupApi.list>["list"][number];
const { name, enabled } = skillGroupApi.list.body!.fields;
const filterSchema = object({ name, enabled });
const defaults = () => ({ name: "", enabled: "" });
const length = (id: string, title: string, value: (g: GroupRow) => number, sortBy?: string): Column<GroupRow> => ({
  id,
  title,
  width: 88,
  align: "end",
  value,
  cell: (g) => (value(g) === 0 && id === "maxWaitS" ? "不限" : formatDuration(value(g))),
  ...(sortBy ? { sortBy } : {}),
});

const groupColumns = (actions: (row: GroupRow) => readonly (RowAction | false)[]): readonly Column<GroupRow>[] => [
  { id: "name", title: "技能组名称", width: 136, value: (g) => g.name, sortBy: "name" },
  {
    id: "strategy",
    title: "分配策略",
    width: 116,
    value: (g) => strategies[g.strategy as Strategy] ?? g.strategy,
    sortBy: "strategy",
  },
  { id: "members", title: "坐席数", width: 68, align: "end", value: (g) => g.members },
  { id: "queueLimit", title: "最大排队数", width: 112, align: "end", value: (g) => g.queueLimit, sortBy: "queueLimit" },
  length("maxWaitS", "最长等待", (g) => g.maxWaitS),
  length("ringS", "振铃", (g) => g.ringS, "ringS"),
  length("wrapUpS", "话后处理", (g) => g.wrapUpS, "wrapUpS"),
  {
    id: "serviceLevelS",
    title: "服务水平阈值",
    width: 110,
    align: "end",
    value: (g) => g.serviceLevelS,
    cell: (g) => `${g.serviceLevelS} 秒`,
  },
  {
    id: "enabled",
    title: "状态",
    width: 82,
    value: (g) => g.enabled,
    sortBy: "enabled",
    cell: (g) => <EnabledBadge enabled={g.enabled} />,
  },
  { id: "remark", title: "备注", width: 160, value: (g) => g.remark, optional: true },
  {
    id: "actions",
    title: "操作",
    width: 150,
    value: () => null,
    actions: true,
    cell: (g) => <RowActions actions={actions(g)} />,
  },
];

/** 技能组 */
export default function SkillGroupScreen() {
  const may = useMayPress("/skillgroup");
  const openAt = useOpenAt();
  const resource = useResourceList<GroupRow, ReturnType<typeof defaults>>({
    id: "skillgroup",
    endpoint: skillGroups.list,
    filterSchema,
    defaults,
  });
  const [editing, setEditing] = useState<GroupRow | "new">();
  const [deleting, setDeleting] = useState<GroupRow>();
  const { data: choices = noChoices } = accessNumbers.choices.useQuery({ body: {} }, { skip: editing === undefined });
  const [add] = skillGroups.add.useMutation();
  const [update] = skillGroups.update.useMutation();
  const [remove, { isLoading }] = skillGroups.delete.useMutation();
  const [mayUpdate, mayDelete] = [may("skillGroup.update"), may("skillGroup.delete")];
  const columns = useMemo(
    () =>
      groupColumns((row) => [
        mayUpdate && { label: "编辑", onClick: () => setEditing(row) },
        { label: "坐席", onClick: () => openAt("/allotskill", { id: row.id }) },
        mayDelete && { label: "删除", dangerous: true, onClick: () => setDeleting(row) },
      ]),
    [mayUpdate, mayDelete, openAt],
  );
  const isNew = editing === "new";
  const done = () => notifyDone("技能组", isNew ? "新增" : "保存");
  const form = isNew
    ? sending(skillGroupApi.add.body!, (values) => add({ body: values }).unwrap().then(done))
    : sending(skillGroupApi.update.body!, (values) => update({ body: values }).unwrap().then(done));
  return (
    <ResourceScreen
      label="技能组"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的技能组", hint: "技能组决定来电由哪些坐席、按什么策略接听。" }}
      query={
        <>
          <TextField name="name" label="技能组名称" />
          <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
        </>
      }
      onAdd={may("skillGroup.add") ? () => setEditing("new") : undefined}
      toolbar={
        may("skillGroup.add") && (
          <Button size="xs" onClick={() => setEditing("new")}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <FormDrawer
        open={editing !== undefined}
        title={isNew ? "新增技能组" : "编辑技能组"}
        width="640px"
        {...form}
        values={isNew ? blankGroup : { ...editing }}
        onClose={() => setEditing(undefined)}
      >
        <SkillGroupFields choices={choices} id={isNew ? undefined : editing?.id} />
      </FormDrawer>
      <ConfirmDialog
        open={deleting !== undefined}
        title="删除技能组"
        text={`确定删除技能组“${deleting?.name ?? ""}”吗？组内坐席不会被删除。`}
        confirm="删除"
        dangerous
        busy={isLoading}
        onClose={() => setDeleting(undefined)}
        onConfirm={() =>
          void remove({ body: { ids: [deleting!.id] } })
            .unwrap()
            .then(
              () => notifyDone("技能组", "删除"),
              () => undefined,
            )
            .finally(() => setDeleting(undefined))
        }
      />
    </ResourceScreen>
  );
}
