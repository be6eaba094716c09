import type { Panes } from "@liantai/ui";

export const voicesPanes: Panes = {
  "/voicemanage": () => import(/* webpackChunkName: "voices" */ "../call-centre/voicemanage/screen.tsx"),
};
