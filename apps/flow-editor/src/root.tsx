import { AppRoot } from "@liantai/ui";

/** The screens of this app join with their areas; until then it opens no tab. */
export function Root() {
  return <AppRoot app="flow-editor" panes={{}} />;
}
