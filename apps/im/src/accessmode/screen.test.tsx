import { bus } from "@liantai/bus";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../testing/screen.tsx";

const site = {
  id: "w1",
  webName: "官网",
  webKey: "key4567890",
  title: "在线咨询",
  color: "#1f6feb",
  greeting: "",
  targetKind: "flow",
  targetId: "f1",
  targetName: "咨询流程",
  timeRuleId: "",
  timeRuleName: null,
  offWords: "休息中",
  idleMinutes: 10,
  maxWaiting: 50,
  enable: 1,
  remark: "",
  createTime: "2026-11-30 09:00:00",
  open: 2,
};
const choices = {
  flows: [
    { id: "f1", name: "咨询流程", off: 0 },
    { id: "f2", name: "旧流程", off: 1 },
  ],
  skillGroups: [{ id: "g1", name: "售前", off: 0 }],
  timeRules: [],
};
const buttons = ["chatSite.add", "chatSite.update", "chatSite.delete"];

function served() {
  const server = signIn({}, { page: "/accessmode", buttons });
  server.on("/im/api/v1/webList", page([site]));
  server.on("/im/api/v1/web/choices", () => choices);
  return server;
}

test("J65 a site leads to a flow or to a skill group; another kind wants another choice, what is off is none", async () => {
  const user = userEvent.setup();
  const server = served();
  server.on("/im/api/v1/web/add", () => ({ id: "w2" }));
  await openTab("/accessmode");
  expect(await screen.findByText("流程：咨询流程")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增网站" }));
  await user.type(form.getByLabelText(/网站名称/), "商城");
  const target = await form.findByLabelText(/接待目标/);
  await waitFor(() => expect(within(target).getByRole("option", { name: "咨询流程" })).toBeInTheDocument());
  expect(within(target).queryByRole("option", { name: /旧流程/ })).toBeNull();
  await user.selectOptions(target, "f1");
  await user.click(form.getByRole("radio", { name: "技能组" }));
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("请选择接待目标", { selector: ":not(option)" })).toBeVisible();
  await user.selectOptions(form.getByLabelText(/接待目标/), "g1");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith("/web/add"))?.body).toMatchObject({
      webName: "商城",
      targetKind: "skillGroup",
      targetId: "g1",
      idleMinutes: 10,
    }),
  );
});

test("J66 the script and the page's address are there to be copied", async () => {
  const user = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, "writeText");
  served();
  await openTab("/accessmode");
  await user.click(await screen.findByRole("button", { name: "嵌入代码" }));
  const sheet = within(await screen.findByRole("dialog", { name: /嵌入代码/ }));
  expect(
    sheet.getByText('<script src="http://localhost/customer/chat.js" data-key="key4567890" async></script>'),
  ).toBeVisible();
  await user.click(sheet.getByRole("button", { name: "复制会话链接" }));
  expect(copied).toHaveBeenCalledWith("http://localhost/customer/chat/key4567890");
});

const session = {
  id: "s1",
  webId: "w1",
  webName: "官网",
  userId: "v1",
  nick: "访客0001",
  status: "closed",
  flowName: "咨询流程",
  skillGroupName: "售前",
  agentId: "1001",
  agentName: "周敏",
  startTime: "2026-11-30 09:00:00",
  answerTime: "2026-11-30 09:01:00",
  endTime: "2026-11-30 09:05:00",
  reason: "agent",
  messages: 3,
  score: null,
};
const said = (seq: number, sender: string, content: string, senderName = "") => ({
  id: `m${seq}`,
  sessionId: "s1",
  seq,
  from: sender,
  to: "",
  content,
  msgType: 0,
  createTime: `2026-11-30 09:00:0${seq}`,
  flag: 1,
  extras: { guid: "", direction: sender === "visitor" ? "in" : "out", accessMode: "web", sender, senderName },
});

test("J67 a conversation is read with the steps of its flow, where they happened, and its older part when it is asked for", async () => {
  const user = userEvent.setup();
  const server = served();
  server.on("/im/api/v1/session/list", page([session]));
  const step = (seq: number, nodeName: string) => ({
    ...{ n: seq, seq, nodeName, nodeId: `n${seq}`, createTime: "2026-11-30 09:00:02", action: "node", text: "按键：1" },
  });
  const track = [step(1, "欢迎"), step(2, "选择业务")];
  server.on("/im/api/v1/session/messages", ({ body }: { body: { before?: number } }) =>
    body.before === 2
      ? { messages: [said(1, "robot", "您好，请选择")], track, forms: [], more: 0 }
      : { messages: [said(2, "visitor", "1"), said(3, "agent", "我是周敏", "周敏")], track, forms: [], more: 1 },
  );
  await openTab("/accessmode");
  await user.click(await screen.findByRole("tab", { name: "会话记录" }));
  await user.click(await screen.findByRole("button", { name: "查看" }));
  const sheet = within(await screen.findByRole("dialog", { name: "会话：访客0001" }));
  const said2 = within(await sheet.findByRole("group", { name: "会话内容" }));
  expect(await said2.findByText("我是周敏")).toBeVisible();
  expect(said2.getByText("选择业务：按键：1")).toBeVisible();
  expect(said2.queryByText("欢迎：按键：1")).toBeNull();
  await user.click(said2.getByRole("button", { name: "更早的消息" }));
  expect(await said2.findByText("您好，请选择")).toBeVisible();
  const order = ["您好，请选择", "欢迎：按键：1", "1", "选择业务：按键：1", "我是周敏"].map((text) =>
    said2.getByText(text),
  );
  order.reduce((before, after) => {
    expect(before.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    return after;
  });
});

test("J76 a conversation that is not over is ended after a question", async () => {
  const user = userEvent.setup();
  const server = served();
  server.on(
    "/im/api/v1/session/list",
    page([session, { ...session, id: "s2", nick: "访客0002", status: "waiting", endTime: "", reason: "" }]),
  );
  server.on("/im/api/v1/session/close", () => null);
  await openTab("/accessmode");
  await user.click(await screen.findByRole("tab", { name: "会话记录" }));
  await user.click(await screen.findByRole("button", { name: "结束会话" }));
  const question = within(await screen.findByRole("alertdialog", { name: "结束会话" }));
  expect(question.getByText(/访客0002/)).toBeVisible();
  await user.click(question.getByRole("button", { name: "结束会话" }));
  await waitFor(() => expect(server.bodies("/im/api/v1/session/close")).toEqual([{ sessionId: "s2" }]));
});

test("J84 what its flow wrote into forms is told under a conversation, and opens where it may be seen", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/accessmode", buttons }, { page: "/customerinformation", buttons: [] });
  server.on("/im/api/v1/webList", page([site]));
  server.on("/im/api/v1/session/list", page([session]));
  const form = { formId: "f1", formName: "客户", formType: "customer", recordId: "r1", orderId: "", refusal: "" };
  const refusal = "姓名不能为空";
  server.on("/im/api/v1/session/messages", () => ({
    ...{ messages: [said(1, "visitor", "1")], track: [], more: 0 },
    forms: [
      { ...form, createTime: "2026-11-30 09:05:00" },
      { ...form, formId: "f2", formName: "回访", recordId: "", refusal, createTime: "2026-11-30 09:05:01" },
    ],
  }));
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (what) => opened.push(what));
  await openTab("/accessmode");
  await user.click(await screen.findByRole("tab", { name: "会话记录" }));
  await user.click(await screen.findByRole("button", { name: "查看" }));
  const sheet = within(await screen.findByRole("dialog", { name: "会话：访客0001" }));
  expect(await sheet.findByText("写入表单：表单「客户」")).toBeVisible();
  expect(sheet.getByText("未写入表单：表单「回访」，姓名不能为空")).toBeVisible();
  await user.click(await sheet.findByRole("button", { name: "打开" }));
  end();
  expect(opened).toEqual([{ name: "customerinformation", params: { formId: "f1", id: "r1" }, cover: true }]);
});
