/** W68: 预约 and 安排回访 where the customer is seen. */
import { opened, store } from "@liantai/api/client";
import {
  customerFormDataApi,
  followUpConfigApi,
  formDataApi,
  intentionLevelApi,
  subscribesApi,
} from "@liantai/api/contract/workorder";
import type { FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ordersServer } from "../orders/testing/fixtures.ts";
import { openedRecord, openRecords, signInToRecords } from "../records/testing/records.tsx";
import { Root } from "../root.tsx";

const pages = [
  { page: "/reservationmanage", buttons: ["subscribes.add"] },
  { page: "/followuplist", buttons: ["followUpTask.add"] },
];
const second = { field: "", numberId: "n1", number: "0571****5678", label: "公司", ref: "v1.office" };

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
});
function answers() {
  server.on(subscribesApi.add.path, () => ({ id: "s1" }));
  server.on(followUpConfigApi.add.path, () => ({ id: "t1" }));
}
const reserved = () => server.bodies(subscribesApi.add.path);
const time = async (within_: ReturnType<typeof within>, label: RegExp, value: string) => {
  const field = await within_.findByRole("textbox", { name: label });
  await user.clear(field);
  await user.type(field, value);
};
async function fillIn(title: string) {
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  await time(dialog, /^预约时间/, "2099-03-02 10:30:00");
  await user.type(dialog.getByRole("textbox", { name: /^预约事项/ }), "回访安装");
  return dialog;
}

test("W68 a customer's call is reserved by his record and the reference of the number that is chosen", async () => {
  server = signInToRecords(undefined, ...pages);
  answers();
  server.on(formDataApi.find.path, () => ({ ...openedRecord, dial: [...openedRecord.dial, second] }));
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("button", { name: "预约" }));
  const dialog = await fillIn("预约");
  expect(dialog.getByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王女士");
  await user.selectOptions(dialog.getByRole("combobox", { name: /^预约号码/ }), "公司 0571****5678");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(reserved()).toEqual([
      expect.objectContaining({ recordId: "r1", ref: "v1.office", subTime: "2099-03-02 10:30:00", des: "回访安装" }),
    ]),
  );
  expect(JSON.stringify(reserved())).not.toContain("王女士");
  await user.click(sheet.getByRole("button", { name: "安排回访" }));
  const arranging = within(await screen.findByRole("dialog", { name: "安排回访" }));
  await time(arranging, /^回访时间/, "2099-03-02 10:30:00");
  await user.click(arranging.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(followUpConfigApi.add.path)).toEqual([
      expect.objectContaining({ recordId: "r1", dueTime: "2099-03-02 10:30:00", tries: 3 }),
    ]),
  );
});

test("W68 in the popup of an unknown number the call is reserved by itself, with a name that is asked for", async () => {
  server = signInToRecords(undefined, ...pages);
  answers();
  server.on(intentionLevelApi.list.path, () => []);
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({ list: [], phone: "138****5678" }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/screenPopup", params: { callId: "c1" }, cover: true })));
  await user.click(await screen.findByRole("button", { name: "预约" }));
  const dialog = await fillIn("预约 138****5678");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await dialog.findByText("请输入客户姓名")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: /^客户姓名/ }), "新客户");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(reserved()).toEqual([expect.objectContaining({ callId: "c1", customerName: "新客户" })]));
  expect(JSON.stringify(reserved())).not.toContain("138");
});

test("W68 an order's customer is reserved and followed up from the order, by whom these pages are granted", async () => {
  server = ordersServer([], {}, ...pages);
  answers();
  await act(async () => void render(<Root />));
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  const row = (await screen.findByRole("cell", { name: "宽带不通" })).closest("tr")!;
  await user.click(within(row).getByRole("button", { name: "打开" }));
  const sheet = within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
  await user.click(await sheet.findByRole("button", { name: "预约" }));
  const dialog = await fillIn("预约");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(reserved()).toEqual([expect.objectContaining({ recordId: "r1", ref: "v1.sealed" })]));
  expect(sheet.getByRole("button", { name: "安排回访" })).toBeVisible();
});
