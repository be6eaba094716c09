/** 排队列表: limits of its columns. */
import { bus } from "@liantai/bus";
import { assistanceApi, emergencyApi, queueListApi } from "@liantai/api/contract/admin";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";

const call = (callId: string, position: number, priority: number, offered: string[] = []) => ({
  ...{ callId, callback: null, position, number: "138****8000", place: "北京市", vip: null, accessNumber: "4001" },
  ...{ groups: [{ id: "g1", name: "客服一组" }], queueName: null, priority, moved: 0 },
  ...{ arrivedAt: Date.now() - 95_000, queuedAt: Date.now() - 95_000, expected: 120, offered, ringing: null },
});
function serve() {
  const server = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  server.on(queueListApi.list.path, () => ({
    at: Date.now(),
    groups: [{ id: "g1", name: "客服一组" }],
    calls: [call("c1", 1, 2.5, ["1001", "1002"]), call("c2", 2, 3), call("c3", 3, 0)],
  }));
  server.on(queueListApi.targets.path, () => ({ skillGroup: [], dispatchQueue: [], seat: [] }));
  server.on(assistanceApi.list.path, () => []);
  server.on(emergencyApi.list.path, () => []);
  return server;
}

test("a limit of a column colours the callers beyond it, and the most of them is said once, with a sound", async () => {
  const user = userEvent.setup();
  serve();
  const texts: string[] = [];
  bus.subscribe(
    "notification.show",
    ({ title, text, sound }) => void texts.push(`${title}：${text}${sound ? " ♪" : ""}`),
  );
  await openTab("/queuelist");
  await user.click(await screen.findByRole("button", { name: "告警设置" }));
  await user.type(await screen.findByLabelText("优先级（分钟）高于"), "2");
  await user.type(screen.getByLabelText("预计还需高于（秒）"), "120");
  await user.click(screen.getByRole("button", { name: "保存" }));
  const marked = await screen.findAllByTitle("超过告警设置");
  expect(marked.map((element) => element.textContent)).toEqual(["2.5分", "3分"]);
  await waitFor(() => expect(texts).toEqual(["排队告警：优先级（分钟）高于2，当前3 ♪"]));
});
