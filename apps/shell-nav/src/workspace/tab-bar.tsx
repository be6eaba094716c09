/**
 * The open tabs. One listener for all of them: a press shows the tab and its pane at once, and React draws nothing here on a switch
 * (decision 042).
 */
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { Box, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import {
  afterFrame,
  closed,
  selectTabs,
  showing,
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
  "& [data-closable]": { pe: "1.5" },
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

const TabButton = memo(function TabButton({ tab }: { readonly tab: OpenTab }) {
  return (
    <button
      type="button"
      role="tab"
      data-key={tab.key}
      data-closable={tab.closable ? "" : undefined}
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

const selected = '[aria-selected="true"]';

/** The one owner of `aria-selected` and `tabindex` of the tabs: they follow what is on show, and the list its chosen tab. */
function useChosen(tabs: ReturnType<typeof selectTabs>, list: RefObject<HTMLElement | null>) {
  /** The focus follows the next choice, which a key made. */
  const refocus = useRef(false);
  const look = useCallback(() => {
    const key = showing.marked()?.key;
    for (const tab of list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? []) {
      const chosen = tab.dataset.key === key;
      if (tab.getAttribute("aria-selected") === String(chosen)) continue;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    if (refocus.current) list.current?.querySelector<HTMLElement>(selected)?.focus();
    refocus.current = false;
  }, [list]);
  // To scroll asks for a layout, which the frame that shows the tab should not wait for.
  const reveal = useCallback(
    () => void list.current?.querySelector(selected)?.scrollIntoView?.({ block: "nearest", inline: "nearest" }),
    [list],
  );
  useLayoutEffect(look, [look, tabs]);
  useEffect(reveal, [reveal, tabs.length]);
  useEffect(() => {
    let cancel = () => undefined as void;
    const end = showing.watch(() => {
      look();
      cancel();
      cancel = afterFrame(reveal);
    });
    return () => {
      end();
      cancel();
    };
  }, [look, reveal]);
  return refocus;
}

/** ms. */
const waited = ({ timeStamp }: MouseEvent | KeyboardEvent) => performance.now() - timeStamp;

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
  const press = useCallback(
    (event: MouseEvent) => {
      const key = tabOf(event.target)?.dataset.key;
      if (key === undefined) return;
      if ((event.target as Element).closest("[data-close]"))
        close(
          closed(key),
          tabs.filter((t) => t.key === key),
        );
      else showing.show(key, waited(event));
    },
    [close, tabs],
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
  const tabs = useSelector((state: RootState) => selectTabs(state));
  const list = useRef<HTMLDivElement>(null);
  const refocus = useChosen(tabs, list);
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
      showing.show(tabs[next]!.key, waited(event));
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
        {tabs.map((tab) => (
          <TabButton key={tab.key} tab={tab} />
        ))}
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
            list.current?.querySelector<HTMLElement>(selected)?.focus();
          }}
        />
      ) : null}
      {question}
    </Flex>
  );
}
