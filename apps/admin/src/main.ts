import { reactApp } from "@liantai/ui/app";
import { Root } from "./root.tsx";

export const { bootstrap, mount, unmount } = reactApp(Root);
