import { Box, Text, Textarea } from "@chakra-ui/react";
import { FieldFrame } from "@liantai/ui";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { type Candidate, candidatesFor, type NamedField, wordAt } from "./complete.ts";

interface ExpressionInputProps {
  readonly label: string;
  readonly value: string;
  readonly fields: readonly NamedField[];
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly onChange: (value: string) => void;
}

interface Open {
  readonly from: number;
  readonly caret: number;
  readonly list: readonly Candidate[];
  readonly at: number;
}

interface CandidatesProps {
  readonly id: string;
  readonly label: string;
  readonly open: Open | undefined;
  readonly onChoose: (one: Candidate) => void;
}

function Candidates({ id, label, open, onChoose }: CandidatesProps) {
  if (!open) return null;
  return (
    <Box
      id={`${id}-list`}
      role="listbox"
      aria-label={`${label}可以填写`}
      position="absolute"
      top="100%"
      left="0"
      right="0"
      zIndex="dropdown"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="md"
      shadow="md"
      maxH="240px"
      overflow="auto"
    >
      {open.list.map((one, at) => (
        <Box
          key={one.title + one.note}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === open.at}
          px="2"
          py="1"
          cursor="pointer"
          bg={at === open.at ? "bg.muted" : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(one);
          }}
        >
          {one.title}
          <Text as="span" color="fg.muted" ms="2" textStyle="xs">
            {one.note}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

/** An expression with what may stand where the caret is: names of fields and functions, chosen by the arrow keys and Enter. */
export function ExpressionInput({ label, value, fields, error, hint, onChange }: ExpressionInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Open>();
  const id = useId();
  const goesTo = useRef<number>(undefined);
  // With the text, not after it: what is typed next stands behind what was chosen.
  useLayoutEffect(() => {
    if (goesTo.current !== undefined) input.current?.setSelectionRange(goesTo.current, goesTo.current);
    goesTo.current = undefined;
  }, [value]);
  const look = (source: string, caret: number, all = false) => {
    const word = wordAt(source, caret);
    const list = word && (all || word.word !== "") ? candidatesFor(word.word, fields) : [];
    setOpen(word && list.length > 0 ? { from: word.from, caret, list, at: 0 } : undefined);
  };
  const choose = (one: Candidate) => {
    if (!open) return;
    const next = value.slice(0, open.from) + one.text + value.slice(open.caret);
    const caret = open.from + one.text.length - one.back;
    onChange(next);
    setOpen(undefined);
    goesTo.current = caret;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Keys that choose a word of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    if (!open) {
      if (event.key === " " && event.ctrlKey) {
        event.preventDefault();
        look(value, event.currentTarget.selectionStart, true);
      }
      return;
    }
    const { list, at } = open;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen({ ...open, at: (at + (event.key === "ArrowDown" ? 1 : list.length - 1)) % list.length });
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      choose(list[at]!);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setOpen(undefined);
    }
  };
  return (
    <FieldFrame label={label} error={error} required={false} hint={hint}>
      <Box position="relative" w="full">
        <Textarea
          ref={input}
          size="xs"
          rows={2}
          fontFamily="mono"
          value={value}
          maxLength={1_000}
          spellCheck={false}
          autoComplete="off"
          aria-autocomplete="list"
          {...(open ? { "aria-controls": `${id}-list`, "aria-activedescendant": `${id}-${open.at}` } : {})}
          placeholder="输入字段名或函数名，Ctrl+空格查看全部"
          onChange={(event) => {
            onChange(event.target.value);
            look(event.target.value, event.target.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(undefined)}
        />
        <Candidates id={id} label={label} open={open} onChoose={choose} />
      </Box>
    </FieldFrame>
  );
}
