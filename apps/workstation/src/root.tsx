import { UiProvider } from "@liantai/ui";
import { Bar } from "./bar/bar.tsx";
import { AgentClientContext } from "./bar/context.ts";
import { Summaries } from "./imports/summaries.tsx";
import { isPopupWindow } from "./popups/window-name.ts";
import { pageClient } from "./agent-client/page-client.ts";

/** A popup's window has no station, and so no bar. */
export function Root() {
  if (isPopupWindow(window.name)) return null;
  return (
    <UiProvider>
      <AgentClientContext value={pageClient}>
        <Bar />
        <Summaries />
      </AgentClientContext>
    </UiProvider>
  );
}
