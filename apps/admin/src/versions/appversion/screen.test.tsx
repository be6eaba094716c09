import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";
import { refusal } from "@liantai/ui/testing";

const base = "/pbx/api/v1/appVersion";
const one = "1111111111111111";
const two = "2222222222222222";

const version = (over: object) => ({
  app: "workorder",
  version: one,
  note: "修正工单列表",
  bytes: 204_800,
  files: 7,
  publishedBy: "王运营",
  keyName: "构建服务器",
  publishedAt: "2026-11-22 09:00:00",
  state: "current",
  enterprises: 3,
  total: 4,
  failures: 0,
  lastFailureAt: null,
  mismatches: [],
  ...over,
});
const release = (over: object) => ({ version: one, scope: "all", compIds: [], percent: 0, enterprises: 3, ...over });
const app = (over: object) => ({
  app: "workorder",
  title: "工单",
  builtIn: "0".repeat(16),
  current: release({}),
  trials: [release({ version: two, scope: "enterprises", compIds: ["100001"], enterprises: 1 })],
  total: 4,
  ...over,
});

function open(over: object = {}) {
  const server = signIn({ ...operator, ...over });
  server.on(
    `${base}/list`,
    page([
      version({}),
      version({ version: two, state: "trial", enterprises: 1, failures: 2, lastFailureAt: "2026-11-22 10:00:00" }),
      version({
        version: "3".repeat(16),
        state: "unusable",
        enterprises: 0,
        mismatches: [{ name: "react", wanted: "a", served: "b" }],
      }),
    ]),
  );
  server.on(`${base}/apps`, () => [app({}), app({ app: "im", title: "在线客服", current: null, trials: [] })]);
  return server;
}

test("it says who published what, which share of the enterprises has it, and how often it failed", async () => {
  open();
  await openTab("/appversion");
  const row = (await screen.findByText("22222222", { selector: "[title]" })).closest<HTMLElement>("tr,[role=row]")!;
  for (const text of ["试用中", "25%（1/4）", "修正工单列表", "王运营 2026-11-22", "200 KB"])
    expect(within(row).getByText(text)).toBeVisible();
  expect(within(row).getByTitle("王运营 2026-11-22 09:00:00")).toBeVisible();
  expect(within(row).getByTitle("最近一次 2026-11-22 10:00:00")).toHaveTextContent("2");
  const apps = screen.getByRole("list", { name: "应用" });
  expect(within(apps).getByText("试用 25%（1/4）")).toBeVisible();
  expect(within(apps).getByText("内置 100%（4/4）")).toBeVisible();
});

test("one press and its question go back, naming the version that is on show", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(`${base}/back`, () => null);
  await openTab("/appversion");
  // The built-in version has nothing to go back to.
  expect(await screen.findAllByRole("button", { name: "回退" })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "回退" }));
  const asked = screen.getByRole("alertdialog", { name: "回退「工单」" });
  expect(asked).toHaveTextContent("撤回版本 22222222（指定企业 1 家，1 家企业正在使用）");
  await user.click(within(asked).getByRole("button", { name: "回退" }));
  await waitFor(() => expect(server.bodies(`${base}/back`)).toEqual([{ app: "workorder", version: two }]));
});

test("a version is given to chosen enterprises; one that cannot be served is given to nobody", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(`${base}/release`, () => null);
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  await openTab("/appversion");
  await screen.findAllByText("11111111");
  const buttons = screen.getAllByRole("button", { name: "发布范围" });
  expect(buttons).toHaveLength(2);
  await user.click(buttons[0]!);
  const form = screen.getByRole("dialog", { name: "发布范围：工单 11111111" });
  expect(within(form).getByRole("radio", { name: "全部企业" })).toBeChecked();
  await user.click(within(form).getByRole("radio", { name: "指定企业" }));
  await user.click(within(form).getByRole("button", { name: "发布" }));
  expect(await within(form).findByText("请选择企业")).toBeVisible();
  await user.click(await within(form).findByText("演示企业（100001）"));
  await user.click(within(form).getByRole("button", { name: "发布" }));
  await waitFor(() =>
    expect(server.bodies(`${base}/release`)).toMatchObject([
      { app: "workorder", version: one, scope: "enterprises", compIds: ["100001"] },
    ]),
  );
});

test("the form of a version on trial begins with who has it", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  await openTab("/appversion");
  await screen.findAllByText("22222222");
  await user.click(screen.getAllByRole("button", { name: "发布范围" })[1]!);
  const form = screen.getByRole("dialog", { name: "发布范围：工单 22222222" });
  expect(within(form).getByRole("radio", { name: "指定企业" })).toBeChecked();
  expect(await within(form).findByRole("option", { name: "演示企业（100001）", selected: true })).toBeVisible();
});

test("a key is shown once and revoked after a question", async () => {
  const user = userEvent.setup();
  const server = open();
  const key = {
    id: "k1",
    name: "构建服务器",
    createdBy: "王运营",
    createdAt: "2026-11-22 08:00:00",
    expiresAt: "2027-02-20 08:00:00",
    lastUsedAt: null,
    state: "valid",
    revokedAt: null,
    uses: 0,
  };
  server.on("/pbx/api/v1/publishKey/list", () => [key]);
  server.on("/pbx/api/v1/publishKey/add", () => ({
    id: "k2",
    secret: "ltk.k2.once",
    expiresAt: "2027-02-20 08:00:00",
  }));
  server.on("/pbx/api/v1/publishKey/revoke", () => null);
  await openTab("/appversion");
  await user.click(await screen.findByRole("button", { name: "发布密钥" }));
  const drawer = screen.getByRole("dialog", { name: "发布密钥" });
  await user.click(await within(drawer).findByRole("button", { name: "停用" }));
  await user.click(within(screen.getByRole("alertdialog", { name: "停用密钥" })).getByRole("button", { name: "停用" }));
  await waitFor(() => expect(server.bodies("/pbx/api/v1/publishKey/revoke")).toEqual([{ id: "k1" }]));
  await user.click(within(drawer).getByRole("button", { name: "新增密钥" }));
  const form = screen.getByRole("dialog", { name: "新增发布密钥" });
  await user.type(within(form).getByRole("textbox", { name: /密钥名称/ }), "流水线");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await screen.findByText("ltk.k2.once")).toBeVisible();
  expect(server.bodies("/pbx/api/v1/publishKey/add")).toEqual([{ name: "流水线", days: 90 }]);
});

test("without the rights it is read alone", async () => {
  open({ operator: 0, empowerJson: {} });
  await openTab("/appversion");
  await screen.findAllByText("11111111");
  for (const name of ["回退", "发布范围"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("an operator of a unit is told that he may not", async () => {
  const server = open({ isSuper: 0 });
  for (const path of ["list", "apps"])
    server.on(`${base}/${path}`, () => refusal("forbidden", "全平台的数据由超级账号维护，您只负责本运营单位的企业"));
  await openTab("/appversion");
  expect((await screen.findAllByText(/没有权限|超级账号/)).length).toBeGreaterThan(0);
});
