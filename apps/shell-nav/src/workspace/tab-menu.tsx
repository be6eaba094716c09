/** The context menu of a tab (console.md section 2): close, close all, close others, close left, close right. */
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, Portal } from "@chakra-ui/react";
import type { Close } from "./closing.tsx";
import { overBar } from "./layers.ts";
import { closed, closedAll, closedLeft, closedOthers, closedRight, type OpenTab } from "@liantai/api/client";

export interface TabMenuAt {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly at: TabMenuAt;
  readonly tabs: readonly OpenTab[];
  readonly close: Close;
  onClose(): void;
}

export function TabMenu({ at, tabs, close, onClose }: Props) {
  const { key, x, y } = at;
  const index = tabs.findIndex((t) => t.key === key);
  const items = [
    { value: "close", text: "关闭", of: tabs.slice(index, index + 1), run: () => closed(key) },
    { value: "all", text: "关闭全部", of: tabs, run: () => closedAll() },
    { value: "others", text: "关闭其他", of: tabs.filter((t) => t.key !== key), run: () => closedOthers(key) },
    { value: "left", text: "关闭左侧", of: tabs.slice(0, index), run: () => closedLeft(key) },
    { value: "right", text: "关闭右侧", of: tabs.slice(index + 1), run: () => closedRight(key) },
  ];
  return (
    <MenuRoot
      open
      positioning={{ placement: "bottom-start", getAnchorRect: () => ({ x, y, width: 0, height: 0 }) }}
      onOpenChange={({ open }) => open || onClose()}
      onSelect={({ value }) => {
        const chosen = items.find((i) => i.value === value);
        if (chosen) close(chosen.run(), chosen.of);
      }}
    >
      <Portal>
        <MenuPositioner>
          <MenuContent minW="120px" zIndex={overBar} aria-label={`标签页「${tabs[index]?.title ?? ""}」`}>
            {items.map(({ value, text, of }) => (
              <MenuItem key={value} value={value} disabled={!of.some((t) => t.closable)}>
                {text}
              </MenuItem>
            ))}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  );
}
