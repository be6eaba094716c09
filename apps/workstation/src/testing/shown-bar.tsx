import { render } from "@testing-library/react";
import { UiProvider } from "@liantai/ui";
import { Bar } from "../bar/bar.tsx";
import { AgentClientContext } from "../bar/context.ts";
import { taskPrompt } from "../bar/task-part.ts";
import { callDataPart } from "../call-card/call-data-late.ts";
import { makeAgentClient, type TestAgentClient } from "./agent-client.ts";

export const drawBar = ({ core, actions }: TestAgentClient) =>
  render(
    <UiProvider>
      <AgentClientContext value={{ core, actions, askForPopups: () => undefined }}>
        <Bar />
      </AgentClientContext>
    </UiProvider>,
  );

/** The bar of an agent who is signed in and whose links are up. */
export async function shownBar(options?: Parameters<typeof makeAgentClient>[0]): Promise<TestAgentClient> {
  const made = makeAgentClient(options);
  await made.up();
  // They would arrive in the middle of a test.
  await Promise.all([taskPrompt.load(), callDataPart.load()]);
  drawBar(made);
  return made;
}
