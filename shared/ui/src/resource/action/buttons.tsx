import { Button, type ButtonProps } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { isDisabled, isShown, type Action } from "./action.ts";
import { useActions, type Actions } from "./use-actions.tsx";

interface ButtonsProps<Row> {
  readonly actions: readonly Action<Row>[];
  readonly row: Row;
  readonly press: Actions<Row>["press"];
}

/** One button: while what it does is running, it is busy. */
function ActionButton<Row>({
  action,
  row,
  press,
  ...look
}: Omit<ButtonsProps<Row>, "actions"> & { readonly action: Action<Row> } & Omit<ButtonProps, "onClick" | "disabled">) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const pressed = async () => {
    // A second press may come before the button is drawn busy.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await press(action.label, row);
    running.current = false;
    setBusy(false);
  };
  return (
    <Button
      {...look}
      disabled={isDisabled(action, row)}
      loading={busy}
      loadingText={action.label}
      onClick={() => void pressed()}
    >
      {action.icon ?? (action.adds && <Plus aria-hidden />)}
      {action.label}
    </Button>
  );
}

/** Over a list: what is new or the main thing solid, the others outlined. */
export function BarButtons<Row>({ actions, row, press }: ButtonsProps<Row>) {
  return actions
    .filter((action) => isShown(action, row))
    .map((action) => (
      <ActionButton
        key={action.label}
        action={action}
        row={row}
        press={press}
        size="xs"
        variant={action.adds || action.main ? "solid" : "outline"}
        colorPalette={action.danger ? "red" : undefined}
      />
    ));
}

/** In a row of a table. */
export function RowButtons<Row>({ actions, row, press }: ButtonsProps<Row>) {
  return actions
    .filter((action) => isShown(action, row))
    .map((action) => (
      <ActionButton
        key={action.label}
        action={action}
        row={row}
        press={press}
        size="2xs"
        variant="ghost"
        colorPalette={action.danger ? "red" : undefined}
      />
    ));
}

/** Actions that stand for themselves, on a panel or in a row of no table: `row` is what they are about. */
export function ActionBar<Row = void>({
  actions,
  row,
  inRow = false,
}: {
  readonly actions: readonly Action<Row>[];
  readonly row: Row;
  readonly inRow?: boolean;
}) {
  const { press, opened } = useActions(actions);
  const Buttons = inRow ? RowButtons : BarButtons;
  return (
    <>
      <Buttons actions={actions} row={row} press={press} />
      {opened}
    </>
  );
}
