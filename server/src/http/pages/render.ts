/** One page from the template. */
import { customerRoute, matchTab, publicRoutes } from "@liantai/api/contract";
import type { Served } from "./served.ts";

export type Mode = "production" | "development";

export interface RenderInput {
  readonly nonce: string;
  readonly mode: Mode;
  readonly pathname: string;
}

interface FirstLoad {
  readonly place: "signin" | "customer" | "workspace";
  /** Needed whoever comes: fetched beside each other rather than one after another. */
  readonly sure: readonly string[];
  /** Needed when the browser tab has a session, which only the page knows (boot.js). */
  readonly withSession: readonly string[];
}

function firstLoad(pathname: string): FirstLoad {
  if (pathname.startsWith(`${customerRoute}/`))
    return { place: "customer", sure: ["@liantai/customer"], withSession: [] };
  if (publicRoutes.includes(pathname)) return { place: "signin", sure: ["@liantai/signin"], withSession: [] };
  const app = matchTab(pathname)?.tab.app ?? "shell-nav";
  return {
    place: "workspace",
    sure: ["react-dom/client"],
    withSession: ["@liantai/workstation", "@liantai/shell-nav", `@liantai/${app}`],
  };
}

export function renderPage(served: Served, { nonce, mode, pathname }: RenderInput): string {
  const { place, sure, withSession } = firstLoad(pathname);
  const urls = new Set(["@liantai/root-config", ...sure].flatMap((b) => served.closure(b)));
  const workspace = [...new Set(withSession.flatMap((b) => served.closure(b)))].filter((u) => !urls.has(u));
  const page = /(\/assets\/page\/[0-9a-f]+)\//.exec(served.template)?.[1] ?? "";
  const values: Record<string, string> = {
    nonce,
    mode,
    place,
    version: served.version,
    workspace: workspace.join(" "),
    trials: served.trials.join(" "),
    preloads: [...urls].map((u) => `<link rel="preload" as="script" href="${u}">`).join("\n    "),
    overrides: mode === "development" ? `<script src="${page}/overrides.js"></script>` : "",
  };
  return served.template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? "");
}
