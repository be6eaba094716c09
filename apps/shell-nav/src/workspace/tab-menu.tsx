/** The context menu of a tab (console.md section 2): close, close all, close others, close left, close right. */
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, Portal } from '@chakra-ui/react';
import { overBar } from './layers.ts';
import { closed, closedAll, closedLeft, closedOthers, closedRight, useDispatch, type OpenTab } from '@liantai/api/client';

export interface TabMenuAt {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly at: TabMenuAt;
  readonly tabs: readonly OpenTab[];
  onClose(): void;
}

export function TabMenu({ at, tabs, onClose }: Props) {
  const dispatch = useDispatch();
  const { key, x, y } = at;
  const index = tabs.findIndex((t) => t.key === key);
  const closable = (from: number, to: number) => tabs.slice(from, to).some((t) => t.closable);
  const items = [
    { value: 'close', text: '关闭', can: tabs[index]?.closable === true, run: () => closed(key) },
    { value: 'all', text: '关闭全部', can: closable(0, tabs.length), run: () => closedAll() },
    { value: 'others', text: '关闭其他', can: closable(0, index) || closable(index + 1, tabs.length), run: () => closedOthers(key) },
    { value: 'left', text: '关闭左侧', can: closable(0, index), run: () => closedLeft(key) },
    { value: 'right', text: '关闭右侧', can: closable(index + 1, tabs.length), run: () => closedRight(key) },
  ];
  return (
    <MenuRoot open positioning={{ placement: 'bottom-start', getAnchorRect: () => ({ x, y, width: 0, height: 0 }) }} onOpenChange={({ open }) => open || onClose()} onSelect={({ value }) => {
      const chosen = items.find((i) => i.value === value);
      if (chosen) dispatch(chosen.run());
    }}>
      <Portal>
        <MenuPositioner>
          <MenuContent minW="120px" zIndex={overBar} aria-label={`标签页「${tabs[index]?.title ?? ''}」`}>
            {items.map(({ value, text, can }) => <MenuItem key={value} value={value} disabled={!can}>{text}</MenuItem>)}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  );
}
