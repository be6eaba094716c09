import { Box, Input, Text } from "@chakra-ui/react";
import { isRecord } from "@liantai/api/forms";
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useFormStore } from "../context.ts";
import type { LookupHit } from "../sources.ts";
import type { ControlProps } from "./types.ts";

const pauseMs = 250;

/** Answers what fits. The same function as long as it asks for the same. */
type Ask = (keyword: string) => Promise<readonly LookupHit[]>;

/** What is typed is looked for; the answer of an earlier text is no answer. */
function useHits(ask: Ask, typed: string | undefined) {
  const [found, setFound] = useState<{ of: string; hits?: readonly LookupHit[]; failed?: boolean }>();
  useEffect(() => {
    if (typed === undefined) return;
    let live = true;
    const timer = setTimeout(() => {
      ask(typed.trim()).then(
        (hits) => live && setFound({ of: typed, hits }),
        () => live && setFound({ of: typed, failed: true }),
      );
    }, pauseMs);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [typed, ask]);
  return found?.of === typed ? found : undefined;
}

interface HitsProps {
  readonly id: string;
  readonly label: string;
  readonly hits: readonly LookupHit[];
  readonly at: number;
  readonly onChoose: (hit: LookupHit) => void;
  /** Instead of hits. */
  readonly children: string;
}

function Hits({ id, label, hits, at, onChoose, children }: HitsProps) {
  return (
    <Box
      id={`${id}-list`}
      role="listbox"
      aria-label={`${label}的查找结果`}
      position="absolute"
      top="100%"
      left="0"
      right="0"
      mt="1"
      zIndex="dropdown"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="md"
      shadow="md"
      maxH="220px"
      overflow="auto"
    >
      {hits.map((hit, i) => (
        <Box
          key={hit.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          px="2"
          py="1"
          cursor="pointer"
          bg={i === at ? "bg.muted" : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(hit);
          }}
        >
          {hit.label}
          {hit.note && (
            <Text as="span" color="fg.muted" ms="2" textStyle="xs">
              {hit.note}
            </Text>
          )}
        </Box>
      ))}
      {hits.length === 0 && (
        <Box role="option" aria-selected={false} aria-disabled px="2" py="1" color="fg.muted">
          {children}
        </Box>
      )}
    </Box>
  );
}

interface LookupBoxProps {
  /** Of what is looked for. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly chosen: string;
  readonly disabled?: boolean | undefined;
  readonly ask: Ask;
  readonly onChoose: (hit: LookupHit) => void;
  readonly onEmpty: () => void;
}

/** One of what fits the text that is typed. */
export function LookupBox({ name, label, chosen, disabled, ask, onChoose, onEmpty }: LookupBoxProps) {
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const found = useHits(ask, typed);
  const open = typed !== undefined;
  const hits = found?.hits ?? [];
  const choose = (hit: LookupHit) => {
    setTyped(undefined);
    onChoose(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that choose a word of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) setTyped(chosen);
      else if (hits.length > 0) setAt((at + (event.key === "ArrowDown" ? 1 : hits.length - 1)) % hits.length);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (hits[at]) choose(hits[at]);
    } else if (event.key === "Escape" && open) {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  return (
    <Box
      ref={box}
      position="relative"
      w="full"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setTyped(undefined)}
    >
      <Input
        role="combobox"
        aria-expanded={open}
        aria-autocomplete="list"
        {...(open ? { "aria-controls": `${id}-list` } : {})}
        {...(open && hits[at] ? { "aria-activedescendant": `${id}-${at}` } : {})}
        {...(label === undefined ? {} : { "aria-label": label })}
        value={typed ?? chosen}
        disabled={disabled}
        placeholder={disabled ? "" : `输入名称或号码查找${name}`}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
          if (event.target.value === "") onEmpty();
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <Hits id={id} label={name} hits={hits} at={at} onChoose={choose}>
          {found?.failed ? "没有取到，请再试一次" : found ? "没有找到" : "正在查找"}
        </Hits>
      )}
    </Box>
  );
}

/** One of other records, found by what is typed. What was chosen fills the fields that the form says, never over typed text. */
export function LookupControl({ field, value, disabled, label, onChange }: ControlProps) {
  const store = useFormStore();
  const { choices } = store;
  const spec = field.field.ext?.lookup;
  const ask = useCallback(
    async (keyword: string) => (spec ? choices.sources.lookup(spec, keyword) : []),
    [spec, choices],
  );
  const choose = (hit: LookupHit) => {
    onChange({ id: hit.id, label: hit.label });
    for (const [name, from] of Object.entries(spec?.fills ?? {})) {
      const target = store.form.byName.get(name);
      const given = hit.values[from];
      if (!target || given === undefined || given === "") continue;
      const { state } = store.view(target.at);
      if (!state.locked && (state.value === undefined || state.value === "")) store.change(name, given);
    }
  };
  return (
    <LookupBox
      {...{ label, disabled, ask }}
      name={field.label}
      chosen={isRecord(value) && typeof value.label === "string" ? value.label : ""}
      onChoose={choose}
      onEmpty={() => onChange("")}
    />
  );
}
