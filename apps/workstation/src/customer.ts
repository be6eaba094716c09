import { reactApp } from "@liantai/ui/app";
import { Root } from "./customer/root.tsx";

export const { bootstrap, mount, unmount } = reactApp(Root);
