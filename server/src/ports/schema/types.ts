/** Column types that every table shares. */
import type { ColumnType } from "kysely";

export type Json<T> = ColumnType<T, string, string>;
/** Has a default. */
export type Flag = ColumnType<number, number | undefined, number>;
export type Text = ColumnType<string, string | undefined, string>;
/** One of a few words or numbers; the writers' schemas and the table's checks see to it. */
export type Word<T extends string | number> = ColumnType<
  T,
  T extends string ? string : number,
  T extends string ? string : number
>;
/** One with a default. */
export type WordSet<T extends string> = ColumnType<T, string | undefined, string>;
export type At = ColumnType<Date, Date | string, Date | string>;
export type AtNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A column that may be left out of an insert: null. */
export type Unset<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A word that may be missing. */
export type WordUnset<T extends string> = ColumnType<T | null, string | null | undefined, string | null>;
