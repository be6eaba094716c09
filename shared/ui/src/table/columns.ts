import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type SortingState,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { recall, remember } from "../memory.ts";

/** A column of a list as data. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** What the title means, e.g. a figure's formula: shown over the heading. */
  readonly hint?: string;
  /** px, before the person changes it. */
  readonly width: number;
  /** What is sorted by, and shown when there is no `cell`. null and '' read as a dash and sort last. */
  readonly value: (row: T) => string | number | null;
  readonly cell?: (row: T) => ReactNode;
  /** The server's sort key, for a list that is sorted by its server (DataTable's `onSort`): without it the column is not sorted. */
  readonly sortBy?: string;
  readonly align?: "start" | "end";
  /** Not shown until the person chooses it. */
  readonly optional?: boolean;
  /** Its cells change by themselves, without the rows: not sorted. */
  readonly unsorted?: boolean;
  /** A column of buttons: not sorted, not hidden. */
  readonly actions?: boolean;
}

/** How a list is sorted by its server. */
export interface Sort {
  readonly by: string;
  readonly order: "asc" | "desc";
}

export const features = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
export type Features = typeof features;

const collator = new Intl.Collator("zh-CN", { numeric: true });

export function toColumnDefs<T extends object>(columns: readonly Column<T>[]): ColumnDef<Features, T>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.title,
    size: column.width,
    minSize: 48,
    maxSize: 800,
    enableSorting: !column.actions && !column.unsorted,
    enableHiding: !column.actions,
    sortUndefined: "last",
    accessorFn: (row: T) => {
      const value = column.value(row);
      return value === null || value === "" ? undefined : value;
    },
    sortFn: (a, b, id) => {
      const [x, y] = [a.getValue<string | number>(id), b.getValue<string | number>(id)];
      return typeof x === "number" && typeof y === "number" ? x - y : collator.compare(String(x), String(y));
    },
  }));
}

interface Layout {
  readonly widths: Readonly<Record<string, number>>;
  /** Column id to shown; a column that is not in it is as its definition says. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** How the person sorts a list that is here as a whole. */
  readonly sorting?: SortingState;
}

const isLayout = (value: unknown): value is Layout =>
  typeof value === "object" && value !== null && "widths" in value && "shown" in value;

/** The person's layout of a list over the columns' own. */
export function recallLayout<T>(id: string, columns: readonly Column<T>[]): Layout {
  const kept = recall(`table.${id}`, isLayout);
  const own = Object.fromEntries(columns.filter((c) => c.optional).map((c) => [c.id, false]));
  const sorting = Array.isArray(kept?.sorting) ? kept.sorting.filter((s) => columns.some((c) => c.id === s?.id)) : [];
  return { widths: kept?.widths ?? {}, shown: { ...own, ...kept?.shown }, sorting };
}

export const rememberLayout = (id: string, layout: Layout): void => remember(`table.${id}`, layout);
