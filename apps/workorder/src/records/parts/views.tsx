/** Saved views of a form's records: a strip of names with live counts over the list. */
import { Badge, Button, HStack } from "@chakra-ui/react";
import { everyRole, recordViewApi } from "@liantai/api/contract/workorder";
import { FieldFrame, Ticks } from "@liantai/ui";
import {
  formOf,
  MultiSelectField,
  SelectField,
  TextField,
  useActions,
  type Action,
  type Sort,
} from "@liantai/ui/resource";
import { useController } from "react-hook-form";
import { viewQueries as queries, type Named, type RecordView, type Shown, type ViewQuestion } from "./shown-view.ts";

function ColumnsField({ columns }: { readonly columns: readonly Named[] }) {
  const { field } = useController({ name: "columns" });
  return (
    <FieldFrame label="显示的列（按勾选的先后排列）" required={false} error={undefined} group>
      <Ticks
        label="显示的列"
        all={columns.map(({ id, title }) => [id, title] as const)}
        chosen={(field.value as readonly string[] | undefined) ?? []}
        onChange={field.onChange}
      />
    </FieldFrame>
  );
}

const oldestFirst = { value: "asc", label: "最早创建的在前" };
const newestFirst = { value: "", label: "最新创建的在前" };
/** Where the list's own order is another. */
export const ordersByUpdate = [
  { value: "", label: "最近更新的在前" },
  { value: "desc", label: "最新创建的在前" },
  oldestFirst,
];

const sortKept = (sort: Sort | undefined, orders: typeof ordersByUpdate): string =>
  sort?.by === "createTime" && orders.some(({ value }) => value === sort.order) ? sort.order : "";

const viewSchema = recordViewApi.add.body!.pick(["name", "columns", "sortOrder", "roleIds"]);

interface StripProps extends Shown {
  readonly formId: string;
  /** What a view may be sorted by; absent: the newest first, or the oldest. */
  readonly orders?: typeof ordersByUpdate;
  /** What the list without a view is called; absent: 全部. */
  readonly none?: string;
}

/** Saving what is asked now, and what else is done to views. */
function useViewActions(props: StripProps): readonly Action[] {
  const { formId, views, active, columns: all, question, sort, orders = [newestFirst, oldestFirst] } = props;
  const [add] = queries.add.useMutation();
  const [update] = queries.update.useMutation();
  const [remove] = queries.delete.useMutation();
  const { formId: _, ...asked } = question as ViewQuestion & { readonly formId?: string };
  const roles = [
    { value: everyRole, label: "全部角色" },
    ...views.roles.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const fields = (
    <>
      <TextField name="name" label="视图名称" />
      <SelectField name="sortOrder" label="排序" options={orders} />
      <ColumnsField columns={all} />
      {views.roles.length > 0 && (
        <MultiSelectField name="roleIds" label="共享给（不选则只有自己可见）" options={roles} height="120px" />
      )}
    </>
  );
  const shown = all.filter(({ optional }) => !optional).map(({ id }) => id);
  return [
    {
      label: "存为视图",
      form: () =>
        formOf({
          ...{ title: "存为视图", schema: viewSchema, fields, small: true },
          values: { name: "", columns: shown, sortOrder: sortKept(sort, orders), roleIds: [] },
          send: (values) => add({ body: { formId, question: asked, ...values } }).unwrap(),
        }),
      done: ["视图", "新增"],
    },
    {
      label: "编辑视图",
      may: active?.mayChange === true,
      form: () =>
        formOf({
          ...{ title: "编辑视图", schema: viewSchema, fields, small: true },
          values: { ...active!, columns: active!.columns.length > 0 ? active!.columns : shown },
          send: (values) => update({ body: { id: active!.id, question: asked, ...values } }).unwrap(),
        }),
      done: ["视图", "保存"],
    },
    {
      label: "删除视图",
      may: active?.mayChange === true,
      danger: true,
      confirm: () => ({ title: "删除视图", text: `确定要删除视图“${active?.name ?? ""}”吗？数据不受影响。` }),
      run: () => remove({ body: { ids: [active!.id] } }),
      done: ["视图", "删除"],
    },
  ];
}

export function ViewStrip(props: StripProps) {
  const { views, active, onShow, none = "全部" } = props;
  const actions = useViewActions(props);
  const bar = useActions(actions);
  const tab = (view: RecordView | undefined) => (
    <Button
      key={view?.id ?? ""}
      size="xs"
      variant={view?.id === active?.id ? "subtle" : "ghost"}
      colorPalette={view?.id === active?.id ? "accent" : "gray"}
      aria-pressed={view?.id === active?.id}
      onClick={() => onShow(view)}
    >
      {view?.name ?? none}
      {view && (
        <Badge size="xs" variant="plain" fontVariantNumeric="tabular-nums">
          {views.textOf(view.id)}
        </Badge>
      )}
    </Button>
  );
  return (
    <HStack gap="1" px="3" pt="2" wrap="wrap" role="group" aria-label="视图">
      {views.views.length > 0 && [tab(undefined), ...views.views.map(tab)]}
      {actions
        .filter(({ may }) => may !== false)
        .map(({ label }) => (
          <Button key={label} size="xs" variant="ghost" colorPalette="gray" onClick={() => void bar.press(label)}>
            {label}
          </Button>
        ))}
      {bar.opened}
    </HStack>
  );
}
