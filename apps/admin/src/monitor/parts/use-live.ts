/** React's side of the live states. */
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { LiveSeats } from "./live-seats.ts";

export const LiveContext = createContext(new LiveSeats());

/** A store that follows every seat the person may see, as long as the screen is open. */
export function useFollowing(screen: string): LiveSeats {
  const [live] = useState(() => new LiveSeats());
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
  const offset = useSelector((state: RootState) => selectTelephony(state).clockOffset);
  return useSyncExternalStore(watchSecond, () => now) + offset;
}
