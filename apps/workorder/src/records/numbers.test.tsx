import { formDataApi, recordNumberApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openedRecord, openRecords, record, signInToRecords } from "./testing/records.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
  const more = { number: "0571****5678", label: "公司", ref: "v1.office" };
  server.on(formDataApi.find.path, () => ({
    ...openedRecord,
    record: { ...record, phones: [{ id: "n1", number: "0571****5678", note: "公司" }] },
    dial: [...openedRecord.dial, { field: "", numberId: "n1", ...more }],
  }));
});
async function opened() {
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  return within(await sheet.findByRole("group", { name: "号码" }));
}

/** An entry of a menu, by so many presses down: jsdom's pointer does not light entries up. */
async function choose(menu: HTMLElement, name: string, presses: number) {
  await user.click(menu);
  const item = await screen.findByRole("menuitem", { name });
  await waitFor(() => expect(item.closest('[role="menu"]')).toHaveFocus());
  await user.keyboard("{ArrowDown}".repeat(presses));
  await waitFor(() => expect(item).toHaveAttribute("data-highlighted"));
  await user.keyboard("{Enter}");
}

test("F71 each number is dialled by a reference of its own", async () => {
  const dialled: unknown[] = [];
  const end = bus.subscribe("call.dial", (what) => dialled.push(what));
  const numbers = await opened();
  await user.click(numbers.getByRole("button", { name: "呼叫电话号码 138****5678" }));
  await user.click(numbers.getByRole("button", { name: "呼叫公司 0571****5678" }));
  expect(dialled).toEqual([{ ref: "v1.sealed" }, { ref: "v1.office" }]);
  end();
});

test("F71 a number is made the main one, with the version that was seen, or taken away", async () => {
  server.on(recordNumberApi.main.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  server.on(recordNumberApi.delete.path, () => null);
  const numbers = await opened();
  const menu = () => numbers.findByRole("button", { name: "公司 0571****5678 的操作" });
  await choose(await menu(), "设为主号码", 1);
  await waitFor(() =>
    expect(server.bodies(recordNumberApi.main.path)).toEqual([{ id: "r1", version: 7, numberId: "n1" }]),
  );
  await choose(await menu(), "移除号码", 2);
  const question = await screen.findByRole("alertdialog", { name: "移除号码" });
  expect(question).toHaveTextContent("确定要移除公司 0571****5678 吗？");
  expect(server.bodies(recordNumberApi.delete.path)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "移除" }));
  await waitFor(() => expect(server.bodies(recordNumberApi.delete.path)).toEqual([{ id: "r1", numberId: "n1" }]));
});

test("F71 a number is added; what is no number is said at the field", async () => {
  server.on(recordNumberApi.add.path, () => ({ id: "n2" }));
  const numbers = await opened();
  await user.click(numbers.getByRole("button", { name: "添加号码" }));
  const dialog = within(await screen.findByRole("dialog", { name: "添加号码" }));
  const typed = await dialog.findByRole("textbox", { name: /电话号码/ });
  await user.type(typed, "12");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await dialog.findByText("电话号码为3到20位数字")).toBeVisible();
  await user.clear(typed);
  await user.type(typed, "02088886666");
  await user.type(dialog.getByRole("textbox", { name: /说明/ }), "家里");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(recordNumberApi.add.path)).toEqual([{ id: "r1", number: "02088886666", note: "家里" }]),
  );
});
