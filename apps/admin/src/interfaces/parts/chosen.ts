/** Which interface 接口配置 shows: the list opens it there, the tab may be open already. */
import { bus } from "@liantai/bus";
import { useSyncExternalStore } from "react";

/** 'new': one that is not saved yet; undefined: none chosen. */
type Chosen = string | undefined;

let asked: Chosen;
const listeners = new Set<() => void>();

export function choose(id: Chosen): void {
  asked = id;
  for (const listener of listeners) listener();
}

export function openInterface(id: string): void {
  choose(id);
  bus.publish("tab.open", { name: "interfaceconfig" });
}

export const useAsked = (): Chosen =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
