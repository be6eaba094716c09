import { openTabOf } from "@liantai/ui/testing";
import { panes } from "../panes.ts";
import { Root } from "../root.tsx";

export { page, signIn } from "@liantai/ui/testing";

/** Draws the console with this tab open. */
export async function openTab(path: string, search = "") {
  // Compiling an area takes longer than a test waits for a word.
  await panes[path]?.();
  return openTabOf(Root, path, search);
}
