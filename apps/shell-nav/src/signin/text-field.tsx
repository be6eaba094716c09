/** A labelled input of the sign-in pages with its error below. */
import { forwardRef, type ComponentProps, type ReactNode } from "react";
import { Field } from "@chakra-ui/react/field";
import { Input } from "@chakra-ui/react/input";

interface Props extends ComponentProps<typeof Input> {
  readonly label: string;
  readonly error?: string | undefined;
  /** Stands right of the input. */
  readonly beside?: ReactNode;
}

export const TextField = forwardRef<HTMLInputElement, Props>(function TextField(
  { label, error, beside, ...input },
  ref,
) {
  return (
    <Field.Root invalid={error !== undefined} mb="3">
      <Field.Label>{label}</Field.Label>
      <span style={{ display: "flex", gap: 8, width: "100%" }}>
        <Input ref={ref} size="md" flex="1" {...input} />
        {beside}
      </span>
      <Field.ErrorText role="alert">{error}</Field.ErrorText>
    </Field.Root>
  );
});
