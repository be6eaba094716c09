/**
 * Apps that are exchanged in a living page; every other bundle is the shell, whose change the version check tells
 * (docs/protocol.md H3, H4).
 */

export const swappableApps = [
  { app: "admin", title: "管理" },
  { app: "workorder", title: "工单" },
  { app: "flow-editor", title: "流程" },
  { app: "knowledge", title: "知识库" },
  { app: "im", title: "在线客服" },
  { app: "signin", title: "登录页" },
  { app: "customer", title: "通话页" },
] as const;

export type SwappableApp = (typeof swappableApps)[number]["app"];

export const swappableNames: readonly string[] = swappableApps.map(({ app }) => app);
export const appTitle = (app: string): string => swappableApps.find((each) => each.app === app)?.title ?? app;
/** These stand before the sign-in, so no enterprise is known: everybody has the same version of them. */
export const beforeSignIn: readonly string[] = ["signin", "customer"];

/** 16 hex digits of the content (scripts/webpack/emit.mjs), in the address of each of its files. */
export const versionPattern = /^[0-9a-f]{16}$/;
