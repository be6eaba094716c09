/** What a person may do on a screen, as data: buttons of rows and toolbars, the question before, the form, the sending. */
import { notifyDone } from "@liantai/api/client";
import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { AnyObjectSchema, InferType } from "yup";

/** The words of notifyDone: the resource's label, the button's verb, and what follows from it. */
export type Done = Parameters<typeof notifyDone>;

export interface Question {
  readonly title: string;
  /** A function: what is asked takes its time; nothing is confirmed before it calls `ready`. */
  readonly text: ReactNode | ((ready: () => void) => ReactNode);
  /** Names what will happen; default: the action's label. */
  readonly press?: string;
  /** Only says why it cannot be done; nothing is. */
  readonly tells?: boolean;
}

export interface ActionForm<S extends AnyObjectSchema = AnyObjectSchema> {
  readonly title: string;
  /** The contract's body, as in FormDrawer. */
  readonly schema: S;
  readonly values: object;
  readonly fields: ReactNode | ((form: UseFormReturn<FieldValues>) => ReactNode);
  /** Sends what was typed; what it throws is said in the form, which stays open. */
  readonly send: (values: InferType<S>) => unknown;
  /** Default 保存. */
  readonly submit?: string;
  readonly width?: string;
  /** A dialog in the centre, for a few fields; otherwise it stands beside the list. */
  readonly small?: boolean;
}

/** What came of it, where that is known only afterwards: `run`, `send` and sheets resolve to one. */
export class Outcome {
  /** Said instead of the action's own `done`. */
  readonly done: Done | undefined;
  /** A sheet that opens then: a password that is shown once. */
  readonly show: ((close: () => void) => ReactNode) | undefined;

  constructor({ done, show }: { readonly done?: Done; readonly show?: (close: () => void) => ReactNode }) {
    this.done = done;
    this.show = show;
  }
}

/** Exactly one of `run` (after `confirm`, where there is one), `form` and `sheet` says what a press does. */
export interface Action<Row = void> {
  /** Names it among the others of its list. */
  readonly label: string;
  /** Whether the person may; false: it is not drawn. */
  readonly may?: boolean;
  /** Whether it is there for this row. Looks at the row alone. */
  readonly shown?: (row: Row) => boolean;
  /**
   * Drawn, but not to be pressed now; a text says why, where that is not to be seen at once. Looks at the row alone, where there is
   * one.
   */
  readonly disabled?: boolean | string | ((row: Row) => boolean | string);
  readonly danger?: boolean;
  /** Makes a new one: a solid button with a plus, which an empty list offers too. */
  readonly adds?: boolean;
  /** Solid: what one comes for. */
  readonly main?: boolean;
  /** In a row: rarely pressed, behind 更多. */
  readonly folded?: boolean;
  readonly icon?: ReactNode;
  readonly confirm?: (row: Row) => Question;
  /** While its promise runs, the button is busy and cannot be pressed. A request is unwrapped; the shell says why one failed. */
  readonly run?: (row: Row) => unknown;
  readonly form?: (row: Row) => ActionForm;
  /** A sheet that is a component of its own: details, a transfer list, a form that asks the server first. */
  readonly sheet?: (row: Row, close: (outcome?: Outcome) => void) => ReactNode;
  /** What is said when it was done. */
  readonly done?: Done | ((row: Row) => Done);
}

/** A form of any schema as the form of an action: what is typed has the schema's type here. */
export const formOf = <S extends AnyObjectSchema>({ schema, send, ...rest }: ActionForm<S>): ActionForm => ({
  ...rest,
  schema,
  send,
});

/** What a press opens takes the focus at once; a `run` takes its time. */
export const opensSheet = <Row>({ confirm, form, sheet }: Action<Row>): boolean =>
  (confirm ?? form ?? sheet) !== undefined;

export const isShown = <Row>(action: Action<Row>, row: Row): boolean =>
  action.may !== false && (action.shown?.(row) ?? true);

/** Whether a button may not be pressed now, and what it says about that. */
export function disabling<Row>({ disabled = false }: Action<Row>, row: Row) {
  const now = typeof disabled === "function" ? disabled(row) : disabled;
  if (typeof now === "boolean" || now === "") return { disabled: now === true };
  return { disabled: true, title: now, "aria-description": now };
}

const isRequest = (value: unknown): value is { readonly unwrap: () => Promise<unknown> } =>
  typeof value === "object" && value !== null && "unwrap" in value && typeof value.unwrap === "function";

/** Waits for a request (or anything else), throws its Failure; then says that it was done. */
export async function finish<Row>(action: Action<Row>, row: Row, given: unknown): Promise<Outcome | undefined> {
  const result: unknown = await (isRequest(given) ? given.unwrap() : given);
  const outcome = result instanceof Outcome ? result : undefined;
  const words = outcome?.done ?? (typeof action.done === "function" ? action.done(row) : action.done);
  if (words) notifyDone(...words);
  return outcome;
}
