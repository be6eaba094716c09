import { ConfirmDialog, report } from "@liantai/ui";
import { Fragment, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { FormDialog, FormDrawer } from "../form/form-sheet.tsx";
import { isFailure } from "../form/save.ts";
import { finish, isShown, Outcome, type Action } from "./action.ts";

export interface Actions<Row> {
  /** Presses the action of this label. Resolves when nothing runs any more: at once, where a sheet opened. Stays the same. */
  readonly press: (label: string, row: Row) => Promise<void>;
  /** The question, form or sheet that is open: to be drawn by whoever holds the actions. */
  readonly opened: ReactNode;
}

interface OpenProps<Row> {
  readonly action: Action<Row>;
  readonly row: Row;
  readonly close: (outcome?: Outcome) => void;
}

/** Does it and says so; that it failed, the shell says. */
async function carryOut<Row>(action: Action<Row>, row: Row): Promise<Outcome | undefined> {
  try {
    return await finish(action, row, action.run?.(row));
  } catch (error) {
    if (!isFailure(error)) report(error, action.label);
    return undefined;
  }
}

function Asked<Row>({ action, row, close }: OpenProps<Row>) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // The row as it was when it was asked about: a list that comes anew meanwhile changes no question.
  const [{ title, text, press = action.label, tells = false }] = useState(() => action.confirm!(row));
  const [isReady, setReady] = useState(typeof text !== "function");
  const ready = useCallback(() => setReady(true), []);
  const confirmed = async () => {
    // A second press may come before the button is drawn busy.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    close(await carryOut(action, row));
  };
  return (
    <ConfirmDialog
      open
      title={title}
      text={typeof text === "function" ? text(ready) : text}
      confirm={tells ? "知道了" : press}
      waiting={!isReady}
      dangerous={action.danger === true && !tells}
      busy={busy}
      onConfirm={() => (tells ? close() : void confirmed())}
      onClose={() => running.current || close()}
    />
  );
}

function Form<Row>({ action, row, close }: OpenProps<Row>) {
  const { small = false, fields, send, ...rest } = action.form!(row);
  const Sheet = small ? FormDialog : FormDrawer;
  return (
    <Sheet
      open
      {...rest}
      onSubmit={async (values) => {
        const outcome = await finish(action, row, send(values));
        // Without one the form closes itself.
        if (outcome) close(outcome);
      }}
      onClose={() => close()}
    >
      {fields}
    </Sheet>
  );
}

const openOf = <Row,>(action: Action<Row>, row: Row, close: OpenProps<Row>["close"]): ReactNode => {
  if (action.sheet)
    return action.sheet(row, (outcome) => {
      // A handler of a button may have been given the event.
      const came = outcome instanceof Outcome ? outcome : undefined;
      if (came) void finish(action, row, came);
      close(came);
    });
  return action.form ? (
    <Form action={action} row={row} close={close} />
  ) : (
    <Asked action={action} row={row} close={close} />
  );
};

/** What stands open: an action's own sheet, or what came of one. */
type Open<Row> = { readonly at: number } & (
  { readonly label: string; readonly row: Row } | { readonly show: NonNullable<Outcome["show"]> }
);

/** What stands there under this label: of several that share it the one that is drawn, which goes on where its row no longer draws it. */
function named<Row>(actions: readonly Action<Row>[], label: string, row: Row): Action<Row> | undefined {
  const allowed = actions.filter((each) => each.label === label && each.may !== false);
  return allowed.find((each) => isShown(each, row)) ?? allowed[0];
}

/** Holds a list of actions: which of them is open for which row. What is drawn is always from the newest list. */
export function useActions<Row>(actions: readonly Action<Row>[]): Actions<Row> {
  const [open, setOpen] = useState<Open<Row>>();
  const count = useRef(0);
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const showThen = useCallback((outcome: Outcome | undefined) => {
    if (outcome?.show) setOpen({ show: outcome.show, at: ++count.current });
  }, []);
  const press = useCallback(
    async (label: string, row: Row) => {
      const action = named(latest.current, label, row);
      if (!action) return;
      if (action.confirm || action.form || action.sheet) setOpen({ label, row, at: ++count.current });
      else showThen(await carryOut(action, row));
    },
    [showThen],
  );
  const close = (outcome?: Outcome) => {
    // One that was closed is not closed again over what was opened since.
    setOpen((now) => (now?.at === open?.at ? undefined : now));
    showThen(outcome);
  };
  const action = open && "label" in open ? named(actions, open.label, open.row) : undefined;
  const opened = !open ? null : (
    <Fragment key={open.at}>
      {"show" in open ? open.show(() => close()) : action && openOf(action, open.row, close)}
    </Fragment>
  );
  return { press, opened };
}
