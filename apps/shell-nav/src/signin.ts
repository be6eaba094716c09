import { reactApp } from "@liantai/ui/app";
import { Root } from "./signin/root.tsx";

export const { bootstrap, mount, unmount } = reactApp(Root);
