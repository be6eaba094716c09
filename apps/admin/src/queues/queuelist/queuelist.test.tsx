/** 排队列表: limits of its columns, and what messages say in writing. */
import { bus } from "@liantai/bus";
import { assistanceApi, emergencyApi, queueListApi, voicemailApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";
import { watching } from "../testing/rows.ts";

const call = (callId: string, position: number, priority: number, offered: string[] = []) => ({
  ...{ callId, callback: null, position, number: "138****8000", place: "北京市", vip: null, accessNumber: "4001" },
  ...{ groups: [{ id: "g1", name: "客服一组" }], queueName: null, priority, moved: 0 },
  ...{ arrivedAt: Date.now() - 95_000, queuedAt: Date.now() - 95_000, expected: 120, offered, ringing: null },
});
const message = (id: string, transcript: string | null) => ({
  ...{ id, callId: `c-${id}`, number: "136****0002", groupName: "客服一组", accessNumber: "4001", leftAt: Date.now() },
  ...{ lengthS: 42, state: "open" as const, agentId: null, agentName: "", doneAt: null, doneBy: null, transcript },
});

function serve(...granted: readonly NonNullable<Parameters<typeof signIn>[1]>[]) {
  const server = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" }, ...granted, ...watching);
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

test("K66 what a message says is written down, corrected, and read beside its player", async () => {
  const user = userEvent.setup();
  const server = serve();
  const list = [message("m1", "请给我回电"), message("m2", null)];
  server.on(voicemailApi.list.path, () => ({ list, total: 2, pageNo: 1, pageSize: 10 }));
  server.on(voicemailApi.setTranscript.path, () => null);
  await openTab("/queuelist");
  await user.click(await screen.findByRole("tab", { name: "留言" }));
  const [first] = await screen.findAllByRole("button", { name: "文字" });
  await user.click(first!);
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByLabelText("留言文字");
  expect(field).toHaveValue("请给我回电");
  await user.type(field, "，谢谢");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(voicemailApi.setTranscript.path)).toEqual([{ id: "m1", transcript: "请给我回电，谢谢" }]),
  );
});

test("a message is seen to by who may look into its call: nobody else is offered what the server refuses", async () => {
  const user = userEvent.setup();
  const server = serve({ page: "/callrecord", buttons: [] });
  server.on(voicemailApi.list.path, () => ({ list: [message("m1", null)], total: 1, pageNo: 1, pageSize: 10 }));
  await openTab("/queuelist");
  await user.click(await screen.findByRole("tab", { name: "留言" }));
  expect(await screen.findByRole("button", { name: "分配" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "处理完成" })).toBeNull();
});
