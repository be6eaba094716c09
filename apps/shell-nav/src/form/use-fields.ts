/**
 * A form of a few text fields: what signing in and changing a password need of a form library, which would be 15 KB of a
 * page that is opened on slow lines. All is checked on submit; a field that was refused is checked anew with each letter.
 */
import { useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { ValidationError } from "yup";

/** What an input gets. */
export interface FieldProps {
  readonly name: string;
  /** The input keeps its own value: what a password manager puts there without an event counts, too. */
  readonly defaultValue: string;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(): void;
  ref(element: HTMLInputElement | null): void;
}

export interface Fields<N extends string, O> {
  readonly values: Readonly<Record<N, string>>;
  /** What is said at the field, or with root at the top of the form. */
  error(name: N | "root"): string | undefined;
  readonly isSubmitting: boolean;
  register(name: N): FieldProps;
  set(name: N, value: string): void;
  /** Says it at the field and goes there; at the top of the form with root. */
  refuse(name: N | "root", message: string): void;
  submit(work: (checked: O) => Promise<void> | void): (event: FormEvent) => Promise<void>;
}

interface Checks<O> {
  validate(values: unknown, options: { readonly abortEarly: false }): Promise<O>;
}

/** By the field's name. */
type Errors = ReadonlyMap<string, string>;

const none: Errors = new Map();

async function check<O>(
  schema: Checks<O>,
  values: object,
): Promise<{ readonly checked: O } | { readonly errors: Errors }> {
  try {
    return { checked: await schema.validate(values, { abortEarly: false }) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // Of several at one field the first counts.
    return { errors: new Map(error.inner.toReversed().map(({ path, message }) => [path ?? "root", message])) };
  }
}

/** `early`: a field is checked when it is left, too. */
export function useFields<N extends string, O>(
  schema: Checks<O>,
  initial: Readonly<Record<N, string>>,
  early = false,
): Fields<N, O> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState(none);
  const [isSubmitting, setSubmitting] = useState(false);
  const latest = useRef(values);
  const elements = useRef(new Map<string, HTMLInputElement>());
  const watched = useRef(new Set<string>());

  const set = (name: N, value: string) => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
  };
  const say = (name: string, message: string | undefined) =>
    setErrors((before) => {
      const next = new Map(before);
      if (message === undefined) next.delete(name);
      else next.set(name, message);
      return next;
    });
  const readInputs = () => {
    for (const [name, { type, value }] of elements.current)
      if (type !== "radio") latest.current = { ...latest.current, [name]: value };
  };
  const recheck = async (name: N) => {
    const outcome = await check(schema, latest.current);
    say(name, "errors" in outcome ? outcome.errors.get(name) : undefined);
  };
  const focus = (name: string) => elements.current.get(name)?.focus();

  return {
    values,
    error: (name) => errors.get(name),
    isSubmitting,
    set(name, value) {
      const element = elements.current.get(name);
      if (element) element.value = value;
      set(name, value);
    },
    register: (name) => ({
      name,
      defaultValue: initial[name],
      onChange(event) {
        set(name, event.target.value);
        if (watched.current.has(name)) void recheck(name);
      },
      onBlur() {
        if (!early) return;
        watched.current.add(name);
        void recheck(name);
      },
      ref(element) {
        if (element) elements.current.set(name, element);
        else elements.current.delete(name);
      },
    }),
    refuse(name, message) {
      watched.current.add(name);
      say(name, message);
      focus(name);
    },
    submit: (work) => async (event) => {
      event.preventDefault();
      setSubmitting(true);
      readInputs();
      try {
        const outcome = await check(schema, latest.current);
        for (const name of Object.keys(latest.current)) watched.current.add(name);
        setErrors("errors" in outcome ? outcome.errors : none);
        if ("checked" in outcome) await work(outcome.checked);
        else focus(Object.keys(initial).find((name) => outcome.errors.has(name)) ?? "");
      } finally {
        setSubmitting(false);
      }
    },
  };
}
