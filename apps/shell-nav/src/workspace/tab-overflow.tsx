/** Beside tabs that do not all fit: arrows that move them, and a list of all of them. */
import { memo, useEffect, useState, type RefObject } from "react";
import {
  Flex,
  IconButton,
  MenuContent,
  MenuItem,
  MenuPositioner,
  MenuRoot,
  MenuTrigger,
  Portal,
} from "@chakra-ui/react";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { selectActiveKey, showing, useSelector, type OpenTab, type RootState } from "@liantai/api/client";
import { overBar } from "./layers.ts";

/** Whether the row is wider than its place, and which way there is more. Looked at when tabs, sizes or the place change. */
function useOverflow(list: RefObject<HTMLElement | null>, tabs: readonly OpenTab[]) {
  const [more, setMore] = useState({ over: false, left: false, right: false });
  useEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const left = scrollLeft > 1;
      const right = scrollLeft + clientWidth < scrollWidth - 1;
      const over = left || right;
      setMore((m) => (m.over === over && m.left === left && m.right === right ? m : { over, left, right }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [list, tabs]);
  return more;
}

/** Of the open list alone: a switch of tabs draws nothing else here. */
function Items({ tabs }: { readonly tabs: readonly OpenTab[] }) {
  const active = useSelector((state: RootState) => selectActiveKey(state));
  return tabs.map(({ key, title }) => (
    <MenuItem
      key={key}
      value={key}
      aria-current={key === active ? "page" : undefined}
      fontWeight={key === active ? "600" : undefined}
    >
      {title}
    </MenuItem>
  ));
}

interface Props {
  readonly list: RefObject<HTMLElement | null>;
  readonly tabs: readonly OpenTab[];
}

export const TabOverflow = memo(function TabOverflow({ list, tabs }: Props) {
  const { over, left, right } = useOverflow(list, tabs);
  if (!over) return null;
  const arrow = (label: string, way: 1 | -1, on: boolean, Icon: typeof ChevronLeft) => (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={label}
      title={label}
      disabled={!on}
      onClick={() => list.current?.scrollBy({ left: way * list.current.clientWidth * 0.7, behavior: "smooth" })}
    >
      <Icon />
    </IconButton>
  );
  return (
    <Flex flex="none" align="center" borderStartWidth="1px" borderColor="border.muted">
      {arrow("向左滚动标签页", -1, left, ChevronLeft)}
      {arrow("向右滚动标签页", 1, right, ChevronRight)}
      <MenuRoot
        positioning={{ placement: "bottom-end" }}
        onSelect={({ value }) => showing.show(value)}
        lazyMount
        unmountOnExit
      >
        <MenuTrigger asChild>
          <IconButton size="xs" variant="ghost" colorPalette="gray" aria-label="全部标签页" title="全部标签页">
            <ChevronDown />
          </IconButton>
        </MenuTrigger>
        <Portal>
          <MenuPositioner>
            <MenuContent maxH="60vh" maxW="280px" overflowY="auto" zIndex={overBar} aria-label="全部标签页">
              <Items tabs={tabs} />
            </MenuContent>
          </MenuPositioner>
        </Portal>
      </MenuRoot>
    </Flex>
  );
});
