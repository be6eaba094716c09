/** W73: 呼叫 in the rows of customers and orders. */
import { onNotice, opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormConfApi, customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { order, ordersServer, record as orderRecord, usableForm, values } from "../orders/testing/fixtures.ts";
import { Root } from "../root.tsx";
import { form, openedRecord, openRecords, record, signInToRecords } from "./testing/records.tsx";

const dialled: unknown[] = [];
const end = bus.subscribe("call.dial", (what) => dialled.push(what));
afterAll(end);
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  dialled.length = 0;
});
const second = { field: "", numberId: "n1", number: "0571****5678", label: "公司", ref: "v1.office" };
const numbered = {
  type: "input",
  name: "phone",
  label: "电话号码",
  query: true,
  ext: { content: "phone", mask: "phone" },
};

function customers() {
  const server = signInToRecords();
  const fields = [{ type: "input", name: "customerName", label: "客户姓名" }, numbered];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, fields }));
  const bare = { ...record, id: "r2", values: { customerName: "无号码" } };
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([record, bare])(question),
    ...{ more: false, totalText: "2", next: "", indexing: [] },
  }));
  return server;
}
const rowOf = (name: string) => within(screen.getByRole("cell", { name }).closest("tr")!);

test("W73 a customer with a hidden number is called from his row by reference; who has none has no button", async () => {
  const server = customers();
  await openRecords();
  expect(rowOf("无号码").queryByRole("button", { name: "呼叫" })).toBeNull();
  await user.click(rowOf("王女士").getByRole("button", { name: "呼叫" }));
  await waitFor(() => expect(dialled).toEqual([{ ref: "v1.sealed" }]));
  expect(server.bodies(formDataApi.find.path)).toEqual([{ id: "r1" }]);
});

test("W73 of several numbers one is chosen", async () => {
  const server = customers();
  server.on(formDataApi.find.path, () => ({ ...openedRecord, dial: [...openedRecord.dial, second] }));
  await openRecords();
  await user.click(rowOf("王女士").getByRole("button", { name: "呼叫" }));
  const dialog = within(await screen.findByRole("dialog", { name: "选择号码" }));
  await user.click(dialog.getByRole("button", { name: "呼叫公司 0571****5678" }));
  expect(dialled).toEqual([{ ref: "v1.office" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("W73 who has no seat calls nobody", async () => {
  signInToRecords({ roleType: 1, agentId: null });
  await openRecords();
  expect(screen.queryByRole("button", { name: "呼叫" })).toBeNull();
});

test("W73 an order's row calls the number of its values; that it is gone is said", async () => {
  const server = ordersServer();
  const titles: string[] = [];
  const quiet = onNotice(({ title }) => titles.push(title));
  server.on(customerFormConfApi.findById.path, () => ({ ...usableForm, fields: [...usableForm.fields, numbered] }));
  const rest = { source: "manual", targets: [] };
  server.on(
    formStreamApi.list.path,
    page([
      { ...order, values: { ...values, phone: "138****5678" }, ...rest },
      { ...order, id: "o2", title: "没有号码", values, ...rest },
    ]),
  );
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  expect(rowOf("没有号码").queryByRole("button", { name: "呼叫" })).toBeNull();
  await user.click(rowOf("宽带不通").getByRole("button", { name: "呼叫" }));
  await waitFor(() => expect(dialled).toEqual([{ ref: "v1.sealed" }]));
  server.on(formDataApi.find.path, () => ({ ...orderRecord, dial: [] }));
  // What earlier suites of the process said comes again with the subscription.
  titles.length = 0;
  await user.click(rowOf("宽带不通").getByRole("button", { name: "呼叫" }));
  await waitFor(() => expect(titles).toEqual(["没有可以呼叫的号码"]));
  quiet();
});

test("W73 in the list of orders of all forms the number is that of the field that forms begin with", async () => {
  const server = ordersServer();
  const { fields: _, ext: __, draft: ___, ...usable } = usableForm;
  const listed = { ...usable, fieldCount: 4, hasDraft: false, indexing: false, updatedBy: "" };
  server.on(customerFormConfApi.list.path, page([listed, { ...listed, id: "f2", name: "退换单" }]));
  const rest = { source: "manual", targets: [] };
  server.on(
    formStreamApi.list.path,
    page([
      { ...order, values: { phone: "138****5678" }, ...rest },
      { ...order, id: "o2", title: "没有号码", values, ...rest },
    ]),
  );
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  expect(screen.getByRole("combobox", { name: "表单" })).toHaveValue("");
  expect(rowOf("没有号码").queryByRole("button", { name: "呼叫" })).toBeNull();
  await user.click(rowOf("宽带不通").getByRole("button", { name: "呼叫" }));
  await waitFor(() => expect(dialled).toEqual([{ ref: "v1.sealed" }]));
});
