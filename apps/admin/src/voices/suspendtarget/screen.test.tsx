import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const row = {
  id: "t1",
  name: "支付密码",
  enabled: 1,
  text: "请输入支付密码",
  voiceId: "",
  voiceName: null,
  want: "digits",
  options: [],
  leastDigits: 6,
  mostDigits: 6,
  secret: 1,
  seconds: 15,
  turns: 3,
  dataKey: "pay",
  recorded: 0,
  remark: "",
};

test("K45 a choice is set up with its keys; a list says what each target wants", async () => {
  const user = userEvent.setup();
  const buttons = ["suspendTarget.add", "suspendTarget.update", "suspendTarget.delete"];
  const server = signIn({}, { page: "/suspendtarget", buttons });
  server.on("/pbx/api/v1/suspendTarget/list", page([row]));
  server.on("/pbx/api/v1/voice/list", page([]));
  server.on("/pbx/api/v1/suspendTarget/add", () => ({ id: "t2" }));
  await openTab("/suspendtarget");
  expect(await screen.findByText("6位，保密")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增挂起转目标" }));
  await user.type(form.getByLabelText(/目标名称/), "确认");
  await user.type(form.getByLabelText(/播放内容/), "同意请按1");
  await user.selectOptions(form.getByLabelText(/需要客户/), "choice");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("请至少添加一个选项")).toBeVisible();
  await user.click(form.getByRole("button", { name: "添加选项" }));
  await user.type(form.getByLabelText(/选项名称/), "同意");
  await user.type(form.getByLabelText(/随路数据名称/), "agreed");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith("suspendTarget/add"))?.body).toMatchObject({
      name: "确认",
      text: "同意请按1",
      want: "choice",
      options: [{ key: "1", name: "同意" }],
      dataKey: "agreed",
    }),
  );
});
