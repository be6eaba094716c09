/** Hours of provinces on the screen of a task. */
import { taskButton, taskPages, taskVerbs, type TaskVerb } from "@liantai/api/contract/admin";
import { pressItem } from "@liantai/ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, paths, task } from "../testing/rows.ts";

test("hours of a province are added by the keyboard, a province has them once, and they are taken away", async () => {
  const user = userEvent.setup();
  const buttons = (Object.keys(taskVerbs) as TaskVerb[]).map((verb) => taskButton(4, verb));
  const server = signIn({}, { page: taskPages[4].list, buttons });
  furnish(server);
  server.on(paths.list, page([task({ ftype: 4 })]));
  server.on(paths.update, () => null);
  await openTab(taskPages[4].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "编辑");
  const form = await screen.findByRole("dialog", { name: "编辑IVR外呼任务" });
  const part = within(form).getByRole("group", { name: "地区时段" });
  for (const _ of [1, 2]) {
    within(part).getByText("添加地区时段").focus();
    await user.keyboard("{Enter}");
  }
  await user.click(within(form).getByText("保存"));
  expect(await within(part).findByText("新疆已有时段")).toBeVisible();
  await user.selectOptions(within(part).getAllByLabelText(/^省份/)[1]!, "西藏");
  fireEvent.change(within(part).getAllByLabelText(/^结束时间/)[1]!, { target: { value: "09:00" } });
  await user.click(within(form).getByText("保存"));
  expect(await within(part).findByText("结束时间应晚于开始时间")).toBeVisible();
  await user.click(within(part).getByLabelText("移除地区时段 2"));
  await user.click(within(form).getByText("保存"));
  await waitFor(() => expect(server.bodies(paths.update)).toHaveLength(1));
  expect(server.bodies(paths.update)[0]).toMatchObject({ regions: [{ province: "新疆", from: "10:00", to: "20:00" }] });
}, 60_000);
