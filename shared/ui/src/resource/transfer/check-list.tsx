import { Box, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { Check, useVirtualizer } from "@liantai/ui";
import { useId, useMemo, useState, type KeyboardEvent, type Ref } from "react";
import { Tick } from "./tick.tsx";

export interface Item {
  readonly id: string;
  readonly label: string;
  /** Quieter, behind the label; searched as well. */
  readonly detail?: string;
  readonly disabled?: boolean;
}

/** Of the request that items come from: until it is answered nobody knows whether there are any. */
export interface Answer {
  readonly data?: unknown;
  readonly isError: boolean;
}

interface CheckListProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** undefined: the items are not asked for. */
  readonly answer?: Answer | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly height?: string;
  readonly empty?: string;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Said instead of the items; undefined: they are here. */
const missing = (answer: Answer | undefined): string | undefined => {
  if (answer === undefined || answer.data !== undefined) return undefined;
  return answer.isError ? "加载失败，请重新打开" : "正在加载…";
};

const rowHeight = 30;
/** Longer lists draw only what is in sight. */
const virtualFrom = 100;
/** As many as the keys PageUp and PageDown step over. */
const leap = 8;
const none: readonly Item[] = [];

const Option = chakra("div", {
  base: {
    position: "absolute",
    insetInline: "0",
    h: `${rowHeight}px`,
    px: "2",
    display: "flex",
    alignItems: "center",
    gap: "2",
    cursor: "pointer",
    userSelect: "none",
    _hover: { bg: "bg.subtle" },
    "[role=listbox]:focus &": { "&[data-active]": { bg: "bg.muted" } },
    "&[aria-disabled=true]": { opacity: "0.5", cursor: "not-allowed" },
  },
});

export function found(items: readonly Item[], text: string): readonly Item[] {
  const wanted = text.trim().toLowerCase();
  return wanted
    ? items.filter((i) => i.label.toLowerCase().includes(wanted) || i.detail?.toLowerCase().includes(wanted))
    : items;
}

interface OptionsProps {
  readonly label: string;
  readonly shown: readonly Item[];
  readonly chosen: ReadonlySet<string>;
  readonly height: string;
  readonly disabled: boolean;
  /** Said where nothing is shown. */
  readonly nothing: string;
  readonly loading: boolean;
  readonly toggle: (item: Item) => void;
  readonly toggleAll: () => void;
}

/** What is drawn of the list, and which of it is active: arrows, Home, End and the page keys move it. */
function useActiveOption({ shown, disabled, toggle, toggleAll }: OptionsProps) {
  const [at, setAt] = useState(0);
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const id = useId();
  const virtual = shown.length >= virtualFrom;
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll,
    estimateSize: () => rowHeight,
    overscan: 8,
    enabled: virtual,
  });
  const drawn = virtual ? virtualizer.getVirtualItems().map((v) => v.index) : shown.map((_item, index) => index);
  const active = Math.min(at, shown.length - 1);
  const press = (index: number) => {
    const item = shown[index];
    if (item && !item.disabled && !disabled) toggle(item);
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setAt(next);
    if (virtual) virtualizer.scrollToIndex(next);
    else document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: shown.length - 1,
      PageDown: active + leap,
      PageUp: active - leap,
    };
    if (event.key in steps) move(steps[event.key]!);
    else if (event.key === " " || event.key === "Enter") press(active);
    else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) toggleAll();
    else return;
    event.preventDefault();
  };
  return { id, active, setAt, drawn, press, setScroll, onKeyDown };
}

function Options(props: OptionsProps) {
  const { label, shown, chosen, height, disabled, nothing, loading } = props;
  const { id, active, setAt, drawn, press, setScroll, onKeyDown } = useActiveOption(props);
  return (
    <Box
      ref={setScroll}
      {...(shown.length > 0
        ? {
            role: "listbox",
            "aria-label": label,
            "aria-multiselectable": true,
            "aria-disabled": disabled || undefined,
          }
        : {})}
      aria-busy={loading || undefined}
      aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
      tabIndex={0}
      h={height}
      overflow="auto"
      focusVisibleRing="inside"
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: shown.length * rowHeight, position: "relative" }}>
        {drawn.map((index) => {
          const item = shown[index]!;
          const on = chosen.has(item.id);
          return (
            <Option
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={on}
              aria-disabled={item.disabled || undefined}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              data-active={index === active ? true : undefined}
              style={{ top: index * rowHeight }}
              onClick={() => {
                setAt(index);
                press(index);
              }}
            >
              <Tick state={on} disabled={item.disabled || disabled} />
              <Text as="span" truncate title={item.label}>
                {item.label}
              </Text>
              {item.detail && (
                <Text as="span" truncate color="fg.muted" ms="auto">
                  {item.detail}
                </Text>
              )}
            </Option>
          );
        })}
      </div>
      {shown.length === 0 && (
        <Text p="3" color="fg.muted" textAlign="center">
          {nothing}
        </Text>
      )}
    </Box>
  );
}

/**
 * Many things to choose from: a search, one checkbox for all that are found, and a list of which only what is in sight is
 * drawn. One stop of the Tab key: arrows move, space chooses.
 */
export function CheckList({
  label,
  items: all,
  answer,
  chosen,
  onChange,
  height = "220px",
  empty = "没有数据",
  disabled,
  inputRef,
}: CheckListProps) {
  const [text, setText] = useState("");
  const absent = missing(answer);
  const items = absent === undefined ? all : none;
  const shown = useMemo(() => found(items, text), [items, text]);
  const free = shown.filter((i) => !i.disabled);
  const count = free.filter((i) => chosen.has(i.id)).length;
  const full = free.length > 0 && count === free.length;
  const set = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const one of ids)
      if (on) next.add(one);
      else next.delete(one);
    onChange(next);
  };
  const toggleAll = () =>
    set(
      free.map((i) => i.id),
      !full,
    );
  return (
    <Flex direction="column" w="full" minW="0" borderWidth="1px" borderRadius="md" overflow="hidden" bg="bg">
      <Flex align="center" gap="2" px="2" py="1" borderBottomWidth="1px">
        <Check
          type="checkbox"
          aria-label={`全选${label}`}
          checked={full}
          disabled={disabled || free.length === 0}
          ref={(box: HTMLInputElement | null) => {
            if (box) box.indeterminate = count > 0 && !full;
          }}
          onChange={toggleAll}
        />
        <Input
          ref={inputRef}
          size="xs"
          type="search"
          aria-label={`搜索${label}`}
          placeholder="搜索"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Text flex="none" textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {absent === undefined ? `${chosen.size}/${items.length}` : "…"}
        </Text>
      </Flex>
      <Options
        label={label}
        shown={shown}
        chosen={chosen}
        height={height}
        disabled={disabled ?? false}
        nothing={absent ?? (text ? "没有匹配的结果" : empty)}
        loading={absent !== undefined && !answer?.isError}
        toggle={({ id }) => set([id], !chosen.has(id))}
        toggleAll={toggleAll}
      />
    </Flex>
  );
}
