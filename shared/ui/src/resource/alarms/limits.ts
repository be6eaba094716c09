/** Limits a person sets on live figures, kept in this browser: what is beyond one is coloured, and said once with a sound. */
import { usePreference } from "@liantai/ui";
import { useMemo } from "react";

/** A figure that may be watched. */
export interface Watched {
  readonly id: string;
  readonly name: string;
  readonly unit: "count" | "percent" | "seconds";
  /** Beyond the limit is: over it, or under it. */
  readonly worse: "more" | "less";
}

/** By figure; one that is left out is not watched. */
export type Limits = Readonly<Record<string, number>>;

const isText = (value: unknown): value is string => typeof value === "string";

/** What is no limit is left out: the text may be of another version. */
export function parseLimits(text: string): Limits {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter(([, limit]) => typeof limit === "number" && Number.isFinite(limit) && limit >= 0),
    );
  } catch {
    return {};
  }
}

/** `screen`: under this name they are kept. */
export function useLimits(screen: string): readonly [Limits, (limits: Limits) => void] {
  const [text, setText] = usePreference(`alarms.${screen}`, isText, "{}");
  const limits = useMemo(() => parseLimits(text), [text]);
  return [limits, (next) => setText(JSON.stringify(next))];
}

/** No figure is beyond no limit. */
export function isBeyond({ id, worse }: Watched, value: number | null, limits: Limits): boolean {
  const limit = limits[id];
  if (limit === undefined || value === null) return false;
  return worse === "more" ? value > limit : value < limit;
}

const units = { count: "", percent: "%", seconds: "秒" } as const;

export const limitText = ({ unit, worse }: Watched, limit: number): string =>
  `${worse === "more" ? "高于" : "低于"}${limit}${units[unit]}`;
