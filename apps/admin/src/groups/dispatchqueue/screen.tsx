import { Button, Grid, Stack } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { dispatchGroupApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, formatDuration, type Column } from "@liantai/ui";
import {
  FormDrawer,
  NumberField,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useResourceList,
  RowActions,
  type RowAction,
  sending,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { noOverflow, OverflowFields } from "../overflow-fields.tsx";
import { accessNumbers, dispatchGroups } from "../../parts/queries.ts";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { noChoices, targetText, type Choices } from "../../parts/target-fields.tsx";

type QueueRow = ReplyOf<typeof dispatchGroupApi.list>["list"][number];
const { name, enabled } = dispatchGroupApi.list.body!.fields;
const filterSchema = object({ name, enabled });
const defaults = () => ({ name: "", enabled: "" });
const blank = { name: "", enabled: 1, maxWaitS: 0, ...noOverflow, remark: "" };

const queueColumns = (
  choices: Choices,
  actions: (row: QueueRow) => readonly (RowAction | false)[],
): readonly Column<QueueRow>[] => [
  { id: "name", title: "调度队列名称", width: 170, value: (q) => q.name, sortBy: "name" },
  { id: "groups", title: "技能组数", width: 84, align: "end", value: (q) => q.groups },
  {
    id: "maxWaitS",
    title: "最长等待",
    width: 96,
    align: "end",
    sortBy: "maxWaitS",
    value: (q) => q.maxWaitS,
    cell: (q) => (q.maxWaitS === 0 ? "不限" : formatDuration(q.maxWaitS)),
  },
  { id: "overflowWait", title: "等待超时转至", width: 190, value: (q) => targetText(q.overflowWait, choices) },
  { id: "overflowAbsent", title: "无坐席签入转至", width: 190, value: (q) => targetText(q.overflowAbsent, choices) },
  {
    id: "enabled",
    title: "状态",
    width: 84,
    value: (q) => q.enabled,
    sortBy: "enabled",
    cell: (q) => <EnabledBadge enabled={q.enabled} />,
  },
  { id: "remark", title: "备注", width: 160, value: (q) => q.remark, optional: true },
  {
    id: "actions",
    title: "操作",
    width: 174,
    value: () => null,
    actions: true,
    cell: (q) => <RowActions actions={actions(q)} />,
  },
];

/** 调度队列 */
export default function DispatchQueueScreen() {
  const may = useMayPress("/dispatchqueue");
  const openAt = useOpenAt();
  const resource = useResourceList<QueueRow, ReturnType<typeof defaults>>({
    id: "dispatchqueue",
    endpoint: dispatchGroups.list,
    filterSchema,
    defaults,
  });
  const [editing, setEditing] = useState<QueueRow | "new">();
  const [deleting, setDeleting] = useState<QueueRow>();
  const { data: choices = noChoices } = accessNumbers.choices.useQuery({ body: {} });
  const [add] = dispatchGroups.add.useMutation();
  const [update] = dispatchGroups.update.useMutation();
  const [remove, { isLoading }] = dispatchGroups.delete.useMutation();
  const [mayUpdate, mayDelete] = [may("dispatchGroup.update"), may("dispatchGroup.delete")];
  const columns = useMemo(
    () =>
      queueColumns(choices, (row) => [
        mayUpdate && { label: "编辑", onClick: () => setEditing(row) },
        { label: "技能组", onClick: () => openAt("/dispatchQueueallotskill", { id: row.id }) },
        mayDelete && { label: "删除", dangerous: true, onClick: () => setDeleting(row) },
      ]),
    [choices, mayUpdate, mayDelete, openAt],
  );
  const isNew = editing === "new";
  const done = () => notifyDone("调度队列", isNew ? "新增" : "保存");
  const form = isNew
    ? sending(dispatchGroupApi.add.body!, (values) => add({ body: values }).unwrap().then(done))
    : sending(dispatchGroupApi.update.body!, (values) => update({ body: values }).unwrap().then(done));
  return (
    <ResourceScreen
      label="调度队列"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的调度队列", hint: "调度队列按顺序尝试多个技能组。" }}
      query={
        <>
          <TextField name="name" label="调度队列名称" />
          <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
        </>
      }
      onAdd={may("dispatchGroup.add") ? () => setEditing("new") : undefined}
      toolbar={
        may("dispatchGroup.add") && (
          <Button size="xs" onClick={() => setEditing("new")}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <FormDrawer
        open={editing !== undefined}
        title={isNew ? "新增调度队列" : "编辑调度队列"}
        width="600px"
        {...form}
        values={isNew ? blank : { ...editing }}
        onClose={() => setEditing(undefined)}
      >
        <Stack gap="4">
          <Grid templateColumns="1fr 1fr" gap="3">
            <TextField name="name" label="调度队列名称" maxLength={30} />
            <NumberField
              name="maxWaitS"
              label="最长等待时间"
              max={86_400}
              unit="秒"
              hint="所有技能组合计，0 表示不限"
            />
            <SwitchField name="enabled" label="状态" on="启用" off="停用" />
          </Grid>
          <OverflowFields choices={choices} except={isNew ? undefined : editing?.id} />
          <TextAreaField name="remark" label="备注" rows={2} maxLength={200} />
        </Stack>
      </FormDrawer>
      <ConfirmDialog
        open={deleting !== undefined}
        title="删除调度队列"
        text={`确定删除调度队列“${deleting?.name ?? ""}”吗？其中的技能组不会被删除。`}
        confirm="删除"
        dangerous
        busy={isLoading}
        onClose={() => setDeleting(undefined)}
        onConfirm={() =>
          void remove({ body: { ids: [deleting!.id] } })
            .unwrap()
            .then(
              () => notifyDone("调度队列", "删除"),
              () => undefined,
            )
            .finally(() => setDeleting(undefined))
        }
      />
    </ResourceScreen>
  );
}
