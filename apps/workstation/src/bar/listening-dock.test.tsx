import { act, fireEvent, screen } from "@testing-library/react";
import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";
import { drawBar } from "../testing/shown-bar.tsx";

const heard = agentCallView({
  phase: "conference",
  answeredAt: 1_000_000,
  supervises: { agentId: "1002", mode: "listen" },
});

async function shown() {
  const made = makeAgentClient({ user: { roleType: 1, agentId: null, userName: "1000011admin" } });
  // Another tab of his, or an extension, has the audio.
  await made.up("tab-2");
  drawBar(made);
  return made;
}

test("C10 the dock is there while an administrator hears a call: the mode, who hears him, how loud, and the way out", async () => {
  const client = await shown();
  expect(screen.queryByRole("region")).toBeNull();
  act(() => client.callIs(heard));
  const dock = await screen.findByRole("region", { name: "监听工具条" });
  expect(dock.textContent).toContain("坐席1002");
  expect(dock.textContent).toContain("双方都听不到您");
  expect(screen.getByRole("button", { name: "监听" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "密语" }));
  expect(client.commands().at(-1)).toMatchObject({
    name: "monitor",
    fields: { agentId: "1002", callId: heard.callId, mode: "whisper" },
  });
  act(() => client.callIs({ ...heard, supervises: { agentId: "1002", mode: "whisper" } }));
  expect(dock.textContent).toContain("只有坐席听得到您");
  // He hears at an extension: its own telephone has the volume.
  expect(screen.queryByRole("slider")).toBeNull();
  act(() => client.core.ports.store.change({ ownsMedia: true }));
  fireEvent.change(screen.getByRole("slider", { name: "音量" }), { target: { value: "40" } });
  expect(client.speaker.loud).toBe(0.4);
  fireEvent.click(screen.getByRole("button", { name: "退出监听" }));
  expect(client.commands().at(-1)).toMatchObject({ name: "hangup", fields: { callId: heard.callId } });
  act(() => client.callIs({ ...agentCallView({ phase: "talking" }) }));
  expect(screen.getByRole("button", { name: "挂断" })).toBeTruthy();
  await act(async () => {
    client.event("callEnd", { callId: heard.callId, cause: "completed" });
    await settle();
  });
  expect(screen.queryByRole("region")).toBeNull();
});
