import { Box, Button, chakra, Flex, HStack, Input, Text } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { ActionBar, type Action } from "@liantai/ui/resource";
import { ChevronRight } from "lucide-react";
import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { cascades, type CascadeOption } from "./queries.ts";

/** So many are loaded at first, and with each 加载更多. */
const step = 100;

const Row = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1",
    minH: "30px",
    px: "2",
    cursor: "pointer",
    _hover: { bg: "bg.subtle" },
    "&[aria-selected=true]": { bg: "accent.subtle", color: "accent.fg" },
  },
});

interface ColumnProps {
  /** 一级, 二级, … */
  readonly title: string;
  /** '' is the top. */
  readonly parentId: string;
  readonly selected: CascadeOption | undefined;
  readonly onSelect: (option: CascadeOption) => void;
  /** Of the level: a new option. */
  readonly actions: readonly Action[];
  /** Of the chosen option, which stands so among the others. */
  readonly optionActions: (place: Place) => readonly Action<CascadeOption>[];
}

export interface Place {
  readonly first: boolean;
  readonly last: boolean;
}

/** Arrows, Home and End choose among the options. */
function optionAt(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowDown") return at + 1;
  if (key === "ArrowUp") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function Options({
  title,
  options,
  selected,
  onSelect,
}: Pick<ColumnProps, "title" | "selected" | "onSelect"> & { readonly options: readonly CascadeOption[] }) {
  const at = options.findIndex(({ id }) => id === selected?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[optionAt(event.key, at, options.length) ?? -1];
    if (!option) return;
    event.preventDefault();
    onSelect(option);
    document.getElementById(`cascade-${option.id}`)?.scrollIntoView?.({ block: "nearest" });
  };
  return (
    <Box
      role="listbox"
      aria-label={`${title}选项`}
      tabIndex={0}
      aria-activedescendant={selected ? `cascade-${selected.id}` : undefined}
      focusVisibleRing="inside"
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <Row
          key={option.id}
          id={`cascade-${option.id}`}
          role="option"
          aria-selected={option.id === selected?.id}
          onClick={() => onSelect(option)}
        >
          <Text as="span" flex="1" truncate title={option.name}>
            {option.name}
          </Text>
          {option.children > 0 && (
            <Text as="span" textStyle="xs" color="fg.muted">
              {option.children}
            </Text>
          )}
          {option.children > 0 && <ChevronRight size={14} aria-hidden />}
        </Row>
      ))}
    </Box>
  );
}

/** One level of the cascade: the children of what is chosen in the level before, loaded when it is chosen. */
export function Column({ title, parentId, selected, onSelect, actions, optionActions }: ColumnProps) {
  const [size, setSize] = useState(step);
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data, isError, error, isFetching, refetch } = cascades.list.useQuery(
    { body: { parentId, keyword, pageNo: 1, pageSize: size } },
    { refetchOnMountOrArgChange: true },
  );
  const options = data?.list ?? [];
  const at = options.findIndex(({ id }) => id === selected?.id);
  const total = data?.total ?? 0;
  // Among those that a search left nothing is moved.
  const place = { first: at <= 0 || keyword !== "", last: at < 0 || at >= total - 1 || keyword !== "" };
  return (
    <Flex
      direction="column"
      w="236px"
      flex="none"
      minH="0"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      role="group"
      aria-label={title}
    >
      <HStack p="2" pb="1" justify="space-between">
        <Text fontWeight="medium">
          {title}
          {data && (
            <Text as="span" color="fg.muted" textStyle="xs" ms="2">
              {data.total} 项
            </Text>
          )}
        </Text>
        <ActionBar look="row" actions={actions} row={undefined} />
      </HStack>
      <Box px="2" pb="1">
        <Input
          size="xs"
          type="search"
          aria-label={`搜索${title}`}
          placeholder="搜索"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Box>
      <Box flex="1" minH="0" overflow="auto">
        {isError && !data ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : options.length === 0 ? (
          <EmptyState title={keyword ? "没有匹配的选项" : "没有选项"} />
        ) : (
          <Options title={title} options={options} selected={selected} onSelect={onSelect} />
        )}
        {data && data.total > options.length && (
          <Button
            size="xs"
            variant="ghost"
            w="full"
            loading={isFetching}
            loadingText="加载更多"
            onClick={() => setSize(size + step * 2)}
          >
            加载更多（还有 {data.total - options.length} 项）
          </Button>
        )}
      </Box>
      {selected && (
        <HStack gap="1" p="1" borderTopWidth="1px" justify="space-between">
          <ActionBar look="row" actions={optionActions(place)} row={selected} />
        </HStack>
      )}
    </Flex>
  );
}
