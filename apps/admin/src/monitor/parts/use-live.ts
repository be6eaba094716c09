/** React's side of the live states. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type RefCallback,
} from "react";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { useClockOffset } from "../../queues/parts/live.ts";
import { LiveSeats } from "./live-seats.ts";

export const LiveContext = createContext(new LiveSeats());

/** A store that follows every seat the person may see, as long as the screen is open. */
export function useFollowing(screen: string): LiveSeats {
  const offset = useClockOffset();
  const [live] = useState(() => new LiveSeats(offset));
  useEffect(() => live.setClock(offset), [live, offset]);
  useEffect(() => live.follow(bus, screen, "*"), [live, screen]);
  return live;
}

/** What `read` takes from one seat's state: drawn anew only when that has become another. */
export function useSeat<T>(agentId: string, read: (agent: LiveAgent) => T): T {
  const live = useContext(LiveContext);
  const watch = useCallback((listener: () => void) => live.watch(agentId, listener), [live, agentId]);
  return useSyncExternalStore(watch, () => read(live.get(agentId)));
}

let now = Date.now();
const ticking = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on show. */
const watchSecond = (listener: () => void): (() => void) => {
  ticking.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of ticking) each();
  }, 1_000);
  return () => {
    ticking.delete(listener);
    if (ticking.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** Epoch ms of the server's clock, once a second. */
export function useServerNow(): number {
  return useSyncExternalStore(watchSecond, () => now) + useClockOffset();
}

/** now: epoch ms of the server's clock. */
export type Write = (element: HTMLElement, agent: LiveAgent, now: number) => void;

/**
 * The ref of an element that `write` keeps as its seat is: at once, whenever the seat changes, and where it `ticks` once a second. React
 * draws the element and nothing in it: a storm of changes costs the page some texts.
 */
export function useWritten(agentId: string, write: Write, ticks = false): RefCallback<HTMLElement> {
  const live = useContext(LiveContext);
  return useCallback(
    (element) => {
      if (!element) return;
      const run = () => write(element, live.get(agentId), live.now());
      run();
      const ends = [live.watch(agentId, run), ...(ticks ? [watchSecond(run)] : [])];
      return () => {
        for (const end of ends) end();
      };
    },
    [live, agentId, write, ticks],
  );
}

/** A text that stands there already is left alone. */
export function writeText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!firstChild) element.textContent = text;
  else if (firstChild.nodeValue !== text) firstChild.nodeValue = text;
}
