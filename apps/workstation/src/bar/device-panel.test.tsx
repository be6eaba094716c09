import { UiProvider } from "@liantai/ui";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { keepMode, keepResult } from "../device-check/readiness.ts";
import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { settle } from "../testing/virtual-clock.ts";
import { barView } from "./bar-view.ts";
import { AgentClientContext } from "./context.ts";
import { DevicePanel } from "./device-panel.tsx";

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const states = (made: Awaited<ReturnType<typeof shownBar>>) =>
  made.commands().filter(({ name }) => name === "setState").length;

test("T7 更多 opens 设备检测 with its three steps, and the server is told what came of them", async () => {
  const made = await shownBar();
  press("更多");
  fireEvent.click(await screen.findByRole("button", { name: "设备检测" }));
  const panel = await screen.findByRole("dialog", { name: "设备检测" });
  expect(
    within(panel)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual(["麦克风", "通话回路", "网络质量"]);
  expect(within(panel).getByRole("button", { name: "开始检测" })).toBeEnabled();
  // No getUserMedia here: the browser refuses.
  press("开始检测");
  expect(await screen.findByText("请授权麦克风(和摄像头) 权限！")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "重新检测" })).toBeEnabled());
  expect(made.kept.get("liantai.deviceCheck")).toContain("请授权麦克风");
  const told = () => made.commands().filter(({ name }) => name === "deviceCheck");
  expect(told().map(({ fields }) => fields["why"])).toEqual(["请授权麦克风(和摄像头) 权限！"]);
});

test("the menu closes when a call comes, and a seat without the page's telephone checks no devices", async () => {
  const made = await shownBar();
  press("更多");
  expect(await screen.findByRole("dialog", { name: "更多" })).toBeInTheDocument();
  act(() => made.callIs(agentCallView()));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "更多" })).toBeNull());
  cleanup();
  await shownBar({ user: { terminalType: 1 } });
  press("更多");
  expect(await screen.findByRole("button", { name: "呼转" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "设备检测" })).toBeNull();
});

test("T7 E24 a check that failed refuses 就绪 and says what failed, where the enterprise has set nothing else", async () => {
  const made = await shownBar();
  press("就绪");
  expect(states(made)).toBe(1);
  keepResult(made.core.ports.storage, made.user.sessionId, "通话回路没有声音");
  press("就绪");
  await act(settle);
  expect(made.notices()).toEqual(["设备检测未通过，不能就绪：通话回路没有声音"]);
  expect(states(made)).toBe(1);
  // Nor can it be chosen in a call for afterwards.
  act(() => made.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 })));
  act(() => made.agentIs(8, { restCode: "2" }));
  press("就绪");
  expect(states(made)).toBe(1);
  keepResult(made.core.ports.storage, made.user.sessionId, "");
  press("就绪");
  expect(states(made)).toBe(2);
});

test("T7 as the enterprise sets it a failed check is told alone, or must be passed; another session has its own", async () => {
  const made = await shownBar();
  keepMode(made.core.ports.storage, "warn");
  keepResult(made.core.ports.storage, made.user.sessionId, "麦克风已静音");
  press("就绪");
  await act(settle);
  expect(made.notices()).toContain("设备检测未通过：麦克风已静音");
  expect(states(made)).toBe(1);
  keepMode(made.core.ports.storage, "require");
  press("就绪");
  await act(settle);
  expect(made.notices()).toContain("设备检测未通过，不能就绪：麦克风已静音");
  expect(states(made)).toBe(1);
  keepResult(made.core.ports.storage, "another", "");
  press("就绪");
  expect(made.notices()).toContain("请先在“更多”里完成设备检测，再就绪");
  expect(states(made)).toBe(1);
  keepResult(made.core.ports.storage, made.user.sessionId, "");
  press("就绪");
  expect(states(made)).toBe(2);
  keepMode(made.core.ports.storage, "off");
  keepResult(made.core.ports.storage, made.user.sessionId, "网络较差");
  press("就绪");
  expect(states(made)).toBe(3);
});

test("T7 where another tab has the audio its check counts: the server is asked, and nothing is checked here", async () => {
  const made = await shownBar();
  keepMode(made.core.ports.storage, "require");
  act(() => made.core.ports.store.change({ ownsMedia: false }));
  press("就绪");
  await act(settle);
  expect([states(made), made.notices()]).toEqual([1, []]);
  press("更多");
  fireEvent.click(await screen.findByRole("button", { name: "设备检测" }));
  const panel = within(await screen.findByRole("dialog", { name: "设备检测" }));
  expect(panel.getByRole("button", { name: "开始检测" })).toBeDisabled();
  expect(panel.getByText(/电话的声音在另一个标签页/)).toBeInTheDocument();
  act(() => made.core.ports.store.change({ ownsMedia: true }));
  expect(panel.getByRole("button", { name: "开始检测" })).toBeEnabled();
});

test("T7 a seat without the page's telephone is asked for no check", async () => {
  const made = await shownBar({ user: { terminalType: 1 } });
  keepMode(made.core.ports.storage, "require");
  press("就绪");
  expect(states(made)).toBe(1);
});

test("T7 a check whose panel closes while its part loads opens nothing", async () => {
  const made = makeAgentClient();
  await made.up();
  let arrive: () => void = () => undefined;
  const openMicrophone = jest.fn(() => Promise.reject(new Error("NotAllowedError")));
  const openDevices = () =>
    new Promise<{ openMicrophone: typeof openMicrophone }>((resolve) => (arrive = () => resolve({ openMicrophone })));
  const telephony = made.state();
  const model = { telephony, user: made.user, view: barView(telephony, made.user, undefined), soundless: false };
  const shown = render(
    <UiProvider>
      <AgentClientContext value={{ core: made.core, actions: made.actions, askForPopups: () => undefined }}>
        <DevicePanel {...model} onClose={() => undefined} onTyped={() => undefined} openDevices={openDevices} />
      </AgentClientContext>
    </UiProvider>,
  );
  press("开始检测");
  shown.unmount();
  arrive();
  await settle();
  expect(openMicrophone).not.toHaveBeenCalled();
});
