import { HStack } from "@chakra-ui/react";
import type { Column } from "@liantai/ui";
import { useMemo, useState } from "react";
import type { Action } from "./action.ts";
import { ActionButtons } from "./buttons.tsx";
import { useActions, type Actions } from "./use-actions.tsx";

/** px: the cell's own (the last button may stand over most of its edge), a button's beside its words, between two, a character. */
const [cellPx, buttonPx, gapPx, charPx] = [6, 18, 4, 12] as const;

function widthOf<Row>(actions: readonly Action<Row>[]): number {
  const labels = actions.flatMap(({ label, folded }) => (folded === true ? [] : [label]));
  if (labels.length < actions.length) labels.push("更多");
  return (
    cellPx + labels.reduce((sum, label) => sum + buttonPx + charPx * label.length, 0) + gapPx * (labels.length - 1)
  );
}

/** What a row's buttons are drawn from: which there are, not what they do. */
const lookOf = <Row,>(actions: readonly Action<Row>[]): string =>
  JSON.stringify(actions.map(({ label, danger, disabled, folded }) => [label, danger, disabled === true, folded]));

/** Columns with that of a row's actions at the end. They stay the same until an action comes or goes: rows are not drawn for less. */
export function useActionColumn<Row extends object>(
  columns: readonly Column<Row>[],
  actions: readonly Action<Row>[],
  width?: number,
): { readonly columns: readonly Column<Row>[]; readonly opened: Actions<Row>["opened"] } {
  const { press, opened } = useActions(actions);
  const own = actions.filter(({ may }) => may !== false);
  const [kept, setKept] = useState(own);
  if (lookOf(kept) !== lookOf(own)) setKept(own);
  const all = useMemo<readonly Column<Row>[]>(
    () =>
      kept.length === 0
        ? columns
        : [
            ...columns,
            {
              id: "actions",
              title: "操作",
              width: width ?? widthOf(kept),
              value: () => null,
              actions: true,
              cell: (row) => (
                <HStack gap="1">
                  <ActionButtons look="row" actions={kept} row={row} press={press} />
                </HStack>
              ),
            },
          ],
    [columns, kept, width, press],
  );
  return { columns: all, opened };
}
