/** Saved views of a form's records: a strip of names with live counts over the list. */
import { Badge, Button, HStack } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { everyRole, recordViewApi } from "@liantai/api/contract/workorder";
import { FieldFrame, Ticks, usePolling, type Column } from "@liantai/ui";
import {
  formOf,
  MultiSelectField,
  SelectField,
  TextField,
  useActions,
  type Action,
  type Sort,
} from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { useController } from "react-hook-form";

const queries = queriesOf(recordViewApi);
type Views = ReplyOf<typeof recordViewApi.list>;
export type RecordView = Views["views"][number];
type Question = RecordView["question"];

const nothing: Views = { views: [], roles: [] };

/** The form's views, and how many records each has: asked together, again every 10 s while the screen is seen. */
export function useViews(formId: string | undefined) {
  const body = { body: { formId: formId ?? "" } };
  const { data = nothing } = queries.list.useQuery(body, { skip: formId === undefined });
  const { data: counts, refetch } = queries.counts.useQuery(body, { skip: data.views.length === 0 });
  const recount = () => void (data.views.length > 0 && refetch());
  usePolling(recount);
  const texts = useMemo(() => new Map(counts?.map(({ id, text }) => [id, text])), [counts]);
  return { ...data, recount, textOf: (id: string) => texts.get(id) ?? "" };
}

/** In one order of keys, whatever way it came. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What says nothing is left out, so that two questions that ask the same read the same. */
const plain = (question: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(
        ([name, value]) => name !== "formId" && value !== "" && !(Array.isArray(value) && value.length === 0),
      ),
    ),
    inOrder,
  );
const sameQuestion = (a: object, b: object): boolean => plain(a) === plain(b);

/** Which view is looked at: the one that was chosen while the list asks what it asks, or another that asks the same. */
export function useActiveView(views: readonly RecordView[], question: object) {
  const [chosen, choose] = useState<string>();
  const same = views.filter((view) => sameQuestion(view.question, question));
  return { active: same.find(({ id }) => id === chosen) ?? same[0], choose };
}

export const sortOf = ({ sortOrder }: Pick<RecordView, "sortOrder">): Sort | undefined =>
  sortOrder === "asc" || sortOrder === "desc" ? { by: "createTime", order: sortOrder } : undefined;

/** The view's columns in its order; the others wait in the column choice. */
export function columnsIn<Row>(view: RecordView | undefined, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (!view || view.columns.length === 0) return columns;
  const placed = view.columns.flatMap((id) => columns.filter((column) => column.id === id));
  const rest = columns.filter(({ id }) => !view.columns.includes(id));
  return [
    ...placed.map(({ optional: _, ...column }): Column<Row> => column),
    ...rest.map((column): Column<Row> => ({ ...column, optional: true })),
  ];
}

type Named = Pick<Column<unknown>, "id" | "title" | "optional">;

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

interface StripProps {
  readonly formId: string;
  readonly views: ReturnType<typeof useViews>;
  readonly active: RecordView | undefined;
  /** Of the list, all that there are. */
  readonly columns: readonly Named[];
  /** What the list is asked now. */
  readonly question: object;
  readonly sort: Sort | undefined;
  /** What a view may be sorted by; absent: the newest first, or the oldest. */
  readonly orders?: typeof ordersByUpdate;
  /** What the list without a view is called; absent: 全部. */
  readonly none?: string;
  /** undefined: the list without a view. */
  readonly onShow: (view: RecordView | undefined) => void;
}

/** Saving what is asked now, and what else is done to views. */
function useViewActions(props: StripProps): readonly Action[] {
  const { formId, views, active, columns: all, question, sort, orders = [newestFirst, oldestFirst] } = props;
  const [add] = queries.add.useMutation();
  const [update] = queries.update.useMutation();
  const [remove] = queries.delete.useMutation();
  const { formId: _, ...asked } = question as Question & { readonly formId?: string };
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
