/** What a person set up for themselves (widths, page sizes), kept in this browser. A browser that keeps nothing is no error. */
import { selectUser, store } from "@liantai/api/client";

/** People who share a browser keep their own. */
const keyOf = (key: string): string => `liantai.${selectUser(store.getState())?.userId ?? ""}.${key}`;

export function recall<T>(key: string, check: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(key)) ?? "null");
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(key), JSON.stringify(value));
  } catch {
    // Full or forbidden storage: the setting lasts as long as the page.
  }
}
