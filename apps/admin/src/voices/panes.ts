import { voicesTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const voicesPanes = panesOf(
  voicesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "voices" */ `./${screen}/screen.tsx`),
);
