/** A seat to choose. Of an enterprise with more than a list offers one types a part of the name or number (W82). */
import { Input, Stack } from "@chakra-ui/react";
import { SelectField } from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import { useSeats } from "./choices.ts";

const quietMs = 300;

/** What was typed, once nothing more is for a moment. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

export interface SeatFieldProps {
  readonly name: string;
  readonly label: string;
  /** With whether each is there, and how much he has. */
  readonly busy?: boolean;
  /** Not to be chosen. */
  readonly without?: string | undefined;
  readonly none?: string;
  readonly hint?: string;
  readonly width?: string;
}

export function SeatField({ name, label, busy = false, without, ...rest }: SeatFieldProps) {
  const [text, setText] = useState("");
  const seats = useSeats(useQuiet(text.trim()));
  const all = busy ? seats.busy : seats.options;
  const options = without === undefined ? all : all.filter(({ value }) => value !== without);
  const field = <SelectField name={name} label={label} options={options} searched {...rest} />;
  if (!seats.cut) return field;
  return (
    <Stack gap="1" {...(rest.width && { width: rest.width })}>
      {field}
      <Input
        size="xs"
        aria-label={`查找${label}`}
        placeholder="输入姓名或工号查找"
        maxLength={50}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
    </Stack>
  );
}
