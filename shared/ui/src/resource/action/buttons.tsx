import { Button, IconButton } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { disabling, isShown, opensSheet, type Action } from "./action.ts";
import { MoreButton } from "./more.tsx";
import { useActions, type Actions } from "./use-actions.tsx";

/** Over a list or on a panel; in a row; in a row as icons alone. */
type Look = "bar" | "row" | "icon";

interface ButtonsProps<Row> {
  readonly actions: readonly Action<Row>[];
  readonly row: Row;
  readonly press: Actions<Row>["press"];
  readonly look?: Look;
  /** What the row is called: icons are named by what they do and to which. */
  readonly name?: string;
}

/**
 * While what a button does is running, it is busy. The browser takes the focus from a button that is busy: one that opens a sheet is
 * not, or the sheet knew no place to give the focus back to, and another has it again once it is done.
 */
function useBusy(pressed: () => Promise<void>, opens: boolean) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const left = useRef<HTMLElement>(null);
  useEffect(() => {
    if (busy) return;
    if (document.activeElement === document.body) left.current?.focus({ preventScroll: true });
    left.current = null;
  }, [busy]);
  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // A second press may come before the button is drawn busy.
    if (running.current) return;
    running.current = true;
    if (!opens) {
      left.current = document.activeElement === currentTarget ? currentTarget : null;
      setBusy(true);
    }
    await pressed();
    running.current = false;
    if (!opens) setBusy(false);
  };
  return { busy, press: (event: MouseEvent<HTMLElement>) => void press(event) };
}

const looks = {
  bar: ({ adds, main }: Action<never>) => ({ size: "xs", variant: adds || main ? "solid" : "outline" }) as const,
  row: () => ({ size: "2xs", variant: "ghost" }) as const,
  icon: () => ({ size: "2xs", variant: "ghost" }) as const,
};

function ActionButton<Row>({
  action,
  row,
  press: pressed,
  look = "bar",
  name = "",
}: Omit<ButtonsProps<Row>, "actions"> & { readonly action: Action<Row> }) {
  const { label, danger, adds } = action;
  const { busy, press } = useBusy(() => pressed(label, row), opensSheet(action));
  const shared = {
    ...looks[look](action),
    ...(danger ? { colorPalette: "red" } : {}),
    loading: busy,
    onClick: press,
  };
  const off = disabling(action, row);
  const icon = action.icon ?? (adds && <Plus aria-hidden />);
  return look === "icon" ? (
    <IconButton title={label} {...shared} {...off} aria-label={`${label}${name}`}>
      {icon}
    </IconButton>
  ) : (
    <Button {...shared} {...off} loadingText={label}>
      {icon}
      {label}
    </Button>
  );
}

/** The buttons of those actions that are there for the row and that the person may press; in a row, folded ones behind one. */
export function ActionButtons<Row>({ actions, ...rest }: ButtonsProps<Row>) {
  const shown = actions.filter((action) => isShown(action, rest.row));
  const folded = rest.look === "row" ? shown.filter((action) => action.folded === true) : [];
  return (
    <>
      {shown
        .filter((action) => !folded.includes(action))
        .map((action) => (
          <ActionButton key={action.label} action={action} {...rest} />
        ))}
      {folded.length > 0 && <MoreButton actions={folded} row={rest.row} press={rest.press} />}
    </>
  );
}

interface ActionBarProps<Row> {
  readonly actions: readonly Action<Row>[];
  /** What they are about. */
  readonly row: Row;
  readonly look?: Look;
}

/** Buttons that stand for themselves, on a panel or over a table, with what they open. */
export function ActionBar<Row = void>({ actions, row, look = "bar" }: ActionBarProps<Row>) {
  const { press, opened } = useActions(actions);
  return (
    <>
      <ActionButtons actions={actions} row={row} press={press} look={look} />
      {opened}
    </>
  );
}
