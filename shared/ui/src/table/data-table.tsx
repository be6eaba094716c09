import { Box, chakra, Flex } from '@chakra-ui/react';
import { useTable, type Row, type SortingState } from '@tanstack/react-table';
import { observeElementRect, useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { features, recallLayout, rememberLayout, toColumnDefs, type Column, type Features } from './columns.ts';
import { HeadCell } from './head-cell.tsx';

/** A list as its query has it. `rows` stay while others are fetched. */
export interface ListView<T> {
  readonly rows: readonly T[] | undefined;
  readonly fetching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

interface DataTableProps<T> {
  /** Under this name the person's layout is kept. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly list: ListView<T>;
  readonly empty: { readonly title: string; readonly hint?: string };
  /** Stands left of the column choice. */
  readonly toolbar?: ReactNode;
}

const rowHeight = 33;
/** Longer pages draw only what is in sight. */
const virtualFrom = 60;

const Grid = chakra('table', {
  base: {
    tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: '0', minW: 'full', fontVariantNumeric: 'tabular-nums',
    '& th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.muted', fontWeight: 'medium', color: 'fg.muted', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border', p: '0', h: '33px' },
    '& td': { px: '2', h: `${rowHeight}px`, borderBottomWidth: '1px', borderColor: 'border.muted', truncate: true },
    '& tbody tr:hover td': { bg: 'bg.subtle' },
    '& td[data-align=end]': { textAlign: 'end' },
    // Buttons stay in sight however far the list is scrolled sideways.
    '& [data-actions]': { position: 'sticky', right: '0', borderStartWidth: '1px' },
    '& td[data-actions]': { bg: 'bg' },
    '& th[data-actions]': { zIndex: '2' },
    '& tr[data-pad] td': { p: '0', border: 'none' },
  },
});

const shownValue = (value: string | number | null): ReactNode => (value === null || value === '' ? '—' : value);

/** A hidden tab has no height: its rows stay as they were, or coming back would show none for a frame. */
const observeShown = (instance: Virtualizer<HTMLElement, Element>, tell: (rect: Rect) => void) => observeElementRect(instance, (rect) => rect.height > 0 && tell(rect));

function Rows<T extends object>({ rows, columns, scroll }: { readonly rows: readonly Row<Features, T>[]; readonly columns: ReadonlyMap<string, Column<T>>; readonly scroll: HTMLElement }) {
  const virtual = rows.length >= virtualFrom;
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => scroll, observeElementRect: observeShown, estimateSize: () => rowHeight, overscan: 12, enabled: virtual });
  const seen = virtualizer.getVirtualItems();
  const [first, last] = virtual ? [seen[0]?.index ?? 0, (seen.at(-1)?.index ?? -1) + 1] : [0, rows.length];
  const pad = (count: number) => count > 0 && <tr data-pad aria-hidden><td style={{ height: count * rowHeight }} /></tr>;
  return (
    <tbody>
      {pad(first)}
      {rows.slice(first, last).map((row) => (
        <tr key={row.id} aria-rowindex={row.index + 2}>
          {row.getVisibleCells().map((cell) => {
            const column = columns.get(cell.column.id)!;
            const value = column.value(row.original);
            return <td key={cell.id} data-align={column.align} data-actions={column.actions} title={!column.cell && value !== null ? String(value) : undefined}>{column.cell ? column.cell(row.original) : shownValue(value)}</td>;
          })}
        </tr>
      ))}
      {pad(rows.length - last)}
    </tbody>
  );
}

const noRows: readonly never[] = [];

/** A page of records: sorted on the page, columns chosen and widened by the person and remembered, every state drawn. */
export function DataTable<T extends object>({ id, label, columns, rowId, list, empty, toolbar }: DataTableProps<T>) {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const byId = useMemo(() => new Map(columns.map((c) => [c.id, c])), [columns]);
  const [layout, setLayout] = useState(() => recallLayout(id, columns));
  const [sorting, setSorting] = useState<SortingState>([]);
  const [saved, setSaved] = useState(layout);
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
    columnResizeMode: 'onChange',
    state: { sorting, columnVisibility: layout.shown, columnSizing: layout.widths },
    onSortingChange: setSorting,
    onColumnVisibilityChange: (next) => setLayout((l) => ({ ...l, shown: typeof next === 'function' ? next(l.shown) : next })),
    onColumnSizingChange: (next) => setLayout((l) => ({ ...l, widths: typeof next === 'function' ? next(l.widths) : next })),
  });
  const { rows } = table.getRowModel();
  const visible = table.getVisibleLeafColumns();
  const broken = list.error !== undefined && !list.rows;
  return (
    <Flex direction="column" flex="1" minH="0" bg="bg" borderWidth="1px" borderRadius="md" overflow="hidden">
      <Flex align="center" gap="2" px="2" minH="34px" borderBottomWidth="1px">
        <Box flex="1">{toolbar}</Box>
        <ColumnsMenu
          columns={columns.filter((c) => !c.actions).map((c) => ({ id: c.id, title: c.title, shown: layout.shown[c.id] !== false }))}
          onChange={(column, shown) => table.getColumn(column)?.toggleVisibility(shown)}
        />
      </Flex>
      <Box h="2px" flex="none" {...(list.fetching ? { role: 'progressbar', 'aria-label': '正在加载', bg: 'accent.solid', animation: 'pulse' } : {})} />
      <Box ref={setScroll} flex="1" minH="0" overflow="auto" tabIndex={0} role="region" aria-label={label} focusVisibleRing="inside">
        <Grid aria-label={label} aria-rowcount={rows.length + 1} aria-busy={list.fetching} style={{ width: table.getTotalSize() }}>
          <colgroup>{visible.map((column) => <col key={column.id} style={{ width: column.getSize() }} />)}</colgroup>
          <thead>
            <tr>
              {table.getHeaderGroups()[0]?.headers.map((header) => (
                <HeadCell key={header.id} header={header} resize={(width) => setLayout((l) => ({ ...l, widths: { ...l.widths, [header.column.id]: Math.min(800, Math.max(48, width)) } }))} />
              ))}
            </tr>
          </thead>
          {!broken && rows.length > 0 && scroll && <Rows rows={rows} columns={byId} scroll={scroll} />}
        </Grid>
        {broken && <FailureState error={list.error} onRetry={list.retry} />}
        {!broken && !list.rows && <LoadingState />}
        {!broken && list.rows?.length === 0 && <EmptyState {...empty} />}
      </Box>
    </Flex>
  );
}
