import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { agentApi, extensionApi } from "@liantai/api/contract/admin";
import { openTab, page, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";
import { agent } from "../../testing/seats.ts";

let server: FakeServer;
const row = (extension: string, over: object = {}) => ({
  compId: "100001",
  extension,
  agentId: null,
  agentName: null,
  registered: 0,
  address: null,
  userAgent: null,
  registeredAt: null,
  createdAt: "2026-11-20 09:00:00",
  ...over,
});
const open = async () => {
  await openTab("/extension");
  await screen.findByText("192.0.2.7");
};

beforeEach(() => {
  server = startOver();
  server.on(
    extensionApi.list.path,
    page([
      row("1001", {
        agentId: "1001",
        agentName: "李晓雯",
        registered: 1,
        address: "192.0.2.7",
        userAgent: "JsSIP 3.13",
        registeredAt: "2026-11-20 09:01:00",
      }),
      row("1006"),
    ]),
  );
  server.on(agentApi.list.path, page([agent(), agent({ agentId: "1002", name: "王志强" })]));
});

test("a range is added; what was there already is said", async () => {
  const user = userEvent.setup();
  server.on(extensionApi.add.path, () => ({ count: 4, skipped: ["1001"] }));
  await open();
  const table = within(screen.getByRole("table"));
  expect([table.getByText("已注册"), table.getByText("李晓雯（1001）")].length).toBe(2);
  await user.click(screen.getByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增分机" }));
  await user.type(form.getByLabelText(/起始分机/), "1001");
  await user.type(form.getByLabelText("结束分机"), "1005");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(extensionApi.add.path).at(-1)).toEqual({ from: "1001", to: "1005" }));
});

test("a password is shown for a reason only, and can be copied", async () => {
  const user = userEvent.setup();
  server.on(extensionApi.reveal.path, () => ({ user: "1000011006", password: "sip-secret" }));
  await open();
  await user.click(screen.getAllByRole("button", { name: "查看密码" })[1]!);
  const form = within(await screen.findByRole("dialog", { name: "查看分机 1006 的密码" }));
  await user.click(form.getByRole("button", { name: "查看" }));
  expect(await form.findByText("请输入查看原因")).toBeVisible();
  expect(server.bodies(extensionApi.reveal.path)).toHaveLength(0);
  await user.type(form.getByLabelText(/查看原因/), "配置话机");
  await user.click(form.getByRole("button", { name: "查看" }));
  expect(await screen.findByText("sip-secret")).toBeVisible();
  expect(server.bodies(extensionApi.reveal.path).at(-1)).toEqual({ extension: "1006", reason: "配置话机" });
});

test("a bound extension is not deleted; a free one is bound to a seat", async () => {
  const user = userEvent.setup();
  server.on(extensionApi.update.path, () => null);
  await open();
  const [bound, free] = screen.getAllByRole("button", { name: "删除" }).slice(1);
  expect([bound!, free!].map((b) => (b as HTMLButtonElement).disabled)).toEqual([true, false]);
  expect(bound).toHaveAccessibleDescription("已绑定坐席，请先解除绑定");
  await user.click(screen.getAllByRole("button", { name: "绑定坐席" })[1]!);
  const form = within(await screen.findByRole("dialog", { name: "分机 1006 绑定坐席" }));
  await waitFor(() => expect(form.getByRole("option", { name: "王志强（1002）" })).toBeInTheDocument());
  await user.selectOptions(form.getByLabelText("坐席"), "王志强（1002）");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(extensionApi.update.path).at(-1)).toEqual({ extension: "1006", agentId: "1002" }),
  );
});
