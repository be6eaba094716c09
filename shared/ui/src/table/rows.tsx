import type { Row } from "@tanstack/react-table";
import { observeElementRect, useVirtualizer, type Rect, type Virtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, type ReactNode } from "react";
import type { Column, Features } from "./columns.ts";
import { Check, type Selection } from "./selection.tsx";

/** Longer pages draw only what is in sight. */
const virtualFrom = 60;

const shownValue = (value: string | number | null): ReactNode => (value === null || value === "" ? "—" : value);

/** A hidden tab has no height: its rows stay as they were, or coming back would show none for a frame. */
const observeShown = (instance: Virtualizer<HTMLElement, Element>, report: (rect: Rect) => void) =>
  observeElementRect(instance, (rect) => rect.height > 0 && report(rect));

interface DataRowProps<T extends object> {
  readonly row: Row<Features, T>;
  readonly index: number;
  readonly columns: readonly Column<T>[];
  /** Undefined: rows are not chosen. */
  readonly chosen: boolean | undefined;
  readonly choose: ((id: string, on: boolean) => void) | undefined;
}

/** Drawn anew only when its row, its columns or its choice change: scrolling draws what comes into sight and nothing else. */
const DataRow = memo(function DataRow<T extends object>({ row, index, columns, chosen, choose }: DataRowProps<T>) {
  return (
    <tr aria-rowindex={index + 2} data-chosen={chosen ? true : undefined}>
      {chosen !== undefined && (
        <td data-check>
          <Check
            type="checkbox"
            aria-label={`选择${columns[0]?.value(row.original) ?? row.id}`}
            checked={chosen}
            onChange={() => choose?.(row.id, !chosen)}
          />
        </td>
      )}
      {columns.map((column) => {
        const value = column.value(row.original);
        return (
          <td
            key={column.id}
            data-align={column.align}
            data-actions={column.actions}
            title={!column.cell && value !== null ? String(value) : undefined}
          >
            {column.cell ? column.cell(row.original) : shownValue(value)}
          </td>
        );
      })}
    </tr>
  );
}) as <T extends object>(props: DataRowProps<T>) => ReactNode;

interface RowsProps<T extends object> {
  readonly rows: readonly Row<Features, T>[];
  /** Those on show, in their order. */
  readonly columns: readonly Column<T>[];
  readonly scroll: HTMLElement;
  readonly selection: Selection | undefined;
  readonly choose: (id: string, on: boolean) => void;
  /** px. */
  readonly rowHeight: number;
}

export function Rows<T extends object>({ rows, columns, scroll, selection, choose, rowHeight }: RowsProps<T>) {
  const virtual = rows.length >= virtualFrom;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    observeElementRect: observeShown,
    estimateSize: () => rowHeight,
    overscan: 4,
    enabled: virtual,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const seen = virtualizer.getVirtualItems();
  const [first, last] = virtual ? [seen[0]?.index ?? 0, (seen.at(-1)?.index ?? -1) + 1] : [0, rows.length];
  const pad = (count: number) =>
    count > 0 && (
      <tr data-pad aria-hidden>
        <td style={{ height: count * rowHeight }} />
      </tr>
    );
  return (
    <tbody>
      {pad(first)}
      {rows.slice(first, last).map((row, i) => (
        <DataRow
          key={row.id}
          row={row}
          index={first + i}
          columns={columns}
          chosen={selection && selection.selected.has(row.id)}
          choose={selection && choose}
        />
      ))}
      {pad(rows.length - last)}
    </tbody>
  );
}
