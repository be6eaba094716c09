/** Parts of the bar that are loaded when they are first wanted, and then stay. */
import { useEffect, useState } from "react";

export interface LatePart<T> {
  load(): Promise<T>;
  /** undefined: not here yet. */
  here(): T | undefined;
}

export function latePart<T>(fetch: () => Promise<T>): LatePart<T> {
  let part: T | undefined;
  return { load: async () => (part ??= await fetch()), here: () => part };
}

export function useLate<T>(part: LatePart<T>, wanted = true): T | undefined {
  const [, arrived] = useState(false);
  const here = part.here();
  const missing = wanted && here === undefined;
  useEffect(() => {
    if (missing) void part.load().then(() => arrived(true));
  }, [part, missing]);
  return wanted ? here : undefined;
}
