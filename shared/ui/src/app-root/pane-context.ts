/** What a screen knows of the tab it stands in. Three contexts, so that switching redraws only who asks whether it is active. */
import type { OpenTab } from '@liantai/api/client';
import { createContext, useContext } from 'react';

export const TabContext = createContext<OpenTab | null>(null);
export const ActiveContext = createContext(true);

export interface PaneLayer {
  /** Where the tab's dialogs are drawn: they cover their tab and nothing else. */
  readonly element: HTMLElement | null;
  /** Makes the tab's content inert until the returned function is called. */
  readonly block: () => () => void;
}
export const LayerContext = createContext<PaneLayer | null>(null);

/** The open tab; throws outside a tab. */
export function useTab(): OpenTab {
  const tab = useContext(TabContext);
  if (!tab) throw new Error('useTab is for screens inside a tab');
  return tab;
}

/** The saved parameter of the tab (`{multis}`), as its opener wrote it. It came through the address: check what matters. */
export function useTabParams<T>(): Partial<T> {
  const { params } = useTab();
  return typeof params === 'object' && params !== null ? (params as Partial<T>) : {};
}

/** Whether the tab is the one on show. Outside a tab: always. */
export const useActive = (): boolean => useContext(ActiveContext);
