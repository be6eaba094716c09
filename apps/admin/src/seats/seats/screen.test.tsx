import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  agentApi,
  agentGroupApi,
  assistApi,
  assistKnowledgeApi,
  extensionApi,
  roleApi,
} from "@liantai/api/contract/admin";
import { openTab, page, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";
import { agent, group } from "../../testing/seats.ts";

let server: FakeServer;
const open = async () => {
  await openTab("/seats");
  await screen.findByText("李晓雯");
};

beforeEach(() => {
  server = startOver();
  server.on(
    agentApi.list.path,
    page([agent(), agent({ agentId: "1002", name: "王志强", status: 2, customStatusName: "休息", enable: 2 })]),
  );
  server.on(agentGroupApi.list.path, page([group(), group({ id: "g2", name: "一组", parentId: "g1", members: 1 })]));
  server.on(agentApi.getMaxSession.path, () => ({
    maxSession: 5,
    agentMaxSession: null,
    idDigits: 4,
    localPhonePort: 17_010,
    deviceCheck: "refuse",
    conferenceEnds: 0,
    shortAbandonS: 5,
  }));
  server.on(
    extensionApi.list.path,
    page([
      {
        compId: "100001",
        extension: "2001",
        agentId: null,
        agentName: null,
        registered: 0,
        address: null,
        userAgent: null,
        registeredAt: null,
        createdAt: "2026-11-20 09:00:00",
      },
    ]),
  );
  server.on(roleApi.listDef.path, page([]));
});

test("shows seats with their state in words, and asks for a group with those below it", async () => {
  const user = userEvent.setup();
  await open();
  const table = within(screen.getByRole("table"));
  expect(table.getByText("休息")).toBeVisible();
  expect(table.getByText("停用中")).toBeVisible();
  await user.click(screen.getByRole("treeitem", { name: /一组/ }));
  await waitFor(() => expect(server.bodies(agentApi.list.path).at(-1)).toMatchObject({ groupId: "g2", pageNo: 1 }));
});

test("a seat is added by the enterprise's rules; its password is shown once", async () => {
  const user = userEvent.setup();
  server.on(agentApi.add.path, ({ body }) => ({ agentId: body.agentId, password: "Abcd#1234efg" }));
  await open();
  await user.click(screen.getByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增坐席" }));
  await user.type(form.getByLabelText(/坐席工号/), "20a");
  await user.click(form.getByRole("button", { name: "保存" }));
  // What is no digit does not get in.
  expect(form.getByLabelText(/坐席工号/)).toHaveValue("20");
  expect(await form.findByText("坐席工号是4位数字")).toBeVisible();
  await user.clear(form.getByLabelText(/坐席工号/));
  await user.type(form.getByLabelText(/坐席工号/), "2001");
  await user.type(form.getByLabelText(/姓名/), "钱小军");
  await user.selectOptions(form.getByLabelText("坐席组"), "客服部/一组");
  await user.selectOptions(form.getByLabelText("分机"), "2001");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(agentApi.add.path).at(-1)).toMatchObject({
      agentId: "2001",
      name: "钱小军",
      roleType: 2,
      terminalType: 2,
      groupId: "g2",
      extension: "2001",
      enable: 1,
    }),
  );
  expect(await screen.findByText("Abcd#1234efg")).toBeVisible();
  expect(screen.getByText(/密码只显示这一次/)).toBeVisible();
});

test("W83 chosen seats are taken out of service after a question that says what happens, and to what they have in hand", async () => {
  const user = userEvent.setup();
  let tell: (work: object) => void = () => undefined;
  server.on(agentApi.inHand.path, () => new Promise<object>((resolve) => (tell = resolve)));
  server.on(agentApi.disEnable.path, ({ body }) => ({ count: (body.ids as string[]).length }));
  await open();
  expect(screen.getByRole("button", { name: "停用" })).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: /选择1001|选择李晓雯/ }));
  await user.click(screen.getByRole("button", { name: "停用" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "停用坐席" }));
  expect(dialog.getByText(/正在通话的坐席在通话结束后退出/)).toBeVisible();
  expect(dialog.getByText(/正在查询手中的工单和回访/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "停用" })).toBeDisabled();
  await waitFor(() => expect(server.bodies(agentApi.inHand.path)).toEqual([{ ids: ["1001"] }]));
  tell({ orders: 3, followUps: 2 });
  const said = /手中的 3 个工单将收回到待领取，并通知班长；2 个未完成的回访将改为待分配。/;
  expect(await dialog.findByText(said)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "停用" }));
  await waitFor(() => expect(server.bodies(agentApi.disEnable.path).at(-1)).toEqual({ ids: ["1001"] }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("A4 坐席辅助 says what recognises, saves words one a line, each once; a limit that is too small is refused at its field", async () => {
  const user = userEvent.setup();
  server.on(assistApi.setting.path, () => ({
    enabled: 0,
    silenceS: 10,
    speed: 350,
    chipin: 1,
    words: ["投诉"],
    listener: "内置封闭语法识别",
  }));
  server.on(assistApi.saveSetting.path, () => null);
  server.on(assistApi.robotCode.path, () => ({ flowId: "gone", flows: [{ id: "f5", name: "回访辅助" }] }));
  server.on(assistApi.saveRobotCode.path, () => null);
  await open();
  await user.click(screen.getByRole("button", { name: "坐席辅助" }));
  const dialog = within(await screen.findByRole("dialog", { name: "坐席辅助设置" }));
  expect(dialog.getByText("语音识别：内置封闭语法识别")).toBeVisible();
  await user.type(dialog.getByLabelText("敏感词"), "\n骗子，投诉");
  const silence = dialog.getByLabelText(/静音告警/);
  await user.clear(silence);
  await user.type(silence, "2");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await dialog.findByText("静音告警为0（不告警）或3至120")).toBeVisible();
  expect(server.bodies(assistApi.saveSetting.path)).toEqual([]);
  const flow = dialog.getByLabelText("辅助流程");
  expect(flow).toHaveDisplayValue("已停用或已删除的流程");
  await user.selectOptions(flow, "回访辅助");
  await user.clear(silence);
  await user.type(silence, "5");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(assistApi.saveSetting.path)).toEqual([
      { enabled: 0, silenceS: 5, speed: 350, chipin: 1, words: ["投诉", "骗子"] },
    ]),
  );
  expect(server.bodies(assistApi.saveRobotCode.path)).toEqual([{ flowId: "f5" }]);
});

test("what is shown when a sentence is heard is kept in a drawer of its own", async () => {
  const user = userEvent.setup();
  server.on(assistKnowledgeApi.list.path, page([{ id: "k1", sentence: "怎么退货", content: "七天内凭单退货" }]));
  server.on(assistKnowledgeApi.add.path, () => ({ id: "k2" }));
  await open();
  await user.click(screen.getByRole("button", { name: "辅助知识" }));
  const drawer = within(await screen.findByRole("dialog", { name: "坐席辅助知识" }));
  expect(await drawer.findByText("七天内凭单退货")).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增辅助知识" }));
  await user.type(form.getByLabelText(/触发语句/), "发票");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("请输入推荐内容")).toBeVisible();
  await user.type(form.getByLabelText(/推荐内容/), "三天内寄出");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(assistKnowledgeApi.add.path)).toEqual([{ sentence: "发票", content: "三天内寄出" }]),
  );
});
