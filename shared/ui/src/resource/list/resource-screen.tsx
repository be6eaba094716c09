import { Button, Flex, HStack, Text } from "@chakra-ui/react";
import { DataTable, Pager, QueryBar, type Column, type Selection } from "@liantai/ui";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { AnyObjectSchema, ObjectSchema } from "yup";
import type { Action } from "../action/action.ts";
import { ActionButtons } from "../action/buttons.tsx";
import { useActionColumn } from "../action/column.tsx";
import { useActions } from "../action/use-actions.tsx";
import { noRows } from "./no-rows.tsx";
import { Side } from "./side.tsx";
import type { ResourceList } from "./use-resource-list.ts";

interface ResourceScreenProps<Row, Filters extends object> {
  /** Names the list to screen readers, e.g. 坐席. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** how: how to make the first one, said after the hint to who may add. */
  readonly empty: string | { readonly title: string; readonly hint?: string; readonly how?: string };
  readonly resource: ResourceList<Row, Filters>;
  readonly filterSchema: AnyObjectSchema;
  readonly defaults: () => Filters;
  /** The fields of the query bar; without them there is none. */
  readonly query?: ReactNode;
  /** Buttons over the table; the one that adds is offered by an empty list too. */
  readonly actions?: readonly Action[];
  /** Buttons of a row. */
  readonly rowActions?: readonly Action<Row>[];
  /** px of the rows' buttons, where fewer stand in a row than there are. */
  readonly actionsWidth?: number;
  /** What else stands over the table, after the buttons. */
  readonly toolbar?: ReactNode;
  readonly selection?: Selection;
  /** Stands left of the list, e.g. a tree of groups. */
  readonly side?: ReactNode;
  /** Stands for 共 N 条, where the server counts no further than to a bound. */
  readonly counted?: ReactNode;
  /** Stands for the pager, where the server knows the next page and no page numbers. */
  readonly pager?: ReactNode;
  readonly sideWidth?: string;
  /** Dialogs and drawers of the screen. */
  readonly children?: ReactNode;
}

const none: readonly never[] = [];

function Chosen({ selection }: { readonly selection: Selection }) {
  const { selected, onChange } = selection;
  if (selected.size === 0) return null;
  return (
    <HStack gap="1" color="fg.muted" aria-live="polite">
      <Text whiteSpace="nowrap">已选 {selected.size} 项</Text>
      <Button size="2xs" variant="ghost" onClick={() => onChange(new Set())}>
        清空
      </Button>
    </HStack>
  );
}

/** Query bar, table and pager of a list, with all of its states. */
export function ResourceScreen<Row extends object, Filters extends object>({
  label,
  columns,
  rowId,
  empty,
  resource,
  filterSchema,
  defaults,
  query,
  actions = none,
  rowActions = none,
  actionsWidth,
  toolbar,
  selection,
  side,
  counted,
  pager,
  sideWidth = "220px",
  children,
}: ResourceScreenProps<Row, Filters>) {
  const { id, filters, list, total, pageNo, pageSize, sort, onSort, onQuery, onPage, onPageSize } = resource;
  const bar = useActions(actions);
  const shown = useActionColumn(columns, rowActions, actionsWidth);
  const adding = actions.find((action) => action.adds && action.may !== false);
  const main = (
    <Flex direction="column" gap="2" flex="1" minW="0" minH="0">
      {query !== undefined && (
        <QueryBar
          schema={filterSchema as ObjectSchema<FieldValues>}
          values={filters}
          defaults={defaults}
          onQuery={(values) => onQuery(values as Filters)}
          busy={list.fetching}
        >
          {query}
        </QueryBar>
      )}
      <DataTable
        id={id}
        label={label}
        columns={shown.columns}
        rowId={rowId}
        list={list}
        empty={noRows({
          label,
          empty: typeof empty === "string" ? { title: empty } : empty,
          filters,
          defaults: defaults(),
          part: side !== undefined,
          onClear: () => onQuery(defaults()),
          adding: adding && { label: adding.label, press: () => void bar.press(adding.label) },
        })}
        sort={sort}
        onSort={onSort}
        selection={selection}
        toolbar={
          <HStack gap="2" py="1" wrap="wrap">
            <ActionButtons actions={actions} row={undefined} press={bar.press} />
            {toolbar}
            {selection && <Chosen selection={selection} />}
          </HStack>
        }
      />
      {pager ?? (
        <Pager
          total={total}
          counted={counted}
          pageNo={pageNo}
          pageSize={pageSize}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      )}
    </Flex>
  );
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      {side !== undefined && (
        <Side id={id} label={label} width={sideWidth}>
          {side}
        </Side>
      )}
      {main}
      {bar.opened}
      {shown.opened}
      {children}
    </Flex>
  );
}
