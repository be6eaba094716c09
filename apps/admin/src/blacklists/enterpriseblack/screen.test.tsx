import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

test("until when a number is barred is a day of the calendar; typed without a time it is the end of that day", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/enterpriseblack", buttons: ["blackList.add"] });
  server.on("/pbx/api/v1/blackList/list", page([]));
  server.on("/pbx/api/v1/blackList/add", () => ({ id: "b1" }));
  await openTab("/enterpriseblack");
  await user.click((await screen.findAllByRole("button", { name: /新增/ }))[0]!);
  const form = screen.getByRole("dialog", { name: "新增企业黑名单" });
  expect(within(form).getByRole("button", { name: "失效时间，选择日期" })).toBeVisible();
  await user.type(within(form).getByRole("textbox", { name: /^号码/ }), "13900000001");
  await user.type(within(form).getByRole("textbox", { name: "失效时间" }), "20301231");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/add"))!.body).toMatchObject({
    phone: "13900000001",
    expiresAt: "2030-12-31 23:59:59",
  });
});
