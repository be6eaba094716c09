import { UiProvider } from "@liantai/ui";
import { Bar } from "./bar/bar.tsx";
import { AgentClientContext } from "./bar/context.ts";
import { Summaries } from "./imports/summaries.tsx";
import { pageClient } from "./agent-client/page-client.ts";

export function Root() {
  return (
    <UiProvider>
      <AgentClientContext value={pageClient}>
        <Bar />
        <Summaries />
      </AgentClientContext>
    </UiProvider>
  );
}
