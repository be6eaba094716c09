import { agentApi, dualCallApi } from "@liantai/api/contract/admin";
import { refusal } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { paths, record } from "../../testing/records.ts";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { agent } from "../../testing/seats.ts";

test("a two-way callback is begun from the list; sent again it is the same call", async () => {
  const user = userEvent.setup();
  const server = signIn();
  server.on(
    dualCallApi.list.path,
    page([record({ direction: "outbound", caller: "138****5678", callee: "139****0001" })]),
  );
  server.on(agentApi.list.path, page([agent()]));
  server.on(dualCallApi.dial.path, () => refusal("refused", "坐席未签入"));
  await openTab("/doublecallrecord");
  expect(await screen.findByText("139****0001")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "发起双呼" }));
  const form = within(await screen.findByRole("dialog", { name: "发起双呼" }));
  await user.click(form.getByRole("button", { name: "呼叫" }));
  expect(await form.findByText("请输入主叫号码，或选择坐席")).toBeVisible();
  expect(form.getByText("请输入被叫号码")).toBeVisible();
  const option = await form.findByRole("option", { name: /1001/ });
  await user.selectOptions(form.getByLabelText("先呼坐席"), option);
  expect(form.queryByLabelText("主叫号码")).toBeNull();
  await user.type(form.getByLabelText("被叫号码"), "13900139000");
  await user.click(form.getByRole("button", { name: "呼叫" }));
  expect(await screen.findByText(/坐席未签入/)).toBeVisible();
  expect(form.getByLabelText("被叫号码")).toHaveValue("13900139000");
  server.on(dualCallApi.dial.path, () => ({ callId: "c9" }));
  await user.click(form.getByRole("button", { name: "呼叫" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "发起双呼" })).toBeNull());
  const sent = server.bodies(dualCallApi.dial.path) as { agentId: string; callee: string; idempotencyKey: string }[];
  expect(sent.map(({ agentId, callee }) => [agentId, callee])).toEqual([
    ["1001", "13900139000"],
    ["1001", "13900139000"],
  ]);
  expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
});

test("the recording of a two-way callback is had by its own POST (console.md section 7), and kept under a name", async () => {
  const user = userEvent.setup();
  const server = signIn();
  const saved: string[] = [];
  URL.createObjectURL = () => "blob:recording";
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const wav = () => new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } });
  server.on(dualCallApi.list.path, page([record({ callId: "call-dual-0001" })]));
  server.on(paths.play, wav);
  server.on(paths.peaks, () => ({ durationMs: 185_000, left: [0.1], right: [0.2] }));
  server.on(dualCallApi.recording.path, wav);
  await openTab("/doublecallrecord");
  await user.click(await screen.findByRole("button", { name: "播放" }));
  const sheet = within(await screen.findByRole("dialog", { name: "播放录音" }));
  await user.click(await sheet.findByRole("button", { name: "下载录音" }));
  await waitFor(() => expect(server.bodies(dualCallApi.recording.path)).toEqual([{ callId: "call-dual-0001" }]));
  await waitFor(() => expect(saved).toEqual(["双呼录音_20261120090000_call-dual-.wav"]));
});
