import {
  engineApi,
  flowApi,
  flowVersionApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  lookUpTableApi,
  sharedPromptApi,
  regexRuleApi,
} from "@liantai/api/contract/flow-editor";
import {
  accessNumApi,
  customerFormConfApi,
  interfaceConfigApi,
  voiceApi,
} from "@liantai/api/contract/flow-surroundings";
import { nodeTypeList, type FlowBody, type FlowNode } from "@liantai/api/flows";
import { openTabOf, page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { SchemaDescription } from "yup";
import { Root } from "../../../root.tsx";
import { newRow } from "./fields/field-editor.tsx";
import { isShownField, kindOf } from "./fields/kinds.ts";
import { bodyWith, branch, node, says, small } from "../testing/design.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
let findings: readonly object[];

const at = "2026-03-02 09:00:00";
const collect = node("collect", "keyCollect", {
  ...{ nodeName: "收卡号", y: 300, talkings: [says("t3", "请输入卡号")], config: { vName: "card" } },
  branch: [branch("collected", "bye")],
});
const rate = node("rate", "satisfaction", { nodeName: "评分", y: 840 });
const give = node("give", "variable", { nodeName: "查门店", y: 660 });
const rules = node("rules", "condition", { nodeName: "分流", y: 480 });
const body = bodyWith(
  { 主流程: [...small, collect, rules, give, rate], 查余额: [node("s2", "start", { nodeName: "开始2" })] },
  { collectVariable: [{ vName: "card", vAlias: "卡号", type: "text", value: "" }] },
);

beforeEach(() => {
  user = userEvent.setup();
  findings = [];
  server = signIn({});
  const flow = {
    ...{ id: "f1", name: "总机流程", flowType: 1, enabled: 1, changed: 0, version: 1, versionId: "v1", revision: 3 },
    ...{ createTime: at, updateTime: at },
  };
  server.on(flowApi.find.path, () => ({ ...flow, flow: JSON.stringify(body), tts: "" }));
  server.on(flowApi.list.path, page([{ ...flow, id: "f2", name: "夜间流程", flowType: 1 }]));
  server.on(flowApi.save.path, ({ body: sent }) => ({ revision: Number(sent["revision"]) + 1 }));
  server.on(flowVersionApi.validate.path, () => ({ findings }));
  server.on(flowVersionApi.versions.path, () => []);
  server.on(accessNumApi.choices.path, () => ({
    ...{ skillGroup: [{ id: "g1", label: "客服部" }], dispatchQueue: [{ id: "q1", label: "总队列" }] },
    voice: [{ id: "v1", label: "欢迎语" }],
  }));
  server.on(customerFormConfApi.list.path, page([{ id: "form1", name: "客户资料", formType: "customer" }]));
  server.on(customerFormConfApi.findById.path, () => ({ fields: [{ type: "input", name: "no", label: "卡号字段" }] }));
  server.on(interfaceConfigApi.list.path, page([]));
  server.on(intentApi.list.path, page([]));
  server.on(knowledgeClassApi.list.path, page([]));
  server.on(innerKnowledgeApi.list.path, page([]));
  const shops = { id: "t1", name: "门店", remark: "", version: 1, updateTime: at, updatedBy: "", rows: 2 };
  server.on(lookUpTableApi.list.path, page([{ ...shops, columns: ["编号", "城市"] }]));
  const hello = { id: "p1", name: "问候", remark: "", version: 1, updateTime: at, updatedBy: "", text: "您好" };
  server.on(sharedPromptApi.list.path, page([{ ...hello, languages: ["zh"], voices: [] }]));
  server.on(engineApi.options.path, page([{ id: "e1", name: "内置", kind: "tts", voices: [] }]));
});

const panel = () => within(screen.getByRole("complementary", { name: "属性" }));
async function choose(name: string): Promise<void> {
  if (!screen.queryByRole("button", { name: "返回列表" })) {
    await openTabOf(Root, "/knownnav", "?id=f1");
    await screen.findByRole("button", { name: "返回列表" });
  }
  (await screen.findByRole("group", { name: new RegExp(`节点：${name}(，|$)`) })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(panel().getByLabelText("节点名称")).toHaveValue(name));
}
async function saved(): Promise<readonly FlowNode[]> {
  // What was typed last settles first.
  await act(() => new Promise((done) => setTimeout(done, 350)));
  await user.click(screen.getByRole("button", { name: "保存草稿" }));
  await screen.findByText("已保存");
  return (JSON.parse(server.bodies(flowApi.save.path).at(-1)!["flow"] as string) as FlowBody).nodes.flatMap(
    ({ subProcess }) => subProcess.flow.nodes,
  );
}
const one = (nodes: readonly FlowNode[], id: string) => nodes.find(({ nodeId }) => nodeId === id)!;

test("B17 the form of a node is its type's schema: numbers, choices, pickers", async () => {
  await choose("转客服");
  await waitFor(() => expect(panel().getByLabelText("技能组")).toHaveValue("g1"));
  await user.selectOptions(panel().getByLabelText("目标类型"), "调度队列");
  // The id is none of a queue.
  expect(await panel().findByText("所选的对象已不存在")).toBeVisible();
  await user.selectOptions(panel().getByLabelText("技能组"), "总队列");
  await user.type(panel().getByLabelText("最长等待（秒）"), "{Backspace}60");
  await user.selectOptions(panel().getByLabelText("离开排队的按键"), "9");
  // The exit that the key brings can be wired at once.
  await user.selectOptions(await panel().findByLabelText("按9离开"), "再见");
  const { config, branch: own } = one(await saved(), "service");
  expect(config).toMatchObject({ kind: "dispatchQueue", targetId: "q1", maxWaitSeconds: 60, leaveKey: "9" });
  expect(own).toEqual([{ id: "key", nodeName: "按9离开", nodeId: "bye", dictionariesId: "" }]);
});

test("G135 keys, words and results are kept secret where the node takes them in", async () => {
  const asks = node("asks", "speech", { nodeName: "问姓名", y: 300 });
  const answers = node("answers", "knowledge", { nodeName: "答疑", y: 480 });
  const fetches = node("fetches", "interface", { nodeName: "查余额接口", y: 660 });
  const other = bodyWith({ 主流程: [...small, asks, answers, fetches, collect, rules] }, { collectVariable: [] });
  server.on(flowApi.find.path, () => ({
    ...{ id: "f1", name: "总机流程", flowType: 1, enabled: 1, changed: 0, version: 1, versionId: "v1", revision: 3 },
    ...{ createTime: at, updateTime: at, flow: JSON.stringify(other), tts: "" },
  }));
  const drawn: Record<string, string | null> = {};
  for (const name of ["问姓名", "答疑", "查余额接口", "收卡号", "分流"]) {
    await choose(name);
    drawn[name] = panel().queryByLabelText(/^敏感/)?.closest("label")?.textContent ?? null;
  }
  expect(drawn).toEqual({
    问姓名: "敏感内容",
    答疑: "敏感内容",
    查余额接口: "敏感结果",
    收卡号: "敏感按键",
    分流: null,
  });
  await choose("问姓名");
  await user.click(panel().getByLabelText("敏感内容"));
  expect((await saved()).find(({ nodeId }) => nodeId === "asks")).toMatchObject({ sensitive: true });
});

test("G139 the limit of interfaces is of the flow: its main canvas has it, a sub-process has not", async () => {
  await choose("开始");
  expect(panel().getByLabelText("接口等待总时限（秒，0为不限）")).toHaveValue("0");
  await user.click(screen.getByRole("tab", { name: "查余额" }));
  await choose("开始2");
  expect(panel().getByLabelText("通话录音")).toBeInTheDocument();
  expect(panel().queryByLabelText(/接口等待总时限/)).toBeNull();
});

test("what is wrong stays where it is typed and is not saved, what is right beside it is", async () => {
  await choose("收卡号");
  const name = panel().getByLabelText("存入变量");
  await user.clear(name);
  await user.type(name, "1卡");
  await user.type(panel().getByLabelText("备注"), "十六位");
  expect(await panel().findByText("变量名只能用字母、数字和下划线")).toBeVisible();
  const { config, remark } = one(await saved(), "collect");
  expect(config).toMatchObject({ vName: "card" });
  expect(remark).toBe("十六位");
  expect(name).toHaveValue("1卡");
});

test("what was typed a moment before the save is saved with it", async () => {
  await choose("收卡号");
  const sent = server.bodies(flowApi.save.path).length;
  fireEvent.change(panel().getByLabelText("备注"), { target: { value: "刚刚写的" } });
  // At once: what is typed is held for 300 ms.
  fireEvent.keyDown(panel().getByLabelText("备注"), { key: "s", ctrlKey: true });
  await waitFor(() => expect(server.bodies(flowApi.save.path)).toHaveLength(sent + 1));
  expect(JSON.stringify(server.bodies(flowApi.save.path).at(-1))).toContain("刚刚写的");
});

test("what is undone on the canvas stands in the form", async () => {
  await choose("收卡号");
  await user.type(panel().getByLabelText("备注"), "甲");
  await act(() => new Promise((done) => setTimeout(done, 350)));
  await user.click(screen.getByRole("button", { name: "撤销" }));
  await waitFor(() => expect(panel().getByLabelText("备注")).toHaveValue(""));
});

test("G119 a variable takes a cell of a look-up table: table and column are chosen, the key is a text", async () => {
  await choose("查门店");
  await user.click(panel().getByRole("button", { name: "添加赋值" }));
  await user.type(panel().getByLabelText("变量"), "card");
  expect(panel().queryByLabelText("查找表")).toBeNull();
  await user.selectOptions(panel().getByLabelText("取值方式"), "查找表");
  await user.selectOptions(await panel().findByLabelText("查找表"), "门店");
  await user.selectOptions(panel().getByLabelText("列"), "城市");
  await user.type(panel().getByLabelText("键"), "001");
  expect(one(await saved(), "give").config).toEqual({
    assign: [{ vName: "card", from: "lookUp", value: "001", tableId: "t1", column: "城市" }],
  });
});

test("G120 a wording is one of the shared prompts, and none of them once it is a text again", async () => {
  await choose("收卡号");
  await user.selectOptions(panel().getByLabelText("播放方式"), "共享话术");
  expect(await panel().findByText("请选择共享话术", { selector: "span" })).toBeVisible();
  await user.selectOptions(panel().getByLabelText("话术1的共享话术"), "问候");
  expect(one(await saved(), "collect").talkings).toMatchObject([{ playType: "prompt", promptId: "p1" }]);
  await user.selectOptions(panel().getByLabelText("播放方式"), "文字合成");
  expect(one(await saved(), "collect").talkings[0]).not.toHaveProperty("promptId");
});

test("rules of a condition: rows of variables and operators, exits by their names", async () => {
  await choose("分流");
  await user.click(panel().getByRole("button", { name: "添加规则" }));
  await user.type(panel().getByLabelText("规则名称"), "贵宾");
  await user.click(panel().getByRole("button", { name: "添加条件" }));
  await user.type(panel().getByLabelText("变量"), "caller");
  await user.selectOptions(panel().getByLabelText("关系"), "开头是");
  await user.type(panel().getByLabelText("值"), "139");
  await user.selectOptions(await panel().findByLabelText("贵宾"), "转客服");
  const { config, branch: own } = one(await saved(), "rules");
  expect(config).toMatchObject({
    rules: [{ name: "贵宾", join: "all", rows: [{ variable: "caller", operator: "startsWith", value: "139" }] }],
  });
  expect(own).toEqual([expect.objectContaining({ nodeName: "贵宾", nodeId: "service" })]);
});

test("a regular expression is tried on a sentence by the server", async () => {
  server.on(regexRuleApi.test.path, () => ({ results: [{ matched: 1, start: 0, end: 2, groups: [] }] }));
  await choose("收卡号");
  await user.type(panel().getByLabelText("正则"), "62");
  await user.type(panel().getByLabelText("正则的测试内容"), "6222");
  await user.click(panel().getByRole("button", { name: "测试" }));
  expect(await panel().findByText("符合，从第1到第2个字符")).toBeVisible();
  expect(server.bodies(regexRuleApi.test.path)).toEqual([{ pattern: "62", sentences: ["6222"] }]);
});

test("a wording says its variables; one that nothing sets is named at once; it is listened to as words", async () => {
  const asked: string[] = [];
  server.on(voiceApi.preview.path, ({ query }) => {
    asked.push(query["text"]!);
    return new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } });
  });
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  await choose("再见");
  const text = panel().getByLabelText("话术1的文字");
  await user.clear(text);
  await user.type(text, "卡号$");
  await user.type(text, "{{nosuch}再见");
  expect(await panel().findByText("没有变量nosuch")).toBeVisible();
  await user.clear(text);
  await user.selectOptions(panel().getByLabelText("在话术1的文字中插入变量"), "卡号（card）");
  expect(text).toHaveValue("${card}");
  await user.click(panel().getByRole("button", { name: "试听话术1" }));
  expect(await panel().findByLabelText("话术1的声音")).toBeInTheDocument();
  expect(asked).toEqual(["卡号"]);
  expect(one(await saved(), "bye").talkings).toMatchObject([{ text: "${card}", variable: ["card"] }]);
});

test("B18 faults stand at their field", async () => {
  findings = [
    { severity: "error", rule: "target", subProcessId: "主流程", nodeId: "service", text: "请选择技能组或调度队列" },
    { severity: "error", rule: "exit", subProcessId: "主流程", nodeId: "service", text: "出口没有接" },
  ].map((finding) => ({ nodeName: "转客服", ...finding }));
  await choose("转客服");
  await waitFor(() => expect(panel().getAllByText("请选择技能组或调度队列").length).toBeGreaterThan(0));
  const exits = within(panel().getByRole("region", { name: "出口" }));
  expect(exits.getByText("出口没有接")).toBeVisible();
  const field = panel().getByLabelText("技能组").closest<HTMLElement>("[data-scope=field][data-part=root]")!;
  expect(within(field).getByText("请选择技能组或调度队列")).toBeVisible();
});

test("of the flow: variables that are wrong are named, globals by count, the map into a form", async () => {
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("button", { name: "返回列表" });
  await waitFor(() => expect(panel().getByRole("region", { name: "变量" })).toBeVisible());
  await user.click(panel().getByRole("button", { name: "添加变量" }));
  const added = within(panel().getByRole("group", { name: "变量2" }));
  await user.type(added.getByLabelText("变量名"), "score");
  expect(added.getByText("这是系统变量的名字")).toBeVisible();
  await user.type(added.getByLabelText("变量名"), "2");
  await user.type(added.getByLabelText("中文名"), "来电人");
  await user.click(panel().getByRole("button", { name: "添加未听懂第2次" }));
  await user.selectOptions(panel().getByLabelText("未听懂到次数后的去向"), "再见");
  await user.selectOptions(panel().getByLabelText("写入的表单"), "客户资料");
  await user.selectOptions(await panel().findByLabelText("卡号（card）"), "卡号字段");
  await saved();
  const flow = JSON.parse(server.bodies(flowApi.save.path).at(-1)!["flow"] as string) as FlowBody;
  expect(flow.collectVariable.at(-1)).toEqual({ vName: "score2", vAlias: "来电人", type: "text", value: "" });
  expect(flow.globals.unknown.talkings).toHaveLength(2);
  expect(flow.globals.unknown.exit).toBe("bye");
  expect(flow.globals.timeout).not.toHaveProperty("exit");
  expect(flow).toMatchObject({ variableForm: "form1", variableFormConf: { card: "no" } });
});

test("G166 a node that asks has wordings of its own for who is not understood; one that does not offers none", async () => {
  await choose("再见");
  expect(panel().queryByLabelText("话术1的用途")).toBeNull();
  await choose("收卡号");
  await user.click(panel().getByRole("button", { name: "添加话术" }));
  await user.type(panel().getByLabelText("话术2的文字"), "不是卡号");
  await user.selectOptions(panel().getByLabelText("话术2的用途"), "未听懂或按错时");
  const { talkings } = one(await saved(), "collect");
  expect(talkings.map(({ text, skills }) => [text, skills.when])).toEqual([
    ["请输入卡号", undefined],
    ["不是卡号", "unknown"],
  ]);
});

test("every field of every node type has a word and an input that fits", () => {
  type Fields = Readonly<Record<string, SchemaDescription>>;
  const seen: string[] = [];
  for (const type of nodeTypeList) {
    const own = type.config.describe().fields as Fields;
    for (const [name, field] of Object.entries(own)) {
      const item = "innerType" in field ? (field.innerType as SchemaDescription) : undefined;
      const row = newRow(item);
      const config = {
        ...(type.config.getDefault() as object),
        ...(item && "fields" in item ? { [name]: [row] } : {}),
      };
      seen.push(`${type.type}.${name} ${kindOf(type, config, [name], field).kind}`);
      expect(`${type.type}.${name} ${String(field.label)}`).not.toMatch(/undefined$/);
      if (!item || !("fields" in item)) continue;
      for (const [inner, one] of Object.entries(item.fields as Fields))
        if (isShownField(inner, one))
          seen.push(`${type.type}.${name}.${inner} ${kindOf(type, config, [name, 0, inner], one).kind}`);
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining([
      "skillGroup.targetId reference",
      "skillGroup.music reference",
      "timeRoute.rules.id reference",
      "interface.interfaceId reference",
      "interface.request.value template",
      "interface.reply.vName sets",
      "ivrRoute.rows.flowId reference",
      "sendSms.templateId reference",
      "callSeat.seatId reference",
      "satisfaction.vName sets",
      "voiceMessage.toId reference",
      "speech.slots.vName sets",
      "keyCollect.pattern pattern",
      "keyCollect.vName sets",
    ]),
  );
});

test("B16 five steps are put into the marks of a satisfaction node at once; one that is changed is a scale of one's own", async () => {
  await choose("评分");
  const scale = panel().getByLabelText("评分等级");
  expect(scale).toHaveDisplayValue("四级（10、8、5、1分）");
  await user.selectOptions(scale, "五级（10、8、5、3、1分）");
  await waitFor(() => expect(panel().getAllByLabelText("评价")).toHaveLength(5));
  await user.type(panel().getAllByLabelText("评价")[2]!, "般");
  expect(scale).toHaveDisplayValue("自定义");
  const { config } = one(await saved(), "rate");
  expect(config["scale"]).toEqual([
    { key: "1", name: "非常满意", score: 10 },
    { key: "2", name: "满意", score: 8 },
    { key: "3", name: "一般般", score: 5 },
    { key: "4", name: "不满意", score: 3 },
    { key: "5", name: "非常不满意", score: 1 },
  ]);
});

test("E23 a wording that is added has the focus: its button moves out of sight", async () => {
  await choose("收卡号");
  const before = panel().queryAllByLabelText(/^话术\d的文字$/).length;
  await user.click(panel().getByRole("button", { name: "添加话术" }));
  expect(await panel().findByLabelText(`话术${before + 1}的文字`)).toHaveFocus();
});
