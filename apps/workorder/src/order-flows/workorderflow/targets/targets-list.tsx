import { Outcome, ResourceScreen, SelectField, useResourceList, type Action } from "@liantai/ui/resource";
import { useMayPress } from "@liantai/api/client";
import { serviceTargetApi, targetKinds } from "@liantai/api/contract/work-orders";
import { StatusBadge, type Column } from "@liantai/ui";
import type { Pairs } from "@liantai/ui/board";
import { useMemo } from "react";
import { useOrderForms, useSurroundings } from "../../parts/surroundings.ts";
import { minutesText } from "../../parts/words.ts";
import { targets } from "../../queries.ts";
import { RecomputedDialog } from "./changes.tsx";
import { TargetSheet } from "./target-sheet.tsx";
import { freshTarget, typedOf, type ListedTarget } from "./typed.ts";

const filterSchema = serviceTargetApi.list.body!.pick(["formId"]);
const defaults = () => ({ formId: "" });
const nameIn = (pairs: Pairs, id: string, none: string): string =>
  id === "" ? none : (pairs.find(([one]) => one === id)?.[1] ?? "已删除");

const columnsOf = (forms: Pairs, timeRules: Pairs): readonly Column<ListedTarget>[] => [
  { id: "name", title: "目标名称", width: 170, value: (row) => row.name, sortBy: "name" },
  { id: "formId", title: "工单表单", width: 130, value: (row) => nameIn(forms, row.formId, "") },
  { id: "kind", title: "类型", width: 90, value: (row) => targetKinds[row.kind] },
  { id: "minutes", title: "时长", width: 110, value: (row) => minutesText(row.minutes) },
  {
    id: "warnMinutes",
    title: "提前提醒",
    width: 100,
    value: (row) => (row.warnMinutes === 0 ? "不提醒" : minutesText(row.warnMinutes)),
  },
  { id: "timeRuleId", title: "时间规则", width: 120, value: (row) => nameIn(timeRules, row.timeRuleId, "自然时间") },
  {
    id: "enabled",
    title: "状态",
    width: 70,
    value: (row) => (row.enabled === 1 ? "启用" : "停用"),
    cell: (row) => (
      <StatusBadge tone={row.enabled === 1 ? "ready" : "offline"}>{row.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "updateTime", title: "修改时间", width: 156, value: (row) => row.updateTime, sortBy: "updateTime" },
];

function useTargetActions() {
  const may = useMayPress("/workorderflow")("serviceTarget.save");
  const [remove] = targets.delete.useMutation();
  const [recompute] = targets.recompute.useMutation();
  const rows: readonly Action<ListedTarget>[] = [
    {
      label: "编辑",
      may,
      sheet: (row, close) => <TargetSheet id={row.id} kept={typedOf(row)} onClose={close} />,
    },
    {
      label: "重算",
      may,
      confirm: ({ name }) => ({
        title: "重算服务目标",
        text: `按“${name}”所在表单现在的全部服务目标，从历史记录重新计算未办结的工单。确定要重算吗？`,
      }),
      run: async ({ formId }) => {
        const counted = await recompute({ body: { formId } }).unwrap();
        return new Outcome({ show: (close) => <RecomputedDialog {...counted} onClose={close} /> });
      },
    },
    {
      label: "删除",
      may,
      danger: true,
      confirm: ({ name }) => ({
        title: "删除服务目标",
        text: `确定要删除“${name}”吗？工单上正在计时的该目标立即停止，已写入历史的超时记录保留。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["服务目标", "删除"],
    },
  ];
  const bar = (formId: string): readonly Action[] => [
    {
      label: "新增",
      may,
      adds: true,
      sheet: (_, close) => <TargetSheet kept={freshTarget(formId)} onClose={close} />,
    },
  ];
  return { rows, bar };
}

/** 服务目标: by form of orders. */
export function TargetsList() {
  const forms = useOrderForms();
  const { timeRules } = useSurroundings("");
  const columns = useMemo(() => columnsOf(forms, timeRules), [forms, timeRules]);
  const { rows, bar } = useTargetActions();
  const resource = useResourceList<ListedTarget, ReturnType<typeof defaults>>({
    id: "serviceTargets",
    endpoint: targets.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="服务目标"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar(forms.length === 1 ? forms[0]![0] : "")}
      rowActions={rows}
      actionsWidth={150}
      empty={{
        title: "还没有服务目标",
        hint: "服务目标约定工单多久内响应、多久内解决；超时会提醒处理人和班长。",
        how: "点击“新增”设置。",
      }}
      query={
        <SelectField
          name="formId"
          label="工单表单"
          options={forms.map(([value, label]) => ({ value, label }))}
          width="140px"
        />
      }
    />
  );
}
