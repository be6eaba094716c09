/** F96: what is typed into a new order and not made yet. */
import { bus } from "@liantai/bus";
import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { formDraftApi } from "@liantai/api/contract/workorder";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { found, order, ordersServer } from "./testing/fixtures.ts";

test("F96 a new order that is closed is not lost: form, title and priority come back, and are made with the draft's place", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  let draft: object | null = null;
  server.on(formDraftApi.find.path, () => ({ draft }));
  server.on(formDraftApi.save.path, ({ body }) => {
    const { values, head } = body as { values: object; head: object };
    draft = { version: 0, values, head, savedTime: "2026-11-01 10:21:33" };
    return { savedTime: "2026-11-01 10:21:33" };
  });
  server.on(formStreamApi.create.path, () => ({ id: "o9", workCode: "GD9", seq: 2 }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await user.click(await screen.findByRole("button", { name: "新建工单" }));
  const sheet = async () => within(await screen.findByRole("dialog", { name: "新建工单" }));
  await user.type(await (await sheet()).findByRole("textbox", { name: /^地址/ }), "人民路1号");
  const title = (await sheet()).getByRole("textbox", { name: "标题" });
  await user.clear(title);
  await user.type(title, "漏水");
  await user.selectOptions((await sheet()).getByRole("combobox", { name: "优先级" }), "紧急");
  expect(await (await sheet()).findByText("填写的内容已保存 10:21:33")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "新建工单" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "新建工单" }));
  expect(await (await sheet()).findByText("已恢复 2026-11-01 10:21:33 未保存的内容")).toBeVisible();
  expect((await sheet()).getByRole("textbox", { name: /^地址/ })).toHaveValue("人民路1号");
  expect((await sheet()).getByRole("textbox", { name: "标题" })).toHaveValue("漏水");
  expect((await sheet()).getByRole("combobox", { name: "优先级" })).toHaveDisplayValue("紧急");
  await user.click((await sheet()).getByRole("button", { name: "提交" }));
  await waitFor(() =>
    expect(server.bodies(formStreamApi.create.path)).toEqual([
      { flowId: "w1", title: "漏水", priority: 1, submit: true, values: { address: "人民路1号" } },
    ]),
  );
});

test("F97 the title of a draft is typed in its sheet, that of a submitted order is read", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  const draft = { ...order, id: "o7", state: "draft", phase: "draft", workCode: "", title: "宽带不通" };
  const returned = { ...draft, id: "o8", workCode: "GD20261101000008" };
  server.on(formStreamApi.find.path, ({ body }) => {
    const mine = [draft, returned].find(({ id }) => id === body["id"]);
    return mine ? { ...found, order: mine, actions: ["save", "submit"] } : found;
  });
  server.on(formStreamApi.handle.path, () => ({ seq: 6, workCode: "", state: "draft" }));
  render(<Root />);
  const comes = (caseId: string) =>
    act(async () => void store.dispatch(opened({ to: "/workorderinformation", params: { caseId }, cover: true })));
  await comes("o7");
  const draftSheet = within(await screen.findByRole("dialog", { name: "工单 （草稿）" }));
  const title = draftSheet.getByRole("textbox", { name: "标题" });
  await user.clear(title);
  await user.type(title, "三楼漏水{Enter}");
  await waitFor(() =>
    expect(server.bodies(formStreamApi.handle.path)).toEqual([
      { id: "o7", command: "save", seq: 5, title: "三楼漏水" },
    ]),
  );
  for (const [id, code] of [
    ["o1", "GD20261101000001"],
    // Came back to its creator.
    ["o8", "GD20261101000008"],
  ] as const) {
    await comes(id);
    const sheet = within(await screen.findByRole("dialog", { name: `工单 ${code}` }));
    expect(sheet.getByText("宽带不通")).toBeVisible();
    expect(sheet.queryByRole("textbox", { name: "标题" })).toBeNull();
  }
});

test("F97 a title that was given elsewhere meanwhile stands in the box, and the old one is not written back", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  let title = "宽带不通";
  server.on(formStreamApi.find.path, () => ({
    ...{ ...found, actions: ["save", "submit"] },
    order: { ...order, id: "o7", state: "draft", phase: "draft", workCode: "", title },
  }));
  server.on(formStreamApi.handle.path, () => ({ seq: 6, workCode: "", state: "draft" }));
  render(<Root />);
  const to = { to: "/workorderinformation", params: { caseId: "o7" }, cover: true };
  await act(async () => void store.dispatch(opened(to)));
  const sheet = within(await screen.findByRole("dialog", { name: "工单 （草稿）" }));
  expect(await sheet.findByRole("textbox", { name: "标题" })).toHaveValue("宽带不通");
  title = "三楼漏水";
  act(() => bus.publish("workorder.changed", { caseId: "o7" }));
  await waitFor(() => expect(sheet.getByRole("textbox", { name: "标题" })).toHaveValue("三楼漏水"));
  await user.click(sheet.getByRole("textbox", { name: "标题" }));
  await user.tab();
  expect(server.bodies(formStreamApi.handle.path)).toEqual([]);
});
