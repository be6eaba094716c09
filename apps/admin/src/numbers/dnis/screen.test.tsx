import { store, userLoaded, type UserInfo } from "@liantai/api/client";
import { accessNumApi, companyApi, displayRuleApi, usualRest } from "@liantai/api/contract/admin";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";

const number = (more: object) => ({
  id: "4001",
  number: "4001",
  title: "热线",
  enabled: 1,
  compId: "100001",
  compName: "演示企业",
  concurrency: 0,
  activeCalls: 2,
  price: 0.125,
  isDefault: 1,
  state: "busy",
  groups: 0,
  seats: 0,
  rules: 1,
  leadsTo: "技能组：售后",
  place: "",
  displayCalls: 0,
  displayPaused: "",
  ...more,
});
const page = (list: unknown[]) => ({ list, total: list.length, pageNo: 1, pageSize: 10 });
let server: FakeServer;
const actAs = (roleType: number) =>
  act(
    () =>
      void store.dispatch(
        userLoaded({ roleId: "r1", roleType, operator: roleType === 0 ? 1 : 0, empowerJson: null } as UserInfo),
      ),
  );

beforeEach(() => {
  server = startOver();
  server.on("/pbx/api/v1/menu/routeComAuth", () => []);
  server.on(companyApi.list.path, () =>
    page([
      { compId: "100001", name: "演示企业" },
      { compId: "100002", name: "另一家" },
    ]),
  );
  server.on(accessNumApi.list.path, () =>
    page([number({}), number({ id: "4002", number: "4002", compId: null, compName: null, state: "unallocated" })]),
  );
  server.on(displayRuleApi.get.path, () => ({
    localPresence: 0,
    dailyCap: 0,
    restS: 0,
    pauseFalling: 0,
    ...usualRest,
  }));
  for (const endpoint of [accessNumApi.update, accessNumApi.setDefault]) server.on(endpoint.path, () => null);
  for (const endpoint of [accessNumApi.allocate, accessNumApi.addOwners])
    server.on(endpoint.path, () => ({ count: 1 }));
  server.on(accessNumApi.add.path, () => ({ id: "4003" }));
});

async function open(path: string, roleType: number) {
  actAs(roleType);
  await openTab(path);
  return userEvent.setup();
}

test("K40 外显规则 is set in a form, and a paused number says why and is shown again", async () => {
  server.on(displayRuleApi.set.path, () => null);
  server.on(displayRuleApi.resume.path, () => ({ count: 1 }));
  server.on(accessNumApi.list.path, () =>
    page([number({ displayPaused: "近50次外呼接通率10%，之前为50%" }), number({ id: "4002", number: "4002" })]),
  );
  const user = await open("/dnis", 1);
  await user.click(await screen.findByRole("button", { name: "外显规则" }));
  const form = within(await screen.findByRole("dialog", { name: "外显规则" }));
  await user.click(form.getByRole("switch", { name: /按归属地选择/ }));
  await user.clear(form.getByRole("textbox", { name: /每日上限/ }));
  await user.type(form.getByRole("textbox", { name: /每日上限/ }), "200");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(displayRuleApi.set.path)).toEqual([
      { localPresence: 1, dailyCap: 200, restS: 0, pauseFalling: 0, ...usualRest },
    ]),
  );
  expect(await screen.findByText("已暂停")).toBeInTheDocument();
  const [resume, ...more] = await screen.findAllByRole("button", { name: /恢复外显/ });
  expect(more).toEqual([]);
  await user.click(resume!);
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText(/近50次外呼接通率10%/)).toBeInTheDocument();
  await user.click(asked.getByRole("button", { name: "恢复外显" }));
  await waitFor(() => expect(server.bodies(displayRuleApi.resume.path)).toEqual([{ ids: ["4001"] }]));
});

test("an administrator names and switches a number; where it leads and what it costs is read, not typed", async () => {
  const user = await open("/dnis", 1);
  expect((await screen.findAllByText("按1条时间规则；其他时间 技能组：售后"))[0]).toBeVisible();
  expect(screen.getByText("通话中")).toBeVisible();
  expect(screen.getAllByText("2 / 不限")[0]).toBeVisible();
  expect(screen.queryByRole("button", { name: "新增" })).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "编辑" })[0]!);
  const form = within(await screen.findByRole("dialog"));
  expect(form.queryByLabelText(/^资费/)).toBeNull();
  await user.clear(form.getByLabelText("号码名称"));
  await user.type(form.getByLabelText("号码名称"), "客服热线");
  await user.click(form.getByRole("switch"));
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(accessNumApi.update.path)[0]).toMatchObject({ id: "4001", title: "客服热线", enabled: 0 }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an operator adds a number for an enterprise and deletes only what nobody has", async () => {
  const user = await open("/dnis", 0);
  const remove = await screen.findAllByRole("button", { name: "删除" });
  expect(remove.map((b) => (b as HTMLButtonElement).disabled)).toEqual([true, false]);
  await user.click(screen.getByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog"));
  await user.type(form.getByLabelText("接入号码"), "40x");
  await user.type(form.getByLabelText("号码名称"), "总机");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("接入号码为3到20位数字")).toBeVisible();
  await user.clear(form.getByLabelText("接入号码"));
  await user.type(form.getByLabelText("接入号码"), "4003");
  await user.selectOptions(form.getByLabelText("所属企业"), "另一家（100002）");
  await user.clear(form.getByLabelText("资费"));
  await user.type(form.getByLabelText("资费"), "0.15");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(accessNumApi.add.path)).toEqual([
      { number: "4003", title: "总机", compId: "100002", concurrency: 0, price: 0.15, enabled: 1 },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("接入号分配: an operator gives chosen numbers to an enterprise", async () => {
  const user = await open("/allocationDnis", 0);
  await user.click(await screen.findByRole("checkbox", { name: "选择4002" }));
  await user.click(screen.getByRole("button", { name: "分配给企业" }));
  const form = within(await screen.findByRole("dialog"));
  await user.selectOptions(form.getByLabelText("企业"), "另一家（100002）");
  await user.click(form.getByRole("button", { name: "分配" }));
  await waitFor(() =>
    expect(server.bodies(accessNumApi.allocate.path)).toEqual([{ ids: ["4002"], toCompId: "100002" }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("接入号分配: an administrator assigns a number to seats and makes it one's default", async () => {
  server.on(accessNumApi.owners.path, ({ body }) =>
    body.kind === "seat"
      ? {
          members: [{ id: "1001", label: "王芳", detail: "1001", isDefault: 0 }],
          available: [{ id: "1002", label: "李明", detail: "1002", isDefault: 0 }],
        }
      : { members: [], available: [] },
  );
  const user = await open("/allocationDnis", 1);
  await user.selectOptions(await screen.findByLabelText("接入号码"), "4001（热线）");
  expect(await screen.findByText("企业默认号码")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "坐席" }));
  await user.click(await screen.findByRole("button", { name: "设为默认：王芳" }));
  await waitFor(() =>
    expect(server.bodies(accessNumApi.setDefault.path)).toEqual([
      { id: "4001", kind: "seat", ownerId: "1001", isDefault: 1 },
    ]),
  );
  await user.click(await screen.findByRole("option", { name: /李明/ }));
  await user.click(screen.getByRole("button", { name: "添加到已分配的坐席" }));
  await waitFor(() =>
    expect(server.bodies(accessNumApi.addOwners.path)).toEqual([{ id: "4001", kind: "seat", ownerIds: ["1002"] }]),
  );
});
