/** Area 'monitor': what goes on now, live. The page that signs in does not load it. */
import { defineArea } from "../area.ts";

export * from "./live.ts";

export const monitorArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  resources: [],
}));
