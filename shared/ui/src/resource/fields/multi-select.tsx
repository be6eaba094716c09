import {
  FieldFrame,
  offeredOf,
  optionText,
  QueryBarContext,
  useField,
  type FieldProps,
  type Option,
} from "@liantai/ui";
import { Box, Button } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useContext, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useController } from "react-hook-form";
import { CheckList, type Answer } from "../transfer/check-list.tsx";

interface MultiSelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** Of the request that the options come from; without it they are known. */
  readonly answer?: Answer;
  readonly height?: string;
}

/** Any of many, with a search: an array of the options' values, in the options' order. In a query bar it unfolds on a press. */
export function MultiSelectField({ name, options, answer, height = "180px", ...rest }: MultiSelectFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const inBar = useContext(QueryBarContext);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = new Set((Array.isArray(field.value) ? (field.value as unknown[]) : []).map(String));
  // Who took one out may take it in again.
  const [kept, keep] = useState<ReadonlySet<string>>(chosen);
  if ([...chosen].some((one) => !kept.has(one))) keep(new Set([...kept, ...chosen]));
  const items = useMemo(
    () =>
      (inBar ? options : offeredOf(options, (one) => kept.has(one))).map((o) => ({
        ...{ id: String(o.value), label: optionText(o) },
        ...(o.disabled ? { disabled: true } : {}),
      })),
    [options, inBar, kept],
  );
  const names = options.filter((o) => chosen.has(String(o.value))).map(optionText);
  const unnamed = chosen.size > 0 ? `已选${chosen.size}项` : "全部";
  const list = (
    <CheckList
      inputRef={inBar ? undefined : field.ref}
      label={rest.label}
      items={items}
      answer={answer}
      chosen={chosen}
      disabled={rest.disabled}
      height={height}
      empty="没有可选项"
      onChange={(next) => field.onChange(options.filter((o) => next.has(String(o.value))).map((o) => o.value))}
    />
  );
  if (!inBar)
    return (
      <FieldFrame {...rest} error={error} required={required} group>
        {list}
      </FieldFrame>
    );
  const fold = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <FieldFrame {...rest} error={error} required={required} group>
      <Box position="relative" w="full" onKeyDown={fold} onBlur={leave}>
        <Button
          ref={button}
          w="full"
          variant="outline"
          colorPalette="gray"
          fontWeight="normal"
          justifyContent="space-between"
          disabled={rest.disabled}
          aria-expanded={open}
          aria-haspopup="listbox"
          onClick={() => setOpen(!open)}
        >
          <Box as="span" truncate title={names.join("、")}>
            {names.length > 0 ? names.join("、") : unnamed}
          </Box>
          <ChevronDown aria-hidden />
        </Button>
        {open && (
          <Box position="absolute" top="100%" left="0" mt="1" minW="220px" zIndex="dropdown" shadow="md">
            {list}
          </Box>
        )}
      </Box>
    </FieldFrame>
  );
}
