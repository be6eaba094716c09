import { masks } from "@liantai/api/contract";
import { useTabParams } from "@liantai/ui";
import { useEffect, useState } from "react";

/** What the menu carries (console.md section 2). */
interface PageParams {
  readonly alias: unknown;
  readonly url: unknown;
}

/** The outside page of this tab: its address only when it is http or https, without credentials. */
export function usePage(): { readonly alias: string; readonly url: string | null } {
  const { alias, url } = useTabParams<PageParams>();
  return { alias: typeof alias === "string" ? alias : "", url: typeof url === "string" ? safeUrl(url) : null };
}

export function safeUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password;
  return plain ? url.href : null;
}

export type FrameState = "loading" | "shown" | "slow";

/** `visit` counts the tries of the frame: a new one is a new frame. */
export function useFrame(): {
  readonly state: FrameState;
  readonly visit: number;
  readonly onLoad: () => void;
  readonly again: () => void;
} {
  const [state, setState] = useState<FrameState>("loading");
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("slow"), masks.normal);
    return () => clearTimeout(timer);
  }, [state, visit]);
  return {
    state,
    visit,
    onLoad: () => setState("shown"),
    again: () => {
      setState("loading");
      setVisit((n) => n + 1);
    },
  };
}
