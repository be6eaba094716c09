import { useCallback, useEffect, useRef, useState } from "react";

/** ms after the last key until what was typed is the flow's. */
export const settleMs = 300;

/** Objects with their names in order: what holds the same reads the same. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

const waiting = new Set<() => void>();

/** What was typed a moment ago is the flow's now: whoever saves or publishes means it, too. */
export function settleNow(): void {
  for (const send of [...waiting]) send();
}

/**
 * Calls `send` once nothing was typed for a moment, and when the panel goes away before that.
 * `cancel`: what was typed counts no more (undone from outside).
 */
export function useSettled(send: () => void): { readonly later: () => void; readonly cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    waiting.delete(fire.current);
  }, []);
  const fire = useRef(() => {
    cancel();
    latest.current();
  });
  const later = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(fire.current, settleMs);
    waiting.add(fire.current);
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== undefined) fire.current();
    },
    [],
  );
  return { later, cancel };
}

/** What is typed, held here and handed on when it settles. Another value from outside (undone, merged) takes its place. */
export function useHeld<T>(value: T, onChange: (value: T) => void): readonly [T, (value: T) => void] {
  const [held, setHeld] = useState(value);
  const last = useRef(stable(value));
  const now = useRef(value);
  const { later, cancel } = useSettled(() => {
    const text = stable(now.current);
    if (text === last.current) return;
    last.current = text;
    onChange(now.current);
  });
  useEffect(() => {
    const text = stable(value);
    if (text === last.current) return;
    cancel();
    last.current = text;
    now.current = value;
    setHeld(value);
  }, [value, cancel]);
  const change = useCallback(
    (next: T) => {
      now.current = next;
      setHeld(next);
      later();
    },
    [later],
  );
  return [held, change];
}
