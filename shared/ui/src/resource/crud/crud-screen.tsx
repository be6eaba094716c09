import type { Column } from "@liantai/ui";
import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { AnyObjectSchema } from "yup";
import type { Action } from "../action/action.ts";
import { ResourceScreen } from "../list/resource-screen.tsx";
import { useResourceList, type ListSource } from "../list/use-resource-list.ts";

interface Change {
  readonly useMutation: () => readonly [
    (arg: { readonly body: object }) => { readonly unwrap: () => Promise<unknown> },
    ...unknown[],
  ];
}

interface CrudScreenProps<Row extends object, Filters extends object> {
  /** Under this name page size and layout are kept. */
  readonly id: string;
  /** One of it, as people call it: 中继节点. Titles are 新增中继节点 and so on. */
  readonly noun: string;
  /** queriesOf() of the resource. */
  readonly queries: {
    readonly list: ListSource<Row>;
    readonly add: unknown;
    readonly update: unknown;
    readonly delete: unknown;
  };
  /** Goes into every body: compId, a type. */
  readonly extra?: object;
  readonly may: { readonly add: boolean; readonly update: boolean; readonly delete: boolean };
  readonly list: {
    readonly columns: readonly Column<Row>[];
    readonly idOf: (row: Row) => string;
    /** How a row is called when one is asked whether to delete it. */
    readonly nameOf: (row: Row) => string;
    /** Said in an empty list. */
    readonly hint?: string;
    /** Said after it to who may add. */
    readonly how?: string;
    /** What follows when one is deleted; default: 删除后不能恢复。 */
    readonly deletion?: string;
    /** Further buttons of a row, before 编辑. */
    readonly actions?: readonly Action<Row>[];
    readonly actionsWidth?: number;
  };
  readonly filters: {
    readonly schema: AnyObjectSchema;
    readonly defaults: () => Filters;
    readonly fields: ReactNode;
  };
  readonly form: {
    /** Body of the resource's add; update takes the same with the id. */
    readonly schema: AnyObjectSchema;
    /** What the fields begin with; undefined: a new one. */
    readonly values: (row: Row | undefined) => object;
    readonly fields: ReactNode | ((form: UseFormReturn<FieldValues>, row: Row | undefined) => ReactNode);
    readonly width?: string;
    /** Said when a change was saved: 从下一通来电起生效。 */
    readonly note?: string;
  };
  /** Further buttons over the table. */
  readonly actions?: readonly Action[];
  /** What else stands there. */
  readonly toolbar?: ReactNode;
}

/** Calls a change of a resource and resolves when the server took it; throws its Failure. */
function useChange(hooks: unknown): (body: object) => Promise<unknown> {
  const [run] = (hooks as Change).useMutation();
  return (body) => run({ body }).unwrap();
}

const none: readonly never[] = [];

/** New, changed and deleted: the actions of every plain resource. */
function useCrudActions<Row extends object, Filters extends object>(
  { noun, queries, extra, may, list, form }: CrudScreenProps<Row, Filters>,
  selected: ReadonlySet<string>,
  clear: () => void,
) {
  const add = useChange(queries.add);
  const update = useChange(queries.update);
  const remove = useChange(queries.delete);
  const { deletion = "删除后不能恢复。", idOf, nameOf } = list;
  const sheet = (row: Row | undefined) => ({
    title: `${row ? "编辑" : "新增"}${noun}`,
    schema: form.schema,
    values: form.values(row),
    width: form.width,
    fields:
      typeof form.fields === "function"
        ? (of: UseFormReturn<FieldValues>) =>
            (form.fields as Extract<typeof form.fields, (...args: never) => unknown>)(of, row)
        : form.fields,
    send: (body: object) => (row ? update({ ...extra, ...body, id: idOf(row) }) : add({ ...extra, ...body })),
  });
  const removing = (ids: readonly string[]) => remove({ ...extra, ids }).then(clear);
  const rows: readonly Action<Row>[] = [
    ...(list.actions ?? none),
    {
      label: "编辑",
      may: may.update,
      form: sheet,
      done: [noun, "保存", form.note ? { note: form.note } : {}],
    },
    {
      label: "删除",
      may: may.delete,
      danger: true,
      confirm: (row) => ({ title: `删除${noun}`, text: `确定要删除“${nameOf(row)}”吗？${deletion}` }),
      run: (row) => removing([idOf(row)]),
      done: [noun, "删除"],
    },
  ];
  const count = selected.size;
  const bar: readonly Action[] = [
    { label: "新增", may: may.add, adds: true, form: () => sheet(undefined), done: [noun, "新增"] },
    {
      // Rows that were chosen on other pages are known by their ids alone.
      label: "删除",
      may: may.delete,
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: `删除${noun}`, text: `确定要删除选中的 ${count} 项吗？${deletion}` }),
      run: () => removing([...selected]),
      done: [noun, "删除", { count }],
    },
  ];
  return { rows, bar };
}

/** The screen of a plain resource: list, query, form, deletion. A screen that is more is made of the same parts, not of flags here. */
export function CrudScreen<Row extends object, Filters extends object>(props: CrudScreenProps<Row, Filters>) {
  const { id, noun, queries, extra, may, list, filters, actions = none, toolbar } = props;
  const resource = useResourceList<Row, Filters>({
    id,
    endpoint: queries.list,
    filterSchema: filters.schema,
    defaults: filters.defaults,
    ...(extra ? { extra } : {}),
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows, bar } = useCrudActions(props, selected, () => setSelected(new Set()));
  return (
    <ResourceScreen
      label={noun}
      columns={list.columns}
      rowId={list.idOf}
      resource={resource}
      filterSchema={filters.schema}
      defaults={filters.defaults}
      query={filters.fields}
      empty={{
        title: `没有符合条件的${noun}`,
        ...(list.hint ? { hint: list.hint } : {}),
        ...(list.how ? { how: list.how } : {}),
      }}
      {...(may.delete ? { selection: { selected, onChange: setSelected } } : {})}
      actions={[...bar, ...actions]}
      rowActions={rows}
      {...(list.actionsWidth ? { actionsWidth: list.actionsWidth } : {})}
      toolbar={toolbar}
    />
  );
}
