import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { useTable, type SortingState } from "@tanstack/react-table";
import { RotateCw } from "lucide-react";
import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { EmptyState, FailureState, LoadingState } from "../states/states.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { features, recallLayout, rememberLayout, toColumnDefs, type Column, type Sort } from "./columns.ts";
import { DensityMenu, useDensity } from "./density.tsx";
import { HeadCell, type HeadSorting } from "./head-cell.tsx";
import { Rows } from "./rows.tsx";
import { PageCheck, selectionWidth, toggled, type Selection } from "./selection.tsx";

/** A list as its query has it. `rows` stay while others are fetched. */
export interface ListView<T> {
  readonly rows: readonly T[] | undefined;
  readonly fetching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What stands in a list without rows. */
export interface Empty {
  readonly title: string;
  readonly hint?: string;
  /** The way on: a button. */
  readonly action?: ReactNode;
}

interface DataTableProps<T> {
  /** Under this name the person's layout is kept. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly list: ListView<T>;
  readonly empty: Empty;
  /** Stands left of the column choice. */
  readonly toolbar?: ReactNode;
  /** How the server has sorted the rows. */
  readonly sort?: Sort | undefined;
  /** Given: the server sorts, by the columns that have `sortBy`. Else `list` is the whole list and is sorted here, by every column. */
  readonly onSort?: (sort: Sort | undefined) => void;
  /** Given: a column of checkboxes comes first. */
  readonly selection?: Selection | undefined;
}

/** Three presses: up, down, as it was. */
const nextOrder = { asc: "desc", desc: undefined } as const;

const Grid = chakra("table", {
  base: {
    tableLayout: "fixed",
    borderCollapse: "separate",
    borderSpacing: "0",
    minW: "full",
    fontVariantNumeric: "tabular-nums",
    "& th": {
      position: "sticky",
      top: "0",
      zIndex: "1",
      bg: "bg.muted",
      fontWeight: "medium",
      color: "fg.muted",
      textAlign: "start",
      borderBottomWidth: "1px",
      borderColor: "border",
      p: "0",
      h: "33px",
    },
    "& td": { px: "2", h: "var(--row-height)", borderBottomWidth: "1px", borderColor: "border.muted", truncate: true },
    "& tbody tr:hover td": { bg: "bg.subtle" },
    "& tbody tr[data-chosen] td": { bg: "accent.subtle" },
    "& [data-check]": { p: "0", textAlign: "center" },
    "& [data-align=end]": { textAlign: "end" },
    // Buttons stay in sight however far the list is scrolled sideways; their cell clips, so a ring of focus is within its button.
    "& [data-actions]": { position: "sticky", right: "0", borderStartWidth: "1px" },
    "& td[data-actions]": { bg: "bg", px: "1", "--focus-ring-offset": "-2px" },
    "& th[data-actions]": { zIndex: "2" },
    "& tr[data-pad] td": { p: "0", border: "none" },
  },
});

const noRows: readonly never[] = [];
const unsorted: SortingState = [];

/** Which columns there are, how wide, how sorted: remembered for the person, and as the table's own model. */
function useTableModel<T extends object>({ id, columns, rowId, list, onSort }: DataTableProps<T>) {
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const [layout, setLayout] = useState(() => recallLayout(id, columns));
  const [saved, setSaved] = useState(layout);
  // Other columns are shown as a rule now, or another list is: the layout is that one's.
  const usual = `${id} ${columns.map(({ id: one, optional }) => (optional ? "" : one)).join()}`;
  const [known, setKnown] = useState(usual);
  if (known !== usual) {
    const next = recallLayout(id, columns);
    setKnown(usual);
    setLayout(next);
    setSaved(next);
  }
  useEffect(() => {
    if (layout === saved) return;
    rememberLayout(id, layout);
    setSaved(layout);
  }, [id, layout, saved]);
  const table = useTable({
    features,
    columns: defs,
    data: list.rows ?? noRows,
    getRowId: rowId,
    columnResizeMode: "onChange",
    state: {
      sorting: onSort ? unsorted : (layout.sorting ?? unsorted),
      columnVisibility: layout.shown,
      columnSizing: layout.widths,
    },
    // A whole list is sorted after the frame that answers the press.
    onSortingChange: (next) =>
      startTransition(() =>
        setLayout((l) => ({ ...l, sorting: typeof next === "function" ? next(l.sorting ?? unsorted) : next })),
      ),
    onColumnVisibilityChange: (next) =>
      setLayout((l) => ({ ...l, shown: typeof next === "function" ? next(l.shown) : next })),
    onColumnSizingChange: (next) =>
      setLayout((l) => ({ ...l, widths: typeof next === "function" ? next(l.widths) : next })),
  });
  const resize = (column: string, width: number) =>
    setLayout((l) => ({ ...l, widths: { ...l.widths, [column]: Math.min(800, Math.max(48, width)) } }));
  return { table, layout, resize };
}

type LeafColumn<T extends object> = ReturnType<
  ReturnType<typeof useTableModel<T>>["table"]["getVisibleLeafColumns"]
>[number];

/** How a column's head sorts: the whole list here, or the server by the columns that have a key for it. */
function sortingOf<T extends object>(
  column: LeafColumn<T>,
  by: string | undefined,
  { sort, onSort }: Pick<DataTableProps<T>, "sort" | "onSort">,
): HeadSorting | undefined {
  const hint = `按${column.columnDef.header}排序`;
  if (!onSort)
    return column.getCanSort()
      ? { now: column.getIsSorted(), press: column.getToggleSortingHandler(), hint }
      : undefined;
  if (by === undefined) return undefined;
  const now = sort?.by === by ? sort.order : undefined;
  const next = now ? nextOrder[now] : "asc";
  return { now: now ?? false, press: () => onSort(next && { by, order: next }), hint };
}

/** Chooses rows by the newest selection, and stays the same: a row is drawn anew for its own choice only. */
function useChoose(selection: Selection | undefined) {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  return useCallback(
    (row: string, on: boolean) => latest.current?.onChange(toggled(latest.current.selected, [row], on)),
    [],
  );
}

interface ToolsProps<T extends object> extends Pick<DataTableProps<T>, "columns" | "list" | "toolbar"> {
  readonly shown: Readonly<Record<string, boolean>>;
  readonly onShow: (column: string, shown: boolean) => void;
}

/** The line over the table. */
function Tools<T extends object>({ columns, list, toolbar, shown, onShow }: ToolsProps<T>) {
  return (
    <>
      <Flex align="center" gap="2" px="2" minH="34px" borderBottomWidth="1px">
        <Box flex="1">{toolbar}</Box>
        <Button variant="ghost" size="xs" colorPalette="gray" onClick={list.retry}>
          <RotateCw aria-hidden />
          刷新
        </Button>
        <DensityMenu />
        <ColumnsMenu
          columns={columns
            .filter((c) => !c.actions)
            .map((c) => ({ id: c.id, title: c.title, shown: shown[c.id] !== false }))}
          onChange={onShow}
        />
      </Flex>
      <Box
        h="2px"
        flex="none"
        {...(list.fetching
          ? { role: "progressbar", "aria-label": "正在加载", bg: "accent.solid", animation: "pulse" }
          : {})}
      />
    </>
  );
}

/** A page of records: columns chosen and widened by the person and remembered, every state drawn. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, columns, list, empty, toolbar, selection } = props;
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const { rowHeight } = useDensity();
  const { table, layout, resize } = useTableModel(props);
  const byId = useMemo(() => new Map(columns.map((c) => [c.id, c])), [columns]);
  const { rows } = table.getRowModel();
  const visible = table.getVisibleLeafColumns();
  const visibleIds = visible.map((c) => c.id).join();
  const shown = useMemo(() => visibleIds.split(",").flatMap((id) => byId.get(id) ?? []), [visibleIds, byId]);
  const choose = useChoose(selection);
  const broken = list.error !== undefined && !list.rows;
  return (
    <Flex direction="column" flex="1" minH="0" bg="bg" borderWidth="1px" borderRadius="md" overflow="hidden">
      <Tools
        columns={columns}
        list={list}
        toolbar={toolbar}
        shown={layout.shown}
        onShow={(column, on) => table.getColumn(column)?.toggleVisibility(on)}
      />
      <Box
        ref={setScroll}
        flex="1"
        minH="0"
        overflow="auto"
        tabIndex={0}
        role="region"
        aria-label={label}
        focusVisibleRing="inside"
      >
        <Grid
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-busy={list.fetching}
          style={
            {
              width: table.getTotalSize() + (selection ? selectionWidth : 0),
              "--row-height": `${rowHeight}px`,
            } as CSSProperties
          }
        >
          <colgroup>
            {selection && <col style={{ width: selectionWidth }} />}
            {visible.map((column) => (
              <col key={column.id} style={{ width: column.getSize() }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th scope="col" data-check>
                  <PageCheck ids={rows.map((r) => r.id)} selection={selection} />
                </th>
              )}
              {table.getHeaderGroups()[0]?.headers.map((header) => {
                const column = byId.get(header.column.id);
                return (
                  <HeadCell
                    key={header.id}
                    header={header}
                    sorting={sortingOf(header.column, column?.sortBy, props)}
                    actions={column?.actions}
                    align={column?.align}
                    hint={column?.hint}
                    resize={(width) => resize(header.column.id, width)}
                  />
                );
              })}
            </tr>
          </thead>
          {!broken && rows.length > 0 && scroll && (
            <Rows
              rows={rows}
              columns={shown}
              scroll={scroll}
              selection={selection}
              choose={choose}
              rowHeight={rowHeight}
            />
          )}
        </Grid>
        {broken && <FailureState error={list.error} onRetry={list.retry} />}
        {!broken && !list.rows && <LoadingState />}
        {!broken && list.rows?.length === 0 && (
          <EmptyState title={empty.title} hint={empty.hint}>
            {empty.action}
          </EmptyState>
        )}
      </Box>
    </Flex>
  );
}
