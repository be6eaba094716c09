/** A chart as data: what is drawn, said and listed are the same numbers. */

/** Palette of the theme. */
export type ChartColor = "accent" | "green" | "orange" | "purple" | "teal" | "gray";

export interface ChartSeries {
  readonly name: string;
  readonly kind: "bar" | "line";
  readonly color: ChartColor;
  /** One a category; null: nothing to draw there. */
  readonly values: readonly (number | null)[];
  readonly dashed?: boolean;
  /** On the axis at the right, in a unit of its own. */
  readonly right?: boolean;
  /** A value in words; default: the number. */
  readonly format?: (value: number) => string;
}

export interface ChartData {
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** What the axes count, e.g. 次. */
  readonly unit?: string;
  readonly rightUnit?: string;
}

export const textOf = ({ format }: ChartSeries, value: number | null | undefined): string =>
  value === null || value === undefined ? "—" : format ? format(value) : String(value);
