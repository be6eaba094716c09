import {
  Box,
  Button,
  Flex,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
} from "@chakra-ui/react";
import { defaultPageSize, pageSizes, typedDigits } from "@liantai/api/contract/base";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useKeepClear } from "../dialog/room.ts";
import { recall, remember } from "../memory.ts";

const isPageSize = (value: unknown): value is number => (pageSizes as readonly unknown[]).includes(value);

/** A list's page size: 10 until the person chooses, then what they chose last for this list. */
export function usePageSize(id: string): readonly [number, (size: number) => void] {
  const [size, setSize] = useState(() => recall(`pageSize.${id}`, isPageSize) ?? defaultPageSize);
  return [
    size,
    (next) => {
      remember(`pageSize.${id}`, next);
      setSize(next);
    },
  ];
}

/** Up to seven page numbers round the current one; 0 stands for a gap. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1);
  const from = Math.min(Math.max(page - 1, 3), pages - 4);
  const middle =
    page <= 4
      ? [2, 3, 4, 5, 0]
      : page >= pages - 3
        ? [0, pages - 4, pages - 3, pages - 2, pages - 1]
        : [0, from, from + 1, from + 2, 0];
  return [1, ...middle, pages];
}

/** 每页条数 */
export const PageSizes = ({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (size: number) => void;
}) => (
  <Box w="96px">
    <NativeSelectRoot size="xs">
      <NativeSelectField aria-label="每页条数" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size} 条/页
          </option>
        ))}
      </NativeSelectField>
      <NativeSelectIndicator />
    </NativeSelectRoot>
  </Box>
);

interface PagerProps {
  readonly total: number;
  /** Stands for 共 N 条. */
  readonly counted?: ReactNode;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly onPage: (pageNo: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

function Jumper({ pages, onPage }: { readonly pages: number; readonly onPage: (pageNo: number) => void }) {
  const [text, setText] = useState("");
  const id = useId();
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const page = Number(text);
    if (Number.isInteger(page) && page >= 1) onPage(Math.min(page, pages));
    setText("");
  };
  return (
    <form onSubmit={jump}>
      <HStack gap="1.5">
        <Text asChild>
          <label htmlFor={id}>跳至</label>
        </Text>
        <Input
          id={id}
          size="xs"
          w="52px"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(typedDigits(event.target.value))}
        />
        <Text>页</Text>
      </HStack>
    </form>
  );
}

export function Pager({ total, counted, pageNo, pageSize, onPage, onPageSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const strip = useRef<HTMLDivElement>(null);
  useKeepClear(strip, "strip");
  const turn = (icon: ReactNode, label: string, to: number) => (
    <Button
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onPage(to)}
    >
      {icon}
    </Button>
  );
  return (
    <Flex
      ref={strip}
      as="nav"
      aria-label="分页"
      align="center"
      justify="flex-end"
      wrap="wrap"
      gap="3"
      textStyle="xs"
      color="fg.muted"
      flex="none"
    >
      {counted ?? <Text>共 {total} 条</Text>}
      <PageSizes value={pageSize} onChange={onPageSize} />
      <HStack gap="1">
        {turn(<ChevronLeft aria-hidden />, "上一页", pageNo - 1)}
        {pageNumbers(pageNo, pages).map((page, i) =>
          page === 0 ? (
            <Text key={`gap-${i}`} aria-hidden>
              …
            </Text>
          ) : (
            <Button
              key={page}
              size="xs"
              variant={page === pageNo ? "solid" : "ghost"}
              colorPalette={page === pageNo ? "accent" : "gray"}
              aria-label={`第${page}页`}
              aria-current={page === pageNo ? "page" : undefined}
              onClick={() => onPage(page)}
            >
              {page}
            </Button>
          ),
        )}
        {turn(<ChevronRight aria-hidden />, "下一页", pageNo + 1)}
      </HStack>
      <Jumper pages={pages} onPage={onPage} />
    </Flex>
  );
}
