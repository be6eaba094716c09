import { useEffect, useState } from "react";

export interface Answer<T> {
  readonly value: T | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** What a promise answers, of the question asked last. */
export function useAnswer<T>(key: string, ask: (() => Promise<T>) | undefined): Answer<T> {
  const [answer, setAnswer] = useState<{ key: string; value?: T; failed: boolean }>();
  const [round, setRound] = useState(0);
  const asking = ask !== undefined;
  useEffect(() => {
    if (!ask) return;
    let live = true;
    ask().then(
      (value) => live && setAnswer({ key, value, failed: false }),
      () => live && setAnswer({ key, failed: true }),
    );
    return () => {
      live = false;
    };
    // The question is its key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, asking, round]);
  const own = answer?.key === key ? answer : undefined;
  return { value: own?.value, failed: own?.failed === true, retry: () => setRound(round + 1) };
}
