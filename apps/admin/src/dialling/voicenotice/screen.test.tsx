import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const row = {
  ...{ id: "n1", name: "缴费提醒", text: "您好${客户姓名}，本月应缴${金额}", tts: "", repeats: 2, confirmKey: "1" },
  ...{ replies: [{ key: "9", text: "不再接听", refuses: 1 }], goodbye: "再见", remark: "" },
  ...{ variables: ["客户姓名", "金额"], tasks: 3, updatedAt: "2026-11-28 10:00:00" },
};

test("E17 a template is written with the columns it names; keys that meet are refused; its sample is what is heard", async () => {
  const user = userEvent.setup();
  URL.createObjectURL = () => "blob:heard";
  URL.revokeObjectURL = () => {};
  const buttons = ["voiceNotice.add", "voiceNotice.update", "voiceNotice.delete"];
  const server = signIn({}, { page: "/voicenotice", buttons });
  server.on("/taskapi/api/v1/voiceNotice/list", page([row]));
  server.on("/taskapi/api/v1/voiceNotice/voices", () => []);
  server.on("/taskapi/api/v1/voiceNotice/add", () => ({ id: "n2" }));
  await openTab("/voicenotice");
  expect(await screen.findByText("按1确认；9 不再接听（谢绝来电）")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增语音通知模板" }));
  await user.type(form.getByLabelText(/模板名称/), "欠费");
  await user.type(form.getByLabelText(/通知内容/), "您好");
  await user.click(form.getByRole("button", { name: "客户姓名" }));
  expect(form.getByLabelText(/通知内容/)).toHaveValue("您好${客户姓名}");
  const sample = form.getByLabelText("示例：客户姓名");
  await user.clear(sample);
  await user.type(sample, "李先生");
  expect(form.getByText("您好李先生")).toBeVisible();
  await user.selectOptions(form.getByLabelText(/确认键/), "1");
  await user.click(form.getByRole("button", { name: "添加回复键" }));
  await user.type(form.getByLabelText(/回复内容/), "稍后再打");
  await user.selectOptions(form.getByLabelText(/^按键/), "1");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("回复键不能重复，也不能与确认键相同")).toBeVisible();
  await user.selectOptions(form.getByLabelText(/^按键/), "2");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith("voiceNotice/add"))?.body).toMatchObject({
      ...{ name: "欠费", text: "您好${客户姓名}", confirmKey: "1", repeats: 2, tts: "" },
      replies: [{ key: "2", text: "稍后再打", refuses: 0 }],
    }),
  );
});
