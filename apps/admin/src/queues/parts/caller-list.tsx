/** Lists of callers who are out of the queue: asked for by number and state, and kept up with. */
import { SelectField, TextField, type Column, type Option } from "@liantai/ui";
import { ResourceScreen, useResourceList, type Action, type ListSource } from "@liantai/ui/resource";
import type { AnyObjectSchema } from "yup";
import { useLive } from "./live.ts";

interface CallerListProps<Row extends object, Filters extends object> {
  readonly id: string;
  readonly label: string;
  readonly endpoint: ListSource<Row>;
  readonly filterSchema: AnyObjectSchema;
  readonly defaults: () => Filters;
  /** What the number is called. */
  readonly number: string;
  readonly states: readonly Option[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly actions: readonly Action<Row>[];
  readonly empty: { readonly title: string; readonly hint: string };
}

export function CallerList<Row extends object, Filters extends object>({
  id,
  label,
  endpoint,
  filterSchema,
  defaults,
  number,
  states,
  columns,
  rowId,
  actions,
  empty,
}: CallerListProps<Row, Filters>) {
  const resource = useResourceList<Row, Filters>({ id, endpoint, filterSchema, defaults });
  useLive(resource.refetch);
  return (
    <ResourceScreen
      label={label}
      columns={columns}
      rowActions={actions}
      rowId={rowId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={empty}
      query={
        <>
          <TextField name="number" label={number} width="132px" inputMode="numeric" />
          <SelectField name="state" label="状态" options={states} width="110px" />
        </>
      }
    />
  );
}
