import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const limit = {
  id: "l1",
  name: "每日两次",
  direction: "out",
  prefixes: "13",
  kind: "limit",
  hours: [{ from: "09:00", to: "18:00" }],
  perNumberPerDay: 2,
  minIntervalS: 0,
  enabled: 1,
  remark: "",
  blockedToday: 7,
};

test("limits read in words; hours are added and refused when they end before they begin", async () => {
  const user = userEvent.setup();
  const server = signIn(
    {},
    { page: "/callBarring", buttons: ["callLimit.add", "callLimit.update", "callLimit.delete"] },
  );
  server.on("/pbx/api/v1/callLimit/list", page([limit]));
  server.on("/pbx/api/v1/callLimit/update", () => null);
  await openTab("/callbarringlist");
  expect(await screen.findByText("09:00-18:00；每号码每日2次")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const form = screen.getByRole("dialog", { name: "编辑呼叫限制" });
  await user.click(within(form).getByRole("button", { name: "添加时段" }));
  const ends = within(form).getAllByLabelText(/结束时间/);
  await user.clear(ends[1]!);
  await user.type(ends[1]!, "08:00");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("结束时间应晚于开始时间")).toBeVisible();
  await user.clear(ends[1]!);
  await user.type(ends[1]!, "2030");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/update"))!.body).toMatchObject({
    id: "l1",
    hours: [
      { from: "09:00", to: "18:00" },
      { from: "09:00", to: "20:30" },
    ],
  });
});
