/** A small table of figures: names at the left, numbers at the right, nothing to sort or to widen. */
import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

export const Numbers = chakra("table", {
  base: {
    w: "full",
    borderCollapse: "collapse",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { px: "2", py: "1", textAlign: "end", borderBottomWidth: "1px", borderColor: "border.muted" },
    "& thead th": { position: "sticky", top: "0", bg: "bg.panel", color: "fg.muted", fontWeight: "medium" },
    "& thead th:first-of-type, & tbody th, & [data-text]": { textAlign: "start", fontWeight: "normal" },
    "& tbody th, & td[data-text]": { overflowWrap: "anywhere" },
    "& tbody tr:last-of-type > *": { borderBottomWidth: "0" },
  },
});

export interface Figured<T> {
  readonly title: string;
  readonly value: (row: T) => ReactNode;
  /** Words, not a number. */
  readonly text?: boolean;
  /** What the title means. */
  readonly hint?: string;
}

/** The first column names the row. */
export function FigureTable<T>({
  label,
  columns,
  rows,
  rowId,
}: {
  readonly label: string;
  readonly columns: readonly Figured<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
}) {
  return (
    <Numbers aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, text, hint }) => (
            <th key={title} scope="col" title={hint} {...(text ? { "data-text": true } : {})}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {columns.map(({ title, value, text }, i) =>
              i === 0 ? (
                <th key={title} scope="row">
                  {value(row)}
                </th>
              ) : (
                <td key={title} {...(text ? { "data-text": true } : {})}>
                  {value(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </Numbers>
  );
}
