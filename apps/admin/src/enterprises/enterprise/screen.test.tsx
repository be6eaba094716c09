import { selectSession, store, tokensReceived } from "@liantai/api/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";
import { company } from "../parts/testing.ts";
import { pressItem, refusal } from "@liantai/ui/testing";

const api = (verb: string) => `/pbx/api/v1/company/${verb}`;

function open(over: object = {}) {
  const server = signIn({ ...operator, ...over });
  server.on(
    api("list"),
    page([company(), company({ compId: "100002", name: "欠费企业", forbidden: 0, balance: "-5.0000", enabled: 0 })]),
  );
  server.on(api("getNextCompId"), () => ({ compId: "100003" }));
  server.on("/pbx/api/v1/dbServer/list", () => [{ id: "main", name: "主数据库", kind: "pglite", enterprises: 2 }]);
  server.on("/pbx/api/v1/operator/list", () => [
    { id: "u1", parentId: null, name: "华东", remark: "", sort: 0, enterprises: 1, accounts: 0 },
  ]);
  return server;
}

test("lists enterprises, says who owes, and adds one under a proposed code with its administrator, whose password shows once", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(api("add"), () => ({ compId: "100003", adminId: "a", password: "Gener#2026ab" }));
  await openTab("/enterprise");
  expect(await screen.findByText("企业已欠费！")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增企业" });
  await waitFor(() => expect(within(form).getByLabelText(/企业编号/)).toHaveValue("100003"));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入企业名称")).toBeVisible();
  await user.type(within(form).getByLabelText(/企业名称/), "新企业");
  await user.type(within(form).getByLabelText(/管理员账号/), "boss");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  const shown = await screen.findByRole("dialog", { name: "初始密码" });
  expect(within(shown).getByText("Gener#2026ab")).toBeVisible();
  expect(server.bodies(api("add"))[0]).toMatchObject({
    compId: "100003",
    name: "新企业",
    adminAccount: "boss",
    maxSeats: 0,
    dbServer: "main",
  });
  await user.click(within(shown).getByRole("button", { name: "我已保存" }));
  expect(screen.queryByText("Gener#2026ab")).toBeNull();
});

test("a form that nobody typed in closes without a question", async () => {
  const user = userEvent.setup();
  open();
  await openTab("/enterprise");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增企业" });
  await waitFor(() => expect(within(form).getByLabelText(/企业编号/)).toHaveValue("100003"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "新增企业" })).toBeNull());
});

test("a recharge that is sent again after a lost reply carries the same key", async () => {
  const user = userEvent.setup();
  const server = open();
  let times = 0;
  server.on("/pbx/api/v1/recharge/add", () =>
    (times += 1) === 1
      ? refusal("unavailable", "服务正在注册中，请稍后访问！")
      : { id: "l", balance: "112.5000", forbidden: 1, repeated: true },
  );
  await openTab("/enterprise");
  await user.click((await screen.findAllByRole("button", { name: "充值" }))[0]!);
  const form = screen.getByRole("dialog", { name: "企业充值：演示企业（100001）" });
  await user.type(within(form).getByLabelText(/充值金额/), "100");
  await user.click(within(form).getByRole("button", { name: "充值" }));
  await within(form).findByRole("alert");
  await user.click(within(form).getByRole("button", { name: "充值" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /企业充值/ })).toBeNull());
  const [first, second] = server.bodies("/pbx/api/v1/recharge/add");
  expect(first).toMatchObject({ compId: "100001", amount: "100" });
  expect(second).toEqual(first);
});

test("disabling says what becomes of running calls before it is done", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(api("disEnable"), () => ({ count: 1 }));
  await openTab("/enterprise");
  await user.click(await screen.findByRole("checkbox", { name: /100001|演示企业/ }));
  await user.click(screen.getByRole("button", { name: "停用" }));
  const dialog = screen.getByRole("alertdialog", { name: "停用企业" });
  expect(dialog).toHaveTextContent("正在进行的通话不会中断");
  await user.click(within(dialog).getByRole("button", { name: "停用" }));
  await waitFor(() => expect(server.bodies(api("disEnable"))).toEqual([{ compIds: ["100001"] }]));
});

test("进入企业 makes the page the enterprise's", async () => {
  const user = userEvent.setup();
  const server = open();
  act(() => void store.dispatch(tokensReceived({ access: "a1", refresh: "r1", expiresAt: Date.now() + 86_400_000 })));
  server.on("/auth/oauth/api/reUser", () => ({
    access_token: "in",
    refresh_token: "in-r",
    token_type: "Bearer",
    expires_in: 86_400,
  }));
  server.on("/auth/token/getUser", () => ({
    ...selectSession(store.getState()).user,
    compId: "100001",
    roleType: 1,
    sessionId: "s-in",
  }));
  await openTab("/enterprise");
  await user.click((await screen.findAllByRole("button", { name: "进入企业" }))[0]!);
  await waitFor(() =>
    expect(selectSession(store.getState())).toMatchObject({
      enterEnterprise: true,
      user: { roleType: 1, compId: "100001" },
    }),
  );
});

test("an operator sees only what his permission map has", async () => {
  open({ operator: 0, empowerJson: { "enterprise.update": true } });
  await openTab("/enterprise");
  expect((await screen.findAllByRole("button", { name: "编辑" }))[0]).toBeVisible();
  for (const name of ["新增", "停用", "充值", "进入企业"]) expect(screen.queryByRole("button", { name })).toBeNull();
  await userEvent.click(screen.getAllByRole("button", { name: "更多" })[0]!);
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["外呼时段"]);
});

test("外呼时段 narrows the hours of an enterprise; what lies outside of the installation's is refused at its field", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/taskapi/api/v1/time/list", () => ({ from: "08:00", to: "21:00", legalFrom: "08:00", legalTo: "21:00" }));
  let refuses = true;
  server.on("/taskapi/api/v1/time/save", () =>
    refuses
      ? refusal("invalid", "外呼时段不能超出 08:00-21:00", [{ path: "to", message: "外呼时段不能超出 08:00-21:00" }])
      : null,
  );
  await openTab("/enterprise");
  await user.click((await screen.findAllByRole("button", { name: "更多" }))[0]!);
  await pressItem(user, "外呼时段");
  // The hours come a moment after the dialog.
  const to = await screen.findByLabelText(/结束时间/);
  const form = screen.getByRole("dialog", { name: "外呼时段：演示企业（100001）" });
  expect(within(form).getByText(/08:00–21:00/)).toBeVisible();
  await user.clear(to);
  await user.type(to, "22:00");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("外呼时段不能超出 08:00-21:00")).toBeVisible();
  refuses = false;
  await user.clear(to);
  await user.type(to, "20:00");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /外呼时段/ })).toBeNull());
  expect(server.bodies("/taskapi/api/v1/time/save").at(-1)).toEqual({ compId: "100001", from: "08:00", to: "20:00" });
});
