/** Parts of the bar that are loaded when they are first wanted, and then stay. */
import { useEffect, useState } from "react";
import { lateChunk, type Trying } from "../ports/late-chunk.ts";

export interface LatePart<T> {
  /** Resolves when it is here; asked for until it is. */
  load(): Promise<T>;
  /** undefined: not here yet. */
  here(): T | undefined;
}

export function latePart<T>(fetch: () => Promise<T>, wait?: Trying["wait"]): LatePart<T> {
  let part: T | undefined;
  let coming: Promise<T> | undefined;
  const come = async () => (part = await lateChunk(fetch, wait ? { wait } : {}));
  return { load: () => (coming ??= come()), here: () => part };
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
