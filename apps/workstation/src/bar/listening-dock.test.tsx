import { monitorApi } from "@liantai/api/contract/monitor-seats";
import { fakeServer } from "@liantai/ui/testing";
import { act, fireEvent, screen, within } from "@testing-library/react";
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
  const before = client.commands().length;
  fireEvent.click(screen.getByRole("button", { name: "切换" }));
  const question = within(screen.getByRole("dialog", { name: "接过通话" }));
  expect(question.getByText(/坐席1002会离开通话/)).toBeTruthy();
  expect(client.commands()).toHaveLength(before);
  fireEvent.click(question.getByRole("button", { name: "接过通话" }));
  expect(client.commands().at(-1)).toMatchObject({ name: "switch", fields: { agentId: "1002" } });
  expect(screen.queryByRole("dialog")).toBeNull();
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

test("K59 转给: seats have their names where those may be read, and are found by them", async () => {
  const server = fakeServer();
  server.on(monitorApi.seats.path, () => ({ asOf: 0, seats: [{ agentId: "1004", name: "王芳" }] }));
  const client = await shown();
  act(() => client.callIs(heard));
  fireEvent.click(await screen.findByRole("button", { name: "转给" }));
  const seat = (agentId: string) => ({ agentId, code: 1, registered: true, reason: "byAgent", since: 0 }) as const;
  act(() => client.bus.publish("agents.pull", { full: true, agents: [seat("1003"), seat("1004")] }));
  expect(await screen.findByRole("button", { name: /王芳（1004）/ })).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: "查找坐席" }), { target: { value: "王" } });
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["王芳（1004）空闲"]);
});

test("K59 转给: those who can take the call now, the ready first; the call goes to the one that is pressed", async () => {
  const client = await shown();
  const followed: unknown[] = [];
  client.bus.subscribe("agents.follow", (each) => followed.push(each));
  act(() => client.callIs(heard));
  fireEvent.click(await screen.findByRole("button", { name: "转给" }));
  expect(followed).toEqual([{ screen: "hand-over", agents: "*" }]);
  const seat = (agentId: string, code: number, registered = true) =>
    ({ agentId, code, registered, reason: "byAgent", since: 0 }) as const;
  act(() =>
    client.bus.publish("agents.pull", {
      full: true,
      agents: [
        seat("1002", 8),
        seat("1003", 2),
        seat("1004", 1),
        seat("1005", 0),
        seat("1006", 8),
        seat("1007", 1, false),
      ],
    }),
  );
  const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows()).toEqual(["坐席1004空闲", "坐席1003忙碌"]);
  act(() => client.bus.publish("agents.pull", { full: false, agents: [seat("1006", 4)] }));
  expect(rows()).toEqual(["坐席1004空闲", "坐席1003忙碌", "坐席1006话后处理"]);
  fireEvent.change(screen.getByRole("textbox", { name: "查找坐席" }), { target: { value: "1003" } });
  fireEvent.click(screen.getByRole("button", { name: /坐席1003/ }));
  expect(client.commands().at(-1)).toMatchObject({
    name: "switch",
    fields: { agentId: "1002", callId: heard.callId, target: "1003" },
  });
  expect(screen.queryByRole("dialog", { name: "转给坐席" })).toBeNull();
  expect(followed.at(-1)).toEqual({ screen: "hand-over", agents: null });
});
