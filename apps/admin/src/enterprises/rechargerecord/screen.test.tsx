import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";
import { entry } from "../parts/testing.ts";

test("an administrator sees the own ledger and that the enterprise owes; the export asks the same", async () => {
  const user = userEvent.setup();
  const server = signIn();
  server.on(
    "/pbx/api/v1/recharge/list",
    page([entry({ kind: "consumption", amount: "-0.0450", balanceAfter: "-5.0000" })]),
  );
  server.on("/pbx/api/v1/recharge/getCompanyRecharge", () => ({
    compId: "100001",
    name: "演示企业",
    balance: "-5.0000",
    creditLimit: "5.0000",
    forbidden: 0,
    entries: 2,
  }));
  server.on("/pbx/api/v1/recharge/export", () => ({ id: "j", msg: "任务已提交" }));
  await openTab("/rechargerecord");
  expect(await screen.findByText("-0.0450")).toBeVisible();
  expect(await screen.findByText("企业已欠费！")).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: /企业/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText("类型"), "消费");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(server.asked.filter((each) => each.path.endsWith("recharge/list")).at(-1)!.body).toMatchObject({
      kind: "consumption",
    }),
  );
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("recharge/export"))?.body).toMatchObject({
      kind: "consumption",
    }),
  );
});

test("an operator asks for one enterprise by the address", async () => {
  const server = signIn(operator);
  server.on("/pbx/api/v1/recharge/list", page([entry()]));
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  await openTab("/rechargerecord", "compId=100001");
  expect((await screen.findAllByText("演示企业（100001）"))[0]).toBeVisible();
  expect(server.asked.find((each) => each.path.endsWith("recharge/list"))!.body).toMatchObject({ compId: "100001" });
  expect(server.asked.some((each) => each.path.endsWith("getCompanyRecharge"))).toBe(false);
});
