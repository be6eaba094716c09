import { bus } from "@liantai/bus";
import { interfaceAllowanceApi, interfaceConfigApi, interfaceDeliveryApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { choose } from "../parts/chosen.ts";

const row = (over = {}) => ({
  id: "f1",
  name: "客户系统",
  events: ["ended"],
  url: "https://crm.example.com/hook",
  method: "POST",
  headers: [{ name: "Authorization", value: "********" }],
  signed: 1,
  hasSecret: true,
  mapping: [],
  timeoutS: 5,
  maxTries: 8,
  sendFullNumbers: 0,
  enabled: 1,
  remark: "",
  waiting: 0,
  failed: 2,
  lastDeliveredAt: null,
  ...over,
});
const delivery = {
  id: "f1.c1.2",
  interfaceId: "f1",
  interfaceName: "客户系统",
  event: "ended",
  callId: "c1",
  state: "failed",
  attempts: 8,
  createdAt: "2026-11-20 09:00:00",
  triedAt: "2026-11-20 09:10:00",
  nextTryAt: null,
  status: 503,
  ms: 12,
  error: "对方返回状态码503",
  response: "busy",
  body: '{"event":"ended"}',
};

function open() {
  const server = signIn();
  server.on(interfaceConfigApi.list.path, page([row(), row({ id: "f2", name: "工单系统", enabled: 0 })]));
  return server;
}

beforeEach(() => act(() => choose(undefined)));

test("a test sends what stands in the form, unsaved, and shows both sides", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(interfaceConfigApi.test.path, () => ({
    request: {
      method: "POST",
      url: "https://crm.example.com/new",
      headers: [{ name: "Idempotency-Key", value: "test.1" }],
      body: '{"x":1}',
    },
    ok: false,
    status: 500,
    ms: 31,
    response: "oops",
    error: "对方返回状态码500",
    redirects: [],
  }));
  await openTab("/interfaceconfig");
  const url = await screen.findByLabelText(/接口地址/);
  await user.clear(url);
  await user.type(url, "https://crm.example.com/new");
  await user.click(screen.getByRole("button", { name: "添加字段" }));
  await user.click(screen.getByRole("button", { name: "发送测试" }));
  expect(await screen.findByText("请输入目标字段")).toBeVisible();
  await user.type(screen.getByLabelText("第1个目标字段"), "call_id");
  await user.click(screen.getByRole("button", { name: "发送测试" }));
  const result = within(await screen.findByRole("status"));
  for (const text of ["失败", "状态码 500", "耗时 31 毫秒", "oops"]) expect(result.getByText(text)).toBeVisible();
  expect(server.bodies(interfaceConfigApi.test.path)).toEqual([
    expect.objectContaining({
      id: "f1",
      event: "ended",
      url: "https://crm.example.com/new",
      headers: [{ name: "Authorization", value: "********" }],
      mapping: [{ target: "call_id", kind: "field", value: "callId" }],
    }),
  ]);
});

test("another one is shown only after unsaved text was let go; what is refused is said at its field", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(interfaceConfigApi.update.path, () =>
    Response.json({
      code: 400,
      msg: "接口名称已存在",
      data: { fields: [{ path: "name", label: "接口名称", message: "接口名称已存在" }] },
    }),
  );
  await openTab("/interfaceconfig");
  await user.type(await screen.findByLabelText(/接口名称/), "二");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("接口名称已存在")).toBeVisible();
  await user.click(screen.getByRole("treeitem", { name: /工单系统/ }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "继续编辑" }));
  expect(screen.getByLabelText(/接口名称/)).toHaveValue("客户系统二");
  await user.click(screen.getByRole("treeitem", { name: /工单系统/ }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "放弃" }));
  await waitFor(() => expect(screen.getByLabelText(/接口名称/)).toHaveValue("工单系统"));
});

test("the list opens one for editing; the delivery log shows what came back and sends again", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(interfaceDeliveryApi.list.path, page([delivery]));
  server.on(interfaceDeliveryApi.retry.path, () => ({ count: 1 }));
  server.on(interfaceAllowanceApi.list.path, () => []);
  const opens: unknown[] = [];
  const end = bus.subscribe("tab.open", (request) => opens.push(request));
  await openTab("/interfaceConfigList");
  await user.click((await screen.findAllByRole("button", { name: "编辑" }))[1]!);
  end();
  expect(opens).toEqual([{ name: "interfaceconfig" }]);
  await user.click(screen.getByRole("button", { name: "可访问的内网地址" }));
  expect(await screen.findByText("没有开通内网地址")).toBeVisible();
  // Only operators inside the enterprise open addresses.
  expect(screen.queryByRole("button", { name: "开通地址" })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("tab", { name: "推送记录" }));
  await user.click(await screen.findByRole("button", { name: "详情" }));
  expect(await screen.findByText("busy")).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("checkbox", { name: /选择2026/ }));
  await user.click(screen.getAllByRole("button", { name: "重新推送" })[0]!);
  await waitFor(() => expect(server.bodies(interfaceDeliveryApi.retry.path)).toEqual([{ ids: ["f1.c1.2"] }]));
});
