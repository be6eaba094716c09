/** W82: to whom an order may go, where there are more than a list offers. */
import { opened, store } from "@liantai/api/client";
import { formStreamApi, orderPeopleApi } from "@liantai/api/contract/work-orders";
import type { FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { ordersServer } from "./testing/fixtures.ts";

let server: FakeServer;
beforeEach(() => {
  server = ordersServer();
  server.on(formStreamApi.handle.path, () => ({ seq: 6, workCode: "GD20261101000001", state: "handling" }));
});

async function transferring(user: ReturnType<typeof userEvent.setup>) {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  const row = within((await screen.findByRole("cell", { name: "宽带不通" })).closest("tr")!);
  await user.click(row.getByRole("button", { name: "打开" }));
  const order = within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
  await order.findByRole("textbox", { name: /^地址/ });
  await user.click(order.getByRole("button", { name: "转交" }));
  return within(await screen.findByRole("dialog", { name: "转交" }));
}

test("W82 the 501st seat is found by a part of his name, and the order goes to him", async () => {
  const seat = (n: number) => ({ agentId: String(1001 + n), name: `坐席${n}`, online: 1, load: 0 });
  const all = Array.from({ length: 501 }, (_, n) => seat(n));
  server.on(orderPeopleApi.seats.path, ({ body }) => {
    const { name = "" } = body as { readonly name?: string };
    return all.filter((one) => one.name.includes(name)).slice(0, 500);
  });
  const user = userEvent.setup();
  const dialog = await transferring(user);
  const seats = dialog.getByRole("combobox", { name: /^坐席/ });
  await within(seats).findByRole("option", { name: /坐席499/ });
  expect(within(seats).queryByRole("option", { name: /坐席500/ })).toBeNull();
  await user.type(dialog.getByRole("textbox", { name: "查找坐席" }), "席500");
  await within(seats).findByRole("option", { name: "1501 坐席500（在线，在手0件）" });
  await user.selectOptions(seats, "1501 坐席500（在线，在手0件）");
  await user.click(dialog.getByRole("button", { name: "转交" }));
  await waitFor(() =>
    expect(server.bodies(formStreamApi.handle.path)).toMatchObject([{ command: "transfer", to: "1501" }]),
  );
});

test("W82 where all are offered nothing is looked for", async () => {
  const dialog = await transferring(userEvent.setup());
  await dialog.findByRole("option", { name: /陈思雨/ });
  expect(dialog.queryByRole("textbox", { name: "查找坐席" })).toBeNull();
});
