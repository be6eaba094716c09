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
import { useMemo } from "react";
import { useController } from "react-hook-form";
import type { RecordRow } from "./queries.ts";

const queries = queriesOf(recordViewApi);
type Views = ReplyOf<typeof recordViewApi.list>;
export type RecordView = Views["views"][number];
type Question = RecordView["question"];

const nothing: Views = { views: [], roles: [] };

/** The form's views, and how many records each has: asked together, again every 10 s while the screen is seen. */
export function useViews(formId: string) {
  const body = { body: { formId } };
  const { data = nothing } = queries.list.useQuery(body);
  const { data: counts, refetch } = queries.counts.useQuery(body, { skip: data.views.length === 0 });
  usePolling(() => void (data.views.length > 0 && refetch()));
  const texts = useMemo(() => new Map(counts?.map(({ id, text }) => [id, text])), [counts]);
  return { ...data, textOf: (id: string) => texts.get(id) ?? "" };
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
export const sameQuestion = (a: object, b: object): boolean => plain(a) === plain(b);

export const sortOf = ({ sortOrder }: Pick<RecordView, "sortOrder">): Sort | undefined =>
  sortOrder === "asc" || sortOrder === "desc" ? { by: "createTime", order: sortOrder } : undefined;

/** The view's columns in its order; the others wait in the column choice. */
export function columnsIn(view: RecordView | undefined, columns: readonly Column<RecordRow>[]) {
  if (!view || view.columns.length === 0) return columns;
  const placed = view.columns.flatMap((id) => columns.filter((column) => column.id === id));
  const rest = columns.filter(({ id }) => !view.columns.includes(id));
  return [
    ...placed.map(({ optional: _, ...column }): Column<RecordRow> => column),
    ...rest.map((column): Column<RecordRow> => ({ ...column, optional: true })),
  ];
}

function ColumnsField({ columns }: { readonly columns: readonly Column<RecordRow>[] }) {
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

const orders = [
  { value: "", label: "最新创建的在前" },
  { value: "asc", label: "最早创建的在前" },
];

const viewSchema = recordViewApi.add.body!.pick(["name", "columns", "sortOrder", "roleIds"]);

interface StripProps {
  readonly formId: string;
  readonly views: ReturnType<typeof useViews>;
  readonly active: RecordView | undefined;
  /** Of the list, all that there are. */
  readonly columns: readonly Column<RecordRow>[];
  /** What the list is asked now. */
  readonly question: object;
  readonly sort: Sort | undefined;
  /** undefined: the list without a view. */
  readonly onShow: (view: RecordView | undefined) => void;
}

/** Saving what is asked now, and what else is done to views. */
function useViewActions({ formId, views, active, columns: all, question, sort }: StripProps): readonly Action[] {
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
          values: { name: "", columns: shown, sortOrder: sort?.order === "asc" ? "asc" : "", roleIds: [] },
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
      done: ["视图", "编辑"],
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
  const { views, active, onShow } = props;
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
      {view?.name ?? "全部"}
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
