import { Button } from "@chakra-ui/react";
import { notify, notifyDone, useMayPress } from "@liantai/api/client";
import { appliesAt, timeRuleApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, StatusBadge, type Column } from "@liantai/ui";
import {
  FormDrawer,
  ResourceScreen,
  TextField,
  useResourceList,
  RowActions,
  type RowAction,
  sending,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { timeRules } from "../../parts/queries.ts";
import { RuleEditor } from "./editor.tsx";
import { blankRule, weeklyText, type TimeRuleRow } from "./words.ts";

const { name } = timeRuleApi.list.body!.fields;
const filterSchema = object({ name });
const defaults = () => ({ name: "" });

const ruleColumns = (actions: (row: TimeRuleRow) => readonly (RowAction | false)[]): readonly Column<TimeRuleRow>[] => [
  { id: "name", title: "规则名称", width: 150, value: (r) => r.name, sortBy: "name" },
  {
    id: "now",
    title: "当前",
    width: 96,
    value: (r) => (appliesAt(r, Date.now()).applies ? "工作时间" : "非工作时间"),
    cell: (r) => {
      const { applies, reason } = appliesAt(r, Date.now());
      return (
        <span title={reason}>
          <StatusBadge tone={applies ? "ready" : "offline"}>{applies ? "工作" : "休息"}</StatusBadge>
        </span>
      );
    },
  },
  { id: "weekly", title: "工作日", width: 320, value: (r) => weeklyText(r.weekly) },
  {
    id: "holidays",
    title: "节假日",
    width: 84,
    align: "end",
    value: (r) => r.holidays.length,
    cell: (r) => `${r.holidays.length} 天`,
  },
  {
    id: "specials",
    title: "特殊日",
    width: 84,
    align: "end",
    value: (r) => r.specials.length,
    cell: (r) => `${r.specials.length} 天`,
  },
  { id: "usedBy", title: "使用它的接入号码", width: 170, value: (r) => r.usedBy.join("、") },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
  {
    id: "actions",
    title: "操作",
    width: 116,
    value: () => null,
    actions: true,
    cell: (r) => <RowActions actions={actions(r)} />,
  },
];

/** 时间规则 */
export default function TimeRuleScreen() {
  const may = useMayPress("/timeRule");
  const resource = useResourceList<TimeRuleRow, ReturnType<typeof defaults>>({
    id: "timeRule",
    endpoint: timeRules.list,
    filterSchema,
    defaults,
  });
  const [editing, setEditing] = useState<TimeRuleRow | "new">();
  const [deleting, setDeleting] = useState<TimeRuleRow>();
  const [add] = timeRules.add.useMutation();
  const [update] = timeRules.update.useMutation();
  const [remove, { isLoading }] = timeRules.delete.useMutation();
  const [mayUpdate, mayDelete] = [may("timeRule.update"), may("timeRule.delete")];
  const columns = useMemo(
    () =>
      ruleColumns((row) => [
        mayUpdate && { label: "编辑", onClick: () => setEditing(row) },
        mayDelete && { label: "删除", dangerous: true, onClick: () => setDeleting(row) },
      ]),
    [mayUpdate, mayDelete],
  );
  const isNew = editing === "new";
  const done = () =>
    notify({
      title: isNew ? "时间规则已新增" : "时间规则已保存",
      text: isNew ? undefined : "从下一通来电起生效。",
    });
  const form = isNew
    ? sending(timeRuleApi.add.body!, (values) => add({ body: values }).unwrap().then(done))
    : sending(timeRuleApi.update.body!, (values) => update({ body: values }).unwrap().then(done));
  return (
    <ResourceScreen
      label="时间规则"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的时间规则", hint: "时间规则决定接入号码在什么时间转到哪里。" }}
      query={<TextField name="name" label="规则名称" />}
      onAdd={may("timeRule.add") ? () => setEditing("new") : undefined}
      toolbar={
        may("timeRule.add") && (
          <Button size="xs" onClick={() => setEditing("new")}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <FormDrawer
        open={editing !== undefined}
        title={isNew ? "新增时间规则" : "编辑时间规则"}
        width="860px"
        {...form}
        values={isNew ? blankRule : { ...editing }}
        onClose={() => setEditing(undefined)}
      >
        <RuleEditor />
      </FormDrawer>
      <ConfirmDialog
        open={deleting !== undefined}
        title="删除时间规则"
        text={`确定删除时间规则“${deleting?.name ?? ""}”吗？`}
        confirm="删除"
        dangerous
        busy={isLoading}
        onClose={() => setDeleting(undefined)}
        onConfirm={() =>
          void remove({ body: { ids: [deleting!.id] } })
            .unwrap()
            .then(
              () => notifyDone("时间规则", "删除"),
              () => undefined,
            )
            .finally(() => setDeleting(undefined))
        }
      />
    </ResourceScreen>
  );
}
