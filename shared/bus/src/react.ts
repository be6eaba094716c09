/** The bus for components: an entry of its own, so that what draws nothing loads no React. */
import { bus, type BusEventName, type BusEvents } from "@liantai/bus";
import { useEffect, useRef } from "react";

/** Subscribes while the component is mounted; the handler may change from one drawing to the next. */
export function useBus<K extends BusEventName>(name: K, handler: (payload: BusEvents[K]) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => bus.subscribe(name, (payload) => latest.current(payload)), [name]);
}
