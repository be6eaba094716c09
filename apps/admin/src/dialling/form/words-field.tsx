import { Textarea } from "@chakra-ui/react";
import { FieldFrame, useField, useFieldError, type FieldProps } from "@liantai/ui";
import { useState } from "react";
import { useController } from "react-hook-form";

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** What is wrong with one of the lines. */
function useLineFault(name: string): string | undefined {
  const error: unknown = useFieldError(name);
  return Array.isArray(error) ? (error.find(Boolean) as { message?: string } | undefined)?.message : undefined;
}

/** A list of words, one a line. Empty lines and those that stand there already do not count. */
export function WordsField({ name, rows = 4, ...rest }: FieldProps & { readonly rows?: number }) {
  const { error } = useField(name);
  const fault = useLineFault(name);
  const { field } = useController({ name });
  const words = Array.isArray(field.value) ? (field.value as string[]) : [];
  const [typed, setTyped] = useState<string>();
  return (
    <FieldFrame {...rest} error={error ?? fault} required={false}>
      <Textarea
        ref={field.ref}
        name={name}
        rows={rows}
        value={typed ?? words.join("\n")}
        placeholder="每行一个"
        onChange={({ target }) => {
          setTyped(target.value);
          field.onChange(wordsOf(target.value));
        }}
        onBlur={() => {
          setTyped(undefined);
          field.onBlur();
        }}
      />
    </FieldFrame>
  );
}
