import { selectTelephony, store } from "@liantai/api/client";
import { useEffect, useRef } from "react";

/** Calls `again` when the network is back: what failed for want of it comes back by itself. */
export function useBack(again: () => void): void {
  const call = useRef(again);
  useEffect(() => void (call.current = again), [again]);
  useEffect(() => {
    const connection = () => selectTelephony(store.getState()).connection;
    let before = connection();
    const online = () => call.current();
    const end = store.subscribe(() => {
      const now = connection();
      if (before === "lost" && now === "up") call.current();
      before = now;
    });
    addEventListener("online", online);
    return () => {
      end();
      removeEventListener("online", online);
    };
  }, []);
}
