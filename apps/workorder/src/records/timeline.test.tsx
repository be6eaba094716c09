/** F101: what stands on a customer's timeline leads on. */
import { authApi } from "@liantai/api/contract";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page } from "@liantai/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openRecords, signInToRecords } from "./testing/records.tsx";

const item = (id: string, more: object) => ({
  ...{ id, name: id, url: null, alias: null, icon: null, category: 2, code: null, children: [], ...more },
});
const call = (contactId: string, number: string, mayOpen: boolean) => ({
  ...{ kind: "call", contactId, time: "2026-11-01 08:30:00", direction: "inbound", number, mayOpen },
  ...{ agentId: "1002", agentName: "王志强", talkSeconds: 130, answered: true },
});

test("F101 a call on the timeline opens its detail, for whom sees that call and may look at details", async () => {
  const user = userEvent.setup();
  const server = signInToRecords();
  const detail = item("callrecord.detail", { category: 1, code: "callrecord.detail" });
  server.on(authApi.roleMenu.path, () => [
    item("customers", { url: "/customerinformation" }),
    item("calls", { url: "/callrecord", children: [detail] }),
  ]);
  server.on(
    customerFormDataApi.timeline.path,
    page([call("call-000001", "138****0001", true), call("call-000002", "138****0002", false)]),
  );
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (what) => opened.push(what));
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  await sheet.findByText(/138\*\*\*\*0002/);
  await user.click(sheet.getByRole("button", { name: "打开" }));
  end();
  expect(opened).toEqual([{ name: "callrecord/detail", params: { callId: "call-000001" }, title: "通话 000001" }]);
});

test("W17 an order at no node with a name says its state in words", async () => {
  const user = userEvent.setup();
  const server = signInToRecords();
  const order = { ...call("o1", "", true), kind: "order", direction: "", workCode: "GD1", title: "旧单" };
  server.on(customerFormDataApi.timeline.path, page([{ ...order, state: "done", nodeName: "" }]));
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  expect(await sheet.findByText("已办结")).toBeVisible();
});

test("F101 a long timeline is read on page by page", async () => {
  const user = userEvent.setup();
  const server = signInToRecords();
  const all = Array.from({ length: 45 }, (_, at) => call(`call-${at}`, `138****${String(at).padStart(4, "0")}`, false));
  server.on(customerFormDataApi.timeline.path, ({ body }) => {
    const [pageNo, pageSize] = [Number(body["pageNo"]), Number(body["pageSize"])];
    return { list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: all.length, pageNo, pageSize };
  });
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  for (const at of [20, 40]) {
    await sheet.findByText(new RegExp(`\\*${String(at - 1).padStart(4, "0")}`));
    await user.click(sheet.getByRole("button", { name: "显示更多（共 45 条）" }));
  }
  expect(await sheet.findByText(/\*0044/)).toBeVisible();
  expect(sheet.getByText(/\*0000/)).toBeVisible();
  expect(sheet.queryByRole("button", { name: /^显示更多/ })).toBeNull();
  expect(server.bodies(customerFormDataApi.timeline.path).map((body) => [body["pageNo"], body["pageSize"]])).toEqual([
    [1, 20],
    [2, 20],
    [3, 20],
  ]);
});

test("J84 a conversation on the timeline says its site, who took it and how long", async () => {
  const user = userEvent.setup();
  const server = signInToRecords();
  const chat = { ...call("c1", "", false), kind: "chat", direction: "", webName: "官网", live: false };
  const alone = { ...chat, contactId: "c2", agentId: "", agentName: "", answered: false, webName: "商城" };
  server.on(
    customerFormDataApi.timeline.path,
    page([chat, alone, { ...alone, contactId: "c3", webName: "", removed: true }]),
  );
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  expect(await sheet.findByText(/^在线会话 官网，1002 王志强，会话/)).toBeVisible();
  expect(sheet.getByText("在线会话 商城")).toBeVisible();
  expect(sheet.getByText("未转人工")).toBeVisible();
  expect(sheet.getByText("已清理")).toBeVisible();
});
