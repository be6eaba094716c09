import { openTabOf } from "@liantai/ui/testing";
import { Root } from "../root.tsx";

export { operator, page, showTab, signIn, startOver } from "@liantai/ui/testing";

/** Draws the console with this tab open. */
export const openTab = (path: string, search = "") => openTabOf(Root, path, search);
