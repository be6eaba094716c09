import { Box, Button, chakra, Flex, HStack, Input, Text } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { ChevronRight, Plus } from "lucide-react";
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

export interface ColumnMay {
  readonly add: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

interface ColumnProps {
  /** 一级, 二级, … */
  readonly title: string;
  /** '' is the top. */
  readonly parentId: string;
  readonly selected: CascadeOption | undefined;
  readonly may: ColumnMay;
  readonly onSelect: (option: CascadeOption) => void;
  readonly onAdd: () => void;
  readonly onEdit: (option: CascadeOption) => void;
  readonly onDelete: (option: CascadeOption) => void;
  readonly onMove: (option: CascadeOption, step: -1 | 1) => void;
}

/** One level of the cascade: the children of what is chosen in the level before, loaded when it is chosen. */
export function Column({ title, parentId, selected, may, onSelect, onAdd, onEdit, onDelete, onMove }: ColumnProps) {
  const [size, setSize] = useState(step);
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data, isError, error, isFetching, refetch } = cascades.list.useQuery(
    { body: { parentId, keyword, pageNo: 1, pageSize: size } },
    { refetchOnMountOrArgChange: true },
  );
  const options = data?.list ?? [];
  const at = options.findIndex(({ id }) => id === selected?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === "ArrowDown"
        ? at + 1
        : event.key === "ArrowUp"
          ? at - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? options.length - 1
              : undefined;
    const option = to === undefined ? undefined : options[to];
    if (!option) return;
    event.preventDefault();
    onSelect(option);
    document.getElementById(`cascade-${option.id}`)?.scrollIntoView?.({ block: "nearest" });
  };
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
        {may.add && (
          <Button size="2xs" variant="outline" onClick={onAdd} aria-label={`新增${title}选项`}>
            <Plus aria-hidden />
            新增
          </Button>
        )}
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
      {selected && (may.update || may.delete) && (
        <HStack gap="1" p="1" borderTopWidth="1px" justify="space-between">
          {may.update && (
            <Button size="2xs" variant="ghost" onClick={() => onEdit(selected)}>
              编辑
            </Button>
          )}
          {may.update && (
            <Button
              size="2xs"
              variant="ghost"
              disabled={at <= 0 || keyword !== ""}
              onClick={() => onMove(selected, -1)}
            >
              上移
            </Button>
          )}
          {may.update && (
            <Button
              size="2xs"
              variant="ghost"
              disabled={at < 0 || at >= (data?.total ?? 0) - 1 || keyword !== ""}
              onClick={() => onMove(selected, 1)}
            >
              下移
            </Button>
          )}
          {may.delete && (
            <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => onDelete(selected)}>
              删除
            </Button>
          )}
        </HStack>
      )}
    </Flex>
  );
}
