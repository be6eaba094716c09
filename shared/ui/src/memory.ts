/** What a person set up for themselves (widths, page sizes), kept in this browser. A browser that keeps nothing is no error. */

export function recall<T>(key: string, check: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`liantai.${key}`) ?? 'null');
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`liantai.${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden storage: the setting lasts as long as the page.
  }
}
