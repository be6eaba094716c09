/** The open tabs. One listener for all of them: a click dispatches and nothing else, so that switching is a frame's work. */
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { Box, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import {
  activated,
  closed,
  selectActiveKey,
  selectTabs,
  useDispatch,
  useSelector,
  type OpenTab,
  type RootState,
} from "@liantai/api/client";
import { useClosing } from "./closing.tsx";
import { TabOverflow } from "./tab-overflow.tsx";
import { TabMenu, type TabMenuAt } from "./tab-menu.tsx";

/** Of all tabs at once: they are plain elements, which cost a switch next to nothing. */
const look = {
  "& [role=tab]": {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    flex: "none",
    h: "34px",
    maxW: "200px",
    ps: "3",
    pe: "3",
    cursor: "pointer",
    color: "fg.muted",
    borderEndWidth: "1px",
    borderColor: "border.muted",
    _hover: { bg: "bg.muted" },
    _selected: {
      bg: "bg.canvas",
      color: "fg",
      fontWeight: "600",
      boxShadow: "inset 0 2px 0 var(--chakra-colors-accent-solid)",
    },
    focusVisibleRing: "inside",
  },
  "& [role=tab]:has([data-close])": { pe: "1.5" },
  "& [data-title]": { truncate: true },
  "& [data-close]": {
    display: "grid",
    placeItems: "center",
    flex: "none",
    w: "18px",
    h: "18px",
    borderRadius: "sm",
    color: "fg.subtle",
    _hover: { bg: "bg.emphasized", color: "fg" },
  },
} as const;

const TabButton = memo(function TabButton({ tab, active }: { readonly tab: OpenTab; readonly active: boolean }) {
  return (
    <button
      type="button"
      role="tab"
      data-key={tab.key}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      title={tab.title}
      aria-haspopup="menu"
      aria-keyshortcuts={tab.closable ? "Delete" : undefined}
    >
      <span data-title="">{tab.title}</span>
      {tab.closable ? (
        // For the mouse; the keyboard has Delete. A button inside a tab would be lost to a screen reader.
        <span data-close="" aria-hidden title="关闭">
          <X size={13} />
        </span>
      ) : null}
    </button>
  );
});

interface TabsProps {
  readonly tabs: ReturnType<typeof selectTabs>;
  readonly list: RefObject<HTMLElement | null>;
  /** The focus follows the next choice, which a key made. */
  readonly refocus: RefObject<boolean>;
}

/** All that a switch draws anew of the tab bar. */
function Tabs({ tabs, list, refocus }: TabsProps) {
  const active = useSelector((state: RootState) => selectActiveKey(state));
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    chosen?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    if (refocus.current) chosen?.focus();
    refocus.current = false;
  }, [active, tabs.length, list, refocus]);
  return tabs.map((tab) => <TabButton key={tab.key} tab={tab} active={tab.key === active} />);
}

const tabOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[role="tab"]');

function stepped(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

type Close = ReturnType<typeof useClosing>["close"];

/** A press on a tab shows it, one on its cross closes it. */
function usePresses(tabs: ReturnType<typeof selectTabs>, close: Close) {
  const dispatch = useDispatch();
  const press = useCallback(
    (event: MouseEvent) => {
      const key = tabOf(event.target)?.dataset.key;
      if (key === undefined) return;
      if ((event.target as Element).closest("[data-close]"))
        close(
          closed(key),
          tabs.filter((t) => t.key === key),
        );
      else dispatch(activated(key));
    },
    [dispatch, close, tabs],
  );

  /** The middle button closes, as in browsers; an unclosable tab stays by itself. */
  const middle = (event: MouseEvent) => {
    const key = event.button === 1 ? tabOf(event.target)?.dataset.key : undefined;
    if (key !== undefined)
      close(
        closed(key),
        tabs.filter((t) => t.key === key),
      );
  };
  return { press, middle };
}

export function TabBar() {
  const dispatch = useDispatch();
  const tabs = useSelector((state: RootState) => selectTabs(state));
  const list = useRef<HTMLDivElement>(null);
  const refocus = useRef(false);
  const { close, question } = useClosing();
  const [menuAt, setMenuAt] = useState<TabMenuAt | null>(null);

  const { press, middle } = usePresses(tabs, close);
  const openMenu = (tab: HTMLElement, x: number, y: number) => setMenuAt({ key: tab.dataset.key!, x, y });

  /** A right press on another tab opens its menu before the old one says that it has closed. */
  const closeMenu = (was: TabMenuAt) => setMenuAt((now) => (now === was ? null : now));

  const typed = (event: KeyboardEvent) => {
    const tab = tabOf(event.target);
    if (!tab) return;
    const index = tabs.findIndex((t) => t.key === tab.dataset.key);
    const next = stepped(event.key, index, tabs.length);
    if (next !== undefined) {
      refocus.current = true;
      dispatch(activated(tabs[next]!.key));
    } else if (event.key === "Delete" && tabs[index]?.closable) {
      refocus.current = true;
      close(closed(tabs[index].key), [tabs[index]]);
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const { left, bottom } = tab.getBoundingClientRect();
      openMenu(tab, left + 8, bottom);
    } else return;
    event.preventDefault();
  };

  return (
    <Flex data-area="tabs" bg="bg.panel" borderBottomWidth="1px" borderColor="border">
      <Box
        flex="1"
        minW="0"
        ref={list}
        role="tablist"
        aria-label="已打开的标签页"
        display="flex"
        overflowX="auto"
        overflowY="hidden"
        scrollbarWidth="none"
        textStyle="sm"
        css={look}
        onClick={press}
        onAuxClick={middle}
        onKeyDown={typed}
        onWheel={(event) => event.deltaY !== 0 && list.current?.scrollBy?.({ left: event.deltaY })}
        onContextMenu={(event) => {
          const tab = tabOf(event.target);
          if (!tab) return;
          event.preventDefault();
          openMenu(tab, event.clientX, event.clientY);
        }}
      >
        <Tabs tabs={tabs} list={list} refocus={refocus} />
      </Box>
      <TabOverflow list={list} tabs={tabs} />
      {menuAt ? (
        <TabMenu
          key={`${menuAt.key} ${menuAt.x} ${menuAt.y}`}
          at={menuAt}
          tabs={tabs}
          close={close}
          onClose={() => {
            closeMenu(menuAt);
            list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
          }}
        />
      ) : null}
      {question}
    </Flex>
  );
}
