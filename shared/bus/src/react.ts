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

/** For a dialog of imports (ImportDialog's useEvents): how far they are, and their ends, which it shows itself while it is there. */
export function useImports(
  kinds: readonly string[],
  on: { readonly ended: (kind: string) => void; readonly progress: (kind: string, text: string) => void },
): void {
  useBus("import.ended", ({ kind }) => on.ended(kind));
  useBus("import.progress", ({ kind, text }) => on.progress(kind, text));
  const watched = kinds.join(" ");
  useEffect(() => {
    const tell = (open: boolean) => bus.publish("import.watched", { kinds: watched.split(" "), on: open });
    tell(true);
    return () => tell(false);
  }, [watched]);
}
