import { Button, HStack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { ConfirmDialog, type Column } from "@liantai/ui";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { AnyObjectSchema } from "yup";
import { FormDrawer } from "../form/form-sheet.tsx";
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
  readonly columns: readonly Column<Row>[];
  /** yup object of the filters, what they begin with, and their fields. */
  readonly filterSchema: AnyObjectSchema;
  readonly defaults: () => Filters;
  readonly query: ReactNode;
  /** Body of the resource's add; update takes the same with the id. */
  readonly schema: AnyObjectSchema;
  /** What the fields begin with; undefined: a new one. */
  readonly values: (row: Row | undefined) => object;
  readonly fields: ReactNode | ((form: UseFormReturn<FieldValues>, row: Row | undefined) => ReactNode);
  readonly idOf: (row: Row) => string;
  /** How a row is called when one is asked whether to delete it. */
  readonly nameOf: (row: Row) => string;
  readonly may: { readonly add: boolean; readonly update: boolean; readonly delete: boolean };
  /** Goes into every body: compId, a type. */
  readonly extra?: object;
  /** Further buttons of a row, before 编辑. */
  readonly actions?: (row: Row) => ReactNode;
  readonly actionsWidth?: number;
  /** Further buttons over the table. */
  readonly toolbar?: ReactNode;
  readonly emptyHint?: string;
  readonly width?: string;
  readonly children?: ReactNode;
}

/** Calls a change of a resource and resolves when the server took it; throws its Failure. */
function useChange(hooks: unknown): (body: object) => Promise<unknown> {
  const [run] = (hooks as Change).useMutation();
  return (body) => run({ body }).unwrap();
}

/** The screen of a plain resource: list, query, form, deletion. A screen that is more is made of the same parts, not of flags here. */
export function CrudScreen<Row extends object, Filters extends object>(props: CrudScreenProps<Row, Filters>) {
  const {
    id,
    noun,
    queries,
    columns,
    filterSchema,
    defaults,
    query,
    schema,
    values,
    fields,
    idOf,
    nameOf,
    may,
    extra,
    actions,
    actionsWidth = 112,
    toolbar,
    emptyHint,
    width,
    children,
  } = props;
  const resource = useResourceList<Row, Filters>({
    id,
    endpoint: queries.list,
    filterSchema,
    defaults,
    ...(extra ? { extra } : {}),
  });
  const add = useChange(queries.add);
  const update = useChange(queries.update);
  const remove = useChange(queries.delete);
  const [form, setForm] = useState<{ readonly row: Row | undefined }>();
  // Rows that were chosen on other pages are known by their ids alone.
  const [leaving, setLeaving] = useState<Row | readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo<readonly Column<Row>[]>(
    () =>
      !actions && !may.update && !may.delete
        ? columns
        : [
            ...columns,
            {
              id: "actions",
              title: "操作",
              width: actionsWidth,
              value: () => null,
              actions: true,
              cell: (row) => (
                <HStack gap="1">
                  {actions?.(row)}
                  {may.update && (
                    <Button size="2xs" variant="ghost" onClick={() => setForm({ row })}>
                      编辑
                    </Button>
                  )}
                  {may.delete && (
                    <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setLeaving(row)}>
                      删除
                    </Button>
                  )}
                </HStack>
              ),
            },
          ],
    [columns, actions, actionsWidth, may.update, may.delete],
  );
  const one = Array.isArray(leaving) ? undefined : (leaving as Row | undefined);
  const ids = Array.isArray(leaving) ? (leaving as readonly string[]) : one ? [idOf(one)] : [];
  const confirmed = async () => {
    setBusy(true);
    try {
      await remove({ ...extra, ids });
      notifyDone(noun, "删除", one ? {} : { count: ids.length });
      setSelected(new Set());
    } catch {
      // Said by the shell.
    } finally {
      setBusy(false);
      setLeaving(undefined);
    }
  };
  return (
    <ResourceScreen
      label={noun}
      columns={shown}
      rowId={idOf}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      query={query}
      empty={{ title: `没有符合条件的${noun}`, ...(emptyHint ? { hint: emptyHint } : {}) }}
      onAdd={may.add ? () => setForm({ row: undefined }) : undefined}
      {...(may.delete ? { selection: { selected, onChange: setSelected } } : {})}
      toolbar={
        <>
          {may.add && (
            <Button size="xs" onClick={() => setForm({ row: undefined })}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          {may.delete && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="red"
              disabled={selected.size === 0}
              onClick={() => setLeaving([...selected])}
            >
              <Trash2 aria-hidden />
              删除
            </Button>
          )}
          {toolbar}
        </>
      }
    >
      <FormDrawer
        open={form !== undefined}
        title={`${form?.row ? "编辑" : "新增"}${noun}`}
        schema={schema}
        values={values(form?.row)}
        {...(width ? { width } : {})}
        onSubmit={async (body) => {
          await (form?.row ? update({ ...extra, ...body, id: idOf(form.row) }) : add({ ...extra, ...body }));
          notifyDone(noun, form?.row ? "保存" : "新增");
        }}
        onClose={() => setForm(undefined)}
      >
        {typeof fields === "function" ? (of) => fields(of, form?.row) : fields}
      </FormDrawer>
      <ConfirmDialog
        open={leaving !== undefined}
        title={`删除${noun}`}
        dangerous
        confirm="删除"
        busy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setLeaving(undefined)}
        text={
          one
            ? `确定要删除“${nameOf(one)}”吗？删除后不能恢复。`
            : `确定要删除选中的 ${ids.length} 项吗？删除后不能恢复。`
        }
      />
      {children}
    </ResourceScreen>
  );
}
