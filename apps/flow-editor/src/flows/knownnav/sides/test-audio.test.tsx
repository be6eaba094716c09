import { flowTestApi } from "@liantai/api/contract/flow-editor";
import { openTabOf, refusal } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../../root.tsx";
import { flowServer } from "../testing/flows.ts";

URL.createObjectURL = () => "blob:客户";
URL.revokeObjectURL = () => undefined;

test("the caller of a test may speak from an audio file", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  const answers: unknown[] = [
    refusal("invalid", "音频文件不能超过60秒"),
    { id: "a1", name: "客户.wav", durationMs: 900 },
  ];
  server.on(flowTestApi.audioAdd.path, () => answers.shift());
  server.on(flowTestApi.audioPlay.path, () => new Response("RIFF", { headers: { "content-type": "audio/wav" } }));
  server.on(flowTestApi.add.path, () => ({ id: "y" }));
  await openTabOf(Root, "/knownnav", "?id=f1");
  await user.click(await screen.findByRole("tab", { name: "测试" }));
  await user.click(await screen.findByRole("button", { name: "新增测试" }));
  const dialog = within(await screen.findByRole("dialog", { name: "新增测试" }));
  await user.type(dialog.getByLabelText("测试名称"), "录音");
  await user.selectOptions(dialog.getByLabelText("客户操作1"), "音频文件");
  await user.type(dialog.getByLabelText("客户操作1的说的话"), "转人工");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("请选择“音频文件”的文件");
  const file = dialog.getByLabelText("客户操作1的文件");
  await user.upload(file, new File(["x"], "客户.wav"));
  expect(await dialog.findByText("音频文件不能超过60秒")).toBeVisible();
  await user.upload(file, new File(["x"], "客户.wav"));
  expect(await dialog.findByText("客户.wav")).toBeVisible();
  expect(server.bodies(flowTestApi.audioAdd.path)).toEqual([{ flowId: "f1" }, { flowId: "f1" }]);
  await user.click(dialog.getByRole("button", { name: "试听客户操作1" }));
  expect(await dialog.findByLabelText("客户操作1的声音")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "添加期望" }));
  await user.type(dialog.getByLabelText("期望1的话术"), "再见");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  const steps = [{ do: "audio", value: "转人工", audio: { id: "a1", name: "客户.wav" } }];
  await waitFor(() => expect(server.bodies(flowTestApi.add.path)[0]).toMatchObject({ test: { steps } }));
});
