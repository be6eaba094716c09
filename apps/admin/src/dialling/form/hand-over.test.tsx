/** Who gets a robot's caller by his level, in the form of an intelligent task. */
import { taskButton, taskPages } from "@liantai/api/contract/admin";
import { robotAgentApi } from "@liantai/api/contract/dialling-surroundings";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, paths } from "../testing/rows.ts";

test("levels are words; with the first of them the group is asked for, and named where it is missing", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: taskPages[1].list, buttons: [taskButton(1, "add")] });
  furnish(server);
  const robots = [
    { id: "b1", name: "小通", enabled: 1 },
    { id: "b2", name: "小达", enabled: 0 },
  ];
  server.on(robotAgentApi.list.path, page(robots));
  server.on(paths.list, page([]));
  server.on(paths.add, () => ({ id: "t1" }));
  await openTab(taskPages[1].list);
  await user.click((await screen.findAllByRole("button", { name: /^新增/ }))[0]!);
  const form = await screen.findByRole("dialog");
  await user.type(within(form).getByLabelText(/^任务标识/), "推荐套餐");
  const robot = within(form).getByLabelText(/^机器人(?!线路)/, { selector: "select" });
  expect(within(robot).queryByRole("option", { name: /小达/ })).toBeNull();
  await user.selectOptions(robot, "小通");
  const group = () => within(form).queryByLabelText(/^转人工技能组/, { selector: "select" });
  expect(group()).toBeNull();
  await user.type(within(form).getByLabelText(/^转人工等级/), "A{Enter}热线");
  await user.click(within(form).getByText("保存"));
  expect(await within(form).findByText("请选择转人工技能组", { selector: ":not(option)" })).toBeVisible();
  await user.selectOptions(group()!, "外呼一组");
  await user.type(within(form).getByLabelText(/^非本人等级/), "打错了{Enter}");
  await user.selectOptions(within(form).getByLabelText(/^非本人处理/, { selector: "select" }), "立即改拨下一个号码");
  await user.click(within(form).getByText("保存"));
  await waitFor(() => expect(server.bodies(paths.add)).toHaveLength(1));
  expect(server.bodies(paths.add)[0]).toMatchObject({ handOverLevels: ["A", "热线"], handOverGroupId: "g1" });
  expect(server.bodies(paths.add)[0]).toMatchObject({ wrongLevels: ["打错了"], wrongPerson: "next" });
}, 60_000);
