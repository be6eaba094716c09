import { isDeepStrictEqual } from "node:util";
import type { Stream } from "./repository.ts";

/** How a row differs from what the log says. Names of columns only: values may be phone numbers. */
export interface Difference {
  readonly compId: string;
  readonly stream: Stream;
  readonly id: string;
  /** agent_status only. */
  readonly seq?: number;
  /** behind, ahead: the row has fewer or more events than the log; missing: no row; extra: no events; columns: the rest. */
  readonly kind: "missing" | "extra" | "behind" | "ahead" | "columns";
  readonly columns?: readonly string[];
}

export interface Page {
  /** Where the next page begins; undefined: this was the last of its enterprise. */
  readonly end: string | undefined;
  readonly rows: number;
  readonly differences: readonly Difference[];
}

const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** Columns of `wanted` that are otherwise in `stored`. A column of JSON comes back with its keys in another order. */
export const unequal = (wanted: object, stored: object): string[] =>
  Object.entries(wanted).flatMap(([column, value]) =>
    isDeepStrictEqual(plain(value), plain((stored as Record<string, unknown>)[column])) ? [] : [column],
  );
