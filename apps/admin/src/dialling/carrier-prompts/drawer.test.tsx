import { onNotice } from "@liantai/api/client";
import { carrierPromptApi as api, taskPages } from "@liantai/api/contract/admin";
import { refusal } from "@liantai/ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, paths } from "../testing/rows.ts";

const row = {
  ...{ id: "p1", name: "移动关机", code: 581, carrier: "mobile", enabled: 1, hangsUp: 1, remark: "" },
  ...{ durationMs: 4_200, createdAt: "2026-11-20 09:00:00", createdBy: "张建国" },
};
const all = ["carrierPrompt.add", "carrierPrompt.update", "carrierPrompt.delete"];
const sound = () => new File([new Uint8Array(8)], "关机.wav", { type: "audio/wav" });

let notices: string[];
let end: () => void;
beforeEach(() => {
  URL.createObjectURL = () => "blob:heard";
  URL.revokeObjectURL = () => undefined;
  notices = [];
  end = onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()));
});
afterEach(() => end());

async function open(rows: readonly object[], buttons: readonly string[] = all) {
  const server = signIn({}, { page: taskPages[3].list, buttons: [...buttons] });
  furnish(server);
  server.on(paths.list, page([]));
  server.on(api.list.path, page([...rows]));
  await openTab(taskPages[3].list);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "运营商提示音" }));
  return { server, user, drawer: await screen.findByRole("dialog", { name: "运营商提示音" }) };
}

test("a recording is added with what it means; the server's refusal stands at its field", async () => {
  const { server, user, drawer } = await open([]);
  expect(await within(drawer).findByText("还没有运营商提示音")).toBeVisible();
  await user.click(within(drawer).getAllByRole("button", { name: "新增" })[0]!);
  const form = await screen.findByRole("dialog", { name: "新增运营商提示音" });
  await user.click(within(form).getByRole("button", { name: "保存" }));
  for (const text of ["请选择录音文件", "请输入提示音名称", "请选择运营商", "请选择呼叫结果"])
    expect((await within(form).findAllByText(text, { selector: ":not(option)" })).length).toBeGreaterThan(0);
  expect(server.asked.some(({ path }) => path === api.add.path)).toBe(false);
  await user.upload(form.querySelector<HTMLInputElement>('input[type="file"]')!, sound());
  await user.type(within(form).getByLabelText(/^提示音名称/), "移动关机");
  await user.selectOptions(within(form).getByLabelText(/^运营商/, { selector: "select" }), "中国移动");
  await user.selectOptions(within(form).getByLabelText(/^呼叫结果/, { selector: "select" }), "关机");
  const short = "录音文件：有效声音不足1秒，无法识别";
  server.on(api.add.path, () => refusal("invalid", short, [{ path: "files", label: "录音文件", message: short }]));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText(short)).toBeVisible();
  server.on(api.add.path, () => ({ id: "p1" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "新增运营商提示音" })).toBeNull());
  expect(notices.some((text) => text.includes("提示音已新增"))).toBe(true);
}, 30_000);

test("a sound is tried: which one it is, and how near the others come", async () => {
  const { server, user, drawer } = await open([row]);
  expect(await within(drawer).findByText("移动关机")).toBeVisible();
  for (const text of ["中国移动", "关机", "立即挂断", "启用"]) expect(within(drawer).getByText(text)).toBeVisible();
  await user.click(within(drawer).getByRole("button", { name: "测试" }));
  const form = await screen.findByRole("dialog", { name: "测试提示音" });
  await user.upload(form.querySelector<HTMLInputElement>('input[type="file"]')!, sound());
  server.on(api.try.path, () => ({
    id: "p1",
    code: 581,
    nearest: [
      { id: "p1", name: "移动关机", code: 581, enabled: 1, alike: 86.4, heard: 97 },
      { id: "p2", name: "联通空号", code: 582, enabled: 0, alike: null, heard: null },
    ],
  }));
  await user.click(within(form).getByRole("button", { name: "识别" }));
  const result = await screen.findByRole("dialog", { name: "识别结果" });
  expect(await within(result).findByText("识别为“移动关机”，呼叫结果：关机")).toBeVisible();
  for (const text of ["86.4%", "97.0%", "联通空号（未启用）"]) expect(within(result).getByText(text)).toBeVisible();
}, 30_000);

test("who may not change them may listen and try; a deletion is asked about", async () => {
  const first = await open([row], []);
  expect(await within(first.drawer).findByText("移动关机")).toBeVisible();
  expect(within(first.drawer).getByRole("button", { name: "试听" })).toBeVisible();
  expect(within(first.drawer).queryByRole("button", { name: "新增" })).toBeNull();
  expect(within(first.drawer).queryByRole("button", { name: "删除" })).toBeNull();
  document.body.innerHTML = "";
  const { server, user, drawer } = await open([row]);
  server.on(api.delete.path, () => ({ count: 1 }));
  await user.click(await within(drawer).findByRole("button", { name: "删除" }));
  const asked = await screen.findByRole("alertdialog");
  expect(asked).toHaveTextContent("确定要删除“移动关机”吗？");
  await user.click(within(asked).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(server.bodies(api.delete.path)).toEqual([{ ids: ["p1"] }]));
}, 30_000);

test("an announcement is cut from what a line said: seconds are typed or marked, heard, and refused at their field", async () => {
  const { server, user, drawer } = await open([]);
  const call = { at: "2026-11-20 09:00:00", phone: "13800138001", task: "十一月回访", code: 591, durationMs: 6_040 };
  server.on(api.sources.path, () => [{ callId: "c1", ...call }]);
  server.on(api.source.path, () => new Response(new Uint8Array(44), { headers: { "content-type": "audio/wav" } }));
  await user.click(within(drawer).getByRole("button", { name: "从录音截取" }));
  const list = await screen.findByRole("dialog", { name: "从录音截取" });
  expect(await within(list).findByText("13800138001")).toBeVisible();
  expect(within(list).getByText(/保留最近20条，7天后删除/)).toBeVisible();
  // Who may not hear recordings of calls is not offered them.
  expect(within(list).queryByRole("option", { name: "接通后" })).toBeNull();
  await user.click(within(list).getByRole("button", { name: "截取" }));
  const form = await screen.findByRole("dialog", { name: "截取提示音" });
  const [from, to] = [within(form).getByLabelText(/^起点/), within(form).getByLabelText(/^终点/)];
  expect([from, to].map((field) => (field as HTMLInputElement).value)).toEqual(["0", "6"]);
  const audio = await waitFor(() => within(form).getByLabelText<HTMLAudioElement>("13800138001的录音"));
  // Its own: what another suite of this world made of all players has calls already.
  const [play, pause] = [jest.fn(() => Promise.resolve()), jest.fn()];
  Object.assign(audio, { play, pause });
  audio.currentTime = 0.87;
  await user.click(within(form).getByRole("button", { name: "设为起点" }));
  expect(from).toHaveValue("0.9");
  await user.clear(to);
  await user.type(to, "0.5");
  await user.tab();
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("终点应晚于起点")).toBeVisible();
  await user.clear(to);
  await user.type(to, "4.1");
  await user.click(within(form).getByRole("button", { name: "试听选取的一段" }));
  expect([play.mock.calls.length, audio.currentTime]).toEqual([1, 0.9]);
  audio.currentTime = 4.2;
  fireEvent.timeUpdate(audio);
  expect(pause).toHaveBeenCalledTimes(1);
  await user.type(within(form).getByLabelText(/^提示音名称/), "移动关机");
  await user.selectOptions(within(form).getByLabelText(/^运营商/, { selector: "select" }), "中国移动");
  await user.selectOptions(within(form).getByLabelText(/^呼叫结果/, { selector: "select" }), "关机");
  const short = "选取的一段：有效声音不足1秒，无法识别";
  server.on(api.cut.path, () => refusal("invalid", short, [{ path: "to", label: "终点", message: short }]));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText(short)).toBeVisible();
  server.on(api.cut.path, () => ({ id: "p9" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "截取提示音" })).toBeNull());
  expect(server.bodies(api.cut.path).at(-1)).toMatchObject({
    ...{ source: "early", callId: "c1", from: 0.9, to: 4.1, name: "移动关机", code: 581, carrier: "mobile" },
  });
  expect(notices.some((text) => text.includes("提示音已新增"))).toBe(true);
}, 30_000);
