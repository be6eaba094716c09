/** W71: saved views of orders, and from one order to the next. */
import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi, formTagApi, recordViewApi } from "@liantai/api/contract/workorder";
import type { FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { ordersServer } from "./testing/fixtures.ts";

const view = {
  ...{ id: "v1", name: "紧急的", columns: ["title", "priority", "f_customerName"], sortOrder: "asc", roleIds: [] },
  ...{ ownerName: "李晓雯", mayChange: true },
  question: {
    order: { scope: "all", priority: 1, filters: [{ name: "customerName", op: "contains", value: "王女" }] },
  },
};
let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = ordersServer();
  server.on(recordViewApi.list.path, () => ({ views: [view], roles: [] }));
  server.on(recordViewApi.counts.path, () => [{ id: "v1", total: 12, more: false, text: "12" }]);
  server.on(recordViewApi.add.path, () => ({ id: "v2" }));
});
async function open() {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
}
const asked = () => server.bodies(formStreamApi.list.path).at(-1);
const strip = () => within(screen.getByRole("group", { name: "视图" }));

test("W71 a view of orders stands over the list with its count; pressed, the list asks its question in its columns", async () => {
  await open();
  await user.click(await strip().findByRole("button", { name: /紧急的\s*12/ }));
  await waitFor(() =>
    expect(asked()).toMatchObject({
      ...{ formId: "f1", ...view.question.order, sortBy: "createTime", sortOrder: "asc" },
    }),
  );
  await waitFor(() => expect(strip().getByRole("button", { name: /紧急的/ })).toHaveAttribute("aria-pressed", "true"));
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.filter((text) => ["工单编号", "标题", "优先级", "客户姓名"].includes(text ?? ""))).toEqual([
    "标题",
    "优先级",
    "客户姓名",
  ]);
  expect(await screen.findByRole("textbox", { name: "客户姓名" })).toHaveValue("王女");
  await user.click(strip().getByRole("button", { name: "默认" }));
  await waitFor(() => expect(asked()).toMatchObject({ scope: "mine", filters: [] }));
});

test("W71 what the list of orders is asked is saved as a view", async () => {
  await open();
  await user.click(screen.getByRole("button", { name: "待领取的 999+" }));
  await waitFor(() => expect(asked()).toMatchObject({ scope: "pool" }));
  await user.click(strip().getByRole("button", { name: "存为视图" }));
  const dialog = within(await screen.findByRole("dialog", { name: "存为视图" }));
  await user.type(await dialog.findByRole("textbox", { name: /视图名称/ }), "待领");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(recordViewApi.add.path)).toMatchObject([
      { formId: "f1", name: "待领", question: { order: { scope: "pool", filters: [] } }, sortOrder: "" },
    ]),
  );
});

test("W71 from an order to the next of its list by button and by Alt with the arrows", async () => {
  await open();
  const row = within(screen.getByRole("cell", { name: "宽带不通" }).closest("tr")!);
  await user.click(row.getByRole("button", { name: "打开" }));
  const found = () => server.bodies(formStreamApi.find.path).at(-1);
  await waitFor(() => expect(found()).toEqual({ id: "o1" }));
  await user.click(await screen.findByRole("button", { name: "下一条" }));
  await waitFor(() => expect(found()).toEqual({ id: "o2" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "下一条" })).toBeDisabled());
  fireEvent.keyDown(document, { key: "ArrowUp", altKey: true });
  await waitFor(() => expect(screen.getByRole("button", { name: "上一条" })).toBeDisabled());
  // In a tab that stands behind another nothing is turned.
  act(() => void store.dispatch(opened({ to: "/callrecord" })));
  fireEvent.keyDown(document, { key: "ArrowDown", altKey: true });
  act(() => void store.dispatch(opened({ to: "/workorderinformation" })));
  expect(await screen.findByRole("button", { name: "上一条" })).toBeDisabled();
  expect(found()).toEqual({ id: "o1" });
});

test("W72 chosen orders are marked with tags of the form and pushed by their records; the list is asked by a tag", async () => {
  server = ordersServer(["tag", "tags", "push"].map((verb) => `formData.workOrder.${verb}`));
  server.on(formTagApi.list.path, () => [{ id: "t1", name: "加急", color: "red", count: 1 }]);
  server.on(formTagApi.set.path, () => ({ count: 1 }));
  server.on(customerFormDataApi.push.path, () => ({ count: 1 }));
  await open();
  const button = (name: string) => screen.findByRole("button", { name });
  expect(await button("推送")).toBeDisabled();
  await user.click(within(screen.getByRole("cell", { name: "宽带不通" }).closest("tr")!).getByRole("checkbox"));
  await user.click(await button("推送"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "推送" }));
  await waitFor(() => expect(server.bodies(customerFormDataApi.push.path)).toEqual([{ ids: ["r1"] }]));
  await user.click(await button("标记"));
  const dialog = within(await screen.findByRole("dialog", { name: "标记选中的 1 项" }));
  await user.click(within(dialog.getByRole("listbox", { name: "添加的标签" })).getByRole("option", { name: "加急" }));
  await user.click(dialog.getByRole("button", { name: "标记" }));
  await waitFor(() => expect(server.bodies(formTagApi.set.path)).toEqual([{ ids: ["r1"], add: ["t1"], remove: [] }]));
  await user.click(await button("标签设置"));
  expect(await screen.findByRole("dialog", { name: "标签设置" })).toBeVisible();
});
