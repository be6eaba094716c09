import { useSyncExternalStore } from "react";
import { recall, remember } from "./memory.ts";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A remembered choice that every mounted part follows at once. Texts and booleans only: they are compared by identity. */
export function usePreference<T extends string | boolean>(
  key: string,
  check: (value: unknown) => value is T,
  usual: T,
): readonly [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => recall(key, check) ?? usual);
  return [
    value,
    (next) => {
      remember(key, next);
      for (const listener of [...listeners]) listener();
    },
  ];
}

export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
