/** One of many to choose: of more than a list offers others are found by a part of the name or number that is typed (W82). */
import { Input, Stack } from "@chakra-ui/react";
import type { Option } from "@liantai/ui";
import { SelectField } from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";

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

interface Sought {
  /** As it is typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** `asked`: what the server is asked for; '': nothing in particular. */
export function useSought(): Sought & { readonly asked: string } {
  const [text, onText] = useState("");
  return { text, onText, asked: useQuiet(text.trim()) };
}

export const SoughtInput = ({ label, text, onText }: Sought & { readonly label: string }) => (
  <Input
    size="xs"
    aria-label={`查找${label}`}
    placeholder="姓名或工号"
    maxLength={50}
    value={text}
    onChange={({ target }) => onText(target.value)}
    onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
  />
);

/** `chosen` stays among them while others are looked for, by the name that it was offered with. */
export function useOffered(offered: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const found = offered.map(({ value, label }) => [String(value), label] as const);
  if (found.some(([value, label]) => names.get(value) !== label)) setNames(new Map([...names, ...found]));
  const missing = chosen.filter((one) => names.has(one) && found.every(([value]) => value !== one));
  // The very list, where nothing is added: it may stand for choices that have not come yet.
  if (missing.length === 0) return offered;
  return [...missing.map((value) => ({ value, label: names.get(value) ?? value })), ...offered];
}

export interface SoughtFieldProps {
  readonly name: string;
  readonly label: string;
  readonly none?: string;
  readonly hint?: string;
  readonly width?: string;
}

interface Props extends SoughtFieldProps {
  readonly sought: Sought;
  readonly options: readonly Option[];
  /** There are more than these. */
  readonly cut: boolean;
}

export function SoughtField({ sought, options, cut, ...field }: Props) {
  const chosen: unknown = useWatch({ name: field.name });
  const offered = useOffered(options, typeof chosen === "string" ? [chosen] : []);
  const select = <SelectField {...field} options={offered} />;
  if (!cut) return select;
  return (
    <Stack gap="1" {...(field.width && { width: field.width })}>
      {select}
      <SoughtInput label={field.label} {...sought} />
    </Stack>
  );
}
