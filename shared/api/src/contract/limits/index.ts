/** Area 'limits': barred numbers, hours and counts of calls, and notices about them (screens.md, "admin: call centre"). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { callLimitApi } from "./call-limits.ts";
import { callNotifyLimitApi } from "./notices.ts";

export * from "./call-limits.ts";
export * from "./notices.ts";

export const limitsEndpoints: readonly Endpoint[] = [callLimitApi, callNotifyLimitApi].flatMap((api) =>
  Object.values<Endpoint>(api),
);

export const limitsButtons: PageButtons = { "/callBarring": crudButtons("callLimit", ["A"]) };
