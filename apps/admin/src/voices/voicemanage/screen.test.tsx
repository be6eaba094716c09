import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { wavFile } from "./recorder.ts";

const voice = {
  id: "v1",
  name: "欢迎语",
  source: "tts",
  text: "您好",
  durationMs: 2_400,
  bytes: 38_444,
  remark: "",
  createdAt: "2026-11-20 09:00:00",
  createdBy: "张建国",
  uses: 1,
};
const all = ["voice.add", "voice.update", "voice.delete", "voice.allot"];

test("a voice is spoken from text; what was typed stays when the source changes", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/voicemanage", buttons: all });
  server.on("/pbx/api/v1/voice/list", page([voice]));
  server.on("/pbx/api/v1/voice/synthesise", () => ({ id: "v2" }));
  await openTab("/voicemanage");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增语音" });
  await user.type(within(form).getByLabelText(/语音名称/), "下班提示");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请选择语音文件")).toBeVisible();
  await user.click(within(form).getByRole("radio", { name: "文字合成" }));
  expect(within(form).getByLabelText(/语音名称/)).toHaveValue("下班提示");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入合成文字")).toBeVisible();
  await user.type(within(form).getByLabelText(/合成文字/), "现在是下班时间");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/synthesise"))!.body).toEqual({
    name: "下班提示",
    remark: "",
    text: "现在是下班时间",
  });
});

test("where a voice is used, and what it is allotted to", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/voicemanage", buttons: all });
  server.on("/pbx/api/v1/voice/list", page([voice]));
  server.on("/pbx/api/v1/voice/uses", () => [{ kind: "技能组等待音乐", name: "客服一组" }]);
  server.on("/pbx/api/v1/voiceResource/allotList", () => [{ id: "g1", name: "客服一组" }]);
  server.on("/pbx/api/v1/voiceResource/notAllotList", () => [{ id: "g2", name: "客服二组", current: "另一首" }]);
  server.on("/pbx/api/v1/voiceResource/add", () => ({ count: 1 }));
  await openTab("/voicemanage");
  await user.click(await screen.findByRole("button", { name: "1 处" }));
  expect(await screen.findByText("客服一组")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "关闭" }));
  await user.click(screen.getByRole("button", { name: "分配" }));
  await user.click(await screen.findByRole("option", { name: /客服二组/ }));
  await user.click(screen.getByRole("button", { name: "添加到已使用的技能组" }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith("voiceResource/add"))?.body).toEqual({
      voiceId: "v1",
      use: "music",
      targetIds: ["g2"],
    }),
  );
});

test("a take is a WAV file", async () => {
  const bytes = new DataView(await wavFile(Float32Array.of(0, 0.5, -2), 16_000, "a.wav").arrayBuffer());
  expect(bytes.byteLength).toBe(50);
  expect([bytes.getUint32(24, true), bytes.getInt16(46, true), bytes.getInt16(48, true)]).toEqual([
    16_000, 16_383, -32_767,
  ]);
});
