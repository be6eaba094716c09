import { Box, Button, chakra, Stack } from "@chakra-ui/react";
import { AppDialog, AppDrawer, FormScope, useFormModel, useHeld } from "@liantai/ui";
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { AnyObjectSchema, InferType } from "yup";
import { GuardedSheet, LeaveButton } from "./leave-guard.tsx";
import { showRefusal } from "./save.ts";
import { useTyped } from "./use-typed.ts";

export interface FormSheetProps<S extends AnyObjectSchema> {
  readonly open: boolean;
  readonly title: string;
  /** The contract's body: the same rules and words as the server's. What it does not have is not sent. */
  readonly schema: S;
  /** What the fields begin with. Given anew while nothing was typed, they are shown; typed text is never replaced. */
  readonly values: Readonly<Record<string, unknown>> | object;
  /** Sends it; what it throws (unwrap()) is said on the form, which stays open with its text. Done: the form closes. */
  readonly onSubmit: (values: InferType<S>) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode | ((form: UseFormReturn<FieldValues>) => ReactNode);
  readonly width?: string;
  /** Default 保存. */
  readonly submit?: string;
}

/** A schema with what sends its values: a form of two kinds (new, changed) takes one pair or the other. */
export const sending = <S extends AnyObjectSchema>(
  schema: S,
  onSubmit: (values: InferType<S>) => unknown,
): Pick<FormSheetProps<AnyObjectSchema>, "schema" | "onSubmit"> => ({ schema, onSubmit });

const Form = chakra("form");

/** Shown values follow what is given, as long as nobody typed. */
function useFresh(form: UseFormReturn<FieldValues>, values: object, typed: boolean): void {
  const text = JSON.stringify(values);
  const shown = useRef(text);
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  }, [values]);
  useEffect(() => {
    if (shown.current === text || typed) return;
    shown.current = text;
    form.reset(latest.current);
  }, [text, typed, form]);
}

/** Whether the form was left while its saving went on. */
function useGone() {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}

function OpenForm<S extends AnyObjectSchema>({
  Sheet,
  title,
  schema,
  values,
  onSubmit,
  onClose,
  children,
  width,
  submit = "保存",
}: Omit<FormSheetProps<S>, "open"> & { readonly Sheet: typeof AppDialog }) {
  const model = useFormModel<FieldValues>(schema, values);
  const { form, frame } = model;
  const { isSubmitting } = form.formState;
  const typed = useTyped(model);
  const [refusal, setRefusal] = useState<string>();
  const held = useHeld(isSubmitting);
  const gone = useGone();
  const id = useId();
  useFresh(form, values, typed);
  const save = async (valid: FieldValues) => {
    setRefusal(undefined);
    try {
      await onSubmit(valid);
    } catch (error) {
      // Left meanwhile: what was refused is said as any other failure.
      if (gone.current) return;
      setRefusal(showRefusal(error, form, frame.has));
      return;
    }
    if (!gone.current) onClose();
  };
  const send = (event: FormEvent) => {
    // A form inside a form's sheet is its child in React's tree only.
    event.stopPropagation();
    void form.handleSubmit(save)(event);
  };
  return (
    <FormScope model={model}>
      <GuardedSheet
        Sheet={Sheet}
        title={title}
        dirty={typed}
        held={held}
        onClose={onClose}
        width={width}
        footer={
          <>
            <LeaveButton disabled={held} />
            <Button type="submit" form={id} loading={isSubmitting} loadingText={submit}>
              {submit}
            </Button>
          </>
        }
      >
        <Form id={id} noValidate aria-label={title} onSubmit={send}>
          <Stack gap="3">
            {typeof children === "function" ? children(form) : children}
            {refusal !== undefined && (
              <Box role="alert" color="fg.error" textStyle="xs">
                {refusal}
              </Box>
            )}
          </Stack>
        </Form>
      </GuardedSheet>
    </FormScope>
  );
}

/** A form at the end of the line, beside its list. Keeps its text over a failed save and a tab switch; asks before it is thrown away. */
export function FormDrawer<S extends AnyObjectSchema>({ open, ...rest }: FormSheetProps<S>) {
  return open ? <OpenForm Sheet={AppDrawer} {...rest} /> : null;
}

/** The same as a dialog: for a few fields. */
export function FormDialog<S extends AnyObjectSchema>({ open, ...rest }: FormSheetProps<S>) {
  return open ? <OpenForm Sheet={AppDialog} {...rest} /> : null;
}
