/** Lists of a million rows: the server knows the next page, and no page numbers. */
import { Button, Flex, HStack, Text, type ButtonProps } from "@chakra-ui/react";
import { PageSizes } from "@liantai/ui";
import type { ResourceList } from "@liantai/ui/resource";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";

/** Where each page begins that was turned past: of another question there are none. */
export function usePath(question: string) {
  const [path, setPath] = useState<{ readonly of: string; readonly after: readonly string[] }>({
    of: question,
    after: [],
  });
  const after = path.of === question ? path.after : [];
  return {
    /** '': the first page. */
    after: after.at(-1) ?? "",
    pageNo: after.length + 1,
    to: (next: string) => setPath({ of: question, after: [...after, next] }),
    back: () => setPath({ of: question, after: after.slice(0, -1) }),
    first: () => setPath({ of: question, after: [] }),
  };
}

interface KeysetPagerProps {
  readonly path: ReturnType<typeof usePath>;
  /** null: there is none; undefined: not known yet, as the page is on its way. */
  readonly next: string | null | undefined;
  readonly total: number;
  /** There are more than `total`. */
  readonly more: boolean;
  readonly resource: Pick<ResourceList<object, object>, "pageSize" | "onPageSize">;
}

/** It keeps the focus where it has no way on: whoever turns pages by keyboard stays in the pager. */
function Turn({ off, press, ...rest }: ButtonProps & { readonly off: boolean; readonly press: () => void }) {
  return (
    <Button
      size="xs"
      variant="ghost"
      colorPalette="gray"
      {...rest}
      aria-disabled={off || undefined}
      onClick={() => off || press()}
    />
  );
}

export function KeysetPager({ path, next, total, more, resource }: KeysetPagerProps) {
  const first = path.pageNo === 1;
  const size = (value: number) => {
    path.first();
    resource.onPageSize(value);
  };
  return (
    <Flex
      as="nav"
      aria-label="分页"
      align="center"
      justify="flex-end"
      gap="3"
      textStyle="xs"
      color="fg.muted"
      flex="none"
    >
      <Text>{more ? `超过 ${total} 条` : `共 ${total} 条`}</Text>
      <PageSizes value={resource.pageSize} onChange={size} />
      <HStack gap="1">
        <Turn off={first} press={path.first}>
          首页
        </Turn>
        <Turn aria-label="上一页" off={first} press={path.back}>
          <ChevronLeft aria-hidden />
        </Turn>
        <Text aria-current="page">第 {path.pageNo} 页</Text>
        <Turn aria-label="下一页" off={next === null} press={() => next && path.to(next)}>
          <ChevronRight aria-hidden />
        </Turn>
      </HStack>
    </Flex>
  );
}
