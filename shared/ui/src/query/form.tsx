import { yupResolver } from "@hookform/resolvers/yup";
import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { createContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type { AnyObjectSchema, ObjectSchema } from "yup";
import { isRequired, longestOf, settle } from "./settle.ts";

/** What fields know of the form that they stand in. */
export interface FormFrame {
  readonly required: (name: string) => boolean;
  /** Characters that its rule lets in. */
  readonly longest: (name: string) => number | undefined;
  /** A field says that it is there, and as what it was masked; returns the end. */
  readonly join: (name: string, maskedAs?: string) => () => void;
  /** Whether a field of that name is drawn. */
  readonly has: (name: string) => boolean;
  /** Whether the field began with a masked value. */
  readonly masked: (name: string) => boolean;
}

export const FormFrameContext = createContext<FormFrame>({
  required: () => false,
  longest: () => undefined,
  join: () => () => undefined,
  has: () => false,
  masked: () => false,
});

export interface FormModel<V extends FieldValues> {
  readonly form: UseFormReturn<V>;
  readonly frame: FormFrame;
}

/** A form over a contract's schema. Masked values that nobody touched are neither checked nor sent. */
export function useFormModel<V extends FieldValues>(schema: AnyObjectSchema, values: V): FormModel<V> {
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  }, [schema]);
  const [fields] = useState(() => new Map<string, { readonly maskedAs: string | undefined }>());
  const [resolver] = useState<Resolver<V>>((): Resolver<V> => (typed, context, options) => {
    const untouched = Object.keys(typed).filter((name) => {
      const maskedAs = fields.get(name)?.maskedAs;
      return maskedAs !== undefined && maskedAs !== "" && typed[name] === maskedAs;
    });
    const asked = (untouched.length > 0 ? latest.current.omit(untouched) : latest.current) as AnyObjectSchema;
    const checked = yupResolver(asked, { stripUnknown: true })(settle(asked, typed), context, options);
    // A schema that is known when it is there alone says nothing of V: whoever makes the form says that the two belong together.
    return checked as ReturnType<Resolver<V>>;
  });
  const form = useForm<V>({
    resolver,
    defaultValues: values as DefaultValues<V>,
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const frame = useMemo<FormFrame>(
    () => ({
      required: (name) => isRequired(schema, name),
      longest: (name) => longestOf(schema, name),
      join(name, maskedAs) {
        const field = { maskedAs };
        fields.set(name, field);
        return () => {
          if (fields.get(name) === field) fields.delete(name);
        };
      },
      has: (name) => fields.has(name),
      masked: (name) => Boolean(fields.get(name)?.maskedAs),
    }),
    [schema, fields],
  );
  return { form, frame };
}

export function FormScope<V extends FieldValues>({
  model: { form, frame },
  children,
}: {
  readonly model: FormModel<V>;
  readonly children: ReactNode;
}) {
  return (
    <FormProvider {...form}>
      <FormFrameContext value={frame}>{children}</FormFrameContext>
    </FormProvider>
  );
}

interface AppFormProps<V extends FieldValues> extends Omit<HTMLChakraProps<"form">, "onSubmit" | "children"> {
  /** The contract's schema: the same rules and words as the server's. */
  readonly schema: ObjectSchema<V>;
  /** Given anew (another object), they replace what was typed. */
  readonly values: V;
  readonly onSubmit: (values: V) => void | Promise<void>;
  readonly children: ReactNode | ((form: UseFormReturn<V>) => ReactNode);
}

/** A form over a contract's schema; its fields are TextField, SelectField, DateRangeField and those of @liantai/ui/resource. */
export function AppForm<V extends FieldValues>({ schema, values, onSubmit, children, ...rest }: AppFormProps<V>) {
  const model = useFormModel<V>(schema, values);
  const { form } = model;
  const given = useRef(values);
  const { reset } = form;
  useEffect(() => {
    if (given.current === values) return;
    given.current = values;
    reset(values);
  }, [values, reset]);
  return (
    <FormScope model={model}>
      <chakra.form noValidate onSubmit={(event) => void form.handleSubmit((valid) => onSubmit(valid))(event)} {...rest}>
        {typeof children === "function" ? children(form) : children}
      </chakra.form>
    </FormScope>
  );
}
