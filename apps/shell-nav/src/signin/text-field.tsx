/**
 * A labelled input of the sign-in pages with its error below. Looks as Chakra's Field, without the state machines that come
 * along with it.
 */
import { forwardRef, useId, type ReactNode } from "react";
import type { InputProps } from "@chakra-ui/react/input";
import { chakra, createRecipeContext } from "@chakra-ui/react/styled-system";

const Input = createRecipeContext({ key: "input" }).withContext<HTMLInputElement, InputProps>("input");

interface Props extends InputProps {
  readonly label: string;
  readonly error?: string | undefined;
  /** Stands right of the input. */
  readonly beside?: ReactNode;
}

export const TextField = forwardRef<HTMLInputElement, Props>(function TextField(
  { label, error, beside, ...input },
  ref,
) {
  const id = useId();
  const described = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` };
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" position="relative" mb="3">
      <chakra.label
        htmlFor={id}
        textStyle="sm"
        fontWeight="medium"
        color="fg.muted"
        userSelect="none"
        alignSelf="start"
      >
        {label}
      </chakra.label>
      <span style={{ display: "flex", gap: 8, width: "100%" }}>
        <Input ref={ref} id={id} size="md" flex="1" {...described} {...input} />
        {beside}
      </span>
      {error === undefined ? null : (
        <chakra.span id={`${id}-error`} role="alert" fontWeight="medium" color="fg.error" textStyle="xs">
          {error}
        </chakra.span>
      )}
    </chakra.div>
  );
});
