import { Textarea } from "@chakra-ui/react";
import { FieldFrame, useField, useFieldError, type FieldProps } from "@liantai/ui";
import { useState } from "react";
import { useController } from "react-hook-form";

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** What is wrong with the field, or with the first line that is wrong. */
function faultOf(error: unknown): string | undefined {
  if (Array.isArray(error)) {
    const at = error.findIndex((one) => one !== undefined && one !== null);
    const message = (error[at] as { message?: unknown } | undefined)?.message;
    return typeof message === "string" ? `第${at + 1}行：${message}` : undefined;
  }
  const { message, root } = (error ?? {}) as { message?: unknown; root?: { message?: unknown } };
  const said = message ?? root?.message;
  return typeof said === "string" ? said : undefined;
}

/** Texts, one a line: an array of the lines that are not empty, each once. */
export function LinesField({
  name,
  rows = 5,
  placeholder,
  ...rest
}: FieldProps & { readonly rows?: number; readonly placeholder?: string }) {
  const { required } = useField(name);
  const { field } = useController({ name });
  const value = Array.isArray(field.value) ? (field.value as string[]) : [];
  const [text, setText] = useState(value.join("\n"));
  // Given anew from outside: what is typed stands for the same lines otherwise.
  const shown = linesOf(text).join("\n") === value.join("\n") ? text : value.join("\n");
  return (
    <FieldFrame {...rest} error={faultOf(useFieldError(name))} required={required}>
      <Textarea
        ref={field.ref}
        name={name}
        rows={rows}
        value={shown}
        placeholder={placeholder ?? "每行一条"}
        onChange={({ target }) => {
          setText(target.value);
          field.onChange(linesOf(target.value));
        }}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
