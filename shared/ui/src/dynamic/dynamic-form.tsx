import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import type { CompiledForm, FormContext, FormField, FormValues, GivenValues } from "@liantai/api/forms";
import { report } from "@liantai/ui";
import { isFailure, useGuarded, useUnsaved } from "@liantai/ui/resource";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { FormStoreContext, useFormView } from "./context.ts";
import { FormStore } from "./form-store.ts";
import { Groups } from "./frame/groups.tsx";
import { ReadForm } from "./frame/read-form.tsx";
import { type FormSources, KnownChoices } from "./sources.ts";

/** Where no record is kept yet, `stored` is absent. Another form (a new version) keeps what was typed. */
export interface FormStoreProps {
  readonly form: CompiledForm;
  readonly stored?: FormValues;
  /** What it begins with beyond the form's defaults: a draft, the number that calls. */
  readonly typed?: GivenValues;
  readonly context?: Partial<FormContext>;
  readonly sources: FormSources;
}

/** The store of a form, for who asks it beside drawing it (drafts, a tester). Made anew with another form, with what was typed. */
export function useDynamicForm({ form, stored, typed, context, sources }: FormStoreProps): FormStore {
  const [choices] = useState(() => new KnownChoices(sources));
  const make = (of: GivenValues | undefined, before?: ReadonlySet<string>) =>
    new FormStore({
      form,
      choices,
      ...(of && { typed: of }),
      ...(before && { before }),
      ...(stored && { stored }),
      ...(context && { context }),
    });
  const [store, setStore] = useState(() => make(typed));
  if (store.form === form) return store;
  const next = make(store.typedValues(), store.before);
  setStore(next);
  return next;
}

export interface DynamicFormProps {
  readonly store: FormStore;
  /** Names it to screen readers. */
  readonly label: string;
  /** For a button outside of it. */
  readonly id?: string;
  /** Headings of the form's layout: as folding groups (default), or as tabs. */
  readonly sections?: "groups" | "tabs";
  readonly onChange?: (name: string, typed: GivenValues) => void;
  /**
   * What changes the record, checked by the form's own rules. What it throws is said on the form, at the fields that the server named, and
   * the form keeps its text.
   */
  readonly onSubmit: (given: GivenValues) => unknown;
  /** false: what is typed is a trial; the tab closes without a question. */
  readonly kept?: boolean;
  /** Default 保存. `null`: the form has no buttons of its own. */
  readonly submit?: string | null;
  /** Beside the button. */
  readonly footer?: ReactNode;
}

/** Moves the focus into the first field in error. */
function focusFault(form: HTMLFormElement | null, store: FormStore): void {
  const first = store.firstFault();
  if (!form || !first) return;
  requestAnimationFrame(() => {
    const slot = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(first.name)}"]`);
    const target = slot?.querySelector<HTMLElement>(
      ":is(input:not([type=file]), select, textarea, button):not([disabled])",
    );
    target?.focus();
    slot?.scrollIntoView?.({ block: "nearest" });
  });
}

function Said({ store }: { readonly store: FormStore }) {
  const { warnings, refusals } = useFormView(store);
  if (warnings.length === 0 && refusals.length === 0) return null;
  return (
    <Stack gap="1">
      {warnings
        .filter((text) => !refusals.includes(text))
        .map((text) => (
          <Text key={text} color="orange.fg">
            {text}
          </Text>
        ))}
      {refusals.map((text) => (
        <Text key={text} role="alert" color="fg.error">
          {text}
        </Text>
      ))}
    </Stack>
  );
}

/** A form that its definition draws. Keeps its text over a failed save; the tab asks before it is thrown away. */
export function DynamicForm(props: DynamicFormProps) {
  const { store, label, id, sections = "groups", onChange, onSubmit, submit = "保存", footer, kept = true } = props;
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { dirty } = useFormView(store);
  useUnsaved(kept && dirty && !busy);
  // What is being sent may be refused: the sheet around asks until it is taken.
  useGuarded(kept && dirty);
  useEffect(
    () => (onChange ? store.onChange((name) => onChange(name, store.typedValues())) : undefined),
    [store, onChange],
  );
  const save = async () => {
    const given = store.check();
    if (!given) return focusFault(element.current, store);
    setBusy(true);
    try {
      await onSubmit(given);
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      else report(error, "保存");
      store.refuse(
        isFailure(error) ? (error.fields ?? []) : [],
        isFailure(error) ? error.text : "保存没有成功，请重试。",
      );
      focusFault(element.current, store);
    } finally {
      setBusy(false);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!busy) void save();
  };
  return (
    <FormStoreContext value={store}>
      <Box asChild>
        <form ref={element} id={id} noValidate aria-label={label} onSubmit={send}>
          <Stack gap="3">
            <Said store={store} />
            <Groups form={store.form} as={sections} />
            {submit !== null && (
              <HStack gap="2" wrap="wrap" justify="flex-end">
                {footer}
                <Button type="submit" loading={busy} loadingText={submit}>
                  {submit}
                </Button>
              </HStack>
            )}
          </Stack>
        </form>
      </Box>
    </FormStoreContext>
  );
}

export interface DynamicDetailProps {
  readonly store: FormStore;
  /** 历史字段: what the version has no field for any more, and its values. */
  readonly history?: readonly FormField[];
  readonly values?: FormValues;
}

/** The same form, to be read. */
export function DynamicDetail({ store, history = [], values = {} }: DynamicDetailProps) {
  return (
    <FormStoreContext value={store}>
      <ReadForm form={store.form} history={history} values={values} />
    </FormStoreContext>
  );
}
