import type { Panes } from "@liantai/ui";

export const voicesPanes: Panes = {
  "/voicemanage": () => import(/* webpackChunkName: "voices" */ "./voicemanage/screen.tsx"),
};
